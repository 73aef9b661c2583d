//! A game as text: how requests carry it, and what it comes to when it is replayed.

use crate::fault::Fault;
use crate::levels::Known;
use serde::Deserialize;
use soko_core::{Blocked, Direction, Game, Level, Maker, Play, State, Step, Verified, verify};

/// The most moves of a game in a request.
pub(crate) const MAX_MOVES: usize = 200_000;

/// A game as the page sends it.
#[derive(Deserialize)]
pub struct GameText {
    /// The level, as rows of text.
    pub level: String,
    /// `forward`; `reverse`; or `reverse@17`, where the man has jumped to cell 17
    /// before the first pull.
    #[serde(default = "forward")]
    pub mode: String,
    /// Letters: small for steps, capital for pushes or, in reverse, pulls.
    #[serde(default)]
    pub moves: String,
    /// How many of the moves have been played; all if not said.
    pub cursor: Option<usize>,
}

fn forward() -> String {
    "forward".into()
}

impl GameText {
    /// The moves up to the cursor.
    pub fn played(&self) -> Result<&str, Fault> {
        if self.moves.len() > MAX_MOVES {
            return Err(Fault::too_large(format!("more than {MAX_MOVES} moves")));
        }
        let cursor = self.cursor.unwrap_or(self.moves.len());
        let played = self.moves.get(..cursor);
        played.ok_or_else(|| Fault::bad("the cursor lies behind the moves"))
    }

    /// The mode in its one spelling, which names a tree.
    pub fn tree_mode(&self) -> String {
        match self.mode.strip_prefix("reverse@").map(str::parse::<u32>) {
            Some(Ok(cell)) => format!("reverse@{cell}"),
            _ => self.mode.clone(),
        }
    }

    /// The game before its first move.
    fn start(&self, known: &Known) -> Result<Game, Fault> {
        let level = known.level.clone();
        if self.mode == "forward" {
            return Ok(Game::new(level));
        }
        let wrong = || Fault::bad("the mode is forward, reverse, or reverse@ and a cell");
        let jump = match self.mode.strip_prefix("reverse").ok_or_else(wrong)? {
            "" => None,
            jump => Some(jump.strip_prefix('@').ok_or_else(wrong)?),
        };
        let mut game = Game::reverse(level).map_err(|error| Fault::bad(error.to_string()))?;
        if let Some(cell) = jump {
            let cell = cell.parse().map_err(|_| wrong())?;
            let blocked = |why: Blocked| Fault::bad(why.to_string());
            game.jump(known.square(cell)?).map_err(blocked)?;
        }
        Ok(game)
    }

    /// The game after these moves; `visit` sees it after each.
    fn after(
        &self,
        known: &Known,
        moves: &str,
        mut visit: impl FnMut(&Game),
    ) -> Result<Game, Fault> {
        let mut game = self.start(known)?;
        for (number, step) in (1..).zip(read_steps(moves)) {
            take(&mut game, step?).map_err(|why| Fault::bad(format!("move {number}: {why}")))?;
            visit(&game);
        }
        Ok(game)
    }

    /// The game after the moves up to the cursor.
    pub fn replay(&self, known: &Known) -> Result<Game, Fault> {
        self.after(known, self.played()?, |_| ())
    }

    /// The game at the cursor, with the moves behind it as those that lie ahead.
    pub fn line(&self, known: &Known) -> Result<Game, Fault> {
        let cursor = self.played()?.len();
        let mut game = self.after(known, &self.moves, |_| ())?;
        game.go_to(cursor);
        Ok(game)
    }

    /// The position after each move up to the cursor, the start first.
    pub fn positions(&self, known: &Known) -> Result<Vec<State>, Fault> {
        let mut positions = vec![self.start(known)?.state().clone()];
        let visit = |game: &Game| positions.push(game.state().clone());
        self.after(known, self.played()?, visit)?;
        Ok(positions)
    }

    /// The position now, as a level of its own to be solved; only forwards.
    pub fn level_here(&self, known: &Known) -> Result<Level, Fault> {
        let game = self.replay(known)?;
        match game.play() {
            Play::Forward => Ok(known.level.with_start(game.state())),
            Play::Reverse => Err(Fault::bad("this works only in a forward game")),
        }
    }
}

/// The maker of this name, or the one meant where none is named.
pub fn maker(name: Option<&str>, or: Maker) -> Result<Maker, Fault> {
    let Some(name) = name else {
        return Ok(or);
    };
    let all = Maker::ALL.map(Maker::name);
    Maker::from_name(name).ok_or_else(|| Fault::no_such("maker", name, all))
}

/// Letters as steps: small for steps, capital for pushes or, in reverse, pulls.
pub(crate) fn read_steps(letters: &str) -> impl Iterator<Item = Result<Step, Fault>> {
    (1..).zip(letters.chars()).map(|(number, letter)| {
        let direction = Direction::from_letter(letter)
            .ok_or_else(|| Fault::bad(format!("move {number} is none of l, u, r, d")))?;
        let is_push = letter.is_ascii_uppercase();
        Ok(Step { direction, is_push })
    })
}

/// Takes one step. Whether it pushes follows from the board; a pull must be asked
/// for.
pub(crate) fn take(game: &mut Game, step: Step) -> Result<Step, Blocked> {
    match game.play() {
        Play::Reverse if step.is_push => game.pull(step.direction),
        Play::Forward | Play::Reverse => game.step(step.direction),
    }
}

/// These moves as a solution, if the referee says that they are one.
pub fn solution(known: &Known, moves: &str) -> Option<Verified> {
    let steps: Result<Vec<Step>, Fault> = read_steps(moves).collect();
    let directions = steps.ok()?.into_iter().map(|step| step.direction);
    verify(known.level.setup(), directions).ok()
}
