//! Names for levels: one for the very board, one for all boards that play alike.
//!
//! The *exact* id names the man's part of the board as it lies, with everything
//! outside thought away. The *canonical* id is the same for the eight rotations
//! and mirrors of a level, for every start of the man within one area, and for
//! boxes that can never move written as walls:
//!
//! 1. keep the floor that the man could reach without boxes;
//! 2. find the largest set of boxes on goals of which each is held on both axes by
//!    walls or others of the set: none of them can ever be the first to move, so
//!    they become walls; floor that they cut off and that needs nothing becomes
//!    wall too; repeat until nothing changes;
//! 3. trim, and for each of the eight symmetries put the man on the first square
//!    of his area *in that picture*; the least picture is the canonical form.
//!
//! The man is placed after turning, not before: a symmetric board with mirrored
//! men gets one name. The hash is written out below and never changes with the
//! compiler or the machine, so ids may be stored. It is no defence against
//! somebody who builds collisions on purpose.

use crate::{Cell, Coord, Direction, Level, Setup, Symmetry};
use std::fmt;

/// A name of 128 bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LevelId(pub u128);

impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Level {
    /// The name of this very board: walls, goals, boxes and man inside the walls,
    /// wherever they lie on the paper.
    pub fn exact_id(&self) -> LevelId {
        id_of(&trimmed(&inside(self)))
    }

    /// The name that all levels share which play alike.
    ///
    /// ```
    /// use soko_core::Level;
    /// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    /// let turned: Level = "###\n# #\n#@#\n#$#\n#.#\n###".parse().unwrap();
    /// assert_eq!(level.canonical_id(), turned.canonical_id());
    /// assert_ne!(level.exact_id(), turned.exact_id());
    /// ```
    pub fn canonical_id(&self) -> LevelId {
        id_of(&self.canonical_form())
    }

    /// The picture behind [`Level::canonical_id`], without walls around it.
    pub fn canonical_form(&self) -> Setup {
        let mut setup = inside(self);
        while wall_in_frozen_boxes(&mut setup) | wall_in_cut_off_floor(&mut setup) {}
        let setup = trimmed(&setup);
        let pictures = Symmetry::ALL.map(|symmetry| with_first_man(turned(&setup, symmetry)));
        pictures
            .into_iter()
            .min_by(|a, b| order_key(a).cmp(&order_key(b)))
            .expect("there are eight")
    }
}

/// The level with a wall wherever there is no floor of the man's.
fn inside(level: &Level) -> Setup {
    let mut setup = level.setup().clone();
    for (at, _) in level.setup().cells() {
        if level.board().square(at).is_none() {
            setup.set(at, Cell::Wall);
        }
    }
    setup
}

/// Turns boxes on goals that hold each other in place into walls.
fn wall_in_frozen_boxes(setup: &mut Setup) -> bool {
    let mut held: Vec<Coord> = setup
        .cells()
        .filter(|(_, cell)| *cell == Cell::BoxOnGoal)
        .map(|(at, _)| at)
        .collect();
    // Boxes with a free axis leave the set until all that are left hold.
    loop {
        let blocks = |from, d| {
            let there = neighbour(setup, from, d);
            there.is_none_or(|at| setup.cell(at) == Cell::Wall || held.binary_search(&at).is_ok())
        };
        let is_held = |at: &Coord| {
            let axis = |a, b| blocks(*at, a) || blocks(*at, b);
            axis(Direction::Left, Direction::Right) && axis(Direction::Up, Direction::Down)
        };
        let still: Vec<Coord> = held.iter().copied().filter(is_held).collect();
        if still.len() == held.len() {
            break;
        }
        held = still;
    }
    for &at in &held {
        setup.set(at, Cell::Wall);
    }
    !held.is_empty()
}

/// Turns floor that the man can no longer reach, boxes thought away, into wall,
/// unless a box off goal stands anywhere in it: that level is lost, and its
/// picture stays as it is.
fn wall_in_cut_off_floor(setup: &mut Setup) -> bool {
    let Some(man) = man_of(setup) else {
        return false;
    };
    let reached = flood(setup, man, |cell| cell != Cell::Wall);
    let is_cut_off = |at, cell| cell != Cell::Wall && !reached[index(setup, at)];
    let cut_off: Vec<(Coord, Cell)> = setup
        .cells()
        .filter(|&(at, cell)| is_cut_off(at, cell))
        .collect();
    if cut_off.iter().any(|(_, cell)| *cell == Cell::Box) {
        return false;
    }
    for &(at, _) in &cut_off {
        setup.set(at, Cell::Wall);
    }
    !cut_off.is_empty()
}

/// The smallest rectangle with everything that is not wall.
pub(crate) fn trimmed(setup: &Setup) -> Setup {
    let kept = || setup.cells().filter(|(_, cell)| *cell != Cell::Wall);
    let top = kept().map(|(at, _)| at.row).min().unwrap_or(0);
    let left = kept().map(|(at, _)| at.col).min().unwrap_or(0);
    let bottom = kept().map(|(at, _)| at.row + 1).max().unwrap_or(0);
    let right = kept().map(|(at, _)| at.col + 1).max().unwrap_or(0);
    let mut smaller = Setup::new(right - left, bottom - top);
    for row in top..bottom {
        for col in left..right {
            let cell = setup.cell(Coord::new(row, col));
            smaller.set(Coord::new(row - top, col - left), cell);
        }
    }
    smaller
}

/// One of the eight pictures.
pub(crate) fn turned(setup: &Setup, symmetry: Symmetry) -> Setup {
    let (width, height) = symmetry.size(setup.width(), setup.height());
    let mut picture = Setup::new(width, height);
    for (at, cell) in setup.cells() {
        picture.set(symmetry.image(at, setup.width(), setup.height()), cell);
    }
    picture
}

/// The picture with the man on the first square of his area.
fn with_first_man(mut setup: Setup) -> Setup {
    let Some(man) = man_of(&setup) else {
        return setup;
    };
    let area = flood(&setup, man, |cell| cell != Cell::Wall && !cell.has_box());
    let first = setup.cells().find(|&(at, _)| area[index(&setup, at)]);
    let (first, _) = first.expect("the man stands in his area");
    let without_man = |cell: Cell| Cell::of(cell.has_goal(), false, false);
    setup.set(man, without_man(setup.cell(man)));
    let goal = setup.cell(first).has_goal();
    setup.set(first, Cell::of(goal, false, true));
    setup
}

/// All cells joined with `from` by cells that may be entered.
fn flood(setup: &Setup, from: Coord, may_enter: impl Fn(Cell) -> bool) -> Vec<bool> {
    let mut seen = vec![false; setup.width() as usize * setup.height() as usize];
    seen[index(setup, from)] = true;
    let mut stack = vec![from];
    while let Some(at) = stack.pop() {
        for direction in Direction::ALL {
            if let Some(next) = neighbour(setup, at, direction)
                && !seen[index(setup, next)]
                && may_enter(setup.cell(next))
            {
                seen[index(setup, next)] = true;
                stack.push(next);
            }
        }
    }
    seen
}

fn man_of(setup: &Setup) -> Option<Coord> {
    setup.cells().find(|(_, c)| c.has_man()).map(|(at, _)| at)
}

fn index(setup: &Setup, at: Coord) -> usize {
    at.row as usize * setup.width() as usize + at.col as usize
}

fn neighbour(setup: &Setup, at: Coord, direction: Direction) -> Option<Coord> {
    at.next(direction, setup.width(), setup.height())
}

pub(crate) fn order_key(setup: &Setup) -> (u32, Vec<Cell>) {
    (
        setup.height(),
        setup.cells().map(|(_, cell)| cell).collect(),
    )
}

/// Hashes width, height and cells with two independent lanes of splitmix steps.
pub(crate) fn id_of(setup: &Setup) -> LevelId {
    let sizes = [setup.width(), setup.height()].into_iter();
    let cells = setup.cells().map(|(_, cell)| cell.to_char() as u32);
    let (mut high, mut low) = (0x736F_6B6F_7363_6F70_u64, 0x6C65_7665_6C20_6964_u64);
    for word in sizes.chain(cells) {
        high = mix(high ^ u64::from(word));
        low = mix(low.rotate_left(23) ^ u64::from(word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    }
    LevelId(u128::from(high) << 64 | u128::from(low))
}

/// The finishing step of splitmix64: a bijection that spreads every bit.
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix, random_level};
    use std::collections::BTreeMap;

    fn level(text: &str) -> Level {
        text.parse().unwrap()
    }

    fn ringed(setup: &Setup) -> Setup {
        let mut larger = Setup::new(setup.width() + 2, setup.height() + 2);
        let all: Vec<_> = larger.cells().map(|(at, _)| at).collect();
        for at in all {
            larger.set(at, Cell::Wall);
        }
        for (at, cell) in setup.cells() {
            larger.set(Coord::new(at.row + 1, at.col + 1), cell);
        }
        larger
    }

    #[test]
    fn the_eight_pictures_and_all_men_of_one_area_share_a_name() {
        let mut random = SplitMix(53);
        for _ in 0..60 {
            let level = random_level(&mut random, 8, 6, 3);
            let id = level.canonical_id();
            for symmetry in Symmetry::ALL {
                let picture = turned(&inside(&level), symmetry);
                let other = Level::from_setup(picture).unwrap();
                assert_eq!(other.canonical_id(), id, "{}", level.setup());
            }
            let board = level.board();
            for man in board
                .squares()
                .filter(|&s| !crate::Squares::contains(level.boxes(), s))
            {
                let mut state = level.start();
                state.man = man;
                let joined = state.canonical(board) == level.start().canonical(board);
                let same = level.with_start(&state).canonical_id() == id;
                assert!(!joined || same);
            }
        }
    }

    #[test]
    fn different_forms_have_different_names() {
        let mut random = SplitMix(59);
        let mut seen: BTreeMap<LevelId, String> = BTreeMap::new();
        for _ in 0..2000 {
            let level = random_level(&mut random, 6, 5, 2);
            let form = level.canonical_form().to_string();
            let known = seen.entry(level.canonical_id()).or_insert(form.clone());
            assert_eq!(*known, form);
        }
        assert!(seen.len() > 500);
    }

    #[test]
    fn the_canonical_form_is_its_own_canonical_form() {
        let mut random = SplitMix(61);
        for _ in 0..200 {
            let level = random_level(&mut random, 8, 6, 3);
            let form = level.canonical_form();
            if let Ok(again) = Level::from_setup(ringed(&form)) {
                assert_eq!(again.canonical_form(), form);
            }
        }
    }

    #[test]
    fn mirrored_men_on_a_symmetric_board_get_one_name() {
        let left = level("#######\n#@ $ .#\n#.$   #\n#######");
        let symmetric_left = level("#######\n#@ $  #\n#  .  #\n#######");
        let symmetric_right = level("#######\n#  $ @#\n#  .  #\n#######");
        assert_eq!(
            symmetric_left.canonical_id(),
            symmetric_right.canonical_id()
        );
        assert_ne!(left.canonical_id(), symmetric_left.canonical_id());
    }

    #[test]
    fn boxes_that_can_never_move_are_walls() {
        let with_box = level("#######\n#*    #\n#@ $. #\n#     #\n#######");
        let with_wall = level("#######\n##    #\n#@ $. #\n#     #\n#######");
        assert_eq!(with_box.canonical_id(), with_wall.canonical_id());
        assert_ne!(with_box.exact_id(), with_wall.exact_id());
        // Four in a block hold each other without any wall.
        let block = "########\n#      #\n# **   #\n# **$ .#\n#@     #\n########";
        assert_eq!(
            level(block)
                .canonical_form()
                .to_string()
                .matches('*')
                .count(),
            0
        );
        // A single one in the open can be pushed off its goal.
        let single = "########\n#      #\n#  *$ .#\n#@     #\n########";
        assert_eq!(
            level(single)
                .canonical_form()
                .to_string()
                .matches('*')
                .count(),
            1
        );
    }

    #[test]
    fn what_lies_outside_does_not_matter() {
        let plain = level("#####\n#@$.#\n#####");
        let decorated = level("       *\n  #####\n  #@$.# .\n  #####");
        assert_eq!(plain.exact_id(), decorated.exact_id());
        assert_eq!(plain.canonical_id(), decorated.canonical_id());
    }

    /// Stored ids must not change: these are frozen.
    #[test]
    fn the_hash_is_stable() {
        let level = level("######\n#@ $.#\n######");
        assert_eq!(
            level.exact_id().to_string(),
            "0a50cfa97b497e1d4ffb937630ad6f02"
        );
        assert_eq!(
            level.canonical_id().to_string(),
            "c1fa9f0bd706474160475e3499e696c3"
        );
    }
}
