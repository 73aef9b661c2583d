//! Certificates: whatever the bytes are, nothing false is proved.

use soko_bench::oracle::Truth;
use soko_certificate::{Claim, certify, check, checksum};
use soko_core::{Bound, Level, Measure};
use std::sync::LazyLock;

/// A level whose certificates list some positions.
const LEVEL: &str = include_str!("../../../testdata/levels/passing_boxes.xsb");

/// The level, what is so of it, and certificates that say so.
struct Made {
    level: Level,
    truth: Truth,
    files: Vec<Vec<u8>>,
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let level: Level = LEVEL.parse().expect("a level");
    let truth = Truth::of(&level, 100_000).expect("a small level");
    let (pushes, moves) = (truth.pushes, truth.moves);
    let bounds = [(pushes, Measure::Pushes), (moves, Measure::Moves)];
    let file = |(at_least, measure): (Option<u64>, Measure)| {
        let at_least = at_least.expect("a level with a solution");
        let claim = Claim::AtLeast(Bound { at_least, measure });
        let certificate = certify(&level, claim, None, &mut |_| true).expect("it is so");
        let mut file = Vec::new();
        certificate.write(&level, &mut file).expect("there is room");
        file
    };
    let files = bounds.into_iter().map(file).collect();
    Made {
        level,
        truth,
        files,
    }
});

/// Any bytes, taken as a certificate, and as changes to one whose checksum is made to
/// fit: a byte says which, and three each where and what.
pub fn certificate(bytes: &[u8]) {
    let made = &*MADE;
    holds(made, bytes);
    let Some((&first, changes)) = bytes.split_first() else {
        return;
    };
    let mut file = made.files[usize::from(first) % made.files.len()].clone();
    let end = file.len() - 8;
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        file[place % end] = change[2];
    }
    let sum = checksum(&file[..end]);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    holds(made, &file);
}

/// What is proved is so.
fn holds(made: &Made, file: &[u8]) {
    let Ok(proved) = check(&made.level, file, &mut |_| true).map_err(|why| why.to_string()) else {
        return;
    };
    let Claim::AtLeast(bound) = proved.claim else {
        panic!("there is a solution");
    };
    let fewest = match bound.measure {
        Measure::Pushes => made.truth.pushes,
        Measure::Moves => made.truth.moves,
    };
    assert!(fewest >= Some(bound.at_least), "{proved}");
}
