//! Dead sets of two or three boxes, from all the ways in which so many can stand.
//!
//! All placements of a few boxes on squares that are not dead, with the man in each
//! area, are numbered; those from which pushes lead to goals are alive, and what is
//! left is dead. It is done once for each number of boxes, where there are not too
//! many placements. Of all these sets a certificate needs those that ruled something
//! out, and those to which pushes lead from them.

use super::cannot::CannotCertify;
use crate::Progress;
use crate::part::Part;
use crate::rules::{Reason, Rules};
use soko_core::{Measure, Square, SquareSet, Squares};
use std::collections::BTreeSet;

/// The most placements of boxes that are looked at.
const MOST_PLACEMENTS: usize = 400_000;

/// What a placement stands for besides its number: nothing is known yet, alive.
const ALIVE: u32 = 1;

/// All dead sets of so many boxes that the rules do not see already; none if there are
/// too many placements.
pub(super) fn all(
    rules: &Rules<'_>,
    n_boxes: usize,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Option<Part>, CannotCertify> {
    let board = rules.level.board();
    let squares = board
        .squares()
        .filter(|&square| !rules.is_dead_square(square));
    let squares: Vec<Square> = squares.collect();
    if placements(squares.len(), n_boxes) > MOST_PLACEMENTS {
        return Ok(None);
    }
    // 1. All placements that are not ruled out, numbered.
    let mut part = Part::new(board, n_boxes);
    let mut chosen = vec![SquareSet::empty(board.n_squares())];
    let mut sizes = vec![0];
    let mut seen = 0_u64;
    while let (Some(boxes), Some(from)) = (chosen.pop(), sizes.pop()) {
        if boxes.len() < n_boxes {
            for (next, &square) in squares.iter().enumerate().skip(from) {
                let mut more = boxes.clone();
                more.insert(square);
                chosen.push(more);
                sizes.push(next + 1);
            }
            continue;
        }
        list_areas(rules, &mut part, boxes);
        let progress = Progress {
            phase: "dead sets",
            states: part.len() as u64,
            bytes: part.bytes(),
        };
        seen += 1;
        if seen % 64 == 1 && !watch(progress) {
            return Err(CannotCertify::Stopped);
        }
    }
    // 2. Those from which there is a way to the goals.
    mark_alive(rules, &mut part, watch)?;
    // 3. The others.
    let mut dead = Part::new(board, n_boxes);
    for index in (0..part.len()).filter(|&index| part.depth(index) != ALIVE) {
        dead.insert(&part.state(index), 0);
    }
    Ok(Some(dead))
}

/// How many ways there are to put boxes on squares, as far as that can be counted.
fn placements(n_squares: usize, n_boxes: usize) -> usize {
    (0..n_boxes).fold(1, |ways: usize, i| {
        ways.saturating_mul(n_squares.saturating_sub(i)) / (i + 1)
    })
}

/// Lists a placement with the man in each of his areas.
fn list_areas(rules: &Rules<'_>, part: &mut Part, boxes: SquareSet) {
    for area in rules.areas(&boxes) {
        let Some(man) = area.lowest() else { continue };
        let state = rules.named(boxes.clone(), man, Measure::Pushes);
        if rules.reason(&state, None, None).is_none() {
            let is_solved = rules.is_solved(&state);
            part.insert(&state, if is_solved { ALIVE } else { 0 });
        }
    }
}

/// Gives everything from which pushes lead to a solved placement the mark of the living.
fn mark_alive(
    rules: &Rules<'_>,
    part: &mut Part,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<(), CannotCertify> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); part.len()];
    for index in 0..part.len() {
        for successor in rules.successors(&part.state(index), Measure::Pushes) {
            if let Some(to) = part.find(&successor.state) {
                before[to].push(index as u32);
            }
        }
        let progress = Progress {
            phase: "dead sets",
            states: index as u64,
            bytes: part.bytes() + 48 * part.len(),
        };
        if index % 256 == 0 && !watch(progress) {
            return Err(CannotCertify::Stopped);
        }
    }
    let alive = (0..part.len()).filter(|&index| part.depth(index) == ALIVE);
    let mut stack: Vec<usize> = alive.collect();
    while let Some(index) = stack.pop() {
        for &from in &before[index] {
            if part.depth(from as usize) != ALIVE {
                part.set_depth(from as usize, ALIVE);
                stack.push(from as usize);
            }
        }
    }
    Ok(())
}

/// The dead sets that were used, and those to which pushes lead from them; parts in
/// which there are none are left out.
pub(super) fn needed(rules: &Rules<'_>, used: BTreeSet<(usize, usize)>) -> Vec<Part> {
    let board = rules.level.board();
    let parts = &rules.dead_sets;
    let empty = |part: &Part| Part::new(board, part.n_boxes());
    let mut needed: Vec<Part> = parts.iter().map(empty).collect();
    let mut stack: Vec<(usize, usize)> = used.into_iter().collect();
    while let Some((number, index)) = stack.pop() {
        let state = parts[number].state(index);
        if !needed[number].insert(&state, 0) {
            continue;
        }
        for successor in rules.successors(&state, Measure::Pushes) {
            // One that is listed is found in its own part first, as the checker does.
            if let Some(next) = parts[number].find(&successor.state) {
                stack.push((number, next));
                continue;
            }
            let moved = successor.push.to(board);
            let reason = rules.reason(&successor.state, moved, None);
            stack.extend(reason.and_then(Reason::dead_set));
        }
    }
    needed.retain(|part| !part.is_empty());
    needed
}
