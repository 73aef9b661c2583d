//! Local improvement of a level.
//!
//! A template is changed in one place at a time: a wall becomes floor or floor a wall,
//! or a goal moves. A change is kept if the farthest position on the changed template is
//! not easier than before. What is easier is measured by the pushes and box changes of
//! its shortest solution, which both come with the search for that position.
//!
//! Slower than the first random template, and longer solutions.

use super::entry::Way;
use super::farthest::farthest;
use crate::Wish;
use crate::draft::{Draft, finished};
use crate::shape::{floor_of, random_floor, touches_all_sides};
use crate::template::{size, with_goals};
use soko_core::{Cell, Coord, Level, Setup, SplitMix};
use soko_search::Control;

pub(super) const WAY: Way = Way {
    name: "improve",
    about: "a random floor with goals, changed square by square towards longer solutions",
    make,
};

/// Changes that are tried.
const CHANGES: usize = 150;

fn make(wish: &Wish, random: &mut SplitMix, control: &mut Control<'_>) -> Option<Draft> {
    let (width, height) = size(random, wish);
    let floor = random_floor(random, width, height)?;
    let mut template = with_goals(random, wish, floor)?;
    // On the way shorter solutions than those that were wished for are let pass.
    let any_length = Wish {
        pushes: wish.pushes.as_ref().map(|range| 1..=*range.end()),
        ..wish.clone()
    };
    let mut best = farthest(&any_length, random, &template, control)?;
    let mut measure = measured(&any_length, &best);
    for _ in 0..CHANGES {
        let Some(changed) = changed(random, &template) else {
            continue;
        };
        let draft = farthest(&any_length, random, &changed, control);
        if control.stopped().is_some() {
            return None;
        }
        let Some(draft) = draft else { continue };
        let now = measured(&any_length, &draft);
        if now >= measure {
            (template, best, measure) = (changed, draft, now);
        }
    }
    Some(best)
}

/// Pushes and, worth a few of them each, box changes; nothing for a draft of which no
/// level would come.
fn measured(wish: &Wish, draft: &Draft) -> u64 {
    finished(wish, draft).map_or(0, |(_, solution)| {
        let metrics = solution.metrics();
        metrics.pushes + 4 * metrics.box_changes
    })
}

/// A template with one change; none if it makes no sense.
fn changed(random: &mut SplitMix, template: &Level) -> Option<Level> {
    let mut setup = template.setup().clone();
    let changed = match random.below(3) {
        0 => move_goal(random, &mut setup),
        _ => turn_square(random, &mut setup),
    };
    changed?;
    place_man(random, &mut setup)?;
    let level = Level::from_setup(setup).ok()?;
    let is_whole = level.n_boxes() == template.n_boxes() && touches_all_sides(level.setup());
    is_whole.then_some(level)
}

fn move_goal(random: &mut SplitMix, setup: &mut Setup) -> Option<()> {
    let goals: Vec<Coord> = setup
        .cells()
        .filter(|(_, cell)| cell.has_box())
        .map(|(at, _)| at)
        .collect();
    let free = floor_of(setup);
    let from = *goals.get(random.below(goals.len().max(1)))?;
    let to = *free.get(random.below(free.len().max(1)))?;
    setup.set(from, Cell::Floor);
    setup.set(to, Cell::BoxOnGoal);
    Some(())
}

fn turn_square(random: &mut SplitMix, setup: &mut Setup) -> Option<()> {
    let row = 1 + random.below(setup.height() as usize - 2) as u32;
    let col = 1 + random.below(setup.width() as usize - 2) as u32;
    let at = Coord::new(row, col);
    match setup.cell(at) {
        Cell::Wall => setup.set(at, Cell::Floor),
        Cell::Floor => setup.set(at, Cell::Wall),
        _ => return None,
    }
    Some(())
}

/// Takes the man from where he is and puts him on any floor.
fn place_man(random: &mut SplitMix, setup: &mut Setup) -> Option<()> {
    let men = setup.cells().filter(|(_, cell)| cell.has_man());
    let men: Vec<Coord> = men.map(|(at, _)| at).collect();
    men.iter().for_each(|&at| setup.set(at, Cell::Floor));
    let free = floor_of(setup);
    let at = *free.get(random.below(free.len().max(1)))?;
    setup.set(at, Cell::Man);
    Some(())
}
