//! The door to the terminal: text of files passes, commands to the terminal do not.
//!
//! Titles, authors, file names and the words of other programs may hold control
//! characters, by accident or to play tricks on a terminal. What goes to stdout or
//! stderr for people therefore goes through a [`Screen`], which shows the
//! replacement character for each of them, the second set (U+0080 to U+009F) too. Only
//! the few styles that this program itself uses pass. JSON is data and loses
//! nothing; there the same characters are written as escapes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// What our own styles are made of: bold, red, yellow, and the end of these.
const STYLES: [&str; 4] = ["\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[0m"];

/// A writer for people; see the module.
pub struct Screen<W>(pub W);

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(data);
        self.0.write_all(harmless(&text).as_bytes())?;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Whether a terminal may take a character for a command. Line ends and tabs have
/// their plain meaning.
fn is_command(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
}

/// The text without commands to a terminal, but for our own styles.
fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let style = STYLES.iter().find(|style| rest.starts_with(**style));
        let piece = style.map_or(c.len_utf8(), |style| style.len());
        match style {
            None if is_command(c) => out.push(char::REPLACEMENT_CHARACTER),
            _ => out.push_str(&rest[..piece]),
        }
        rest = &rest[piece..];
    }
    Cow::Owned(out)
}

/// JSON text with escapes for those control characters for which JSON itself does
/// not ask for any. They stand in strings alone, so this changes no value.
pub fn escaped(json: String) -> String {
    let is_bare = |c: char| c.is_control() && c as u32 >= 0x7F;
    if !json.contains(is_bare) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match is_bare(c) {
            // Writing to a string cannot fail.
            true => drop(write!(out, "\\u{:04x}", c as u32)),
            false => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_become_visible_and_our_styles_pass() {
        let mut out = Vec::new();
        let bold = anstyle::Style::new().bold();
        let red = anstyle::AnsiColor::Red.on_default().bold();
        let title = "a\u{9b}31mb\x1b]0;x\x07\u{7f}\tc\x1b[2J\r";
        writeln!(Screen(&mut out), "{bold}{title}{bold:#}{red}!{red:#}").unwrap();
        let shown = "\x1b[1ma\u{fffd}31mb\u{fffd}]0;x\u{fffd}\u{fffd}\tc\u{fffd}[2J\u{fffd}\x1b[0m\
                     \x1b[1m\x1b[31m!\x1b[0m\n";
        assert_eq!(String::from_utf8(out).unwrap(), shown);
    }

    #[test]
    fn json_keeps_every_character_as_an_escape() {
        let text = "a\u{9b}\u{7f}\u{85}\x1bé";
        let json = escaped(serde_json::to_string(text).unwrap());
        assert_eq!(json, r#""a\u009b\u007f\u0085\u001bé""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
