//! From bytes to text: UTF-8, and Windows-1252 for everything else.
//!
//! Old collections are often in a Western 8-bit code. Text that is not valid
//! UTF-8 is taken for Windows-1252, in which every byte means something, so
//! nothing is ever lost. Data that is no text at all is refused at once. A stray
//! control character in a text reads as a space, which is what it means on a
//! board; so whatever we write is a text again.

use crate::{Diagnostic, caps};
use std::borrow::Cow;

/// The text of a file, or why there is none.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Diagnostic> {
    if bytes.len() > caps::FILE_BYTES {
        let mebibytes = caps::FILE_BYTES >> 20;
        let message = format!("the file is larger than {mebibytes} MiB");
        return Err(Diagnostic::error(message));
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        let message = "the file is in UTF-16; save it as UTF-8 and try again";
        return Err(Diagnostic::error(message));
    }
    if is_binary(bytes) {
        let message = "this is binary data, not a file of levels";
        return Err(Diagnostic::error(message));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => without_controls(text),
        Err(_) => {
            let text: String = bytes.iter().map(|&b| windows_1252(b)).collect();
            Cow::Owned(without_controls(&text).into_owned())
        }
    })
}

/// The text with a space for every control character that has no place in it.
pub(crate) fn without_controls(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| u8::try_from(c).is_ok_and(is_odd);
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
        assert!(decode(b"\xFF\xFE#\0#\0").is_err());
        assert!(decode(&[1; 100]).is_err());
        assert!(decode(b"####\x1A").is_ok());
    }

    #[test]
    fn a_stray_control_character_is_a_space() {
        // Found by fuzzing: a shorter form of the same text looked binary.
        let text = b"#######\n#@\x0E$  .#\n#######\n";
        assert_eq!(decode(text).unwrap(), "#######\n#@ $  .#\n#######\n");
    }
}
