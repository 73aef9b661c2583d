//! A level laid out on a rectangle of symbols, ready to be played on.
//!
//! All levels of a source lie on rectangles of one size, each in the top left corner;
//! what is left over is wall. A level is closed, so the man and the boxes never come to
//! the edge, and a step is an addition to the number of a cell.

use crate::Symbol;
use soko_core::{Coord, Level, Square, SquareSet, Squares, State};

/// The size of the rectangles of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
}

impl Canvas {
    /// The smallest on which each of these levels has room.
    pub fn around<'a>(levels: impl IntoIterator<Item = &'a Level>) -> Canvas {
        let mut canvas = Canvas {
            height: 0,
            width: 0,
        };
        for level in levels {
            canvas.height = canvas.height.max(level.setup().height() as usize);
            canvas.width = canvas.width.max(level.setup().width() as usize);
        }
        canvas
    }

    /// The number of cells.
    pub fn n_cells(self) -> usize {
        self.height * self.width
    }

    /// Whether a level has room.
    pub fn holds(self, level: &Level) -> bool {
        let setup = level.setup();
        setup.height() as usize <= self.height && setup.width() as usize <= self.width
    }
}

/// A level on its rectangle.
#[derive(Clone, Debug)]
pub struct Arena {
    level: Level,
    canvas: Canvas,
    cells: Vec<u8>,
    man: usize,
    n_off_goal: u32,
    /// The cell of each square.
    cell_of: Vec<u32>,
}

impl Arena {
    /// Lays a level out.
    ///
    /// # Panics
    ///
    /// If the level has no room.
    pub(crate) fn new(level: Level, canvas: Canvas) -> Arena {
        assert!(canvas.holds(&level));
        let (board, start) = (level.board(), level.start());
        let index = |at: Coord| at.row as usize * canvas.width + at.col as usize;
        let mut cells = vec![Symbol::Wall as u8; canvas.n_cells()];
        for square in board.squares() {
            let at = board.coord(square);
            cells[index(at)] = Symbol::of(level.setup().cell(at)) as u8;
        }
        let squares = board.squares();
        let cell_of = squares.map(|s| index(board.coord(s)) as u32).collect();
        let n_off_goal = start.boxes.difference(board.goals()).len() as u32;
        let man = index(board.coord(start.man));
        Arena {
            canvas,
            cells,
            man,
            n_off_goal,
            cell_of,
            level,
        }
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The symbols at the start.
    pub(crate) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The cell of the man at the start.
    pub(crate) fn man(&self) -> usize {
        self.man
    }

    /// The boxes that are off the goals at the start.
    pub(crate) fn n_off_goal(&self) -> u32 {
        self.n_off_goal
    }

    /// The position that some cells show, with the man on this one.
    pub(crate) fn state(&self, cells: &[u8], man: usize) -> State {
        let squares = self.level.board().squares();
        let boxes = squares.filter(|s| Symbol::has_box(cells[self.cell_of[s.index()] as usize]));
        State {
            boxes: SquareSet::of(self.cell_of.len(), boxes),
            man: self.square(man),
        }
    }

    /// The position after a push of the man on this cell.
    pub(crate) fn pushed(&self, cells: &[u8], man: usize, offset: isize) -> State {
        let next = man.wrapping_add_signed(offset);
        let State { mut boxes, .. } = self.state(cells, man);
        let from = self.square(next);
        boxes.shift(from, self.square(next.wrapping_add_signed(offset)));
        State { boxes, man: from }
    }

    /// The square of a cell of the floor.
    pub(crate) fn square(&self, cell: usize) -> Square {
        let at = Coord::new(
            (cell / self.canvas.width) as u32,
            (cell % self.canvas.width) as u32,
        );
        let square = self.level.board().square(at);
        square.expect("the man and the boxes stand on the floor")
    }
}
