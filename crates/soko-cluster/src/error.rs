//! What can go wrong between processes, said so that whoever runs them knows which one
//! to look at.

use crate::checkpoint::CheckpointError;
use crate::net::Loss;
use std::io;
use std::time::Duration;

/// Why a run of many processes could not begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// Our own address cannot be used.
    #[error("cannot listen at {address}: {source}{}", listen_hint(source))]
    Listen {
        /// The address.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// Somebody did not come in time.
    #[error("{} did not come within {} s{}", names.join(" and "), wait.as_secs(), notes_text(notes))]
    NeverCame {
        /// Who.
        names: Vec<String>,
        /// How long we waited.
        wait: Duration,
        /// What else happened meanwhile.
        notes: Vec<String>,
    },
    /// Somebody counts something else.
    #[error(
        "the processes do not agree: {0}; start all of them with the same program, level and options"
    )]
    Mismatch(String),
    /// Somebody will not have us.
    #[error("{name} refuses this process: {why}")]
    Refused {
        /// Who.
        name: String,
        /// Why.
        why: String,
    },
    /// Somebody has gone.
    #[error("process {} ({}) {}", .0.process, .0.name, .0.why)]
    Lost(Loss),
    /// Asked to end before all were there.
    #[error("stopped while waiting for the other processes")]
    Interrupted,
    /// The checkpoints are of no use.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A worker could not go on.
    #[error("{0}")]
    Failed(String),
    /// The system does not let us.
    #[error("cannot set up the network: {0}")]
    Network(#[from] io::Error),
}

fn listen_hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => "; another program, or a process of an earlier run, has it",
        io::ErrorKind::AddrNotAvailable => {
            "; this machine has no such address: is --process the right one? \
             (--listen has the address to use instead)"
        }
        _ => "",
    }
}

fn notes_text(notes: &[String]) -> String {
    match notes {
        [] => String::new(),
        notes => format!(" ({})", notes.join("; ")),
    }
}
