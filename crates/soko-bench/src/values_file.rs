//! Files of values: what features are worth to the champion's walks, in TOML.
//!
//! ```toml
//! [values]            # a whole number each, from -20000 to 20000
//! packed = 298
//! out-of-plan = -86
//! # … all nine
//!
//! [learned]           # how they came about, for people; not used
//! levels = 40
//! ```
//!
//! Everything that is wrong is told at once, each with line and column.

use soko_format::Diagnostic;
use soko_solve::champion::Weights;
use std::fmt::Write;
use std::ops::Range;
use toml_edit::{Document, Item, TableLike};

/// Reads a file of values.
///
/// # Errors
///
/// All that is wrong, with line and column.
///
/// ```
/// use soko_bench::{read_values, write_values};
/// use soko_solve::champion::Weights;
/// let text = write_values(&Weights::ROUND, &[("levels", 40)]);
/// assert_eq!(read_values(text.as_bytes()).unwrap(), Weights::ROUND);
/// ```
pub fn read_values(bytes: &[u8]) -> Result<Weights, Vec<Diagnostic>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        vec![Diagnostic::error("this byte is no text in UTF-8").at_byte(&read, read.len())]
    })?;
    let mut reader = Reader {
        text,
        faults: Vec::new(),
    };
    let document = Document::parse(text).map_err(|error| {
        let message = error.message().trim().replace('\n', "; ");
        let at = error.span().map_or(0, |span| span.start);
        vec![Diagnostic::error(message).at_byte(text, at)]
    })?;
    let weights = reader.values(document.as_table());
    match reader.faults.is_empty() {
        true => Ok(weights),
        false => Err(reader.faults),
    }
}

/// Values as a file, with facts about how they came about.
pub fn write_values(weights: &Weights, learned: &[(&str, u64)]) -> String {
    let mut text = String::from(
        "# What features are worth to the champion's walks: soko solve LEVELS --values FILE\n[values]\n",
    );
    // A text takes whatever is written to it.
    for (name, weight) in Weights::NAMES.iter().zip(weights.0) {
        let _ = writeln!(text, "{name} = {weight}");
    }
    if !learned.is_empty() {
        text.push_str("\n[learned]\n");
    }
    for (name, number) in learned {
        let _ = writeln!(text, "{name} = {number}");
    }
    text
}

struct Reader<'a> {
    text: &'a str,
    faults: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn fault(&mut self, span: Option<Range<usize>>, message: impl Into<String>) {
        let at = span.map_or(0, |span| span.start);
        let problem = Diagnostic::error(message).at_byte(self.text, at);
        self.faults.push(problem);
    }

    fn values(&mut self, whole: &toml_edit::Table) -> Weights {
        for (name, item) in whole.iter() {
            if !["values", "learned"].contains(&name) {
                let span = whole.key(name).and_then(|key| key.span());
                let message =
                    format!("a file of values has no {name:?}; there are [values] and [learned]");
                self.fault(span.or(item.span()), message);
            }
        }
        let mut weights = Weights::NONE;
        let Some(item) = whole.get("values") else {
            self.fault(None, "a file of values needs [values]");
            return weights;
        };
        let Some(table) = item.as_table_like() else {
            self.fault(item.span(), "\"values\" must be a table: [values]");
            return weights;
        };
        self.refuse_unknown(table);
        for (name, weight) in Weights::NAMES.iter().zip(&mut weights.0) {
            match table.get(name) {
                Some(item) => *weight = self.value(name, item),
                None => self.fault(item.span(), format!("[values] needs {name:?}")),
            }
        }
        weights
    }

    fn refuse_unknown(&mut self, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            if !Weights::NAMES.contains(&name) {
                let span = table.key(name).and_then(|key| key.span());
                let known = Weights::NAMES.join(", ");
                let message = format!("no feature is called {name:?}; there are {known}");
                self.fault(span.or(item.span()), message);
            }
        }
    }

    fn value(&mut self, name: &str, item: &Item) -> i32 {
        let most = i64::from(Weights::MOST);
        match item.as_integer() {
            Some(value) if (-most..=most).contains(&value) => return value as i32,
            Some(value) => {
                let message = format!("{name} is {value}; it must lie between -{most} and {most}");
                self.fault(item.span(), message);
            }
            None => {
                let kind = item.type_name();
                let message = format!("{name} must be a whole number; this is of the type {kind}");
                self.fault(item.span(), message);
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "\
[values]
packed = 298
out-of-plan = -86
regions = -194
halls = -41
hot = 0
way = 2
distance = -32
advised = 750
depth = -12
";

    /// What is replaced, by what, and what is said of it.
    const WRONG: &[(&str, &str, &str)] = &[
        ("[values]", "", "1:1 a file of values needs [values]"),
        (
            "packed",
            "pack",
            "2:1 no feature is called \"pack\"; there are packed, out-of-plan, regions, halls, hot, way, \
             distance, advised, depth; 1:1 [values] needs \"packed\"",
        ),
        ("hot = 0\n", "", "1:1 [values] needs \"hot\""),
        (
            "hot = 0",
            "hot = \"0\"",
            "6:7 hot must be a whole number; this is of the type string",
        ),
        (
            "hot = 0",
            "hot = 0.5",
            "6:7 hot must be a whole number; this is of the type float",
        ),
        (
            "way = 2",
            "way = [2]",
            "7:7 way must be a whole number; this is of the type array",
        ),
        (
            "advised = 750",
            "advised = 75000",
            "9:11 advised is 75000; it must lie between -20000 and 20000",
        ),
        (
            "depth = -12",
            "depth = -20001",
            "10:9 depth is -20001; it must lie between -20000 and 20000",
        ),
        (
            "[values]",
            "seed = 1\n[values]",
            "1:1 a file of values has no \"seed\"; there are [values] and [learned]",
        ),
        (
            "depth = -12\n",
            "depth = -12\n[weights]\npacked = 1\n",
            "11:2 a file of values has no \"weights\"; there are [values] and [learned]",
        ),
    ];

    fn told(text: &str) -> String {
        let faults = read_values(text.as_bytes()).unwrap_err();
        let told = faults.iter().map(|fault| {
            let (line, column) = (fault.line.unwrap_or(0), fault.column.unwrap_or(0));
            format!("{line}:{column} {}", fault.message)
        });
        told.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        assert_eq!(read_values(SOUND.as_bytes()).unwrap(), Weights::default());
        for (part, by, message) in WRONG {
            assert!(SOUND.contains(part));
            let text = SOUND.replacen(part, by, 1);
            if by.is_empty() && *part == "[values]" {
                assert!(told(&text).ends_with(message), "{}", told(&text));
                continue;
            }
            assert_eq!(told(&text), *message, "{text}");
        }
        assert!(told("values = 3\n").contains("1:10 \"values\" must be a table"));
        assert!(told(&SOUND.replace("hot = 0", "hot = ")).starts_with("6:"));
        assert!(told(&SOUND.replace("hot = 0", "hot = 0\nhot = 1")).starts_with("7:1 "));
        let faults = read_values(b"[values]\npacked = \xff").unwrap_err();
        assert_eq!(
            faults[0].to_string(),
            "line 2, column 10: this byte is no text in UTF-8"
        );
    }
}
