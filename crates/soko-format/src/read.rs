//! Reading a file whose format nobody has told: SLC is recognised by its root
//! element, coordinates by their two first numbers, and everything else is text.

use crate::{Collection, coordinates, encoding, slc, text_reader};

/// Reads a file of levels in any supported format.
pub fn read_collection(bytes: &[u8]) -> Collection {
    match encoding::decode(bytes) {
        Ok(text) if slc::is_slc(&text) => slc::read(&text),
        Ok(text) if coordinates::is_coordinates(&text) => coordinates::read(&text),
        Ok(text) => text_reader::read(&text),
        Err(diagnostic) => Collection {
            diagnostics: vec![diagnostic],
            ..Collection::default()
        },
    }
}

/// Whether a file is in the format that lists coordinates, [`Format::Coordinates`](crate::Format::Coordinates).
///
/// ```
/// assert!(soko_format::lists_coordinates(b"5 3\n0\n0\n0\n2 2\n"));
/// assert!(!soko_format::lists_coordinates(b"#####\n#@$.#\n#####\n"));
/// ```
pub fn lists_coordinates(bytes: &[u8]) -> bool {
    encoding::decode(bytes).is_ok_and(|text| coordinates::is_coordinates(&text))
}
