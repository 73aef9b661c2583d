//! The sizes of all encodings of a level's states, side by side.
//!
//! Veger's plain board and bit string, ED2.2, and the variants that his future
//! work names: counting from other corners and in other directions, fixed for the
//! level or chosen anew for each state (three bits say which). Beside them the
//! combinatorial rank, the key that the explorer uses, the set that counts, and the bound that no
//! one-to-one code can beat on average: the logarithm of the number of states.

use crate::{StateGraph, count, ed22, rank};
use soko_core::{Coord, Reach, SquareSet};

/// A corner to start from and the direction that runs fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// From the bottom upwards.
    pub upwards: bool,
    /// From the right to the left.
    pub leftwards: bool,
    /// Column by column instead of row by row.
    pub by_columns: bool,
}

impl Scan {
    /// All eight; the first is Veger's reading order.
    pub const ALL: [Scan; 8] = {
        let mut all = [Scan {
            upwards: false,
            leftwards: false,
            by_columns: false,
        }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Scan {
                upwards: i & 1 != 0,
                leftwards: i & 2 != 0,
                by_columns: i & 4 != 0,
            };
            i += 1;
        }
        all
    };

    /// What it does, in a few words.
    pub fn name(self) -> String {
        let corner = match (self.upwards, self.leftwards) {
            (false, false) => "top left",
            (false, true) => "top right",
            (true, false) => "bottom left",
            (true, true) => "bottom right",
        };
        let lines = if self.by_columns { "columns" } else { "rows" };
        format!("from {corner} by {lines}")
    }

    fn order(self, at: Coord) -> (i64, i64) {
        let turned = |value: u32, turn: bool| i64::from(value) * if turn { -1 } else { 1 };
        let (row, col) = (turned(at.row, self.upwards), turned(at.col, self.leftwards));
        if self.by_columns {
            (col, row)
        } else {
            (row, col)
        }
    }
}

/// The size of one encoding over all states of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodingSize {
    /// What is encoded and how.
    pub name: String,
    /// The mean number of bits a state.
    pub mean_bits: f64,
    /// The most bits of any state.
    pub most_bits: u32,
}

/// The sizes of all encodings over all states of a graph.
pub fn encoding_sizes(graph: &StateGraph) -> Vec<EncodingSize> {
    let (layout, board) = (graph.key_layout(), graph.level().board());
    let (n_slots, n_boxes) = (layout.squares().len(), graph.level().n_boxes());
    let cells = board.width() * board.height();
    let room = ed22::ROOM_BITS;
    let fixed = |name: &str, bits: u32| EncodingSize {
        name: name.to_string(),
        mean_bits: f64::from(bits),
        most_bits: bits,
    };
    // 1. Those that are the same for every state.
    let mut sizes = vec![
        fixed("board, a byte a cell", 8 * cells),
        fixed("bit string and 8 bits of room", n_slots as u32 + room),
        fixed("packed key of the explorer", 64 * layout.n_words() as u32),
    ];
    // 2. ED2.2, which has to be counted out.
    let (strings, most_rooms) = ed22_sizes(graph);
    sizes.extend(strings);
    // 3. The rank, if the number of sets can be told at all, and the bound.
    if let Some(sets) = rank::binomial(n_slots, n_boxes) {
        let set_bits = bits_for(sets);
        sizes.push(fixed(
            "combinatorial rank and 8 bits of room",
            set_bits + room,
        ));
        let rooms = bits_for(most_rooms as u128);
        sizes.push(fixed(
            "combinatorial rank and as many as the rooms need",
            set_bits + rooms,
        ));
    }
    // 4. What is kept of a rank when states are counted: an exact set, places and all.
    if let Some(mean_bits) = count::bits_per_state(graph) {
        sizes.push(EncodingSize {
            name: "in the set that counts, empty places and all".to_string(),
            mean_bits,
            most_bits: mean_bits.ceil() as u32,
        });
    }
    let bound = (graph.n_states() as f64).log2();
    sizes.push(EncodingSize {
        name: "entropy bound: log2 of the states".to_string(),
        mean_bits: bound,
        most_bits: bound.ceil() as u32,
    });
    sizes
}

/// The bits that so many values need.
fn bits_for(values: u128) -> u32 {
    u128::BITS - values.saturating_sub(1).leading_zeros()
}

/// ED2.2 in all scans, and the most rooms of any state.
fn ed22_sizes(graph: &StateGraph) -> (Vec<EncodingSize>, usize) {
    let (layout, board) = (graph.key_layout(), graph.level().board());
    // The place of every slot in each of the scans.
    let reach = Reach::<SquareSet>::new(board);
    let places = Scan::ALL.map(|scan| {
        let order = |&slot: &usize| scan.order(board.coord(layout.squares()[slot]));
        let mut slots: Vec<usize> = (0..layout.squares().len()).collect();
        slots.sort_by_key(order);
        let mut place_of = vec![0; slots.len()];
        slots
            .iter()
            .enumerate()
            .for_each(|(i, &slot)| place_of[slot] = i);
        place_of
    });
    // One tally a scan, and the last for the best scan of each state.
    let mut tallies = [(0u64, 0u32); 9];
    let mut most_rooms = 0;
    for state in 0..graph.n_states() as u32 {
        let mut best = u32::MAX;
        for (place_of, tally) in places.iter().zip(&mut tallies) {
            let slots = layout.slots(graph.key(state));
            let mut places: Vec<usize> = slots.map(|slot| place_of[slot]).collect();
            places.sort_unstable();
            let bits = ed22::encode_boxes(&places).len() as u32 + ed22::ROOM_BITS;
            tell(tally, bits);
            best = best.min(bits);
        }
        tell(&mut tallies[8], best + 3);
        most_rooms = most_rooms.max(reach.areas(&graph.state(state).boxes).len());
    }
    let size = |name: String, (sum, most_bits): (u64, u32)| EncodingSize {
        name,
        mean_bits: sum as f64 / graph.n_states() as f64,
        most_bits,
    };
    let mut sizes: Vec<EncodingSize> = (0..8)
        .map(|i| size(format!("ED2.2 {}", Scan::ALL[i].name()), tallies[i]))
        .collect();
    sizes.push(size(
        "ED2.2 in the best of the eight for each state".into(),
        tallies[8],
    ));
    (sizes, most_rooms)
}

fn tell(tally: &mut (u64, u32), bits: u32) {
    tally.0 += u64::from(bits);
    tally.1 = tally.1.max(bits);
}
