//! State graphs seen through a hash that forgets.
//!
//! Breadth first, as the exact search, but two states with the same hash are
//! taken for one: the first that comes stands for all, and the others are never
//! looked at. What is lost can be states, components, even every solution.
//! Sources: Veger 2011, section 9.1 for `no-man`, `2-digit` and `3-odd-parity`;
//! its section 10 for the idea of dropping boxes. The tables decided what the
//! text leaves open: zeros at the end of a hashed bit string do not count, and
//! `2-digit` drops an odd last bit.

use crate::expand::{Expand, Key, with_expander};
use crate::graph::Offsets;
use crate::{KeyLayout, Rules, StateGraph, TooWide, ed22};
use rustc_hash::FxHashMap;
use soko_core::{Level, Reach, SplitMix, SquareSet, Squares};
use soko_search::{Control, Counters};

/// What a search remembers of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateHash {
    /// Everything.
    Exact,
    /// The boxes without the man's room.
    NoMan,
    /// The ED2.2 string, each pair of bits joined by *and*.
    TwoDigit,
    /// The ED2.2 string, each three bits replaced by their parity.
    ThreeOddParity,
    /// Everything but the first box in reading order.
    NoFirstBox,
    /// Everything but the last box in reading order.
    NoLastBox,
    /// So many bits of a good hash of everything.
    Bits(u32),
}

impl StateHash {
    /// All hashes that have a name, the exact one first.
    pub const ALL: [StateHash; 9] = [
        StateHash::Exact,
        StateHash::NoMan,
        StateHash::TwoDigit,
        StateHash::ThreeOddParity,
        StateHash::NoFirstBox,
        StateHash::NoLastBox,
        StateHash::Bits(8),
        StateHash::Bits(16),
        StateHash::Bits(32),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            StateHash::Exact => "exact",
            StateHash::NoMan => "no-man",
            StateHash::TwoDigit => "2-digit",
            StateHash::ThreeOddParity => "3-odd-parity",
            StateHash::NoFirstBox => "no-first-box",
            StateHash::NoLastBox => "no-last-box",
            StateHash::Bits(8) => "8-bit",
            StateHash::Bits(16) => "16-bit",
            StateHash::Bits(_) => "32-bit",
        }
    }

    /// The hash with this name.
    pub fn from_name(name: &str) -> Option<StateHash> {
        StateHash::ALL.into_iter().find(|hash| hash.name() == name)
    }
}

/// Computes the hashes of one level's packed states.
struct Digester<'a> {
    layout: &'a KeyLayout,
    reach: Reach<SquareSet>,
    hash: StateHash,
}

impl Digester<'_> {
    /// What is remembered of a state, as words.
    fn digest(&self, key: &[u64]) -> Vec<u64> {
        match self.hash {
            StateHash::Exact => key.to_vec(),
            StateHash::NoMan => self.without_area(key),
            StateHash::TwoDigit => {
                let both = |pair: &[bool]| pair[0] && pair[1];
                trimmed(self.string(key).0.chunks_exact(2).map(both).collect())
            }
            StateHash::ThreeOddParity => {
                let is_odd = |group: &[bool]| group.iter().filter(|&&b| b).count() % 2 == 1;
                trimmed(self.string(key).0.chunks(3).map(is_odd).collect())
            }
            StateHash::NoFirstBox => self.without(key, self.layout.slots(key).next()),
            StateHash::NoLastBox => self.without(key, self.layout.slots(key).last()),
            StateHash::Bits(n) => {
                let fold = |hash: u64, &word: &u64| SplitMix(hash ^ word).next();
                vec![key.iter().fold(0, fold) >> (64 - n)]
            }
        }
    }

    fn without_area(&self, key: &[u64]) -> Vec<u64> {
        let mut words = key.to_vec();
        words[key.len() - 1] &= (1 << self.layout.area_shift()) - 1;
        words
    }

    fn without(&self, key: &[u64], slot: Option<usize>) -> Vec<u64> {
        let mut words = key.to_vec();
        if let Some(slot) = slot {
            words[slot / 64] &= !(1 << (slot % 64));
        }
        words
    }

    /// The ED2.2 string of a state.
    fn string(&self, key: &[u64]) -> ed22::BitString {
        let state = self.layout.unpack(key);
        // Veger numbers the rooms from 1 in reading order.
        let rooms = self.reach.areas(&state.boxes);
        let before = rooms.iter().take_while(|room| !room.contains(state.area));
        let room = before.count() + 1;
        let places: Vec<usize> = self.layout.slots(key).collect();
        ed22::encode(room, &places)
    }
}

/// Bits as words, zeros at the end left away.
fn trimmed(mut bits: Vec<bool>) -> Vec<u64> {
    while bits.last() == Some(&false) {
        bits.pop();
    }
    let word = |chunk: &[bool]| {
        let set = chunk.iter().enumerate().filter(|(_, bit)| **bit);
        set.fold(0, |word, (i, _)| word | 1 << i)
    };
    bits.chunks(64).map(word).collect()
}

/// Explores a level with a hash; a node's state is the first that came.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Rules, StateHash, explore_hashed};
/// use soko_search::Control;
///
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let states = |hash| {
///     explore_hashed(&level, &Rules::default(), hash, &mut Control::default()).unwrap().n_states()
/// };
/// assert_eq!(states(StateHash::Exact), 2);
/// // Without its only box a state is forgotten.
/// assert_eq!(states(StateHash::NoFirstBox), 1);
/// ```
pub fn explore_hashed(
    level: &Level,
    rules: &Rules<'_>,
    hash: StateHash,
    control: &mut Control<'_>,
) -> Result<StateGraph, TooWide> {
    with_expander!(level, rules, |layout, expander| {
        let digester = Digester {
            layout,
            reach: Reach::new(level.board()),
            hash,
        };
        run(level, &digester, expander, control)
    })
}

fn run<const W: usize>(
    level: &Level,
    digester: &Digester<'_>,
    expand: &dyn Expand<W>,
    control: &mut Control<'_>,
) -> StateGraph {
    let layout = digester.layout;
    let start = layout.pack(&level.start().canonical(level.board()));
    let mut keys: Vec<Key<W>> = vec![[0; W]];
    keys[0].copy_from_slice(&start);
    let mut numbers = FxHashMap::default();
    numbers.insert(digester.digest(&keys[0]), 0u32);
    let (mut offsets, mut targets) = (Offsets::default(), Vec::new());
    let (mut successors, mut counters) = (Vec::new(), Counters::default());
    let mut stopped = None;
    while offsets.len() < keys.len() {
        stopped = control.check(&mut counters);
        if stopped.is_some() {
            break;
        }
        expand.expand(&keys[offsets.len()], &mut successors);
        for key in successors.drain(..) {
            let next = keys.len() as u32;
            let number = *numbers.entry(digester.digest(&key)).or_insert(next);
            if number == next {
                keys.push(key);
            }
            targets.push(number);
        }
        offsets.push(targets.len() as u64);
        counters.expanded += 1;
        counters.stored = keys.len() as u64;
        counters.generated = targets.len() as u64;
        // The digests dominate: a list on the heap and its place in the map.
        counters.bytes = keys.len() * (16 * W + 64) + targets.len() * 4;
    }
    let keys = keys.into_flattened();
    StateGraph::new(level, layout.clone(), keys, offsets, targets, stopped)
}
