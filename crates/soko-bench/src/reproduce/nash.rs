//! Nash, Vasick and Zaerpoor (2016): Table 1, and the level wikisoko under each
//! heuristic, with the table of visited states and without.
//!
//! They print one solution of 34 moves and two times. Their other boards, sokoban0 to
//! sokoban5, are those of an assignment and not known to us; whoever has them puts them
//! into the folder of `--levels`, and so gets the rows. Their minimum matching gave
//! values that were too high; ours is a true minimum over push distances.

use super::desk::{Desk, ReproduceError, printed};
use super::findings::{Cell, Check, Findings, FindingsTable};
use super::paper::Paper;
use crate::table::{grouped, seconds};
use crate::{NashFigures, NashRow, Published};
use soko_core::{Direction, Level, Measure, SquareSet, verify};
use soko_search::{Control, Limits, StopReason};
use soko_solve::heuristic::{HEURISTICS, HeuristicEntry, heuristic_named};
use soko_solve::space::StepSpace;
use soko_solve::{Options, Outcome, Report, Switch, Switches, solve};
use std::time::{Duration, Instant};

/// The paper.
pub const PAPER: Paper = Paper {
    name: "nash",
    title: "Nash, Vasick and Zaerpoor, 2016: Iterative deepening A* solvers for Sokoban",
    run,
};

/// What each board of Table 1 may take.
const BOARD_LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(30)),
    ..LIMITS
};

/// What each heuristic may take.
const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(120)),
    processor: None,
    memory: Some(2 << 30),
    expansions: None,
};

fn run(desk: &mut Desk<'_>) -> Result<Findings, ReproduceError> {
    let published = Published::load().nash;
    let level = printed(WIKISOKO)?;
    let tables = vec![
        table_1(desk, &published)?,
        wikisoko(desk, &published, &level)?,
    ];
    Ok(Findings {
        paper: PAPER.name.to_owned(),
        title: PAPER.title.to_owned(),
        tables,
    })
}

/// The board that they made themselves.
const WIKISOKO: &str = "wikisoko";

/// Table 1: the boards of the print as far as they are at hand, and all others of the
/// folder that the user gave which list coordinates.
fn table_1(desk: &mut Desk<'_>, published: &NashFigures) -> Result<FindingsTable, ReproduceError> {
    let mut table = FindingsTable::new(
        "Table 1: IDA* with visited states and the closest-switch heuristic, seconds",
        ["board", "precomputation", "total", "moves"],
    );
    let mut rows = published.table_1.clone();
    let is_new = |name: &String| rows.iter().all(|row| !row.board.eq_ignore_ascii_case(name));
    let others = desk.lists_of_coordinates()?.into_iter().filter(is_new);
    let others: Vec<NashRow> = others
        .map(|board| NashRow {
            board,
            precomputation: None,
            total: None,
        })
        .collect();
    let n_printed = rows.len();
    rows.extend(others);
    let mut at_hand = 0;
    for (i, row) in rows.iter().enumerate() {
        desk.say(&row.board)?;
        let level = match desk.given(&row.board)? {
            None if row.board == WIKISOKO => Some(printed(WIKISOKO)?),
            found => found,
        };
        at_hand += usize::from(level.is_some() && i < n_printed);
        let is_printed = i < n_printed;
        table
            .rows
            .push(row_of_table_1(desk, row, is_printed, level)?);
    }
    table.checks.push(Check::not_reproducible(
        "boards of the print at hand",
        at_hand,
        n_printed,
        "sokoban0 to sokoban5 belong to an assignment; put them, in its coordinates, into the \
         folder of --levels",
    ));
    let note = "Precomputation is what finds the dead squares. Times differ by machine and \
                language (theirs: Julia, 2012); dnr is their word for a run without an end.";
    table.notes.push(note.to_owned());
    Ok(table)
}

fn row_of_table_1(
    desk: &mut Desk<'_>,
    row: &NashRow,
    is_printed: bool,
    level: Option<Level>,
) -> Result<Vec<Cell>, ReproduceError> {
    let theirs = |time: Option<f64>| match (time, is_printed) {
        (Some(time), _) => time.to_string(),
        (None, true) => "dnr".to_owned(),
        (None, false) => "–".to_owned(),
    };
    let (before, total) = (theirs(row.precomputation), theirs(row.total));
    let Some(level) = level else {
        let cells = [before, total].map(|time| Cell::beside(time, "not at hand"));
        let [before, total] = cells;
        return Ok(vec![row.board.as_str().into(), before, total, "–".into()]);
    };
    // What the engine prepares before it searches, by the clock.
    let start = Instant::now();
    let prepared = StepSpace::<SquareSet>::new(&level, &Switches::ALL);
    let preparing = start.elapsed().as_secs_f64();
    drop(prepared);
    let options = Options::default();
    let (report, time) = run_nash(desk, &level, &options, BOARD_LIMITS)?;
    let moves = match &report.outcome {
        Outcome::Solved(solution) => solution.metrics().moves.to_string(),
        other => other.name().to_owned(),
    };
    Ok(vec![
        row.board.as_str().into(),
        Cell::beside(before, format!("{preparing:.6}")),
        Cell::beside(total, seconds(time)),
        moves.into(),
    ])
}

/// Runs their engine, by the clock.
fn run_nash(
    desk: &Desk<'_>,
    level: &Level,
    options: &Options,
    limits: Limits,
) -> Result<(Report, f64), ReproduceError> {
    let start = Instant::now();
    let mut control = Control::new(limits).with_stop(desk.stop_flag());
    let report = solve("nash", level, options, &mut control)
        .map_err(|error| ReproduceError::Engine(error.to_string()))?;
    if control.stopped() == Some(StopReason::Cancelled) {
        return Err(ReproduceError::Cancelled);
    }
    Ok((report, start.elapsed().as_secs_f64()))
}

/// The level under each heuristic.
fn wikisoko(
    desk: &mut Desk<'_>,
    published: &NashFigures,
    level: &Level,
) -> Result<FindingsTable, ReproduceError> {
    // A row a heuristic; those proved shortest must agree.
    let mut table = FindingsTable::new(
        "The solution of wikisoko, by heuristic",
        [
            "heuristic",
            "visited states",
            "admissible",
            "moves",
            "seconds",
            "expanded",
            "generated",
            "proved shortest",
        ],
    );
    let mut shortest = Vec::new();
    for heuristic in HEURISTICS {
        desk.say(heuristic.name)?;
        let (cells, proved) = solve_with(desk, level, published, heuristic, true)?;
        table.rows.push(cells);
        shortest.extend(proved);
    }
    // Their heuristic of Table 1 once more, without the table.
    let closest = heuristic_named("closest-switch")
        .map_err(|error| ReproduceError::Engine(error.to_string()))?;
    desk.say("closest-switch without visited states")?;
    let (cells, _) = solve_with(desk, level, published, closest, false)?;
    table.rows.push(cells);
    table.checks = checks(level, published, &shortest);
    table.notes.extend(NOTES.map(String::from));
    Ok(table)
}

const NOTES: [&str; 2] = [
    "Their text calls the modified naive heuristic admissible. As printed it is not \
     (on-switches-near-printed): it counts the last step twice, and is never used for a \
     proof. on-switches-near is the corrected one.",
    "Without the table of visited states the search sees a state as often as there are ways \
     to it; that run ends after a million expansions.",
];

/// A row of the table, and the length of the solution if it is proved shortest.
fn solve_with(
    desk: &mut Desk<'_>,
    level: &Level,
    published: &NashFigures,
    heuristic: &HeuristicEntry,
    visited: bool,
) -> Result<(Vec<Cell>, Option<u64>), ReproduceError> {
    // 1. The run, by the clock.
    let mut options = Options {
        heuristic: Some(heuristic.name.to_owned()),
        ..Options::default()
    };
    let mut limits = LIMITS;
    if !visited {
        options.switches = options.switches.without(Switch::Visited);
        limits.expansions = Some(1_000_000);
    }
    let (report, time) = run_nash(desk, level, &options, limits)?;
    // 2. How long its solution is, and whether none can be shorter.
    let solution = report.solution();
    let moves = solution.map(|solution| solution.metrics().moves);
    let proved = solution
        .filter(|solution| solution.optimal == Some(Measure::Moves))
        .and(moves);
    // 3. The row. Only admissible heuristics promise the printed length.
    let shown = moves.map_or("none".to_owned(), |moves| moves.to_string());
    let admissible = heuristic.moves.admissible;
    let moves_cell = if admissible && visited {
        Cell::compared(published.moves, shown)
    } else {
        Cell::beside(published.moves, shown)
    };
    let their_time = published.seconds.get(heuristic.name);
    let their_time = their_time.filter(|_| visited);
    let yes_or_no = |yes: bool| if yes { "yes" } else { "no" };
    let cells = vec![
        heuristic.name.into(),
        yes_or_no(visited).into(),
        yes_or_no(admissible).into(),
        moves_cell,
        Cell::beside(
            their_time.map_or("–".to_owned(), f64::to_string),
            seconds(time),
        ),
        grouped(report.counters.expanded).into(),
        grouped(report.counters.generated).into(),
        yes_or_no(proved.is_some()).into(),
    ];
    Ok((cells, proved))
}

fn checks(level: &Level, published: &NashFigures, shortest: &[u64]) -> Vec<Check> {
    let steps = published
        .solution
        .chars()
        .filter_map(Direction::from_letter);
    let replayed = verify(level.setup(), steps);
    let theirs = replayed.is_ok_and(|solution| solution.metrics().moves == published.moves);
    let admissible = HEURISTICS.iter().filter(|h| h.moves.admissible).count();
    let same = shortest.iter().filter(|&&moves| moves == published.moves);
    vec![
        Check::that(
            "their printed solution of 34 moves passes the referee",
            theirs,
        ),
        Check::all(
            "admissible heuristics that prove 34 moves the shortest",
            same.count(),
            admissible,
        ),
    ]
}
