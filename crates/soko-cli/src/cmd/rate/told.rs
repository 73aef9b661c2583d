//! Ratings in words and as JSON.

use serde_json::{Map, Value, json};
use soko_core::Level;
use soko_rate::{FEATURES, Measured, NotMeasured, Rating, Reason};
use soko_search::Control;

/// Reasons that a line has room for.
const REASONS: usize = 3;

/// States up to which a graph is made beside other work.
const STATES_IN_PASSING: usize = 20_000;

/// Floor squares and boxes up to which a level is rated beside other work.
const MOST_SQUARES: usize = 120;
const MOST_BOXES: usize = 8;

/// A rating as a line.
pub(super) fn line(rating: &Rating) -> String {
    format!(
        "{:3.0}  {:5}  {}",
        rating.grade,
        rating.kind.name(),
        rating.told(REASONS)
    )
}

/// Why there is no grade.
pub(super) fn why_not(error: NotMeasured) -> String {
    format!("no grade: {error}")
}

/// The grade and its reasons beside other work, where the level is small enough to be
/// rated in a moment.
pub fn in_passing(level: &Level) -> Option<Rating> {
    let is_small = level.board().n_squares() <= MOST_SQUARES && level.n_boxes() <= MOST_BOXES;
    let rate = || Rating::new(level, STATES_IN_PASSING, &mut Control::default());
    is_small.then(rate)?.ok()
}

/// The grade and its reasons in one line.
pub fn one_line(rating: &Rating) -> String {
    format!("{:.0} of 100: {}", rating.grade, rating.told(REASONS))
}

/// The fields of a rating.
pub(super) fn fields(rating: &Rating) -> Map<String, Value> {
    let reason = |reason: &Reason| {
        json!({
            "feature": reason.feature.name,
            "about": reason.feature.about,
            "value": reason.value,
            "points": reason.points,
        })
    };
    let mut object = Map::new();
    object.insert("outcome".into(), json!("rated"));
    object.insert("grade".into(), json!(rating.grade));
    object.insert("model".into(), json!(rating.kind.name()));
    let reasons: Vec<Value> = rating.reasons.iter().map(reason).collect();
    object.insert("reasons".into(), json!(reasons));
    object.insert("features".into(), features(&rating.measured));
    object
}

fn features(measured: &Measured) -> Value {
    let named = FEATURES.iter().zip(measured.values());
    let named = named.map(|(feature, value)| (feature.name.to_string(), json!(value)));
    Value::Object(named.collect())
}
