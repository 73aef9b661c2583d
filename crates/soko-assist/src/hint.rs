//! Hints as a ladder: each rung tells a little more.
//!
//! A hint comes from a solution of the present position that the referee has just
//! replayed, or there is none. The first rung names the box that matters, the
//! second where it should go, the third the next push, the fourth plays on to the
//! next change of box.

use crate::overlay::FULL;
use crate::{Arrow, ArrowKind, TintKind};
use soko_core::{Foul, Level, Square, Squares, State, Step, verify};

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rung {
    /// Which box matters.
    Box,
    /// Where it should go.
    Target,
    /// The next push.
    Push,
    /// Everything up to the next change of box.
    Play,
}

impl Rung {
    /// All rungs, from the lowest.
    pub const ALL: [Rung; 4] = [Rung::Box, Rung::Target, Rung::Push, Rung::Play];
}

/// A hint: what to show and what to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// How much it tells.
    pub rung: Rung,
    /// What to say.
    pub sentence: String,
    /// Squares to mark.
    pub marks: Vec<(Square, TintKind)>,
    /// The arrow to draw, if the hint tells that much.
    pub arrow: Option<Arrow>,
    /// The steps to play, on the last rung.
    pub steps: Vec<Step>,
}

/// The hint that a solution of this position gives; the referee's foul if it is no
/// solution. None if the position is solved already.
///
/// ```
/// use soko_assist::{Rung, hint};
/// use soko_core::{Direction::Right, Level, Step};
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let step = |is_push| Step { direction: Right, is_push };
/// let solution = [step(false), step(true)];
/// let hint = hint(&level, &level.start(), &solution, Rung::Push).unwrap().unwrap();
/// assert!(hint.sentence.contains("right"));
/// ```
pub fn hint(
    level: &Level,
    state: &State,
    solution: &[Step],
    rung: Rung,
) -> Result<Option<Hint>, Foul> {
    let here = level.with_start(state);
    verify(here.setup(), solution.iter().map(|step| step.direction))?;
    Ok(first_run(&here, solution).map(|run| run.hint(&here, rung)))
}

/// The first run of pushes of one box in a solution.
struct Run {
    box_sq: Square,
    first_to: Square,
    last_to: Square,
    /// The direction of the first push, in a word.
    way: String,
    pushes: usize,
    steps: Vec<Step>,
}

/// Follows the solution until another box is pushed.
fn first_run(level: &Level, solution: &[Step]) -> Option<Run> {
    let board = level.board();
    let (mut boxes, mut man) = (level.boxes().clone(), level.man());
    let mut run: Option<Run> = None;
    let mut steps = Vec::new();
    for &step in solution {
        let next = board.neighbour(man, step.direction)?;
        steps.push(step);
        if boxes.contains(next) {
            let to = board.neighbour(next, step.direction)?;
            boxes.shift(next, to);
            // Walks between pushes belong to the run, those after the last do not.
            match &mut run {
                Some(run) if run.last_to != next => break,
                Some(run) => {
                    run.last_to = to;
                    run.pushes += 1;
                    run.steps = steps.clone();
                }
                None => {
                    run = Some(Run {
                        box_sq: next,
                        first_to: to,
                        last_to: to,
                        way: format!("{:?}", step.direction).to_lowercase(),
                        pushes: 1,
                        steps: steps.clone(),
                    });
                }
            }
        }
        man = next;
    }
    run
}

impl Run {
    fn hint(self, level: &Level, rung: Rung) -> Hint {
        let board = level.board();
        let (box_sq, to) = (self.box_sq, self.last_to);
        let place = board.coord(box_sq);
        let target = board.coord(to);
        // 1. What to say.
        let sentence = match rung {
            Rung::Box => format!("Look at the box at {place}."),
            Rung::Target if board.is_goal(to) => {
                format!("Bring the box at {place} to the goal at {target}.")
            }
            Rung::Target => format!("Bring the box at {place} to {target}."),
            Rung::Push => format!("Push the box at {place} {}.", self.way),
            Rung::Play => format!("{} pushes bring the box to {target}.", self.pushes),
        };
        // 2. What to show: each rung keeps what the ones below it show.
        let mut marks = vec![(box_sq, TintKind::Focus)];
        if rung >= Rung::Target && to != box_sq {
            marks.push((to, TintKind::Reachable));
        }
        let arrow = (rung >= Rung::Push).then_some(Arrow {
            from: box_sq,
            to: self.first_to,
            kind: ArrowKind::Hint,
            strength: FULL,
            reason: None,
        });
        let steps = match rung {
            Rung::Play => self.steps,
            _ => Vec::new(),
        };
        Hint {
            rung,
            sentence,
            marks,
            arrow,
            steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_search::Control;

    /// Climbing the ladder again and again solves the level.
    #[test]
    fn the_last_rung_leads_to_the_end() {
        let rows = "########\n#@$  . #\n# $  . #\n########";
        let level: Level = rows.parse().unwrap();
        let mut game = soko_core::Game::new(level.clone());
        let mut assistant = crate::Assistant::new(level.clone());
        for _ in 0..10 {
            let judgement = assistant.judge(game.state(), &mut Control::default());
            let crate::Judgement::Solvable(solution) = judgement else {
                panic!("the level can be solved: {judgement:?}");
            };
            let Some(hint) = hint(&level, game.state(), &solution, Rung::Play).unwrap() else {
                break;
            };
            for step in hint.steps {
                game.step(step.direction).unwrap();
            }
        }
        assert!(game.is_solved());
    }

    /// Everything a hint tells, in a line.
    fn told(level: &Level, solution: &[Step], rung: Rung) -> String {
        let hint = hint(level, &level.start(), solution, rung)
            .unwrap()
            .unwrap();
        let place = |square| level.board().coord(square);
        let marks = hint.marks.iter();
        let marks = marks.map(|(square, kind)| format!("{} {}", kind.name(), place(*square)));
        let mut parts = vec![hint.sentence];
        parts.extend(marks);
        if let Some(arrow) = hint.arrow {
            parts.push(format!("arrow to {}", place(arrow.to)));
        }
        parts.push(soko_core::lurd(&hint.steps));
        parts.join(" | ")
    }

    #[test]
    fn each_rung_tells_more_than_the_one_below() {
        let rows = "########\n#@ $ . #\n# $  . #\n#      #\n########";
        let level: Level = rows.parse().unwrap();
        let directions = "rRRllldRRR".chars().map(|letter| Step {
            direction: soko_core::Direction::from_letter(letter).unwrap(),
            is_push: letter.is_ascii_uppercase(),
        });
        let solution: Vec<Step> = directions.collect();
        let (from, to) = ("row 2, column 4", "row 2, column 6");
        let marked = format!("focus {from} | reachable {to}");
        let pushed = format!("{marked} | arrow to row 2, column 5");
        let expected = [
            format!("Look at the box at {from}. | focus {from} | "),
            format!("Bring the box at {from} to the goal at {to}. | {marked} | "),
            format!("Push the box at {from} right. | {pushed} | "),
            format!("2 pushes bring the box to {to}. | {pushed} | rRR"),
        ];
        let ladder = Rung::ALL.map(|rung| told(&level, &solution, rung));
        assert_eq!(ladder, expected);
    }

    #[test]
    fn a_false_solution_gives_no_hint() {
        let level: Level = "######\n#@ $.#\n######".parse().unwrap();
        assert!(hint(&level, &level.start(), &[], Rung::Box).is_err());
    }
}
