//! A part of a certificate: positions with some of the level's boxes, each with a
//! depth.
//!
//! A position is kept as the squares of its boxes in reading order and the man's
//! square behind them, a byte a square, or two on boards of more than 256. Which square
//! of his area stands for the man is a matter of the measure (`rules.rs`).

use crate::state_table::StateTable;
use soko_core::{Board, Square, SquareSet, Squares, State};

/// Positions with equally many boxes.
#[derive(Clone, Debug)]
pub struct Part {
    n_boxes: usize,
    n_squares: usize,
    table: StateTable,
}

/// One position of a part, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The depth.
    pub depth: u32,
    /// The boxes' squares, in reading order.
    pub boxes: Vec<Square>,
    /// The man's square.
    pub man: Square,
}

impl Part {
    /// A part without positions, which will have so many boxes.
    pub fn new(board: &Board, n_boxes: usize) -> Part {
        let n_squares = board.n_squares();
        let table = StateTable::new((n_boxes + 1) * bytes_a_square(n_squares));
        Part {
            n_boxes,
            n_squares,
            table,
        }
    }

    /// How many boxes each position has.
    pub fn n_boxes(&self) -> usize {
        self.n_boxes
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// All positions, as plain data.
    pub fn rows(&self) -> Vec<Row> {
        let row = |index| {
            let state = self.state(index);
            Row {
                depth: self.depth(index),
                boxes: state.boxes.iter().collect(),
                man: state.man,
            }
        };
        (0..self.len()).map(row).collect()
    }

    /// Adds a position given as plain data; false if it is no position of this board
    /// with so many boxes, or here already.
    pub fn add(&mut self, row: &Row) -> bool {
        let key = self.pack(row.boxes.iter().copied(), row.man);
        self.add_key(&key, row.depth)
    }

    pub(crate) fn add_key(&mut self, key: &[u8], depth: u32) -> bool {
        self.is_position(key) && self.table.insert(key, depth)
    }

    pub(crate) fn insert(&mut self, state: &State, depth: u32) -> bool {
        let key = self.pack(state.boxes.iter(), state.man);
        self.table.insert(&key, depth)
    }

    pub(crate) fn find(&self, state: &State) -> Option<usize> {
        self.table.find(&self.pack(state.boxes.iter(), state.man))
    }

    pub(crate) fn key(&self, index: usize) -> &[u8] {
        self.table.key(index)
    }

    pub(crate) fn depth(&self, index: usize) -> u32 {
        self.table.depth(index)
    }

    pub(crate) fn set_depth(&mut self, index: usize, depth: u32) {
        self.table.set_depth(index, depth);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    pub(crate) fn bytes_a_square(&self) -> usize {
        bytes_a_square(self.n_squares)
    }

    pub(crate) fn width(&self) -> usize {
        (self.n_boxes + 1) * self.bytes_a_square()
    }

    /// The position with this number.
    pub(crate) fn state(&self, index: usize) -> State {
        let mut squares = self.squares(self.key(index));
        let boxes = squares.by_ref().take(self.n_boxes);
        let boxes = SquareSet::of(self.n_squares, boxes);
        let man = squares.next().expect("a key ends with the man");
        State { boxes, man }
    }

    fn pack(&self, boxes: impl Iterator<Item = Square>, man: Square) -> Vec<u8> {
        let mut key = Vec::with_capacity(self.width());
        for square in boxes.chain([man]) {
            match self.bytes_a_square() {
                1 => key.push(square.index() as u8),
                _ => key.extend((square.index() as u16).to_be_bytes()),
            }
        }
        key
    }

    fn squares<'a>(&self, key: &'a [u8]) -> impl Iterator<Item = Square> + 'a {
        let number = |bytes: &[u8]| bytes.iter().fold(0, |n, &byte| n << 8 | usize::from(byte));
        let chunks = key.chunks(self.bytes_a_square());
        chunks.map(move |bytes| Square::from_index(number(bytes)))
    }

    /// Whether a key has so many boxes on different squares in order, and the man on a
    /// square without one.
    fn is_position(&self, key: &[u8]) -> bool {
        let squares: Vec<usize> = self.squares(key).map(Square::index).collect();
        let Some((&man, boxes)) = squares.split_last() else {
            return false;
        };
        boxes.len() == self.n_boxes
            && boxes.windows(2).all(|pair| pair[0] < pair[1])
            && squares.iter().all(|&square| square < self.n_squares)
            && !boxes.contains(&man)
    }
}

fn bytes_a_square(n_squares: usize) -> usize {
    if n_squares <= 256 { 1 } else { 2 }
}
