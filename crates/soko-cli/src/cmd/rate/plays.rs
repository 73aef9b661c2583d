//! What people did: a table of plays by level.

use crate::exit_code::Failure;
use std::collections::BTreeMap;

/// How often a level was played, and solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plays {
    pub played: f64,
    pub solved: f64,
}

/// The plays by the number of the level.
pub(super) fn read(file: &str) -> anyhow::Result<BTreeMap<usize, Plays>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::invalid(format!("cannot read {file}: {error}")))?;
    parse(file, &text).map_err(Failure::invalid)
}

fn parse(file: &str, text: &str) -> Result<BTreeMap<usize, Plays>, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader
        .headers()
        .map_err(|error| format!("{file}: {error}"))?;
    let column = |name: &str| {
        let place = header.iter().position(|field| field.trim() == name);
        place.ok_or_else(|| format!("{file}:1: there is no column {name}"))
    };
    let columns = [column("level")?, column("played")?, column("solved")?];
    let mut plays = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(|error| format!("{file}: {error}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let number = |place: usize| -> Result<u32, String> {
            let field = record.get(place).unwrap_or_default().trim();
            field.parse().map_err(|_| {
                let column = place + 1;
                format!("{file}:{line}: field {column}: {field:?} is no number of plays or level")
            })
        };
        let [level, played, solved] = columns.map(number);
        let (level, played, solved) = (level? as usize, played?, solved?);
        if played == 0 || solved > played {
            return Err(format!("{file}:{line}: {solved} solved of {played} played"));
        }
        let row = Plays {
            played: f64::from(played),
            solved: f64::from(solved),
        };
        if plays.insert(level, row).is_some() {
            return Err(format!("{file}:{line}: level {level} comes twice"));
        }
    }
    Ok(plays)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_and_mistakes_have_their_place() {
        let plays = parse("p", "title,level,solved,played\nx,2,30,40\n").unwrap();
        let expected = Plays {
            played: 40.0,
            solved: 30.0,
        };
        assert_eq!(plays[&2], expected);
        let wrong = |text: &str| parse("p", text).unwrap_err();
        assert_eq!(wrong("level,played\n"), "p:1: there is no column solved");
        let head = "level,played,solved\n";
        assert!(wrong(&format!("{head}1,2,1\n2,x,1\n")).starts_with("p:3: field 2: \"x\""));
        assert!(wrong(&format!("{head}1,2,3\n")).starts_with("p:2: 3 solved of 2"));
        assert!(wrong(&format!("{head}1,0,0\n")).starts_with("p:2:"));
        assert!(wrong(&format!("{head}1,2,1\n1,2,1\n")).starts_with("p:3: level 1"));
    }
}
