//! Reading a file whose format nobody has told: SLC is recognised by its root
//! element, and everything else is text.

use crate::{Collection, encoding, slc, text_reader};

/// Reads a file of levels in any supported format.
pub fn read_collection(bytes: &[u8]) -> Collection {
    match encoding::decode(bytes) {
        Ok(text) if slc::is_slc(&text) => slc::read(&text),
        Ok(text) => text_reader::read(&text),
        Err(diagnostic) => Collection {
            diagnostics: vec![diagnostic],
            ..Collection::default()
        },
    }
}
