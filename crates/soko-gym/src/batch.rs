//! Many games stepped at once.
//!
//! The cells of all games lie in one array, the frames in one array of the caller, which
//! a step changes in three places a game at the most. So the caller keeps a frame as it
//! was handed back, or asks for all of it anew ([`Batch::draw`]).
//!
//! A game that is over begins anew with the next step, which does nothing else: it gives
//! no reward, and the frame is the first of the new game.

use crate::foresight::{Fate, Foreseen, LOST, NOT_KNOWN, Sight};
use crate::seat::{ACTIONS, Seat, offsets};
use crate::to_go::Tables;
use crate::view::{Pen, with_pen};
use crate::{Canvas, Painter, Source, SourceError, Terms};
use soko_core::{Level, SplitMix};
use std::fmt;

/// What a step came to, a place for each seat: where the answers go.
#[derive(Debug)]
pub struct SteppedOut<'a> {
    /// The rewards.
    pub rewards: &'a mut [f64],
    /// Whether the level was solved.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off.
    pub truncated: &'a mut [bool],
}

/// The same with arrays of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stepped {
    /// The rewards.
    pub rewards: Vec<f64>,
    /// Whether the level was solved.
    pub terminated: Vec<bool>,
    /// Whether the game was cut off.
    pub truncated: Vec<bool>,
}

impl Stepped {
    /// For so many seats.
    pub fn new(n_seats: usize) -> Stepped {
        Stepped {
            rewards: vec![0.0; n_seats],
            terminated: vec![false; n_seats],
            truncated: vec![false; n_seats],
        }
    }

    /// As places for answers.
    pub fn as_out(&mut self) -> SteppedOut<'_> {
        SteppedOut {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

/// Why a batch cannot do what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepError {
    /// No action has this number.
    NoSuchAction {
        /// The seat.
        seat: usize,
        /// The number.
        action: i64,
    },
    /// An array has the wrong length.
    Length {
        /// What it is for.
        of: &'static str,
        /// How long it is.
        is: usize,
        /// How long it should be.
        should_be: usize,
    },
    /// A game cannot be begun.
    Source(SourceError),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::NoSuchAction { seat, action } => write!(
                f,
                "there is no action {action} (game {seat}): 0 is up, 1 down, 2 left, 3 right"
            ),
            StepError::Length { of, is, should_be } => {
                write!(
                    f,
                    "the array of {of} has {is} places instead of {should_be}"
                )
            }
            StepError::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StepError {}

impl From<SourceError> for StepError {
    fn from(error: SourceError) -> StepError {
        StepError::Source(error)
    }
}

/// Games that are stepped at once.
#[derive(Debug)]
pub struct Batch {
    source: Source,
    terms: Terms,
    painter: Painter,
    cells: Vec<u8>,
    seats: Vec<Seat>,
    sights: Vec<Option<Sight>>,
    tables: Tables,
    most_states: u64,
    /// The games that were over in this step.
    over: Vec<usize>,
}

impl Batch {
    /// So many seats; nothing is played before [`Batch::reset`], or before the first
    /// step.
    pub fn new(source: Source, n_seats: usize, terms: Terms) -> Result<Batch, StepError> {
        let canvas = source.canvas();
        let (any, _) = source.draw(&mut SplitMix(0), 0)?;
        let seats = (0..n_seats as u64).map(|seed| Seat::new(any.clone(), seed));
        Ok(Batch {
            painter: Painter::new(terms.view, canvas),
            cells: vec![0; n_seats * canvas.n_cells()],
            seats: seats.collect(),
            sights: (0..n_seats).map(|_| None).collect(),
            tables: Tables::default(),
            most_states: 0,
            over: Vec::new(),
            source,
            terms,
        })
    }

    /// The same with exact answers of [`Batch::foresee`] for levels of at most so many
    /// states.
    #[must_use]
    pub fn with_graphs_up_to(mut self, most_states: u64) -> Batch {
        self.most_states = most_states;
        self
    }

    /// The number of seats.
    pub fn n_seats(&self) -> usize {
        self.seats.len()
    }

    /// The size of the rectangle that each level lies on.
    pub fn canvas(&self) -> Canvas {
        self.source.canvas()
    }

    /// The shape of one game's frame.
    pub fn frame_shape(&self) -> Vec<usize> {
        self.painter.shape()
    }

    /// The bytes of all frames.
    pub fn frame_len(&self) -> usize {
        self.seats.len() * self.painter.frame_len()
    }

    /// The level that is played at a seat, with its number in the list.
    pub fn level(&self, seat: usize) -> (&Level, Option<usize>) {
        let seat = &self.seats[seat];
        (seat.arena.level(), seat.level)
    }

    /// The steps done in the game at a seat.
    pub fn n_steps(&self, seat: usize) -> u32 {
        self.seats[seat].n_steps
    }

    /// The boxes that are on goals at a seat, and all boxes.
    pub fn boxes_on_goals(&self, seat: usize) -> (usize, usize) {
        let seat = &self.seats[seat];
        let n_boxes = seat.arena.level().n_boxes();
        (n_boxes - seat.n_off_goal as usize, n_boxes)
    }

    /// The symbols of the position at a seat, row by row.
    pub fn symbols(&self, seat: usize) -> &[u8] {
        let n = self.source.canvas().n_cells();
        &self.cells[seat * n..][..n]
    }

    /// Begins a game at every seat. A seat with a seed draws from it from now on; the
    /// others go on with theirs.
    pub fn reset(&mut self, seeds: &[Option<u64>], frames: &mut [u8]) -> Result<(), StepError> {
        has_length("seeds", seeds.len(), self.n_seats())?;
        has_length("frames", frames.len(), self.frame_len())?;
        for (seat, seed) in seeds.iter().enumerate() {
            self.reset_one(seat, *seed, None, frames)?;
        }
        Ok(())
    }

    /// Begins a game at one seat, with the level of this number if one is given.
    ///
    /// # Panics
    ///
    /// If there is no such seat.
    pub fn reset_one(
        &mut self,
        seat: usize,
        seed: Option<u64>,
        level: Option<usize>,
        frames: &mut [u8],
    ) -> Result<(), StepError> {
        has_length("frames", frames.len(), self.frame_len())?;
        if let Some(seed) = seed {
            // Neighbouring seeds must not give neighbouring draws.
            self.seats[seat].random = SplitMix(SplitMix(seed).next());
            self.seats[seat].n_games = 0;
        }
        self.begin(seat, level, frames)?;
        Ok(())
    }

    fn begin(
        &mut self,
        number: usize,
        level: Option<usize>,
        frames: &mut [u8],
    ) -> Result<(), SourceError> {
        let n_seats = self.seats.len();
        let seat = &mut self.seats[number];
        let (arena, level) = match level {
            Some(level) => (self.source.level(level)?, Some(level)),
            None => {
                let turn = number + seat.n_games * n_seats;
                self.source.draw(&mut seat.random, turn)?
            }
        };
        let n_cells = self.source.canvas().n_cells();
        let cells = &mut self.cells[number * n_cells..][..n_cells];
        seat.begin(arena, level, cells);
        let n = self.painter.frame_len();
        self.painter.draw(cells, &mut frames[number * n..][..n]);
        Ok(())
    }

    /// Draws all frames anew.
    pub fn draw(&self, frames: &mut [u8]) -> Result<(), StepError> {
        has_length("frames", frames.len(), self.frame_len())?;
        let n = self.painter.frame_len();
        for (seat, frame) in frames.chunks_exact_mut(n).enumerate() {
            self.painter.draw(self.symbols(seat), frame);
        }
        Ok(())
    }

    /// One step of every game, by the numbers of [`ACTIONS`]. The frames are those that
    /// were last handed back. If an action has no such number, no game is stepped.
    pub fn step(
        &mut self,
        actions: &[i64],
        frames: &mut [u8],
        out: &mut SteppedOut<'_>,
    ) -> Result<(), StepError> {
        let n_seats = self.n_seats();
        has_length("frames", frames.len(), self.frame_len())?;
        has_length("actions", actions.len(), n_seats)?;
        has_length("rewards", out.rewards.len(), n_seats)?;
        has_length("ends", out.terminated.len(), n_seats)?;
        has_length("cuts", out.truncated.len(), n_seats)?;
        let is_known = |action: &i64| (0..ACTIONS.len() as i64).contains(action);
        if let Some(seat) = actions.iter().position(|action| !is_known(action)) {
            let action = actions[seat];
            return Err(StepError::NoSuchAction { seat, action });
        }
        let mut over = std::mem::take(&mut self.over);
        over.clear();
        with_pen!(&self.painter, pen => {
            let games = Games {
                seats: &mut self.seats,
                cells: &mut self.cells,
                width: self.source.canvas().width,
                n_cells: self.source.canvas().n_cells(),
                terms: &self.terms,
            };
            games.step(actions, pen, frames, self.painter.frame_len(), out, &mut over);
        });
        for &seat in &over {
            self.begin(seat, None, frames)?;
        }
        self.over = over;
        Ok(())
    }

    /// What can be proved of every position; empty places are not asked for.
    pub fn foresee(&mut self, asked: &mut Foreseen<'_>) -> Result<(), StepError> {
        let n_seats = self.n_seats();
        let n_or_none = |of, is, should_be| match is {
            0 => Ok(()),
            _ => has_length(of, is, should_be),
        };
        n_or_none("verdicts", asked.dead.len(), n_seats)?;
        n_or_none("distances", asked.distance.len(), n_seats)?;
        n_or_none("masks", asked.mask.len(), n_seats * ACTIONS.len())?;
        let canvas = self.source.canvas();
        for (number, seat) in self.seats.iter().enumerate() {
            let place = &mut self.sights[number];
            if !place.as_ref().is_some_and(|sight| sight.is_of(seat)) {
                *place = Some(Sight::new(seat, self.most_states, &mut self.tables));
            }
            let Some(sight) = place else { continue };
            let cells = &self.cells[number * canvas.n_cells()..][..canvas.n_cells()];
            let fate = sight.fate(seat, cells);
            if let Some(dead) = asked.dead.get_mut(number) {
                *dead = fate == Fate::Lost;
            }
            if let Some(distance) = asked.distance.get_mut(number) {
                *distance = match fate {
                    Fate::Lost => LOST,
                    Fate::Open => NOT_KNOWN,
                    Fate::ToGo(pushes) => i32::try_from(pushes).unwrap_or(i32::MAX),
                };
            }
            if let Some(mask) = asked.mask.get_mut(number * ACTIONS.len()..)
                && let Some(mask) = mask.get_mut(..ACTIONS.len())
            {
                sight.mask(seat, cells, canvas.width, mask);
            }
        }
        Ok(())
    }
}

fn has_length(of: &'static str, is: usize, should_be: usize) -> Result<(), StepError> {
    if is == should_be {
        return Ok(());
    }
    Err(StepError::Length { of, is, should_be })
}

/// What a step works on.
struct Games<'a> {
    seats: &'a mut [Seat],
    cells: &'a mut [u8],
    width: usize,
    n_cells: usize,
    terms: &'a Terms,
}

impl Games<'_> {
    /// One step of every game that is not over; the seats of the others are noted.
    fn step(
        self,
        actions: &[i64],
        pen: impl Pen,
        frames: &mut [u8],
        frame_len: usize,
        out: &mut SteppedOut<'_>,
        over: &mut Vec<usize>,
    ) {
        let offsets = offsets(self.width);
        let rewards = &self.terms.rewards;
        let max_steps = self.terms.max_steps.unwrap_or(u32::MAX);
        let boards = self.cells.chunks_exact_mut(self.n_cells);
        let boards = boards.zip(frames.chunks_exact_mut(frame_len));
        let games = self.seats.iter_mut().zip(boards).zip(actions);
        for (number, ((seat, (cells, frame)), &action)) in games.enumerate() {
            if seat.is_over {
                over.push(number);
                out.rewards[number] = 0.0;
                out.terminated[number] = false;
                out.truncated[number] = false;
                continue;
            }
            let gain = seat.step(offsets[action as usize & 3], cells, pen, frame);
            let is_solved = seat.n_off_goal == 0;
            let is_cut = !is_solved && seat.n_steps >= max_steps;
            seat.is_over = is_solved || is_cut;
            let mut reward = rewards.step;
            if gain != 0 {
                reward += if gain > 0 {
                    rewards.box_on
                } else {
                    rewards.box_off
                };
            }
            if is_solved {
                reward += rewards.solved;
            }
            out.rewards[number] = reward;
            out.terminated[number] = is_solved;
            out.truncated[number] = is_cut;
        }
    }
}
