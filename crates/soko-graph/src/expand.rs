//! From a packed state to its successors.
//!
//! The man's area is flooded once a state; his area after a push follows from it
//! ([`Reach::area_after`]).
//!
//! Generic over the width of sets and keys; the explorer sees [`Expand`] only,
//! one virtual call a state. Pulls undo pushes: the states from which a push leads
//! here, whether anybody ever gets there or not.

use crate::{KeyLayout, Rules};
use soko_core::{Board, Direction, Level, Reach, Square, Squares};

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

/// One way in which the box of a slot can go to another: a push, or what undoes one.
#[derive(Clone, Copy)]
struct Way {
    /// The man must get here,
    reached: Square,
    /// and no box may stand here.
    free: Square,
    to: Square,
    to_slot: u16,
    /// Where the man stands then.
    man: Square,
}

/// Ways of a slot at the most; those that it does not have ask the man to stand where its
/// box does.
const WAYS: usize = 4;
/// Boxes whose ways are looked at together.
const GROUP: usize = u64::BITS as usize / WAYS;

impl Way {
    /// None, for a box on a square.
    fn none(square: Square) -> Way {
        Way {
            reached: square,
            free: square,
            to: square,
            to_slot: 0,
            man: square,
        }
    }
}

/// The pushes onto other slots, by slot and direction, and what undoes them, by the slot
/// that they lead to.
fn ways(board: &Board, layout: &KeyLayout) -> (Vec<[Way; WAYS]>, Vec<[Way; WAYS]>) {
    let squares = layout.squares();
    let mut pushes: Vec<[Way; WAYS]> = squares.iter().map(|&s| [Way::none(s); WAYS]).collect();
    let mut pulls = pushes.clone();
    for (from_slot, &from) in squares.iter().enumerate() {
        for direction in Direction::ALL {
            let man = board.neighbour(from, direction.opposite());
            let to = board.neighbour(from, direction);
            // A slot that is not valid holds a box for ever: from an invalid square a
            // box can be pushed to such squares only.
            let to_slot = to.and_then(|to| layout.slot(to));
            let (Some(man), Some(to), Some(to_slot)) = (man, to, to_slot) else {
                continue;
            };
            pushes[from_slot][direction as usize] = Way {
                reached: man,
                free: to,
                to,
                to_slot: to_slot as u16,
                man: from,
            };
            // After the push the man stands where the box was, and beyond is where he
            // stood: a free square next to his own.
            pulls[to_slot][direction as usize] = Way {
                reached: from,
                free: man,
                to: from,
                to_slot: from_slot as u16,
                man,
            };
        }
    }
    (pushes, pulls)
}

/// One box of a state that goes to another slot.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The place of the box among the boxes.
    pub nth: usize,
    pub from_slot: u16,
    pub to_slot: u16,
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
            pushes,
            pulls,
        }
    }

    /// The boxes on some slots as a set.
    #[inline]
    pub(crate) fn boxes(&self, slots: impl Iterator<Item = usize>) -> S {
        let squares = self.layout.squares();
        let mut boxes = S::empty(self.level.board().n_squares());
        for slot in slots {
            boxes.insert(squares[slot]);
        }
        boxes
    }

    /// The area of the man who stands on a square.
    #[inline]
    pub(crate) fn area(&self, boxes: &S, man: Square) -> S {
        self.reach.area(boxes, man)
    }

    /// The areas of several men, each among boxes of his own.
    #[inline]
    pub(crate) fn areas<const N: usize>(&self, boxes: &[S; N], men: [Square; N]) -> [S; N] {
        self.reach.areas_among(boxes, men)
    }

    /// The slots.
    pub(crate) fn layout(&self) -> &KeyLayout {
        self.layout
    }

    fn is_allowed(&self, after: &S, pushed: Square) -> bool {
        self.rules.dead.is_none_or(|test| {
            let set = self.level.board().convert(after);
            !test.is_dead(&set, pushed)
        })
    }

    /// Tells of every push that is allowed, by box in order, then by direction.
    #[inline]
    pub(crate) fn pushes(
        &self,
        boxes: &S,
        area: &S,
        slots: impl Iterator<Item = usize>,
        tell: impl FnMut(Step),
    ) {
        let is_allowed = |after: &S, _, to| self.is_allowed(after, to);
        self.steps(&self.pushes, boxes, area, slots, is_allowed, tell);
    }

    /// Tells of every push that leads to these boxes and this area, backwards.
    #[inline]
    pub(crate) fn pulls(
        &self,
        boxes: &S,
        area: &S,
        slots: impl Iterator<Item = usize>,
        tell: impl FnMut(Step),
    ) {
        let is_allowed = |_: &S, pushed, _| self.is_allowed(boxes, pushed);
        self.steps(&self.pulls, boxes, area, slots, is_allowed, tell);
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
        mut tell: impl FnMut(Step),
    ) {
        for first in (0..).step_by(GROUP) {
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
                let slot = group[bit / WAYS];
                let (from, way) = (self.layout.squares()[slot], &ways[slot][bit % WAYS]);
                let mut after = boxes.clone();
                after.shift(from, way.to);
                if !is_allowed(&after, from, way.to) {
                    continue;
                }
                let area_after = self.reach.area_after(area, &after, from, way.to, way.man);
                tell(Step {
                    nth: first + bit / WAYS,
                    from_slot: slot as u16,
                    to_slot: way.to_slot,
                    area: area_after.lowest().expect("the man stands somewhere"),
                });
            }
            if n < GROUP {
                return;
            }
        }
    }
}

impl<S: Squares + Sync + Send, const W: usize> Expand<W> for Expander<'_, S> {
    fn expand(&self, key: &Key<W>, out: &mut Vec<Key<W>>) {
        if self.rules.stop_at_solved && self.layout.is_solved(key) {
            return;
        }
        // 1. The boxes as a set, where the man can get, and the key without him.
        let boxes = self.boxes(self.layout.slots(key));
        let area_shift = self.layout.area_shift();
        let man = Square((key[W - 1] >> area_shift) as u16);
        let area = self.area(&boxes, man);
        let mut bare = *key;
        bare[W - 1] &= (1 << area_shift) - 1;
        // 2. The key after every push: two bits change, and the man's area.
        self.pushes(&boxes, &area, self.layout.slots(key), |step| {
            let (slot, to_slot) = (step.from_slot as usize, step.to_slot as usize);
            let mut next = bare;
            next[slot / 64] ^= 1 << (slot % 64);
            next[to_slot / 64] |= 1 << (to_slot % 64);
            next[W - 1] |= u64::from(step.area.0) << area_shift;
            out.push(next);
        });
    }
}
