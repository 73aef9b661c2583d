//! What a cell shows, as a number.
//!
//! The numbers are those of gym-sokoban, so that what was made for its grids reads ours:
//! a wall is 0, the man 5; the man on a goal, which it knows for pictures alone, is 6.

use soko_core::Cell;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Symbol {
    /// A wall, or a place that the man can never get to.
    Wall = 0,
    /// Floor.
    Floor = 1,
    /// A goal.
    Goal = 2,
    /// A box on a goal.
    BoxOnGoal = 3,
    /// A box.
    Box = 4,
    /// The man.
    Man = 5,
    /// The man on a goal.
    ManOnGoal = 6,
}

impl Symbol {
    /// All symbols by their numbers.
    pub const ALL: [Symbol; 7] = [
        Symbol::Wall,
        Symbol::Floor,
        Symbol::Goal,
        Symbol::BoxOnGoal,
        Symbol::Box,
        Symbol::Man,
        Symbol::ManOnGoal,
    ];

    /// The same as a cell of a level.
    pub const fn cell(self) -> Cell {
        match self {
            Symbol::Wall => Cell::Wall,
            Symbol::Floor => Cell::Floor,
            Symbol::Goal => Cell::Goal,
            Symbol::BoxOnGoal => Cell::BoxOnGoal,
            Symbol::Box => Cell::Box,
            Symbol::Man => Cell::Man,
            Symbol::ManOnGoal => Cell::ManOnGoal,
        }
    }

    /// The symbol of a cell inside the walls.
    pub const fn of(cell: Cell) -> Symbol {
        match cell {
            Cell::Wall => Symbol::Wall,
            Cell::Floor => Symbol::Floor,
            Cell::Goal => Symbol::Goal,
            Cell::BoxOnGoal => Symbol::BoxOnGoal,
            Cell::Box => Symbol::Box,
            Cell::Man => Symbol::Man,
            Cell::ManOnGoal => Symbol::ManOnGoal,
        }
    }

    /// Whether the symbol of this number has a box.
    #[inline]
    pub(crate) const fn has_box(number: u8) -> bool {
        number == Symbol::Box as u8 || number == Symbol::BoxOnGoal as u8
    }

    /// Whether the symbol of this number has room for a box or the man.
    #[inline]
    pub(crate) const fn is_free(number: u8) -> bool {
        number == Symbol::Floor as u8 || number == Symbol::Goal as u8
    }

    /// Whether the symbol of this number has a goal.
    #[inline]
    pub(crate) const fn has_goal(number: u8) -> bool {
        matches!(number, 2 | 3 | 6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_say_what_cells_say() {
        for (number, symbol) in Symbol::ALL.into_iter().enumerate() {
            let (number, cell) = (number as u8, symbol.cell());
            assert_eq!((symbol as u8, Symbol::of(cell)), (number, symbol));
            assert_eq!(Symbol::has_box(number), cell.has_box());
            assert_eq!(Symbol::has_goal(number), cell.has_goal());
            let is_free = matches!(cell, Cell::Floor | Cell::Goal);
            assert_eq!(Symbol::is_free(number), is_free);
        }
    }
}
