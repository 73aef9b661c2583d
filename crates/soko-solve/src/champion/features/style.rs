//! The features of a position, and the styles that weigh them.
//!
//! A style says which features come first, how positions fall into cells, and
//! which comes first among equals. Run times have heavy tails: a style may toil
//! for ever where another is through at once, so the portfolio tries several.

use crate::champion::plan::route::BLOCKER;
use crate::ground::level::LevelGround;
use soko_core::{SplitMix, Squares};
use soko_search::engine::Placing;

/// What a position is like; smaller is better in each but `packed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Features {
    pub(crate) packed: u8,
    pub(crate) regions: u8,
    pub(crate) halls: u8,
    pub(crate) out_of_plan: u8,
    /// Boxes that cost others a goal; see [`crate::champion::features::hotspots`].
    pub(crate) hot: u8,
    /// What the way to the next target costs; see [`crate::champion::plan::route`].
    pub(crate) way: u8,
    /// Pushes of all boxes to their nearest goals.
    pub(crate) distance: u16,
    /// What tells positions apart that are equal in all else.
    pub(crate) tie: u16,
}

impl Features {
    /// About how many boxes stand in the way to the next target.
    #[inline]
    pub(crate) fn blockers(self) -> u8 {
        self.way / BLOCKER as u8
    }
}

/// What a search goes by. No style is best on all levels, and each solves some at
/// once on which the others toil, so a portfolio tries them in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) order: Order,
    pub(crate) ties: Ties,
    pub(crate) tours: Tours,
    /// Whether a step of the plan counts only if it strands no box; see
    /// [`crate::champion::plan::assignment`].
    pub(crate) heeds_assignment: bool,
    /// Whether hot boxes count; see [`crate::champion::features::hotspots`].
    pub(crate) minds_heat: bool,
}

/// Which features come first, and which make cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Packed, out of plan, boxes in the way, regions, halls, hot boxes.
    Way,
    /// Packed, regions, halls, out of plan, hot boxes.
    Open,
}

/// Which position comes first among those with equal features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// The one with boxes near goals.
    Near,
    /// The one with boxes far from goals: they do not fill goals before their time.
    Far,
    /// Any, by its hash.
    Random,
}

/// How the search goes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tours {
    /// Round the cells of features; see [`crate::champion::search::fess`].
    Cells(Placing),
    /// Down the tree by value; see [`crate::champion::search::walk`].
    Walk(Worth),
}

/// What the features are worth to a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Round numbers.
    Round,
    /// Trained ones.
    Trained,
}

impl Style {
    /// The way to the next target first; boxes near goals among equals. Steps that
    /// strand a box do not count, and neither do hot boxes.
    pub(crate) const WAY: Style = Style {
        order: Order::Way,
        ties: Ties::Near,
        tours: Tours::Cells(Placing::WithBestAncestor),
        heeds_assignment: true,
        minds_heat: false,
    };

    /// As `WAY`, but hot boxes count, and boxes stay away from goals until their turn
    /// comes.
    pub(crate) const SPREAD: Style = Style {
        ties: Ties::Far,
        minds_heat: true,
        ..Style::WAY
    };

    /// Open regions and halls first, the way is no feature; boxes away from goals,
    /// and worse positions in their own cells. Every step counts.
    pub(crate) const WANDER: Style = Style {
        order: Order::Open,
        ties: Ties::Far,
        tours: Tours::Cells(Placing::ByOwnFeatures),
        heeds_assignment: false,
        minds_heat: true,
    };

    /// No cells: walks down the tree by value. Steps that strand a box do not count.
    pub(crate) const WALK: Style = Style {
        order: Order::Way,
        ties: Ties::Random,
        tours: Tours::Walk(Worth::Round),
        heeds_assignment: true,
        minds_heat: true,
    };

    /// As `WALK`, but every step counts.
    pub(crate) const STROLL: Style = Style {
        heeds_assignment: false,
        ..Style::WALK
    };

    /// As `STROLL`, with trained weights.
    pub(crate) const TRAINED: Style = Style {
        tours: Tours::Walk(Worth::Trained),
        ..Style::STROLL
    };

    /// The order of positions: smaller is better.
    #[inline]
    pub(crate) fn rank(self, f: Features) -> u64 {
        let packed = 255 - f.packed;
        let order = match self.order {
            Order::Way => [
                packed,
                f.out_of_plan,
                f.blockers(),
                f.regions,
                f.halls.min(15) << 4 | f.hot.min(15),
                f.way,
            ],
            Order::Open => [packed, f.regions, f.halls, f.out_of_plan, f.hot, 0],
        };
        let [a, b, c, d, e, g] = order.map(u64::from);
        a << 56 | b << 48 | c << 40 | d << 32 | e << 24 | g << 16 | u64::from(f.tie)
    }

    /// The cell.
    #[inline]
    pub(crate) fn cell(self, f: Features) -> u32 {
        let blockers = match self.order {
            Order::Way => f.blockers().min(15),
            Order::Open => 0,
        };
        let halls = f.halls.min(15) << 4 | blockers;
        u32::from_be_bytes([f.packed, f.regions, halls, f.out_of_plan])
    }

    /// What tells equal positions apart.
    #[inline]
    pub(crate) fn tie<S: Squares>(
        self,
        ground: &LevelGround<S>,
        boxes: &S,
        distance: u16,
        seed: u64,
    ) -> u16 {
        match self.ties {
            Ties::Near => distance,
            Ties::Far => u16::MAX - distance,
            Ties::Random => SplitMix(ground.zobrist.of_boxes(boxes) ^ seed).next() as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, SquareSet};

    const MIDDLING: Features = Features {
        packed: 5,
        regions: 5,
        halls: 5,
        out_of_plan: 5,
        hot: 5,
        way: 60,
        distance: 100,
        tie: 100,
    };

    /// The same position, worse by one feature.
    fn worse_by(feature: &str) -> Features {
        let mut features = MIDDLING;
        match feature {
            "packed" => features.packed -= 1,
            "regions" => features.regions += 1,
            "halls" => features.halls += 1,
            "out of plan" => features.out_of_plan += 1,
            "hot" => features.hot += 1,
            "blockers" => features.way += BLOCKER as u8,
            "way" => features.way += 1,
            "tie" => features.tie += 1,
            _ => features.distance += 1,
        }
        features
    }

    #[test]
    fn earlier_features_count_for_more() {
        let by_way = [
            "packed",
            "out of plan",
            "blockers",
            "regions",
            "halls",
            "hot",
            "way",
            "tie",
        ];
        let by_openness = ["packed", "regions", "halls", "out of plan", "hot", "tie"];
        for (style, order) in [
            (Style::WAY, &by_way[..]),
            (Style::WALK, &by_way),
            (Style::WANDER, &by_openness),
        ] {
            let best = style.rank(MIDDLING);
            let ranks: Vec<u64> = order.iter().map(|f| style.rank(worse_by(f))).collect();
            assert!(ranks.iter().all(|&rank| rank > best), "{style:?}");
            assert!(ranks.is_sorted_by(|a, b| a > b), "{style:?}");
            assert_eq!(style.rank(worse_by("distance")), best, "ties say that");
        }
        let way = Style::WANDER.rank(worse_by("way"));
        assert_eq!(way, Style::WANDER.rank(MIDDLING), "the way is no feature");
    }

    #[test]
    fn cells_are_made_of_features_that_are_few() {
        for style in [Style::WAY, Style::SPREAD, Style::WANDER] {
            let cell = style.cell(MIDDLING);
            for feature in ["packed", "regions", "halls", "out of plan"] {
                assert_ne!(style.cell(worse_by(feature)), cell, "{style:?} {feature}");
            }
            for feature in ["hot", "way", "tie", "distance"] {
                assert_eq!(style.cell(worse_by(feature)), cell, "{style:?} {feature}");
            }
            let in_way = style.cell(worse_by("blockers"));
            assert_eq!(in_way == cell, style == Style::WANDER);
        }
    }

    /// The tie of a position whose box is so many pushes from its goal.
    fn tie(style: Style, distance: u16, seed: u64) -> u16 {
        let level: Level = "########\n#@$   .#\n########".parse().unwrap();
        let ground = LevelGround::<SquareSet>::new(&level);
        let mut boxes = ground.goals().clone();
        let goal = boxes.lowest().unwrap();
        let at = ground
            .floor()
            .squares()
            .nth(goal.index() - usize::from(distance));
        boxes.shift(goal, at.unwrap());
        style.tie(&ground, &boxes, distance, seed)
    }

    #[test]
    fn ties_go_to_boxes_near_goals_or_far_from_them_or_to_any() {
        let ties = |style| [1, 2, 3].map(|distance| tie(style, distance, 0));
        assert!(ties(Style::WAY).is_sorted_by(|a, b| a < b), "near");
        for style in [Style::SPREAD, Style::WANDER] {
            assert!(ties(style).is_sorted_by(|a, b| a > b), "far");
        }
        for style in [Style::WALK, Style::STROLL, Style::TRAINED] {
            let [a, b, c] = ties(style);
            assert!(a != b && b != c && [a, b, c] == ties(Style::WALK), "any");
            assert_ne!(tie(style, 1, 0), tie(style, 1, 1), "another seed");
        }
        assert_eq!(tie(Style::WAY, 1, 0), tie(Style::WAY, 1, 1));
    }
}
