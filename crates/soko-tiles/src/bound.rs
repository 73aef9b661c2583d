//! A bound that fits every tile game: how far the wanted tiles are from where they
//! are wanted.
//!
//! A goal brings tiles of a kind and certain cells together: each cell needs a tile,
//! or each tile needs such a cell. For each of the cells the steps that a tile would
//! need from everywhere are found once, all that can move thought away: it goes where
//! the fixed tiles and its own directions let it, and over slippery ground for
//! nothing. Whoever must be served has a distance to the nearest that serves. The
//! bound of a state is
//!
//! * where all must be served, the sum of these distances, if a step moves at most one
//!   tile of the kind by one cell, and else the greatest of them;
//! * where none of a kind may be left, the same as if all had to be served, the
//!   distances being those to a fall over the edge, the only way to be gone;
//! * where one is enough, the least of them;
//! * and over several goals the greatest, as one step may serve several.
//!
//! **Admissible.** Other tiles only stand in the way, so a distance is never too long,
//! and it falls by at most one a step, as a tile moves by one cell a step but for
//! slides, which cost nothing here either. Where only one tile of a kind moves at a
//! time, a sum over tiles falls by at most one. So does one over cells in any
//! assignment of tiles to cells, and a sum of distances to the nearest is at most that;
//! it may fall faster, though, so the bound is not called consistent. If somebody can
//! never be served, the state is a dead end.
//!
//! Cost: a search for each wanted cell at the start; cells times tiles a state.

use crate::goal_check::{Wanted, Who};
use crate::{CellId, DirectionSet, Field, KindId, Rules, TileId, TileLevel, TileSpace, TileState};
use soko_core::Direction;
use soko_search::{Claims, Heuristic};
use std::collections::VecDeque;

const FAR: u32 = u32::MAX;

/// How far a cell is from everywhere.
#[derive(Clone, Debug)]
struct Distances(Vec<u32>);

#[derive(Clone, Debug)]
struct GoalBound {
    wanted: Wanted,
    /// Whether distances may be added up.
    adds_up: bool,
    /// For each cell.
    distances: Vec<Distances>,
}

/// The bound for the states of one level.
#[derive(Clone, Debug)]
pub struct TileBound {
    goals: Vec<GoalBound>,
    kinds: Vec<KindId>,
}

impl TileBound {
    /// Prepares the bound for a space.
    pub fn new(space: &TileSpace<'_>) -> TileBound {
        let level = space.level();
        let rules = level.rules();
        let goals = level.goals().wanted(rules, level.field()).into_iter();
        let bound = |wanted: Wanted| GoalBound {
            adds_up: moves_alone(rules, wanted.kind),
            distances: match wanted.is_over_edge {
                true => vec![Distances::to_edge(level, wanted.kind)],
                false => (wanted.cells.iter())
                    .map(|&cell| Distances::to_cell(level, wanted.kind, cell))
                    .collect(),
            },
            wanted,
        };
        TileBound {
            goals: goals.map(bound).collect(),
            kinds: space
                .tiles()
                .iter()
                .map(|&tile| rules.kind_of(tile))
                .collect(),
        }
    }
}

impl GoalBound {
    /// The bound that this goal gives, its tiles standing on these cells.
    fn estimate(&self, tiles: &[CellId]) -> u32 {
        let cell_to_tiles = |from: &Distances| tiles.iter().map(|at| from.0[at.index()]).min();
        let tile_to_cells =
            |at: &CellId| self.distances.iter().map(|from| from.0[at.index()]).min();
        let served: Vec<u32> = match self.wanted.who {
            Who::Cells => self
                .distances
                .iter()
                .map(|d| cell_to_tiles(d).unwrap_or(FAR))
                .collect(),
            Who::Tiles => tiles
                .iter()
                .map(|at| tile_to_cells(at).unwrap_or(FAR))
                .collect(),
        };
        let served = served.into_iter();
        match (self.wanted.is_every, self.adds_up) {
            (true, true) => served.fold(0, u32::saturating_add),
            (true, false) => served.max().unwrap_or(0),
            (false, _) => served.min().unwrap_or(FAR),
        }
    }
}

/// Whether a step moves at most one tile of a kind, by at most one cell: nothing is
/// slippery for it, and it does not push its own kind, directly or through others.
fn moves_alone(rules: &Rules, kind: KindId) -> bool {
    if rules
        .kinds()
        .iter()
        .any(|ground| ground.slippery_for.contains(kind))
    {
        return false;
    }
    let mut pushed = vec![kind];
    let mut index = 0;
    while let Some(&by) = pushed.get(index) {
        index += 1;
        let all = (0..rules.kinds().len()).map(|place| KindId(place as u8));
        for what in all.filter(|&what| rules.kind(what).moved_by.contains(by)) {
            if what == kind {
                return false;
            }
            if !pushed.contains(&what) {
                pushed.push(what);
            }
        }
    }
    true
}

impl Distances {
    /// To a cell.
    fn to_cell(level: &TileLevel, kind: KindId, cell: CellId) -> Distances {
        Distances::new(level, kind, vec![(0, cell)])
    }

    /// To a fall over the edge, if the kind falls.
    fn to_edge(level: &TileLevel, kind: KindId) -> Distances {
        let (rules, field) = (level.rules(), level.field());
        let ground = Ground { rules, field };
        let ways = ground.ways_of(kind);
        let falls = |cell: &CellId| {
            let is_over = |way: Direction| field.neighbour(*cell, way).is_none();
            rules.kind(kind).falls_off_edge && ways.iter().any(is_over)
        };
        let price = |cell| (u32::from(!ground.is_slippery(kind, cell)), cell);
        let mut last: Vec<(u32, CellId)> = field.cells().filter(falls).map(price).collect();
        last.sort_unstable();
        Distances::new(level, kind, last)
    }

    /// Searches backwards from cells whose distances are known, in ascending order.
    fn new(level: &TileLevel, kind: KindId, last: Vec<(u32, CellId)>) -> Distances {
        // 1. Where the ways end.
        let (rules, field) = (level.rules(), level.field());
        let ground = Ground { rules, field };
        let ways = ground.ways_of(kind);
        let mut distances = vec![FAR; field.cells().count()];
        let mut open = VecDeque::new();
        for (distance, cell) in last {
            distances[cell.index()] = distance;
            open.push_back(cell);
        }
        // 2. One step back from each cell.
        while let Some(at) = open.pop_front() {
            let distance = distances[at.index()];
            for way in ways.iter() {
                let Some(from) = field.neighbour(at, way.opposite()) else {
                    continue;
                };
                if !ground.lets_pass(kind, at, way) {
                    continue;
                }
                // Whoever slides over a cell pays nothing for leaving it.
                let price = u32::from(!ground.is_slippery(kind, from));
                let there = &mut distances[from.index()];
                if distance + price < *there {
                    *there = distance + price;
                    match price {
                        0 => open.push_front(from),
                        _ => open.push_back(from),
                    }
                }
            }
        }
        Distances(distances)
    }
}

/// The field without what can move.
struct Ground<'a> {
    rules: &'a Rules,
    field: &'a Field,
}

impl Ground<'_> {
    /// The ways that some tile of a kind can go.
    fn ways_of(&self, kind: KindId) -> DirectionSet {
        let tiles = self.rules.tiles().iter().filter(|tile| tile.kind == kind);
        let ways = tiles.flat_map(|tile| tile.moves_towards.iter());
        ways.fold(DirectionSet::NONE, DirectionSet::with)
    }

    /// The topmost tile that cannot move.
    fn top(&self, cell: CellId) -> Option<TileId> {
        let fixed = |tile: &&TileId| !self.rules.is_movable(self.rules.kind_of(**tile));
        self.field.stack(cell).iter().rfind(fixed).copied()
    }

    /// Whether a tile of a kind might come onto a cell this way.
    fn lets_pass(&self, kind: KindId, cell: CellId, way: Direction) -> bool {
        let Some(top) = self.top(cell) else {
            return true;
        };
        // What can move may lie here and let it in.
        let rules = self.rules;
        let mut others = rules.tiles().iter();
        let may_lie_on_another = others.any(|tile| {
            rules.is_movable(tile.kind) && rules.kind(tile.kind).entered_by.contains(kind)
        });
        let tile = rules.tile(top);
        let enters = rules.kind(tile.kind).entered_by.contains(kind);
        may_lie_on_another || enters && tile.entered_towards.contains(way)
    }

    fn is_slippery(&self, kind: KindId, cell: CellId) -> bool {
        let rules = self.rules;
        let slips = |tile: TileId| rules.kind(rules.kind_of(tile)).slippery_for.contains(kind);
        // Slippery ground that can move may come to lie anywhere.
        let mut tiles = rules.tile_ids();
        tiles.any(|tile| slips(tile) && rules.is_movable(rules.kind_of(tile)))
            || self.field.stack(cell).iter().any(|&tile| slips(tile))
    }
}

impl Heuristic<TileSpace<'_>> for TileBound {
    fn claims(&self) -> Claims {
        Claims {
            consistent: false,
            ..Claims::ALL
        }
    }

    fn estimate(&mut self, state: &TileState) -> Option<u32> {
        let mut bound = 0;
        for goal in &self.goals {
            let tiles = self.kinds.iter().zip(state.places());
            let own = tiles.filter(|(kind, _)| **kind == goal.wanted.kind);
            let cells: Vec<CellId> = own.filter_map(|(_, place)| place.cell()).collect();
            bound = bound.max(goal.estimate(&cells));
        }
        (bound != FAR).then_some(bound)
    }
}
