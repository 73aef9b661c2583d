//! A name for the walls and goals of a level, and numbers for its squares that all
//! levels of that name share.
//!
//! Whatever is known of a board alone, such as boxes that can never reach goals, holds
//! for every position of the level, and for the level turned or mirrored. So it is kept
//! under a name of the walls and goals, which are drawn in all eight ways; the least
//! picture is the canonical one, and squares are numbered in its reading order. The
//! man's part of the board is drawn as for the other names, see
//! [`canonical`](crate::canonical).
//!
//! Where a board is symmetric, several ways of drawing it give the same picture. Any of
//! them will do: what holds of squares holds of their mirror images.

use crate::canonical::{LevelId, id_of, order_key, trimmed, turned};
use crate::{Cell, Coord, Level, Setup, Square, Symmetry};

/// The name of a level's walls and goals, with the numbers of its squares.
///
/// ```
/// use soko_core::Level;
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let turned: Level = "###\n#.#\n#$#\n#@#\n# #\n###".parse().unwrap();
/// let (ground, other) = (level.canonical_ground(), turned.canonical_ground());
/// assert_eq!(ground.id(), other.id());
/// let goal = |level: &Level| level.board().goals().iter().next().unwrap();
/// # use soko_core::Squares;
/// assert_eq!(ground.number(goal(&level)), other.number(goal(&turned)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalGround {
    id: LevelId,
    /// The number of each square.
    numbers: Vec<u16>,
    /// The square of each number.
    squares: Vec<Square>,
}

impl CanonicalGround {
    /// The name of the walls and goals.
    pub fn id(&self) -> LevelId {
        self.id
    }

    /// The number of squares.
    pub fn n_squares(&self) -> usize {
        self.squares.len()
    }

    /// The number of a square.
    pub fn number(&self, square: Square) -> u16 {
        self.numbers[square.index()]
    }

    /// The square of a number, if there is one.
    pub fn square(&self, number: u16) -> Option<Square> {
        self.squares.get(usize::from(number)).copied()
    }
}

impl Level {
    /// The name of its walls and goals, with the numbers of its squares.
    pub fn canonical_ground(&self) -> CanonicalGround {
        // 1. The picture with the least order, and how it was drawn.
        let board = self.board();
        let bare = bare(self);
        let small = trimmed(&bare);
        let drawn = Symmetry::ALL.map(|symmetry| (turned(&small, symmetry), symmetry));
        let (picture, symmetry) = drawn
            .into_iter()
            .min_by(|(a, _), (b, _)| order_key(a).cmp(&order_key(b)))
            .expect("there are eight");
        // 2. Where each square lies in it.
        let coords = || board.squares().map(|square| board.coord(square));
        let top = coords().map(|at| at.row).min().unwrap_or(0);
        let left = coords().map(|at| at.col).min().unwrap_or(0);
        let (width, height) = (small.width(), small.height());
        let place = |square: Square| {
            let at = board.coord(square);
            symmetry.image(Coord::new(at.row - top, at.col - left), width, height)
        };
        // 3. The numbers, in reading order.
        let mut squares: Vec<Square> = board.squares().collect();
        squares.sort_by_key(|&square| place(square));
        let mut numbers = vec![0; squares.len()];
        for (number, square) in (0..).zip(&squares) {
            numbers[square.index()] = number;
        }
        CanonicalGround {
            id: id_of(&picture),
            numbers,
            squares,
        }
    }
}

/// The man's part of the board without boxes and man.
fn bare(level: &Level) -> Setup {
    let mut setup = level.setup().clone();
    for (at, _) in level.setup().cells() {
        let cell = match level.board().square(at) {
            None => Cell::Wall,
            Some(square) => Cell::of(level.board().is_goal(square), false, false),
        };
        setup.set(at, cell);
    }
    setup
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix, random_level};

    #[test]
    fn a_level_and_its_mirror_images_share_name_and_numbers() {
        let mut random = SplitMix(9);
        for _ in 0..200 {
            let level = random_level(&mut random, 8, 6, 3);
            let ground = level.canonical_ground();
            let board = level.board();
            for symmetry in Symmetry::ALL {
                let image: Level = Level::from_setup(turned(level.setup(), symmetry)).unwrap();
                let other = image.canonical_ground();
                assert_eq!(other.id(), ground.id());
                // The squares of the same number have the same surroundings.
                for square in board.squares() {
                    let number = ground.number(square);
                    assert_eq!(ground.square(number), Some(square));
                    let there = other.square(number).unwrap();
                    assert_eq!(board.is_goal(square), image.board().is_goal(there));
                    let around = |level: &Level, ground: &CanonicalGround, square: Square| {
                        let beside = level.board().neighbours(square);
                        let mut all: Vec<u16> = beside.map(|(_, s)| ground.number(s)).collect();
                        all.sort_unstable();
                        all
                    };
                    assert_eq!(
                        around(&level, &ground, square),
                        around(&image, &other, there)
                    );
                }
                assert_eq!(other.square(board.n_squares() as u16), None);
            }
        }
    }

    #[test]
    fn boxes_and_man_do_not_matter_and_goals_do() {
        let id = |text: &str| text.parse::<Level>().unwrap().canonical_ground().id();
        let level = id("#######\n#@ $ .#\n#######");
        assert_eq!(level, id("#######\n#  $@.#\n#######"));
        assert_eq!(level, id("#######\n#   $+#\n#######"));
        assert_ne!(level, id("#######\n#@ $. #\n#######"));
        assert_ne!(level, id("######\n#@$ .#\n######"));
    }
}
