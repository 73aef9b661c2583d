//! What a library is made of, as plain data: where somebody else has more collections,
//! and the place of a level.

use serde::Serialize;

/// How to list and read collections that are known by name.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere {
    /// The names; why there are none is said in words.
    pub names: fn() -> Result<Vec<String>, String>,
    /// The file of a collection.
    pub read: fn(&str) -> Result<Vec<u8>, String>,
}

/// A place in the library, or in the text that is being read.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The id of the collection; none for the text itself.
    pub collection: Option<String>,
    pub name: String,
    pub number: usize,
}

impl Place {
    pub fn new(collection: &str, name: &str, number: usize) -> Place {
        Place {
            collection: Some(collection.into()),
            name: name.into(),
            number,
        }
    }

    /// A place in the text itself, which will have this name.
    pub fn in_this_text(name: &str, number: usize) -> Place {
        Place {
            collection: None,
            name: name.into(),
            number,
        }
    }
}
