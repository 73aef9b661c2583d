//! Small random levels that are their own mirror images, but for the man.

use soko_core::{Cell, Coord, Level, Setup, SplitMix, random_level};

/// A random level whose right half is the mirror image of the left one; the same
/// generator state gives the same level.
///
/// ```
/// use soko_core::SplitMix;
/// let level = soko_solve::testing::mirrored_level(&mut SplitMix(1));
/// assert!(level.n_boxes() >= 1);
/// ```
pub fn mirrored_level(random: &mut SplitMix) -> Level {
    loop {
        let height = 5 + random.below(3) as u32;
        let half = random_level(random, 6, height, 2);
        let half = half.setup();
        // The wall on the right makes room for the other half.
        let width = 2 * (half.width() - 1);
        let mut whole = Setup::new(width, half.height());
        for (at, cell) in half.cells().filter(|(at, _)| at.col + 1 < half.width()) {
            whole.set(at, cell);
            let image = Coord::new(at.row, width - 1 - at.col);
            let man_left_out = match cell.has_man() {
                true => Cell::of(cell.has_goal(), false, false),
                false => cell,
            };
            whole.set(image, man_left_out);
        }
        if let Ok(level) = Level::from_setup(whole) {
            return level;
        }
    }
}
