//! Limits on the command line: `--time 60s --memory 4GiB --expansions 1000000`.
//!
//! Each number has a largest value, far above what any machine has: beyond it the
//! number is a slip of the pen, and sums of it would no longer fit.

use soko_search::Limits;
use std::time::Duration;

/// The longest time, in hours: a year.
const MOST_HOURS: u64 = 365 * 24;

/// The most memory, in GiB: a pebibyte.
const MOST_GIB: usize = 1 << 20;

/// The most threads. Beyond it some systems refuse to start more, and a search
/// gains nothing.
const MOST_THREADS: usize = 256;

/// How much an engine may use for one level.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitArgs {
    /// Time a level: 500ms, 60s, 5m, 1h [default: 60s, or ten times --processor]
    #[arg(long, value_name = "D", value_parser = parse_time)]
    time: Option<Duration>,

    /// Processor time a level, of each thread: what other programs take does not count
    #[arg(long, value_name = "D", value_parser = parse_time)]
    processor: Option<Duration>,

    /// Memory a level: 200MiB, 4GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = parse_memory)]
    pub memory: usize,

    /// States expanded a level; unlike time this is the same on every machine
    #[arg(long, value_name = "N")]
    pub expansions: Option<u64>,
}

/// The time of a level when nobody says.
const TIME: Duration = Duration::from_secs(60);

/// How much longer than the processor time the clock's may be when nobody says: a busy
/// machine is not to end what is told to work so long.
const CLOCK_OF_PROCESSOR: u32 = 10;

impl LimitArgs {
    /// The clock's time of one level.
    pub fn time(&self) -> Duration {
        let by_processor = self.processor.map(|d| d.saturating_mul(CLOCK_OF_PROCESSOR));
        self.time.or(by_processor).unwrap_or(TIME)
    }

    /// The limits of one level.
    pub fn limits(&self) -> Limits {
        Limits {
            time: Some(self.time()),
            processor: self.processor,
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
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| *time <= Duration::from_secs(MOST_HOURS * 3600))
        .ok_or_else(|| format!("the longest time is {MOST_HOURS}h"))
}

/// Reads a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=MOST_THREADS).contains(&n) => Ok(n),
        _ => Err(format!(
            "write a number of threads from 1 to {MOST_THREADS}"
        )),
    }
}

pub fn parse_memory(text: &str) -> Result<usize, String> {
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
    let most = (MOST_GIB as f64) * KIB * KIB * KIB;
    if !(1.0..=most).contains(&bytes) {
        return Err(format!("memory goes from 1B to {MOST_GIB}GiB"));
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

    #[test]
    fn the_largest_numbers_are_stated_and_held() {
        assert_eq!(parse_time("8760h"), Ok(Duration::from_secs(8760 * 3600)));
        assert_eq!(parse_memory("1048576GiB"), Ok(1 << 50));
        assert_eq!(parse_threads("256"), Ok(256));
        let huge = "9".repeat(400);
        for text in ["8761h", "99999999999999999999", &huge] {
            assert!(parse_time(text).unwrap_err().contains("8760h"), "{text}");
        }
        for text in ["1048577GiB", "99999999999999999999GB", &huge] {
            assert!(parse_memory(text).unwrap_err().contains("1048576GiB"));
        }
        for text in ["0", "257", "1000000", "-1", "1.5", &huge] {
            assert!(parse_threads(text).unwrap_err().contains("1 to 256"));
        }
    }
}
