//! A planner's answer as steps of the man.
//!
//! Planners write an action a line, in brackets: `(move player-1 pos-2-2 pos-3-2
//! dir-right)`. Some put a time before it and a duration behind (`12: (…) [1]`), some
//! write capitals, and all of them may add lines that begin with `;`. The plan is
//! carried out while it is read: every action must name the squares that lie before
//! the man, the box that stands there, and the kind of square that it goes to, so
//! that the first action that the domain does not allow is found by its line. Whether
//! the plan solves the level is for the referee to say.

use super::{PLAYER, direction_name, location, stone};
use crate::Diagnostic;
use soko_core::{Coord, Direction, Level, Squares};

/// The steps of a plan for a level.
///
/// ```
/// use soko_format::pddl::read_plan;
/// let level = "#####\n#@$.#\n#####".parse().unwrap();
/// let plan = "(push-to-goal player-1 stone-1 pos-2-2 pos-3-2 pos-4-2 dir-right)\n; cost = 1";
/// assert_eq!(read_plan(&level, plan).unwrap().len(), 1);
/// ```
///
/// # Errors
///
/// The first line that is no action, or none that can be carried out where it stands.
pub fn read_plan(level: &Level, text: &str) -> Result<Vec<Direction>, Box<Diagnostic>> {
    let mut position = Position::start(level);
    let mut steps = Vec::new();
    for (index, written) in text.lines().enumerate() {
        let content = written.split(';').next().unwrap_or("").trim();
        if content.is_empty() {
            continue;
        }
        let done = Action::parse(content).and_then(|action| {
            position.carry_out(&action)?;
            Ok(action.direction)
        });
        steps.push(done.map_err(|message| {
            let indent = written.chars().take_while(|c| c.is_whitespace()).count();
            Box::new(Diagnostic::error(message).at(index + 1, Some(indent + 1), written))
        })?);
    }
    Ok(steps)
}

/// One action as written.
struct Action {
    direction: Direction,
    /// The box that is pushed and the kind of square it goes to, if one is.
    push: Option<Pushed>,
    /// The man's square and those before him: two, or three for a push.
    squares: Vec<String>,
}

struct Pushed {
    stone: String,
    to_goal: bool,
}

impl Action {
    fn parse(content: &str) -> Result<Action, String> {
        let content = content.to_ascii_lowercase();
        let words = in_brackets(&content).ok_or("an action stands in brackets: (move …)")?;
        let words: Vec<&str> = words.split_whitespace().collect();
        let (name, words) = words.split_first().ok_or("an action without a name")?;
        let n_words = match *name {
            "move" => 4,
            "push-to-goal" | "push-to-nongoal" => 6,
            _ => return Err(format!("no action is called {name:?}")),
        };
        if words.len() != n_words {
            let n_here = words.len();
            return Err(format!(
                "{name} has {n_words} words behind it, not {n_here}"
            ));
        }
        let (player, way) = (words[0], words[n_words - 1]);
        if player != PLAYER {
            return Err(format!("nobody is called {player:?}"));
        }
        let mut directions = Direction::ALL.into_iter();
        let direction = directions.find(|&direction| direction_name(direction) == way);
        let is_push = *name != "move";
        let squares = &words[if is_push { 2 } else { 1 }..n_words - 1];
        Ok(Action {
            direction: direction.ok_or_else(|| format!("no direction is called {way:?}"))?,
            push: is_push.then(|| Pushed {
                stone: words[1].to_owned(),
                to_goal: *name == "push-to-goal",
            }),
            squares: squares.iter().map(|&name| name.to_owned()).collect(),
        })
    }
}

/// What stands in the brackets of an action, without the time before and the duration
/// behind it.
fn in_brackets(content: &str) -> Option<&str> {
    let (time, rest) = content.split_once('(')?;
    let (words, duration) = rest.split_once(')')?;
    let time = time.trim().trim_end_matches(':').trim_end();
    let duration = match duration.trim() {
        "" => "",
        some => some.strip_prefix('[')?.strip_suffix(']')?.trim(),
    };
    let is_number = |text: &str| text.is_empty() || text.parse::<f64>().is_ok();
    (is_number(time) && is_number(duration)).then_some(words)
}

/// Where everybody stands while a plan is carried out.
struct Position<'a> {
    level: &'a Level,
    man: Coord,
    /// By the number of the box.
    stones: Vec<Coord>,
}

impl Position<'_> {
    fn start(level: &Level) -> Position<'_> {
        let board = level.board();
        let stones = level.boxes().iter().map(|square| board.coord(square));
        Position {
            level,
            man: board.coord(level.man()),
            stones: stones.collect(),
        }
    }

    fn carry_out(&mut self, action: &Action) -> Result<(), String> {
        let squares = self.squares_named(action)?;
        let standing = |at: Coord| self.stones.iter().position(|&stone| stone == at);
        let (next, last) = (squares[1], squares[squares.len() - 1]);
        match (&action.push, standing(next)) {
            (None, None) => {}
            (None, Some(index)) => {
                return Err(format!(
                    "{} is not clear: {} is there",
                    location(next),
                    stone(index)
                ));
            }
            (Some(_), None) => return Err(format!("there is no box at {}", location(next))),
            (Some(push), Some(index)) => {
                if push.stone != stone(index) {
                    let here = stone(index);
                    return Err(format!(
                        "at {} stands {here}, not {}",
                        location(next),
                        push.stone
                    ));
                }
                if let Some(other) = standing(last) {
                    return Err(format!(
                        "{} is not clear: {} is there",
                        location(last),
                        stone(other)
                    ));
                }
                let is_goal = self
                    .level
                    .board()
                    .square(last)
                    .is_some_and(|square| self.level.board().is_goal(square));
                if push.to_goal != is_goal {
                    let no = if is_goal { "a" } else { "no" };
                    return Err(format!("{} is {no} goal", location(last)));
                }
                self.stones[index] = last;
            }
        }
        self.man = next;
        Ok(())
    }

    /// The squares of an action: they must be the man's and those before him.
    fn squares_named(&self, action: &Action) -> Result<Vec<Coord>, String> {
        let board = self.level.board();
        let mut at = Some(self.man);
        let mut squares = Vec::new();
        for name in &action.squares {
            let here = at.filter(|&here| board.square(here).is_some());
            let here = here.ok_or_else(|| format!("{name} is not before the man: a wall is"))?;
            if *name != location(here) {
                let which = if squares.is_empty() {
                    "the man is at"
                } else {
                    "before him is"
                };
                return Err(format!("{which} {}, not {name}", location(here)));
            }
            squares.push(here);
            at = here.next(action.direction, board.width(), board.height());
        }
        Ok(squares)
    }
}
