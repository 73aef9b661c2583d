//! One batch of the queue on its way into the graph; see `explore.rs` for the
//! order of the steps.
//!
//! The *candidates* of a batch are the successors of its states in order, and a
//! candidate's position is its place in that row. Until the end of the batch a
//! new state goes by the position at which it was first met, marked by the
//! highest bit. Every step works on one chunk or one shard alone and reads the
//! others only where they rest, so that any thread may do it at any time.

use crate::expand::{Expand, Key};
use crate::table::{Found, Table};
use std::sync::atomic::{AtomicU32, Ordering};

/// Parts of the table, by hash. Work is shared out by shards.
pub(crate) const SHARDS: usize = 16;
/// Marks a number as the position of a candidate in the batch.
const POSITION: u32 = 1 << 31;
/// Candidates looked up side by side.
const GROUP: usize = 32;

/// The candidates that came out of one stretch of the batch.
pub(crate) struct Chunk<const W: usize> {
    /// How many candidates each state has.
    pub(crate) degrees: Vec<u16>,
    keys: Vec<Key<W>>,
    hashes: Vec<u64>,
    shards: [Vec<u32>; SHARDS],
    /// For each candidate the number of its state, or a position.
    numbers: Vec<AtomicU32>,
    /// The position of the first candidate.
    pub(crate) base: usize,
}

impl<const W: usize> Default for Chunk<W> {
    fn default() -> Self {
        Chunk {
            degrees: Vec::new(),
            keys: Vec::new(),
            hashes: Vec::new(),
            shards: std::array::from_fn(|_| Vec::new()),
            numbers: Vec::new(),
            base: 0,
        }
    }
}

impl<const W: usize> Chunk<W> {
    /// The number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let sharded: usize = self.shards.iter().map(Vec::capacity).sum();
        self.keys.capacity() * size_of::<Key<W>>()
            + self.hashes.capacity() * 8
            + (sharded + self.numbers.capacity()) * 4
            + self.degrees.capacity() * 2
    }

    /// Step 1: expands a stretch of the queue.
    pub(crate) fn fill(&mut self, states: &[Key<W>], expand: &dyn Expand<W>) {
        self.degrees.clear();
        self.keys.clear();
        self.hashes.clear();
        self.shards.iter_mut().for_each(Vec::clear);
        for key in states {
            let before = self.keys.len();
            expand.expand(key, &mut self.keys);
            self.degrees.push((self.keys.len() - before) as u16);
        }
        for (i, key) in self.keys.iter().enumerate() {
            let hash = hash(key);
            self.hashes.push(hash);
            self.shards[shard(hash)].push(i as u32);
        }
        self.numbers.clear();
        self.numbers
            .resize_with(self.keys.len(), || AtomicU32::new(0));
    }

    /// Step 3: numbers the states that were first met in this chunk, from
    /// `first` on, and copies them to where the numbers say.
    pub(crate) fn settle(&self, first: u32, states: &mut [Key<W>]) {
        let mut taken = 0;
        for (i, number) in self.numbers.iter().enumerate() {
            if number.load(Ordering::Relaxed) == POSITION | (self.base + i) as u32 {
                number.store(first + taken as u32, Ordering::Relaxed);
                states[taken] = self.keys[i];
                taken += 1;
            }
        }
    }

    /// Step 4: the final numbers of the candidates, which are the edges.
    pub(crate) fn write_edges(&self, chunks: &[Chunk<W>], targets: &mut [u32]) {
        for (number, target) in self.numbers.iter().zip(targets) {
            *target = final_number(chunks, number.load(Ordering::Relaxed));
        }
    }
}

/// One shard of the table, with what it has entered in this batch.
pub(crate) struct Shard {
    table: Table,
    /// Places in the table and positions of new states.
    entered: Vec<(usize, u32)>,
    /// How many of those came out of each chunk.
    pub(crate) new_by_chunk: Vec<usize>,
}

impl Shard {
    /// An empty shard, one of [`SHARDS`].
    pub(crate) fn new(own: usize) -> Shard {
        Shard {
            table: Table::of_shard(own, SHARDS),
            entered: Vec::new(),
            new_by_chunk: Vec::new(),
        }
    }

    /// Enters the start of the level under number 0.
    pub(crate) fn enter_start(&mut self, hash: u64) {
        self.table.reserve(1, |_| 0);
        self.table.find_or_insert(hash, 0, |_| false);
    }

    /// Bytes held by the table.
    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Step 2: looks up the candidates of this shard in order.
    ///
    /// Most candidates are old and lie where their hash says. A group of them is
    /// compared side by side first, so that the processor waits for the memory
    /// once a group and not once a candidate.
    pub(crate) fn look_up<const W: usize>(
        &mut self,
        own: usize,
        chunks: &[Chunk<W>],
        known: &[Key<W>],
    ) {
        // Room for all of them first, so that places in the table stay as they are.
        let candidates = chunks.iter().map(|c| c.shards[own].len()).sum();
        self.table
            .reserve(candidates, |number| hash(&known[number as usize]));
        self.entered.clear();
        self.new_by_chunk.clear();
        for chunk in chunks {
            let before = self.entered.len();
            for group in chunk.shards[own].chunks(GROUP) {
                // What lies where the hash says, for the whole group; then its keys;
                // then the rest of the way for those that were not there.
                let mut guesses = [0; GROUP];
                for (guess, &i) in guesses.iter_mut().zip(group) {
                    *guess = self.table.first_guess(chunk.hashes[i as usize]);
                }
                let mut are_right = [false; GROUP];
                for ((is_right, &guess), &i) in are_right.iter_mut().zip(&guesses).zip(group) {
                    let there = known[(guess as usize).min(known.len() - 1)];
                    *is_right = (guess as usize) < known.len() && there == chunk.keys[i as usize];
                }
                for ((&is_right, &guess), &i) in are_right.iter().zip(&guesses).zip(group) {
                    let i = i as usize;
                    let number = if is_right {
                        guess
                    } else {
                        self.find_or_enter(i, chunk, chunks, known)
                    };
                    chunk.numbers[i].store(number, Ordering::Relaxed);
                }
            }
            self.new_by_chunk.push(self.entered.len() - before);
        }
    }

    /// The number of a candidate in the table, whether old or new.
    fn find_or_enter<const W: usize>(
        &mut self,
        i: usize,
        chunk: &Chunk<W>,
        chunks: &[Chunk<W>],
        known: &[Key<W>],
    ) -> u32 {
        let key = &chunk.keys[i];
        let position = (chunk.base + i) as u32;
        let is_same = |number: u32| match known.get(number as usize) {
            Some(there) => there == key,
            None => candidate(chunks, number).0 == key,
        };
        let number = POSITION | position;
        match self.table.find_or_insert(chunk.hashes[i], number, is_same) {
            Found::Old(number) => number,
            Found::New(place) => {
                self.entered.push((place, number));
                number
            }
        }
    }

    /// Step 4: the new states get their final numbers in the table as well.
    pub(crate) fn renumber<const W: usize>(&mut self, chunks: &[Chunk<W>]) {
        for &(place, number) in &self.entered {
            self.table.renumber(place, final_number(chunks, number));
        }
    }
}

/// What a number stands for after step 3.
#[inline]
fn final_number<const W: usize>(chunks: &[Chunk<W>], number: u32) -> u32 {
    if number & POSITION == 0 {
        return number;
    }
    candidate(chunks, number).1.load(Ordering::Relaxed)
}

/// The key and the number of the candidate at a marked position.
fn candidate<const W: usize>(chunks: &[Chunk<W>], number: u32) -> (&Key<W>, &AtomicU32) {
    let position = (number & !POSITION) as usize;
    let at = chunks.partition_point(|chunk| chunk.base <= position) - 1;
    let chunk = &chunks[at];
    let i = position - chunk.base;
    (&chunk.keys[i], &chunk.numbers[i])
}

#[inline]
pub(crate) fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mut hash = 0x51_7C_C1_B7_27_22_0A_95u64;
    for &word in key {
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ hash >> 32
}

#[inline]
pub(crate) fn shard(hash: u64) -> usize {
    hash as usize % SHARDS
}
