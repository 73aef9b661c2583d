//! Tile games as a space to be searched: a state is where everything stands that
//! can move, an action is a step of the agent.
//!
//! The tiles that can move are numbered by their sort; those of one sort are the
//! same to each other, so their places are sorted. A place is a cell and a height
//! among what can move there, in four bytes; a tile that fell off the edge has none.
//!
//! A state whose agent is gone has no successors. Exact: nothing is left out.

use crate::goal_check::{OnField, Whereabouts};
use crate::{CellId, Field, KindId, Shift, TileId, TileLevel};
use soko_core::Direction;
use soko_search::{Space, Successor, Successors};

/// Where a movable tile lies: the cell, and how many movable tiles lie under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(u32);

impl Place {
    /// Off the field.
    const GONE: Place = Place(u32::MAX);

    fn new(cell: CellId, height: usize) -> Place {
        Place(u32::from(cell.0) << 16 | height as u32)
    }

    /// The cell; none if the tile is gone.
    pub(crate) fn cell(self) -> Option<CellId> {
        (self != Place::GONE).then_some(CellId((self.0 >> 16) as u16))
    }

    fn height(self) -> u32 {
        self.0 & 0xFFFF
    }
}

/// Where everything stands that can move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileState(Vec<Place>);

impl TileState {
    pub(crate) fn places(&self) -> &[Place] {
        &self.0
    }
}

/// The steps of one level.
#[derive(Clone, Debug)]
pub struct TileSpace<'a> {
    level: &'a TileLevel,
    /// The sort of each movable tile, ascending.
    tiles: Vec<TileId>,
    /// A field to try steps on; its movable tiles are those of `loaded`.
    field: Field,
    loaded: TileState,
    shifts: Vec<Shift>,
}

impl<'a> TileSpace<'a> {
    /// The space of a level.
    pub fn new(level: &'a TileLevel) -> TileSpace<'a> {
        let rules = level.rules();
        let field = level.field();
        let all = field
            .cells()
            .flat_map(|cell| field.stack(cell).iter().copied());
        let mut tiles: Vec<TileId> = all
            .filter(|&tile| rules.is_movable(rules.kind_of(tile)))
            .collect();
        tiles.sort_unstable();
        let mut space = TileSpace {
            level,
            loaded: TileState(vec![Place::GONE; tiles.len()]),
            tiles,
            field: field.clone(),
            shifts: Vec::new(),
        };
        space.loaded = space.read();
        space
    }

    /// The level.
    pub fn level(&self) -> &'a TileLevel {
        self.level
    }

    /// The sort of each movable tile, in the order of a state's places.
    pub(crate) fn tiles(&self) -> &[TileId] {
        &self.tiles
    }

    /// The field in a state.
    pub fn field(&mut self, state: &TileState) -> &Field {
        self.load(state);
        &self.field
    }

    /// The state of the field.
    fn read(&self) -> TileState {
        let rules = self.level.rules();
        let mut found: Vec<(TileId, Place)> = Vec::with_capacity(self.tiles.len());
        for cell in self.field.cells() {
            let stack = self.field.stack(cell).iter();
            let movable = stack.filter(|&&tile| rules.is_movable(rules.kind_of(tile)));
            let placed = movable.enumerate();
            found.extend(placed.map(|(height, &tile)| (tile, Place::new(cell, height))));
        }
        found.sort_unstable();
        // Tiles that fell off leave gaps behind those of their sort.
        let mut found = found.into_iter().peekable();
        let place = |&tile: &TileId| match found.next_if(|(sort, _)| *sort == tile) {
            Some((_, place)) => place,
            None => Place::GONE,
        };
        TileState(self.tiles.iter().map(place).collect())
    }

    /// Puts the movable tiles of the field where a state has them.
    fn load(&mut self, state: &TileState) {
        if self.loaded == *state {
            return;
        }
        for place in &self.loaded.0 {
            if let Some(cell) = place.cell() {
                self.field.pop(cell);
            }
        }
        let mut placed: Vec<(u32, CellId, TileId)> = (state.0.iter().zip(&self.tiles))
            .filter_map(|(place, &tile)| Some((place.height(), place.cell()?, tile)))
            .collect();
        placed.sort_unstable();
        for (_, cell, tile) in placed {
            self.field.push(cell, tile);
        }
        self.loaded = state.clone();
    }

    /// A state after shifts.
    fn after(&self, state: &TileState) -> TileState {
        let is_flat = state
            .0
            .iter()
            .all(|place| place.height() == 0 && *place != Place::GONE);
        let stays_flat = (self.shifts.iter()).all(|shift| {
            let movable = |cell: CellId| {
                let rules = self.level.rules();
                let stack = self.field.stack(cell).iter();
                stack
                    .filter(|&&t| rules.is_movable(rules.kind_of(t)))
                    .count()
            };
            shift.to.is_some_and(|to| movable(to) < 2)
        });
        if !is_flat || !stays_flat {
            return self.read();
        }
        // The common case: every movable tile is alone on its cell.
        let mut places = state.0.clone();
        for shift in &self.shifts {
            let (from, to) = (Place::new(shift.from, 0), shift.to.unwrap_or(shift.from));
            let sort = self.tiles.partition_point(|&tile| tile < shift.tile);
            let mut of_sort = (sort..places.len()).take_while(|&i| self.tiles[i] == shift.tile);
            if let Some(index) = of_sort.find(|&i| places[i] == from) {
                places[index] = Place::new(to, 0);
            }
        }
        let mut first = 0;
        while first < places.len() {
            let end = first + self.tiles[first..].partition_point(|&t| t == self.tiles[first]);
            places[first..end].sort_unstable();
            first = end;
        }
        TileState(places)
    }
}

/// A state, asked where tiles lie: what can move is where the state has it, and the
/// rest where it was at the start.
struct InState<'a>(&'a TileSpace<'a>, &'a TileState);

impl InState<'_> {
    fn movable(&self, kind: KindId) -> impl Iterator<Item = CellId> + '_ {
        let InState(space, state) = self;
        let placed = space.tiles.iter().zip(&state.0);
        let of_kind = placed.filter(move |(tile, _)| space.level.rules().kind_of(**tile) == kind);
        of_kind.filter_map(|(_, place)| place.cell())
    }
}

impl Whereabouts for InState<'_> {
    fn holds(&self, cell: CellId, kind: KindId) -> bool {
        let level = self.0.level;
        match level.rules().is_movable(kind) {
            true => self.movable(kind).any(|at| at == cell),
            false => level.field().holds(level.rules(), cell, kind),
        }
    }

    fn cells_with(&self, kind: KindId) -> Vec<CellId> {
        let level = self.0.level;
        match level.rules().is_movable(kind) {
            true => self.movable(kind).collect(),
            false => OnField(level.rules(), level.field()).cells_with(kind),
        }
    }
}

impl Space for TileSpace<'_> {
    type State = TileState;
    type Action = Direction;

    fn key_len(&self) -> usize {
        self.tiles.len() * size_of::<u32>()
    }

    fn pack(&self, state: &TileState, key: &mut [u8]) {
        for (place, bytes) in state.0.iter().zip(key.chunks_exact_mut(4)) {
            bytes.copy_from_slice(&place.0.to_le_bytes());
        }
    }

    fn unpack(&self, key: &[u8]) -> TileState {
        let place = |bytes: &[u8]| {
            Place(u32::from_le_bytes(
                bytes.try_into().expect("four bytes a place"),
            ))
        };
        TileState(key.chunks_exact(4).map(place).collect())
    }

    fn starts(&self) -> Vec<TileState> {
        vec![TileSpace::new(self.level).loaded]
    }

    fn is_goal(&self, state: &TileState) -> bool {
        self.level.goals().hold(&InState(self, state))
    }

    fn expand(&mut self, state: &TileState, out: &mut Successors<Self>) {
        self.load(state);
        let rules = self.level.rules();
        let of_agent = |tile: &TileId| rules.kind_of(*tile) == rules.agent();
        let agent = self.tiles.iter().position(of_agent);
        let Some(cell) = agent.and_then(|index| state.0[index].cell()) else {
            return;
        };
        for direction in Direction::ALL {
            self.shifts.clear();
            if !self.field.shift(rules, cell, direction, &mut self.shifts) {
                continue;
            }
            out.push(Successor {
                action: direction,
                cost: 1,
                state: self.after(state),
            });
            self.field.unshift(&self.shifts);
        }
    }
}
