//! The last verdict on every fault, kept in `testdata/mutants.txt`.
//!
//! Trying all faults takes hours, and a run may be cut off at any time. So every verdict
//! is written down at once, with the revision of the sources that it is about, and the
//! next run begins with what was never tried, and goes on with what was tried longest
//! ago. A line is a verdict, a revision and the fault's name.

use crate::fault::Fault;
use crate::tree::Verdict;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// What is known of the faults.
pub(crate) struct Verdicts {
    file: PathBuf,
    /// The revision of the sources as they are now.
    revision: String,
    /// Verdict and revision, by the fault's name.
    known: BTreeMap<String, (String, String)>,
}

impl Verdicts {
    /// Reads what earlier runs have found.
    pub(crate) fn read(root: PathBuf) -> Result<Verdicts, String> {
        let git = |args: &[&str]| {
            let run = Command::new("git").args(args).current_dir(&root).output();
            let run = run.map_err(|error| format!("git: {error}"))?;
            Ok::<_, String>(String::from_utf8_lossy(&run.stdout).trim().to_string())
        };
        let sources = ["--", "crates", "testdata/faults.txt"];
        let last = git(&[&["log", "-1", "--format=%h"], &sources[..]].concat())?;
        let changes = git(&[&["status", "--porcelain"], &sources[..]].concat())?;
        let changed = if changes.is_empty() { "" } else { "+" };
        let file = root.join("testdata/mutants.txt");
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        Ok(Verdicts {
            file,
            revision: format!("{last}{changed}"),
            known: text.lines().filter_map(read_line).collect(),
        })
    }

    /// When to try a fault: what was never tried first, then what was tried on other
    /// sources; none if it was tried on these.
    pub(crate) fn turn_of(&self, fault: &Fault) -> Option<usize> {
        match self.known.get(&fault.name) {
            None => Some(0),
            Some((_, revision)) if *revision == self.revision => None,
            Some(_) => Some(1),
        }
    }

    /// Takes a verdict down, and writes all that are about faults of the list.
    pub(crate) fn take(
        &mut self,
        fault: &Fault,
        verdict: &Result<Verdict, String>,
        faults: &[Fault],
    ) -> Result<(), String> {
        let word = verdict.as_ref().map_or("ERROR".into(), Verdict::to_string);
        let line = (word, self.revision.clone());
        self.known.insert(fault.name.clone(), line);
        let text = self.told(faults);
        std::fs::write(&self.file, text).map_err(|e| format!("{}: {e}", self.file.display()))
    }

    /// All verdicts in the order of the list, and the share caught.
    pub(crate) fn told(&self, faults: &[Fault]) -> String {
        let mut text = String::from(
            "# The last verdict on every fault that was tried, and the revision of its sources.\n# make mutants goes on with it.\n",
        );
        let (mut n_caught, mut n_tried) = (0, 0);
        for fault in faults {
            if let Some((verdict, revision)) = self.known.get(&fault.name) {
                text += &format!("{verdict:<9} {revision:<8} {}\n", fault.name);
                n_tried += 1;
                n_caught += usize::from(verdict == "caught");
            }
        }
        let n_left = faults.len() - n_tried;
        text + &format!("{n_caught} of {n_tried} faults caught, {n_left} never tried\n")
    }
}

fn read_line(line: &str) -> Option<(String, (String, String))> {
    let (verdict, rest) = line.split_once(' ')?;
    let (revision, name) = rest.trim_start().split_once(' ')?;
    let is_verdict = ["caught", "SURVIVED", "ERROR"].contains(&verdict);
    let known = (verdict.to_string(), revision.to_string());
    is_verdict.then(|| (name.trim_start().to_string(), known))
}
