//! Where the levels of a batch come from: a list, or a generator.
//!
//! Generated levels are scattered walls ([`soko_core::random_level`]) of which only those
//! are kept that have a solution of enough pushes, found by exploring their graph from
//! the start. Most of what is scattered has none, so a level takes some milliseconds; a
//! search that finds nothing for long is told and not gone on with for ever.

use crate::{Arena, Canvas};
use soko_core::facts::dead_squares;
use soko_core::{Level, SplitMix, Squares, random_level};
use soko_graph::{Rules, explore, shortest_pushes};
use soko_search::{Control, Limits};
use std::fmt;
use std::sync::Arc;

/// In which order the levels of a list are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Any level each time, by the seat's own seed.
    #[default]
    Random,
    /// One after another: a seat begins at its own number and goes on by the number of
    /// seats.
    InTurn,
}

/// What generated levels are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomLevels {
    /// Columns, walls included.
    pub width: u32,
    /// Rows, walls included.
    pub height: u32,
    /// Boxes.
    pub boxes: usize,
    /// The fewest pushes of a solution at least.
    pub min_pushes: u32,
}

/// Levels for a batch.
#[derive(Clone, Debug)]
pub struct Source {
    canvas: Canvas,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Levels(Vec<Arc<Arena>>, Order),
    Random(RandomLevels),
}

/// Why there is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceError {
    /// The list is empty.
    NoLevels,
    /// No level of the list has this number.
    NoSuchLevel {
        /// The number, from 0.
        number: usize,
        /// The levels that there are.
        n_levels: usize,
    },
    /// The rectangle has no room for the boxes, their goals and the man, or is larger
    /// than 64 by 64.
    Room(RandomLevels),
    /// So many levels were scattered, and none was right.
    NothingFound(RandomLevels),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceError::NoLevels => write!(f, "there are no levels"),
            SourceError::NoSuchLevel { number, n_levels } => {
                write!(
                    f,
                    "there is no level {number}; the last is {}",
                    n_levels - 1
                )
            }
            SourceError::Room(RandomLevels {
                width,
                height,
                boxes,
                ..
            }) => write!(
                f,
                "levels of {width} x {height} with {boxes} boxes cannot be generated: \
                 the sides go from 3 to 64, and a box, its goal and the man need room"
            ),
            SourceError::NothingFound(RandomLevels {
                width,
                height,
                boxes,
                min_pushes,
            }) => write!(
                f,
                "none of {TRIES} random levels of {width} x {height} with {boxes} boxes \
                 has a solution of {min_pushes} pushes or more"
            ),
        }
    }
}

impl std::error::Error for SourceError {}

/// Levels scattered until one is right.
const TRIES: usize = 100_000;

/// States in which a solution of a generated level must be found.
const MOST_STATES: u64 = 5_000;

impl Source {
    /// A list of levels, drawn at random.
    pub fn of_levels(levels: Vec<Level>) -> Result<Source, SourceError> {
        if levels.is_empty() {
            return Err(SourceError::NoLevels);
        }
        let canvas = Canvas::around(&levels);
        let lay_out = |level| Arc::new(Arena::new(level, canvas));
        let arenas = levels.into_iter().map(lay_out).collect();
        Ok(Source {
            canvas,
            kind: Kind::Levels(arenas, Order::Random),
        })
    }

    /// The same list in another order; generated levels have none.
    #[must_use]
    pub fn in_order(mut self, order: Order) -> Source {
        if let Kind::Levels(_, known) = &mut self.kind {
            *known = order;
        }
        self
    }

    /// A new level for each game.
    pub fn random(levels: RandomLevels) -> Result<Source, SourceError> {
        let RandomLevels {
            width,
            height,
            boxes,
            ..
        } = levels;
        let sides = 3..=64;
        let fits = sides.contains(&width) && sides.contains(&height) && boxes > 0;
        // A quarter of what is inside is wall in the mean; a full board is never found.
        if !fits || 2 * boxes + 1 > (width as usize - 2) * (height as usize - 2) {
            return Err(SourceError::Room(levels));
        }
        Ok(Source {
            canvas: Canvas {
                height: height as usize,
                width: width as usize,
            },
            kind: Kind::Random(levels),
        })
    }

    /// The size of the rectangles.
    pub fn canvas(&self) -> Canvas {
        self.canvas
    }

    /// The number of levels in the list; none where they are generated.
    pub fn n_levels(&self) -> Option<usize> {
        match &self.kind {
            Kind::Levels(arenas, _) => Some(arenas.len()),
            Kind::Random(_) => None,
        }
    }

    /// The level of this number.
    pub(crate) fn level(&self, number: usize) -> Result<Arc<Arena>, SourceError> {
        let n_levels = self.n_levels().unwrap_or(0);
        match &self.kind {
            Kind::Levels(arenas, _) if number < n_levels => Ok(arenas[number].clone()),
            Kind::Levels(..) => Err(SourceError::NoSuchLevel { number, n_levels }),
            Kind::Random(_) => Err(SourceError::NoLevels),
        }
    }

    /// A level for the next game of a seat, which has this turn where turns are taken;
    /// with its number, if it is of a list.
    pub(crate) fn draw(
        &self,
        random: &mut SplitMix,
        turn: usize,
    ) -> Result<(Arc<Arena>, Option<usize>), SourceError> {
        match &self.kind {
            Kind::Levels(arenas, order) => {
                let number = match order {
                    Order::Random => random.below(arenas.len()),
                    Order::InTurn => turn % arenas.len(),
                };
                Ok((arenas[number].clone(), Some(number)))
            }
            Kind::Random(levels) => {
                let level = levels.generate(random)?;
                Ok((Arc::new(Arena::new(level, self.canvas)), None))
            }
        }
    }
}

impl RandomLevels {
    /// A level that is right. The same generator state gives the same level.
    pub fn generate(&self, random: &mut SplitMix) -> Result<Level, SourceError> {
        for _ in 0..TRIES {
            let level = random_level(random, self.width, self.height, self.boxes);
            if level.n_boxes() == self.boxes && self.is_right(&level) {
                return Ok(level);
            }
        }
        Err(SourceError::NothingFound(*self))
    }

    fn is_right(&self, level: &Level) -> bool {
        let is_lost = level.boxes().intersects(&dead_squares(level.board()));
        if is_lost || level.is_solved(level.boxes()) {
            return false;
        }
        let limits = Limits {
            expansions: Some(MOST_STATES),
            ..Limits::default()
        };
        let graph = explore(level, &Rules::default(), 1, &mut Control::new(limits));
        let shortest = graph.ok().and_then(|graph| shortest_pushes(&graph));
        shortest.is_some_and(|shortest| shortest.pushes >= self.min_pushes)
    }
}
