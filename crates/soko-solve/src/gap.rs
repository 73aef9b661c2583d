//! How far apart the ends of an interval may stay.

use std::fmt;
use std::str::FromStr;

/// A share of the upper end, in hundredths of a percent.
///
/// ```
/// use soko_solve::Gap;
/// let gap: Gap = "2.5%".parse().unwrap();
/// assert_eq!((gap, gap.to_string()), (Gap(250), "2.5%".to_string()));
/// assert!(gap.contains(195, 200) && !gap.contains(194, 200));
/// assert!("101%".parse::<Gap>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap(pub u16);

impl Gap {
    /// Everything.
    pub const WHOLE: Gap = Gap(10_000);

    /// Whether two ends are so close.
    pub fn contains(self, lower: u64, upper: u64) -> bool {
        let apart = upper.saturating_sub(lower);
        apart.saturating_mul(u64::from(Gap::WHOLE.0)) <= upper.saturating_mul(u64::from(self.0))
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", f64::from(self.0) / 100.0)
    }
}

impl FromStr for Gap {
    type Err = String;

    fn from_str(text: &str) -> Result<Gap, String> {
        let wrong = || format!("{text:?} is no share: write 5% or 0.5%");
        let number = text.strip_suffix('%').ok_or_else(wrong)?;
        let percent: f64 = number.trim().parse().map_err(|_| wrong())?;
        let hundredths = (percent * 100.0).round();
        if !(0.0..=f64::from(Gap::WHOLE.0)).contains(&hundredths) {
            return Err(wrong());
        }
        Ok(Gap(hundredths as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_a_share_of_the_upper_end() {
        assert!(Gap(500).contains(95, 100) && !Gap(500).contains(94, 100));
        assert!(Gap(0).contains(7, 7) && !Gap(0).contains(6, 7));
        assert!(Gap::WHOLE.contains(0, u64::MAX));
    }
}
