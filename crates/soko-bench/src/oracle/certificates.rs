//! Certificates held against exhaustive search: those that are made hold, those that
//! are tampered with prove nothing false.
//!
//! A changed certificate may still hold: a position that nobody needed was taken out,
//! or the other level needs as many pushes. Then what it says must be true, by
//! exhaustive search, of the level that it was put to. One that proves something false
//! is a fault, and so is one that was made and does not hold.

use super::bounds::Truth;
use super::generate::pulled_level;
use super::tampering::{Tampering, tamper};
use soko_certificate::{Attempt, CannotCertify, Certificate, Claim, certify, certify_by, check};
use soko_core::{Bound, Level, Measure, SplitMix, random_level};

/// What came of many certificates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CertificateRuns {
    /// Certificates made and checked, by what is claimed: pushes, moves, no solution.
    pub made: [u64; 3],
    /// Those of them that have dead sets.
    pub with_dead_sets: u64,
    /// The positions in them.
    pub states: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Certificates changed on purpose.
    pub tampered: u64,
    /// Those of them that were refused; the others say something true.
    pub refused: u64,
    /// What was wrong, with the level.
    pub faults: Vec<String>,
}

/// Levels with more states are not searched when one takes the place of another.
const MOST_STATES: usize = 200_000;

/// A small level of which the truth is known. Most small levels need hardly a position
/// in their certificates; nineteen of twenty of those are passed over.
pub fn certified_level(random: &mut SplitMix, most_states: usize) -> (Level, Truth) {
    loop {
        // Of those at random few have a solution, of those made by pulls all.
        let level = match random.below(2) {
            0 => random_level(random, 8, 7, 4),
            _ => pulled_level(random),
        };
        let Some(truth) = Truth::of(&level, most_states) else {
            continue;
        };
        let made = certify(&level, claim_of(truth), None, &mut |_| true);
        let n_states = made.map_or(usize::MAX, |certificate| certificate.n_states());
        if n_states >= 10 || random.below(60) == 0 {
            return (level, truth);
        }
    }
}

/// What is so, in pushes.
fn claim_of(truth: Truth) -> Claim {
    let measure = Measure::Pushes;
    let bound = |at_least| Claim::AtLeast(Bound { at_least, measure });
    truth.pushes.map_or(Claim::NoSolution, bound)
}

impl CertificateRuns {
    /// Makes certificates of a level of which the truth is known, and changes each so
    /// many times; `other` is some other level.
    pub fn add(
        &mut self,
        random: &mut SplitMix,
        (level, truth): (&Level, Truth),
        other: &Level,
        n_changes: u64,
    ) {
        for measure in Measure::ALL {
            let claim = match truth.of_measure(measure) {
                Some(at_least) => Claim::AtLeast(Bound { at_least, measure }),
                None if measure == Measure::Moves => continue,
                None => Claim::NoSolution,
            };
            let attempts = attempts(random.below(4));
            let Some(certificate) = self.make(&attempts, level, claim) else {
                continue;
            };
            self.too_much(level, claim);
            let mut changes = 0;
            while changes < n_changes {
                let way = Tampering::ALL[random.below(Tampering::ALL.len())];
                changes += 1;
                self.change(random, way, (level, truth), &certificate, other);
            }
        }
    }

    fn fault(&mut self, level: &Level, what: &str) {
        self.faults.push(format!("{what}\n{}", level.setup()));
    }

    /// Makes a certificate of what is so, and has it checked.
    fn make(&mut self, attempts: &[Attempt], level: &Level, claim: Claim) -> Option<Certificate> {
        let certificate = match certify_by(attempts, level, claim, None, &mut |_| true) {
            Ok(certificate) => certificate,
            Err(error) => {
                self.fault(level, &format!("{claim}: {error}"));
                return None;
            }
        };
        let mut file = Vec::new();
        let written = certificate.write(level, &mut file);
        match check(level, file.as_slice(), &mut |_| true) {
            Ok(proved) if proved.claim == claim => {
                let kind = match claim {
                    Claim::NoSolution => 2,
                    Claim::AtLeast(bound) => usize::from(bound.measure == Measure::Moves),
                };
                self.made[kind] += 1;
                self.with_dead_sets += u64::from(!certificate.dead_sets.is_empty());
                self.states += proved.states;
                self.bytes += proved.bytes;
                if written.ok() != Some(proved.bytes) {
                    self.fault(level, "the size that is told is not that of the file");
                }
            }
            Ok(proved) => self.fault(level, &format!("{claim} became {}", proved.claim)),
            Err(refusal) => self.fault(level, &format!("{claim}: {refusal}")),
        }
        Some(certificate)
    }

    /// What is not so cannot be certified.
    fn too_much(&mut self, level: &Level, claim: Claim) {
        let Claim::AtLeast(bound) = claim else {
            return;
        };
        let more = Claim::AtLeast(Bound {
            at_least: bound.at_least + 1,
            ..bound
        });
        for false_claim in [more, Claim::NoSolution] {
            let made = certify(level, false_claim, None, &mut |_| true);
            if made.err() != Some(CannotCertify::NotSo) {
                self.fault(level, &format!("{false_claim} was certified"));
            }
        }
    }

    fn change(
        &mut self,
        random: &mut SplitMix,
        way: Tampering,
        (level, truth): (&Level, Truth),
        certificate: &Certificate,
        other: &Level,
    ) {
        let Some(tampered) = tamper(random, way, level, certificate, other) else {
            return;
        };
        self.tampered += 1;
        let Ok(proved) = check(&tampered.level, tampered.file.as_slice(), &mut |_| true) else {
            self.refused += 1;
            return;
        };
        let truth = match tampered.level == *level {
            true => Some(truth),
            false => Truth::of(&tampered.level, MOST_STATES),
        };
        if truth.is_some_and(|truth| !is_so(proved.claim, truth)) {
            let what = format!("{way:?}: {} is said to be proved", proved.claim);
            self.fault(&tampered.level, &what);
        }
    }
}

fn is_so(claim: Claim, truth: Truth) -> bool {
    match claim {
        Claim::NoSolution => truth.pushes.is_none(),
        Claim::AtLeast(bound) => {
            let fewest = truth.of_measure(bound.measure);
            fewest.is_none_or(|fewest| fewest >= bound.at_least)
        }
    }
}

/// With dead sets of at most so many boxes, which small levels would not have else.
fn attempts(n_boxes: usize) -> Vec<Attempt> {
    let attempt = |dead_sets_of| Attempt {
        dead_sets_of,
        most_states: if dead_sets_of < n_boxes {
            0
        } else {
            usize::MAX
        },
    };
    (n_boxes.min(2)..=n_boxes).map(attempt).collect()
}
