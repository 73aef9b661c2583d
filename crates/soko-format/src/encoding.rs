//! From bytes to text: UTF-8, and Windows-1252 for everything else.
//!
//! Old collections are often in a Western 8-bit code. Text that is not valid
//! UTF-8 is taken for Windows-1252, in which every byte means something, so
//! nothing is ever lost. Data that is no text at all is refused at once. A stray
//! control character in a text, of the second set (U+0080 to U+009F) too, reads as a
//! space, which is what it means on a board; so whatever we write is a text again,
//! and no title can give commands to a terminal. Lines that end in a carriage
//! return alone, as on the first Macintosh, are lines.

use crate::{Diagnostic, caps};
use std::borrow::Cow;

/// The marks at the start of files in codes that are not read. That of UTF-32 begins
/// with that of UTF-16 and comes first.
const OTHER_CODES: [(&[u8], &str); 4] = [
    (&[0xFF, 0xFE, 0, 0], "UTF-32"),
    (&[0, 0, 0xFE, 0xFF], "UTF-32"),
    (&[0xFF, 0xFE], "UTF-16"),
    (&[0xFE, 0xFF], "UTF-16"),
];

/// The text of a file, or why there is none.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Diagnostic> {
    if bytes.len() > caps::FILE_BYTES {
        let mebibytes = caps::FILE_BYTES >> 20;
        let message = format!("the file is larger than {mebibytes} MiB");
        return Err(Diagnostic::error(message));
    }
    if let Some((_, name)) = OTHER_CODES.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        let message = format!("the file is in {name}; save it as UTF-8 and try again");
        return Err(Diagnostic::error(message));
    }
    if is_binary(bytes) {
        let message = "this is binary data, not a file of levels";
        return Err(Diagnostic::error(message));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => with_lines(without_controls(text)),
        Err(_) => {
            let text: String = bytes.iter().map(|&b| windows_1252(b)).collect();
            Cow::Owned(with_lines(without_controls(&text)).into_owned())
        }
    })
}

/// The text with its lines ended as we end them, where they all end in a carriage
/// return alone.
fn with_lines(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') && !text.contains('\n') {
        Cow::Owned(text.replace('\r', "\n"))
    } else {
        text
    }
}

/// The text with a space for every control character that has no place in it.
pub(crate) fn without_controls(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| c.is_control() && u8::try_from(c).is_ok_and(|b| b >= 0x7F || is_odd(b));
    if text.contains(is_odd) {
        Cow::Owned(text.replace(is_odd, " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a byte is a control character that texts do not use.
fn is_odd(byte: u8) -> bool {
    byte < 0x20 && !b"\t\n\r\x0C\x1A".contains(&byte)
}

/// Zero bytes, or many control characters near the start, mean no text.
fn is_binary(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(1 << 16)];
    let n_odd = sample.iter().filter(|&&byte| is_odd(byte)).count();
    sample.contains(&0) || n_odd * 10 > sample.len()
}

/// The character of a byte. The five bytes without a meaning in Windows-1252
/// keep their number, as browsers do it.
fn windows_1252(byte: u8) -> char {
    const HIGH: [u16; 32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ];
    match byte {
        0x80..=0x9F => char::from_u32(u32::from(HIGH[usize::from(byte - 0x80)])).unwrap_or('?'),
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_kept_and_other_bytes_are_windows_1252() {
        assert_eq!(decode("Žluťoučký".as_bytes()).unwrap(), "Žluťoučký");
        assert_eq!(decode(b"\xEF\xBB\xBFabc").unwrap(), "abc");
        assert_eq!(
            decode(b"\xA9 Andr\xE9 \x93x\x94 \x80").unwrap(),
            "© André “x” €"
        );
    }

    #[test]
    fn binary_and_utf16_are_refused() {
        assert!(decode(b"\x7FELF\x02\x01\x01\0\0\0").is_err());
        let reason = |bytes: &[u8]| decode(bytes).unwrap_err().message;
        assert!(reason(b"\xFF\xFE#\0#\0").contains("UTF-16"));
        assert!(reason(b"\xFE\xFF\0#\0#").contains("UTF-16"));
        assert!(reason(b"\xFF\xFE\0\0#\0\0\0").contains("UTF-32"));
        assert!(reason(b"\0\0\xFE\xFF\0\0\0#").contains("UTF-32"));
        assert!(decode(&[1; 100]).is_err());
        assert!(decode(b"####\x1A").is_ok());
    }

    #[test]
    fn a_stray_control_character_is_a_space() {
        // Found by fuzzing: a shorter form of the same text looked binary.
        let text = b"#######\n#@\x0E$  .#\n#######\n";
        assert_eq!(decode(text).unwrap(), "#######\n#@ $  .#\n#######\n");
        // The second set, in UTF-8 and as the bytes that mean nothing in Windows-1252.
        assert_eq!(decode("a\u{9b}31mb\u{7f}c".as_bytes()).unwrap(), "a 31mb c");
        assert_eq!(decode(b"a\x9Db\xE9").unwrap(), "a bé");
    }

    #[test]
    fn carriage_returns_alone_end_lines() {
        assert_eq!(decode(b"###\r#@#\r###\r").unwrap(), "###\n#@#\n###\n");
        // Beside line feeds they are the other half of those, or strays.
        assert_eq!(decode(b"###\r\n\r###\r\n").unwrap(), "###\r\n\r###\r\n");
    }
}
