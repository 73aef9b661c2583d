//! Limits on the command line: `--time 60s --memory 4GiB --expansions 1000000`.

use soko_search::Limits;
use std::time::Duration;

/// How much an engine may use for one level.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitArgs {
    /// Time a level: 500ms, 60s, 5m, 1h
    #[arg(long, value_name = "D", default_value = "60s", value_parser = parse_time)]
    pub time: Duration,

    /// Memory a level: 200MiB, 4GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = parse_memory)]
    pub memory: usize,

    /// States expanded a level; unlike time this is the same on every machine
    #[arg(long, value_name = "N")]
    pub expansions: Option<u64>,
}

impl LimitArgs {
    /// The limits of one level.
    pub fn limits(&self) -> Limits {
        Limits {
            time: Some(self.time),
            memory: Some(self.memory),
            expansions: self.expansions,
        }
    }
}

/// Reads a number with a unit out of a table; a bare number takes the first unit.
fn parse_with_unit(text: &str, units: &[(&str, f64)]) -> Result<f64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let wrong = || {
        let names: Vec<&str> = units.iter().map(|(name, _)| *name).collect();
        format!("write a number and one of {}", names.join(", "))
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let unit = unit.trim();
    let scale = match units
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit))
    {
        Some((_, scale)) => *scale,
        None if unit.is_empty() => units[0].1,
        None => return Err(wrong()),
    };
    Ok(number * scale)
}

/// Reads a time with its unit.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("s", 1.0), ("ms", 1e-3), ("m", 60.0), ("h", 3600.0)];
    let seconds = parse_with_unit(text, &units)?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Reads a number of threads: at least one.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("write a number of threads, at least 1".into()),
        Ok(n) => Ok(n),
    }
}

fn parse_memory(text: &str) -> Result<usize, String> {
    const KIB: f64 = 1024.0;
    let units = [
        ("B", 1.0),
        ("KiB", KIB),
        ("MiB", KIB * KIB),
        ("GiB", KIB * KIB * KIB),
        ("kB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
    ];
    let bytes = parse_with_unit(text, &units)?;
    if bytes < 1.0 || bytes > usize::MAX as f64 {
        return Err("that is no amount of memory".to_owned());
    }
    Ok(bytes as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("7"), Ok(Duration::from_secs(7)));
        assert_eq!(parse_memory("200MiB"), Ok(200 << 20));
        assert_eq!(parse_memory("4GiB"), Ok(4 << 30));
        assert_eq!(parse_memory("1 gb"), Ok(1_000_000_000));
        for wrong in ["", "s", "1x", "-1s", "1e3s"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        assert!(parse_memory("0B").is_err());
    }
}
