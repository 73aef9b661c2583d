//! Moves as text: LURD, plain or with run-length codes, forward or reverse.
//!
//! `u d l r` are steps, capitals are pushes (pulls in reverse play). White space
//! means nothing. A `*` marks the current position: what follows was undone and
//! can be redone. Reverse play starts with a jump, even an empty one: `[]U[rr]d`;
//! old files write `<rr>`. A change of man, `{…}`, belongs to a game with several
//! men and is refused.

use crate::rle::{self, RleError, RleErrorKind};
use crate::{Diagnostic, caps};
use soko_core::Direction;
use std::fmt;

/// One piece of a game as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A letter.
    Step {
        /// Where the man goes.
        direction: Direction,
        /// Whether the letter is a capital.
        is_capital: bool,
    },
    /// The start of a jump; the steps inside say where it leads.
    JumpStart,
    /// The end of a jump.
    JumpEnd,
}

/// A game as written.
///
/// ```
/// use soko_format::MoveText;
/// let game: MoveText = "3r(uL)".parse().unwrap();
/// assert_eq!(game.to_string(), "rrruL");
/// assert_eq!(game.run_lengths(), "3ruL");
/// assert_eq!(game.directions().unwrap().len(), 5);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// The pieces in order.
    pub tokens: Vec<Token>,
    /// How many tokens come before the current position, where it is marked.
    pub current: Option<usize>,
}

/// Why text is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LurdError {
    /// What is wrong, without the place.
    pub message: String,
    /// The column in characters of the whole text, from 1.
    pub column: usize,
}

impl fmt::Display for LurdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for LurdError {}

impl LurdError {
    fn new(message: impl Into<String>, column: usize) -> LurdError {
        let message = message.into();
        LurdError { message, column }
    }

    /// The error with the text and a caret under the offending character.
    pub fn diagnostic(&self, text: &str) -> Diagnostic {
        Diagnostic::error(self.message.clone()).at(1, Some(self.column), text)
    }
}

impl From<RleError> for LurdError {
    fn from(error: RleError) -> LurdError {
        let message = match error.kind {
            RleErrorKind::TooLong => format!("the moves expand to more than {}", caps::MOVES),
            _ => error.message(),
        };
        LurdError::new(message, error.column)
    }
}

impl MoveText {
    /// Whether the game is one of reverse play.
    pub fn is_reverse(&self) -> bool {
        self.tokens.first() == Some(&Token::JumpStart)
    }

    /// The directions of a forward game up to its current position, or of the
    /// whole game if none is marked. None for reverse play.
    pub fn directions(&self) -> Option<Vec<Direction>> {
        let played = &self.tokens[..self.current.unwrap_or(self.tokens.len())];
        let direction = |token: &Token| match *token {
            Token::Step { direction, .. } => Some(direction),
            Token::JumpStart | Token::JumpEnd => None,
        };
        played.iter().map(direction).collect()
    }

    /// The game with run-length codes.
    pub fn run_lengths(&self) -> String {
        rle::compress(&self.to_string())
    }
}

impl fmt::Display for MoveText {
    /// The game without run-length codes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for (index, token) in self.tokens.iter().enumerate() {
            if self.current == Some(index) {
                f.write_char('*')?;
            }
            f.write_char(match *token {
                Token::JumpStart => '[',
                Token::JumpEnd => ']',
                Token::Step {
                    direction,
                    is_capital,
                } => {
                    let letter = direction.letter();
                    let capital = letter.to_ascii_uppercase();
                    if is_capital { capital } else { letter }
                }
            })?;
        }
        if self.current == Some(self.tokens.len()) {
            f.write_char('*')?;
        }
        Ok(())
    }
}

impl std::str::FromStr for MoveText {
    type Err = LurdError;

    fn from_str(text: &str) -> Result<MoveText, LurdError> {
        check_counts(text)?;
        let mut game = MoveText::default();
        let mut fault = None;
        let mut in_jump = false;
        rle::expand(text, caps::MOVES, |character, column| {
            if fault.is_none() {
                fault = game.add(character, &mut in_jump).err();
                if let Some(fault) = &mut fault {
                    fault.column = column;
                }
            }
        })?;
        match fault {
            Some(fault) => Err(fault),
            None if in_jump => Err(LurdError::new(
                "this jump is never closed",
                text.chars().count().max(1),
            )),
            None => Ok(game),
        }
    }
}

impl MoveText {
    /// Adds one character of the expansion; the caller knows its column.
    fn add(&mut self, character: char, in_jump: &mut bool) -> Result<(), LurdError> {
        let fail = |message: String| Err(LurdError::new(message, 0));
        // Letters are steps; whether capitals are right is the referee's business.
        if let Some(direction) = Direction::from_letter(character) {
            let is_capital = character.is_ascii_uppercase();
            if is_capital && *in_jump {
                return fail("a jump moves no box, so its letters are small".into());
            }
            self.tokens.push(Token::Step {
                direction,
                is_capital,
            });
            return Ok(());
        }
        // Brackets open and close jumps, and a star marks where the game stands.
        match character {
            c if c.is_whitespace() => Ok(()),
            '[' | '<' if *in_jump => fail("there is a jump inside a jump".into()),
            '[' | '<' => {
                *in_jump = true;
                self.tokens.push(Token::JumpStart);
                Ok(())
            }
            ']' | '>' if !*in_jump => fail("this jump was never opened".into()),
            ']' | '>' => {
                *in_jump = false;
                self.tokens.push(Token::JumpEnd);
                Ok(())
            }
            '*' if self.current.is_some() => fail("the current position is marked twice".into()),
            '*' => {
                self.current = Some(self.tokens.len());
                Ok(())
            }
            '{' | '}' => fail("a change of man: games with several men are not supported".into()),
            other => fail(format!("{other:?} is no move: moves are u, d, l and r")),
        }
    }
}

/// A count must stand right before what it repeats.
fn check_counts(text: &str) -> Result<(), LurdError> {
    let mut before = ' ';
    for (index, c) in text.chars().enumerate() {
        if c.is_whitespace() && before.is_ascii_digit() {
            let message = "there is nothing to repeat after this count";
            return Err(LurdError::new(message, index));
        }
        before = c;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let game: Result<MoveText, _> = text.parse();
        game.map(|g| g.to_string()).map_err(|e| e.to_string())
    }

    #[test]
    fn plain_and_run_length_moves() {
        assert_eq!(read("lurd LURD\nu").unwrap(), "lurdLURDu");
        assert_eq!(read("2(uR)3d").unwrap(), "uRuRddd");
        assert_eq!(read("").unwrap(), "");
    }

    #[test]
    fn the_current_position_ends_the_played_part() {
        let game: MoveText = "rr*uu".parse().unwrap();
        assert_eq!(game.directions().unwrap().len(), 2);
        assert_eq!(game.to_string(), "rr*uu");
    }

    #[test]
    fn reverse_games_start_with_a_jump() {
        let game: MoveText = "[]U<rr>d".parse().unwrap();
        assert!(game.is_reverse());
        assert_eq!(game.directions(), None);
        assert_eq!(game.to_string(), "[]U[rr]d");
    }

    #[test]
    fn mistakes_have_a_column() {
        assert_eq!(
            read("rrxu"),
            Err("column 3: 'x' is no move: moves are u, d, l and r".into())
        );
        assert!(read("rr3").unwrap_err().starts_with("column 3"));
        assert!(read("r3 r").unwrap_err().starts_with("column 2"));
        assert!(read("[rr").unwrap_err().contains("never closed"));
        assert!(read("r]").unwrap_err().contains("never opened"));
        assert!(read("[U]").unwrap_err().contains("small"));
        assert!(read("u{1}").is_err());
        assert!(read("u*u*").unwrap_err().contains("twice"));
        assert!(read("99999999999r").unwrap_err().contains("more than"));
    }
}
