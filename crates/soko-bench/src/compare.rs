//! Two runs beside each other, by what matters first.
//!
//! Solved levels come first: whoever solves more is better, whatever the rest
//! says. Then expansions on the levels that both solved, as they are the same on
//! every machine. Time comes last. Ratios are geometric means over levels, so that
//! one hard level does not drown the others; totals stand beside them.
//!
//! Runs can also contradict each other: one proves what another refutes. Both
//! cannot be right, so [`Comparison::conflicts`] names such levels before anything
//! is compared.

use crate::table::{TextTable, grouped, ratio, seconds};
use crate::{EngineSpec, Record, Verdict};
use soko_core::Measure;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A level, by collection and number.
pub type LevelKey = (String, usize);

/// All records of one engine with one goal in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// What tells it from the others.
    pub name: String,
    /// Its record for each level; of several, the last.
    pub records: BTreeMap<LevelKey, Record>,
}

impl Contestant {
    /// Its name without the seed of its engine, and the seed; an engine that is none of
    /// ours has none.
    pub(crate) fn name_and_seed(&self) -> (String, u64) {
        let engine = self.records.values().next().map(|record| &record.engine);
        let spec = engine.and_then(|engine| engine.parse::<EngineSpec>().ok());
        let (Some(engine), Some(spec)) = (engine, spec) else {
            return (self.name.clone(), 0);
        };
        let seed = spec.seed;
        let seedless = EngineSpec { seed: 0, ..spec }.to_string();
        (self.name.replace(engine, &seedless), seed)
    }
}

/// Sorts the records of named runs by engine and goal, in the order of their
/// first appearance. Names say as much as is needed to tell them apart.
pub fn contestants(runs: &[(String, Vec<Record>)]) -> Vec<Contestant> {
    // 1. Records by run, engine and goal.
    type Identity = (String, String, String);
    let mut sorted: Vec<(Identity, BTreeMap<LevelKey, Record>)> = Vec::new();
    for (run, records) in runs {
        for record in records {
            let goal = record.goal.name().to_owned();
            let identity = (run.clone(), record.engine.clone(), goal);
            let index = sorted
                .iter()
                .position(|(other, _)| *other == identity)
                .unwrap_or_else(|| {
                    sorted.push((identity, BTreeMap::new()));
                    sorted.len() - 1
                });
            let key = (record.collection.clone(), record.level);
            sorted[index].1.insert(key, record.clone());
        }
    }
    // 2. Names: what all have in common is left away.
    let distinct = |part: fn(&Identity) -> &str| {
        let parts: BTreeSet<&str> = sorted.iter().map(|(identity, _)| part(identity)).collect();
        parts.len() > 1
    };
    let (show_run, show_goal) = (distinct(|id| &id.0), distinct(|id| &id.2));
    let name = |(run, engine, goal): &Identity| {
        let mut name = engine.clone();
        if show_goal {
            name += &format!(" ({goal})");
        }
        if show_run {
            name = format!("{run}: {name}");
        }
        name
    };
    let names: Vec<String> = sorted.iter().map(|(identity, _)| name(identity)).collect();
    names
        .into_iter()
        .zip(sorted)
        .map(|(name, (_, records))| Contestant { name, records })
        .collect()
}

/// How one contestant did on its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The contestant.
    pub name: String,
    /// Levels tried.
    pub levels: usize,
    /// Levels solved.
    pub solved: usize,
    /// Solutions proved the shortest.
    pub optimal: usize,
    /// Levels proved unsolvable.
    pub unsolvable: usize,
    /// Levels without an answer.
    pub open: usize,
    /// States expanded on the solved levels.
    pub expanded: u64,
    /// Seconds on the solved levels.
    pub seconds: f64,
}

impl Standing {
    fn of(contestant: &Contestant) -> Standing {
        let records = || contestant.records.values();
        let solved = || records().filter(|record| record.is_solved());
        let count = |verdicts: &[Verdict]| {
            let in_list = |record: &&Record| verdicts.contains(&record.outcome);
            records().filter(in_list).count()
        };
        Standing {
            name: contestant.name.clone(),
            levels: contestant.records.len(),
            solved: solved().count(),
            optimal: solved().filter(|record| record.optimal.is_some()).count(),
            unsolvable: count(&[Verdict::Unsolvable]),
            open: count(&[Verdict::Stopped, Verdict::Incomplete]),
            expanded: solved().map(|record| record.expanded).sum(),
            seconds: solved().map(|record| record.seconds).sum(),
        }
    }
}

/// A quantity of two contestants on the levels that both solved, as far as both
/// counted it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums {
    /// The sum for the first.
    pub first: f64,
    /// The sum for the second.
    pub second: f64,
    /// The geometric mean over levels of second divided by first.
    pub mean_ratio: f64,
}

impl Sums {
    fn of(pairs: &[(f64, f64)]) -> Sums {
        let logarithms: f64 = pairs.iter().map(|(a, b)| (b / a).ln()).sum();
        Sums {
            first: pairs.iter().map(|pair| pair.0).sum(),
            second: pairs.iter().map(|pair| pair.1).sum(),
            mean_ratio: (logarithms / pairs.len().max(1) as f64).exp(),
        }
    }
}

/// Two contestants level by level.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// The first, against which the second is measured.
    pub first: String,
    /// The second.
    pub second: String,
    /// Levels that both tried.
    pub tried: usize,
    /// Levels that both solved.
    pub both: usize,
    /// Levels that only the first solved.
    pub only_first: Vec<LevelKey>,
    /// Levels that only the second solved.
    pub only_second: Vec<LevelKey>,
    /// Expansions on the levels that both solved.
    pub expanded: Sums,
    /// Time on the levels that both solved.
    pub seconds: Sums,
    /// Pushes on the levels that both solved.
    pub pushes: Sums,
    /// Whether the second is left to the table over seeds ([`crate::OverSeeds`]): with the
    /// seed of the first it is there as well.
    pub is_of_seeds: bool,
}

impl Duel {
    fn of(first: &Contestant, second: &Contestant) -> Duel {
        let pairs: Vec<(&LevelKey, &Record, &Record)> = first
            .records
            .iter()
            .filter_map(|(key, a)| Some((key, a, second.records.get(key)?)))
            .collect();
        let only = |wanted: fn(&Record, &Record) -> bool| {
            let levels = pairs.iter().filter(|(_, a, b)| wanted(a, b));
            levels.map(|(key, ..)| (*key).clone()).collect::<Vec<_>>()
        };
        let both: Vec<(&Record, &Record)> = pairs
            .iter()
            .filter(|(_, a, b)| a.is_solved() && b.is_solved())
            .map(|&(_, a, b)| (a, b))
            .collect();
        let measure = |value: fn(&Record) -> f64| {
            let values = both.iter().map(|(a, b)| (value(a), value(b)));
            // Zero stands for a figure that nobody counted.
            let known: Vec<(f64, f64)> = values.filter(|(a, b)| a * b > 0.0).collect();
            Sums::of(&known)
        };
        Duel {
            first: first.name.clone(),
            second: second.name.clone(),
            tried: pairs.len(),
            both: both.len(),
            only_first: only(|a, b| a.is_solved() && !b.is_solved()),
            only_second: only(|a, b| !a.is_solved() && b.is_solved()),
            expanded: measure(|record| record.expanded as f64),
            // Below a tenth of a millisecond the clock tells nothing.
            seconds: measure(|record| record.seconds.max(1e-4)),
            pushes: measure(|record| record.pushes.unwrap_or(0) as f64),
            is_of_seeds: false,
        }
    }
}

/// The first against each of the others.
fn duels(contestants: &[Contestant]) -> Vec<Duel> {
    let Some((first, others)) = contestants.split_first() else {
        return Vec::new();
    };
    let seed = first.name_and_seed().1;
    let all = contestants.iter().map(Contestant::name_and_seed);
    let with_seed: BTreeSet<String> = all.filter(|c| c.1 == seed).map(|c| c.0).collect();
    let duel = |other: &Contestant| {
        let (name, of_other) = other.name_and_seed();
        Duel {
            is_of_seeds: of_other != seed && with_seed.contains(&name),
            ..Duel::of(first, other)
        }
    };
    others.iter().map(duel).collect()
}

/// A level on which two records cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The level.
    pub level: LevelKey,
    /// What contradicts what.
    pub message: String,
}

/// Everything that is to be said about some contestants.
///
/// ```
/// use soko_bench::{Comparison, Record, Verdict, contestants};
/// let record = |engine, level, outcome| {
///     let mut record = Record::new("some levels", level, None, engine);
///     record.outcome = outcome;
///     record
/// };
/// let records = vec![
///     record("old", 1, Verdict::Solved),
///     record("old", 2, Verdict::Solved),
///     record("new", 1, Verdict::Solved),
///     record("new", 2, Verdict::Stopped),
/// ];
/// let comparison = Comparison::of(&contestants(&[("run".to_owned(), records)]));
/// assert_eq!(comparison.duels[0].only_first, [("some levels".to_owned(), 2)]);
/// assert!(!comparison.nothing_lost());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Each on its own.
    pub standings: Vec<Standing>,
    /// The first against each of the others.
    pub duels: Vec<Duel>,
    /// Where records contradict each other.
    pub conflicts: Vec<Conflict>,
    /// Levels whose shortest solution at least two of them proved, with the same
    /// length.
    pub agreed: usize,
}

impl Comparison {
    /// Compares the first contestant with each of the others.
    pub fn of(contestants: &[Contestant]) -> Comparison {
        Comparison {
            standings: contestants.iter().map(Standing::of).collect(),
            duels: duels(contestants),
            conflicts: conflicts(contestants),
            agreed: agreed(contestants),
        }
    }

    /// Whether every other contestant solves all that the first solves, and no
    /// records contradict each other.
    pub fn nothing_lost(&self) -> bool {
        self.conflicts.is_empty() && self.duels.iter().all(|duel| duel.only_first.is_empty())
    }

    /// Whether there is something to agree on and no records contradict each
    /// other.
    pub fn all_agree(&self) -> bool {
        self.conflicts.is_empty() && self.agreed > 0
    }
}

type ByLevel<'a> = BTreeMap<&'a LevelKey, Vec<(&'a str, &'a Record)>>;

fn by_level(contestants: &[Contestant]) -> ByLevel<'_> {
    let mut by_level = ByLevel::new();
    for contestant in contestants {
        for (key, record) in &contestant.records {
            let entry = by_level.entry(key).or_default();
            entry.push((&contestant.name, record));
        }
    }
    by_level
}

fn agreed(contestants: &[Contestant]) -> usize {
    let is_agreed = |records: &Vec<(&str, &Record)>| {
        Measure::ALL.into_iter().any(|measure| {
            let proved = records.iter().filter(|(_, r)| r.optimal == Some(measure));
            let mut lengths: Vec<_> = proved.map(|(_, r)| length(r, measure)).collect();
            let several = lengths.len() > 1;
            lengths.dedup();
            several && lengths.len() == 1
        })
    };
    by_level(contestants)
        .values()
        .filter(|records| is_agreed(records))
        .count()
}

fn length(record: &Record, measure: Measure) -> Option<u64> {
    match measure {
        Measure::Pushes => record.pushes,
        Measure::Moves => record.moves,
    }
}

fn conflicts(contestants: &[Contestant]) -> Vec<Conflict> {
    let mut found = Vec::new();
    for (level, records) in by_level(contestants) {
        let mut add = |message| {
            let level = level.clone();
            found.push(Conflict { level, message });
        };
        let with = |verdict| records.iter().find(|(_, record)| record.outcome == verdict);
        if let (Some((a, _)), Some((b, _))) = (with(Verdict::Solved), with(Verdict::Unsolvable)) {
            add(format!("{a} solves it, {b} calls it unsolvable"));
        }
        for measure in Measure::ALL {
            if let Some(message) = refuted_bound(&records, measure) {
                add(message);
            }
        }
    }
    found
}

/// A claim about the shortest solution that a shorter one refutes.
fn refuted_bound(records: &[(&str, &Record)], measure: Measure) -> Option<String> {
    let lengths = records.iter();
    let lengths = lengths.filter_map(|(n, r)| Some((length(r, measure)?, *n)));
    let (best, finder) = lengths.min()?;
    let claims = records.iter().flat_map(|(name, record)| {
        let optimal = (record.optimal == Some(measure))
            .then(|| length(record, measure))
            .flatten();
        let bound = record.lower_bound.filter(|b| b.measure == measure);
        let bound = bound.map(|bound| bound.at_least);
        [optimal, bound].into_iter().flatten().map(|n| (n, *name))
    });
    let (claimed, claimant) = claims.max()?;
    (claimed > best).then(|| {
        format!("{claimant} says at least {claimed} {measure}, {finder} solves it with {best}")
    })
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for conflict in &self.conflicts {
            let (collection, level) = &conflict.level;
            writeln!(
                f,
                "CONTRADICTION on {collection} {level}: {}",
                conflict.message
            )?;
        }
        // Contradictions stand first; then each on its own, then pairs.
        let mut table = TextTable::new([
            "run",
            "levels",
            "solved",
            "optimal",
            "unsolvable",
            "open",
            "expanded",
            "seconds",
        ]);
        for standing in &self.standings {
            table.row([
                standing.name.clone(),
                standing.levels.to_string(),
                standing.solved.to_string(),
                standing.optimal.to_string(),
                standing.unsolvable.to_string(),
                standing.open.to_string(),
                grouped(standing.expanded),
                seconds(standing.seconds),
            ]);
        }
        writeln!(f, "{table}")?;
        writeln!(
            f,
            "Expanded and seconds are sums over the levels that each solved."
        )?;
        if self.agreed > 0 {
            writeln!(
                f,
                "Proved shortest by two or more, with one length: {} levels.",
                self.agreed
            )?;
        }
        for duel in self.duels.iter().filter(|duel| !duel.is_of_seeds) {
            writeln!(f)?;
            write_duel(f, duel)?;
        }
        Ok(())
    }
}

fn write_duel(f: &mut fmt::Formatter<'_>, duel: &Duel) -> fmt::Result {
    let Duel { first, second, .. } = duel;
    writeln!(
        f,
        "{second} against {first}, {} levels in common",
        duel.tried
    )?;
    writeln!(f, "  solved by both: {}", duel.both)?;
    writeln!(f, "  only {first}: {}", list(&duel.only_first))?;
    writeln!(f, "  only {second}: {}", list(&duel.only_second))?;
    if duel.both == 0 {
        return Ok(());
    }
    // What nobody counted has no row.
    let mut table = TextTable::new([
        "  on the levels both solved",
        "first, in all",
        "second, in all",
        "ratio of sums",
        "mean ratio",
    ]);
    let mut row = |name: &str, measure: &Sums, show: fn(f64) -> String| {
        if measure.first == 0.0 {
            return;
        }
        table.row([
            format!("  {name}"),
            show(measure.first),
            show(measure.second),
            ratio(measure.second / measure.first),
            ratio(measure.mean_ratio),
        ]);
    };
    row("expansions", &duel.expanded, |n| grouped(n as u64));
    row("seconds", &duel.seconds, seconds);
    row("pushes", &duel.pushes, |n| grouped(n as u64));
    write!(f, "{table}")
}

/// Levels as people write them: `Microban_155 3, 17, 20 … (12)`.
fn list(levels: &[LevelKey]) -> String {
    const SHOWN: usize = 20;
    if levels.is_empty() {
        return "none".to_owned();
    }
    let mut text = format!("{} (", levels.len());
    let mut last = "";
    for (i, (collection, level)) in levels.iter().take(SHOWN).enumerate() {
        if i > 0 {
            text += ", ";
        }
        if collection != last {
            text += collection;
            text += " ";
            last = collection;
        }
        text += &level.to_string();
    }
    if levels.len() > SHOWN {
        text += ", …";
    }
    text + ")"
}
