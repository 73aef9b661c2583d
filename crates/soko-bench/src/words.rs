//! Measures, objectives and bounds as the words and numbers of a record.
//!
//! The types live where nothing knows of JSON, so their words are written here, once
//! for all records and jobs. A word that nobody knows is an error and never another
//! word.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soko_core::{Bound, Measure};
use soko_solve::Objective;

fn read_measure<'de, D: Deserializer<'de>>(word: &str) -> Result<Measure, D::Error> {
    Measure::from_name(word).ok_or_else(|| D::Error::custom(format!("no measure is {word:?}")))
}

/// `"pushes"`, `"moves"` or `null`.
pub(crate) mod measure {
    use super::*;

    pub fn serialize<S: Serializer>(measure: &Option<Measure>, to: S) -> Result<S::Ok, S::Error> {
        measure.map(Measure::name).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Measure>, D::Error> {
        let word = Option::<String>::deserialize(from)?;
        word.as_deref().map(read_measure::<D>).transpose()
    }
}

/// `"any"`, `"pushes"` or `"moves"`.
pub(crate) mod objective {
    use super::*;

    pub fn serialize<S: Serializer>(objective: &Objective, to: S) -> Result<S::Ok, S::Error> {
        objective.name().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Objective, D::Error> {
        let word = String::deserialize(from)?;
        Objective::from_name(&word)
            .ok_or_else(|| D::Error::custom(format!("no goal is called {word:?}")))
    }
}

/// Two fields of a record: `"lower_bound": 29, "bound_measure": "moves"`, both `null`
/// where nothing is proved. A bound without its measure, as runs had it once, is left
/// out: nobody can tell what it counts.
pub(crate) mod bound {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Fields {
        lower_bound: Option<u64>,
        #[serde(default, with = "measure")]
        bound_measure: Option<Measure>,
    }

    pub fn serialize<S: Serializer>(bound: &Option<Bound>, to: S) -> Result<S::Ok, S::Error> {
        let fields = Fields {
            lower_bound: bound.map(|bound| bound.at_least),
            bound_measure: bound.map(|bound| bound.measure),
        };
        fields.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Bound>, D::Error> {
        let fields = Fields::deserialize(from)?;
        let both = fields.lower_bound.zip(fields.bound_measure);
        Ok(both.map(|(at_least, measure)| Bound { at_least, measure }))
    }
}
