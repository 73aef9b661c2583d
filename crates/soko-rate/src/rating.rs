//! A level's grade, and what speaks for it.

use crate::feature::{FEATURES, Feature, Kind, features_of};
use crate::measure::Measured;
use crate::model::{Model, grade};
use crate::not_measured::NotMeasured;
use soko_core::Level;
use soko_search::Control;

/// States of the largest graph that is made for a grade.
pub const MOST_STATES: usize = 150_000;

/// How hard people are likely to find a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Of a hundred plays by people so many are likely to fail.
    pub grade: f64,
    /// The model that says so.
    pub kind: Kind,
    /// What makes the level harder or easier than a middling one, what counts most first.
    pub reasons: Vec<Reason>,
    /// All numbers.
    pub measured: Measured,
}

/// What one number does to a grade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// The number.
    pub feature: &'static Feature,
    /// Its value.
    pub value: f64,
    /// How much higher the grade is than with the mean of this number.
    pub points: f64,
}

impl Reason {
    /// Its value as people read it: shares and chances in percent, and no powers of ten.
    pub fn told_value(&self) -> String {
        let value = self.value;
        if self.feature.is_share() {
            percent(value)
        } else if value >= 1e6 {
            "over a million".to_owned()
        } else if value.fract() == 0.0 {
            format!("{value}")
        } else {
            format!("{value:.2}")
        }
    }
}

/// A share in percent, with as many places as it takes to differ from nothing, at most two.
fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0%".to_owned(),
        percent if percent < 0.01 => "<0.01%".to_owned(),
        percent if percent < 0.1 => format!("{percent:.2}%"),
        percent if percent < 10.0 => format!("{percent:.1}%"),
        percent => format!("{percent:.0}%"),
    }
}

impl Rating {
    /// Rates a level: with its whole graph if that has at most so many states, else
    /// without.
    ///
    /// ```
    /// use soko_core::Level;
    /// use soko_rate::{MOST_STATES, Rating};
    /// use soko_search::Control;
    ///
    /// let rate = |text: &str| {
    ///     let level: Level = text.parse().unwrap();
    ///     Rating::new(&level, MOST_STATES, &mut Control::default()).unwrap().grade
    /// };
    /// let one_push = rate("#####\n#@$.#\n#####");
    /// let a_trap = rate("#######\n## .  #\n##$$  #\n##.#@ #\n#######");
    /// assert!(one_push < a_trap);
    /// ```
    ///
    /// # Errors
    ///
    /// If the level has no solution, or none that an engine finds soon.
    pub fn new(
        level: &Level,
        most_states: usize,
        control: &mut Control<'_>,
    ) -> Result<Rating, NotMeasured> {
        let measured = Measured::new(level, most_states, control)?;
        Rating::of(measured).ok_or(NotMeasured::Unsolved)
    }

    /// The rating of numbers that are known, by the first model that has all its own.
    pub fn of(measured: Measured) -> Option<Rating> {
        let mut kinds = Kind::ALL.into_iter();
        let (kind, row) = kinds.find_map(|kind| Some((kind, measured.row(kind)?)))?;
        let line = Model::built_in(kind).line;
        let answer = line.answer(&row);
        let mut reasons: Vec<Reason> = Vec::new();
        for (i, part) in features_of(kind).zip(line.parts(&row)) {
            let (feature, value) = (&FEATURES[i], measured.values()[i]?);
            let points = grade(answer) - grade(answer - part);
            let mut same = reasons.iter_mut();
            match same.find(|reason| reason.feature.about == feature.about) {
                Some(reason) => reason.points += points,
                None => reasons.push(Reason {
                    feature,
                    value,
                    points,
                }),
            }
        }
        reasons.sort_by(|a, b| b.points.abs().total_cmp(&a.points.abs()));
        Some(Rating {
            grade: grade(answer),
            kind,
            reasons,
            measured,
        })
    }

    /// The strongest reasons in words.
    pub fn told(&self, most: usize) -> String {
        let told = self.reasons.iter().take(most).map(|reason| {
            let (about, value) = (reason.feature.about, reason.told_value());
            format!("{about} {value} ({:+.0})", reason.points)
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, value: f64) -> String {
        let feature = FEATURES.iter().find(|f| f.name == name).unwrap();
        let points = 1.0;
        Reason {
            feature,
            value,
            points,
        }
        .told_value()
    }

    #[test]
    fn shares_are_told_in_percent() {
        let shares = [
            (0.0, "0%"),
            (2.0e-9, "<0.01%"),
            (4.4e-4, "0.04%"),
            (4.4e-3, "0.4%"),
            (0.044, "4.4%"),
            (0.44, "44%"),
            (1.0, "100%"),
        ];
        for (value, words) in shares {
            assert_eq!(told("player", value), words);
            assert_eq!(told("losing_unseen", value), words);
        }
    }

    #[test]
    fn counts_are_told_without_powers_of_ten() {
        let counts = [
            (0.0, "0"),
            (11.374, "11.37"),
            (999_999.0, "999999"),
            (3.2e18, "over a million"),
        ];
        for (value, words) in counts {
            assert_eq!(told("shortest_solutions", value), words);
        }
    }
}
