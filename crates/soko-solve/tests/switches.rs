//! What a switch does and does not: every engine gives the same answers without each
//! technique that it reads, each such switch changes its search somewhere, and options
//! that it does not read are refused.

use crate::common::{asking, cost, levels};
use soko_core::{Level, SquareSet, State};
use soko_search::{Claims, Control, Limits};
use soko_solve::champion::Weights;
use soko_solve::deadlock::{Patterns, Query, Technique};
use soko_solve::own::{OwnDeadlock, OwnHeuristic};
use soko_solve::{
    Choice, ENGINES, EngineEntry, Gap, Objective, Options, Outcome, SolveError, Switch, Switches,
    engine_named, solve,
};

fn with_switches(switches: Switches, objective: Objective) -> Options {
    Options {
        switches,
        ..asking(objective)
    }
}

/// What a run with so many expansions did. Notes are left out: they name what was
/// asked, and what matters is what came of it.
fn trace(entry: &EngineEntry, level: &Level, options: &Options) -> String {
    let limits = Limits {
        expansions: Some(300),
        ..Limits::default()
    };
    let report = solve(entry.name, level, options, &mut Control::new(limits)).unwrap();
    format!("{:?} {:?}", report.outcome, report.counters)
}

/// Positions that single deadlock tests know: a closed diagonal, two boxes for one goal
/// on a wall, a goal behind frozen boxes; and a board that is symmetric.
const KNOWN: [&str; 4] = [
    "########\n# $    #\n#$ $   #\n# $ #  #\n## #. .#\n#  @.. #\n########",
    "########\n# $ $. #\n#      #\n# .@   #\n########",
    "########\n#.**   #\n###*   #\n#   $  #\n#     @#\n########",
    "#######\n#. @ .#\n# $ $ #\n#     #\n#######",
];

/// Ways to run an engine in one of which a switch should show: as it is; without the
/// turns of a proof that end small levels before the champion; without the deadlock tests that would find what another one misses; with one of them, from which
/// sets are learned; and with the champion's last resort alone.
fn ways_to_show(entry: &EngineEntry, objective: Objective) -> Vec<Options> {
    let reads = (entry.reads)(objective);
    let plain = asking(objective);
    let tests = Technique::ALL.map(Switch::Test).into_iter();
    let tests = tests.filter(|&test| reads.switches.is_on(test));
    let alone = match reads.switches.is_on(Switch::Shorter) {
        true => Switches::ALL.without(Switch::Shorter),
        false => Switches::ALL,
    };
    let bare = tests.fold(alone, Switches::without);
    let corral = bare.with(Switch::Test(Technique::Corral));
    let others = [alone, bare, corral].map(|switches| with_switches(switches, objective));
    let mut ways = vec![plain.clone()];
    ways.extend(others);
    if reads.choices.contains(&Choice::Strategies) {
        ways.push(Options {
            strategies: vec!["exact".into()],
            ..plain
        });
    }
    ways
}

#[test]
fn every_switch_that_an_engine_reads_changes_its_search() {
    let mut levels: Vec<Level> = KNOWN.map(|text| text.parse().unwrap()).to_vec();
    levels.extend(crate::common::levels(7, 150));
    let mut idle = Vec::new();
    for entry in ENGINES {
        for &objective in entry.objectives {
            let ways = ways_to_show(entry, objective);
            // There are no layers where expansions are limited, as they are here.
            let switches = (entry.reads)(objective).switches.without(Switch::Middle);
            for switch in switches.iter() {
                let shows = |level: &Level, way: &Options| {
                    let [on, off] = [way.switches.with(switch), way.switches.without(switch)];
                    let run = |switches| {
                        let way = way.clone();
                        trace(entry, level, &Options { switches, ..way })
                    };
                    run(on) != run(off)
                };
                let mut pairs = ways
                    .iter()
                    .flat_map(|way| levels.iter().map(move |l| (l, way)));
                if !pairs.any(|(level, way)| shows(level, way)) {
                    idle.push((entry.name, objective.name(), switch.name()));
                }
            }
        }
    }
    assert_eq!(idle, [], "these change nothing");
}

/// An engine that proves what it says says the same without any one technique.
#[test]
fn switching_a_technique_off_changes_no_answer() {
    for level in levels(3, 100) {
        let truth = cost("greco-pushes", &level, &asking(Objective::PUSHES));
        let proving = ENGINES.iter().filter(|entry| entry.complete);
        for entry in proving.filter(|e| e.objectives.contains(&Objective::PUSHES)) {
            for switch in (entry.reads)(Objective::PUSHES).switches.iter() {
                if (switch, entry.name) == (Switch::Areas, "movers") {
                    continue;
                }
                let options = with_switches(Switches::ALL.without(switch), Objective::PUSHES);
                let found = cost(entry.name, &level, &options);
                let (engine, name) = (entry.name, switch.name());
                assert_eq!(found, truth, "{engine} without {name}\n{}", level.setup());
            }
        }
    }
}

/// The champion stays honest without any one technique: it calls no level unsolvable
/// that has a solution, and solves these small ones.
#[test]
fn the_champion_is_right_without_any_technique() {
    for (i, level) in levels(8, 60).iter().enumerate() {
        let is_solvable = cost("bfs", level, &asking(Objective::PUSHES)).is_some();
        // A few switches a level, in turn, so that all have had their levels.
        let reads = (engine_named("champion").unwrap().reads)(Objective::Any);
        for switch in reads.switches.iter().skip(i % 4).step_by(4) {
            let name = switch.name();
            // With a proof before and after it, and alone.
            for all in [Switches::ALL, Switches::ALL.without(Switch::Shorter)] {
                let options = with_switches(all.without(switch), Objective::Any);
                let report = solve("champion", level, &options, &mut Control::default()).unwrap();
                let found = match report.outcome {
                    Outcome::Solved(_) => true,
                    Outcome::Unsolvable => false,
                    other => panic!("without {name}: {other:?}\n{}", level.setup()),
                };
                assert_eq!(found, is_solvable, "without {name}\n{}", level.setup());
            }
        }
    }
}

#[test]
fn options_that_an_engine_does_not_read_are_refused() {
    let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    let choices = |choice: Choice| {
        let mut options = Options::default();
        match choice {
            Choice::Heuristic => options.heuristic = Some("on-switches".into()),
            Choice::OwnHeuristic => {
                let blind = OwnHeuristic::new("blind", Claims::ALL, |_| |_: &State| Some(0));
                options = options.with_heuristic(blind);
            }
            Choice::OwnDeadlock => {
                let idle = OwnDeadlock::sound("idle", |_| |_: &Query<SquareSet>| false);
                options = options.with_deadlock(idle);
            }
            Choice::Strategies => options.strategies = vec!["backward".into()],
            Choice::Values => options.values = Weights::ROUND,
            Choice::Patterns => options.patterns = Patterns::of_text("$$\n$$"),
            Choice::DeadSets => options.dead_sets = Some(Vec::new()),
            Choice::Backward => options.backward = Some(10),
            Choice::Table => options.table = Some(1 << 12),
            Choice::Gap => options.gap = Some(Gap(500)),
            Choice::Threads => options.threads = 2,
            Choice::Seed => options.seed = 1,
        }
        options
    };
    for entry in ENGINES {
        for &objective in entry.objectives {
            let reads = (entry.reads)(objective);
            let run = |options: Options| {
                let options = Options {
                    objective,
                    ..options
                };
                solve(entry.name, &level, &options, &mut Control::default())
            };
            for switch in Switch::all() {
                let ran = run(with_switches(Switches::ALL.without(switch), objective));
                let is_read = reads.switches.is_on(switch);
                assert_eq!(ran.is_ok(), is_read, "{} {}", entry.name, switch.name());
            }
            for choice in Choice::ALL {
                let ran = run(choices(choice));
                let is_read = reads.choices.contains(&choice);
                // The heuristic may not fit the measure, but it is looked at.
                let is_refused = matches!(ran, Err(SolveError::Unread { .. }));
                assert_eq!(is_refused, !is_read, "{} {}", entry.name, choice.name());
            }
        }
    }
}

#[test]
fn a_refusal_says_what_the_engine_takes() {
    let told = |engine: &str, options: &Options| {
        let entry = engine_named(engine).unwrap();
        entry.check(options).unwrap_err().to_string()
    };
    let guess = Options {
        heuristic: Some("on-switches".into()),
        ..Options::default()
    };
    let corral = Switch::Test(Technique::Corral);
    let corral = with_switches(Switches::ALL.without(corral), Objective::Any);
    assert_eq!(
        told("bfs", &guess),
        "the engine bfs does not use the heuristic; it takes the switches \
         dead-squares, freeze, tunnels, areas"
    );
    assert_eq!(
        told("nash", &corral),
        "the engine nash does not use the switch corral; it takes heuristic, \
         the switches dead-squares, visited"
    );
    // Trusted keys prove nothing, so nobody can ask for a proof with them.
    let table = Options {
        table: Some(1 << 20),
        ..asking(Objective::PUSHES)
    };
    assert_eq!(
        told("movers", &table),
        "the engine movers does not use the table; it takes heuristic, backward, \
         the switches dead-squares, freeze, corral, tunnels, areas, bound"
    );
    let daring = Options {
        heuristic: Some("on-switches-near-printed".into()),
        ..asking(Objective::MOVES)
    };
    assert_eq!(
        told("nash", &daring),
        "the engine nash cannot use the heuristic on-switches-near-printed: it is not \
         admissible, so nothing would be proved; ask for any solution"
    );
    assert_eq!(
        told("greco-pushes", &corral),
        "the engine greco-pushes does not use the switch corral; it takes nothing"
    );
}

/// The bound of the authors, fixed tables and other shares: as many pushes where they
/// are proved, and a solution where there is one.
#[test]
fn movers_are_right_whatever_they_are_told() {
    for level in levels(6, 60) {
        let truth = cost("greco-pushes", &level, &asking(Objective::PUSHES));
        for (heuristic, backward) in [
            ("nearest-goal", 50),
            ("closest-switch", 0),
            ("min-matching", 100),
        ] {
            let options = Options {
                heuristic: Some(heuristic.into()),
                backward: Some(backward),
                ..asking(Objective::PUSHES)
            };
            assert_eq!(
                cost("movers", &level, &options),
                truth,
                "{heuristic}\n{}",
                level.setup()
            );
        }
        let options = Options {
            table: Some(1 << 20),
            ..asking(Objective::Any)
        };
        let report = solve("movers", &level, &options, &mut Control::default()).unwrap();
        match report.outcome {
            Outcome::Solved(solution) => {
                assert_eq!(solution.optimal, None);
                assert_eq!(Some(solution.metrics().pushes), truth);
            }
            other => assert_eq!((other, truth), (Outcome::Incomplete, None)),
        }
        assert_eq!(report.lower_bound, None);
        let figure = |name| report.figures.iter().find(|(n, _)| *n == name).unwrap().1;
        let expanded = figure("expanded_forward") + figure("expanded_backward");
        assert_eq!(expanded, report.counters.expanded);
        assert_eq!(figure("collisions"), 0);
    }
}

/// Without areas the two searches seldom meet, and every depth is searched again:
/// some levels take too long, and nothing is proved about the number of pushes.
#[test]
fn movers_without_areas_solve_what_can_be_solved() {
    let options = with_switches(Switches::ALL.without(Switch::Areas), Objective::PUSHES);
    let mut finished = 0;
    for level in levels(5, 60) {
        let truth = cost("greco-pushes", &level, &asking(Objective::PUSHES));
        let limits = Limits {
            expansions: Some(20_000),
            ..Limits::default()
        };
        let report = solve("movers", &level, &options, &mut Control::new(limits)).unwrap();
        match report.outcome {
            Outcome::Stopped(_) => continue,
            Outcome::Solved(solution) => {
                assert_eq!(solution.optimal, None);
                assert!(Some(solution.metrics().pushes) >= truth && truth.is_some());
            }
            other => assert_eq!((other, truth), (Outcome::Unsolvable, None)),
        }
        finished += 1;
    }
    assert!(finished > 30, "{finished}");
}
