//! How reliable an engine is: the same levels run with many seeds.
//!
//! A search that draws lots is quick on a level with one seed and slow with another, so
//! that one run says little. Here all runs that differ by nothing but the seed are taken
//! together: the share of runs that were solved within 1, 10 and 60 seconds, with how many
//! seeds every level was solved, how long all levels took with a seed, and which levels
//! were missed.
//!
//! **The interval** beside a share is Wilson's, at 95 per cent, for as many draws as there
//! are runs. Runs of one level are draws with the same chance, runs of different levels
//! are not; shares of such strata scatter less than draws with one chance would, so the
//! interval is rather too wide than too narrow. It is about seeds: other levels are
//! another matter.
//!
//! Source: E. B. Wilson, Probable inference, the law of succession, and statistical
//! inference (1927).

use crate::Record;
use crate::compare::{Contestant, LevelKey};
use crate::table::{TextTable, seconds};
use std::cmp::Reverse;
use std::fmt;

/// The seconds at which solved runs are counted.
const WITHIN: [f64; 3] = [1.0, 10.0, 60.0];

/// The quantile of the normal distribution that leaves out 5 per cent on both sides
/// together.
const QUANTILE: f64 = 1.96;

/// So many of the levels that are missed most are named.
const MOST_MISSED: usize = 8;

/// A share of runs, between 0 and 1, and what it is likely to be with other seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share seen.
    pub seen: f64,
    /// The least that is likely.
    pub low: f64,
    /// The most that is likely.
    pub high: f64,
}

impl Share {
    /// So many of so many, at least one.
    pub fn of(part: usize, whole: usize) -> Share {
        let n = whole.max(1) as f64;
        let seen = part as f64 / n;
        let z = QUANTILE * QUANTILE / n;
        let middle = (seen + z / 2.0) / (1.0 + z);
        let half = (z * (seen * (1.0 - seen) + z / 4.0)).sqrt() / (1.0 + z);
        Share {
            seen,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Share { seen, low, high } = self;
        let [seen, low, high] = [seen, low, high].map(|share| 100.0 * share);
        write!(f, "{seen:.1}% ({low:.1} to {high:.1})")
    }
}

/// One engine with several seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct OverSeeds {
    /// The engine, without a seed.
    pub name: String,
    /// Its seeds.
    pub n_seeds: usize,
    /// Levels that were run with all of them.
    pub n_levels: usize,
    /// The runs solved within 1, 10 and 60 seconds.
    pub within: [Share; WITHIN.len()],
    /// Seeds with which every level was solved.
    pub n_whole: usize,
    /// Seconds for all levels, seed by seed, the least first.
    pub seconds: Vec<f64>,
    /// Levels that were missed, and with how many seeds; the most first.
    pub missed: Vec<(LevelKey, usize)>,
}

impl OverSeeds {
    /// Takes together those that differ by nothing but the seed; whoever has one seed
    /// alone, or seeds without a level in common, is left out.
    pub fn of(contestants: &[Contestant]) -> Vec<OverSeeds> {
        let mut groups: Vec<(String, Vec<&Contestant>)> = Vec::new();
        for contestant in contestants {
            let (name, _) = contestant.name_and_seed();
            match groups.iter_mut().find(|(other, _)| *other == name) {
                Some((_, group)) => group.push(contestant),
                None => groups.push((name, vec![contestant])),
            }
        }
        let several = groups.into_iter().filter(|(_, group)| group.len() > 1);
        several
            .map(|(name, group)| OverSeeds::of_group(name, &group))
            .filter(|over| over.n_levels > 0)
            .collect()
    }

    fn of_group(name: String, group: &[&Contestant]) -> OverSeeds {
        let levels = levels_of_all(group);
        let mut seeds: Vec<Vec<&Record>> = Vec::new();
        for seed in group {
            seeds.push(levels.iter().map(|key| &seed.records[key]).collect());
        }
        let n_runs = seeds.len() * levels.len();
        let within = WITHIN.map(|limit| {
            let is_in = |run: &&&Record| run.is_solved() && run.seconds_of_work() <= limit;
            Share::of(seeds.iter().flatten().filter(is_in).count(), n_runs)
        });
        let is_whole = |seed: &&Vec<&Record>| seed.iter().all(|run| run.is_solved());
        let n_whole = seeds.iter().filter(is_whole).count();
        let time = |seed: &Vec<&Record>| seed.iter().map(|run| run.seconds_of_work()).sum();
        let mut seconds: Vec<f64> = seeds.iter().map(time).collect();
        seconds.sort_by(f64::total_cmp);
        OverSeeds {
            name,
            n_seeds: seeds.len(),
            n_levels: levels.len(),
            within,
            n_whole,
            seconds,
            missed: missed(&levels, &seeds),
        }
    }

    fn seconds_of_all(&self) -> String {
        let mean = self.seconds.iter().sum::<f64>() / self.n_seeds as f64;
        let ends = [self.seconds.first(), self.seconds.last()];
        let [low, high] = ends.map(|end| end.copied().unwrap_or_default());
        format!("{} ({} to {})", seconds(mean), seconds(low), seconds(high))
    }
}

/// The levels that all of these have had: in a run that is not through yet others would
/// count for some seeds alone.
fn levels_of_all(group: &[&Contestant]) -> Vec<LevelKey> {
    let all_have = |key: &&LevelKey| group.iter().all(|c| c.records.contains_key(*key));
    group[0].records.keys().filter(all_have).cloned().collect()
}

/// The levels that were not solved with every seed, and with how many they were not.
fn missed(levels: &[LevelKey], seeds: &[Vec<&Record>]) -> Vec<(LevelKey, usize)> {
    let mut missed = Vec::new();
    for (index, level) in levels.iter().enumerate() {
        let n = seeds.iter().filter(|seed| !seed[index].is_solved()).count();
        if n > 0 {
            missed.push((level.clone(), n));
        }
    }
    missed.sort_by_key(|&(_, n)| Reverse(n));
    missed
}

/// A table of engines that were run with several seeds.
pub fn seeds_table(engines: &[OverSeeds]) -> String {
    let mut table = TextTable::new([
        "over seeds",
        "seeds",
        "levels",
        "solved in 1 s",
        "in 10 s",
        "in 60 s",
        "seeds with all",
        "seconds a seed",
    ]);
    for engine in engines {
        let [one, ten, sixty] = engine.within.map(|share| share.to_string());
        table.row([
            engine.name.clone(),
            engine.n_seeds.to_string(),
            engine.n_levels.to_string(),
            one,
            ten,
            sixty,
            engine.n_whole.to_string(),
            engine.seconds_of_all(),
        ]);
    }
    let mut text = table.to_string();
    for engine in engines.iter().filter(|engine| !engine.missed.is_empty()) {
        let missed = engine.missed.iter().take(MOST_MISSED);
        let missed = missed.map(|((collection, level), n)| format!("{collection} {level} ({n})"));
        let missed: Vec<String> = missed.collect();
        let more = engine.missed.len().saturating_sub(MOST_MISSED);
        let more = (more > 0).then(|| format!(" and {more} more"));
        let (name, more) = (&engine.name, more.unwrap_or_default());
        text += &format!("{name} missed: {}{more}\n", missed.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Verdict, contestants};

    fn record(engine: &str, level: usize, seconds: Option<f64>) -> Record {
        let mut record = Record::new("some", level, None, engine);
        record.seconds = seconds.unwrap_or(60.0);
        if seconds.is_some() {
            record.outcome = Verdict::Solved;
        }
        record
    }

    fn over(records: Vec<Record>) -> Vec<OverSeeds> {
        OverSeeds::of(&contestants(&[("run".to_owned(), records)]))
    }

    /// Against a table of Wilson's intervals: 8 of 10 are between 0.490 and 0.943.
    #[test]
    fn intervals_are_wilsons() {
        let near = |a: f64, b: f64| (a - b).abs() < 5e-4;
        let share = Share::of(8, 10);
        assert!(near(share.seen, 0.8) && near(share.low, 0.490) && near(share.high, 0.943));
        let none = Share::of(0, 20);
        assert!(near(none.low, 0.0) && near(none.high, 0.161), "{none:?}");
        let all = Share::of(20, 20);
        assert!(near(all.low, 1.0 - 0.161) && near(all.high, 1.0));
        assert_eq!(all.to_string(), "100.0% (83.9 to 100.0)");
    }

    #[test]
    fn runs_that_differ_by_the_seed_are_taken_together() {
        let found = over(vec![
            record("champion", 1, Some(0.5)),
            record("champion", 2, Some(20.0)),
            record("champion/seed-1", 1, Some(0.6)),
            record("champion/seed-1", 2, None),
            record("champion/seed-2/threads-2", 1, Some(0.1)),
            record("bfs", 1, Some(0.1)),
        ]);
        let [champion] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(champion.name, "champion");
        assert_eq!((champion.n_seeds, champion.n_levels), (2, 2));
        assert_eq!(champion.within.map(|share| share.seen), [0.5, 0.5, 0.75]);
        assert_eq!(champion.n_whole, 1);
        assert_eq!(champion.seconds, [20.5, 60.6]);
        assert_eq!(champion.missed, [(("some".to_owned(), 2), 1)]);
        let table = seeds_table(&found);
        assert!(table.contains("champion missed: some 2 (1)"), "{table}");
    }

    /// However an engine is written, its seed is all that is left away.
    #[test]
    fn seeds_stand_anywhere_in_a_name() {
        let found = over(vec![
            record("champion/threads-2", 1, Some(0.1)),
            record("champion/seed-2/threads-2", 1, Some(0.1)),
            record("champion/seed-2", 1, Some(0.1)),
        ]);
        let names: Vec<(&str, usize)> = found.iter().map(|o| (&*o.name, o.n_seeds)).collect();
        assert_eq!(names, [("champion/threads-2", 2)]);
    }

    /// A level that one of the seeds has not had yet counts for none.
    #[test]
    fn levels_that_all_seeds_have_had_count() {
        let found = over(vec![
            record("champion", 1, Some(0.5)),
            record("champion", 2, None),
            record("champion/seed-9", 1, Some(0.5)),
        ]);
        assert_eq!(found[0].n_levels, 1);
        assert_eq!(found[0].n_whole, 2);
        assert_eq!(found[0].missed, []);
        let none = over(vec![
            record("champion", 1, Some(0.5)),
            record("champion/seed-9", 2, Some(0.5)),
        ]);
        assert_eq!(none, []);
    }
}
