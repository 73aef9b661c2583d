//! Runs the real command.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of `soko` left behind.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `soko` with arguments and this on its stdin.
pub fn soko(args: &[&str], stdin: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soko"));
    run(command.args(args), stdin)
}

/// Runs `soko` with at most 100 MB of data; beyond that allocations fail and the
/// process dies.
#[allow(dead_code)]
pub fn soko_in_100_megabytes(args: &[&str], stdin: &[u8]) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -d 97656; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_soko"));
    run(command.args(args), stdin)
}

/// Runs `soko` with colours forced, as far as `NO_COLOR` allows them: the output
/// here is a pipe, on which there would be none anyway.
#[allow(dead_code)]
pub fn soko_in_colour(args: &[&str], stdin: &[u8], no_color: Option<&str>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soko"));
    command.args(args).env("CLICOLOR_FORCE", "1");
    match no_color {
        Some(value) => command.env("NO_COLOR", value),
        None => command.env_remove("NO_COLOR"),
    };
    run_as_set_up(&mut command, stdin)
}

fn run(command: &mut Command, stdin: &[u8]) -> Run {
    run_as_set_up(command.env("NO_COLOR", "1"), stdin)
}

fn run_as_set_up(command: &mut Command, stdin: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("soko starts");
    let mut pipe = child.stdin.take().expect("stdin is a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The command may stop reading before the end.
            let _ = pipe.write_all(stdin);
        });
        let output = child.wait_with_output().expect("soko ends");
        Run {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    })
}
