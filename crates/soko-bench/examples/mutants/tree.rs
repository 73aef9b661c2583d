//! A copy of the sources in which faults can be put without harm.

use crate::fault::Fault;
use std::collections::BTreeSet;
use std::fmt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Tests that take longer have noticed: they hang.
const LONGEST_RUN: Duration = Duration::from_secs(600);

/// Whether tests noticed a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Caught,
    Survived,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Caught => "caught",
            Verdict::Survived => "SURVIVED",
        })
    }
}

/// The copy.
pub(crate) struct Tree {
    root: PathBuf,
    sources: PathBuf,
    target: PathBuf,
    /// Runs that are known to pass on the sources as they are.
    sound: BTreeSet<Vec<String>>,
}

fn told<E: fmt::Display>(what: &Path) -> impl FnOnce(E) -> String {
    move |error| format!("{}: {error}", what.display())
}

impl Tree {
    /// Copies what git tracks; files that are the same already keep their dates, so
    /// that little is compiled anew.
    pub(crate) fn copied() -> Result<Tree, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().map_err(told(&root))?;
        let place = root.join("target/mutants");
        let (sources, target) = (place.join("sources"), place.join("target"));
        let listed = Command::new("git")
            .arg("ls-files")
            .current_dir(&root)
            .output();
        let listed = listed.map_err(told(&root))?.stdout;
        for name in String::from_utf8_lossy(&listed).lines() {
            copy(&root.join(name), &sources.join(name))?;
        }
        let sound = BTreeSet::new();
        Ok(Tree {
            root,
            sources,
            target,
            sound,
        })
    }

    /// Where the sources are that it is a copy of.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The text of the list of faults.
    pub(crate) fn listed(&self) -> Result<String, String> {
        let path = self.sources.join("testdata/faults.txt");
        std::fs::read_to_string(&path).map_err(told(&path))
    }

    /// Puts a fault in, runs its tests, and takes it out. The tests must pass without
    /// the fault, or they would notice anything.
    pub(crate) fn try_out(&mut self, fault: &Fault) -> Result<Verdict, String> {
        for run in fault.runs() {
            if !self.sound.contains(&run) && !self.cargo(&run, false) {
                return Err(format!("{}: fails without a fault", run.join(" ")));
            }
            self.sound.insert(run);
        }
        let path = self.sources.join(&fault.file);
        let sound = std::fs::read_to_string(&path).map_err(told(&path))?;
        std::fs::write(&path, fault.put_into(&sound)?).map_err(told(&path))?;
        let verdict = self.judge(fault);
        std::fs::write(&path, sound).map_err(told(&path))?;
        verdict
    }

    fn judge(&self, fault: &Fault) -> Result<Verdict, String> {
        for run in fault.runs() {
            // What does not compile is no fault that a test could notice.
            if !self.cargo(&run, true) {
                return Err(format!("{}: does not compile", fault.name));
            }
            if !self.cargo(&run, false) {
                return Ok(Verdict::Caught);
            }
        }
        Ok(Verdict::Survived)
    }

    /// Whether the tests, or their compilation alone, succeed in time.
    fn cargo(&self, run: &[String], only_compile: bool) -> bool {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        command.arg("test").arg("--quiet").args(run);
        if only_compile {
            command.arg("--no-run");
        }
        command
            .current_dir(&self.sources)
            .env("CARGO_TARGET_DIR", &self.target);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.process_group(0).spawn() else {
            return false;
        };
        let end = Instant::now() + LONGEST_RUN;
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(50)),
                _ => {
                    // Cargo and the tests that it has started.
                    let group = format!("-{}", child.id());
                    let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
                    let _ = child.wait();
                    return false;
                }
            }
        }
    }
}

/// Copies a file, or a link as a link: some crates have folders of others by links.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().unwrap_or(to);
    std::fs::create_dir_all(folder).map_err(told(folder))?;
    if let Ok(aim) = std::fs::read_link(from) {
        // There may be none yet, and a file of before cannot be replaced by a link.
        let _ = std::fs::remove_file(to);
        return std::os::unix::fs::symlink(aim, to).map_err(told(to));
    }
    // What git lists may have been removed.
    let Ok(new) = std::fs::read(from) else {
        return Ok(());
    };
    if std::fs::read(to).is_ok_and(|old| old == new) {
        return Ok(());
    }
    std::fs::write(to, new).map_err(told(to))
}
