//! What must be the same for all who count together, and for who goes on with what was
//! counted before: a few lines of `name value`.
//!
//! It is text so that people can read it, that differences have a name, and that
//! another version of this program can still say what differs.

use soko_core::Level;
use soko_graph::count::Steps;
use std::fmt;

/// The version of everything that processes say to each other and write to disk.
pub const FORMAT: u32 = 1;

/// Lines of `name value`, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    lines: Vec<(String, String)>,
}

impl Manifest {
    /// The lines that every manifest begins with.
    pub fn new() -> Manifest {
        let mut manifest = Manifest::default();
        manifest.set("format", FORMAT);
        manifest.set("program", env!("CARGO_PKG_VERSION"));
        manifest
    }

    /// What is counted: a level, the options that change its graph, and how its states
    /// are numbered.
    pub fn of(level: &Level, options: &str, steps: &dyn Steps) -> Manifest {
        let mut manifest = Manifest::new();
        manifest.set("level", level.exact_id());
        manifest.set("options", options);
        manifest.set("numbers", steps.space());
        manifest.set("start", steps.start());
        manifest
    }

    /// Adds a line. Line ends become blanks, so that it stays one.
    pub fn set(&mut self, name: &str, value: impl fmt::Display) {
        let value = value.to_string().replace(['\n', '\r'], " ");
        self.lines.push((name.to_owned(), value));
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let line = self.lines.iter().find(|(own, _)| own == name)?;
        Some(&line.1)
    }

    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Manifest {
        let lines = text.lines().filter(|line| !line.is_empty());
        let lines = lines.map(|line| {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            (name.to_owned(), value.to_owned())
        });
        Manifest {
            lines: lines.collect(),
        }
    }

    /// Every line in which another manifest differs, said as `name: ours here, theirs
    /// there`; none if they are the same.
    pub fn difference(&self, other: &Manifest, here: &str, there: &str) -> Option<String> {
        let mut said = Vec::new();
        for (name, ours) in &self.lines {
            let theirs = other.get(name).unwrap_or("nothing");
            if ours != theirs {
                said.push(format!("{name}: {ours} {here}, {theirs} {there}"));
            }
        }
        for (name, theirs) in &other.lines {
            if self.get(name).is_none() {
                said.push(format!("{name}: nothing {here}, {theirs} {there}"));
            }
        }
        (!said.is_empty()).then(|| said.join("; "))
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.lines {
            writeln!(f, "{name} {value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let mut ours = Manifest::new();
        ours.set("level", "abc");
        ours.set("workers", 2);
        assert_eq!(Manifest::parse(&ours.to_string()), ours);
        assert_eq!(ours.difference(&ours, "here", "there"), None);
        let mut theirs = Manifest::new();
        theirs.set("level", "a\nc");
        theirs.set("more", 1);
        let said = ours.difference(&theirs, "here", "there").unwrap();
        assert_eq!(
            said,
            "level: abc here, a c there; workers: 2 here, nothing there; \
             more: nothing here, 1 there"
        );
    }
}
