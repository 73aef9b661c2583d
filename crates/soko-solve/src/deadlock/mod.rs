//! Deadlocks: states from which no solution can be reached, recognised early.
//!
//! Each technique has its own file with its reasoning, a row in the table
//! ([`Technique`]) and a switch. [`Detectors`] is built once for a level, holds what
//! the techniques share and remember, and answers for single techniques or for a mix
//! of them. Verdicts have three values: a state is [`Verdict::Dead`] only where
//! that is proved, so a search may drop it and still call a level unsolvable.
//! `make oracle` holds every verdict against complete state graphs.
//!
//! Two ideas carry most proofs:
//!
//! * **Thinking boxes away.** Whatever boxes can do together, a part of them can
//!   do without the others: leave the other boxes' pushes out of any solution
//!   and a solution for the part remains. So if a part of the boxes has no
//!   solution, with all goals in place, the whole has none.
//! * **Frozen boxes are walls.** A box that can never move again may be replaced
//!   by a wall for all others (`frozen_walls.rs`).

// How techniques are asked.
mod detector;
mod detectors;
mod finding;
mod kept;
mod query;
mod row;
mod shared;
mod table;
mod tally;
#[cfg(test)]
mod tests;

// What they stand on.
mod frozen_set;
mod frozen_walls;
mod pair_table;
mod proof;

// The techniques, one a file.
mod corral;
mod dead_squares;
mod diagonal;
mod forced;
mod freeze;
mod learned;
mod matching;
mod pairs;
mod pattern;
mod peeling;
mod pi_corral;
mod room;
mod wobbler;

pub use detectors::Detectors;
pub(crate) use frozen_set::freezes_off_goals;
pub use frozen_set::frozen_around;
pub use kept::{KeptSet, TakenUp};
pub use pattern::{
    CrossingOut, MOST_GENERATED_CELLS, NoTrap, Operations, Pattern, PatternError, Patterns, Side,
    Trap, WayOut, generate_patterns,
};
pub use pi_corral::Pruning;
pub use proof::DeadSet;
pub use query::{Query, Verdict};
pub use row::{Asked, Explains, Row};
pub use table::{Technique, Techniques};
pub use tally::{Tallies, Tally};
