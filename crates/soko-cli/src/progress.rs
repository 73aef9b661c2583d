//! Progress on stderr, where stderr is a terminal; nothing elsewhere.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many pieces of work.
pub fn bar(length: u64) -> ProgressBar {
    styled(length, "{pos}/{len}")
}

/// The steps of a bar over a share.
const STEPS: u64 = 10_000;

/// A bar over the share of a work that is done.
pub fn share() -> ProgressBar {
    styled(STEPS, "{percent} %")
}

/// Says how much is done, from 0 to 1.
pub fn set_share(bar: &ProgressBar, share: f64) {
    bar.set_position((share * STEPS as f64) as u64);
}

fn styled(length: u64, how_far: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{elapsed_precise}} [{{bar:30}}] {how_far} {{wide_msg}}");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// A line that says what is being done.
pub fn line() -> ProgressBar {
    let line = ProgressBar::new_spinner();
    line.enable_steady_tick(std::time::Duration::from_millis(100));
    line
}

/// Seconds for people.
pub fn duration(seconds: f64) -> String {
    const YEAR: f64 = 365.0 * 86_400.0;
    match seconds {
        s if s < 1.0 => "less than a second".into(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7_200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3_600.0),
        s if s < YEAR => format!("{:.0} days", s / 86_400.0),
        _ => "more than a year".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_units_that_fit() {
        assert_eq!(duration(0.2), "less than a second");
        assert_eq!(duration(301.0), "5 minutes");
        assert_eq!(duration(1e12), "more than a year");
    }
}
