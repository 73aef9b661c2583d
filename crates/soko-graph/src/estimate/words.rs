//! Estimates in words: `about 40 million states (10 to 150 million)`.

use super::Estimate;
use std::fmt;

/// Names of large numbers.
const UNITS: [(f64, &str); 3] = [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")];
/// From here on there are no names.
const NAMELESS: f64 = 1e15;

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact {
            return write!(f, "{} states", grouped(self.states));
        }
        let (states, _) = rounded(self.states);
        let (mut low, low_unit) = rounded(self.low);
        let (high, high_unit) = rounded(self.high);
        if low_unit == high_unit && !low_unit.is_empty() {
            low.truncate(low.len() - low_unit.len() - 1);
        }
        write!(f, "about {states} states ({low} to {high})")
    }
}

/// A number with two digits that count, and the name of its unit.
fn rounded(number: f64) -> (String, &'static str) {
    // What rounding lifts into the next unit belongs there.
    let number = two_digits(number);
    if number >= NAMELESS {
        return (format!("{number:.1e}"), "");
    }
    match UNITS.iter().find(|(unit, _)| number >= *unit) {
        Some(&(unit, name)) => {
            let many = number / unit;
            let digits = usize::from(many < 9.95);
            (format!("{many:.digits$} {name}"), name)
        }
        None => (grouped(number), ""),
    }
}

fn two_digits(number: f64) -> f64 {
    if number < 100.0 {
        return number.round();
    }
    let unit = 10f64.powf(number.log10().floor() - 1.0);
    (number / unit).round() * unit
}

/// A whole number with its digits in groups of three.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(states: f64, low: f64, high: f64, expected: &str) {
        let is_exact = states == low && low == high;
        let estimate = Estimate {
            states,
            low,
            high,
            is_exact,
            ..Estimate::default()
        };
        assert_eq!(estimate.to_string(), expected);
    }

    #[test]
    fn numbers_are_as_long_as_they_are_known() {
        check(12_345.0, 12_345.0, 12_345.0, "12,345 states");
        check(
            4.04e7,
            1.01e7,
            1.46e8,
            "about 40 million states (10 to 150 million)",
        );
        check(
            9.99e8,
            4.3e5,
            1.96e9,
            "about 1.0 billion states (430,000 to 2.0 billion)",
        );
        check(
            123_456.0,
            99_960.0,
            999_600.0,
            "about 120,000 states (100,000 to 1.0 million)",
        );
        check(
            3.0e20,
            5e5,
            7.7e21,
            "about 3.0e20 states (500,000 to 7.7e21)",
        );
    }
}
