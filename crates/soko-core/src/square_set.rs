//! Sets of floor squares as bits.
//!
//! Two representations share one set of operations, the trait [`Squares`]:
//!
//! * [`SquareSet`] takes the width that the board needs when it is made. It is
//!   plain data, fit for interfaces and for boards of any size.
//! * [`FixedSet`] has a width known to the compiler, is `Copy`, and its
//!   operations unroll to a few instructions. The engines use it, with the width
//!   chosen once for each level by [`with_width!`](crate::with_width).
//!
//! Sets are compared and hashed by their contents. Sets of boards of different
//! sizes must not be mixed; the operations assert that in debug builds.

use crate::Square;
use std::hash::{Hash, Hasher};

/// What every set of squares can do.
pub trait Squares: Clone + PartialEq + Eq + Hash + std::fmt::Debug {
    /// The empty set for a board of `n_squares` floor squares.
    ///
    /// # Panics
    ///
    /// If this representation is too narrow for the board.
    fn empty(n_squares: usize) -> Self;
    /// The bits, square 0 lowest in the first word.
    fn words(&self) -> &[u64];
    /// The bits, to be changed. Bits beyond the board must stay zero.
    fn words_mut(&mut self) -> &mut [u64];

    /// The set of all squares of a board.
    fn full(n_squares: usize) -> Self {
        let mut set = Self::empty(n_squares);
        for (i, word) in set.words_mut().iter_mut().enumerate() {
            let rest = n_squares.saturating_sub(i * 64);
            *word = if rest >= 64 { !0 } else { (1u64 << rest) - 1 };
        }
        set
    }

    /// The set of the given squares.
    fn of(n_squares: usize, squares: impl IntoIterator<Item = Square>) -> Self {
        let mut set = Self::empty(n_squares);
        for square in squares {
            set.insert(square);
        }
        set
    }

    /// Whether the square is in the set.
    #[inline]
    fn contains(&self, square: Square) -> bool {
        let i = square.index();
        self.words()[i / 64] >> (i % 64) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    fn insert(&mut self, square: Square) {
        let i = square.index();
        self.words_mut()[i / 64] |= 1 << (i % 64);
    }

    /// Takes a square out.
    #[inline]
    fn remove(&mut self, square: Square) {
        let i = square.index();
        self.words_mut()[i / 64] &= !(1 << (i % 64));
    }

    /// Takes all squares out.
    #[inline]
    fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Takes one square out and puts another in: a box moves.
    #[inline]
    fn shift(&mut self, from: Square, to: Square) {
        debug_assert!(self.contains(from) && (from == to || !self.contains(to)));
        self.remove(from);
        self.insert(to);
    }

    /// The number of squares in the set.
    #[inline]
    fn len(&self) -> usize {
        self.words().iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is no square in the set.
    #[inline]
    fn is_empty(&self) -> bool {
        self.words().iter().all(|&w| w == 0)
    }

    /// The lowest square, first in reading order.
    #[inline]
    fn lowest(&self) -> Option<Square> {
        for (i, &word) in self.words().iter().enumerate() {
            if word != 0 {
                return Some(Square((i * 64) as u16 + word.trailing_zeros() as u16));
            }
        }
        None
    }

    /// Adds all squares of the other set.
    #[inline]
    fn union_with(&mut self, other: &Self) {
        self.change_words(other, |word, other| word | other);
    }

    /// Keeps only the squares that the other set has too.
    #[inline]
    fn intersect_with(&mut self, other: &Self) {
        self.change_words(other, |word, other| word & other);
    }

    /// Takes out all squares of the other set.
    #[inline]
    fn subtract(&mut self, other: &Self) {
        self.change_words(other, |word, other| word & !other);
    }

    /// Makes each word anew from itself and the other set's.
    #[inline]
    fn change_words(&mut self, other: &Self, change: impl Fn(u64, u64) -> u64) {
        debug_assert_eq!(self.words().len(), other.words().len());
        for (word, other) in self.words_mut().iter_mut().zip(other.words()) {
            *word = change(*word, *other);
        }
    }

    /// A copy of the set after a change.
    #[inline]
    fn changed(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut set = self.clone();
        change(&mut set);
        set
    }

    /// The squares in either set.
    #[inline]
    fn union(&self, other: &Self) -> Self {
        self.changed(|set| set.union_with(other))
    }

    /// The squares in both sets.
    #[inline]
    fn intersection(&self, other: &Self) -> Self {
        self.changed(|set| set.intersect_with(other))
    }

    /// The squares of this set that are not in the other.
    #[inline]
    fn difference(&self, other: &Self) -> Self {
        self.changed(|set| set.subtract(other))
    }

    /// Whether the sets share a square.
    #[inline]
    fn intersects(&self, other: &Self) -> bool {
        self.words()
            .iter()
            .zip(other.words())
            .any(|(a, b)| a & b != 0)
    }

    /// Whether every square of this set is in the other.
    #[inline]
    fn is_subset(&self, other: &Self) -> bool {
        self.words()
            .iter()
            .zip(other.words())
            .all(|(a, b)| a & !b == 0)
    }

    /// The squares in reading order.
    #[inline]
    fn iter(&self) -> Iter<'_> {
        let words = self.words();
        Iter {
            words,
            next_word: 1,
            bits: words.first().copied().unwrap_or(0),
        }
    }
}

/// The squares of a set in reading order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    words: &'a [u64],
    next_word: usize,
    bits: u64,
}

impl Iterator for Iter<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.bits == 0 {
            self.bits = *self.words.get(self.next_word)?;
            self.next_word += 1;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Square(((self.next_word - 1) * 64 + bit) as u16))
    }
}

const INLINE_WORDS: usize = 4;

/// A set of squares as wide as its board; up to 256 squares need no heap.
///
/// ```
/// use soko_core::{Square, SquareSet, Squares};
/// let mut set = SquareSet::empty(100);
/// set.insert(Square(70));
/// set.insert(Square(3));
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Square(3), Square(70)]);
/// ```
#[derive(Clone)]
pub struct SquareSet(Words);

#[derive(Clone)]
enum Words {
    Inline(u8, [u64; INLINE_WORDS]),
    Heap(Box<[u64]>),
}

impl Squares for SquareSet {
    fn empty(n_squares: usize) -> Self {
        let n_words = n_squares.div_ceil(64).max(1);
        SquareSet(if n_words <= INLINE_WORDS {
            Words::Inline(n_words as u8, [0; INLINE_WORDS])
        } else {
            Words::Heap(vec![0; n_words].into_boxed_slice())
        })
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Inline(n, words) => &words[..*n as usize],
            Words::Heap(words) => words,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::Inline(n, words) => &mut words[..*n as usize],
            Words::Heap(words) => words,
        }
    }
}

impl PartialEq for SquareSet {
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl Eq for SquareSet {}

impl Hash for SquareSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

impl PartialOrd for SquareSet {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SquareSet {
    /// By words from the first; a total order for sorting, with no meaning of
    /// its own.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.words().cmp(other.words())
    }
}

impl std::fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

/// A set of squares `W` words wide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FixedSet<const W: usize>(pub [u64; W]);

impl<const W: usize> Squares for FixedSet<W> {
    #[inline]
    fn empty(n_squares: usize) -> Self {
        assert!(n_squares <= 64 * W, "a set of {W} words is too narrow");
        FixedSet([0; W])
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

impl<const W: usize> std::fmt::Debug for FixedSet<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

/// Runs an expression with a type of sets wide enough for a board.
///
/// The type is bound to the given name; the expression is compiled once for
/// each width, so it should be one call of a generic function. Development builds
/// know fewer widths, because compiling them all is most of the time such a build
/// takes.
///
/// ```
/// use soko_core::{Squares, with_width};
/// fn capacity<S: Squares>(n: usize) -> usize { S::empty(n).words().len() * 64 }
/// assert!(with_width!(100, S => capacity::<S>(100)) >= 100);
/// ```
#[macro_export]
macro_rules! with_width {
    ($n_squares:expr, $set:ident => $run:expr) => {{
        let n_squares: usize = $n_squares;
        if n_squares <= 64 {
            type $set = $crate::FixedSet<1>;
            $run
        } else {
            $crate::with_larger_width!(n_squares, $set => $run)
        }
    }};
}

/// The same with two widths, for what nobody runs for speed: every width is the whole
/// program once more.
#[cfg(not(debug_assertions))]
#[macro_export]
macro_rules! with_few_widths {
    ($n_squares:expr, $set:ident => $run:expr) => {{
        if $n_squares <= 256 {
            type $set = $crate::FixedSet<4>;
            $run
        } else {
            type $set = $crate::SquareSet;
            $run
        }
    }};
}

/// The same where there are few widths anyway.
#[cfg(debug_assertions)]
#[macro_export]
macro_rules! with_few_widths {
    ($n_squares:expr, $set:ident => $run:expr) => {
        $crate::with_width!($n_squares, $set => $run)
    };
}

/// The widths of [`with_width!`](crate::with_width) after the first.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_larger_width {
    ($n_squares:ident, $set:ident => $run:expr) => {
        if $n_squares <= 128 {
            type $set = $crate::FixedSet<2>;
            $run
        } else if $n_squares <= 256 {
            type $set = $crate::FixedSet<4>;
            $run
        } else if $n_squares <= 1024 {
            type $set = $crate::FixedSet<16>;
            $run
        } else {
            type $set = $crate::SquareSet;
            $run
        }
    };
}

/// The widths of [`with_width!`](crate::with_width) after the first.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! with_larger_width {
    ($n_squares:ident, $set:ident => $run:expr) => {{
        type $set = $crate::SquareSet;
        $run
    }};
}
