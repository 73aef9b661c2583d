//! What is asked of the store by more than one command, and its troubles in our words.

use crate::exit_code::Failure;
use soko_page::keep::{Keep, Trouble};

/// What the store could not do, as a failure of the command.
pub fn unkept(trouble: Trouble) -> anyhow::Error {
    Failure::invalid(format!("the library does not answer: {trouble}"))
}

/// The number of the collection with this name.
pub fn collection_named(store: &dyn Keep, name: &str) -> anyhow::Result<i64> {
    let collections = store.collections().map_err(unkept)?;
    let found = collections.iter().find(|(_, own, _)| own == name);
    found.map(|(id, _, _)| *id).ok_or_else(|| {
        let names: Vec<&str> = collections.iter().map(|(_, own, _)| own.as_str()).collect();
        let known = match names.is_empty() {
            true => "the library is empty".to_string(),
            false => format!("there are {}", names.join(", ")),
        };
        Failure::invalid(format!("no collection is called {name}; {known}"))
    })
}
