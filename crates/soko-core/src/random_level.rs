//! Small random levels, for the tests of every crate: scattered walls in a ring of
//! walls. They are playable, not promised to be solvable.

use crate::{Cell, Coord, Level, Setup, SplitMix};

/// A random level at most `width` by `height`, with one to `n_boxes` boxes. The
/// same generator state gives the same level.
///
/// ```
/// use soko_core::{SplitMix, random_level};
/// let level = random_level(&mut SplitMix(1), 8, 7, 3);
/// assert!((1..=3).contains(&level.n_boxes()));
/// ```
///
/// # Panics
///
/// If the rectangle has no room for a man, a box and a goal inside a ring of
/// walls.
pub fn random_level(random: &mut SplitMix, width: u32, height: u32, n_boxes: usize) -> Level {
    assert!(width >= 3 && height >= 3 && (width - 2) * (height - 2) >= 3 && n_boxes > 0);
    loop {
        let mut setup = Setup::new(width, height);
        let coords: Vec<Coord> = setup.cells().map(|(at, _)| at).collect();
        for &at in &coords {
            let is_ring = at.row == 0 || at.col == 0 || at.row + 1 == height || at.col + 1 == width;
            if is_ring || random.below(4) == 0 {
                setup.set(at, Cell::Wall);
            }
        }
        let mut free: Vec<Coord> = setup
            .cells()
            .filter(|(_, cell)| *cell == Cell::Floor)
            .map(|(at, _)| at)
            .collect();
        let mut place = |setup: &mut Setup, cell| {
            if !free.is_empty() {
                let at = free.swap_remove(random.below(free.len()));
                setup.set(at, cell);
            }
        };
        place(&mut setup, Cell::Man);
        for _ in 0..n_boxes {
            place(&mut setup, Cell::Box);
            place(&mut setup, Cell::Goal);
        }
        // Boxes outside the man's floor are taken off; goals there do not count.
        let outside: Vec<Coord> = match Level::from_setup(setup.clone()) {
            Ok(level) => return level,
            Err(error) => error.faults.iter().filter_map(|f| f.coord()).collect(),
        };
        for at in outside {
            setup.set(at, Cell::Floor);
        }
        if let Ok(level) = Level::from_setup(setup) {
            return level;
        }
    }
}
