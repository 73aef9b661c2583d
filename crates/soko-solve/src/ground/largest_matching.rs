//! The largest matching: as many rows as can be get a column of their own.
//!
//! Rows are boxes, columns what they are wanted for: goals, boxes of the start,
//! jobs of a plan. Each row has a set of columns that would do. A row that comes in
//! takes a free one of them; if none is free, someone who has one must go elsewhere,
//! who may drive out a third in turn: an *augmenting path* (Berge, 1957). A row for
//! which there is no such path stays without, whatever comes later, and the matching
//! is the largest there is after each row.
//!
//! The columns to which such chains lead from a row without a column are all taken,
//! and their rows want no others: together they are too many for too few (Hall,
//! 1935). Which rows these are does not depend on the order of the choices.
//!
//! Exact. Cost: a row takes at most as many steps as there are choices of all rows;
//! mostly the first column that it looks at is free.

use soko_core::{Square, Squares};

/// A set of columns.
pub(crate) trait Choices: Clone {
    /// The first column that is not one of the others.
    fn first_beside(&self, others: &Self) -> Option<usize>;

    /// Adds a column.
    fn add(&mut self, column: usize);

    /// Adds all columns of another set.
    fn add_all(&mut self, others: &Self);
}

/// Up to 128 columns.
impl Choices for u128 {
    #[inline]
    fn first_beside(&self, others: &u128) -> Option<usize> {
        let left = self & !others;
        (left != 0).then(|| left.trailing_zeros() as usize)
    }

    #[inline]
    fn add(&mut self, column: usize) {
        *self |= 1 << column;
    }

    #[inline]
    fn add_all(&mut self, others: &u128) {
        *self |= others;
    }
}

/// The squares of a board as columns.
#[derive(Clone, Debug)]
pub(crate) struct SquareChoices<S>(pub(crate) S);

impl<S: Squares> Choices for SquareChoices<S> {
    #[inline]
    fn first_beside(&self, others: &Self) -> Option<usize> {
        let words = self.0.words().iter().zip(others.0.words());
        let mut left = words.map(|(own, others)| own & !others).enumerate();
        let (word, bits) = left.find(|&(_, bits)| bits != 0)?;
        Some(64 * word + bits.trailing_zeros() as usize)
    }

    #[inline]
    fn add(&mut self, column: usize) {
        self.0.insert(Square::from_index(column));
    }

    #[inline]
    fn add_all(&mut self, others: &Self) {
        self.0.union_with(&others.0);
    }
}

const NOBODY: u16 = u16::MAX;

/// A largest matching of the rows that have come in so far.
#[derive(Clone, Debug)]
pub(crate) struct LargestMatching<C> {
    /// What would do for each row.
    rows: Vec<C>,
    /// The row that has each column.
    owner: Vec<u16>,
    /// The columns that someone has.
    taken: C,
    nothing: C,
    n_unmatched: usize,
}

impl<C: Choices> LargestMatching<C> {
    /// No rows yet, and so many columns; `nothing` is the set of none of them.
    pub(crate) fn new(n_columns: usize, nothing: C) -> LargestMatching<C> {
        LargestMatching {
            rows: Vec::new(),
            owner: vec![NOBODY; n_columns],
            taken: nothing.clone(),
            nothing,
            n_unmatched: 0,
        }
    }

    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.owner.fill(NOBODY);
        self.taken.clone_from(&self.nothing);
        self.n_unmatched = 0;
    }

    /// Adds a row for which these columns would do; says whether it, too, could be
    /// given one.
    pub(crate) fn add(&mut self, choices: C) -> bool {
        let row = self.rows.len();
        self.rows.push(choices);
        let mut tried = self.nothing.clone();
        let is_matched = self.augment(row, &mut tried);
        self.n_unmatched += usize::from(!is_matched);
        is_matched
    }

    /// Finds a column for a row, moving others if need be. The depth is at most the
    /// number of rows.
    fn augment(&mut self, row: usize, tried: &mut C) -> bool {
        if let Some(column) = self.rows[row].first_beside(&self.taken) {
            self.taken.add(column);
            self.owner[column] = row as u16;
            return true;
        }
        while let Some(column) = self.rows[row].first_beside(tried) {
            tried.add(column);
            if self.augment(usize::from(self.owner[column]), tried) {
                self.owner[column] = row as u16;
                return true;
            }
        }
        false
    }

    /// How many rows could not be given a column.
    #[inline]
    pub(crate) fn n_unmatched(&self) -> usize {
        self.n_unmatched
    }

    /// The row that has a column.
    #[inline]
    pub(crate) fn owner(&self, column: usize) -> Option<usize> {
        let owner = self.owner[column];
        (owner != NOBODY).then_some(usize::from(owner))
    }

    /// The column that a row has.
    pub(crate) fn column(&self, row: usize) -> Option<usize> {
        let mut owners = self.owner.iter();
        owners.position(|&owner| usize::from(owner) == row)
    }

    /// The rows that are without a column, by what would do for them.
    pub(crate) fn unmatched(&self) -> impl Iterator<Item = &C> {
        let rows = self.rows.iter().enumerate();
        let is_left = self.n_unmatched > 0;
        rows.filter(move |&(row, _)| is_left && self.column(row).is_none())
            .map(|(_, choices)| choices)
    }

    /// What would do for a row.
    #[inline]
    pub(crate) fn choices(&self, row: usize) -> &C {
        &self.rows[row]
    }

    /// Whether one row more could be given a column.
    pub(crate) fn has_room_for(&self, choices: &C) -> bool {
        self.contested(choices.clone(), self.nothing.clone())
            .is_none()
    }

    /// The columns to which chains of changes lead from these choices, with those
    /// `known` already, which are not looked at; none if a chain ends at a free one.
    pub(crate) fn contested(&self, mut choices: C, mut known: C) -> Option<C> {
        if choices.first_beside(&self.taken).is_some() {
            return None;
        }
        while let Some(column) = choices.first_beside(&known) {
            known.add(column);
            let others = &self.rows[usize::from(self.owner[column])];
            if others.first_beside(&self.taken).is_some() {
                return None;
            }
            choices.add_all(others);
        }
        Some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, SquareSet};

    const COLUMNS: usize = 6;

    /// The most rows that can be matched, by trying all.
    fn most_matched(rows: &[u128], taken: u128) -> usize {
        let Some((row, others)) = rows.split_first() else {
            return 0;
        };
        let without = most_matched(others, taken);
        let free = (0..COLUMNS).filter(|column| row & !taken & 1 << column != 0);
        let with = free.map(|column| 1 + most_matched(others, taken | 1 << column));
        with.max().unwrap_or(0).max(without)
    }

    fn as_squares(row: u128) -> SquareChoices<SquareSet> {
        let squares = (0..COLUMNS).filter(|column| row & 1 << column != 0);
        SquareChoices(SquareSet::of(COLUMNS, squares.map(Square::from_index)))
    }

    /// Holds one matching against all choices after each of its rows.
    fn check<C: Choices>(matching: &mut LargestMatching<C>, rows: &[u128], of: impl Fn(u128) -> C) {
        matching.clear();
        for n in 1..=rows.len() {
            let (before, now) = (most_matched(&rows[..n - 1], 0), most_matched(&rows[..n], 0));
            let row = of(rows[n - 1]);
            assert_eq!(matching.has_room_for(&row), now > before);
            assert_eq!(matching.add(row), now > before);
            assert_eq!(matching.n_unmatched(), n - now);
            assert_eq!(matching.unmatched().count(), n - now);
            let matched = (0..n).filter_map(|row| Some((row, matching.column(row)?)));
            for (row, column) in matched {
                assert!(rows[row] & 1 << column != 0, "it would do");
                assert_eq!(matching.owner(column), Some(row));
            }
        }
    }

    /// Where a row finds no column, the rows that have what is contested are, with
    /// it, one too many for their columns; and without any one of them there are
    /// enough.
    fn check_guilt(matching: &LargestMatching<u128>, rows: &[u128], last: u128) {
        let contested = matching.contested(last, 0).expect("there is no room");
        let owners = (0..COLUMNS).filter(|column| contested & 1 << column != 0);
        let owners = owners.map(|column| matching.owner(column).expect("all are taken"));
        let mut guilty: Vec<u128> = owners.map(|row| rows[row]).collect();
        guilty.push(last);
        assert_eq!(most_matched(&guilty, 0), guilty.len() - 1);
        for left_out in 0..guilty.len() {
            let mut fewer = guilty.clone();
            fewer.remove(left_out);
            assert_eq!(most_matched(&fewer, 0), fewer.len());
        }
    }

    #[test]
    fn matchings_are_as_large_as_can_be() {
        let mut random = SplitMix(12);
        let mut bits = LargestMatching::new(COLUMNS, 0u128);
        let mut squares = LargestMatching::new(COLUMNS, as_squares(0));
        let mut n_failed = 0;
        for _ in 0..400 {
            let sparse = random.next() & random.next();
            let row = |i: usize| u128::from(sparse >> (COLUMNS * i) & 0x3F);
            let rows: Vec<u128> = (0..7).map(row).collect();
            check(&mut bits, &rows, |row| row);
            check(&mut squares, &rows, as_squares);
            bits.clear();
            if let Some(first) = rows.iter().position(|&row| !bits.add(row)) {
                bits.clear();
                for &row in &rows[..first] {
                    assert!(bits.add(row));
                }
                check_guilt(&bits, &rows, rows[first]);
                n_failed += usize::from(rows[first] != 0);
            }
        }
        assert!(n_failed > 50, "the matchings are too easy: {n_failed}");
    }
}
