//! What came out of a reproduction, as plain data and as text.

use crate::table::TextTable;
use serde::Serialize;
use std::fmt;

/// One cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// Anything that is not compared.
    Text(String),
    /// A published figure beside ours.
    Compared {
        /// As printed.
        published: String,
        /// As computed.
        ours: String,
        /// Whether they agree; none where agreement is not to be expected, as with
        /// times.
        agree: Option<bool>,
    },
}

impl Cell {
    /// A published figure beside ours, which agree when they are written alike.
    pub fn compared(published: impl ToString, ours: impl ToString) -> Cell {
        let (published, ours) = (published.to_string(), ours.to_string());
        let agree = Some(published == ours);
        Cell::Compared {
            published,
            ours,
            agree,
        }
    }

    /// A published figure beside ours where nobody expects the same.
    pub fn beside(published: impl ToString, ours: impl ToString) -> Cell {
        Cell::Compared {
            published: published.to_string(),
            ours: ours.to_string(),
            agree: None,
        }
    }

    /// Whether the cell holds figures that agree.
    pub fn agrees(&self) -> bool {
        matches!(
            self,
            Cell::Compared {
                agree: Some(true),
                ..
            }
        )
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

/// A statement that counts agreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What is compared.
    pub what: String,
    /// How many figures agree.
    pub agree: usize,
    /// How many there are.
    pub of: usize,
    /// How many must agree; fewer than all only with a reason.
    pub required: usize,
    /// Why the others cannot agree.
    pub reason: Option<String>,
}

impl Check {
    /// All figures must agree.
    pub fn all(what: impl Into<String>, agree: usize, of: usize) -> Check {
        Check {
            what: what.into(),
            agree,
            of,
            required: of,
            reason: None,
        }
    }

    /// A statement that is true or not.
    pub fn that(what: impl Into<String>, holds: bool) -> Check {
        Check::all(what, usize::from(holds), 1)
    }

    /// Figures that are shown beside each other although they cannot agree.
    pub fn not_reproducible(
        what: impl Into<String>,
        agree: usize,
        of: usize,
        reason: impl Into<String>,
    ) -> Check {
        Check {
            what: what.into(),
            agree,
            of,
            required: 0,
            reason: Some(reason.into()),
        }
    }

    /// Figures that cannot be had here and now: what must agree is not shown to.
    pub fn missing(what: impl Into<String>, reason: impl Into<String>) -> Check {
        Check {
            reason: Some(reason.into()),
            ..Check::all(what, 0, 1)
        }
    }

    /// Whether as many agree as must.
    pub fn holds(&self) -> bool {
        self.agree >= self.required
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match (self.holds(), self.required) {
            (false, _) => "FAILS",
            (true, 0) => "note ",
            (true, _) => "holds",
        };
        write!(f, "{mark}  {}", self.what)?;
        match (self.of, self.required) {
            (1, 1) => {}
            (_, 0) => write!(f, ": {}/{} agree", self.agree, self.of)?,
            _ => write!(f, ": {}/{}", self.agree, self.of)?,
        }
        if let Some(reason) = &self.reason {
            write!(f, " ({reason})")?;
        }
        Ok(())
    }
}

/// A table of a paper with what we make of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FindingsTable {
    /// Which table or figure.
    pub title: String,
    /// The column heads.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// What is counted, and the verdicts.
    pub checks: Vec<Check>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

impl FindingsTable {
    /// An empty table.
    pub fn new<T: Into<String>>(
        title: impl Into<String>,
        head: impl IntoIterator<Item = T>,
    ) -> FindingsTable {
        FindingsTable {
            title: title.into(),
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            checks: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// How many rows agree in this column.
    pub fn agreeing(&self, column: usize) -> usize {
        let agrees = |row: &&Vec<Cell>| row.get(column).is_some_and(Cell::agrees);
        self.rows.iter().filter(agrees).count()
    }
}

impl fmt::Display for FindingsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        writeln!(f)?;
        if !self.rows.is_empty() {
            writeln!(f, "{}", as_text(self))?;
        }
        for check in &self.checks {
            writeln!(f, "{check}")?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}

impl Cell {
    /// What stands in the columns that this cell's column has become.
    fn texts(&self, is_compared: bool) -> Vec<String> {
        let (first, ours, mark) = match self {
            Cell::Text(text) => (text, "", ""),
            Cell::Compared {
                published,
                ours,
                agree,
            } => {
                let mark = match agree {
                    Some(true) => "=",
                    Some(false) => "≠",
                    None => "",
                };
                (published, ours.as_str(), mark)
            }
        };
        let all = [first.clone(), ours.to_owned(), mark.to_owned()];
        let n_columns = if is_compared { 3 } else { 1 };
        all.into_iter().take(n_columns).collect()
    }
}

/// A compared column becomes three: published, ours, and a mark.
fn as_text(table: &FindingsTable) -> TextTable {
    let is_compared = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column));
        cells
            .into_iter()
            .any(|cell| matches!(cell, Cell::Compared { .. }))
    };
    let compared: Vec<bool> = (0..table.head.len()).map(is_compared).collect();
    let mut head = Vec::new();
    for (name, &compared) in table.head.iter().zip(&compared) {
        head.push(name.clone());
        if compared {
            head.extend(["ours".to_owned(), String::new()]);
        }
    }
    let mut text = TextTable::new(head);
    for row in &table.rows {
        let cells = row.iter().zip(&compared);
        text.row(cells.flat_map(|(cell, &compared)| cell.texts(compared)));
    }
    text
}

/// Everything that came out of one paper.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The paper's name on the command line.
    pub paper: String,
    /// Authors, year and title.
    pub title: String,
    /// Its tables.
    pub tables: Vec<FindingsTable>,
}

impl Findings {
    /// Whether all checks hold.
    pub fn hold(&self) -> bool {
        let mut checks = self.tables.iter().flat_map(|table| &table.checks);
        checks.all(Check::holds)
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        writeln!(f, "{}", "═".repeat(self.title.chars().count()))?;
        for table in &self.tables {
            writeln!(f)?;
            write!(f, "{table}")?;
        }
        Ok(())
    }
}
