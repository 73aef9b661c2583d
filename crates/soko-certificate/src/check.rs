//! The checker: does this file prove what it says of this level?
//!
//! Let it say that no solution costs less than N. It lists positions p, each with a
//! number d(p). What is looked at:
//!
//! 1. The start is listed with 0, or ruled out.
//! 2. No position that is listed is solved.
//! 3. For every listed p and every push from it, of cost c to a position q: q is listed
//!    with d(q) ≤ d(p) + c; or it is ruled out: no solution from q costs less than
//!    N − d(p) − c.
//!
//! Take a solution that costs less than N and go along it. The start is listed, at no
//! more than what was spent, nothing. If p is listed at no more than what was spent,
//! then so is the next q: it cannot be ruled out, as the rest of the solution is one
//! from q, and costs less than what N leaves. So the last position is listed; but it is
//! solved. Hence there is no such solution. With nothing to be spent at all
//! (N infinite) the same argument says that there is no solution.
//!
//! The parts with fewer boxes are dead sets, checked in the same way, with N infinite
//! and without a start; whoever holds one of them is ruled out (`rules.rs`). A part may
//! use those before it.
//!
//! Cost: the time of one expansion a position, 20 to 40 bytes a position.

use crate::part::Part;
use crate::refusal::Uncovered;
use crate::rules::{Rules, Successor};
use crate::{Claim, Progress, Refusal, reading};
use soko_core::{Level, Metrics};
use std::fmt;
use std::io::Read;

/// What a certificate has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What holds.
    pub claim: Claim,
    /// The numbers of the solution in it, if it has one, which was replayed.
    pub solution: Option<Metrics>,
    /// The positions in it, those of dead sets among them.
    pub states: u64,
    /// Its size.
    pub bytes: u64,
}

impl Proved {
    /// Whether the solution in it is as short as any can be.
    pub fn is_optimal(&self) -> bool {
        match (self.claim, &self.solution) {
            (Claim::AtLeast(bound), Some(metrics)) => bound.measure.of(metrics) == bound.at_least,
            _ => false,
        }
    }
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.claim)?;
        let (Claim::AtLeast(bound), Some(metrics)) = (self.claim, &self.solution) else {
            return Ok(());
        };
        let (found, measure) = (bound.measure.of(metrics), bound.measure);
        match self.is_optimal() {
            true => write!(
                f,
                ", and the solution in it has {found}: the fewest {measure}"
            ),
            false => write!(f, ", and the solution in it has {found}"),
        }
    }
}

/// Checks a certificate of a level. `watch` is told now and then how far it is, and says
/// whether to go on.
///
/// ```
/// use soko_certificate::{Refusal, check};
/// use soko_core::Level;
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let prose = b"It is easily seen that one push is needed.\n";
/// assert!(matches!(check(&level, &prose[..], &mut |_| true), Err(Refusal::Unknown)));
/// ```
pub fn check(
    level: &Level,
    file: impl Read,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Proved, Refusal> {
    let tell = |phase| {
        move |states, bytes| Progress {
            phase,
            states,
            bytes,
        }
    };
    let reading = tell("reading");
    let mut contents = reading::read(level, file, &mut |n, bytes| watch(reading(n, bytes)))?;
    let mut rules = Rules::new(level).ok_or(Refusal::TooLarge)?;
    // 1. Who says that there is no solution and has one contradicts himself.
    let (claim, solution) = (contents.claim, contents.solution);
    if let Some(solution) = &solution
        && claim
            .limit()
            .is_none_or(|n| claim.measure().of(solution.metrics()) < n)
    {
        let what = "its solution is shorter than it says that any is";
        return Err(Refusal::Damaged(what.to_owned()));
    }
    // 2. The last part has all boxes, those before it fewer.
    let wrong = || Refusal::Damaged("its parts have the wrong numbers of boxes".to_owned());
    let positions = contents.parts.pop().ok_or_else(wrong)?;
    let is_small = |part: &Part| part.n_boxes() < level.n_boxes();
    if positions.n_boxes() != level.n_boxes() || !contents.parts.iter().all(is_small) {
        return Err(wrong());
    }
    // 3. The dead sets, and then the positions with their help.
    let mut states = 0;
    let checking = tell("checking");
    for part in contents.parts {
        is_closed(&rules, &part, Claim::NoSolution, &mut |n| {
            watch(checking(states + n, 0))
        })?;
        states += part.len() as u64;
        rules.dead_sets.push(part);
    }
    let start = level.start();
    let start = rules.named(start.boxes, start.man, claim.measure());
    let listed = positions.find(&start).map(|index| positions.depth(index));
    if listed != Some(0) && rules.reason(&start, None, claim.limit()).is_none() {
        return Err(Refusal::Start);
    }
    is_closed(&rules, &positions, claim, &mut |n| {
        watch(checking(states + n, 0))
    })?;
    Ok(Proved {
        claim,
        solution: solution.map(|solution| *solution.metrics()),
        states: states + positions.len() as u64,
        bytes: contents.bytes,
    })
}

/// Whether no listed position is solved, and every push from one leads to another that
/// is listed at no more than its cost, or ruled out.
fn is_closed(
    rules: &Rules<'_>,
    part: &Part,
    claim: Claim,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(), Refusal> {
    for index in 0..part.len() {
        let state = part.state(index);
        if rules.is_solved(&state) {
            let position = rules.level.picture(&state);
            return Err(Refusal::Solved { position });
        }
        for successor in rules.successors(&state, claim.measure()) {
            if !is_covered(rules, part, claim, part.depth(index), &successor) {
                return Err(uncovered(rules, part, index, &successor));
            }
        }
        if index % 256 == 255 && !go_on(index as u64) {
            return Err(Refusal::Stopped);
        }
    }
    Ok(())
}

/// Whether what a push leads to is listed, at no more than what it costs to get there,
/// or ruled out with what is left.
fn is_covered(
    rules: &Rules<'_>,
    part: &Part,
    claim: Claim,
    depth: u32,
    successor: &Successor,
) -> bool {
    let cost = u64::from(depth) + successor.cost;
    let listed = part.find(&successor.state).map(|index| part.depth(index));
    if listed.is_some_and(|listed| u64::from(listed) <= cost) {
        return true;
    }
    let left = claim.limit().map(|limit| limit.saturating_sub(cost));
    let moved = successor.push.to(rules.level.board());
    rules.reason(&successor.state, moved, left).is_some()
}

/// The refusal of a certificate with a push that is not covered, drawn.
fn uncovered(rules: &Rules<'_>, part: &Part, index: usize, successor: &Successor) -> Refusal {
    let (level, push) = (rules.level, successor.push);
    let listed = part.find(&successor.state).map(|index| part.depth(index));
    Refusal::Uncovered(Box::new(Uncovered {
        position: level.picture(&part.state(index)),
        depth: part.depth(index),
        from: level.board().coord(push.from),
        direction: push.direction,
        after: level.picture(&successor.state),
        cost: u64::from(part.depth(index)) + successor.cost,
        listed,
        needed: rules.pushes_needed(&successor.state),
    }))
}
