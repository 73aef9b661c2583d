//! All states that can be reached by pushes, numbered breadth first.
//!
//! The numbers are those of the plainest search there is: one queue, successors
//! by box in reading order and then by direction, a state numbered when it is
//! first met. Several threads give the very same numbers, in rounds over batches
//! of the queue (`batch.rs`):
//!
//! 1. The batch is cut into chunks. Each is expanded, and its candidates are
//!    sorted into shards by their hash.
//! 2. Each shard looks its candidates up in the order in which they were made. A
//!    new one is entered under its position in the batch.
//! 3. How many new states each chunk has is known now, and so are their numbers.
//!    Each chunk gives them out.
//! 4. Each chunk writes its edges, and each shard puts the numbers into its table.
//!
//! Within a step every thread takes the next chunk or shard when it is done with
//! one. No step depends on the number of threads, so neither does the graph.
//! Cost: one flood a state, a fraction of one an edge, and one look into the table
//! an edge.

use crate::batch::{Chunk, SHARDS, Shard, hash, shard};
use crate::expand::{Expand, Key, with_expander};
use crate::graph::Offsets;
use crate::share::share_out;
use crate::{KeyLayout, Rules, StateGraph, TooWide};
use soko_core::Level;
use soko_search::{Control, Counters, StopReason};

/// States expanded in one round at the most.
const BATCH: usize = 1 << 15;
/// Work of one round, in candidates times squares of the board: some ten
/// milliseconds, so that limits are noticed and candidates take little room.
const BATCH_WORK: usize = 1 << 24;
/// States expanded between two looks at the limits.
const CHECK_EVERY: u64 = 256;
/// Batches smaller than this are not worth a thread.
const WORTH_A_THREAD: usize = 512;
/// Chunks for each thread, so that none has to wait long for another.
const CHUNKS_A_THREAD: usize = 8;
/// The most states that a graph may have: numbers have 31 bits, the last one marks
/// positions in a batch, and components are numbered from the other end.
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
    with_expander!(level, rules, |layout, expander| {
        run(level, layout.clone(), expander, threads, control)
    })
}

/// A search under way.
struct Search<const W: usize> {
    keys: Vec<Key<W>>,
    offsets: Offsets,
    targets: Vec<u32>,
    shards: Vec<Shard>,
    counters: Counters,
    n_squares: usize,
}

fn run<const W: usize>(
    level: &Level,
    layout: KeyLayout,
    expand: &dyn Expand<W>,
    threads: usize,
    control: &mut Control<'_>,
) -> StateGraph {
    let start = layout.pack(&level.start().canonical(level.board()));
    let mut start_key = [0; W];
    start_key.copy_from_slice(&start);
    let mut search = Search {
        keys: Vec::new(),
        offsets: Offsets::default(),
        targets: Vec::new(),
        shards: (0..SHARDS).map(Shard::new).collect(),
        counters: Counters::default(),
        n_squares: level.board().n_squares(),
    };
    search.enter_start(start_key);
    let mut chunks: Vec<Chunk<W>> = Vec::new();
    let mut expanded = 0;
    let mut stopped = control.check(&mut search.counters);
    while stopped.is_none() && expanded < search.keys.len() {
        let mut batch = search.next_batch(&chunks).min(search.keys.len() - expanded);
        if let Some(most) = control.limits().expansions {
            let left = usize::try_from(most - expanded as u64).unwrap_or(usize::MAX);
            batch = batch.min(left);
        }
        let threads = threads.min(batch.div_ceil(WORTH_A_THREAD));
        let states = &search.keys[expanded..expanded + batch];
        fill_chunks(&mut chunks, states, expand, threads);
        search.look_up(&chunks, threads);
        search.settle(&chunks, threads);
        search.write_edges(&chunks, threads);
        stopped = search.end_rows(&chunks, control);
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
        layout,
        search.keys.into_flattened(),
        search.offsets,
        search.targets,
        stopped,
    )
}

/// Step 1. The cut into chunks changes nothing but the work of each thread.
fn fill_chunks<const W: usize>(
    chunks: &mut Vec<Chunk<W>>,
    states: &[Key<W>],
    expand: &dyn Expand<W>,
    threads: usize,
) {
    let n_chunks = if threads == 1 {
        1
    } else {
        CHUNKS_A_THREAD * threads
    };
    let stretches = states.chunks(states.len().div_ceil(n_chunks));
    chunks.resize_with(stretches.len(), Chunk::default);
    let work = chunks.iter_mut().zip(stretches);
    share_out(threads, work, |(chunk, states)| chunk.fill(states, expand));
    let mut base = 0;
    for chunk in chunks {
        chunk.base = base;
        base += chunk.len();
    }
}

impl<const W: usize> Search<W> {
    fn enter_start(&mut self, key: Key<W>) {
        let hash = hash(&key);
        self.shards[shard(hash)].enter_start(hash);
        self.keys.push(key);
        self.counters.stored = 1;
    }

    /// The states of the next round, if they have as many successors as those of the
    /// last. The cut into rounds changes no number.
    fn next_batch(&self, last: &[Chunk<W>]) -> usize {
        let n_states: usize = last.iter().map(|chunk| chunk.degrees.len()).sum();
        let n_candidates: usize = last.iter().map(Chunk::len).sum();
        let degree = (n_candidates / n_states.max(1)).max(1);
        // Twice as many at the most: the degree may grow.
        let most = BATCH.min(2 * n_states.max(32));
        (BATCH_WORK / self.n_squares / degree).clamp(1, most)
    }

    /// Step 2.
    fn look_up(&mut self, chunks: &[Chunk<W>], threads: usize) {
        let known = &self.keys;
        let shards = self.shards.iter_mut().enumerate();
        share_out(threads, shards, |(own, shard)| {
            shard.look_up(own, chunks, known);
        });
    }

    /// Step 3.
    fn settle(&mut self, chunks: &[Chunk<W>], threads: usize) {
        let n_new = |chunk: usize| self.shards.iter().map(|s| s.new_by_chunk[chunk]).sum();
        let news: Vec<usize> = (0..chunks.len()).map(n_new).collect();
        let mut first = self.keys.len();
        let mut rest = appended(&mut self.keys, news.iter().sum(), [0; W]);
        let work = chunks.iter().zip(news).map(|(chunk, n)| {
            let states = rest.split_off_mut(..n).unwrap_or_default();
            first += n;
            (chunk, first - n, states)
        });
        share_out(threads, work, |(chunk, first, states)| {
            chunk.settle(first as u32, states);
        });
    }

    /// Step 4.
    fn write_edges(&mut self, chunks: &[Chunk<W>], threads: usize) {
        let n_edges = chunks.iter().map(Chunk::len).sum();
        let mut rest = appended(&mut self.targets, n_edges, 0);
        let rows = chunks.iter().map(|chunk| {
            let targets = rest.split_off_mut(..chunk.len()).unwrap_or_default();
            (chunk, targets)
        });
        share_out(threads, rows, |(chunk, targets)| {
            chunk.write_edges(chunks, targets);
        });
        share_out(threads, self.shards.iter_mut(), |shard| {
            shard.renumber(chunks);
        });
    }

    /// Ends the rows of the states that were expanded, and looks at the limits.
    fn end_rows(&mut self, chunks: &[Chunk<W>], control: &mut Control<'_>) -> Option<StopReason> {
        self.counters.generated = self.targets.len() as u64;
        self.counters.stored = self.keys.len() as u64;
        let candidates: usize = chunks.iter().map(Chunk::bytes).sum();
        self.counters.bytes = self.bytes() + candidates;
        let mut stopped = None;
        let mut end = self.targets.len() - chunks.iter().map(Chunk::len).sum::<usize>();
        for &degree in chunks.iter().flat_map(|chunk| &chunk.degrees) {
            end += degree as usize;
            self.offsets.push(end as u64);
            self.counters.expanded += 1;
            if self.counters.expanded.is_multiple_of(CHECK_EVERY) {
                stopped = control.check(&mut self.counters);
            }
        }
        // A round takes long enough for a look at the clock.
        stopped.or_else(|| control.check_now(&mut self.counters))
    }

    /// The bytes held now, or later when the components are found, whichever is
    /// more: the tables are gone by then.
    fn bytes(&self) -> usize {
        let tables: usize = self.shards.iter().map(Shard::bytes).sum();
        let states = self.keys.capacity() * 8 * W + self.offsets.bytes();
        let folding = self.keys.len() * FOLDING_BYTES;
        states + self.targets.capacity() * 4 + tables.max(folding)
    }
}

/// The new end of a list that is made longer. Large lists do not double, they grow
/// by an eighth.
fn appended<T: Copy>(list: &mut Vec<T>, more: usize, filler: T) -> &mut [T] {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
    let len = list.len();
    list.resize(len + more, filler);
    &mut list[len..]
}
