//! Nash, Vasick and Zaerpoor (2016): the level wikisoko under each heuristic.
//!
//! They print one solution of 34 moves and two times. Their other boards,
//! sokoban0 to sokoban5, are not known to us. Their minimum matching gave values
//! that were too high; ours is a true minimum over push distances.

use super::desk::{Desk, ReproduceError};
use super::findings::{Cell, Check, Findings, FindingsTable};
use super::paper::Paper;
use crate::table::{grouped, seconds};
use crate::{NashFigures, Published};
use soko_core::{Direction, Level, Measure, verify};
use soko_search::{Control, Limits};
use soko_solve::heuristic::{HEURISTICS, HeuristicEntry};
use soko_solve::{Options, solve};
use std::time::{Duration, Instant};

/// The paper.
pub const PAPER: Paper = Paper {
    name: "nash",
    title: "Nash, Vasick and Zaerpoor, 2016: Iterative deepening A* solvers for Sokoban",
    run,
};

/// What each heuristic may take.
const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(120)),
    memory: Some(2 << 30),
    expansions: None,
};

fn run(desk: &mut Desk<'_>) -> Result<Findings, ReproduceError> {
    let published = Published::load().nash;
    let level: Level = published
        .wikisoko
        .join("\n")
        .parse()
        .map_err(|error| ReproduceError::Levels(format!("wikisoko: {error}")))?;
    // A row a heuristic; those proved shortest must agree.
    let mut table = FindingsTable::new(
        "Table 1 and the solution: wikisoko",
        [
            "heuristic",
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
        let (cells, proved) = solve_with(desk, &level, &published, heuristic)?;
        table.rows.push(cells);
        shortest.extend(proved);
    }
    table.checks = checks(&level, &published, &shortest);
    table.notes.push(
        "Their time includes 19.8 s for dead squares, which take us less than a millisecond; \
         sokoban0 to sokoban5 are not known to us."
            .to_owned(),
    );
    Ok(Findings {
        paper: PAPER.name.to_owned(),
        title: PAPER.title.to_owned(),
        tables: vec![table],
    })
}

/// A row of the table, and the length of the solution if it is proved shortest.
fn solve_with(
    desk: &mut Desk<'_>,
    level: &Level,
    published: &NashFigures,
    heuristic: &HeuristicEntry,
) -> Result<(Vec<Cell>, Option<u64>), ReproduceError> {
    // 1. The run, by the clock.
    let options = Options {
        heuristic: Some(heuristic.name.to_owned()),
        ..Options::default()
    };
    let start = Instant::now();
    let mut control = Control::new(LIMITS).with_stop(desk.stop_flag());
    let report = solve("nash", level, &options, &mut control)
        .map_err(|error| ReproduceError::Engine(error.to_string()))?;
    let time = start.elapsed().as_secs_f64();
    // 2. How long its solution is, and whether none can be shorter.
    let solution = report.solution();
    let moves = solution.map(|solution| solution.metrics().moves);
    let proved = solution
        .filter(|solution| solution.optimal == Some(Measure::Moves))
        .and(moves);
    // 3. The row. Only admissible heuristics promise the printed length.
    let shown = moves.map_or("none".to_owned(), |moves| moves.to_string());
    let admissible = heuristic.moves.admissible;
    let moves_cell = if admissible {
        Cell::compared(published.moves, shown)
    } else {
        Cell::beside(published.moves, shown)
    };
    let their_time = published.seconds.get(heuristic.name);
    let yes_or_no = |yes: bool| if yes { "yes" } else { "no" };
    let cells = vec![
        heuristic.name.into(),
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
