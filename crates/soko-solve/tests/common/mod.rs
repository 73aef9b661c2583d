//! Small random levels, and what an engine says of one.

// Each test uses a part of what is here.
use soko_core::{
    Bound, Level, Measure, Reach, SplitMix, SquareSet, Squares, State, pulls, random_level,
};
use soko_search::{Control, Limits};
use soko_solve::{Objective, Options, Outcome, Switch, solve};

/// The length in the measure asked for, pushes if none is; none if the level is
/// proved unsolvable.
pub fn cost(engine: &str, level: &Level, options: &Options) -> Option<u64> {
    let report = solve(engine, level, options, &mut Control::default()).unwrap();
    match report.outcome {
        Outcome::Solved(solution) => {
            let asked = options.objective.measure();
            let measure = asked.unwrap_or(Measure::Pushes);
            let cost = measure.of(solution.metrics());
            if asked.is_some() && options.switches.is_on(Switch::Areas) {
                let bound = Bound {
                    at_least: cost,
                    measure,
                };
                let bound = Some(bound).filter(|_| cost > 0);
                assert_eq!(solution.optimal, asked, "{engine}");
                assert_eq!(report.lower_bound, bound, "{engine}\n{}", level.setup());
            }
            Some(cost)
        }
        Outcome::Unsolvable => {
            assert_eq!(report.lower_bound, None, "{engine}");
            None
        }
        other => panic!("{engine}: {other:?}\n{}", level.setup()),
    }
}

pub fn asking(objective: Objective) -> Options {
    Options::asking(objective)
}

/// Random levels whose whole space of pushes is small.
pub fn levels(seed: u64, n: usize) -> Vec<Level> {
    levels_small_for("greco-pushes", seed, n)
}

/// Random levels that an engine is soon done with. Three of four are played
/// backwards from their goals, so they have solutions; some have goals to spare.
pub fn levels_small_for(engine: &str, seed: u64, n: usize) -> Vec<Level> {
    let mut random = SplitMix(seed);
    let mut levels = Vec::new();
    while levels.len() < n {
        let width = 6 + random.below(4) as u32;
        let height = 5 + random.below(3) as u32;
        let mut level = random_level(&mut random, width, height, 4);
        if random.below(4) > 0 {
            level = played_backwards(&level, &mut random);
        }
        let limits = Limits {
            expansions: Some(2000),
            ..Limits::default()
        };
        let options = Options::default();
        let report = solve(engine, &level, &options, &mut Control::new(limits)).unwrap();
        // Most random levels are dead at once; keep few of those.
        let is_dull = report.counters.generated < 20 && random.below(10) > 0;
        if !matches!(report.outcome, Outcome::Stopped(_)) && !is_dull {
            levels.push(level);
        }
    }
    levels
}

/// A start from which the level's goals can be filled.
fn played_backwards(level: &Level, random: &mut SplitMix) -> Level {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let goals = board.goals().iter().take(level.n_boxes());
    let mut boxes = SquareSet::of(board.n_squares(), goals);
    let areas = reach.areas(&boxes);
    let Some(area) = areas.get(random.below(areas.len().max(1))) else {
        return level.clone();
    };
    let mut man = area.lowest().expect("areas are not empty");
    for _ in 0..30 {
        let area = reach.area(&boxes, man);
        let all: Vec<_> = pulls(board, &boxes, &area).collect();
        if all.is_empty() {
            break;
        }
        let pull = all[random.below(all.len())];
        boxes.shift(pull.from, pull.to(board).unwrap());
        man = pull.man_after(board).unwrap();
    }
    level.with_start(&State { boxes, man })
}
