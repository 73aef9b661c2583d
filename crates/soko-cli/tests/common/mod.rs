//! Runs the real command.

mod columns;
pub mod schema;

pub use columns::COUNTED;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A level of six states.
pub const SIX_STATES: &str = "\
#######
## .  #
##$$  #
##.#@ #
#######
";

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
pub fn soko_in_100_megabytes(args: &[&str], stdin: &[u8]) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -d 97656; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_soko"));
    run(command.args(args), stdin)
}

/// Runs `soko` on a disk that is full: no file may have more than a kilobyte or two.
pub fn soko_with_small_files(args: &[&str], stdin: &[u8]) -> Run {
    let mut command = Command::new("sh");
    // The limit counts blocks of 512 bytes or 1 KiB; the signal that comes with it
    // is ignored, as a real full disk sends none.
    command.args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_soko"));
    run(command.args(args), stdin)
}

/// Runs `soko` with colours forced, as far as `NO_COLOR` allows them: the output
/// here is a pipe, on which there would be none anyway.
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

/// An open hall that keeps breadth-first search busy for long.
pub const HARD: &str = "
############
#          #
# $ $ $ $  #
#          #
#  $ $ $ $ #
#    @     #
#          #
#          #
#. . . . . #
# . . .    #
############
";

/// A folder of its own, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("soko-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &std::path::Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
