//! What a file says about itself: pairs of a key and a text in its footer, where
//! `parquet_kv_metadata` of DuckDB and its like find them. Each key begins with `soko.`,
//! so that it stands apart from what other programs add.

use crate::SCHEMA;
use parquet::file::metadata::KeyValue;

/// The pairs of a file, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About(Vec<(String, String)>);

impl Default for About {
    fn default() -> Self {
        About::new()
    }
}

impl About {
    /// The version of the columns and of the program, which every file has.
    pub fn new() -> About {
        About(Vec::new())
            .with("schema", SCHEMA.to_string())
            .with("version", env!("CARGO_PKG_VERSION"))
    }

    /// One pair more; the key is given without its beginning.
    #[must_use]
    pub fn with(mut self, key: &str, text: impl Into<String>) -> About {
        self.0.push((format!("soko.{key}"), text.into()));
        self
    }

    /// All pairs, keys in full.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// As the footer has them.
    pub(crate) fn key_values(&self) -> Vec<KeyValue> {
        let pair = |(key, text): &(String, String)| KeyValue::new(key.clone(), text.clone());
        self.0.iter().map(pair).collect()
    }
}
