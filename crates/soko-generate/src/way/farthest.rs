//! The farthest position on a template.
//!
//! Pieces make a floor, goals are laid on it, and the game is played backwards from
//! there until every position is known. One of those that need most pushes becomes the
//! start; of several, one whose solution changes the box most often. Its fewest pushes
//! are proved by the way it was found (`backward.rs`).
//!
//! Source: Taylor and Parberry 2011 place the boxes at the farthest position on rooms
//! made of templates.

use super::entry::Way;
use crate::Wish;
use crate::backward::Backward;
use crate::draft::{Draft, box_changes};
use crate::shape::random_floor;
use crate::template::{size, with_goals};
use soko_core::{Level, SplitMix, Squares, with_width};
use soko_search::Control;

pub(super) const WAY: Way = Way {
    name: "farthest",
    about: "the position that needs most pushes on a random floor with goals",
    make,
};

/// Positions that are looked at for one template.
const MOST_POSITIONS: usize = 150_000;

/// Positions of the farthest layer that are compared.
const COMPARED: usize = 12;

fn make(wish: &Wish, random: &mut SplitMix, control: &mut Control<'_>) -> Option<Draft> {
    let (width, height) = size(random, wish);
    let floor = random_floor(random, width, height)?;
    let template = with_goals(random, wish, floor)?;
    farthest(wish, random, &template, control)
}

/// The draft of the farthest position on a template, or as far as was wished for.
pub(super) fn farthest(
    wish: &Wish,
    random: &mut SplitMix,
    template: &Level,
    control: &mut Control<'_>,
) -> Option<Draft> {
    let n_squares = template.board().n_squares();
    with_width!(n_squares, S => farthest_in::<S>(wish, random, template, control))
}

fn farthest_in<S: Squares>(
    wish: &Wish,
    random: &mut SplitMix,
    template: &Level,
    control: &mut Control<'_>,
) -> Option<Draft> {
    let found = Backward::<S>::search(template, MOST_POSITIONS, control)?;
    let depth = u64::from(found.depth()).min(wish.most_pushes()) as u32;
    if depth == 0 || !wish.allows_pushes(u64::from(depth), true) {
        return None;
    }
    let layer = found.layer(depth);
    let candidates = (0..COMPARED).map(|_| layer.start + random.below(layer.len()));
    let candidates: Vec<usize> = candidates.collect();
    let changes = |position: &usize| box_changes(template, &found.plan(*position));
    let position = candidates.into_iter().max_by_key(changes)?;
    let state = found.state(template, position, random)?;
    Draft::of_plan(template.with_start(&state), &found.plan(position), true)
}
