//! A hint: the first pushes of a verified solution of the present position, told
//! one rung at a time by the page.
//!
//! A solution that is already known (from an earlier hint, or the best that the
//! player has kept) is used where it continues the game; otherwise one is sought.
//! Without a solution there is no hint.

use super::{control, limited};
use crate::Server;
use crate::fault::Fault;
use crate::levels::Known;
use crate::play::{GameText, solution};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use soko_core::{Direction, Game, Square, Squares, lurd};
use soko_solve::{DEFAULT_ENGINE, Options, Outcome, solve};
use std::sync::atomic::AtomicBool;

#[derive(Deserialize)]
pub(in crate::jobs) struct HintJob {
    game: GameText,
    /// Moves from here that may be a solution; they are checked.
    solution: Option<String>,
    seconds: u64,
}

/// One rung of the ladder.
#[derive(Serialize)]
struct Rung {
    sentence: String,
    #[serde(rename = "box")]
    box_cell: Option<u32>,
    target: Option<u32>,
    push: Option<PushView>,
}

#[derive(Serialize)]
struct PushView {
    from: u32,
    to: u32,
}

impl HintJob {
    pub fn run(
        self,
        server: &Server,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(Value) + Send),
    ) -> Result<Value, Fault> {
        let known = server.levels.know(&self.game.level)?;
        let here = self.game.level_here(&known)?;
        if let Some(rest) = self.known_rest(server, &known)? {
            return ladder(&known, here, &rest);
        }
        let mut control = control(limited(self.seconds, None), stop, report);
        let found = solve(DEFAULT_ENGINE, &here, &Options::default(), &mut control)
            .map_err(|error| Fault::bad(error.to_string()))?;
        match &found.outcome {
            Outcome::Solved(plan) => ladder(&known, here, &lurd(&plan.steps)),
            Outcome::Stopped(reason) => Ok(json!({"outcome": "stopped", "reason": reason.name()})),
            other => Ok(json!({"outcome": other.name()})),
        }
    }

    /// The rest of a solution that begins with the moves played so far.
    fn known_rest(&self, server: &Server, known: &Known) -> Result<Option<String>, Fault> {
        let played = self.game.played()?;
        let best = server.store.best(&known.key)?;
        let kept = [best.pushes, best.moves].into_iter().flatten();
        let kept = kept.filter_map(|s| s.moves.strip_prefix(played).map(String::from));
        let mut rests = self.solution.clone().into_iter().chain(kept);
        Ok(rests.find(|rest| solution(known, &format!("{played}{rest}")).is_some()))
    }
}

/// The rungs for the first box of a solution.
fn ladder(known: &Known, here: soko_core::Level, rest: &str) -> Result<Value, Fault> {
    let Some(first) = Stretch::first(here, rest) else {
        return Ok(json!({"outcome": "solved", "rest": rest, "rungs": [], "stretch": ""}));
    };
    let board = known.level.board();
    let place = |square: Square| board.position(square).to_string();
    let (from, to) = (first.from, first.to);
    let to_goal = if board.is_goal(to) { ", a goal" } else { "" };
    let way = direction_name(first.direction);
    let next = board
        .neighbour(from, first.direction)
        .ok_or_else(|| Fault::bad("a solution pushes into a wall"))?;
    let rung = |sentence: String, target: Option<Square>, push: Option<Square>| Rung {
        sentence,
        box_cell: Some(known.cell(from)),
        target: target.map(|square| known.cell(square)),
        push: push.map(|square| PushView {
            from: known.cell(from),
            to: known.cell(square),
        }),
    };
    let pushes = first.pushes;
    let times = if pushes == 1 { "push" } else { "pushes" };
    let rungs = [
        rung(
            format!("The box at {} matters now.", place(from)),
            None,
            None,
        ),
        rung(
            format!("It goes to {}{to_goal}: {pushes} {times}.", place(to)),
            Some(to),
            None,
        ),
        rung(format!("Push it {way} now."), Some(to), Some(next)),
    ];
    let stretch = &rest[..first.length];
    Ok(json!({"outcome": "solved", "rest": rest, "rungs": rungs, "stretch": stretch}))
}

/// The moves up to the first change of box.
struct Stretch {
    from: Square,
    to: Square,
    direction: Direction,
    pushes: usize,
    /// Letters, up to the last push of this box.
    length: usize,
}

impl Stretch {
    fn first(here: soko_core::Level, rest: &str) -> Option<Stretch> {
        let mut game = Game::new(here);
        let mut stretch: Option<Stretch> = None;
        for (index, letter) in rest.chars().enumerate() {
            let direction = Direction::from_letter(letter)?;
            let step = game.step(direction).ok()?;
            if !step.is_push {
                continue;
            }
            let from = game.state().man;
            let to = game.level().board().neighbour(from, direction)?;
            debug_assert!(game.state().boxes.contains(to));
            let seen = stretch.get_or_insert(Stretch {
                from,
                to: from,
                direction,
                pushes: 0,
                length: 0,
            });
            if seen.to != from {
                break;
            }
            seen.to = to;
            seen.pushes += 1;
            seen.length = index + 1;
        }
        stretch
    }
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Up => "up",
        Direction::Down => "down",
    }
}
