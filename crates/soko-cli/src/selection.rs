//! Which levels of a collection: `3`, `1-20`, `1,5,9` or a title.

use crate::exit_code::Failure;
use soko_format::{Entry, caps};

/// The indices of the chosen entries, in the order in which they were named.
pub fn choose(selection: &str, entries: &[Entry]) -> anyhow::Result<Vec<usize>> {
    match parse_numbers(selection) {
        Some(ranges) => by_number(&ranges, entries.len()),
        None => by_title(selection, entries),
    }
}

/// Numbers and ranges, both ends included; none if it is something else.
fn parse_numbers(selection: &str) -> Option<Vec<(usize, usize)>> {
    selection
        .split(',')
        .map(|part| {
            let part = part.trim();
            match part.split_once('-') {
                Some((first, last)) => Some((number(first)?, number(last)?)),
                None => number(part).map(|n| (n, n)),
            }
        })
        .collect()
}

fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}

fn by_number(ranges: &[(usize, usize)], n_levels: usize) -> anyhow::Result<Vec<usize>> {
    let mut chosen = Vec::new();
    for &(first, last) in ranges {
        if first == 0 || last < first {
            let message = format!("--level {first}-{last}: levels count from 1 upwards");
            return Err(Failure::usage(message));
        }
        if last > n_levels {
            let message = format!("--level: there is no level {last}; the last is {n_levels}");
            return Err(Failure::usage(message));
        }
        chosen.extend(first - 1..last);
        // A level may be named more than once, but not without end.
        if chosen.len() > caps::LEVELS {
            let most = caps::LEVELS;
            return Err(Failure::usage(format!("--level: more than {most} levels")));
        }
    }
    Ok(chosen)
}

/// The title in any case; a part of a title will do if only one level has it.
fn by_title(title: &str, entries: &[Entry]) -> anyhow::Result<Vec<usize>> {
    let wanted = title.to_lowercase();
    let find = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let titled = entries.iter().enumerate().filter(|(_, entry)| {
            let titles = [entry.title(), entry.heading.as_deref()];
            titles.iter().flatten().any(|t| fits(&t.to_lowercase()))
        });
        titled.map(|(index, _)| index).collect()
    };
    let exact = find(&|t| t == wanted);
    if !exact.is_empty() {
        return Ok(exact);
    }
    let partial = find(&|t| t.contains(&wanted));
    match partial.len() {
        1 => Ok(partial),
        0 => Err(Failure::usage(format!(
            "--level: no level has the title {title:?}"
        ))),
        n => Err(Failure::usage(format!(
            "--level: {n} titles contain {title:?}; say which by its number"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_format::read_collection;

    fn chosen(selection: &str) -> Result<Vec<usize>, String> {
        let file = b"; First step\n#####\n#@$.#\n#####\n\n; Second step\n#####\n#@$.#\n#####\n";
        let entries = read_collection(file).entries;
        choose(selection, &entries).map_err(|e| e.to_string())
    }

    #[test]
    fn numbers_ranges_lists_and_titles() {
        assert_eq!(chosen("2"), Ok(vec![1]));
        assert_eq!(chosen("1-2"), Ok(vec![0, 1]));
        assert_eq!(chosen("2, 1"), Ok(vec![1, 0]));
        assert_eq!(chosen("first STEP"), Ok(vec![0]));
        assert_eq!(chosen("sec"), Ok(vec![1]));
    }

    #[test]
    fn wrong_selections_are_explained() {
        assert!(chosen("0").unwrap_err().contains("count from 1"));
        assert!(chosen("2-1").unwrap_err().contains("count from 1"));
        assert!(chosen("3").unwrap_err().contains("no level 3"));
        assert!(chosen("99999999999999999999").is_err());
        let without_end = "1-2,".repeat(50_000) + "1";
        assert!(chosen(&without_end).unwrap_err().contains("100000"));
        assert!(chosen("step").unwrap_err().contains("2 titles"));
        assert!(chosen("third").unwrap_err().contains("no level has"));
    }
}
