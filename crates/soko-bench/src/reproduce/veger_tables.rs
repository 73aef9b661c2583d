//! Veger's Tables 2 and 3: two positions of the first level of the original set, digit
//! by digit.

use super::findings::{Cell, Check, FindingsTable};
use soko_core::facts::live_squares;
use soko_core::{Level, Squares};
use soko_graph::ed22::{self, BitString};

/// A printed row: what it is called, the length of its digits, and the cells.
type Printed = (&'static str, u32, [&'static str; 6]);

/// Table 2.
const TABLE_2: [Printed; 1] = [(
    "2 bits",
    2,
    ["00", "11 01", "01", "01", "11 11 11 01", "10"],
)];
/// Table 3.
const TABLE_3: [Printed; 3] = [
    (
        "2 bits",
        2,
        [
            "00",
            "01",
            "11 10",
            "11 11 11 10",
            "11 11 10",
            "11 11 11 01",
        ],
    ),
    (
        "3 bits",
        3,
        ["000", "001", "101", "111 100", "111 001", "111 011"],
    ),
    (
        "4 bits",
        4,
        ["0000", "0001", "0101", "1011", "1000", "1010"],
    ),
];

/// Both tables, from the boards of Figures 6 and 7.
pub(super) fn tables(start: &Level, partly_solved: &Level) -> Vec<FindingsTable> {
    let second = table(
        "Table 2: the start of Figure 6, encoded",
        start,
        [1, 6, 8, 10, 21, 24],
        [0, 4, 1, 1, 10, 2],
        &TABLE_2,
    );
    let mut third = table(
        "Table 3: the position of Figure 7, encoded",
        partly_solved,
        [1, 3, 9, 21, 30, 41],
        [0, 1, 5, 11, 8, 10],
        &TABLE_3,
    );
    let note = "Footnote 4 prints 11100 for a distance of 30 at five bits, which is 28; it is \
                11110.";
    third.notes.push(note.to_owned());
    vec![second, third]
}

fn table(
    title: &str,
    level: &Level,
    numbers: [usize; 6],
    distances: [usize; 6],
    printed: &[Printed],
) -> FindingsTable {
    let boxes = (1..=6).map(|n| format!("box {n}"));
    let mut table = FindingsTable::new(title, std::iter::once(String::new()).chain(boxes));
    // 1. The numbers of the boxes' valid squares, and the squares between them.
    let valid = live_squares(level.board());
    let numbered = valid.iter().enumerate();
    let with_box = numbered.filter(|(_, square)| level.boxes().contains(*square));
    let places: Vec<usize> = with_box.map(|(place, _)| place).collect();
    let ours_between = ed22::distances(&places);
    let ours_numbers: Vec<usize> = places.iter().map(|place| place + 1).collect();
    let row = |name: &str, theirs: [usize; 6], ours: &[usize]| {
        let cells = theirs.iter().zip(ours).map(|(a, b)| Cell::compared(a, b));
        std::iter::once(name.into()).chain(cells).collect()
    };
    table.rows.push(row("valid square", numbers, &ours_numbers));
    table.rows.push(row("distance", distances, &ours_between));
    // 2. The digits, at each length of a digit.
    for (name, n_bits, theirs) in printed {
        let ours = ours_between.iter().map(|&d| digits(d, *n_bits));
        let cells = theirs.iter().zip(ours).map(|(a, b)| Cell::compared(a, b));
        table
            .rows
            .push(std::iter::once((*name).into()).chain(cells).collect());
    }
    let cells = table.rows.iter().flatten();
    let agree = cells.filter(|cell| cell.agrees()).count();
    let of = 6 * table.rows.len();
    table.checks.push(Check::all("cells", agree, of));
    table
}

/// A distance as the paper writes it: its digits with spaces between them.
fn digits(distance: usize, n_bits: u32) -> String {
    let mut bits = BitString::default();
    ed22::push_distance(&mut bits, distance, n_bits);
    let all: Vec<char> = bits.to_string().chars().collect();
    let words = all.chunks(n_bits as usize).map(String::from_iter);
    words.collect::<Vec<_>>().join(" ")
}
