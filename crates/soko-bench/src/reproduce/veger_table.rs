//! Veger's Table 4, published and measured.

use soko_core::{Level, Squares, facts};
use soko_graph::{Folding, Rules, StateHash, TooWide, explore_hashed, solution_factor};
use soko_search::Control;

/// States and components.
pub type Counts = (usize, usize);

/// One row of Table 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Valid squares.
    pub size: usize,
    /// Boxes.
    pub boxes: usize,
    /// With the exact hash.
    pub one_to_one: Counts,
    /// With the man's room forgotten.
    pub no_man: Counts,
    /// With pairs of bits joined.
    pub two_digit: Counts,
    /// With threes of bits joined.
    pub three_odd_parity: Counts,
    /// The solution factor of the exact graph.
    pub solution_factor: f64,
}

/// A published row; its 3-odd-parity column repeats its 2-digit column.
const fn row(
    size: usize,
    boxes: usize,
    one_to_one: Counts,
    no_man: Counts,
    two_digit: Counts,
    solution_factor: f64,
) -> Row {
    Row {
        size,
        boxes,
        one_to_one,
        no_man,
        two_digit,
        three_odd_parity: two_digit,
        solution_factor,
    }
}

/// Table 4 as published: Microban 1 to 25.
pub const PUBLISHED: [Row; 25] = [
    row(9, 2, (22, 11), (21, 11), (3, 1), 0.0625),
    row(5, 3, (9, 2), (9, 2), (1, 1), 1.0),
    row(11, 2, (83, 61), (44, 32), (5, 4), 0.002315),
    row(8, 3, (56, 4), (56, 4), (4, 2), 1.0),
    row(12, 4, (496, 10), (495, 9), (1, 1), 1.0),
    row(14, 3, (465, 143), (212, 66), (4, 1), 0.000457),
    row(12, 6, (922, 18), (922, 18), (28, 2), 1.0),
    row(15, 2, (133, 102), (64, 44), (2, 1), 0.00029),
    row(8, 2, (19, 17), (14, 11), (1, 1), 0.125),
    row(14, 3, (161, 73), (66, 41), (2, 2), 0.001157),
    row(13, 2, (92, 21), (62, 18), (5, 4), 0.035714),
    row(9, 2, (35, 32), (24, 14), (1, 1), 0.03858),
    row(14, 3, (409, 125), (275, 96), (1, 1), 0.003105),
    row(6, 2, (15, 3), (12, 4), (3, 1), 1.0),
    row(8, 2, (36, 12), (21, 15), (1, 1), 0.125),
    row(21, 3, (1515, 780), (1267, 536), (1, 1), 2.87833e-8),
    row(9, 3, (72, 19), (64, 19), (3, 1), 0.340278),
    row(13, 2, (91, 43), (71, 27), (2, 1), 0.002344),
    row(11, 2, (75, 47), (16, 6), (1, 1), 0.002604),
    row(12, 2, (74, 35), (44, 14), (7, 1), 0.029412),
    row(5, 2, (11, 3), (8, 4), (3, 2), 1.0),
    row(12, 2, (72, 13), (66, 15), (6, 2), 0.010204),
    row(11, 2, (24, 8), (24, 8), (2, 1), 1.0),
    row(10, 2, (63, 42), (44, 26), (1, 1), 0.007937),
    row(9, 3, (97, 17), (84, 25), (1, 1), 1.0),
];

/// Our row for a level.
pub fn measure(level: &Level) -> Result<Row, TooWide> {
    let counts = |hash| -> Result<Counts, TooWide> {
        let rules = Rules::default();
        let graph = explore_hashed(level, &rules, hash, &mut Control::default())?;
        let folding = Folding::new(&graph);
        Ok((graph.n_states(), folding.n_components()))
    };
    let rules = Rules::default();
    let graph = soko_graph::explore(level, &rules, 1, &mut Control::default())?;
    let folding = Folding::new(&graph);
    Ok(Row {
        size: facts::live_squares(level.board()).len(),
        boxes: level.n_boxes(),
        one_to_one: (graph.n_states(), folding.n_components()),
        no_man: counts(StateHash::NoMan)?,
        two_digit: counts(StateHash::TwoDigit)?,
        three_odd_parity: counts(StateHash::ThreeOddParity)?,
        solution_factor: solution_factor(&folding).value,
    })
}

/// Whether a factor is the published one as far as it is printed: six decimals,
/// or six digits where it is smaller than that.
pub fn same_factor(published: f64, ours: f64) -> bool {
    (published - ours).abs() <= (published * 5e-6).clamp(f64::MIN_POSITIVE, 5.1e-7)
        || (published - ours).abs() <= 5.1e-7 && published > 1e-5
}
