//! Searches that take their time: what can be asked for, and the work itself. Where
//! they are done (in a process of the server, in a worker of the browser), and how
//! they are watched and stopped, is the business of whoever starts them.

mod desk;
mod hint;
mod judge;
mod kind;
mod map;
mod optimise;
mod rate;
mod solve;
mod tiles;

pub use desk::Desk;
pub use kind::{Job, Lane};
