//! Makes certificates. Nothing here has to be trusted: what it makes is checked.

mod cannot;
mod dead_sets;
mod search;

use crate::part::Part;
use crate::rules::Rules;
use crate::{Certificate, Claim, Progress};
pub use cannot::CannotCertify;
use search::{Found, Search};
use soko_core::{Level, Verified};
use std::collections::BTreeSet;

/// One attempt to list what proves a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Dead sets of so many boxes are looked for before, if that is more than one box
    /// and fewer than all; those of earlier attempts stay.
    pub dead_sets_of: usize,
    /// It is given up when it lists more positions than this.
    pub most_states: usize,
}

/// What [`certify`] tries: dead sets are worth their time where there is much to list.
const ATTEMPTS: [Attempt; 3] = [
    Attempt {
        dead_sets_of: 1,
        most_states: 1_000,
    },
    Attempt {
        dead_sets_of: 2,
        most_states: 10_000,
    },
    Attempt {
        dead_sets_of: 3,
        most_states: usize::MAX,
    },
];

/// Lists what proves a claim; a solution, if there is one, goes along. `watch` is told
/// now and then how far it is, and says whether to go on.
pub fn certify(
    level: &Level,
    claim: Claim,
    solution: Option<Verified>,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Certificate, CannotCertify> {
    certify_by(&ATTEMPTS, level, claim, solution, watch)
}

/// The same with attempts of one's own; the last is made to its end, or given up.
pub fn certify_by(
    attempts: &[Attempt],
    level: &Level,
    claim: Claim,
    solution: Option<Verified>,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Certificate, CannotCertify> {
    let mut rules = Rules::new(level).ok_or(CannotCertify::TooLarge)?;
    let (mut positions, used) = searched(attempts, &mut rules, claim, watch)?;
    // Where there is nothing to be spent, costs say nothing.
    if claim.limit().is_none() {
        (0..positions.len()).for_each(|index| positions.set_depth(index, 0));
    }
    Ok(Certificate {
        claim,
        solution,
        dead_sets: dead_sets::needed(&rules, used),
        positions,
    })
}

/// Makes one attempt after the other; returns the positions, and the dead sets that
/// ruled others out.
fn searched(
    attempts: &[Attempt],
    rules: &mut Rules<'_>,
    claim: Claim,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<(Part, BTreeSet<(usize, usize)>), CannotCertify> {
    for attempt in attempts {
        let n_boxes = attempt.dead_sets_of;
        if n_boxes > 1 && n_boxes < rules.level.n_boxes() {
            let sets = dead_sets::all(rules, n_boxes, watch)?;
            rules.dead_sets.extend(sets);
        }
        let mut search = Search::new(rules.level, claim);
        match search.run(rules, attempt.most_states, watch) {
            Found::All => return Ok((search.positions, search.used)),
            Found::TooMany => {}
            Found::Solution => return Err(CannotCertify::NotSo),
            Found::Stopped => return Err(CannotCertify::Stopped),
        }
    }
    Err(CannotCertify::Stopped)
}
