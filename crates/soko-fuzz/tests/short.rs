//! A short run of every fuzz target: mutations of its seeds by a seeded
//! generator. `make fuzz` does the same at length, led by coverage.

use soko_core::SplitMix;
use soko_fuzz::TARGETS;
use soko_fuzz::corpus::unpack;

const ROUNDS: usize = 1_000;

/// Pieces that mean something to one of the readers.
const WORDS: &[&[u8]] = &[
    b"\n",
    b"\r\n",
    b"#",
    b"####\n",
    b"#@$.#",
    b"*",
    b"-",
    b"|",
    b"(",
    b")",
    b"99999999",
    b"3(",
    b"Solution\n",
    b"Comment:\n",
    b"Comment-End:\n",
    b"Title: ",
    b"; ",
    b":: ",
    b">",
    b"\"",
    b"\t",
    b"[",
    b"]",
    b"lurdLURD",
    b"<L>",
    b"</L>",
    b"<Level>",
    b"</Level>",
    b"&amp;",
    b"\xff",
    b"\0",
];

fn mutate(random: &mut SplitMix, seed: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => {
                let word = WORDS[random.below(WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => {
                let end = (at + random.below(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let end = (at + random.below(40)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            _ => bytes.insert(at, b" #.$*@+-\n19"[random.below(11)]),
        }
    }
    bytes
}

#[test]
fn every_target_holds_on_mutated_seeds() {
    for target in TARGETS {
        let mut random = SplitMix(target.name.len() as u64);
        for round in 0..ROUNDS {
            let seed = target.seeds[round % target.seeds.len()];
            let bytes = mutate(&mut random, seed);
            let result = std::panic::catch_unwind(|| (target.run)(&bytes));
            let shown = String::from_utf8_lossy(&bytes);
            assert!(
                result.is_ok(),
                "{} falls on {bytes:?}\n{shown}",
                target.name
            );
        }
    }
}

/// What once fell: the files of `fuzz/regressions`, a folder for each target.
#[test]
fn what_fell_once_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/regressions");
    for target in TARGETS {
        let Ok(files) = std::fs::read_dir(format!("{folder}/{}", target.name)) else {
            continue;
        };
        for file in files {
            let path = file.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let result = std::panic::catch_unwind(|| (target.run)(&bytes));
            assert!(
                result.is_ok(),
                "{} falls on {}",
                target.name,
                path.display()
            );
        }
    }
}

/// The inputs that led the fuzzer somewhere new: the files of `fuzz/corpus`.
#[test]
fn the_corpus_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    for target in TARGETS {
        let text = std::fs::read_to_string(format!("{folder}/{}.txt", target.name));
        for bytes in unpack(&text.expect("a corpus for each target")) {
            let result = std::panic::catch_unwind(|| (target.run)(&bytes));
            assert!(result.is_ok(), "{} falls on {bytes:?}", target.name);
        }
    }
}

#[test]
fn every_target_is_driven_by_the_fuzzer() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/fuzz_targets");
    for target in TARGETS {
        let path = format!("{folder}/{}.rs", target.name);
        let text = std::fs::read_to_string(&path).expect("a file for each target");
        assert!(
            text.contains(&format!("soko_fuzz::{}", target.name)),
            "{path}"
        );
    }
}
