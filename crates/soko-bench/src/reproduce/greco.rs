//! Greco (2010): Tables 1 to 4 on Microban 1 to 20.
//!
//! Table 1 counts the floor squares and those that are not dead. Table 2 counts
//! the states that each of his four methods generates before the solution; the
//! engines `greco-…` count by the rules under which the published figures come
//! out. Table 3 has times, Table 4 their ratios to the first method: ours come
//! from another language and another machine, so only their shape can be compared.
//!
//! One column cannot be reproduced: breadth-first with deadlock detection. On most
//! levels the published count is larger than everything that is left to generate
//! once dead pushes are refused, whatever the order of the search.

use super::desk::{Desk, ReproduceError};
use super::findings::{Cell, Check, Findings, FindingsTable};
use super::greco_averages;
use super::greco_runs::{LevelRuns, MethodRun};
use super::paper::Paper;
use crate::table::grouped;
use crate::{GrecoRow, Published};
use soko_core::{Level, Squares, facts};
use soko_search::{Control, Limits, StopReason};
use soko_solve::{Options, solve};
use std::time::{Duration, Instant};

/// The paper.
pub const PAPER: Paper = Paper {
    name: "greco",
    title: "Greco, 2010: Automatically generating solutions for Sokoban maps",
    run,
};

/// His methods in the order of his tables: our engine and his words.
const METHODS: [(&str, &str); 4] = [
    ("greco-moves", "breadth-first"),
    ("greco-moves-deadlock", "breadth-first, deadlocks"),
    ("greco-pushes", "pushes"),
    ("greco-pushes-deadlock", "pushes, deadlocks"),
];

/// Where his first method gave up: he prints ">500,000". Ours gives up after so
/// many expansions, which is later.
const GIVEN_UP: u64 = 500_000;

/// A method is timed several times until it has run so long, and the fastest run
/// counts.
const TIMING: Duration = Duration::from_millis(30);

fn run(desk: &mut Desk<'_>) -> Result<Findings, ReproduceError> {
    let published = Published::load().greco;
    let levels = desk.levels("Microban_155", published.len())?;
    desk.say("Table 1")?;
    let first = table_1(&published, &levels);
    let mut runs = Vec::new();
    for (row, level) in published.iter().zip(&levels) {
        desk.say(&format!("Tables 2 to 4, level {}", row.level))?;
        runs.push(run_methods(desk, level)?);
    }
    let mut tables = vec![
        first,
        table_2(&published, &runs),
        table_3(&published, &runs),
        table_4(&published, &runs),
    ];
    // The averages come last, so that no count above takes them for levels.
    greco_averages::add(&mut tables, &published, &levels, &runs);
    Ok(Findings {
        paper: PAPER.name.to_owned(),
        title: PAPER.title.to_owned(),
        tables,
    })
}

fn table_1(published: &[GrecoRow], levels: &[Level]) -> FindingsTable {
    let mut table = FindingsTable::new(
        "Table 1: box locations before and after deadlock removal",
        ["level", "locations", "not dead", "reduction"],
    );
    for (row, level) in published.iter().zip(levels) {
        let squares = level.board().n_squares() as u64;
        let live = facts::live_squares(level.board()).len() as u64;
        let percent = (100.0 * (squares - live) as f64 / squares as f64).round();
        table.rows.push(vec![
            row.level.to_string().into(),
            Cell::compared(row.box_locations, squares),
            Cell::compared(row.non_deadlock, live),
            Cell::compared(format!("{}%", row.percent), format!("{percent}%")),
        ]);
    }
    let columns = [
        (1, "box locations"),
        (2, "locations that are not dead"),
        (3, "reductions in per cent"),
    ];
    for (column, what) in columns {
        let check = Check::all(what, table.agreeing(column), published.len());
        table.checks.push(check);
    }
    table
}

fn run_methods(desk: &mut Desk<'_>, level: &Level) -> Result<LevelRuns, ReproduceError> {
    let mut runs = [None; 4];
    for (slot, (engine, _)) in runs.iter_mut().zip(METHODS) {
        *slot = Some(run_method(desk, level, engine)?);
    }
    Ok(runs.map(|run| run.expect("every method has run")))
}

/// Runs a method once for its count, and again as long as that is quick for its
/// time.
fn run_method(
    desk: &mut Desk<'_>,
    level: &Level,
    engine: &str,
) -> Result<MethodRun, ReproduceError> {
    let limits = Limits {
        expansions: Some(GIVEN_UP),
        ..Limits::default()
    };
    let begin = Instant::now();
    let mut fastest = f64::INFINITY;
    loop {
        let start = Instant::now();
        let mut control = Control::new(limits).with_stop(desk.stop_flag());
        let report = solve(engine, level, &Options::default(), &mut control)
            .map_err(|error| ReproduceError::Engine(error.to_string()))?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
        if control.stopped() == Some(StopReason::Cancelled) {
            return Err(ReproduceError::Cancelled);
        }
        if begin.elapsed() >= TIMING {
            return Ok(MethodRun {
                generated: report.counters.generated,
                seconds: fastest,
                solved: report.solution().is_some(),
            });
        }
    }
}

fn table_2(published: &[GrecoRow], runs: &[LevelRuns]) -> FindingsTable {
    let heads = METHODS.map(|(_, words)| words);
    let mut table = FindingsTable::new(
        "Table 2: states generated before the solution",
        std::iter::once("level").chain(heads),
    );
    for (row, runs) in published.iter().zip(runs) {
        let mut cells = vec![row.level.to_string().into()];
        for (published, run) in row.states.iter().zip(runs) {
            cells.push(match published {
                Some(n) => Cell::compared(grouped(*n), grouped(run.generated)),
                None => Cell::Compared {
                    published: format!(">{}", grouped(GIVEN_UP)),
                    ours: grouped(run.generated),
                    agree: Some(run.generated > GIVEN_UP),
                },
            });
        }
        table.rows.push(cells);
    }
    table.checks = checks_of_table_2(&table, published, runs);
    table
}

/// Three of the four methods must give the printed counts, and more than the print
/// counts where it gave up.
fn checks_of_table_2(
    table: &FindingsTable,
    published: &[GrecoRow],
    runs: &[LevelRuns],
) -> Vec<Check> {
    // Where he gave up, the table says so instead of a number.
    let printed = |row: &&GrecoRow| row.states[0].is_some();
    let n_printed = published.iter().filter(printed).count();
    let pairs = || published.iter().zip(runs);
    let exact = pairs().filter(|(row, runs)| row.states[0] == Some(runs[0].generated));
    let beyond = pairs().filter(|(row, runs)| {
        let given_up = row.states[0].is_none();
        given_up && runs[0].generated > GIVEN_UP
    });
    let n = published.len();
    vec![
        Check::all("breadth-first", exact.count(), n_printed),
        Check::all(
            "breadth-first over 500,000 where the table says so",
            beyond.count(),
            n - n_printed,
        ),
        Check::all("push method", table.agreeing(3), n),
        Check::all("push method with deadlock detection", table.agreeing(4), n),
        Check::not_reproducible(
            "breadth-first with deadlock detection",
            table.agreeing(2),
            n,
            "no reading of the text gives the printed column; on 14 levels it exceeds \
             all that is left to generate once dead pushes are refused",
        ),
        Check::all(
            "runs that end with a solution, where his do",
            n_solved(published, runs),
            4 * n - (n - n_printed),
        ),
    ]
}

/// Runs with a solution among those for which he prints a count.
fn n_solved(published: &[GrecoRow], runs: &[LevelRuns]) -> usize {
    let pairs = published.iter().zip(runs);
    let cells = pairs.flat_map(|(row, runs)| row.states.iter().zip(runs));
    let solved = cells.filter(|(printed, run)| printed.is_some() && run.solved);
    solved.count()
}

fn table_3(published: &[GrecoRow], runs: &[LevelRuns]) -> FindingsTable {
    let heads = METHODS.map(|(_, words)| words);
    let mut table = FindingsTable::new(
        "Table 3: milliseconds",
        std::iter::once("level").chain(heads),
    );
    for (row, runs) in published.iter().zip(runs) {
        let mut cells = vec![row.level.to_string().into()];
        for (theirs, run) in row.milliseconds.iter().zip(runs) {
            let theirs = theirs.map_or("N/A".to_owned(), |ms| ms.to_string());
            cells.push(Cell::beside(theirs, format!("{:.3}", 1e3 * run.seconds)));
        }
        table.rows.push(cells);
    }
    let note = "Times differ by machine and language (his: Java, 2010); ours are the fastest of \
                several runs.";
    table.notes.push(note.to_owned());
    table
}

fn table_4(published: &[GrecoRow], runs: &[LevelRuns]) -> FindingsTable {
    let heads = METHODS.map(|(_, words)| words);
    let mut table = FindingsTable::new(
        "Table 4: times faster than breadth-first",
        std::iter::once("level").chain(heads.into_iter().skip(1)),
    );
    for (row, runs) in published.iter().zip(runs) {
        let mut cells = vec![row.level.to_string().into()];
        for (theirs, run) in row.speedup.iter().zip(&runs[1..]) {
            let ours = runs[0].seconds / run.seconds;
            let theirs = theirs.map_or("N/A".to_owned(), |ratio| format!("{ratio:.1}"));
            cells.push(Cell::beside(theirs, format!("{ours:.1}")));
        }
        table.rows.push(cells);
    }
    let note = "The average leaves out levels 5 and 7, as his does. His fast methods are measured \
                in whole milliseconds, so his ratios are coarse.";
    table.notes.push(note.to_owned());
    table
}
