//! Counts of levels with one room and with two, against the naive implementation and
//! against what follows for two from one. `make billion` goes on to four.

use crate::naive::rooms::{Expected, Room};
use crate::naive::{Memory, Naive};
use soko_core::Level;
use soko_graph::count::{CountOptions, Spread, count};
use soko_graph::{Rules, with_steps};
use soko_search::Control;

const ROOMS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../testdata/rooms.xsb"
));

fn level(n_rooms: usize) -> Level {
    let collection = soko_format::read_collection(ROOMS.as_bytes());
    collection.entries[n_rooms - 1].level().unwrap()
}

fn counted(level: &Level, options: &CountOptions) -> Expected {
    let run = |steps: &dyn soko_graph::count::Steps| count(steps, options, &mut Control::default());
    let counts = with_steps!(level, &Rules::default(), steps => run(&steps).counts).unwrap();
    Expected {
        layers: counts.layers,
        solved_layers: counts.solved_layers,
        alive_layers: counts.alive_layers,
        edges: counts.edges,
    }
}

#[test]
fn rooms_multiply() {
    let one = level(1);
    let naive = Naive::new(&one.setup().to_string());
    let graph = naive.explore(Memory::Exact, usize::MAX).unwrap();
    let room = Room::of(&naive, &graph, (4, 6));
    assert_eq!(room.times(1), Expected::of(&graph));
    assert_eq!(
        counted(&one, &CountOptions::default()),
        Expected::of(&graph)
    );
    let expected = room.times(2);
    for (threads, shard_bits, seed) in [(1, 6, 0), (2, 0, 1), (3, 11, 2)] {
        let options = CountOptions {
            threads,
            spread: Spread { shard_bits, seed },
            ..CountOptions::default()
        };
        assert_eq!(counted(&level(2), &options), expected, "{options:?}");
    }
    assert_eq!(expected.layers.iter().sum::<u64>(), 56_000);
}
