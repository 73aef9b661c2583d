//! Tables as plain text, and numbers as people read them.

use std::fmt;

/// A table of text with a head. Columns whose cells all look like numbers are
/// set flush right.
///
/// ```
/// use soko_bench::TextTable;
/// let mut table = TextTable::new(["level", "pushes"]);
/// table.row(["One", "9"]);
/// table.row(["Two", "110"]);
/// assert_eq!(table.to_string(), "level  pushes\n─────  ──────\nOne         9\nTwo       110\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextTable {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table with these column heads and no rows.
    pub fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> TextTable {
        TextTable {
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells stay empty.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The rows so far.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    fn cell(row: &[String], column: usize) -> &str {
        row.get(column).map_or("", String::as_str)
    }

    fn is_numeric(&self, column: usize) -> bool {
        let looks_like_number = |text: &str| {
            text.is_empty()
                || text == "–"
                || text == "N/A"
                || text.starts_with(|c: char| c.is_ascii_digit() || ">+-±".contains(c))
        };
        self.rows
            .iter()
            .all(|row| looks_like_number(Self::cell(row, column)))
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every column is as wide as its widest cell; columns of numbers are flush
        // right.
        let n_columns = self.head.len();
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| Self::cell(row, column));
            let lengths = cells.map(|text| text.chars().count());
            lengths
                .max()
                .unwrap_or(0)
                .max(self.head[column].chars().count())
        };
        let widths: Vec<usize> = (0..n_columns).map(width).collect();
        let right: Vec<bool> = (0..n_columns).map(|c| self.is_numeric(c)).collect();
        let line = |row: &[String]| {
            let cells = (0..n_columns).map(|c| {
                let (text, width) = (Self::cell(row, c), widths[c]);
                if right[c] {
                    format!("{text:>width$}")
                } else {
                    format!("{text:<width$}")
                }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        writeln!(f, "{}", line(&self.head))?;
        let rules: Vec<String> = widths.iter().map(|&w| "─".repeat(w)).collect();
        writeln!(f, "{}", rules.join("  "))?;
        for row in &self.rows {
            writeln!(f, "{}", line(row))?;
        }
        Ok(())
    }
}

/// A count with its thousands set apart: `139,803`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds with three significant digits at most: `0.021`, `3.5`, `229`.
pub fn seconds(time: f64) -> String {
    if time >= 100.0 {
        format!("{time:.0}")
    } else if time >= 10.0 {
        format!("{time:.1}")
    } else if time >= 1.0 {
        format!("{time:.2}")
    } else {
        format!("{time:.3}")
    }
}

/// A ratio: `0.25×`, `3.1×`, `412×`.
pub fn ratio(value: f64) -> String {
    if value >= 100.0 {
        format!("{value:.0}×")
    } else if value >= 10.0 {
        format!("{value:.1}×")
    } else {
        format!("{value:.2}×")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let shown: Vec<String> = [0, 999, 1000, 139_803, 1_000_000].map(grouped).to_vec();
        assert_eq!(shown, ["0", "999", "1,000", "139,803", "1,000,000"]);
    }

    #[test]
    fn columns_of_numbers_are_flush_right() {
        let mut table = TextTable::new(["name", "n"]);
        table.row(["a", "1"]);
        table.row(["bcdef", "1,234"]);
        let text = table.to_string();
        assert_eq!(
            text,
            "name       n\n─────  ─────\na          1\nbcdef  1,234\n"
        );
    }
}
