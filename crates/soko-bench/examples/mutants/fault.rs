//! How a fault is written: a name, a file, what stands there, what takes its place,
//! and the tests that should fail.
//!
//! ```text
//! == advisors: only the packing advisor speaks
//! in crates/soko-solve/src/champion/search/advisors.rs
//! -    let n_advisors = ADVISORS.len();
//! +    let n_advisors = 1;
//! run -p soko-solve --lib
//! ```
//!
//! The lines after `-`, joined, must stand in the file exactly once. There may be
//! several `run` lines, tried in turn until one fails; without any, the tests of the
//! file's crate are run. Lines with `#` are remarks.

/// A fault to be put in.
pub(crate) struct Fault {
    pub(crate) name: String,
    pub(crate) file: String,
    old: Vec<String>,
    new: Vec<String>,
    runs: Vec<Vec<String>>,
}

/// Reads a list of faults.
pub(crate) fn read(text: &str) -> Result<Vec<Fault>, String> {
    let mut faults: Vec<Fault> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |why: &str| format!("line {} of the faults: {why}: {line}", index + 1);
        if let Some(name) = line.strip_prefix("== ") {
            faults.push(Fault {
                name: name.into(),
                file: String::new(),
                old: Vec::new(),
                new: Vec::new(),
                runs: Vec::new(),
            });
            continue;
        }
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = faults
            .last_mut()
            .ok_or_else(|| wrong("no fault has begun"))?;
        if let Some(old) = line.strip_prefix('-') {
            fault.old.push(old.into());
        } else if let Some(new) = line.strip_prefix('+') {
            fault.new.push(new.into());
        } else if let Some(file) = line.strip_prefix("in ") {
            fault.file = file.into();
        } else if let Some(run) = line.strip_prefix("run ") {
            fault
                .runs
                .push(run.split_whitespace().map(String::from).collect());
        } else {
            return Err(wrong("not understood"));
        }
    }
    Ok(faults)
}

impl Fault {
    /// The file with the fault in it.
    pub(crate) fn put_into(&self, text: &str) -> Result<String, String> {
        let (old, new) = (self.old.join("\n"), self.new.join("\n"));
        match text.matches(&old).count() {
            1 if !old.is_empty() => Ok(text.replacen(&old, &new, 1)),
            n => Err(format!(
                "{}: its lines stand {n} times in {}",
                self.name, self.file
            )),
        }
    }

    /// The arguments of `cargo test`, a run each.
    pub(crate) fn runs(&self) -> Vec<Vec<String>> {
        if !self.runs.is_empty() {
            return self.runs.clone();
        }
        vec![vec!["-p".into(), self.in_crate().into()]]
    }

    /// The name of the crate that it is put into.
    pub(crate) fn in_crate(&self) -> &str {
        self.file.split('/').nth(1).unwrap_or_default()
    }
}
