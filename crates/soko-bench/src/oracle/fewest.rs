//! Every "fewest" and every bound behind it, held against exhaustive search.
//!
//! The engine `optimal` proves the fewest pushes and the fewest moves of small levels,
//! as it is and without each technique that it reads, and `astar` does with each
//! admissible heuristic: all must say what exhaustive search says ([`Truth`]), or that
//! there is no solution. And every heuristic is asked about every state of the whole
//! graph, where that is small enough, and must keep what its entry promises. Some levels
//! are symmetric, which few are by chance.

use super::bounds::Truth;
use super::generate::pulled_level;
use soko_core::{Level, Measure, SplitMix, SquareSet, random_level};
use soko_search::{Control, Heuristic, Space};
use soko_solve::heuristic::{HEURISTICS, HeuristicEntry, Named};
use soko_solve::space::{Placement, PushSpace, WalkAndPushSpace};
use soko_solve::testing::{NOTHING_LEFT_OUT, WholeGraph, broken_promises, mirrored_level};
use soko_solve::{Objective, Options, Outcome, Switches, engine_named, solve};

/// What came of many proofs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FewestRuns {
    /// Levels looked at.
    pub levels: u64,
    /// Proofs of the fewest pushes, of the fewest moves, and that there is no solution.
    pub proofs: [u64; 3],
    /// Whole graphs on which the heuristics were asked, and their states.
    pub graphs: u64,
    /// States asked about, each in every heuristic that fits.
    pub states: u64,
    /// What was wrong, with the level and how to do it again.
    pub faults: Vec<String>,
}

/// A small level, with a solution or not, symmetric or not, and the truth about it.
pub fn level_with_truth(random: &mut SplitMix, most_states: usize) -> (Level, Truth) {
    loop {
        let level = match random.below(3) {
            0 => random_level(random, 8, 7, 3),
            1 => mirrored_level(random),
            _ => pulled_level(random),
        };
        if let Some(truth) = Truth::of(&level, most_states) {
            return (level, truth);
        }
    }
}

impl FewestRuns {
    /// Holds all proofs and all bounds of a level against the truth.
    ///
    /// # Panics
    ///
    /// If there is no engine `optimal`.
    pub fn add(&mut self, level: &Level, truth: Truth) {
        self.levels += 1;
        for measure in Measure::ALL {
            // 1. The engine, as it is and without each technique.
            let objective = Objective::Fewest(measure);
            let entry = engine_named("optimal").expect("it is in the catalogue");
            let reads = (entry.reads)(objective).switches;
            let without = reads.iter().map(|switch| Switches::ALL.without(switch));
            for switches in [Switches::ALL].into_iter().chain(without) {
                let options = Options {
                    switches,
                    ..asking(measure)
                };
                self.prove("optimal", level, &options, measure, truth);
            }
            // 2. A* with each bound.
            let fits =
                |entry: &&HeuristicEntry| entry.claims(measure).is_some_and(|c| c.admissible);
            for entry in HEURISTICS.iter().filter(fits) {
                let options = Options {
                    heuristic: Some(entry.name.to_owned()),
                    ..asking(measure)
                };
                self.prove("astar", level, &options, measure, truth);
            }
        }
        // 3. The bounds themselves, in every state.
        self.ask(
            PushSpace::new(level, &NOTHING_LEFT_OUT),
            level,
            Measure::Pushes,
        );
        self.ask(
            WalkAndPushSpace::new(level, &NOTHING_LEFT_OUT),
            level,
            Measure::Moves,
        );
    }

    fn prove(
        &mut self,
        engine: &str,
        level: &Level,
        options: &Options,
        measure: Measure,
        truth: Truth,
    ) {
        let fewest = truth.of_measure(measure);
        let what = match solve(engine, level, options, &mut Control::default()) {
            Err(error) => error.to_string(),
            Ok(report) => match (&report.outcome, fewest) {
                (Outcome::Unsolvable, None) => {
                    self.proofs[2] += 1;
                    return;
                }
                (Outcome::Solved(solution), Some(fewest))
                    if solution.optimal == Some(measure)
                        && measure.of(solution.metrics()) == fewest =>
                {
                    self.proofs[usize::from(measure == Measure::Moves)] += 1;
                    return;
                }
                (other, _) => format!("{other:?}"),
            },
        };
        let how = format!("{engine} {options:?}\n{}", level.setup());
        self.faults
            .push(format!("{fewest:?} {measure} are so: {what}: {how}"));
    }

    fn ask<P: Space<State = Placement<SquareSet>>>(
        &mut self,
        space: P,
        level: &Level,
        measure: Measure,
    ) {
        let Some(graph) = WholeGraph::explore(space) else {
            return;
        };
        self.graphs += 1;
        for entry in HEURISTICS {
            let Ok(mut guess) = Named::new(entry.name, level.board(), measure, "oracle") else {
                continue;
            };
            self.states += graph.states.len() as u64;
            let promised = Heuristic::<P>::claims(&guess);
            let broken = broken_promises::<P>(&graph, &mut guess);
            let both = promised.and(broken);
            if both.admissible || both.consistent || both.safe {
                let how = format!("{} in {measure}\n{}", entry.name, level.setup());
                self.faults.push(format!("broken promises {both:?}: {how}"));
            }
        }
    }
}

fn asking(measure: Measure) -> Options {
    Options {
        objective: Objective::Fewest(measure),
        ..Options::default()
    }
}
