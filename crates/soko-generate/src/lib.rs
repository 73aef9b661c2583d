//! Levels made by machine: of a wanted size, with so many boxes, as hard as asked for.
//!
//! A [`Wish`] says what is wanted, a [`Way`] makes drafts, and a [`Run`] numbers the
//! attempts, shares them out among threads and hands over what is new. Every level has a
//! solution that the referee has replayed.
//!
//! ```
//! use soko_generate::{Run, WAYS, Wish};
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! let (wish, stop) = (Wish::new(7, 7, 2..=2), AtomicBool::new(false));
//! let ways = WAYS.iter().collect();
//! let run = Run { wish: &wish, ways, seed: 1, threads: 1, time: None, stop: &stop };
//! let mut levels = Vec::new();
//! run.go(&mut Default::default(), |made, _| {
//!     levels.extend(made);
//!     if levels.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
//! });
//! assert!(levels.iter().all(|made| made.solution.metrics().pushes > 3));
//! ```

mod backward;
mod crew;
mod draft;
mod outline;
mod shape;
mod template;
mod unused;
mod way;
mod wish;

pub use crew::{Run, Tally};
pub use draft::Made;
pub use way::{WAYS, Way, way_named};
pub use wish::{Wish, WishError};
