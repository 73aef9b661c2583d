//! Sokoban as an environment for learning: batches of games stepped at once, with what
//! a learner observes written into arrays of the caller.
//!
//! A [`Source`] gives levels, a [`Batch`] plays as many games as it has seats, and a
//! [`View`] says what is observed. Games that are over begin anew by themselves. What
//! costs more than a step is asked for apart ([`Batch::foresee`]): whether a position is
//! proved lost, how many pushes are truly left, and which steps do not lose.
//!
//! ```
//! use soko_core::Level;
//! use soko_gym::{Batch, Source, Stepped, Terms};
//!
//! let level: Level = "######\n#@ $.#\n######".parse().unwrap();
//! let source = Source::of_levels(vec![level]).unwrap();
//! let mut batch = Batch::new(source, 1, Terms::default()).unwrap();
//! let mut frames = vec![0; batch.frame_len()];
//! batch.reset(&[Some(7)], &mut frames).unwrap();
//!
//! let mut stepped = Stepped::new(1);
//! batch.step(&[3], &mut frames, &mut stepped.as_out()).unwrap();
//! batch.step(&[3], &mut frames, &mut stepped.as_out()).unwrap();
//! assert_eq!((stepped.rewards[0], stepped.terminated[0]), (10.9, true));
//! ```

mod arena;
mod batch;
mod foresight;
mod seat;
mod source;
mod symbol;
mod terms;
mod to_go;
mod view;

pub use arena::{Arena, Canvas};
pub use batch::{Batch, StepError, Stepped, SteppedOut};
pub use foresight::{Foreseen, LOST, NOT_KNOWN};
pub use seat::ACTIONS;
pub use source::{Order, RandomLevels, Source, SourceError};
pub use symbol::Symbol;
pub use terms::{Rewards, Terms};
pub use view::{Painter, View};
