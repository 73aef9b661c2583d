//! The symmetries of a board: the ways in which it can be turned or mirrored such that
//! walls lie on walls and goals on goals.
//!
//! A position and its image under a symmetry are the same game seen from another side:
//! every push of one is a push of the other, and so is every walk. What is left to do is
//! the same, in pushes and in moves. Boxes and man play no part in what is symmetric.
//!
//! Cost: eight looks at every square, once a level.

use soko_core::{Board, BySquare, Coord, Square, Squares, Symmetry};

/// Where one symmetry takes each square.
#[derive(Clone, Debug)]
pub(crate) struct Image(BySquare<Square>);

impl Image {
    /// Where a square goes.
    #[inline]
    pub fn of(&self, square: Square) -> Square {
        self.0[square]
    }

    /// Where a set goes; `nothing` is the empty set of the board.
    #[inline]
    pub fn of_set<S: Squares>(&self, set: &S, nothing: &S) -> S {
        let mut image = nothing.clone();
        for square in set.iter() {
            image.insert(self.0[square]);
        }
        image
    }
}

/// The symmetries of a board but the one that leaves everything in its place.
pub(crate) fn symmetries(board: &Board) -> Vec<Image> {
    let others = Symmetry::ALL.into_iter().skip(1);
    others
        .filter_map(|symmetry| image_under(board, symmetry))
        .collect()
}

/// The board's image, if it is the board.
fn image_under(board: &Board, symmetry: Symmetry) -> Option<Image> {
    // 1. The rectangle that holds the floor.
    let coords = || board.squares().map(|square| board.coord(square));
    let top = coords().map(|at| at.row).min()?;
    let left = coords().map(|at| at.col).min()?;
    let height = coords().map(|at| at.row).max()? - top + 1;
    let width = coords().map(|at| at.col).max()? - left + 1;
    if symmetry.size(width, height) != (width, height) {
        return None;
    }
    // 2. Every square must fall on one of its kind.
    let mut image = BySquare::new(board.n_squares(), Square(0));
    for square in board.squares() {
        let at = board.coord(square);
        let there = symmetry.image(Coord::new(at.row - top, at.col - left), width, height);
        let there = board.square(Coord::new(there.row + top, there.col + left))?;
        if board.is_goal(there) != board.is_goal(square) {
            return None;
        }
        image[square] = there;
    }
    Some(Image(image))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Direction, Level};

    fn board(text: &str) -> Board {
        text.parse::<Level>().unwrap().board().clone()
    }

    #[test]
    fn boards_have_the_symmetries_that_one_sees() {
        let counts = [
            ("#####\n#@$.#\n#####", 1),
            ("#######\n#. $@.#\n#######", 3),
            ("######\n#. $@#\n######", 1),
            ("#####\n#.$.#\n#$@ #\n#. .#\n#####", 7),
            ("#####\n#.$ #\n#  @#\n#  .#\n#####", 3),
            ("#####\n#.$ #\n# @ #\n#####", 0),
            ("####\n#.$#\n#@##\n####", 1),
        ];
        for (text, expected) in counts {
            assert_eq!(symmetries(&board(text)).len(), expected, "{text}");
        }
    }

    /// Neighbours stay neighbours, and no square is taken twice.
    #[test]
    fn an_image_is_the_same_board() {
        let board = board("#######\n#. $@.#\n#  #  #\n#.   .#\n#######");
        let images = symmetries(&board);
        assert_eq!(images.len(), 3);
        for image in images {
            let mut taken: Vec<Square> = board.squares().map(|s| image.of(s)).collect();
            taken.sort();
            assert_eq!(taken, board.squares().collect::<Vec<_>>());
            for square in board.squares() {
                let beside = |square| {
                    let all = Direction::ALL.into_iter();
                    all.filter_map(|d| board.neighbour(square, d))
                        .collect::<Vec<_>>()
                };
                let mut here: Vec<Square> = beside(square).iter().map(|&s| image.of(s)).collect();
                let mut there = beside(image.of(square));
                here.sort();
                there.sort();
                assert_eq!(here, there);
            }
        }
    }
}
