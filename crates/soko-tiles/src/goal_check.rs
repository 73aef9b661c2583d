//! Whether a level is won, without looking at the whole field.
//!
//! The cells of kinds that never move are found once; only goals on kinds that move
//! have to look for them.

use crate::{CellId, Field, Goal, KindId, Rules};

/// Something that can be asked where tiles lie.
pub(crate) trait Whereabouts {
    /// Whether a cell holds a tile of a kind.
    fn holds(&self, cell: CellId, kind: KindId) -> bool;

    /// All cells that hold one.
    fn cells_with(&self, kind: KindId) -> Vec<CellId>;
}

/// A field with its rules.
pub(crate) struct OnField<'a>(pub(crate) &'a Rules, pub(crate) &'a Field);

impl Whereabouts for OnField<'_> {
    fn holds(&self, cell: CellId, kind: KindId) -> bool {
        self.1.holds(self.0, cell, kind)
    }

    fn cells_with(&self, kind: KindId) -> Vec<CellId> {
        let cells = self.1.cells().filter(|&cell| self.holds(cell, kind));
        cells.collect()
    }
}

/// The goals of a level, prepared.
#[derive(Clone, Debug)]
pub(crate) struct GoalCheck(Vec<Prepared>);

#[derive(Clone, Debug)]
struct Prepared {
    goal: Goal,
    /// The cells of the first kind, if they stay what they are.
    fixed: Option<Vec<CellId>>,
}

impl GoalCheck {
    pub(crate) fn new(rules: &Rules, start: &Field) -> GoalCheck {
        let prepare = |&goal: &Goal| {
            let fixed = match goal {
                Goal::Every(on, _) | Goal::Some(on, _) if !rules.is_movable(on) => {
                    Some(OnField(rules, start).cells_with(on))
                }
                _ => None,
            };
            Prepared { goal, fixed }
        };
        GoalCheck(rules.goals().iter().map(prepare).collect())
    }

    /// Whether all goals hold.
    pub(crate) fn hold(&self, tiles: &impl Whereabouts) -> bool {
        self.0.iter().all(|prepared| prepared.holds(tiles))
    }

    /// What a bound can be made of: goals that bring tiles that move and cells that
    /// stay what they are together, or tiles that move over the edge.
    pub(crate) fn wanted(&self, rules: &Rules, start: &Field) -> Vec<Wanted> {
        let wanted = self.0.iter().filter_map(|prepared| {
            let (on, has, is_every) = match prepared.goal {
                Goal::Every(on, has) => (on, has, true),
                Goal::Some(on, has) => (on, has, false),
                Goal::None(kind) => return rules.is_movable(kind).then(|| Wanted::gone(kind)),
            };
            let (kind, place, who) = match (rules.is_movable(on), rules.is_movable(has)) {
                (false, true) => (has, on, Who::Cells),
                (true, false) => (on, has, Who::Tiles),
                _ => return None,
            };
            Some(Wanted {
                kind,
                cells: OnField(rules, start).cells_with(place),
                who,
                is_every,
                is_over_edge: false,
            })
        });
        wanted.collect()
    }
}

/// Who must be served: each cell by some tile, or each tile by some cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Cells,
    Tiles,
}

/// Tiles of a kind that must come to certain cells.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) kind: KindId,
    pub(crate) cells: Vec<CellId>,
    pub(crate) who: Who,
    /// Whether all of them must be served, or one.
    pub(crate) is_every: bool,
    /// Whether the tiles must be gone, and no cell serves them.
    pub(crate) is_over_edge: bool,
}

impl Wanted {
    /// Every tile of a kind must be gone.
    fn gone(kind: KindId) -> Wanted {
        Wanted {
            kind,
            cells: Vec::new(),
            who: Who::Tiles,
            is_every: true,
            is_over_edge: true,
        }
    }
}

impl Prepared {
    fn holds(&self, tiles: &impl Whereabouts) -> bool {
        let (on, has) = match self.goal {
            Goal::None(kind) => return tiles.cells_with(kind).is_empty(),
            Goal::Every(on, has) | Goal::Some(on, has) => (on, has),
        };
        let found;
        let cells = match &self.fixed {
            Some(cells) => cells,
            None => {
                found = tiles.cells_with(on);
                &found
            }
        };
        let mut held = cells.iter().map(|&cell| tiles.holds(cell, has));
        match self.goal {
            Goal::Some(..) => held.any(|holds| holds),
            _ => held.all(|holds| holds),
        }
    }
}
