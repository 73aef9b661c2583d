//! Perft against golden counts, and the naive implementation that made them.
//!
//! A golden file has a line `depth N`, the board, and one line
//! `depth states sequences` for each depth. To add a level, write the first two
//! parts and run the tests with `SOKO_BLESS=1`: the naive implementation below
//! fills in the counts.

use soko_core::{Level, perft};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

type Spot = (i32, i32);

const STEPS: [Spot; 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

fn add(a: Spot, b: Spot) -> Spot {
    (a.0 + b.0, a.1 + b.1)
}

/// Everything naive: sets of coordinates, recursion, no numbering of squares.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    boxes: BTreeSet<Spot>,
    man: Spot,
}

struct Walls(BTreeSet<Spot>);

impl Walls {
    fn read(rows: &[&str]) -> (Walls, Naive) {
        let mut walls = BTreeSet::new();
        let mut start = Naive {
            boxes: BTreeSet::new(),
            man: (0, 0),
        };
        for (row, line) in rows.iter().enumerate() {
            for (col, c) in line.chars().enumerate() {
                let at = (row as i32, col as i32);
                match c {
                    '#' => drop(walls.insert(at)),
                    '$' | '*' => drop(start.boxes.insert(at)),
                    '@' | '+' => start.man = at,
                    _ => {}
                }
            }
        }
        (Walls(walls), start)
    }

    fn walk(&self, boxes: &BTreeSet<Spot>, at: Spot, seen: &mut BTreeSet<Spot>) {
        if !self.0.contains(&at) && !boxes.contains(&at) && seen.insert(at) {
            for step in STEPS {
                self.walk(boxes, add(at, step), seen);
            }
        }
    }

    /// Sequences of `depth` pushes, one by one; their last states are collected.
    fn count(&self, state: &Naive, depth: usize, ends: &mut HashMap<Naive, u128>) {
        let mut area = BTreeSet::new();
        self.walk(&state.boxes, state.man, &mut area);
        if depth == 0 {
            let canonical = Naive {
                boxes: state.boxes.clone(),
                man: *area.first().unwrap(),
            };
            *ends.entry(canonical).or_default() += 1;
            return;
        }
        for &from in &state.boxes {
            for step in STEPS {
                let behind = (from.0 - step.0, from.1 - step.1);
                let to = add(from, step);
                let is_free = !self.0.contains(&to) && !state.boxes.contains(&to);
                if area.contains(&behind) && is_free {
                    let mut boxes = state.boxes.clone();
                    boxes.remove(&from);
                    boxes.insert(to);
                    self.count(&Naive { boxes, man: from }, depth - 1, ends);
                }
            }
        }
    }

    fn row(&self, start: &Naive, depth: usize) -> String {
        let mut ends = HashMap::new();
        self.count(start, depth, &mut ends);
        let sequences: u128 = ends.values().sum();
        format!("{depth} {} {sequences}", ends.len())
    }
}

struct Golden {
    name: String,
    path: PathBuf,
    depth: usize,
    board: Vec<String>,
    counts: Vec<String>,
}

fn golden_files() -> Vec<Golden> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<Golden> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let depth = text.lines().next().unwrap().strip_prefix("depth ").unwrap();
            let is_board = |line: &&str| line.contains('#');
            let lines = || text.lines().skip(1);
            Golden {
                name: path.file_stem().unwrap().to_string_lossy().into_owned(),
                depth: depth.parse().unwrap(),
                board: lines().filter(is_board).map(String::from).collect(),
                counts: lines().filter(|l| !is_board(l)).map(String::from).collect(),
                path,
            }
        })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(files.len() >= 6);
    files
}

#[test]
fn the_rules_give_the_golden_counts() {
    for golden in golden_files() {
        let level: Level = golden.board.join("\n").parse().unwrap();
        let counts: Vec<String> = perft(&level, golden.depth)
            .iter()
            .map(|row| format!("{} {} {}", row.depth, row.states, row.sequences))
            .collect();
        assert_eq!(counts, golden.counts, "{}", golden.name);
    }
}

#[test]
fn the_naive_implementation_still_gives_the_golden_counts() {
    let bless = std::env::var_os("SOKO_BLESS").is_some();
    for golden in golden_files() {
        let rows: Vec<&str> = golden.board.iter().map(String::as_str).collect();
        let (walls, start) = Walls::read(&rows);
        // The last depths take the naive count long; they are only written.
        let depths = if bless {
            golden.depth
        } else {
            golden.depth.min(4)
        };
        let counts: Vec<String> = (0..=depths).map(|d| walls.row(&start, d)).collect();
        if bless {
            let board = golden.board.join("\n");
            let text = format!("depth {}\n{board}\n{}\n", golden.depth, counts.join("\n"));
            std::fs::write(&golden.path, text).unwrap();
        } else {
            assert_eq!(counts, golden.counts[..=depths], "{}", golden.name);
        }
    }
}
