//! Advisors: each recommends at most one move of a position.
//!
//! Recommended moves cost nothing, so the search follows its advisors and departs
//! from them as little as it can. There is one for each feature, which wants the
//! move that improves it most without unpacking anything; the *opener*, which
//! takes a box out of the way to the next target ([`crate::champion::plan::route`]);
//! *helpers*, one for each box in the way, which give the man a new push of it; and
//! the *explorer*, which gives him a new push of any box. An advisor that is refused,
//! as its move is dead or leads to a known position, names its next best.
//!
//! Heuristic. Cost: the deadlock tests of the moves named, and a flood fill for
//! moves that divide the board.

use crate::champion::features::style::Features;
use crate::champion::plan::route::{Router, Way};
use crate::champion::position::Position;
use crate::champion::search::macro_moves::Move;
use crate::champion::search::prospects::is_dead;
use crate::deadlock::Detectors;
use crate::ground::level::LevelGround;
use rustc_hash::FxHashSet;
use soko_core::{Direction, Square, Squares};

/// How many dead or known moves an advisor may be refused.
const MOST_REFUSALS: usize = 16;
/// How many moves of boxes in the way are looked at, the best ones first.
const MOST_OPENINGS: usize = 32;

/// One who recommends a move.
#[derive(Clone, Copy, Debug)]
enum Advisor {
    /// Wants less of a feature.
    Less(fn(Features) -> u8),
    /// Wants the way to the next target cheaper.
    Opener,
    /// Want new pushes of the boxes in the way, each of one box.
    Helpers,
    /// Wants new pushes.
    Explorer,
}

/// The advisors, in the order in which they are asked.
const ADVISORS: [Advisor; 8] = [
    Advisor::Less(|f| u8::MAX - f.packed),
    Advisor::Less(|f| f.regions),
    Advisor::Less(|f| f.halls),
    Advisor::Less(|f| f.out_of_plan),
    Advisor::Less(|f| f.hot),
    Advisor::Opener,
    Advisor::Helpers,
    Advisor::Explorer,
];

/// The position that advice is asked about.
pub(crate) struct Scene<'s, S> {
    pub(crate) ground: &'s LevelGround<S>,
    pub(crate) position: &'s Position<S>,
    pub(crate) features: Features,
    /// The way to the next target, if somebody has looked for it.
    pub(crate) way: Option<&'s Way<S>>,
}

/// What decides whether a move may be recommended, and what advisors work with.
pub(crate) struct Tests<'t, 'a, S> {
    /// Keys of positions that are known, or dead.
    pub(crate) known: &'t mut FxHashSet<u64>,
    pub(crate) detectors: &'t mut Detectors<S>,
    pub(crate) router: &'t mut Router<'a, S>,
}

/// Makes the moves that advisors recommend free, and drops those that turn out to
/// be dead or known. Where there is next to no choice, all moves are free.
pub(crate) fn advise<S: Squares>(
    scene: &Scene<'_, S>,
    moves: &mut Vec<Move>,
    tests: Tests<'_, '_, S>,
) {
    ask_all(&ADVISORS, scene, moves, tests);
    moves.retain(|m| !m.dropped);
    if moves.len() <= 2 {
        for step in moves {
            step.cost = 0;
        }
    }
}

fn ask_all<S: Squares>(
    advisors: &[Advisor],
    scene: &Scene<'_, S>,
    moves: &mut [Move],
    tests: Tests<'_, '_, S>,
) {
    let mut council = Council {
        scene,
        moves,
        tests,
        news: None,
    };
    for &advisor in advisors {
        council.ask(advisor);
    }
}

/// A move that an advisor wants: the lowest order first, then the best rank.
struct Wish {
    index: usize,
    order: u64,
}

/// What a move lets the man do that he could not do before.
struct News<S> {
    /// The index of the move.
    index: usize,
    /// Whether new pushes of all boxes were counted, or of those in the way only.
    explores: bool,
    /// New pushes of other boxes.
    n_pushes: u64,
    /// The boxes that have them.
    freed: S,
}

/// The advisors at one position.
struct Council<'c, 's, 't, 'a, S> {
    scene: &'c Scene<'s, S>,
    moves: &'c mut [Move],
    tests: Tests<'t, 'a, S>,
    /// What the moves bring, once somebody has asked.
    news: Option<Vec<News<S>>>,
}

impl<S: Squares> Council<'_, '_, '_, '_, S> {
    fn ask(&mut self, advisor: Advisor) {
        match advisor {
            Advisor::Less(feature) => self.recommend(&self.improving(feature)),
            Advisor::Opener => {
                let wishes = self.scene.way.map(|way| self.opening(way));
                self.recommend(&wishes.unwrap_or_default());
            }
            Advisor::Helpers => {
                if let Some(way) = self.scene.way {
                    for blocker in way.route.blockers.iter() {
                        let frees = |news: &News<S>| news.freed.contains(blocker).then_some(0);
                        let wishes = self.wishes_by_news(frees);
                        self.recommend(&wishes);
                    }
                }
            }
            Advisor::Explorer => {
                let most = |news: &News<S>| news.explores.then_some(u64::MAX - news.n_pushes);
                let wishes = self.wishes_by_news(most);
                self.recommend(&wishes);
            }
        }
    }

    /// Recommends the first of the wanted moves that is new and not dead.
    fn recommend(&mut self, wishes: &[Wish]) {
        for _ in 0..MOST_REFUSALS {
            let open = wishes.iter().filter(|w| !self.moves[w.index].dropped);
            let best = open.min_by_key(|w| (w.order, self.moves[w.index].rank));
            let Some(&Wish { index, .. }) = best else {
                return;
            };
            if self.moves[index].checked || self.passes(index) {
                self.moves[index].checked = true;
                self.moves[index].cost = 0;
                return;
            }
            self.moves[index].dropped = true;
        }
    }

    /// Whether a move leads to a new position that is not known to be dead.
    fn passes(&mut self, index: usize) -> bool {
        let by = self.moves[index].by;
        let position = self.scene.position.child(self.scene.ground, by);
        let Tests {
            known, detectors, ..
        } = &mut self.tests;
        if known.contains(&position.key) {
            return false;
        }
        let is_dead = is_dead(detectors, &position.query(by.to));
        if is_dead {
            known.insert(position.key);
        }
        !is_dead
    }

    /// Moves that are not dropped and unpack nothing, with their indices.
    fn keeping(&self) -> impl Iterator<Item = (usize, &Move)> {
        let packed = self.scene.features.packed;
        let moves = self.moves.iter().enumerate();
        moves.filter(move |(_, m)| !m.dropped && m.features.packed >= packed)
    }

    fn improving(&self, feature: fn(Features) -> u8) -> Vec<Wish> {
        let now = feature(self.scene.features);
        let better = self.keeping().filter(|(_, m)| feature(m.features) < now);
        let wishes = better.map(|(index, m)| Wish {
            index,
            order: u64::from(feature(m.features)),
        });
        wishes.collect()
    }

    /// Moves of a box in the way that make the way to the next target cheaper.
    fn opening(&mut self, way: &Way<S>) -> Vec<Wish> {
        let Way { next, route } = way;
        if route.blockers.is_empty() {
            return Vec::new();
        }
        let of_blockers = self.keeping();
        let of_blockers = of_blockers.filter(|(_, m)| route.blockers.contains(m.by.from));
        let mut candidates: Vec<usize> = of_blockers.map(|(index, _)| index).collect();
        candidates.sort_by_key(|&index| self.moves[index].rank);
        candidates.truncate(MOST_OPENINGS);
        let mut wishes = Vec::new();
        for index in candidates {
            let by = self.moves[index].by;
            let position = self.scene.position.child(self.scene.ground, by);
            let mut next = next.clone();
            if next.servers.contains(by.from) {
                next.servers.shift(by.from, by.to);
            }
            let router = &mut self.tests.router;
            if let Some(after) = router.route(&position, &next, route.cost) {
                let order = u64::from(after.cost);
                wishes.push(Wish { index, order });
            }
        }
        // Among equals the first move comes first.
        wishes.sort_by_key(|wish| wish.index);
        wishes
    }

    /// The moves whose news are wanted, in this order.
    fn wishes_by_news(&mut self, order: impl Fn(&News<S>) -> Option<u64>) -> Vec<Wish> {
        if self.news.is_none() {
            self.news = Some(self.find_news());
        }
        let news = self.news.iter().flatten();
        let wishes = news.filter_map(|news| {
            let index = news.index;
            order(news).map(|order| Wish { index, order })
        });
        wishes.collect()
    }

    /// What moves bring: new pushes of any box, or of a box in the way.
    fn find_news(&self) -> Vec<News<S>> {
        let Scene {
            ground, position, ..
        } = self.scene;
        let nothing = S::empty(ground.n_squares());
        let blockers = self.scene.way.map_or(&nothing, |way| &way.route.blockers);
        let mut news: Vec<News<S>> = Vec::new();
        // The area with a box lifted; most squares do not divide it when the box
        // is put down there, which saves a flood fill.
        let mut lifted: Option<(Square, S)> = None;
        for (index, step) in self.keeping() {
            let by = step.by;
            // Only a box at the edge of the man's area can open a new one, and only
            // one beside another can make room for it.
            let explores = self.borders_other_area(by.from);
            let may_help = explores
                || ground
                    .floor()
                    .neighbours(by.from)
                    .any(|s| blockers.contains(s));
            if !may_help {
                continue;
            }
            if lifted.as_ref().is_none_or(|(from, _)| *from != by.from) {
                let mut rest = position.boxes.clone();
                rest.remove(by.from);
                lifted = Some((by.from, ground.reach().area(&rest, by.from)));
            }
            let boxes = by.applied(&position.boxes);
            let area = match &lifted {
                Some((_, lifted)) if !step.divides => {
                    let mut area = lifted.clone();
                    area.remove(by.to);
                    area
                }
                _ => ground.reach().area(&boxes, by.man(ground)),
            };
            let others = if explores { &position.boxes } else { blockers };
            let (n_pushes, freed) = self.new_pushes(by.from, &boxes, &area, others);
            if n_pushes > 0 {
                news.push(News {
                    index,
                    explores,
                    n_pushes,
                    freed,
                });
            }
        }
        news
    }

    /// Whether a box stands between the man's area and another.
    fn borders_other_area(&self, from: Square) -> bool {
        let Position { boxes, area, .. } = self.scene.position;
        let mut beside = self.scene.ground.floor().neighbours(from);
        beside.any(|there| !area.contains(there) && !boxes.contains(there))
    }

    /// Pushes of the `others` that were impossible before the box on `from` was
    /// moved, and the boxes that have them; after it the `boxes` stand and the man
    /// walks in `area`. They are of boxes beside its first square or beside one that
    /// the man has gained.
    fn new_pushes(&self, from: Square, boxes: &S, area: &S, others: &S) -> (u64, S) {
        let Scene {
            ground, position, ..
        } = self.scene;
        let can = |boxes: &S, area: &S, man: Square, ahead: Square| {
            let is_free = |s: Square| !ground.floor().is_wall(s) && !boxes.contains(s);
            is_free(man) && area.contains(man) && is_free(ahead) && ground.live[ahead]
        };
        let mut gained = area.difference(&position.area);
        gained.insert(from);
        let mut others = others.intersection(&ground.reach().around(&gained));
        others.remove(from);
        let (mut n_pushes, mut freed) = (0, S::empty(ground.n_squares()));
        for square in others.iter() {
            for way in Direction::ALL {
                let man = ground.floor().next(square, way.opposite());
                let ahead = ground.floor().next(square, way);
                let could = || can(&position.boxes, &position.area, man, ahead);
                if can(boxes, area, man, ahead) && !could() {
                    n_pushes += 1;
                    freed.insert(square);
                }
            }
        }
        (n_pushes, freed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::Weights;
    use crate::champion::course::Course;
    use crate::champion::features::style::Style;
    use crate::champion::plan::packing_plan::PackingPlan;
    use crate::champion::position::MacroMove;
    use crate::champion::search::macro_moves::MoveGenerator;
    use crate::champion::setting::Setting;
    use crate::deadlock::Techniques;
    use crate::switches::Switches;
    use soko_core::{Level, SquareSet};

    /// What some advisors recommend at the start, along a plan or without one: rows
    /// and columns of the moves.
    fn recommended(advisors: &[Advisor], text: &str, has_plan: bool) -> Vec<[u32; 4]> {
        recommended_but(&[], Some(advisors), text, has_plan)
    }

    /// The same if some moves lead to known positions; by all advisors if none are
    /// named.
    fn recommended_but(
        refused: &[[u32; 4]],
        advisors: Option<&[Advisor]>,
        text: &str,
        has_plan: bool,
    ) -> Vec<[u32; 4]> {
        // 1. The position at the start, with its moves.
        let level: Level = text.parse().unwrap();
        let setting = Setting::<SquareSet>::new(&level, Weights::default());
        let ground = &setting.ground;
        let plan = if has_plan {
            PackingPlan::find(ground, 0, &mut || true)
        } else {
            PackingPlan::none(ground)
        };
        let course = Course {
            plan,
            style: Style::SPREAD,
            switches: Switches::default(),
        };
        let position = Position::new(ground, ground.start.clone(), ground.man);
        let mut generator = MoveGenerator::new(&setting);
        let features = generator.measure(&course, &position.boxes);
        let mut moves = Vec::new();
        let movable = position.boxes.clone();
        generator.generate(&course, &position, features, &movable, &mut moves);
        // 2. What the advisors look at.
        let mut router = Router::new(ground);
        let packed = usize::from(features.packed);
        let way = course.way(&mut router, &position, packed);
        let scene = Scene {
            ground,
            position: &position,
            features,
            way: way.as_ref(),
        };
        // 3. Their words; what is known already is refused.
        let coords = |by: MacroMove| {
            let [from, to] = [by.from, by.to].map(|square| level.board().coord(square));
            [from.row, from.col, to.row, to.col]
        };
        let known = moves.iter().filter(|m| refused.contains(&coords(m.by)));
        let known = known.map(|m| position.child(ground, m.by).key);
        let tests = Tests {
            known: &mut known.collect(),
            detectors: &mut Detectors::new(level.board(), Techniques::ALL),
            router: &mut router,
        };
        match advisors {
            Some(some) => ask_all(some, &scene, &mut moves, tests),
            None => advise(&scene, &mut moves, tests),
        }
        let free = moves.iter().filter(|m| m.cost == 0);
        free.map(|m| coords(m.by)).collect()
    }

    /// The advisor with this index wants the move, and no other does.
    fn check(index: usize, wanted: [u32; 4], text: &str, has_plan: bool) {
        let alone = recommended(&ADVISORS[index..=index], text, has_plan);
        assert_eq!(alone, [wanted], "alone");
        let all = recommended_but(&[], None, text, has_plan);
        assert!(all.contains(&wanted), "among all: {all:?}");
        let others = [&ADVISORS[..index], &ADVISORS[index + 1..]].concat();
        let others = recommended(&others, text, has_plan);
        assert!(!others.contains(&wanted), "without it: {others:?}");
    }

    #[test]
    fn packing_wants_the_next_step_of_the_plan() {
        let room = "#########\n#   #   #\n#@$   . #\n#   #   #\n#########";
        check(0, [2, 2, 2, 6], room, true);
    }

    #[test]
    fn regions_wants_the_board_in_one_piece() {
        // The squares left and right are too small for halls.
        let corridor = "########\n#  ##  #\n#@ $  .#\n########";
        check(1, [2, 3, 2, 6], corridor, false);
    }

    #[test]
    fn rooms_wants_every_passage_open() {
        // The man can walk round by the other passage.
        let two_passages = "\
#########
#   #   #
#@  $   #
#   #   #
#     . #
#########";
        check(2, [2, 4, 2, 2], two_passages, false);
    }

    #[test]
    fn out_of_plan_wants_boxes_where_the_plan_does_not_close_them_in() {
        let column = "#######\n# #...#\n#  #$$#\n# #@  #\n#######";
        check(3, [2, 5, 1, 5], column, true);
    }

    #[test]
    fn hot_wants_boxes_where_they_keep_no_other_from_a_goal() {
        // Anywhere but on the last square the right box keeps the left one from a goal.
        let along_a_wall = "##########\n#  $ $ ..#\n#@       #\n##########";
        check(4, [1, 5, 1, 8], along_a_wall, false);
    }

    #[test]
    fn the_opener_wants_the_way_to_the_next_target_cheaper() {
        let corridor = "########\n#    ###\n# $.# ##\n#.   $@#\n########";
        check(5, [3, 5, 3, 2], corridor, true);
    }

    #[test]
    fn a_helper_wants_a_push_of_a_box_in_the_way() {
        let pair = "#######\n# @   #\n# $$ .#\n##.   #\n#######";
        check(6, [2, 3, 3, 2], pair, true);
    }

    #[test]
    fn the_explorer_wants_a_push_of_another_box() {
        // The man is locked in by a box; out of the door he can push the other one.
        let door = "######\n## #@#\n#.# $#\n# $ .#\n#  # #\n######";
        check(7, [2, 4, 3, 4], door, false);
    }

    #[test]
    fn an_advisor_that_is_refused_names_its_next_best() {
        let regions = &ADVISORS[1..2];
        let doorway = "#########\n#   #   #\n#@  $ . #\n#   #   #\n#########";
        let best = recommended(regions, doorway, false);
        let next = recommended_but(&best, Some(regions), doorway, false);
        assert!(best.len() == 1 && next.len() == 1 && next != best);
        assert_eq!(recommended_but(&next, Some(regions), doorway, false), best);
    }
}
