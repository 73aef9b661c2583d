//! The end of the process: what went wrong is printed, and the exit code told.

use crate::exit_code::{Exit, Failure};
use crate::output;
use std::io;

/// Prints what went wrong and gives the exit code of the process.
pub fn report(result: anyhow::Result<Exit>) -> std::process::ExitCode {
    let exit = match result {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Ok,
        Err(error) => {
            output::error(&format!("{error:#}"));
            match error.downcast_ref::<Failure>() {
                Some(failure) => failure.exit,
                None => Exit::Internal,
            }
        }
    };
    std::process::ExitCode::from(exit as u8)
}

/// Whoever read our output has gone, which is their right.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(is_pipe))
}
