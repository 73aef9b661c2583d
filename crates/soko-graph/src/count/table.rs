//! An exact set of numbers that keeps only what a place does not say.
//!
//! The numbers are below 2^b and evenly spread ([`Mix`](super::mix::Mix)). The *home* of
//! `x` among `n` lines is `x n / 2^b`, rounded down: monotone, so that the numbers of one
//! home are neighbours, at most 2^t of them, where `t = b - log2 n` rounded up. Their
//! lowest `t` bits tell them apart, and that is all that is kept (Cleary, Compact hash
//! tables using bidirectional linear probing, 1984, keeps a quotient in the same way). A
//! full line sends its guests to the next, and an entry says how many lines it is from
//! home: three bits. Nothing is ever taken out, so a line with room ends every search.
//! Those few that find seven full lines in a row go to a list of their own.
//!
//! Exact: home and low bits make up the number again, and no two numbers have the same.
//! Cost: one line of the cache a question, mostly; an entry of four bytes where the
//! number has at most 28 bits more than the lines have, at seven eighths full at most:
//! 4.6 to 5.9 bytes a number. Growing by a quarter is one pass from the front to the end
//! through both tables, because homes keep their order.

use super::line::Line;
use rustc_hash::FxHashMap;

/// Lines at and after home that an entry may stand in.
const PROBES: usize = 7;
/// Bits of an entry that are not its number's: the mark, and how far it is from home.
pub(super) const EXTRA_BITS: u32 = 4;
/// Entries of all entries that may be in use.
const FULL: (usize, usize) = (7, 8);
/// Questions whose lines are fetched side by side.
const GROUP: usize = 32;

/// The table of one shard.
#[derive(Clone, Debug)]
pub(super) struct Table<L> {
    lines: Vec<L>,
    /// The bits of its numbers.
    bits: u32,
    /// The lowest bits of a number, which are kept.
    low: u64,
    len: usize,
    /// Who has found no room, and whether it is marked.
    homeless: FxHashMap<u64, bool>,
}

/// Where a number was found.
enum Place {
    /// In this line, as this entry.
    Here(usize, u64),
    /// Among those without a home.
    Homeless,
    /// Nowhere; there is room in this line, for this entry.
    Room(usize, u64),
    /// Nowhere, and there is no room.
    NoRoom,
}

impl<L: Line> Table<L> {
    /// An empty table of so many lines for numbers of so many bits; none if an entry
    /// cannot hold what the lines do not say.
    pub fn new(bits: u32, n_lines: usize) -> Option<Table<L>> {
        let kept = bits - n_lines.ilog2().min(bits);
        (kept + EXTRA_BITS <= L::BITS).then(|| Table {
            lines: vec![L::EMPTY; n_lines],
            bits,
            low: (1 << kept) - 1,
            len: 0,
            homeless: FxHashMap::default(),
        })
    }

    /// Numbers in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Lines it has.
    pub fn n_lines(&self) -> usize {
        self.lines.len()
    }

    /// The bits of its numbers.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.lines.capacity() * size_of::<L>() + self.homeless.capacity() * 18
    }

    /// Whether so many more would be too many.
    pub fn is_full(&self, more: usize) -> bool {
        (self.len + more) * FULL.1 > self.lines.len() * L::ENTRIES * FULL.0
    }

    #[inline]
    fn home(&self, number: u64) -> usize {
        let share = number << (u64::BITS - self.bits);
        ((u128::from(share) * self.lines.len() as u128) >> 64) as usize
    }

    /// The number of an entry whose home has this first number.
    #[inline]
    fn number(&self, first: u64, entry: u64) -> u64 {
        first + ((entry >> EXTRA_BITS).wrapping_sub(first) & self.low)
    }

    /// Looks for a number from its home on.
    #[inline]
    fn find(&self, number: u64, home: usize) -> Place {
        let mut line = home;
        for probe in 1..=PROBES as u64 {
            let entry = (number & self.low) << EXTRA_BITS | probe << 1;
            let there = &self.lines[line];
            if there.holds(entry) {
                return Place::Here(line, entry);
            }
            if there.has_room() {
                return Place::Room(line, entry);
            }
            line = self.after(line);
        }
        match self.homeless.contains_key(&number) {
            true => Place::Homeless,
            false => Place::NoRoom,
        }
    }

    /// Enters a number with its home; whether it was new. There is room
    /// ([`Table::is_full`]).
    #[inline]
    pub fn insert(&mut self, number: u64, home: usize) -> bool {
        match self.find(number, home) {
            Place::Here(..) | Place::Homeless => return false,
            Place::Room(line, entry) => self.lines[line].append(entry),
            Place::NoRoom => {
                self.homeless.insert(number, false);
            }
        }
        self.len += 1;
        true
    }

    /// Enters a number that is not there, marked or not. There is room.
    #[inline]
    fn insert_new(&mut self, number: u64, is_marked: bool) {
        self.len += 1;
        let mut line = self.home(number);
        for probe in 1..=PROBES as u64 {
            if self.lines[line].has_room() {
                let entry = (number & self.low) << EXTRA_BITS | probe << 1;
                return self.lines[line].append(entry | u64::from(is_marked));
            }
            line = self.after(line);
        }
        self.homeless.insert(number, is_marked);
    }

    /// The line after a line, around the end.
    #[inline]
    fn after(&self, line: usize) -> usize {
        match line + 1 == self.lines.len() {
            true => 0,
            false => line + 1,
        }
    }

    /// Marks a number with its home; whether it was not marked before. None if it is not
    /// there.
    #[inline]
    pub fn mark(&mut self, number: u64, home: usize) -> Option<bool> {
        match self.find(number, home) {
            Place::Here(line, entry) => {
                let at = self.place_in(line, entry)?;
                let row = &mut self.lines[line];
                let is_new = row.entries().nth(at) == Some(entry);
                row.set(at, entry | 1);
                Some(is_new)
            }
            Place::Homeless => self.homeless.insert(number, true).map(|was| !was),
            Place::Room(..) | Place::NoRoom => None,
        }
    }

    /// Whether a number is there.
    pub fn contains(&self, number: u64) -> bool {
        matches!(
            self.find(number, self.home(number)),
            Place::Here(..) | Place::Homeless
        )
    }

    /// Where in a line an entry is, marked or not.
    #[inline]
    fn place_in(&self, line: usize, entry: u64) -> Option<usize> {
        let mut entries = self.lines[line].entries();
        entries.position(|other| other & !1 == entry)
    }

    /// Seats that the lines have, taken or free. Who has no home has no seat.
    pub fn n_seats(&self) -> usize {
        self.lines.len() * L::ENTRIES
    }

    /// The seat of a number, which it keeps until others are entered.
    #[inline]
    pub fn seat(&self, number: u64) -> Option<usize> {
        let Place::Here(line, entry) = self.find(number, self.home(number)) else {
            return None;
        };
        Some(line * L::ENTRIES + self.place_in(line, entry)?)
    }

    /// The number that has a seat; the seat is taken.
    pub fn seated(&self, seat: usize) -> u64 {
        let line = seat / L::ENTRIES;
        let entry = self.lines[line].entries().nth(seat % L::ENTRIES);
        self.number_in(line, entry.unwrap_or_default())
    }

    /// The number of an entry in a line.
    #[inline]
    fn number_in(&self, line: usize, entry: u64) -> u64 {
        let (n_lines, away) = (self.lines.len(), away(entry));
        let home = if line < away { line + n_lines } else { line } - away;
        let first = ((home as u128) << self.bits).div_ceil(n_lines as u128);
        self.number(first as u64, entry)
    }

    /// Those without a home, in order, and whether they are marked.
    pub fn homeless(&self) -> Vec<(u64, bool)> {
        let mut homeless: Vec<(u64, bool)> = self.homeless.iter().map(|(&n, &m)| (n, m)).collect();
        homeless.sort_unstable();
        homeless
    }

    /// Answers many questions, each told its number's home; their lines are fetched in
    /// groups before they are read, so that the processor waits for all of a group at once.
    #[inline]
    pub fn in_groups(&mut self, numbers: &[u64], mut ask: impl FnMut(&mut Table<L>, u64, usize)) {
        let mut homes = [0; GROUP];
        for group in numbers.chunks(GROUP) {
            let mut fetched = 0;
            for (home, &number) in homes.iter_mut().zip(group) {
                *home = self.home(number);
                fetched ^= self.lines[*home].first();
            }
            std::hint::black_box(fetched);
            for (&home, &number) in homes.iter().zip(group) {
                ask(self, number, home);
            }
        }
    }

    /// Every number, and whether it is marked; in order but for those far from home.
    pub fn for_each(&self, mut visit: impl FnMut(u64, bool)) {
        // The first numbers of this line and of those before it, by the lowest bits of the
        // line, found by adding: dividing for each would be most of the work.
        let mut firsts = [0; (PROBES + 1).next_power_of_two()];
        let mut all = Firsts::new(self.bits, self.lines.len());
        for (line, row) in self.lines.iter().enumerate() {
            firsts[line % firsts.len()] = all.next();
            for entry in row.entries().take_while(|&entry| entry != 0) {
                let away = away(entry);
                let number = match line.checked_sub(away) {
                    Some(home) => self.number(firsts[home % firsts.len()], entry),
                    // A guest from the end.
                    None => self.number_in(line, entry),
                };
                visit(number, entry & 1 != 0);
            }
        }
        self.homeless()
            .into_iter()
            .for_each(|(n, is_marked)| visit(n, is_marked));
    }

    /// Moves everything to an empty table of the same numbers with more room.
    pub fn move_to<M: Line>(&self, other: &mut Table<M>) {
        self.for_each(|number, is_marked| other.insert_new(number, is_marked));
    }
}

/// How many lines an entry is from home.
#[inline]
fn away(entry: u64) -> usize {
    (entry >> 1 & 7) as usize - 1
}

/// The first numbers of all lines in order: `2^bits / n` times 0, 1, 2 …, rounded up.
struct Firsts {
    n_lines: u64,
    step: (u64, u64),
    /// The next one rounded down, and what is left of it in parts of `n_lines`.
    next: (u64, u64),
}

impl Firsts {
    fn new(bits: u32, n_lines: usize) -> Firsts {
        let n_lines = n_lines as u64;
        let step = ((1 << bits) / n_lines, (1 << bits) % n_lines);
        Firsts {
            n_lines,
            step,
            next: (0, 0),
        }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        let (whole, left) = self.next;
        let more = left + self.step.1;
        let carry = u64::from(more >= self.n_lines);
        self.next = (whole + self.step.0 + carry, more - carry * self.n_lines);
        whole + u64::from(left > 0)
    }
}
