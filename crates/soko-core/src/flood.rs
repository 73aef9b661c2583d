//! Floods of a set of squares, on bits, one word of the set at a time.
//!
//! Squares are numbered in reading order, so the neighbours of a square lie in its own word
//! or in the words before and after; each square has a mask for each of the three. A round
//! takes every square of the frontier within one word, joins the masks and keeps what is
//! free and new; what spills into the other words waits there. All this happens in registers
//! and needs no branch a neighbour, which beats a queue about three times over (`make
//! bench-micro`). On boards of one word a few squares of the frontier are taken at a time,
//! so that there is no branch for the end of a round either, which nobody can foretell.
//! Boards with rows of more than 64 floor squares, where a neighbour can lie further away,
//! use the table of neighbours ([`FloorGraph`]).

use crate::{Board, FloorGraph, Square, Squares};

/// The neighbours of every square, as floods want them.
#[derive(Clone, Debug)]
pub(crate) enum Neighbours {
    /// Of a board whose squares fit into one word; the last is nobody's and empty.
    Word(Box<[u64; 65]>),
    Masks(Vec<Mask>),
    Table(FloorGraph),
}

/// The neighbours of a square in the word before its own, in its own, and in the
/// word after.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mask {
    before: u64,
    here: u64,
    after: u64,
}

impl Neighbours {
    pub fn new(board: &Board) -> Neighbours {
        let masks: Option<Vec<Mask>> = board.squares().map(|s| mask_of(board, s)).collect();
        match masks {
            Some(masks) if board.n_squares() <= 64 => {
                let mut here = Box::new([0; 65]);
                let all = here.iter_mut().zip(&masks);
                all.for_each(|(here, mask)| *here = mask.here);
                Neighbours::Word(here)
            }
            Some(mut masks) => {
                masks.resize(masks.len().next_multiple_of(64), Mask::default());
                Neighbours::Masks(masks)
            }
            None => Neighbours::Table(FloorGraph::new(board)),
        }
    }

    /// Takes everything connected with the waiting squares out of a set that holds them.
    #[inline]
    pub fn flood<S: Squares>(&self, unseen: &mut S, mut waiting: S) {
        match self {
            Neighbours::Word(masks) => {
                flood_one_word(masks, &mut unseen.words_mut()[0], waiting.words()[0]);
            }
            Neighbours::Masks(masks) => {
                flood_by_masks(masks, unseen.words_mut(), waiting.words_mut());
            }
            Neighbours::Table(floor) => flood_by_table(floor, unseen, &waiting),
        }
    }

    /// The same for several sets, side by side where a set is one word: a flood waits for
    /// its own last step most of the time, and the steps of others fill the gaps.
    #[inline]
    pub fn flood_all<S: Squares, const N: usize>(&self, unseen: &mut [S; N], waiting: [S; N]) {
        if let (Neighbours::Word(masks), 2..) = (self, N) {
            let mut words = std::array::from_fn(|i| unseen[i].words()[0]);
            flood_words(masks, &mut words, waiting.map(|set| set.words()[0]));
            let all = unseen.iter_mut().zip(words);
            return all.for_each(|(unseen, word)| unseen.words_mut()[0] = word);
        }
        let all = unseen.iter_mut().zip(waiting);
        all.for_each(|(unseen, waiting)| self.flood(unseen, waiting));
    }

    /// The lowest square of a set that is connected within it with one of its squares. Where
    /// a set is one word, the flood ends at the lowest square of all, and hurries there: it
    /// takes the lowest first.
    #[inline]
    pub fn lowest_connected<S: Squares>(&self, within: S, from: Square) -> Square {
        let mut waiting = within.clone();
        waiting.clear();
        waiting.insert(from);
        let mut seen = within.clone();
        let mut unseen = within;
        match self {
            Neighbours::Word(masks) => {
                let (unseen, waiting) = (&mut unseen.words_mut()[0], &mut waiting.words_mut()[0]);
                let goal = *unseen & unseen.wrapping_neg();
                *unseen &= !*waiting;
                while *waiting != 0 && *unseen & goal != 0 {
                    step(masks, unseen, waiting);
                }
            }
            _ => self.flood(&mut unseen, waiting),
        }
        seen.subtract(&unseen);
        seen.lowest().unwrap_or(from)
    }

    /// Adds the neighbours of a square to a set.
    #[inline]
    pub fn add_beside<S: Squares>(&self, square: Square, set: &mut S) {
        match self {
            Neighbours::Word(masks) => set.words_mut()[0] |= masks[square.index()],
            Neighbours::Masks(masks) => {
                let (word, mask) = (square.index() / 64, masks[square.index()]);
                let words = set.words_mut();
                words[word] |= mask.here;
                if word > 0 {
                    words[word - 1] |= mask.before;
                }
                if word + 1 < words.len() {
                    words[word + 1] |= mask.after;
                }
            }
            Neighbours::Table(floor) => {
                for next in floor.neighbours(square) {
                    set.insert(next);
                }
            }
        }
    }
}

/// The masks of a square, unless a neighbour lies too far away.
fn mask_of(board: &Board, square: Square) -> Option<Mask> {
    let mut mask = Mask::default();
    for (_, next) in board.neighbours(square) {
        let bit = 1 << (next.index() % 64);
        match (next.index() / 64).wrapping_sub(square.index() / 64) {
            0 => mask.here |= bit,
            1 => mask.after |= bit,
            usize::MAX => mask.before |= bit,
            _ => return None,
        }
    }
    Some(mask)
}

/// Takes everything connected with the waiting squares out of a set of one word that holds
/// them.
#[inline]
fn flood_one_word(masks: &[u64; 65], unseen: &mut u64, mut waiting: u64) {
    *unseen &= !waiting;
    while waiting != 0 {
        step(masks, unseen, &mut waiting);
    }
}

/// Goes on from three squares that wait: the first two and the last.
#[inline]
fn step(masks: &[u64; 65], unseen: &mut u64, waiting: &mut u64) {
    let first = waiting.trailing_zeros();
    let last = 63 - waiting.leading_zeros();
    let others = *waiting & (*waiting - 1) & !(1 << last);
    // No square is number 64.
    let second = others.trailing_zeros();
    let new = masks[first as usize] | masks[last as usize] | masks[second as usize];
    let new = new & *unseen;
    *unseen ^= new;
    *waiting = others & others.wrapping_sub(1) | new;
}

/// The same for several words, the first three squares that wait in each at a time, until
/// all are done.
#[inline]
fn flood_words<const N: usize>(masks: &[u64; 65], unseen: &mut [u64; N], mut waiting: [u64; N]) {
    for i in 0..N {
        unseen[i] &= !waiting[i];
    }
    while waiting.iter().fold(0, |all, word| all | word) != 0 {
        for i in 0..N {
            let first = waiting[i];
            let second = first & first.wrapping_sub(1);
            let third = second & second.wrapping_sub(1);
            // No square is number 64: it stands for none.
            let mask = |word: u64| masks[word.trailing_zeros() as usize];
            let new = (mask(first) | mask(second) | mask(third)) & unseen[i];
            unseen[i] ^= new;
            waiting[i] = third & third.wrapping_sub(1) | new;
        }
    }
}

/// Takes everything connected with the waiting squares out of a set that holds
/// them.
#[inline]
fn flood_by_masks(masks: &[Mask], unseen: &mut [u64], waiting: &mut [u64]) {
    let n_words = unseen.len().min(masks.len() / 64);
    loop {
        let mut is_done = true;
        for word in 0..n_words {
            let frontier = waiting[word] & unseen[word];
            if frontier == 0 {
                continue;
            }
            is_done = false;
            let masks: &[Mask; 64] = masks[word * 64..][..64].try_into().expect("64 masks");
            let (before, after) = flood_word(masks, &mut unseen[word], frontier);
            if word > 0 {
                waiting[word - 1] |= before;
            }
            if word + 1 < n_words {
                waiting[word + 1] |= after;
            }
        }
        if is_done {
            return;
        }
    }
}

/// Floods one word of the set; returns what lies next to the flood before and
/// after the word.
#[inline]
fn flood_word(masks: &[Mask; 64], word: &mut u64, mut frontier: u64) -> (u64, u64) {
    let mut unseen = *word & !frontier;
    let (mut before, mut after) = (0, 0);
    while frontier != 0 {
        let mut new = 0;
        while frontier != 0 {
            let mask = &masks[frontier.trailing_zeros() as usize];
            frontier &= frontier - 1;
            new |= mask.here;
            before |= mask.before;
            after |= mask.after;
        }
        frontier = new & unseen;
        unseen ^= frontier;
    }
    *word = unseen;
    (before, after)
}

/// The same by the table of neighbours.
fn flood_by_table<S: Squares>(floor: &FloorGraph, unseen: &mut S, waiting: &S) {
    unseen.subtract(waiting);
    let mut stack: Vec<Square> = waiting.iter().collect();
    while let Some(square) = stack.pop() {
        for next in floor.neighbours(square) {
            if unseen.contains(next) {
                unseen.remove(next);
                stack.push(next);
            }
        }
    }
}
