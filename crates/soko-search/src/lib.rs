//! Search over any space, with limits, progress and honest outcomes. Nothing in
//! this crate knows Sokoban.
//!
//! A [`Space`] says what the states and edges are, a [`Heuristic`] guesses what
//! is left to do, an [`Engine`] searches a step at a time, and [`run`] owns the
//! loop around it. States live once and packed in a [`Store`]; everything else
//! about them is kept in [`SideTable`]s by [`StateId`].
//!
//! ```
//! use soko_search::engine::{BestFirst, BreadthFirst, IdaStar, Weights};
//! use soko_search::{Buckets, Claims, Control, Heuristic, Outcome};
//! use soko_search::{Space, Successor, Successors, run};
//!
//! /// From 1 to a number, by adding one and by doubling.
//! #[derive(Clone)]
//! struct Counting { to: u8 }
//!
//! impl Space for Counting {
//!     type State = u8;
//!     type Action = char;
//!     fn key_len(&self) -> usize { 1 }
//!     fn pack(&self, state: &u8, key: &mut [u8]) { key[0] = *state; }
//!     fn unpack(&self, key: &[u8]) -> u8 { key[0] }
//!     fn starts(&self) -> Vec<u8> { vec![1] }
//!     fn is_goal(&self, state: &u8) -> bool { *state == self.to }
//!     fn expand(&mut self, state: &u8, out: &mut Successors<Self>) {
//!         for (action, next) in [('+', state.checked_add(1)), ('*', state.checked_mul(2))] {
//!             if let Some(state) = next.filter(|&next| next <= self.to) {
//!                 out.push(Successor { action, cost: 1, state });
//!             }
//!         }
//!     }
//! }
//!
//! /// Every step at most doubles.
//! struct Doublings { to: u8 }
//!
//! impl Heuristic<Counting> for Doublings {
//!     fn claims(&self) -> Claims { Claims::ALL }
//!     fn estimate(&mut self, state: &u8) -> Option<u32> {
//!         Some((0..8).find(|n| u32::from(*state) << n >= u32::from(self.to)).unwrap_or(8))
//!     }
//! }
//!
//! let (space, guess) = (Counting { to: 200 }, || Doublings { to: 200 });
//! let mut blind = BreadthFirst::new(space.clone());
//! let mut a_star = BestFirst::<_, _, Buckets>::new(space.clone(), guess(), Weights::A_STAR);
//! let mut deepening = IdaStar::new(space, guess());
//! let reports = [
//!     run(&mut blind, &mut Control::default()),
//!     run(&mut a_star, &mut Control::default()),
//!     run(&mut deepening, &mut Control::default()),
//! ];
//! for report in &reports {
//!     let found = report.outcome.solution().unwrap();
//!     // 1, 2, 3, 6, 12, 24, 25, 50, 100, 200 or another way as short.
//!     assert_eq!((found.plan.len(), found.optimal), (9, true));
//! }
//! assert!(reports[1].counters.expanded < reports[0].counters.expanded);
//! ```

mod arena;
mod control;
pub mod engine;
mod heuristic;
mod open_list;
mod outcome;
mod processor_time;
mod rows;
mod run;
mod side_table;
mod space;
mod store;

pub use arena::{Arena, Span};
pub use control::{Control, Counters, Limits, Progress, StopReason};
pub use heuristic::{Blind, Heuristic};
pub use open_list::{Buckets, OpenList};
pub use outcome::{Claims, Found, Outcome, Report};
pub use processor_time::processor_time;
pub use rows::Rows;
pub use run::{Engine, Step, run};
pub use side_table::SideTable;
pub use space::{Space, Successor, Successors};
pub use store::{StateId, Store};
