//! How hard people are likely to find a level.
//!
//! [`Measured`] has the numbers of a level, none of which needs a human; a [`Model`] is a
//! plain table of weights; [`Rating`] is the grade with its reasons. The models were
//! fitted to how often people fail ([`fit`]) and are held against people by
//! cross-validation ([`cross_validation`]).

mod engines;
mod feature;
mod graph;
mod measure;
mod model;
mod not_measured;
mod outlook;
mod player;
mod rating;
mod ridge;
mod shortest;
mod validate;

pub use feature::{FEATURES, Feature, Kind, Scale, features_of};
pub use measure::Measured;
pub use model::{Model, edition, grade, odds};
pub use not_measured::NotMeasured;
pub use rating::{MOST_STATES, Rating, Reason};
pub use ridge::Ridge;
pub use validate::{Correlation, chosen_shrink, correlation, cross_validation, fit};
