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
    /// Its value as people read it.
    pub fn told_value(&self) -> String {
        let value = self.value;
        if value.fract() == 0.0 && value.abs() < 1e6 {
            format!("{value}")
        } else if value.abs() >= 0.01 {
            format!("{value:.2}")
        } else {
            format!("{value:.1e}")
        }
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

/// The grade without a whole graph; none if no engine solves the level soon, or if the job
/// is stopped.
pub fn quick_grade(level: &Level, control: &mut Control<'_>) -> Option<f64> {
    let measured = Measured::new(level, 0, control).ok()?;
    Some(Rating::of(measured)?.grade)
}
