//! Kernels against their plain rivals, as ratios within one run.
//!
//! Each pair is first checked for equal results, then timed in turns; the least of
//! several times counts, so that a busy machine disturbs both sides alike. `make
//! bench-micro` prints the ratios and fails where one falls below its promise.

use soko_bench::suite;
use soko_core::{
    Board, Direction, Level, Reach, Setup, SplitMix, Square, SquareSet, Squares, State,
};
use soko_core::{pushes, with_width};
use soko_format::read_collection;
use std::collections::VecDeque;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let mut is_well = true;
    is_well &= promise("the man's area, against a queue", flood_ratio(), 3.0);
    let (reading, checking) = parsing_ratios();
    is_well &= promise("reading Sven_1623, against soukoban", reading, 3.0);
    println!("the same with all levels checked: {checking:.2} times as fast");
    if !is_well {
        std::process::exit(1);
    }
}

fn promise(what: &str, ratio: f64, least: f64) -> bool {
    println!("{what}: {ratio:.2} times as fast (promised: {least})");
    ratio >= least
}

/// How many times faster we read the largest public collection than the crate
/// soukoban does: boards and notes alone, and with every level checked.
fn parsing_ratios() -> (f64, f64) {
    let bytes = suite::bytes("Sven_1623").expect("the public collections are there");
    let text = String::from_utf8(bytes).expect("this one is UTF-8");
    let theirs = || -> Vec<soukoban::level::Level> {
        let levels = soukoban::level::Level::load_from_str(&text);
        levels.map(|level| level.expect("sound")).collect()
    };
    let ours = || read_collection(text.as_bytes());
    let (they_read, we_read) = (theirs(), ours());
    assert_eq!(they_read.len(), we_read.entries.len());
    for (level, entry) in they_read.iter().zip(&we_read.entries) {
        let setup: Setup = level.map().to_string().parse().expect("a board");
        assert_eq!(setup.to_string(), entry.setup.to_string());
        let title = level.metadata().get("title").map(String::as_str);
        assert_eq!(title, entry.title());
    }
    let checked = || {
        let levels = ours().entries.into_iter();
        levels.filter(|entry| entry.level().is_ok()).count()
    };
    assert_eq!(checked(), they_read.len());
    let (slow, fast) = race(|| drop(black_box(theirs())), || drop(black_box(ours())));
    let (again, checking) = race(
        || drop(black_box(theirs())),
        || {
            black_box(checked());
        },
    );
    (
        slow.as_secs_f64() / fast.as_secs_f64(),
        again.as_secs_f64() / checking.as_secs_f64(),
    )
}

/// The least time of each of two jobs, done in turns.
fn race(mut a: impl FnMut(), mut b: impl FnMut()) -> (Duration, Duration) {
    let time = |job: &mut dyn FnMut()| {
        let begin = Instant::now();
        job();
        begin.elapsed()
    };
    let mut least = (Duration::MAX, Duration::MAX);
    for _ in 0..15 {
        least.0 = least.0.min(time(&mut a));
        least.1 = least.1.min(time(&mut b));
    }
    least
}

/// How many times faster the bits are than a queue, over positions of random play on
/// all XSokoban levels.
fn flood_ratio() -> f64 {
    let entries = suite::collection("XSokoban_90").expect("the public collections are there");
    let (mut queue, mut bits) = (Duration::ZERO, Duration::ZERO);
    for entry in entries {
        let level = Level::from_setup(entry.setup).expect("XSokoban levels are sound");
        let n_squares = level.board().n_squares();
        let (a, b) = with_width!(n_squares, S => race_floods::<S>(&level));
        queue += a;
        bits += b;
    }
    queue.as_secs_f64() / bits.as_secs_f64()
}

fn race_floods<S: Squares>(level: &Level) -> (Duration, Duration) {
    let board = level.board();
    let reach = Reach::<S>::new(board);
    let plain = PlainBoard::new(board);
    let positions = positions(level);
    let for_bits: Vec<(S, Square)> = positions
        .iter()
        .map(|state| (board.convert(&state.boxes), state.man))
        .collect();
    let for_queue: Vec<(Vec<bool>, usize)> = positions
        .iter()
        .map(|state| {
            (
                plain.boxes(board, &state.boxes),
                plain.place(board, state.man),
            )
        })
        .collect();
    for ((boxes, man), (plain_boxes, place)) in for_bits.iter().zip(&for_queue) {
        let area = reach.area(boxes, *man);
        let seen = plain.area(plain_boxes, *place);
        for square in board.squares() {
            assert_eq!(area.contains(square), seen[plain.place(board, square)]);
        }
    }
    race(
        || {
            for _ in 0..20 {
                for (boxes, man) in &for_queue {
                    black_box(plain.area(black_box(boxes), *man));
                }
            }
        },
        || {
            for _ in 0..20 {
                for (boxes, man) in &for_bits {
                    black_box(reach.area(black_box(boxes), *man));
                }
            }
        },
    )
}

/// The rival: a grid of cells, a queue of places, and flags for what was seen.
struct PlainBoard {
    width: usize,
    walls: Vec<bool>,
}

impl PlainBoard {
    fn new(board: &Board) -> PlainBoard {
        let width = board.width() as usize;
        let mut walls = vec![true; width * board.height() as usize];
        let plain = |square| {
            let at = board.coord(square);
            at.row as usize * width + at.col as usize
        };
        for square in board.squares() {
            walls[plain(square)] = false;
        }
        PlainBoard { width, walls }
    }

    fn place(&self, board: &Board, square: Square) -> usize {
        let at = board.coord(square);
        at.row as usize * self.width + at.col as usize
    }

    fn boxes(&self, board: &Board, boxes: &SquareSet) -> Vec<bool> {
        let mut flags = vec![false; self.walls.len()];
        for square in boxes.iter() {
            flags[self.place(board, square)] = true;
        }
        flags
    }

    fn area(&self, boxes: &[bool], man: usize) -> Vec<bool> {
        let mut seen = vec![false; self.walls.len()];
        let mut queue = VecDeque::from([man]);
        seen[man] = true;
        while let Some(place) = queue.pop_front() {
            for direction in Direction::ALL {
                // Walls all round keep the man off the rim.
                let (rows, cols) = direction.offset();
                let step = rows as isize * self.width as isize + cols as isize;
                let next = place.wrapping_add_signed(step);
                if !self.walls[next] && !boxes[next] && !seen[next] {
                    seen[next] = true;
                    queue.push_back(next);
                }
            }
        }
        seen
    }
}

/// The start and what random play makes of it.
fn positions(level: &Level) -> Vec<State> {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let mut random = SplitMix(3);
    let mut state = level.start();
    let mut positions = Vec::new();
    for _ in 0..32 {
        positions.push(state.clone());
        let area = reach.area(&state.boxes, state.man);
        let possible: Vec<_> = pushes(board, &state.boxes, &area).collect();
        let Some(push) = possible.get(random.below(possible.len().max(1))) else {
            break;
        };
        push.apply(board, &mut state.boxes);
        state.man = push.from;
    }
    positions
}
