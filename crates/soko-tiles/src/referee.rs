//! The referee of tile games: replays steps by the letter of the rules.
//!
//! It keeps rows of stacks of its own and moves tiles by the recursion that LISA
//! prints, so that a fault in [`crate::Field`] cannot hide here. The two share only
//! the rules.

use crate::{Goal, KindId, Rules, TileId, TileLevel};
use soko_core::Direction;
use std::fmt;

/// Why steps are no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileFoul {
    /// A step changes nothing.
    NoMove {
        /// Which step, from 1.
        number: usize,
        /// The way he wanted to go.
        direction: Direction,
    },
    /// The agent is gone before the last step.
    NoAgent {
        /// Which step, from 1.
        number: usize,
    },
    /// All steps can be done, but the goal is not reached.
    NotWon {
        /// How many steps there were.
        steps: usize,
    },
}

impl fmt::Display for TileFoul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TileFoul::NoMove { number, direction } => {
                let way = format!("{direction:?}").to_lowercase();
                write!(f, "step {number} ({way}) changes nothing")
            }
            TileFoul::NoAgent { number } => write!(f, "step {number}: nobody is left to move"),
            TileFoul::NotWon { steps } => {
                write!(f, "after {steps} steps the goal is not reached")
            }
        }
    }
}

impl std::error::Error for TileFoul {}

/// Steps that the referee has replayed: they win the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedSteps(Vec<Direction>);

impl VerifiedSteps {
    /// The steps.
    pub fn steps(&self) -> &[Direction] {
        &self.0
    }

    /// The steps as letters.
    pub fn letters(&self) -> String {
        self.0.iter().map(|way| way.letter()).collect()
    }
}

/// Replays steps on a level; every step must move the agent, and the last must win.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn verify_tiles(level: &TileLevel, steps: &[Direction]) -> Result<VerifiedSteps, TileFoul> {
    let mut replay = Replay::new(level);
    for (index, &direction) in steps.iter().enumerate() {
        let number = index + 1;
        let agent = replay
            .find(level.rules().agent())
            .ok_or(TileFoul::NoAgent { number })?;
        if !replay.step(agent, direction) {
            return Err(TileFoul::NoMove { number, direction });
        }
    }
    match replay.is_won() {
        true => Ok(VerifiedSteps(steps.to_vec())),
        false => Err(TileFoul::NotWon { steps: steps.len() }),
    }
}

/// A row and a column.
type Spot = (usize, usize);

struct Replay<'a> {
    rules: &'a Rules,
    rows: Vec<Vec<Vec<TileId>>>,
    /// The spots to which tiles have moved in this round, the foremost first.
    moved: Vec<Spot>,
}

impl<'a> Replay<'a> {
    fn new(level: &'a TileLevel) -> Replay<'a> {
        let field = level.field();
        let stack = |row, column| {
            let cell = field.cell(row, column).expect("a cell of the field");
            field.stack(cell).to_vec()
        };
        let row = |row| {
            (0..field.width())
                .map(|column| stack(row, column))
                .collect()
        };
        Replay {
            rules: level.rules(),
            rows: (0..field.height()).map(row).collect(),
            moved: Vec::new(),
        }
    }

    fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (height, width) = (self.rows.len(), self.rows.first().map_or(0, Vec::len));
        (0..height).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }

    fn has(&self, (row, column): Spot, kind: KindId) -> bool {
        let mut stack = self.rows[row][column].iter();
        stack.any(|&tile| self.rules.tile(tile).kind == kind)
    }

    fn find(&self, kind: KindId) -> Option<Spot> {
        self.spots().find(|&spot| self.has(spot, kind))
    }

    /// One step of the agent with all that follows from it.
    fn step(&mut self, agent: Spot, direction: Direction) -> bool {
        self.moved.clear();
        if !self.move_tile(agent, direction, true) {
            return false;
        }
        while !self.moved.is_empty() {
            for spot in std::mem::take(&mut self.moved) {
                if self.is_on_ice(spot) {
                    self.move_tile(spot, direction, false);
                }
            }
        }
        true
    }

    fn is_on_ice(&self, (row, column): Spot) -> bool {
        let stack = &self.rows[row][column];
        let Some((&top, under)) = stack.split_last() else {
            return false;
        };
        under.last().is_some_and(|&under| {
            let ground = &self.rules.kinds()[self.rules.tile(under).kind.index()];
            ground.slippery_for.contains(self.rules.tile(top).kind)
        })
    }

    /// Algorithm 2: the topmost tile goes one way, pushing what it may not enter.
    fn move_tile(&mut self, (row, column): Spot, direction: Direction, pushes: bool) -> bool {
        // 1. The topmost tile moves, where it may.
        let Some(&tile) = self.rows[row][column].last() else {
            return false;
        };
        let Tile { kind, ways } = self.about(tile);
        if !ways.contains(direction) {
            return false;
        }
        let (rows, columns) = direction.offset();
        let next_row = row.checked_add_signed(rows as isize);
        let next_column = column.checked_add_signed(columns as isize);
        let next = next_row
            .zip(next_column)
            .filter(|&(r, c)| self.rows.get(r).is_some_and(|row| c < row.len()));
        // 2. Over the edge it falls, or stays.
        let Some(next) = next else {
            let falls = self.rules.kinds()[kind.index()].falls_off_edge;
            if falls {
                self.rows[row][column].pop();
            }
            return falls;
        };
        // 3. It enters what is there, or pushes it on.
        if let Some(&other) = self.rows[next.0][next.1].last() {
            let onto = self.rules.tile(other);
            let rule = &self.rules.kinds()[onto.kind.index()];
            let enters = rule.entered_by.contains(kind) && onto.entered_towards.contains(direction);
            let may_push = pushes && rule.moved_by.contains(kind);
            let is_free = enters || may_push && self.move_tile(next, direction, true);
            if !is_free {
                return false;
            }
        }
        self.rows[row][column].pop();
        self.rows[next.0][next.1].push(tile);
        self.moved.push(next);
        true
    }

    fn about(&self, tile: TileId) -> Tile {
        let tile = self.rules.tile(tile);
        Tile {
            kind: tile.kind,
            ways: tile.moves_towards,
        }
    }

    fn is_won(&self) -> bool {
        let mut goals = self.rules.goals().iter();
        goals.all(|goal| match *goal {
            Goal::None(kind) => self.find(kind).is_none(),
            Goal::Every(on, has) => {
                let mut spots = self.spots().filter(|&spot| self.has(spot, on));
                spots.all(|spot| self.has(spot, has))
            }
            Goal::Some(on, has) => {
                let mut spots = self.spots().filter(|&spot| self.has(spot, on));
                spots.any(|spot| self.has(spot, has))
            }
        })
    }
}

/// What the recursion reads of a tile.
struct Tile {
    kind: KindId,
    ways: crate::DirectionSet,
}
