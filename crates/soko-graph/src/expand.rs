//! From a packed state to its successors.
//!
//! The man's area is flooded once a state; his area after a push follows from it
//! ([`Reach::area_after`]).
//!
//! Generic over the width of sets and keys; the explorer sees [`Expand`] only,
//! one virtual call a state. Pulls undo pushes: the states from which a push leads
//! here, whether anybody ever gets there or not.

use crate::box_way::{WAYS, Way, ways};
use crate::open_ways::OpenWays;
use crate::{KeyLayout, Rules};
use soko_core::{Level, Reach, Square, Squares};

/// The widest key, in words.
pub(crate) const MAX_WORDS: usize = 16;

/// The level has so many squares for boxes that its states are not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide {
    /// Squares that can hold a box.
    pub slots: usize,
}

impl std::fmt::Display for TooWide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let most = MAX_WORDS * 64 - 16;
        let slots = self.slots;
        write!(
            f,
            "{slots} squares can hold a box; at most {most} are supported"
        )
    }
}

impl std::error::Error for TooWide {}

/// Runs an expression with the key layout of a level and an [`Expander`] as wide as
/// the level needs, or gives [`TooWide`].
// The formatter would push the inner macro to the right each time.
#[rustfmt::skip]
macro_rules! with_expander {
    ($level:expr, $rules:expr, |$layout:ident, $expander:ident| $run:expr) => {{
        use crate::expand::{Expand, Expander, MAX_WORDS};
        let narrow = match $rules.keep_dead_squares {
            false => crate::KeyLayout::new($level),
            true => crate::KeyLayout::with_dead_squares($level),
        };
        let n_squares = $level.board().n_squares();
        macro_rules! wide {
            ($words:expr) => {{
                let $layout = &narrow.widened($words);
                soko_core::with_width!(n_squares, S => {
                    let expander = Expander::<S>::new($level, $layout, $rules);
                    let $expander: &dyn Expand<{ $words }> = &expander;
                    Ok($run)
                })
            }};
        }
        match narrow.n_words() {
            1 => wide!(1),
            2 => wide!(2),
            3..=4 => wide!(4),
            5..=MAX_WORDS => wide!(MAX_WORDS),
            _ => Err(crate::TooWide {
                slots: narrow.squares().len(),
            }),
        }
    }};
}
pub(crate) use with_expander;

/// A packed state `W` words wide.
pub(crate) type Key<const W: usize> = [u64; W];

/// Gives the successors of packed states.
pub(crate) trait Expand<const W: usize>: Sync {
    /// Appends the successors by box in reading order, then by direction.
    fn expand(&self, key: &Key<W>, out: &mut Vec<Key<W>>);
}

/// Boxes whose ways are looked at together.
const GROUP: usize = u64::BITS as usize / WAYS;

/// One box of a state that goes to another slot.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a, S> {
    pub way: &'a Way,
    /// The boxes then.
    pub boxes: &'a S,
    /// The lowest square of the man's area then.
    pub area: Square,
}

/// The successor generator of one level.
pub(crate) struct Expander<'a, S> {
    level: &'a Level,
    layout: &'a KeyLayout,
    rules: &'a Rules<'a>,
    reach: Reach<S>,
    /// Pushes onto other slots, by slot and direction.
    pushes: Vec<[Way; WAYS]>,
    /// What undoes them, by the slot that they lead to and the direction.
    pulls: Vec<[Way; WAYS]>,
    /// Both, where the board is small.
    open_ways: Option<OpenWays>,
}

impl<'a, S: Squares> Expander<'a, S> {
    /// Prepares the tables of a level.
    pub(crate) fn new(level: &'a Level, layout: &'a KeyLayout, rules: &'a Rules<'a>) -> Self {
        let (pushes, pulls) = ways(level.board(), layout);
        Expander {
            level,
            layout,
            rules,
            reach: Reach::with_detours(level.board()),
            open_ways: OpenWays::new(level.board(), &pushes, &pulls),
            pushes,
            pulls,
        }
    }

    /// Where men can walk.
    pub(crate) fn reach(&self) -> &Reach<S> {
        &self.reach
    }

    /// The areas of several men, each among boxes of his own.
    #[inline]
    pub(crate) fn areas<const N: usize>(&self, boxes: &[S; N], men: [Square; N]) -> [S; N] {
        self.reach.areas_among(boxes, men)
    }

    fn is_allowed(&self, after: &S, pushed: Square) -> bool {
        self.rules.dead.is_none_or(|test| {
            let set = self.level.board().convert(after);
            !test.is_dead(&set, pushed)
        })
    }

    /// Tells of every push that is allowed, in any order.
    #[inline]
    pub(crate) fn pushes(&self, boxes: &S, area: &S, mut tell: impl FnMut(Step<'_, S>)) {
        let is_allowed = |after: &S, _, to| self.is_allowed(after, to);
        match (&self.open_ways, boxes.words(), area.words()) {
            (Some(open), &[b], &[a]) => open.pushes(b, a, |way| {
                self.step(way, boxes, area, is_allowed, &mut tell);
            }),
            _ => self.pushes_in_order(boxes, area, self.slots(boxes), tell),
        }
    }

    /// Tells of every push that leads to these boxes and this area, backwards, in any order.
    #[inline]
    pub(crate) fn pulls(&self, boxes: &S, area: &S, mut tell: impl FnMut(Step<'_, S>)) {
        let is_allowed = |_: &S, pushed, _| self.is_allowed(boxes, pushed);
        match (&self.open_ways, boxes.words(), area.words()) {
            (Some(open), &[b], &[a]) => open.pulls(b, a, |way| {
                self.step(way, boxes, area, is_allowed, &mut tell);
            }),
            _ => {
                let slots = self.slots(boxes);
                self.steps(&self.pulls, boxes, area, slots, is_allowed, tell);
            }
        }
    }

    fn slots(&self, boxes: &S) -> impl Iterator<Item = usize> {
        boxes.iter().filter_map(|square| self.layout.slot(square))
    }

    /// Tells of every push that is allowed, by box in order, then by direction.
    #[inline]
    fn pushes_in_order(
        &self,
        boxes: &S,
        area: &S,
        slots: impl Iterator<Item = usize>,
        tell: impl FnMut(Step<'_, S>),
    ) {
        let is_allowed = |after: &S, _, to| self.is_allowed(after, to);
        self.steps(&self.pushes, boxes, area, slots, is_allowed, tell);
    }

    /// Tells of every way that some boxes can go, if the boxes then and the square that one
    /// has left and come to are allowed.
    #[inline]
    fn steps(
        &self,
        ways: &[[Way; WAYS]],
        boxes: &S,
        area: &S,
        mut slots: impl Iterator<Item = usize>,
        is_allowed: impl Fn(&S, Square, Square) -> bool,
        mut tell: impl FnMut(Step<'_, S>),
    ) {
        loop {
            // 1. Which ways are open, without a branch for each: nobody could foretell it.
            let (mut group, mut n, mut open) = ([0; GROUP], 0, 0u64);
            for slot in slots.by_ref().take(GROUP) {
                for (i, way) in ways[slot].iter().enumerate() {
                    let is_open = area.contains(way.reached) & !boxes.contains(way.free);
                    open |= u64::from(is_open) << (WAYS * n + i);
                }
                group[n] = slot;
                n += 1;
            }
            // 2. Where they lead.
            while open != 0 {
                let bit = open.trailing_zeros() as usize;
                open &= open - 1;
                let way = &ways[group[bit / WAYS]][bit % WAYS];
                self.step(way, boxes, area, &is_allowed, &mut tell);
            }
            if n < GROUP {
                return;
            }
        }
    }

    /// Tells of a way that is open, if it is allowed.
    #[inline]
    fn step(
        &self,
        way: &Way,
        boxes: &S,
        area: &S,
        is_allowed: impl Fn(&S, Square, Square) -> bool,
        tell: &mut impl FnMut(Step<'_, S>),
    ) {
        let mut after = boxes.clone();
        after.shift(way.from, way.to);
        if is_allowed(&after, way.from, way.to) {
            let reach = &self.reach;
            let area = reach.lowest_after(area, &after, way.from, way.to, way.man);
            let boxes = &after;
            tell(Step { way, boxes, area });
        }
    }
}

impl<S: Squares + Sync + Send, const W: usize> Expand<W> for Expander<'_, S> {
    fn expand(&self, key: &Key<W>, out: &mut Vec<Key<W>>) {
        if self.rules.stop_at_solved && self.layout.is_solved(key) {
            return;
        }
        // 1. The boxes as a set, where the man can get, and the key without him.
        let squares = self.layout.squares();
        let on = self.layout.slots(key).map(|slot| squares[slot]);
        let boxes = S::of(self.level.board().n_squares(), on);
        let area_shift = self.layout.area_shift();
        let man = Square((key[W - 1] >> area_shift) as u16);
        let area = self.reach.area(&boxes, man);
        let mut bare = *key;
        bare[W - 1] &= (1 << area_shift) - 1;
        // 2. The key after every push: two bits change, and the man's area.
        self.pushes_in_order(&boxes, &area, self.layout.slots(key), |step| {
            let (slot, to_slot) = (step.way.from_slot as usize, step.way.to_slot as usize);
            let mut next = bare;
            next[slot / 64] ^= 1 << (slot % 64);
            next[to_slot / 64] |= 1 << (to_slot % 64);
            next[W - 1] |= u64::from(step.area.0) << area_shift;
            out.push(next);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Board, FixedSet, SplitMix, SquareSet, random_level};

    type Told = Vec<(u16, u16, SquareSet, Square)>;

    fn told<S: Squares>(board: &Board, tell: impl Fn(&mut dyn FnMut(Step<'_, S>))) -> Told {
        let mut all = Told::new();
        tell(&mut |step| {
            let way = step.way;
            all.push((
                way.from_slot,
                way.to_slot,
                board.convert(step.boxes),
                step.area,
            ));
        });
        all.sort();
        all
    }

    /// On small boards all boxes are asked at once, and the ways are those that each has.
    #[test]
    fn ways_found_at_once_are_those_of_each_box() {
        let mut random = SplitMix(41);
        let mut n_ways = 0;
        for _ in 0..200 {
            let level = random_level(&mut random, 9, 8, 5);
            let board = level.board();
            let (layout, rules) = (KeyLayout::with_dead_squares(&level), Rules::default());
            let expander = Expander::<FixedSet<1>>::new(&level, &layout, &rules);
            assert!(expander.open_ways.is_some());
            let boxes = board.convert(level.boxes());
            let area = expander.reach.area(&boxes, level.man());
            let slots = || expander.slots(&boxes);
            let pushes = told(board, |tell| expander.pushes(&boxes, &area, tell));
            let in_order = told(board, |tell| {
                expander.pushes_in_order(&boxes, &area, slots(), tell);
            });
            assert_eq!(pushes, in_order, "{}", level.setup());
            let pulls = told(board, |tell| expander.pulls(&boxes, &area, tell));
            let in_order = told(board, |tell| {
                let ways = &expander.pulls;
                expander.steps(ways, &boxes, &area, slots(), |_, _, _| true, tell);
            });
            assert_eq!(pulls, in_order, "{}", level.setup());
            n_ways += pushes.len() + pulls.len();
        }
        assert!(n_ways > 500, "{n_ways}");
    }
}
