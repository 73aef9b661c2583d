//! Files of deadlock patterns: drawn by hand, verified when they are read.
//!
//! ```text
//! ; A remark.
//! name: stairs                      (a pattern may have a name)
//! #$??
//! ?$$?                              # a wall, $ a box or a wall, ? anything
//! ??$$
//! ???#
//!                                   (an empty line ends a pattern)
//! $$
//! $$
//! ```
//!
//! Whatever a file says, each pattern is proved by search before anybody uses it.
//! What is wrong is told with line and column; what is no deadlock comes with the way
//! out.

use soko_format::{Diagnostic, Severity};
use soko_solve::deadlock::{NoTrap, Pattern, PatternError, Patterns, Trap};
use std::collections::HashMap;
use std::fmt::Write;

/// A file may hold so many patterns.
pub const MOST_PATTERNS: usize = 100_000;

/// A pattern of a file, and what the search says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPattern {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The line of its first row, from 1.
    pub line: usize,
    /// The pattern.
    pub pattern: Pattern,
    /// What the search has found.
    pub verdict: Result<Trap, NoTrap>,
}

/// What a file of patterns holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternFile {
    /// Every pattern that could be read, deadlock or not.
    pub patterns: Vec<DrawnPattern>,
    /// What is wrong or unusual.
    pub diagnostics: Vec<Diagnostic>,
}

impl PatternFile {
    /// Whether something is wrong, so that the file cannot be used.
    pub fn is_wrong(&self) -> bool {
        let mut all = self.diagnostics.iter();
        all.any(|problem| problem.severity == Severity::Error)
    }

    /// Its patterns, to be looked for beside those that come with the program.
    pub fn to_be_looked_for(&self) -> Patterns {
        let patterns = self.patterns.iter().map(|drawn| drawn.pattern);
        Patterns::with_own(patterns.collect())
    }
}

/// Reads and verifies a file of patterns.
///
/// ```
/// use soko_bench::read_patterns;
/// let file = read_patterns(b"name: block\n$$\n$$\n\n##\n?$\n");
/// assert_eq!(file.patterns.len(), 2);
/// assert_eq!(
///     file.diagnostics[0].to_string(),
///     "line 5, column 1: this is no deadlock: a box leaves it with one push"
/// );
/// ```
pub fn read_patterns(bytes: &[u8]) -> PatternFile {
    let mut reader = Reader::default();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = read.matches('\n').count() + 1;
            let column = read.lines().last().map_or(0, |line| line.chars().count()) + 1;
            let problem = Diagnostic::error("this byte is no text in UTF-8");
            reader.problems.push(problem.at(line, Some(column), ""));
            return reader.finish();
        }
    };
    for (number, line) in (1..).zip(text.lines()) {
        if reader.patterns.len() >= MOST_PATTERNS && !line.trim().is_empty() {
            let message = format!("a file has at most {MOST_PATTERNS} patterns");
            reader.fault(message, (number, line), 1);
            break;
        }
        reader.take(number, line.trim_end());
    }
    reader.end_pattern();
    if reader.patterns.is_empty() && reader.problems.is_empty() {
        reader
            .problems
            .push(Diagnostic::error("there is no pattern in this file"));
    }
    reader.finish()
}

/// A line with its number, from 1.
type Numbered<'a> = (usize, &'a str);

/// What is under way.
#[derive(Default)]
struct Reader<'a> {
    patterns: Vec<DrawnPattern>,
    problems: Vec<Diagnostic>,
    /// The name of the pattern that comes next, with its line.
    name: Option<(String, Numbered<'a>)>,
    /// Its rows so far.
    rows: Vec<Numbered<'a>>,
    /// The line of each pattern, by the first of its mirror images.
    seen: HashMap<Pattern, usize>,
}

impl<'a> Reader<'a> {
    fn finish(mut self) -> PatternFile {
        self.problems.sort_by_key(|problem| problem.line);
        PatternFile {
            patterns: self.patterns,
            diagnostics: self.problems,
        }
    }

    fn fault(&mut self, message: impl Into<String>, (line, text): Numbered<'_>, column: usize) {
        let problem = Diagnostic::error(message).at(line, Some(column), text);
        self.problems.push(problem);
    }

    fn take(&mut self, number: usize, line: &'a str) {
        let here = (number, line);
        if line.is_empty() {
            return self.end_pattern();
        }
        if line.starts_with(';') {
            return;
        }
        match line.split_once(':') {
            Some((key, value)) if key.starts_with(char::is_alphabetic) => {
                self.take_name(key.trim(), value.trim(), here);
            }
            _ => self.rows.push(here),
        }
    }

    fn take_name(&mut self, key: &str, value: &str, here: Numbered<'a>) {
        if key != "name" {
            let message = format!("unknown word {key:?}; a pattern has nothing but a name");
            return self.fault(message, here, 1);
        }
        if value.is_empty() {
            return self.fault("an empty name", here, here.1.chars().count());
        }
        if !self.rows.is_empty() {
            let message = "a name among the rows; leave an empty line before the next pattern";
            return self.fault(message, here, 1);
        }
        if let Some((name, (line, _))) = &self.name {
            let message = format!("a second name; line {line} says {name:?}");
            return self.fault(message, here, 1);
        }
        self.name = Some((value.to_owned(), here));
    }

    /// An empty line, or the end: what was drawn is a pattern.
    fn end_pattern(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let name = self.name.take();
        let Some(&first) = rows.first() else {
            if let Some((_, here)) = name {
                self.fault("a name without a pattern below it", here, 1);
            }
            return;
        };
        match Pattern::of_rows(rows.iter().map(|&(_, text)| text)) {
            Err(error) => self.tell(error, &rows),
            Ok(pattern) => self.add(pattern, name.map(|(name, _)| name), first),
        }
    }

    fn tell(&mut self, error: PatternError, rows: &[Numbered<'a>]) {
        let (row, column) = match error {
            PatternError::Empty => (0, 0),
            PatternError::UnknownCell { row, column, .. } => (row, column),
            PatternError::Uneven { row, cells, first } => (row, cells.min(first)),
            PatternError::TooWide { row } => (row, Pattern::MOST_A_SIDE),
            PatternError::TooHigh => (Pattern::MOST_A_SIDE, 0),
        };
        self.fault(error.to_string(), rows[row], column + 1);
    }

    fn add(&mut self, pattern: Pattern, name: Option<String>, first: Numbered<'a>) {
        let (line, text) = first;
        let class = pattern.symmetries()[0];
        if let Some(&known) = self.seen.get(&class) {
            let message = format!("the same as the pattern of line {known}, turned or mirrored");
            let message = match pattern == self.at_line(known) {
                true => format!("the same as the pattern of line {known}"),
                false => message,
            };
            self.problems
                .push(Diagnostic::warning(message).at(line, Some(1), text));
            return;
        }
        self.seen.insert(class, line);
        let verdict = pattern.verify();
        if let Err(why) = &verdict {
            self.fault(why.to_string(), first, 1);
        }
        self.patterns.push(DrawnPattern {
            name,
            line,
            pattern,
            verdict,
        });
    }

    /// The pattern that begins at a line.
    fn at_line(&self, line: usize) -> Pattern {
        let index = self.patterns.partition_point(|drawn| drawn.line < line);
        self.patterns[index].pattern
    }
}

/// Patterns as a file.
pub fn write_patterns<'a>(
    patterns: impl IntoIterator<Item = (Option<&'a str>, &'a Pattern)>,
) -> String {
    let mut text = String::new();
    for (name, pattern) in patterns {
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(name) = name {
            // A text takes whatever is written to it.
            let _ = writeln!(text, "name: {name}");
        }
        let _ = write!(text, "{pattern}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a file, with places.
    fn told(text: &str) -> Vec<String> {
        let file = read_patterns(text.as_bytes());
        let told = file.diagnostics.iter();
        told.map(|problem| {
            let place = (problem.line.unwrap_or(0), problem.column.unwrap_or(0));
            format!(
                "{}:{} {} {}",
                place.0,
                place.1,
                problem.severity.name(),
                problem.message
            )
        })
        .collect()
    }

    /// A pattern file that is wrong, and what is said of it.
    const WRONG: &[(&str, &str)] = &[
        (
            "$$\n$x\n",
            "2:2 error unknown character 'x'; a cell is # (wall), $ (box or wall) or ? (anything)",
        ),
        (
            "$$\n$\n",
            "2:2 error this row has 1 cells and the first has 2; write ? for a cell that can be anything",
        ),
        (
            "$$\n$$\n\n$$\n$$$\n",
            "5:3 error this row has 3 cells and the first has 2; write ? for a cell that can be anything",
        ),
        ("$$$$$$$\n", "1:7 error a pattern is at most 6 cells wide"),
        (
            "$\n$\n$\n$\n$\n$\n$\n",
            "7:1 error a pattern is at most 6 rows high",
        ),
        ("##\n#?\n", "1:1 error a pattern without a box"),
        (
            "; a box at a wall\nname: slides\n####\n?$??\n",
            "3:1 error this is no deadlock: a box leaves it after 2 pushes",
        ),
        (
            "title: block\n$$\n$$\n",
            "1:1 error unknown word \"title\"; a pattern has nothing but a name",
        ),
        (
            "$$\n$$\n\nname: nothing\n\n",
            "4:1 error a name without a pattern below it",
        ),
        (
            "$$\nname: block\n$$\n",
            "2:1 error a name among the rows; leave an empty line before the next pattern",
        ),
        (
            "name: block\nname: four\n$$\n$$\n",
            "2:1 error a second name; line 1 says \"block\"",
        ),
        ("name:\n$$\n$$\n", "1:5 error an empty name"),
        (
            "; nothing but this\n",
            "0:0 error there is no pattern in this file",
        ),
        (
            "##\n#$\n\n#$\n##\n",
            "4:1 warning the same as the pattern of line 1, turned or mirrored",
        ),
        (
            "##\n#$\n\n##\n#$\n",
            "4:1 warning the same as the pattern of line 1",
        ),
        (
            "##\n#$\n\n @\n",
            "4:1 error unknown character ' '; a cell is # (wall), $ (box or wall) or ? (anything)",
        ),
    ];

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, message) in WRONG {
            assert_eq!(told(text), [*message], "{text}");
        }
        let bytes = b"$$\n$\xff\n";
        let file = read_patterns(bytes);
        let only = &file.diagnostics[0];
        assert_eq!(
            only.to_string(),
            "line 2, column 2: this byte is no text in UTF-8"
        );
        assert!(file.is_wrong() && file.patterns.is_empty());
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = "name: block\n$$\n$$\n\n##\n#$\n";
        let file = read_patterns(text.as_bytes());
        assert!(!file.is_wrong());
        let drawn = file.patterns.iter();
        let written = write_patterns(drawn.map(|d| (d.name.as_deref(), &d.pattern)));
        assert_eq!(written, text);
        let windows = text.replace('\n', "\r\n");
        let again = read_patterns(windows.as_bytes());
        assert_eq!(again.patterns, file.patterns);
        assert_eq!(again.to_be_looked_for().own().len(), 2);
    }
}
