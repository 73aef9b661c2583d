//! Small solvable levels by random pulls.
//!
//! Walls are strewn in a small room, goals are chosen, boxes are put on goals,
//! and the man pulls at random. Whatever he reaches can be pushed back, so every
//! level is solvable. Boards vary in size, walls, boxes and spare goals, so that
//! rare shapes come up.

use soko_core::{Cell, Coord, Level, Pull, Setup, SplitMix, Square, Squares, State, pulls};
use soko_core::{Reach, SquareSet};

/// A small level; the same generator state gives the same level.
pub fn pulled_level(random: &mut SplitMix) -> Level {
    loop {
        if let Some(level) = attempt(random) {
            return level;
        }
    }
}

fn attempt(random: &mut SplitMix) -> Option<Level> {
    let floor = floor(random);
    let free: Vec<Coord> = floor
        .cells()
        .filter(|&(_, cell)| cell == Cell::Floor)
        .map(|(at, _)| at)
        .collect();
    // A solved board, with a goal or two to spare now and then, from which boxes are
    // pulled about.
    let n_boxes = 2 + random.below(5);
    let n_spare = if random.below(5) == 0 {
        1 + random.below(2)
    } else {
        0
    };
    let goals = choose(random, &free, n_boxes + n_spare)?;
    let mut setup = floor;
    for (i, &goal) in goals.iter().enumerate() {
        let cell = if i < n_boxes {
            Cell::BoxOnGoal
        } else {
            Cell::Goal
        };
        setup.set(goal, cell);
    }
    let man = free[random.below(free.len())];
    if goals.contains(&man) {
        return None;
    }
    setup.set(man, Cell::Man);
    let solved = Level::from_setup(setup).ok()?;
    let start = pull_about(random, &solved);
    (!start.boxes.is_subset(solved.board().goals())).then(|| solved.with_start(&start))
}

/// A ring of walls with walls strewn inside.
fn floor(random: &mut SplitMix) -> Setup {
    let (width, height) = (5 + random.below(6) as u32, 5 + random.below(5) as u32);
    let thin = 3 + random.below(5);
    let mut setup = Setup::new(width, height);
    let all: Vec<Coord> = setup.cells().map(|(at, _)| at).collect();
    for at in all {
        let is_ring = at.row == 0 || at.col == 0 || at.row + 1 == height || at.col + 1 == width;
        if is_ring || random.below(thin) == 0 {
            setup.set(at, Cell::Wall);
        }
    }
    setup
}

/// Goals: half of the time strewn, else close together as in a goal room.
fn choose(random: &mut SplitMix, free: &[Coord], n: usize) -> Option<Vec<Coord>> {
    if free.len() < n + 2 {
        return None;
    }
    let mut pool = free.to_vec();
    let together = random.below(2) == 0;
    let centre = pool[random.below(pool.len())];
    let distance = |at: &Coord| at.row.abs_diff(centre.row) + at.col.abs_diff(centre.col);
    if together {
        pool.sort_by_key(distance);
        pool.truncate(n + 1);
    }
    let mut goals = Vec::new();
    for _ in 0..n {
        goals.push(pool.swap_remove(random.below(pool.len())));
    }
    Some(goals)
}

fn pull_about(random: &mut SplitMix, solved: &Level) -> State {
    let board = solved.board();
    let reach = Reach::<SquareSet>::new(board);
    let mut state = solved.start();
    for _ in 0..20 + random.below(150) {
        let area = reach.area(&state.boxes, state.man);
        let options: Vec<Pull> = pulls(board, &state.boxes, &area).collect();
        if options.is_empty() {
            break;
        }
        let pull = options[random.below(options.len())];
        let (Some(to), Some(man)) = (pull.to(board), pull.man_after(board)) else {
            break;
        };
        state.boxes.shift(pull.from, to);
        state.man = man;
    }
    let squares: Vec<Square> = reach.area(&state.boxes, state.man).iter().collect();
    state.man = squares[random.below(squares.len())];
    state
}
