//! Certificates changed on purpose: what a careless hand, a bad disk or somebody with
//! an interest might do to one.
//!
//! Whoever leaves the claim as it is cannot make a certificate say what is false, so for
//! half of the changes more is claimed as well. Where one wrong step of the checker
//! would be enough, the change is made so that it would: depths are raised along with
//! the claim, living boxes of the start are listed as a dead set.

use soko_certificate::{Certificate, Claim, Part, Row, checksum};
use soko_core::{Bound, Level, SplitMix, Square, SquareSet, Squares, State};

/// The ways in which a certificate is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tampering {
    /// More is claimed than is proved.
    Claim,
    /// A position is left out.
    Removed,
    /// A position has another depth.
    Depth,
    /// The man of a position stands elsewhere.
    Man,
    /// A box of a position stands elsewhere.
    Box,
    /// All depths but the start's are greater, and so is the claim.
    Shift,
    /// Boxes are listed as a dead set that are none, and more is claimed.
    DeadSet,
    /// The level has another start.
    Start,
    /// The level is another one.
    Level,
    /// A byte is another, and the checksum fits.
    Byte,
    /// A bit is another.
    Bit,
    /// The end is missing.
    Cut,
}

impl Tampering {
    pub(super) const ALL: [Tampering; 12] = [
        Tampering::Claim,
        Tampering::Removed,
        Tampering::Depth,
        Tampering::Man,
        Tampering::Box,
        Tampering::Shift,
        Tampering::DeadSet,
        Tampering::Start,
        Tampering::Level,
        Tampering::Byte,
        Tampering::Bit,
        Tampering::Cut,
    ];
}

/// A changed certificate as a file, and the level that it is put to.
pub(super) struct Tampered {
    pub(super) file: Vec<u8>,
    pub(super) level: Level,
}

/// Changes a certificate of a level; `other` is a level that has nothing to do with it.
/// None where there is nothing to be changed in this way.
pub(super) fn tamper(
    random: &mut SplitMix,
    way: Tampering,
    level: &Level,
    certificate: &Certificate,
    other: &Level,
) -> Option<Tampered> {
    let mut level = level.clone();
    let mut changed = certificate.clone();
    changed.solution = changed.solution.filter(|_| random.below(2) == 0);
    match way {
        Tampering::Claim => changed.claim = more(random, changed.claim)?,
        Tampering::Shift => changed = shifted(&level, changed)?,
        Tampering::Removed | Tampering::Depth | Tampering::Man | Tampering::Box => {
            let n_dead = changed.dead_sets.len();
            let at = random.below(n_dead + 1);
            let part = changed
                .dead_sets
                .get_mut(at)
                .unwrap_or(&mut changed.positions);
            *part = change_row(random, &level, part, way)?;
            if random.below(2) == 0 {
                changed.claim = more(random, changed.claim)?;
            }
        }
        Tampering::DeadSet => {
            changed.dead_sets = with_dead_set(random, &level, &changed)?;
            changed.claim = more(random, changed.claim)?;
            if random.below(2) == 0 {
                changed.positions = Part::new(level.board(), level.n_boxes());
            }
        }
        Tampering::Start => level = level.with_start(&another_start(random, &level)?),
        Tampering::Level => level = other.clone(),
        Tampering::Byte | Tampering::Bit | Tampering::Cut => {}
    }
    let mut file = Vec::new();
    changed.write(&level, &mut file).ok()?;
    damage(random, way, &mut file);
    Some(Tampered { file, level })
}

fn more(random: &mut SplitMix, claim: Claim) -> Option<Claim> {
    let Claim::AtLeast(bound) = claim else {
        return None;
    };
    let more = 1 + random.below(3) as u64;
    Some(match more {
        3 => Claim::NoSolution,
        _ => Claim::AtLeast(Bound {
            at_least: bound.at_least + more,
            ..bound
        }),
    })
}

/// A certificate of one more, if nobody looked at the costs of the first pushes.
fn shifted(level: &Level, certificate: Certificate) -> Option<Certificate> {
    let Claim::AtLeast(bound) = certificate.claim else {
        return None;
    };
    let mut positions = Part::new(level.board(), level.n_boxes());
    for row in certificate.positions.rows() {
        let depth = row.depth + u32::from(row.depth > 0);
        positions.add(&Row { depth, ..row });
    }
    let claim = Claim::AtLeast(Bound {
        at_least: bound.at_least + 1,
        ..bound
    });
    Some(Certificate {
        claim,
        positions,
        ..certificate
    })
}

fn any_square(random: &mut SplitMix, level: &Level) -> Square {
    Square::from_index(random.below(level.board().n_squares()))
}

/// A part with one position changed.
fn change_row(random: &mut SplitMix, level: &Level, part: &Part, way: Tampering) -> Option<Part> {
    let mut rows = part.rows();
    if rows.is_empty() {
        return None;
    }
    let at = random.below(rows.len());
    let row = &mut rows[at];
    match way {
        Tampering::Depth if random.below(2) == 0 => row.depth += 1 + random.below(3) as u32,
        Tampering::Depth => row.depth = row.depth.checked_sub(1)?,
        Tampering::Man => row.man = any_square(random, level),
        Tampering::Box => {
            let which = random.below(row.boxes.len());
            row.boxes[which] = any_square(random, level);
            row.boxes.sort();
        }
        _ => drop(rows.swap_remove(at)),
    }
    let mut changed = Part::new(level.board(), part.n_boxes());
    rows.iter().all(|row| changed.add(row)).then_some(changed)
}

/// Dead sets with one more, taken from the boxes of the start or of another position.
fn with_dead_set(
    random: &mut SplitMix,
    level: &Level,
    certificate: &Certificate,
) -> Option<Vec<Part>> {
    let mut state = level.start();
    let rows = certificate.positions.rows();
    if random.below(3) == 0 && !rows.is_empty() {
        let row = &rows[random.below(rows.len())];
        let boxes = SquareSet::of(level.board().n_squares(), row.boxes.iter().copied());
        (state.boxes, state.man) = (boxes, row.man);
    }
    while state.boxes.len() > 1 && (state.boxes.len() == level.n_boxes() || random.below(2) == 0) {
        let n = random.below(state.boxes.len());
        let out = state.boxes.iter().nth(n)?;
        state.boxes.remove(out);
    }
    let mut part = Part::new(level.board(), state.boxes.len());
    let added = part.add(&Row {
        depth: 0,
        boxes: state.boxes.iter().collect(),
        man: state.canonical(level.board()).area,
    });
    let mut sets = certificate.dead_sets.clone();
    sets.insert(random.below(sets.len() + 1), part);
    added.then_some(sets)
}

/// The start with a box or the man elsewhere.
fn another_start(random: &mut SplitMix, level: &Level) -> Option<State> {
    let mut state = level.start();
    let to = any_square(random, level);
    if state.boxes.contains(to) || to == state.man {
        return None;
    }
    if random.below(2) == 0 {
        state.man = to;
    } else {
        let n = random.below(level.n_boxes());
        let from = state.boxes.iter().nth(n)?;
        state.boxes.shift(from, to);
    }
    Some(state)
}

/// Does to the bytes what is to be done to them.
fn damage(random: &mut SplitMix, way: Tampering, file: &mut Vec<u8>) {
    let n = file.len();
    match way {
        Tampering::Byte => {
            // Behind the head for the most part, which is text and soon told.
            let from = if random.below(4) == 0 { 0 } else { n / 2 };
            let at = from + random.below(n - 8 - from);
            file[at] = random.below(256) as u8;
            let sum = checksum(&file[..n - 8]);
            file[n - 8..].copy_from_slice(&sum.to_le_bytes());
        }
        Tampering::Bit => file[random.below(n)] ^= 1 << random.below(8),
        Tampering::Cut => file.truncate(random.below(n)),
        _ => {}
    }
}
