//! A hint: the ladder for the first box of a verified solution of the present
//! position.
//!
//! A solution that is already known (from an earlier hint, or the best that the
//! player has kept) is used where it continues the game; otherwise one is sought.
//! Without a solution there is no hint.

use super::desk::Desk;
use crate::fault::Fault;
use crate::game_text::{GameText, solution};
use crate::keep::KeptSolution;
use crate::levels::Known;
use crate::page::Page;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_assist::{Judgement, Rung, hint};
use soko_core::{State, Step, lurd};
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    game: GameText,
    /// Moves from here that may be a solution; they are checked.
    solution: Option<String>,
    pub(super) seconds: u64,
}

impl Hint {
    /// The hint, if a solution is known already: one that is kept, or one that came
    /// with the question.
    pub(super) fn known_answer(&self, page: &Page) -> Result<Option<Value>, Fault> {
        let known = page.memory.levels.know(&self.game.level)?;
        let here = self.game.level_here(&known)?.start();
        // Without what is kept there is still the search.
        let kept = page.store.solutions(&known.key).unwrap_or_default();
        let rest = self.known_rest(&known, &kept)?;
        rest.map(|rest| ladder(&known, &here, &rest)).transpose()
    }

    /// The hint, after a search.
    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        let (known, here) = desk.position(&self.game)?;
        let here = here.start();
        let mut assistant = known.fresh_assistant();
        match assistant.judge(&here, &mut desk.control_for(time)) {
            Judgement::Solvable(steps) => ladder(&known, &here, &steps),
            Judgement::Lost(why) => Ok(json!({"outcome": "unsolvable", "reason": why})),
            Judgement::Unknown(why) => Ok(json!({"outcome": "stopped", "reason": why})),
        }
    }

    /// The rest of a solution that begins with the moves played so far.
    fn known_rest(&self, known: &Known, kept: &[KeptSolution]) -> Result<Option<Vec<Step>>, Fault> {
        let played = self.game.played()?;
        let kept = kept.iter();
        let kept = kept.filter_map(|kept| kept.moves.strip_prefix(played).map(String::from));
        let mut rests = self.solution.clone().into_iter().chain(kept);
        let whole = rests.find_map(|rest| solution(known, &format!("{played}{rest}")));
        Ok(whole.map(|whole| whole.steps()[played.len()..].to_vec()))
    }
}

fn ladder(known: &Known, here: &State, rest: &[Step]) -> Result<Value, Fault> {
    let mut rungs = Vec::new();
    let mut stretch = String::new();
    for rung in Rung::ALL {
        let hint = hint(&known.level, here, rest, rung);
        let Some(hint) = hint.map_err(|foul| Fault::bad(foul.to_string()))? else {
            continue;
        };
        match rung {
            Rung::Play => stretch = lurd(&hint.steps),
            Rung::Box | Rung::Target | Rung::Push => rungs.push(rung_view(known, &hint)),
        }
    }
    Ok(json!({"outcome": "solved", "rest": lurd(rest), "rungs": rungs, "stretch": stretch}))
}

/// One rung for the page: a sentence, the box, its target, and the push.
fn rung_view(known: &Known, hint: &soko_assist::Hint) -> Value {
    let mut cells = hint.marks.iter().map(|(square, _)| known.cell(*square));
    let (box_cell, target) = (cells.next(), cells.next());
    let push = hint
        .arrow
        .as_ref()
        .map(|arrow| json!({"from": known.cell(arrow.from), "to": known.cell(arrow.to)}));
    json!({"sentence": hint.sentence, "box": box_cell, "target": target, "push": push})
}
