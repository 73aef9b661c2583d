//! All smallest patterns of a size, found by trying every one.
//!
//! A pattern is a number in base three, a digit a cell: anything, a box, a wall. Weaker
//! patterns come first, so that one which follows from a smaller deadlock is known to
//! without a search.

use super::window::Pattern;

/// Windows of more cells have too many patterns to try them all.
pub const MOST_GENERATED_CELLS: usize = 15;

/// Patterns between two questions whether to go on.
const LOOK_EVERY: usize = 1 << 14;

/// All smallest deadlocked patterns in a window of this size: none stays one when
/// a box is left out or a wall need no longer be a wall. One of each set of mirror
/// images is given. The work grows as three to the number of cells. Now and then
/// `go_on` hears which share of it is done, and may end it: then there is no answer.
///
/// # Panics
///
/// If the window has no cell, or more than [`MOST_GENERATED_CELLS`].
///
/// ```
/// let patterns = soko_solve::deadlock::generate_patterns(2, 2, &mut |_| true).unwrap();
/// assert!(patterns.iter().any(|pattern| pattern.to_string() == "$$\n$$\n"));
/// ```
pub fn generate(
    width: usize,
    height: usize,
    go_on: &mut dyn FnMut(f64) -> bool,
) -> Option<Vec<Pattern>> {
    assert!((1..=MOST_GENERATED_CELLS).contains(&(width * height)));
    let codes = Codes { width, height };
    let mut is_dead = vec![false; codes.len()];
    let mut found = Vec::new();
    for (n_done, code) in codes.weaker_first().into_iter().enumerate() {
        if n_done.is_multiple_of(LOOK_EVERY) && !go_on(n_done as f64 / codes.len() as f64) {
            return None;
        }
        let follows = codes.weaker(code).any(|weaker| is_dead[weaker]);
        if follows {
            is_dead[code] = true;
            continue;
        }
        let pattern = codes.pattern(code);
        if pattern.verify().is_ok() {
            is_dead[code] = true;
            found.push(pattern.cropped().symmetries()[0]);
        }
    }
    found.sort();
    found.dedup();
    Some(found)
}

/// What a digit of a code stands for.
const BOX: usize = 1;
const WALL: usize = 2;

/// The patterns of one size as numbers.
struct Codes {
    width: usize,
    height: usize,
}

impl Codes {
    fn n_cells(&self) -> usize {
        self.width * self.height
    }

    /// The number of patterns.
    fn len(&self) -> usize {
        3usize.pow(self.n_cells() as u32)
    }

    /// The digit of each cell.
    fn digits(&self, code: usize) -> impl Iterator<Item = usize> {
        let mut rest = code;
        (0..self.n_cells()).map(move |_| {
            let digit = rest % 3;
            rest /= 3;
            digit
        })
    }

    /// All codes, those that demand little before those that demand more.
    fn weaker_first(&self) -> Vec<usize> {
        let mut codes: Vec<usize> = (0..self.len()).collect();
        codes.sort_by_cached_key(|&code| self.digits(code).sum::<usize>());
        codes
    }

    /// The codes that demand a step less of one cell.
    fn weaker(&self, code: usize) -> impl Iterator<Item = usize> {
        let cells = self.digits(code).enumerate();
        let demanding = cells.filter(|&(_, digit)| digit > 0);
        demanding.map(move |(cell, _)| code - 3usize.pow(cell as u32))
    }

    fn pattern(&self, code: usize) -> Pattern {
        let mut pattern = Pattern::empty(self.width, self.height);
        for (cell, digit) in self.digits(code).enumerate() {
            let bit = pattern.bit(cell / self.width, cell % self.width);
            match digit {
                BOX => pattern.boxes |= bit,
                WALL => pattern.walls |= bit,
                _ => {}
            }
        }
        pattern
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_patterns_are_smallest() {
        let patterns = generate(3, 2, &mut |_| true).unwrap();
        assert!(patterns.iter().all(|p| p.verify().is_ok()));
        let texts: Vec<String> = patterns.iter().map(Pattern::to_string).collect();
        assert!(texts.contains(&"$$\n$$\n".to_string()));
        // A corner needs only its box and two walls, wherever it lies.
        let corner = |p: &&Pattern| p.walls.count_ones() == 2 && p.boxes.count_ones() == 1;
        assert_eq!(patterns.iter().filter(corner).count(), 1);
        for pattern in &patterns {
            assert!(
                pattern
                    .weaker()
                    .iter()
                    .all(|weaker| weaker.verify().is_err())
            );
        }
        assert_eq!(generate(3, 2, &mut |_| false), None);
    }
}
