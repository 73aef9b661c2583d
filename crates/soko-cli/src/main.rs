//! The command `soko`: one file a subcommand under `cmd`, one definition for
//! parsing, help, completions and manual pages.

mod cmd;
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
mod pixels;
mod progress;
mod screen;
mod selection;
mod solutions;
mod source;

use clap::Parser;

fn main() -> std::process::ExitCode {
    interrupt::install();
    let cli = match cmd::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; clap prints them to stdout.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return std::process::ExitCode::from(code);
        }
    };
    ending::report(cmd::run(cli))
}
