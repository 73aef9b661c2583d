//! State graphs counted on many machines.
//!
//! Every state of a level is a number, and every number has an owner among the workers
//! of all processes. States are sent to their owners layer by layer
//! ([`Crew::count`]), and so are the colours that tell which states can reach each other
//! ([`Crew::with_components`]); processes meet before that and agree on what they count
//! ([`meet`]), notice when one of them goes, and keep what they have on disk
//! ([`checkpoint`]).

mod books;
pub mod checkpoint;
mod clock;
mod components;
mod error;
mod kept;
mod lasting;
mod manifest;
mod net;
mod numbers;
mod owner;
mod part;
mod reins;
mod run;
mod sweep;
mod vote;
mod worker;

pub use checkpoint::CheckpointError;
pub use error::ClusterError;
pub use kept::{Kept, count_kept};
pub use lasting::lasting_steps;
pub use manifest::Manifest;
pub use net::{Hosts, Loss, Met, Place, meet};
pub use part::{Folded, FromStart, Part};
pub use run::{Crew, Outcome};
