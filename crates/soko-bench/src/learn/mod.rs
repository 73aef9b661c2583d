//! Learning what features are worth to the champion's walks, from solutions.
//!
//! A solution shows at each of its moves which of many was right ([`lessons`]). The
//! weights under which these moves look best are found by [`fit()`](fit::fit), and may
//! be bettered by trying them out ([`tune()`](tune::tune)). Whether they are any good is
//! asked on levels that had no part in it ([`cross_validate`]), in what they rank and in
//! what a walk expands.
//!
//! [`lessons`]: soko_solve::champion::lessons

mod course;
mod fit;
mod folds;
mod rank;
mod tune;

pub use course::{Course, Stopped, learn};
pub use fit::fit;
pub use folds::{Contest, Effort, Validation, cross_validate};
pub use rank::{Ranking, rank};
pub use tune::{Trial, tune};
