//! Rooms and corridors, played backwards at random.
//!
//! A few rectangles are joined by corridors, goals are laid in them, and boxes are
//! pulled about at random, the same box more often than not. The level is then solved:
//! with the fewest pushes if a search can prove that within its limit, else somehow.
//! Nothing here needs all positions to be known, so it also makes large levels.

use super::entry::Way;
use crate::Wish;
use crate::draft::Draft;
use crate::shape::{touches_all_sides, walls};
use crate::template::{size, with_goals};
use soko_core::{
    Cell, Coord, Level, Measure, Reach, Setup, SplitMix, SquareSet, Squares, State, pulls,
};
use soko_search::{Control, Counters, Limits};
use soko_solve::{Objective, Options, solve};

pub(super) const WAY: Way = Way {
    name: "rooms",
    about: "rooms with corridors, boxes pulled about at random; large levels too",
    make,
};

/// Positions that the search for the fewest pushes may expand, and that for any
/// solution.
const EXPANSIONS: [u64; 2] = [30_000, 20_000];

fn make(wish: &Wish, random: &mut SplitMix, control: &mut Control<'_>) -> Option<Draft> {
    let (width, height) = size(random, wish);
    let setup = rooms(random, width, height)?;
    let template = with_goals(random, wish, setup)?;
    let state = pulled_about(random, &template);
    if template.is_solved(&state.boxes) {
        return None;
    }
    solved(template.with_start(&state), control)
}

/// The draft of a level: with the fewest pushes, or with a solution at least.
fn solved(level: Level, control: &mut Control<'_>) -> Option<Draft> {
    let tries = [("astar", Objective::PUSHES), ("champion", Objective::Any)];
    for ((engine, objective), expansions) in tries.into_iter().zip(EXPANSIONS) {
        let options = Options {
            objective,
            ..Options::default()
        };
        let limits = Limits {
            expansions: Some(expansions),
            ..Limits::default()
        };
        let report = control.part(limits, Counters::default(), |part| {
            solve(engine, &level, &options, part)
        });
        let report = report.ok()?;
        if let Some(solution) = report.solution() {
            let moves = solution.verified.directions().collect();
            let is_fewest = solution.optimal == Some(Measure::Pushes);
            return Some(Draft {
                level,
                moves,
                is_fewest,
            });
        }
    }
    None
}

/// Rectangles of floor joined by corridors; none if they do not reach all sides.
fn rooms(random: &mut SplitMix, width: u32, height: u32) -> Option<Setup> {
    let mut setup = walls(width, height);
    let n_rooms = 2 + random.below(1 + (width * height / 40) as usize);
    let mut last: Option<Coord> = None;
    for _ in 0..n_rooms {
        let (wide, high) = (2 + random.below(3) as u32, 2 + random.below(3) as u32);
        let (wide, high) = (wide.min(width - 2), high.min(height - 2));
        let row = 1 + random.below((height - 1 - high) as usize) as u32;
        let col = 1 + random.below((width - 1 - wide) as usize) as u32;
        for r in row..row + high {
            for c in col..col + wide {
                setup.set(Coord::new(r, c), Cell::Floor);
            }
        }
        let inside = Coord::new(
            row + random.below(high as usize) as u32,
            col + random.below(wide as usize) as u32,
        );
        if let Some(from) = last {
            corridor(random, &mut setup, from, inside);
        }
        last = Some(inside);
    }
    touches_all_sides(&setup).then_some(setup)
}

/// A corridor with one bend, along the row or along the column first.
fn corridor(random: &mut SplitMix, setup: &mut Setup, from: Coord, to: Coord) {
    let bend = match random.below(2) {
        0 => Coord::new(from.row, to.col),
        _ => Coord::new(to.row, from.col),
    };
    for end in [from, to] {
        for row in end.row.min(bend.row)..=end.row.max(bend.row) {
            for col in end.col.min(bend.col)..=end.col.max(bend.col) {
                setup.set(Coord::new(row, col), Cell::Floor);
            }
        }
    }
}

/// Random pulls, going on with the same box more often than not.
fn pulled_about(random: &mut SplitMix, level: &Level) -> State {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let mut state = level.start();
    let mut last = None;
    for _ in 0..(10 + random.below(30)) * level.n_boxes() {
        let area = reach.area(&state.boxes, state.man);
        let all: Vec<_> = pulls(board, &state.boxes, &area).collect();
        let same: Vec<_> = all.iter().filter(|p| Some(p.from) == last).collect();
        let pull = match (&same[..], &all[..]) {
            (_, []) => break,
            ([_, ..], _) if random.below(5) < 3 => *same[random.below(same.len())],
            _ => all[random.below(all.len())],
        };
        let (Some(to), Some(man)) = (pull.to(board), pull.man_after(board)) else {
            break;
        };
        state.boxes.shift(pull.from, to);
        state.man = man;
        last = Some(to);
    }
    state
}
