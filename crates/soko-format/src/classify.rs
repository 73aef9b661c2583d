//! What a line of a file is: part of a board, moves, a key with a value, text.
//!
//! No format marks its lines, so this is a matter of looking closely. A board
//! row holds only board characters (and run-length codes) and at least one wall
//! or box on goal; inside a board a row may do without. A line that starts and
//! ends with a wall and is mostly board characters is a row with a mistake in
//! it. A key is a short name before a colon.

/// What the bytes of a line may be on a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum RowKind {
    /// Only plain cells.
    Plain,
    /// Cells with run-length codes or row ends among them.
    Coded,
    /// A row with characters that mean nothing on a board.
    Faulty,
}

const CELL: u8 = 1;
const SOLID: u8 = 2;
const LETTER: u8 = 4;
const CODE: u8 = 8;
const VISIBLE: u8 = 16;

/// For each byte, what it may be on a board.
static CLASS: [u8; 256] = {
    let mut class = [0u8; 256];
    let mut i = 0;
    while i < 32 {
        class[i] = CELL;
        i += 1;
    }
    class[b' ' as usize] = CELL;
    class[b'-' as usize] = CELL | VISIBLE;
    class[b'_' as usize] = CELL | VISIBLE;
    class[b'#' as usize] = CELL | VISIBLE | SOLID;
    class[b'*' as usize] = CELL | VISIBLE | SOLID;
    class[b'.' as usize] = CELL | VISIBLE;
    class[b'$' as usize] = CELL | VISIBLE;
    class[b'@' as usize] = CELL | VISIBLE;
    class[b'+' as usize] = CELL | VISIBLE;
    let letters = *b"obBpPmM";
    let mut i = 0;
    while i < letters.len() {
        class[letters[i] as usize] = CELL | VISIBLE | LETTER;
        i += 1;
    }
    let codes = *b"0123456789()|";
    let mut i = 0;
    while i < codes.len() {
        class[codes[i] as usize] = CODE;
        i += 1;
    }
    class
};

/// What kind of board row the line is, if it is one. `inside` says whether the
/// line before it was a row.
pub(crate) fn row_kind(line: &str, inside: bool) -> Option<RowKind> {
    let mut union = 0;
    let mut is_all_known = true;
    for &byte in line.as_bytes() {
        let class = CLASS[byte as usize];
        union |= class;
        is_all_known &= class != 0;
    }
    if !is_all_known {
        return (union & SOLID != 0 && is_faulty_row(line)).then_some(RowKind::Faulty);
    }
    if union & CODE != 0 {
        let ends_in_digit = line.trim_end().ends_with(|c: char| c.is_ascii_digit());
        return (union & SOLID != 0 && !ends_in_digit).then_some(RowKind::Coded);
    }
    let is_row = union & SOLID != 0 || inside && union & VISIBLE != 0 && union & LETTER == 0;
    is_row.then_some(RowKind::Plain)
}

fn is_faulty_row(line: &str) -> bool {
    let line = line.trim();
    let n_known = line.bytes().filter(|&b| {
        let class = CLASS[b as usize];
        class & CELL != 0 && class & LETTER == 0
    });
    line.len() > 1
        && line.starts_with('#')
        && line.ends_with('#')
        && n_known.count() * 2 >= line.len()
}

/// Splits `Key: value`. The key is a short name: up to three words of letters,
/// digits and `-_/`, the first character a letter; a web address is none.
pub(crate) fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let is_word = |c: char| c.is_alphanumeric() || " -_/".contains(c);
    let is_key = key.len() <= 40
        && key.starts_with(char::is_alphabetic)
        && key.chars().all(is_word)
        && key.split_whitespace().count() <= 5;
    (is_key && !value.starts_with("//")).then(|| (key, value.trim()))
}

/// Whether a line can only be moves: letters of moves, counts, brackets.
pub(crate) fn is_moves(line: &str) -> bool {
    let is_move = |b: u8| b"lurdLURD".contains(&b);
    line.bytes()
        .all(|b| is_move(b) || b"0123456789()[]<>{}* \t".contains(&b))
        && (line.bytes().any(is_move) || line.trim() == "[]")
}

/// Whether a line is the usual title of moves, such as `Solution/Pushes`.
pub(crate) fn is_game_title(line: &str) -> bool {
    let line = line.trim().trim_end_matches(':').to_ascii_lowercase();
    let starts = ["solution", "snapshot", "reverse mode snapshot", "savegame"];
    starts.iter().any(|start| {
        line.strip_prefix(start)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    })
}

/// Whether a line opens a comment of several lines.
pub(crate) fn is_comment_start(text: &str) -> bool {
    let is_name = |key: &str| ["comment", "solution comment"].contains(&&*key.to_ascii_lowercase());
    text.ends_with(':')
        && key_and_value(text).is_some_and(|(key, value)| value.is_empty() && is_name(key))
}

/// Whether a line ends a comment of several lines.
pub(crate) fn is_comment_end(text: &str) -> bool {
    let name = text.trim_end_matches(':');
    let ends = ["comment-end", "comment end", "solution comment end"];
    ends.iter().any(|end| name.trim().eq_ignore_ascii_case(end))
}

/// Whether a line only marks a board pasted from elsewhere.
pub(crate) fn is_board_tag(text: &str) -> bool {
    text.eq_ignore_ascii_case("<board>") || text.eq_ignore_ascii_case("</board>")
}
