//! The field: a grid of stacks, and LISA's recursive MOVE on it (Algorithm 2).
//!
//! The topmost tile of a stack goes one way. It needs a field to go to: one with no
//! tile, or one whose topmost tile it may enter. Where it may not enter, it may push:
//! then the tile in its way goes first, by the same rule. Over the edge it falls if
//! its kind does. Afterwards, in rounds, every tile that has just moved and lies on
//! something slippery goes on by itself, the foremost first; who slides pushes nobody.
//!
//! The recursion only ever goes straight on, so it is a loop here: the row of tiles
//! is found first and moved from its far end. The printed algorithm leaves out what
//! its text says, that a tile which may be entered ends the row; so does ours.
//!
//! Cost: a few table look-ups a tile of the row, no allocation.

use crate::{DirectionSet, KindId, Rules, TileId};
use soko_core::Direction;

/// A cell of a field, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellId(pub(crate) u16);

impl CellId {
    /// The place in reading order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One tile that went from a cell to the next, or over the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The tile.
    pub tile: TileId,
    /// Where it lay.
    pub from: CellId,
    /// Where it lies now; none if it fell off the edge.
    pub to: Option<CellId>,
}

/// Whether a tile may take others along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pushing {
    Allowed,
    Forbidden,
}

/// Stacks of tiles on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    width: u16,
    height: u16,
    /// The stacks in reading order, each from the bottom.
    stacks: Vec<Vec<TileId>>,
}

impl Field {
    /// A field of so many columns, row by row.
    pub(crate) fn new(width: u16, stacks: Vec<Vec<TileId>>) -> Field {
        let height = (stacks.len() / usize::from(width).max(1)) as u16;
        Field {
            width,
            height,
            stacks,
        }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.stacks.len() as u16).map(CellId)
    }

    /// The cell in a row and column.
    pub fn cell(&self, row: usize, column: usize) -> Option<CellId> {
        let is_inside = row < self.height() && column < self.width();
        is_inside.then(|| CellId((row * self.width() + column) as u16))
    }

    /// The row and column of a cell.
    pub fn row_and_column(&self, cell: CellId) -> (usize, usize) {
        (cell.index() / self.width(), cell.index() % self.width())
    }

    /// The tiles on a cell, from the bottom.
    #[inline]
    pub fn stack(&self, cell: CellId) -> &[TileId] {
        &self.stacks[cell.index()]
    }

    /// The topmost tile on a cell.
    #[inline]
    pub fn top(&self, cell: CellId) -> Option<TileId> {
        self.stacks[cell.index()].last().copied()
    }

    /// The next cell in a direction; none over the edge.
    #[inline]
    pub fn neighbour(&self, cell: CellId, direction: Direction) -> Option<CellId> {
        let column = cell.0 % self.width;
        match direction {
            Direction::Left => (column > 0).then(|| CellId(cell.0 - 1)),
            Direction::Right => (column + 1 < self.width).then(|| CellId(cell.0 + 1)),
            Direction::Up => cell.0.checked_sub(self.width).map(CellId),
            Direction::Down => {
                let below = cell.0 + self.width;
                (usize::from(below) < self.stacks.len()).then_some(CellId(below))
            }
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, cell: CellId, tile: TileId) {
        self.stacks[cell.index()].push(tile);
    }

    #[inline]
    pub(crate) fn pop(&mut self, cell: CellId) -> Option<TileId> {
        self.stacks[cell.index()].pop()
    }

    /// The first cell whose stack holds a tile of a kind.
    pub fn find(&self, rules: &Rules, kind: KindId) -> Option<CellId> {
        self.cells().find(|&cell| self.holds(rules, cell, kind))
    }

    /// Whether a cell holds a tile of a kind, at any height.
    pub fn holds(&self, rules: &Rules, cell: CellId, kind: KindId) -> bool {
        self.stack(cell)
            .iter()
            .any(|&tile| rules.kind_of(tile) == kind)
    }

    /// Moves the topmost tile of a cell and whatever it pushes, and lets them slide.
    /// The shifts are written behind those that `done` already has, in the order in
    /// which they happened; says whether anything moved.
    pub fn shift(
        &mut self,
        rules: &Rules,
        cell: CellId,
        direction: Direction,
        done: &mut Vec<Shift>,
    ) -> bool {
        let first = done.len();
        if !self.shift_row(rules, cell, direction, Pushing::Allowed, done) {
            return false;
        }
        // Shifts of one round lie before those of the next, the foremost tile first.
        let mut index = first;
        while index < done.len() {
            if let Some(to) = done[index].to
                && self.is_sliding(rules, to, done[index].tile)
            {
                self.shift_row(rules, to, direction, Pushing::Forbidden, done);
            }
            index += 1;
        }
        true
    }

    /// Whether this tile lies on top of a cell, on something slippery for it.
    fn is_sliding(&self, rules: &Rules, cell: CellId, tile: TileId) -> bool {
        match self.stack(cell) {
            [.., under, top] => *top == tile && rules.slides_on(tile, *under),
            _ => false,
        }
    }

    /// One step of the topmost tile and of the row that it pushes.
    fn shift_row(
        &mut self,
        rules: &Rules,
        cell: CellId,
        direction: Direction,
        pushing: Pushing,
        done: &mut Vec<Shift>,
    ) -> bool {
        // 1. Find the last tile of the row, and where it goes.
        let Some(mut tile) = self.top(cell) else {
            return false;
        };
        let mut at = cell;
        let end = loop {
            let towards = rules.tile(tile).moves_towards;
            if !towards.contains(direction) {
                return false;
            }
            let Some(next) = self.neighbour(at, direction) else {
                if rules.kind(rules.kind_of(tile)).falls_off_edge {
                    break None;
                }
                return false;
            };
            match self.top(next) {
                Some(other) if !rules.may_enter(tile, other, direction) => {
                    if pushing == Pushing::Forbidden || !rules.may_push(tile, other) {
                        return false;
                    }
                    (at, tile) = (next, other);
                }
                _ => break Some(next),
            }
        };
        // 2. Move the row from its far end.
        let mut to = end;
        loop {
            let tile = self.pop(at).expect("a row has a tile on each cell");
            if let Some(to) = to {
                self.push(to, tile);
            }
            done.push(Shift { tile, from: at, to });
            if at == cell {
                return true;
            }
            to = Some(at);
            at = self
                .neighbour(at, direction.opposite())
                .expect("a row lies on the field");
        }
    }

    /// Takes shifts back, the last first.
    pub fn unshift(&mut self, shifts: &[Shift]) {
        for shift in shifts.iter().rev() {
            if let Some(to) = shift.to {
                self.pop(to);
            }
            self.push(shift.from, shift.tile);
        }
    }

    /// Whether the topmost tile of a neighbour in one of these directions is of a
    /// kind (LISA's `nextTo`).
    pub fn is_next_to(
        &self,
        rules: &Rules,
        cell: CellId,
        kind: KindId,
        directions: DirectionSet,
    ) -> bool {
        let mut beside = directions
            .iter()
            .filter_map(|way| self.neighbour(cell, way));
        beside.any(|next| self.top_is(rules, Some(next), Some(kind)))
    }

    /// Whether the topmost tile is of this kind; nothing asked for fits all.
    fn top_is(&self, rules: &Rules, cell: Option<CellId>, kind: Option<KindId>) -> bool {
        let Some(kind) = kind else { return true };
        let top = cell.and_then(|cell| self.top(cell));
        top.is_some_and(|tile| rules.kind_of(tile) == kind)
    }

    /// Whether a cell and the eight around it have these kinds on top (LISA's
    /// `checkNbh`). The pattern goes clockwise; it is tried beginning above the cell,
    /// to its right, below and to its left, as far as `beginnings` has them. `None`
    /// fits anything, cells off the field among them.
    pub fn has_neighbourhood(
        &self,
        rules: &Rules,
        cell: CellId,
        kind: KindId,
        pattern: &[Option<KindId>; 8],
        beginnings: DirectionSet,
    ) -> bool {
        use Direction::{Down, Left, Right, Up};
        if !self.top_is(rules, Some(cell), Some(kind)) {
            return false;
        }
        let step = |at: Option<CellId>, way| at.and_then(|at| self.neighbour(at, way));
        let (up, right) = (step(Some(cell), Up), step(Some(cell), Right));
        let (down, left) = (step(Some(cell), Down), step(Some(cell), Left));
        // Clockwise from above.
        let ring = [
            up,
            step(up, Right),
            right,
            step(right, Down),
            down,
            step(down, Left),
            left,
            step(left, Up),
        ];
        let turns = [(Up, 0), (Right, 2), (Down, 4), (Left, 6)];
        let mut wanted = turns.iter().filter(|(way, _)| beginnings.contains(*way));
        wanted
            .any(|&(_, turn)| (0..8).all(|i| self.top_is(rules, ring[(i + turn) % 8], pattern[i])))
    }
}
