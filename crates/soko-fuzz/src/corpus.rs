//! The corpus of a target as one file: an input a line, with escapes for what is no
//! plain character.
//!
//! A fuzzer keeps a file for each input that led it somewhere new. Hundreds of
//! small files are no joy in a repository; one text is, and says at a glance what is
//! in it.

/// The text of a corpus.
pub fn pack(inputs: &[Vec<u8>]) -> String {
    let line = |input: &Vec<u8>| format!("{}\n", input.escape_ascii());
    inputs.iter().map(line).collect()
}

/// The inputs of a corpus.
///
/// ```
/// use soko_fuzz::corpus::{pack, unpack};
/// let inputs = [b"#@$.\n".to_vec(), vec![0, 27, 92, 0xff, b'"'], vec![]];
/// assert_eq!(unpack(&pack(&inputs)), inputs);
/// ```
pub fn unpack(text: &str) -> Vec<Vec<u8>> {
    text.lines().map(unescape).collect()
}

fn unescape(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        // A line that ends in the middle of an escape was not written by us.
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'x') => {
                let digits: Vec<char> = rest.by_ref().take(2).map(char::from).collect();
                let digit = |i: usize| digits.get(i).and_then(|d| d.to_digit(16)).unwrap_or(0);
                (digit(0) << 4 | digit(1)) as u8
            }
            Some(other) => other,
            None => b'\\',
        });
    }
    bytes
}
