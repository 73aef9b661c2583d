//! The signature: every engine, and each strategy of the champion alone, on a few
//! small and middle levels, by expansions.
//!
//! Nothing here depends on the clock, so the counts are the same on every machine.
//! They are stored line by line in `data/signature.txt`, with one checksum over
//! all. A change that should not touch any search leaves the file as it is; one that
//! means to change a search writes it anew (`make signature`) and says why.

use soko_bench::suite;
use soko_core::Level;
use soko_search::{Control, Limits};
use soko_solve::champion::STRATEGY_NAMES;
use soko_solve::{ENGINES, Options, solve};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// Small levels, for engines that go through all states.
const SMALL: &[(&str, &[usize])] = &[
    ("Microban_155", &[1, 5, 17, 36, 44, 69, 93, 144]),
    ("Microban_II_135", &[10, 62]),
];
/// Levels with goal rooms, long ways and many boxes, for the champion's strategies.
const MIDDLE: &[(&str, &[usize])] = &[
    ("Microban_155", &[36, 153]),
    ("XSokoban_90", &[1, 3, 6, 12, 22, 30, 61]),
    ("Sasquatch_50", &[5, 9]),
    ("Holland_81", &[4]),
];
/// States that each engine may expand on a small level.
const SMALL_EXPANSIONS: u64 = 3_000;
/// States that a strategy along a plan may expand on a middle level.
const MIDDLE_EXPANSIONS: u64 = 400;
/// The same for strategies whose states cost little.
const CHEAP_EXPANSIONS: u64 = 2_000;
/// States that all strategies together may expand: enough for several rounds of turns.
const PORTFOLIO_EXPANSIONS: u64 = 6_000;

const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/signature.txt");

/// One engine or strategy, and what it is asked.
struct Contestant {
    label: String,
    engine: &'static str,
    options: Options,
    expansions: u64,
    levels: &'static [(&'static str, &'static [usize])],
}

/// What it did on all its levels.
struct Line {
    label: String,
    n_solved: usize,
    n_levels: usize,
    expanded: u64,
    generated: u64,
    /// Over outcome, counts and solution of each level.
    checksum: u64,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solved = format!("{}/{}", self.n_solved, self.n_levels);
        write!(
            f,
            "{:<34} solved {solved:>5}  expanded {:>6}  generated {:>7}  {:016x}",
            self.label, self.expanded, self.generated, self.checksum
        )
    }
}

/// Mixes bytes into a checksum (FNV-1a).
fn mix(checksum: &mut u64, text: &str) {
    for byte in text.bytes() {
        *checksum = (*checksum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
}

const FRESH: u64 = 0xcbf2_9ce4_8422_2325;

fn contestants() -> Vec<Contestant> {
    let engines = ENGINES.iter().flat_map(|entry| {
        entry.objectives.iter().map(|&objective| Contestant {
            label: format!("{} {}", entry.name, objective.name()),
            engine: entry.name,
            options: Options {
                objective,
                ..Options::default()
            },
            expansions: SMALL_EXPANSIONS,
            levels: SMALL,
        })
    });
    let strategies = STRATEGY_NAMES.iter().map(|&name| Contestant {
        label: format!("champion strategy {name}"),
        engine: "champion",
        options: Options {
            strategies: vec![name.into()],
            ..Options::default()
        },
        expansions: match name.starts_with("plan") {
            true => MIDDLE_EXPANSIONS,
            false => CHEAP_EXPANSIONS,
        },
        levels: MIDDLE,
    });
    let portfolio = Contestant {
        label: "champion portfolio".into(),
        engine: "champion",
        options: Options::default(),
        expansions: PORTFOLIO_EXPANSIONS,
        levels: MIDDLE,
    };
    engines.chain(strategies).chain([portfolio]).collect()
}

fn level(collection: &str, number: usize) -> Level {
    let entries = suite::collection(collection).expect("a public collection");
    Level::from_setup(entries[number - 1].setup.clone()).expect("a sound level")
}

fn run(contestant: &Contestant) -> Line {
    let mut line = Line {
        label: contestant.label.clone(),
        n_solved: 0,
        n_levels: 0,
        expanded: 0,
        generated: 0,
        checksum: FRESH,
    };
    for &(collection, numbers) in contestant.levels {
        for &number in numbers {
            line.add(contestant, &level(collection, number));
        }
    }
    line
}

impl Line {
    fn add(&mut self, contestant: &Contestant, level: &Level) {
        let mut control = Control::new(Limits {
            expansions: Some(contestant.expansions),
            ..Limits::default()
        });
        let report = solve(contestant.engine, level, &contestant.options, &mut control);
        let report = report.expect("the engine runs");
        let (expanded, generated) = (report.counters.expanded, report.counters.generated);
        self.n_levels += 1;
        self.expanded += expanded;
        self.generated += generated;
        let mut told = format!("{} {expanded} {generated} ", report.outcome.name());
        if let Some(solution) = report.solution() {
            self.n_solved += 1;
            told.push_str(&solution.verified.lurd());
        }
        mix(&mut self.checksum, &told);
    }
}

/// All lines and the signature, made by two threads.
fn signature() -> String {
    let contestants = contestants();
    let waiting = Mutex::new(contestants.iter().enumerate());
    let done = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().unwrap().next();
                    let Some((index, contestant)) = next else {
                        break;
                    };
                    let line = run(contestant).to_string();
                    done.lock().unwrap().insert(index, line);
                }
            });
        }
    });
    let mut text = String::new();
    for line in done.into_inner().unwrap().values() {
        text += line;
        text.push('\n');
    }
    let mut checksum = FRESH;
    mix(&mut checksum, &text);
    text + &format!("signature {checksum:016x}\n")
}

#[test]
fn searches_are_what_they_were() {
    let made = signature();
    if std::env::var_os("SOKO_WRITE_SIGNATURE").is_some() {
        std::fs::write(STORED, &made).unwrap();
    }
    let stored = std::fs::read_to_string(STORED).unwrap_or_default();
    let differs =
        |(stored, made): (&str, &str)| (stored != made).then(|| format!("- {stored}\n+ {made}\n"));
    let lines = stored.lines().zip(made.lines());
    let differences: String = lines.filter_map(differs).collect();
    assert!(
        stored == made,
        "searches changed; if that is meant, `make signature` and say why:\n{differences}"
    );
}
