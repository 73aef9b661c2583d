//! Our A* against the solver of the crate `soukoban`, in one run and one harness:
//! `make bench-peers`.
//!
//! Both answer every level of Microban in a process of their own with 10 seconds
//! and 4 GiB, first for the fewest pushes, then for the fewest moves. The peer
//! is taken at its word: where it calls a solution optimal and ours is shorter,
//! the comparison names the contradiction. Its solver may cycle for ever and has
//! no limits, so the harness ends it; time it took beyond the limit does not count.

use soko_bench::{
    Comparison, Contestant, Job, JobProgress, Knowledge, ProcessExecutor, Record, RecordLimits,
    RunEvent, RunFile, Verdict, answer, contestants, run, serve_one, suite,
};
use soko_core::{Direction, Measure};
use soko_search::StopReason;
use soko_solve::Objective;
use soukoban::prelude::Map;
use soukoban::solver::{Algorithm, Solver, Strategy};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const COLLECTION: &str = "Microban_155";
const PEER: &str = "soukoban";
const OURS: &str = "astar";

const LIMITS: RecordLimits = RecordLimits {
    seconds: Some(10.0),
    bytes: Some(4 << 30),
    expansions: None,
    processor_seconds: None,
};

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().any(|argument| argument == "--worker") {
        return Ok(serve_one(work)?);
    }
    let Some(folder) = std::env::args().nth(1) else {
        return Err("usage: peers FOLDER (where the runs are kept)".into());
    };
    std::fs::create_dir_all(&folder)?;
    let mut all_hold = true;
    // The least that we must solve, by goal.
    for (measure, least) in [(Measure::Pushes, 153), (Measure::Moves, 148)] {
        let path = Path::new(&folder).join(format!("peers-{measure}.jsonl"));
        let contestants = bench(measure, &path)?;
        println!("Goal: fewest {measure}\n");
        println!("{}", Comparison::of(&contestants));
        all_hold &= verdict(&contestants, least);
        println!();
    }
    if all_hold {
        Ok(())
    } else {
        Err("not all of it holds".into())
    }
}

fn bench(measure: Measure, path: &Path) -> Result<Vec<Contestant>, Box<dyn Error>> {
    let mut jobs = Vec::new();
    for entry in suite::collection(COLLECTION)? {
        for engine in [PEER, OURS] {
            jobs.push(Job {
                collection: COLLECTION.to_owned(),
                level: entry.number,
                title: None,
                board: entry.setup.to_string(),
                engine: engine.to_owned(),
                goal: Objective::Fewest(measure),
                limits: LIMITS,
                knowledge: Knowledge::default(),
                part: None,
            });
        }
    }
    let mut file = RunFile::open(path)?;
    let executor = ProcessExecutor::this_program(&["--worker"])?;
    let never = AtomicBool::new(false);
    let mut watch = |event: RunEvent<'_>| {
        if let RunEvent::Finished(record) = event {
            let (level, engine, time) = (record.level, &record.engine, record.seconds);
            eprintln!(
                "{measure} {level} {engine}: {} {time:.3}",
                record.outcome.name()
            );
        }
    };
    run(jobs, 1, &executor, &mut file, &never, &mut watch)?;
    Ok(contestants(&[(
        "peers".to_owned(),
        file.records().to_vec(),
    )]))
}

/// Prints what must hold, and says whether all of it does.
fn verdict(contestants: &[Contestant], least: usize) -> bool {
    let comparison = Comparison::of(contestants);
    let find = |name: &str| comparison.standings.iter().find(|s| s.name == name);
    let (Some(peer), Some(ours)) = (find(PEER), find(OURS)) else {
        return false;
    };
    let share = comparison.duels.first().map_or(f64::INFINITY, |duel| {
        duel.seconds.second / duel.seconds.first
    });
    let checks = [
        (
            format!("ours proves at least {least}: {}", ours.optimal),
            ours.optimal >= least,
        ),
        (
            format!(
                "the peer solves fewer: {} against {}",
                peer.solved, ours.solved
            ),
            peer.solved < ours.solved,
        ),
        (
            format!("ours takes at most a fifth of its time on the common levels: {share:.3}"),
            share <= 0.2,
        ),
    ];
    for (what, holds) in &checks {
        println!("{}  {what}", if *holds { "holds" } else { "FAILS" });
    }
    checks.iter().all(|(_, holds)| *holds)
}

fn work(job: &Job, stop: &AtomicBool, progress: &mut (dyn FnMut(JobProgress) + Send)) -> Record {
    if job.engine == PEER {
        return ask_peer(job);
    }
    answer(job, stop, progress)
}

fn ask_peer(job: &Job) -> Record {
    let mut record = job.blank_record();
    let measure = job.goal.measure().unwrap_or(Measure::Pushes);
    let strategy = match measure {
        Measure::Moves => Strategy::MoveOptimal,
        Measure::Pushes => Strategy::PushOptimal,
    };
    let Ok(map) = job.board.parse::<Map>() else {
        record.outcome = Verdict::Invalid;
        record.reason = Some("the peer cannot read the level".to_owned());
        return record;
    };
    let start = Instant::now();
    let found = Solver::new(map, strategy).search(Algorithm::AStar);
    record.seconds = start.elapsed().as_secs_f64();
    let in_time = job
        .limits
        .seconds
        .is_none_or(|limit| record.seconds <= limit);
    match found {
        Ok(_) if !in_time => record.set_stopped(StopReason::Time),
        Ok(actions) => {
            let letters = actions.to_string();
            let moves: Vec<Direction> =
                letters.chars().filter_map(Direction::from_letter).collect();
            let setup = job.board.parse().expect("the level was read before");
            match soko_core::verify(&setup, moves) {
                Ok(solution) => {
                    record.set_solution(&solution);
                    record.optimal = Some(measure);
                }
                Err(foul) => record.reason = Some(format!("the referee refused: {foul}")),
            }
        }
        Err(error) => {
            record.outcome = Verdict::Incomplete;
            record.reason = Some(error.to_string());
        }
    }
    record
}
