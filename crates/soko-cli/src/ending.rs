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
            exit_of(&error)
        }
    };
    std::process::ExitCode::from(exit as u8)
}

/// A failure knows its exit code; what else fails is input or output, or a fault
/// of ours.
fn exit_of(error: &anyhow::Error) -> Exit {
    match error.downcast_ref::<Failure>() {
        Some(failure) => failure.exit,
        None if error.chain().any(|cause| io_kind(cause).is_some()) => Exit::Invalid,
        None => Exit::Internal,
    }
}

/// Whoever read our output has gone, which is their right.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| io_kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

/// What went wrong with input or output, if that is what went wrong; writers of
/// other formats wrap it in errors of their own.
fn io_kind(cause: &(dyn std::error::Error + 'static)) -> Option<io::ErrorKind> {
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        return Some(error.kind());
    }
    if let Some(error) = cause.downcast_ref::<serde_json::Error>() {
        return error.io_error_kind();
    }
    match cause.downcast_ref::<csv::Error>()?.kind() {
        csv::ErrorKind::Io(error) => Some(error.kind()),
        _ => None,
    }
}
