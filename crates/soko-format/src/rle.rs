//! Run-length codes: `3#-2($.)` stands for `###-$.$.`.
//!
//! A count stands before a character or before a group in parentheses; groups
//! nest. A count of zero is an error: nobody writes what is not to be there, and a
//! stray `0` must not take a wall away. Counts multiply, so a few bytes could ask for more than the machine
//! has: the expansion stops at a limit given by the caller.

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
    let fail = |kind, index: usize| RleError {
        kind,
        column: index + 1,
    };
    let mut open: Vec<Group> = Vec::new();
    let mut count: Option<u64> = None;
    let mut count_at = 0;
    let mut n_emitted = 0;
    // Empty groups emit nothing, so their repetitions count as work, too.
    let mut n_steps = 0usize;
    let mut i = 0;
    while i < tokens.len() {
        n_steps += 1;
        if n_steps > limit.saturating_mul(4).saturating_add(tokens.len()) {
            return Err(fail(RleErrorKind::TooLong, i));
        }
        let c = tokens[i];
        if !c.is_ascii_digit() && count == Some(0) {
            return Err(fail(RleErrorKind::CountOfZero, count_at));
        }
        if let Some(digit) = c.to_digit(10) {
            count_at = if count.is_none() { i } else { count_at };
            let value = count.unwrap_or(0).saturating_mul(10);
            count = Some(value.saturating_add(u64::from(digit)));
        } else if c == '(' {
            open.push(Group {
                start: i + 1,
                left: count.take().unwrap_or(1) - 1,
            });
        } else if c == ')' {
            if count.is_some() {
                return Err(fail(RleErrorKind::CountAtEnd, count_at));
            }
            let group = open.last_mut().expect("groups were checked");
            if group.left > 0 {
                group.left -= 1;
                i = group.start;
                continue;
            }
            open.pop();
        } else {
            let n = count.take().unwrap_or(1);
            n_emitted = n.saturating_add(n_emitted);
            if n_emitted > limit as u64 {
                return Err(fail(RleErrorKind::TooLong, i));
            }
            for _ in 0..n {
                emit(c, i + 1);
            }
        }
        i += 1;
    }
    match count {
        Some(_) => Err(fail(RleErrorKind::CountAtEnd, count_at)),
        None => Ok(()),
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
