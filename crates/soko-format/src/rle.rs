//! Run-length codes: `3#-2($.)` stands for `###-$.$.`.
//!
//! A count stands before a character or before a group in parentheses; groups
//! nest. A count of zero is an error: nobody writes what is not to be there, and a
//! stray `0` must not take a wall away. Counts multiply, so a few bytes could ask
//! for more than the machine has: the expansion stops at a limit given by the
//! caller.

use crate::caps;

/// Why a run-length code cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RleError {
    /// What is wrong.
    pub kind: RleErrorKind,
    /// The column in characters, from 1.
    pub column: usize,
}

/// What can be wrong with a run-length code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RleErrorKind {
    /// A closing parenthesis without an opening one.
    Unopened,
    /// An opening parenthesis without a closing one.
    Unclosed,
    /// A count with nothing after it.
    CountAtEnd,
    /// A count of zero.
    CountOfZero,
    /// More groups inside groups than [`caps::NESTING`].
    TooDeep,
    /// The expansion is longer than the limit.
    TooLong,
}

impl RleError {
    /// What is wrong, without the place.
    pub fn message(&self) -> String {
        match self.kind {
            RleErrorKind::Unopened => "this parenthesis was never opened".into(),
            RleErrorKind::Unclosed => "this parenthesis is never closed".into(),
            RleErrorKind::CountAtEnd => "there is nothing to repeat after this count".into(),
            RleErrorKind::CountOfZero => "a count of zero would leave this out".into(),
            RleErrorKind::TooDeep => format!("groups nest deeper than {}", caps::NESTING),
            RleErrorKind::TooLong => "the run-length code expands to too much".into(),
        }
    }
}

impl std::fmt::Display for RleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "column {}: {}", self.column, self.message())
    }
}

impl std::error::Error for RleError {}

struct Group {
    /// Index of the first token inside.
    start: usize,
    /// How often it is still to be repeated after this time.
    left: u64,
}

/// Hands out the characters of the expansion one by one with the column, from 1,
/// of the character that each comes from. Spaces count as characters.
///
/// # Errors
///
/// When the code is malformed or stands for more than `limit` characters; some
/// characters have been handed out by then.
pub fn expand(code: &str, limit: usize, mut emit: impl FnMut(char, usize)) -> Result<(), RleError> {
    let tokens: Vec<char> = code.chars().collect();
    check_groups(&tokens)?;
    let mut open: Vec<Group> = Vec::new();
    let mut count = Count::default();
    let mut n_emitted = 0;
    // Empty groups emit nothing, so their repetitions count as work, too.
    let mut n_steps = 0usize;
    let mut i = 0;
    while i < tokens.len() {
        n_steps += 1;
        if n_steps > limit.saturating_mul(4).saturating_add(tokens.len()) {
            return Err(fault(RleErrorKind::TooLong, i));
        }
        match (tokens[i], tokens[i].to_digit(10)) {
            (_, Some(digit)) => count.add(digit, i),
            ('(', _) => open.push(Group {
                start: i + 1,
                left: count.take()? - 1,
            }),
            (')', _) => {
                count.must_be_none()?;
                let group = open.last_mut().expect("groups were checked");
                if group.left > 0 {
                    group.left -= 1;
                    i = group.start;
                    continue;
                }
                open.pop();
            }
            (c, None) => {
                let n = count.take()?;
                n_emitted = n.saturating_add(n_emitted);
                if n_emitted > limit as u64 {
                    return Err(fault(RleErrorKind::TooLong, i));
                }
                (0..n).for_each(|_| emit(c, i + 1));
            }
        }
        i += 1;
    }
    count.must_be_none()
}

fn fault(kind: RleErrorKind, index: usize) -> RleError {
    let column = index + 1;
    RleError { kind, column }
}

/// The count that stands before what is read next, and where it stands.
#[derive(Default)]
struct Count {
    value: Option<u64>,
    at: usize,
}

impl Count {
    fn add(&mut self, digit: u32, at: usize) {
        if self.value.is_none() {
            self.at = at;
        }
        let value = self.value.unwrap_or(0).saturating_mul(10);
        self.value = Some(value.saturating_add(u64::from(digit)));
    }

    /// How often something is meant; once if there is no count.
    fn take(&mut self) -> Result<u64, RleError> {
        match self.value.take() {
            Some(0) => Err(fault(RleErrorKind::CountOfZero, self.at)),
            value => Ok(value.unwrap_or(1)),
        }
    }

    /// At the end of a group or of the code there is nothing to repeat.
    fn must_be_none(&self) -> Result<(), RleError> {
        match self.value {
            None => Ok(()),
            Some(_) => Err(fault(RleErrorKind::CountAtEnd, self.at)),
        }
    }
}

/// Whether all parentheses match and do not nest too deep.
fn check_groups(tokens: &[char]) -> Result<(), RleError> {
    let mut open = Vec::new();
    for (index, c) in tokens.iter().enumerate() {
        let column = index + 1;
        let kind = match c {
            '(' if open.len() == caps::NESTING => RleErrorKind::TooDeep,
            '(' => {
                open.push(column);
                continue;
            }
            ')' if open.pop().is_none() => RleErrorKind::Unopened,
            _ => continue,
        };
        return Err(RleError { kind, column });
    }
    match open.pop() {
        Some(column) => Err(RleError {
            kind: RleErrorKind::Unclosed,
            column,
        }),
        None => Ok(()),
    }
}

/// The shortest plain code: runs of three and more become counts.
///
/// ```
/// assert_eq!(soko_format::rle::compress("uurrr"), "uu3r");
/// ```
pub fn compress(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let mut n = 1;
        while rest.next_if_eq(&c).is_some() {
            n += 1;
        }
        match n {
            1 | 2 => out.extend(std::iter::repeat_n(c, n)),
            _ => out += &format!("{n}{c}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(code: &str) -> Result<String, RleErrorKind> {
        let mut out = String::new();
        match expand(code, 1000, |c, _| out.push(c)) {
            Ok(()) => Ok(out),
            Err(error) => Err(error.kind),
        }
    }

    #[test]
    fn counts_and_groups_expand() {
        assert_eq!(expanded("2(3(#-)#)").unwrap(), "#-#-#-##-#-#-#");
        assert_eq!(expanded("12#").unwrap(), "############");
        assert_eq!(expanded("").unwrap(), "");
    }

    #[test]
    fn malformed_codes_are_told() {
        assert_eq!(expanded("#)"), Err(RleErrorKind::Unopened));
        assert_eq!(expanded("((#)"), Err(RleErrorKind::Unclosed));
        assert_eq!(expanded("#3"), Err(RleErrorKind::CountAtEnd));
        assert_eq!(expanded("2(#3)"), Err(RleErrorKind::CountAtEnd));
        assert_eq!(expanded("#0(ab)#"), Err(RleErrorKind::CountOfZero));
        assert_eq!(expanded("-00#-"), Err(RleErrorKind::CountOfZero));
        assert_eq!(expanded("10#").unwrap(), "##########");
        assert_eq!(expanded(&"(".repeat(300)), Err(RleErrorKind::TooDeep));
    }

    #[test]
    fn bombs_are_refused_at_once() {
        assert_eq!(
            expanded("99999999999999999999#"),
            Err(RleErrorKind::TooLong)
        );
        let nested = format!("{}#{}", "9(".repeat(60), ")".repeat(60));
        assert_eq!(expanded(&nested), Err(RleErrorKind::TooLong));
        let empty = format!("{}{}", "9(".repeat(60), ")".repeat(60));
        assert_eq!(expanded(&empty), Err(RleErrorKind::TooLong));
    }
}
