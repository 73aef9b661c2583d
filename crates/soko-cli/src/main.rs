//! The command `soko`: one file a subcommand under `cmd`, one definition for
//! parsing, help, completions and manual pages.

mod cmd;
mod data_folder;
mod dead_sets;
mod ending;
mod exit_code;
mod files;
mod generate;
mod goal;
mod interrupt;
mod layer_arg;
mod level_lines;
mod limits;
mod line_file;
mod output;
mod pattern_arg;
mod pixels;
mod progress;
mod screen;
mod selection;
mod signals;
mod solutions;
mod source;
mod values_arg;

use clap::{ArgMatches, CommandFactory, FromArgMatches};
use exit_code::Exit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::install();
    let parsed = cmd::Cli::command().try_get_matches().and_then(|matches| {
        let wants_json = wants_json(&matches);
        Ok((cmd::Cli::from_arg_matches(&matches)?, wants_json))
    });
    let (cli, wants_json) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help and version are no errors; clap prints them to stdout.
            let is_error = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if is_error { Exit::Usage } else { Exit::Ok } as u8);
        }
    };
    // A panic has said where it comes from; its exit code is ours to give.
    match catch_unwind(AssertUnwindSafe(|| cmd::run(cli))) {
        Ok(result) => ending::report(result, wants_json),
        Err(_) => ExitCode::from(Exit::Internal as u8),
    }
}

/// Whether the command was asked for JSON lines, so that failures are told as such.
fn wants_json(matches: &ArgMatches) -> bool {
    let Some((_, mut command)) = matches.subcommand() else {
        return false;
    };
    while let Some((_, inner)) = command.subcommand() {
        command = inner;
    }
    let has_flag = matches!(command.try_get_one::<bool>("json"), Ok(Some(true)));
    let mut format = command.try_get_raw("format").ok().flatten();
    has_flag
        || format
            .as_mut()
            .is_some_and(|names| names.any(|name| name == "json"))
}
