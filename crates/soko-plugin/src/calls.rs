//! What the calls do, in terms of ours.

use crate::{Answer, MAX_SIDE, Watch};
use soko_core::{Level, Verified, verify};
use soko_format::{MoveText, read_collection};
use soko_search::{Control, Limits, StopReason};
use soko_solve::optimise::{MetricOrder, optimise};
use soko_solve::{DEFAULT_ENGINE, Options, Outcome, solve};

/// Bytes that a search may hold: hosts do not say, and share their machine with it.
const MEMORY: usize = 2 << 30;

/// The level of a board of this width, in any of the characters in use.
fn level(width: u32, cells: &[u8]) -> Result<Level, Answer> {
    let height = cells.len() as u32 / width;
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(Answer::Constraints);
    }
    // A row of nothing would end the board, so blanks are written as the sign for floor
    // that is never trimmed.
    let shown = |&cell: &u8| if cell <= b' ' { b'-' } else { cell };
    let rows = cells
        .chunks(width as usize)
        .map(|row| row.iter().map(shown).collect::<Vec<u8>>());
    let text = rows.collect::<Vec<_>>().join(&b'\n');
    let collection = read_collection(&text);
    let [entry] = &collection.entries[..] else {
        return Err(Answer::Invalid);
    };
    entry.level().map_err(|_| Answer::Invalid)
}

fn control(watch: &Watch) -> Control<'_> {
    let limits = Limits {
        memory: Some(MEMORY),
        ..Limits::default()
    };
    let control = Control::new(limits).with_stop(&watch.stop);
    control.with_observer(|progress| watch.tell(progress))
}

/// Solves a board with the strongest engine.
pub fn solved(width: u32, cells: &[u8], watch: &Watch) -> (Answer, Option<Verified>) {
    let level = match level(width, cells) {
        Ok(level) => level,
        Err(answer) => return (answer, None),
    };
    let report = solve(
        DEFAULT_ENGINE,
        &level,
        &Options::default(),
        &mut control(watch),
    );
    let Ok(report) = report else {
        return (Answer::Failure, None);
    };
    match report.outcome {
        Outcome::Solved(solution) => {
            watch.found(solution.verified.metrics());
            (Answer::Ok, Some(solution.verified))
        }
        Outcome::Unsolvable => (Answer::Impossible, None),
        Outcome::Incomplete => (Answer::GaveUp, None),
        Outcome::Stopped(StopReason::Cancelled) => (Answer::Stopped, None),
        Outcome::Stopped(_) => (Answer::TimeOut, None),
    }
}

/// Makes moves that solve a board shorter. Stopped early, it hands over the best so far.
pub fn optimised(
    width: u32,
    cells: &[u8],
    moves: &str,
    order: MetricOrder,
    watch: &Watch,
) -> (Answer, Option<Verified>) {
    let level = match level(width, cells) {
        Ok(level) => level,
        Err(answer) => return (answer, None),
    };
    let game = moves.parse::<MoveText>().ok();
    let steps = game.and_then(|game| game.directions());
    let Some(given) = steps.and_then(|steps| verify(level.setup(), steps).ok()) else {
        return (Answer::Invalid, None);
    };
    let better = optimise(&level, &given, order, &mut control(watch));
    watch.found(better.best.metrics());
    let answer = match better.stopped {
        Some(StopReason::Cancelled) => Answer::Stopped,
        _ => Answer::Ok,
    };
    (answer, Some(better.best))
}
