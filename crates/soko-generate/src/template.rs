//! Templates: a floor with goals, each with its box on it.

use crate::Wish;
use crate::shape::floor_of;
use soko_core::{Cell, Coord, Level, Setup, SplitMix};
use std::ops::RangeInclusive;

/// A number of a range, each as likely as the others.
pub(crate) fn within(random: &mut SplitMix, range: &RangeInclusive<u32>) -> u32 {
    range.start() + random.below((range.end() - range.start() + 1) as usize) as u32
}

/// The size of the next level.
pub(crate) fn size(random: &mut SplitMix, wish: &Wish) -> (u32, u32) {
    (within(random, &wish.width), within(random, &wish.height))
}

/// The boxes of the next level.
pub(crate) fn n_boxes(random: &mut SplitMix, wish: &Wish) -> usize {
    wish.boxes.start() + random.below(wish.boxes.clone().count())
}

/// Puts goals with boxes and a man on a floor. Goals lie together as often as not.
pub(crate) fn with_goals(random: &mut SplitMix, wish: &Wish, setup: Setup) -> Option<Level> {
    let n_boxes = n_boxes(random, wish);
    let mut free = floor_of(&setup);
    if free.len() < n_boxes {
        return None;
    }
    shuffle(random, &mut free);
    if random.below(2) == 0 {
        let first = free[0];
        free.sort_by_key(|at| at.row.abs_diff(first.row) + at.col.abs_diff(first.col));
    }
    with_goals_on(random, setup, &free[..n_boxes])
}

/// Puts a goal with its box on each of these squares, and a man; none if that leaves too
/// little room.
pub(crate) fn with_goals_on(
    random: &mut SplitMix,
    mut setup: Setup,
    goals: &[Coord],
) -> Option<Level> {
    for &at in goals {
        setup.set(at, Cell::BoxOnGoal);
    }
    let free = floor_of(&setup);
    if free.len() < 2 * goals.len() {
        return None;
    }
    setup.set(free[random.below(free.len())], Cell::Man);
    let level = Level::from_setup(setup).ok()?;
    (level.n_boxes() == goals.len()).then_some(level)
}

/// Brings a list into random order.
pub(crate) fn shuffle<T>(random: &mut SplitMix, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}
