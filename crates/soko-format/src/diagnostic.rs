//! What is wrong with a file, said so that one can find it.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Something was assumed or is unusual; the level can be used.
    Warning,
    /// The level or the file cannot be used.
    Error,
}

impl Severity {
    /// `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One problem with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// The level it belongs to, from 1.
    pub level: Option<usize>,
    /// The line, from 1; none if it concerns the whole file.
    pub line: Option<usize>,
    /// The column in characters, from 1; none if it concerns the whole line.
    pub column: Option<usize>,
    /// The line as written, cut to a readable length around the column.
    pub excerpt: Option<Excerpt>,
}

/// A piece of a line with the place of the caret in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The piece, with control characters made visible.
    pub text: String,
    /// Characters before the caret, if there is one.
    pub caret: Option<usize>,
}

const EXCERPT_CHARS: usize = 72;

impl Diagnostic {
    /// An error about a whole file.
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            level: None,
            line: None,
            column: None,
            excerpt: None,
        }
    }

    /// A warning about a whole file.
    pub fn warning(message: impl Into<String>) -> Diagnostic {
        let severity = Severity::Warning;
        Diagnostic {
            severity,
            ..Diagnostic::error(message)
        }
    }

    /// The same problem, belonging to a level.
    pub fn in_level(mut self, number: usize) -> Diagnostic {
        self.level = Some(number);
        self
    }

    /// The same problem at a line, both numbers from 1, with the line's text.
    pub fn at(mut self, line: usize, column: Option<usize>, text: &str) -> Diagnostic {
        self.line = Some(line);
        self.column = column;
        self.excerpt = Some(Excerpt::around(text, column.map(|c| c - 1)));
        self
    }

    /// The same problem at a byte of a text, with its line.
    ///
    /// ```
    /// use soko_format::Diagnostic;
    /// let problem = Diagnostic::error("no such word").at_byte("one\ntwo three\n", 8);
    /// assert_eq!(problem.to_string(), "line 2, column 5: no such word");
    /// ```
    pub fn at_byte(self, text: &str, byte: usize) -> Diagnostic {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[start..].chars().count() + 1;
        let whole = text.lines().nth(line - 1).unwrap_or("");
        self.at(line, Some(column), whole)
    }

    /// Several lines for a terminal: the message, the place, the line and a caret.
    ///
    /// ```
    /// use soko_format::Diagnostic;
    /// let problem = Diagnostic::error("unknown character 'x'").at(2, Some(4), "#@$x.#");
    /// assert_eq!(problem.render("my.xsb"), "\
    /// error: unknown character 'x'
    ///   --> my.xsb:2:4
    ///   |
    /// 2 | #@$x.#
    ///   |    ^
    /// ");
    /// ```
    pub fn render(&self, file: &str) -> String {
        let mut out = format!("{}: {}\n", self.severity.name(), self.message);
        let place = match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{file}:{line}:{column}"),
            (Some(line), None) => format!("{file}:{line}"),
            _ => file.to_string(),
        };
        out += &format!("  --> {place}");
        if let Some(level) = self.level {
            out += &format!(" (level {level})");
        }
        out.push('\n');
        if let (Some(line), Some(excerpt)) = (self.line, &self.excerpt) {
            let number = line.to_string();
            let gutter = " ".repeat(number.len());
            out += &format!("{gutter} |\n{number} | {}\n", excerpt.text.trim_end());
            if let Some(caret) = excerpt.caret {
                out += &format!("{gutter} | {}^\n", " ".repeat(caret));
            }
        }
        out
    }
}

impl fmt::Display for Diagnostic {
    /// One line: place and message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}")?;
            if let Some(column) = self.column {
                write!(f, ", column {column}")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// All that is wrong with something, as one error, so that `?` can hand it on.
///
/// ```
/// fn boxes(file: &[u8]) -> Result<usize, Box<dyn std::error::Error>> {
///     let collection = soko_format::read_collection(file);
///     Ok(collection.entries[0].level()?.n_boxes())
/// }
/// assert_eq!(boxes(b"#####\n#@$.#\n#####").unwrap(), 1);
/// let problems = boxes(b"######\n#@$x.#\n######").unwrap_err();
/// assert_eq!(problems.to_string(), "line 2, column 4: unknown character 'x'");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Problems(Vec<Diagnostic>);

impl fmt::Display for Problems {
    /// A line each: place and message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            let separator = if i > 0 { "\n" } else { "" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Problems {
    /// The same: this is what is seen of an error that `main` hands back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Problems {}

impl std::ops::Deref for Problems {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl From<Vec<Diagnostic>> for Problems {
    fn from(problems: Vec<Diagnostic>) -> Problems {
        Problems(problems)
    }
}

impl From<Problems> for Vec<Diagnostic> {
    fn from(problems: Problems) -> Vec<Diagnostic> {
        problems.0
    }
}

impl IntoIterator for Problems {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Excerpt {
    /// At most a screen's width of a line, around the given character.
    fn around(text: &str, caret: Option<usize>) -> Excerpt {
        let start = match caret {
            Some(caret) if caret >= EXCERPT_CHARS => caret - EXCERPT_CHARS / 2,
            _ => 0,
        };
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let text = text.chars().skip(start).take(EXCERPT_CHARS);
        Excerpt {
            text: text.map(visible).collect(),
            caret: caret.map(|caret| caret - start),
        }
    }
}
