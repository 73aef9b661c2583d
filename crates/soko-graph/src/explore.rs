//! All states that can be reached by pushes, numbered breadth first.
//!
//! The numbers are those of the plainest search there is: one queue, successors
//! by box in reading order and then by direction, a state numbered when it is
//! first met. Several threads give the very same numbers, in rounds over batches
//! of the queue:
//!
//! 1. The batch is cut into chunks; each thread expands its chunks and sorts the
//!    candidates into shards by their hash.
//! 2. Each thread looks the candidates of its shards up, in the order in which
//!    they were made. A new one is entered under a number that says where in the
//!    batch it was first met.
//! 3. One pass in order turns those into final numbers and writes the edges.
//!
//! No step depends on the number of threads, so neither does the graph. Cost: one
//! flood a state, a fraction of one an edge, and one look into the table an edge.

use crate::expand::{Expand, Key, with_expander};
use crate::graph::Offsets;
use crate::table::{Found, Table};
use crate::{Packing, Rules, StateGraph, TooWide};
use soko_core::Level;
use soko_search::{Control, Counters, StopReason};
use std::sync::atomic::{AtomicU32, Ordering};

const SHARDS: usize = 16;
/// States expanded in one round.
const BATCH: usize = 1 << 14;
/// States expanded between two looks at the limits.
const CHECK_EVERY: usize = 256;
/// Batches smaller than this are not worth a thread.
const WORTH_A_THREAD: usize = 512;
/// The most states that a graph may have: numbers have 32 bits, and components
/// are numbered from the other end.
const MAX_STATES: usize = (1 << 31) - (1 << 24);

/// Bytes a state that finding the components takes at the most, and what is kept
/// of them.
const FOLDING_BYTES: usize = 24;

/// Explores the whole graph of a level, or as much of it as the limits allow.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Rules, explore};
/// use soko_search::Control;
///
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// assert_eq!((graph.n_states(), graph.n_edges()), (2, 1));
/// ```
pub fn explore(
    level: &Level,
    rules: &Rules<'_>,
    threads: usize,
    control: &mut Control<'_>,
) -> Result<StateGraph, TooWide> {
    let threads = threads.max(1);
    with_expander!(level, rules, |packing, expander| {
        run(level, packing.clone(), expander, threads, control)
    })
}

/// The candidates that came out of one stretch of the batch.
struct Chunk<const W: usize> {
    degrees: Vec<u16>,
    keys: Vec<Key<W>>,
    hashes: Vec<u64>,
    shards: [Vec<u32>; SHARDS],
    /// For each candidate the number of its state: final if below the number of
    /// states known before the batch, else that plus a position in the batch.
    numbers: Vec<AtomicU32>,
    /// Where in the batch the first candidate lies.
    base: usize,
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
    /// Step 1: expands a stretch of the queue.
    fn fill(&mut self, states: &[Key<W>], expand: &dyn Expand<W>) {
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
}

/// One shard of the table, with what it has entered in this batch.
#[derive(Default)]
struct Shard {
    table: Table,
    entered: Vec<(usize, u32)>,
}

impl Shard {
    /// Step 2: numbers the candidates of this shard in order.
    fn look_up<const W: usize>(&mut self, own: usize, chunks: &[Chunk<W>], known: &[Key<W>]) {
        let candidates = chunks.iter().map(|c| c.shards[own].len()).sum();
        self.table
            .reserve(candidates, |number| hash(&known[number as usize]));
        self.entered.clear();
        let n_known = known.len();
        for chunk in chunks {
            for &i in &chunk.shards[own] {
                let i = i as usize;
                let key = &chunk.keys[i];
                let position = (chunk.base + i) as u32;
                let is_same = |number: u32| match known.get(number as usize) {
                    Some(there) => there == key,
                    None => candidate(chunks, number as usize - n_known).0 == key,
                };
                let provisional = n_known as u32 + position;
                let found = self
                    .table
                    .find_or_insert(chunk.hashes[i], provisional, is_same);
                let number = match found {
                    Found::Old(number) => number,
                    Found::New(place) => {
                        self.entered.push((place, position));
                        provisional
                    }
                };
                chunk.numbers[i].store(number, Ordering::Relaxed);
            }
        }
    }
}

/// The key and the number of the candidate at a position of the batch.
fn candidate<const W: usize>(chunks: &[Chunk<W>], position: usize) -> (&Key<W>, &AtomicU32) {
    let at = chunks.partition_point(|chunk| chunk.base <= position) - 1;
    let chunk = &chunks[at];
    let i = position - chunk.base;
    (&chunk.keys[i], &chunk.numbers[i])
}

#[inline]
fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mut hash = 0x51_7C_C1_B7_27_22_0A_95u64;
    for &word in key {
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ hash >> 32
}

#[inline]
fn shard(hash: u64) -> usize {
    hash as usize % SHARDS
}

/// A search under way.
struct Search<const W: usize> {
    keys: Vec<Key<W>>,
    offsets: Offsets,
    targets: Vec<u32>,
    shards: Vec<Shard>,
    counters: Counters,
}

fn run<const W: usize>(
    level: &Level,
    packing: Packing,
    expand: &dyn Expand<W>,
    threads: usize,
    control: &mut Control<'_>,
) -> StateGraph {
    let start = packing.pack(&level.start().canonical(level.board()));
    let mut start_key = [0; W];
    start_key.copy_from_slice(&start);
    let mut search = Search {
        keys: Vec::new(),
        offsets: Offsets::default(),
        targets: Vec::new(),
        shards: (0..SHARDS).map(|_| Shard::default()).collect(),
        counters: Counters::default(),
    };
    search.enter_start(start_key);
    let mut chunks: Vec<Chunk<W>> = Vec::new();
    let mut expanded = 0;
    let mut stopped = control.check(&mut search.counters);
    while stopped.is_none() && expanded < search.keys.len() {
        let mut batch = BATCH.min(search.keys.len() - expanded);
        if let Some(most) = control.limits().expansions {
            batch = batch.min((most - expanded as u64) as usize);
        }
        let threads = threads.min(batch.div_ceil(WORTH_A_THREAD));
        let states = &search.keys[expanded..expanded + batch];
        fill_chunks(&mut chunks, states, expand, threads);
        look_up_all(&mut search.shards, &chunks, &search.keys, threads);
        stopped = search.merge(&chunks, control);
        expanded += batch;
        if stopped.is_none() && search.keys.len() > MAX_STATES {
            stopped = Some(StopReason::Memory);
        }
    }
    if expanded == search.keys.len() {
        // The limit was met exactly at the end: nothing is missing.
        stopped = None;
    }
    StateGraph::new(
        level,
        packing,
        search.keys.into_flattened(),
        search.offsets,
        search.targets,
        stopped,
    )
}

/// Step 1 for the whole batch. The cut into chunks changes nothing but the work
/// of each thread.
fn fill_chunks<const W: usize>(
    chunks: &mut Vec<Chunk<W>>,
    states: &[Key<W>],
    expand: &dyn Expand<W>,
    threads: usize,
) {
    chunks.resize_with(threads, Chunk::default);
    let stretch = states.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let mut work = chunks.iter_mut().zip(states.chunks(stretch));
        let own = work.next();
        for (chunk, states) in work {
            scope.spawn(move || chunk.fill(states, expand));
        }
        if let Some((chunk, states)) = own {
            chunk.fill(states, expand);
        }
    });
    let mut base = 0;
    for chunk in chunks {
        chunk.base = base;
        base += chunk.keys.len();
    }
}

/// Step 2 for all shards.
fn look_up_all<const W: usize>(
    shards: &mut [Shard],
    chunks: &[Chunk<W>],
    known: &[Key<W>],
    threads: usize,
) {
    let share = SHARDS.div_ceil(threads);
    let work = move |(part, shards): (usize, &mut [Shard])| {
        for (i, shard) in shards.iter_mut().enumerate() {
            shard.look_up(part * share + i, chunks, known);
        }
    };
    std::thread::scope(|scope| {
        let mut parts = shards.chunks_mut(share).enumerate();
        let own = parts.next();
        for part in parts {
            scope.spawn(move || work(part));
        }
        own.map(work);
    });
}

impl<const W: usize> Search<W> {
    fn enter_start(&mut self, key: Key<W>) {
        let hash = hash(&key);
        let table = &mut self.shards[shard(hash)].table;
        table.reserve(1, |_| 0);
        table.find_or_insert(hash, 0, |_| false);
        self.keys.push(key);
        self.counters.stored = 1;
    }

    /// Step 3: final numbers and edges, in order.
    fn merge(&mut self, chunks: &[Chunk<W>], control: &mut Control<'_>) -> Option<StopReason> {
        let n_known = self.keys.len();
        let candidates: usize = chunks.iter().map(|c| c.keys.len()).sum();
        reserve_slowly(&mut self.targets, candidates);
        reserve_slowly(&mut self.keys, candidates);
        let mut stopped = None;
        for chunk in chunks {
            let mut next = 0;
            for (i, &degree) in chunk.degrees.iter().enumerate() {
                for c in next..next + degree as usize {
                    let number = chunk.numbers[c].load(Ordering::Relaxed);
                    let target = self.resolve(chunks, n_known, number, chunk.base + c);
                    self.targets.push(target);
                }
                next += degree as usize;
                self.offsets.push(self.targets.len() as u64);
                self.counters.expanded += 1;
                if i % CHECK_EVERY == CHECK_EVERY - 1 {
                    stopped = control.check(&mut self.counters);
                }
            }
        }
        for shard in &mut self.shards {
            for &(place, position) in &shard.entered {
                let (_, number) = candidate(chunks, position as usize);
                shard.table.renumber(place, number.load(Ordering::Relaxed));
            }
        }
        self.counters.generated = self.targets.len() as u64;
        self.counters.stored = self.keys.len() as u64;
        self.counters.bytes = self.bytes();
        stopped.or_else(|| control.check(&mut self.counters))
    }

    /// The final number of a candidate; the state is appended where it was first
    /// met.
    #[inline]
    fn resolve(
        &mut self,
        chunks: &[Chunk<W>],
        n_known: usize,
        number: u32,
        position: usize,
    ) -> u32 {
        if (number as usize) < n_known {
            return number;
        }
        let first = number as usize - n_known;
        let (key, slot) = candidate(chunks, first);
        if first == position {
            slot.store(self.keys.len() as u32, Ordering::Relaxed);
            self.keys.push(*key);
        }
        slot.load(Ordering::Relaxed)
    }

    /// The bytes held now, or later when the components are found, whichever is
    /// more: the tables are gone by then.
    fn bytes(&self) -> usize {
        let tables: usize = self.shards.iter().map(|s| s.table.bytes()).sum();
        let states = self.keys.capacity() * 8 * W + self.offsets.bytes();
        let folding = self.keys.len() * FOLDING_BYTES;
        states + self.targets.capacity() * 4 + tables.max(folding)
    }
}

/// Makes room without doubling: large arrays grow by an eighth.
fn reserve_slowly<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
}
