//! The end of the process: what went wrong is printed, and the exit code told.

use crate::exit_code::{Exit, Failure};
use crate::output;
use std::io;

/// Prints what went wrong, as a JSON line too where lines were asked for, and gives the
/// exit code of the process.
pub fn report(result: anyhow::Result<Exit>, as_json: bool) -> std::process::ExitCode {
    let exit = match result {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Ok,
        Err(error) => {
            output::error(&format!("{error:#}"));
            let exit = exit_of(&error);
            if as_json {
                // If stdout is what failed, stderr has said it.
                let _ = output::json_line(&failure_line(&error, exit));
            }
            exit
        }
    };
    std::process::ExitCode::from(exit as u8)
}

/// A failure that belongs to no level, such as a file that is not there.
fn failure_line(error: &anyhow::Error, exit: Exit) -> serde_json::Value {
    let outcome = match exit {
        Exit::Invalid => "invalid",
        _ => "failed",
    };
    serde_json::json!({
        "schema": output::SCHEMA,
        "collection": null,
        "level": null,
        "title": null,
        "outcome": outcome,
        "reason": format!("{error:#}"),
        "exit_code": exit as u8,
    })
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
