//! The farthest position on a floor that is its own image.
//!
//! A floor of pieces is laid over its mirror image, or over itself turned by half, and
//! goals come in pairs, each with its image. The start is one of the farthest positions,
//! as in `farthest.rs`. It is seldom its own image, so that the level looks even and does
//! not play so.

use super::entry::Way;
use super::farthest::farthest;
use crate::Wish;
use crate::draft::Draft;
use crate::shape::{floor_of, random_floor};
use crate::template::{n_boxes, size, with_goals_on};
use soko_core::{Cell, Coord, Setup, SplitMix};
use soko_search::Control;

pub(super) const WAY: Way = Way {
    name: "mirrored",
    about: "the same on a floor that is its own mirror image, or its own half turn",
    make,
};

fn make(wish: &Wish, random: &mut SplitMix, control: &mut Control<'_>) -> Option<Draft> {
    let (width, height) = size(random, wish);
    let mut floor = random_floor(random, width, height)?;
    let is_turned = random.below(2) == 0;
    let image = |at: Coord| {
        let row = if is_turned {
            height - 1 - at.row
        } else {
            at.row
        };
        Coord::new(row, width - 1 - at.col)
    };
    for at in floor_of(&floor) {
        floor.set(image(at), Cell::Floor);
    }
    let n = n_boxes(random, wish);
    let goals = pairs(random, &floor, n, image)?;
    let template = with_goals_on(random, floor, &goals)?;
    farthest(wish, random, &template, control)
}

/// So many squares of the floor, each with its image but for one of an odd number, which
/// is its own image if such a square is left.
fn pairs(
    random: &mut SplitMix,
    floor: &Setup,
    n: usize,
    image: impl Fn(Coord) -> Coord,
) -> Option<Vec<Coord>> {
    let (mut own, mut others): (Vec<Coord>, Vec<Coord>) =
        floor_of(floor).into_iter().partition(|&at| image(at) == at);
    let mut chosen = Vec::new();
    if n % 2 == 1 {
        let from = if own.is_empty() {
            &mut others
        } else {
            &mut own
        };
        chosen.push(from.swap_remove(random.below(from.len())));
    }
    while chosen.len() < n {
        let at = *others.get(random.below(others.len().max(1)))?;
        chosen.extend([at, image(at)]);
        others.retain(|&other| other != at && other != image(at));
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Squares;

    /// Walls and goals of what comes are their own image, and the floor hangs together.
    #[test]
    fn what_was_made_is_its_own_image() {
        let (wish, mut random) = (Wish::new(8, 7, 2..=4), SplitMix(3));
        let (mut n_made, mut n_mirrored) = (0, 0);
        while n_made < 20 {
            let Some(draft) = make(&wish, &mut random, &mut Control::default()) else {
                continue;
            };
            n_made += 1;
            let setup = draft.level.setup();
            let ground = |row: u32, col: u32| {
                let cell = setup.cell(Coord::new(row, col));
                (cell == Cell::Wall, cell.has_goal())
            };
            let is_image = |is_turned: bool| {
                setup.cells().all(|(at, _)| {
                    let row = if is_turned { 6 - at.row } else { at.row };
                    ground(at.row, at.col) == ground(row, 7 - at.col)
                })
            };
            let is_odd = draft.level.n_boxes() % 2 == 1;
            assert!(is_odd || is_image(false) || is_image(true), "{setup}");
            n_mirrored += usize::from(is_image(false));
            let n_floor = setup
                .cells()
                .filter(|(_, cell)| *cell != Cell::Wall)
                .count();
            assert_eq!(draft.level.board().n_squares(), n_floor);
            assert_eq!(draft.level.board().goals().len(), draft.level.n_boxes());
        }
        assert!(n_mirrored > 0 && n_mirrored < n_made);
    }
}
