//! The strongest engine: packing plans, macro moves and feature-space search.

mod blocks;
mod fess;
mod freeze;
mod ground;
mod plan;
mod roam;
mod rooms;
mod route;

use crate::deadlock::{Detectors, Techniques};
use blocks::Blocks;
use fess::{Fess, Step};
use ground::Ground;
use plan::Plan;
use roam::{Kind, Roamer};
use rooms::Rooms;
use soko_core::{Direction, Level, Push, Square, Squares, with_width};
use soko_search::{Control, Counters, StopReason};

/// What the champion found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The pushes of a solution.
    pub pushes: Vec<Push>,
    /// The strategy that found it.
    pub strategy: &'static str,
}

/// Looks for any solution.
pub fn solve(
    level: &Level,
    control: &mut Control<'_>,
    counters: &mut Counters,
) -> Result<Option<Found>, StopReason> {
    with_width!(level.board().n_squares(), S => solve_with::<S>(level, control, counters))
}

fn solve_with<S: Squares>(
    level: &Level,
    control: &mut Control<'_>,
    counters: &mut Counters,
) -> Result<Option<Found>, StopReason> {
    let ground = Ground::<S>::new(level);
    let rooms = Rooms::new(level.board(), &ground);
    let mut detectors = Detectors::new(level.board(), Techniques::ALL);
    let mut seed = 0;
    let mut slice = 1u64 << 40;
    loop {
        let plan = Plan::find(&ground, seed);
        let mut fess = Fess::new(&ground, &rooms, plan, &mut detectors);
        let step = fess.run(slice, &mut detectors, control, counters);
        match step? {
            Step::Solved(node) => {
                let line = fess.line(node);
                let pushes = pushes_of_line(&ground, &line);
                let strategy = "packing plan";
                return Ok(Some(Found { pushes, strategy }));
            }
            Step::Exhausted => return Ok(None),
            Step::Going => {}
        }
        seed += 1;
        slice *= 2;
    }
}

/// Spells macro moves out as pushes.
fn pushes_of_line<S: Squares>(ground: &Ground<S>, line: &[(u16, u16, u8)]) -> Vec<Push> {
    let mut boxes = ground.start.clone();
    let mut man = ground.man;
    let mut blocks = Blocks::new(ground.n);
    let mut roamer = Roamer::new(ground.n);
    let mut pushes = Vec::new();
    for &(from, to, side) in line {
        let area = ground.reach.area(&boxes, man);
        let mut free = ground.free_squares(&boxes);
        let first_side = (0..4)
            .find(|&s| {
                let there = ground.next[from as usize][s];
                (there as usize) < ground.n && area.contains(Square(there))
            })
            .expect("the man can reach the box");
        free[from as usize] = true;
        blocks.find(ground, &free);
        let at = from as usize;
        roamer.roam(
            ground,
            &free,
            &blocks,
            Kind::Push,
            at,
            first_side,
            &ground.live,
        );
        let index = roamer
            .stops
            .iter()
            .position(|stop| {
                stop.at == to && Roamer::is_same_class(ground, &free, &blocks, stop, side)
            })
            .expect("the macro move exists");
        for pair in roamer.path(index).windows(2) {
            let way = (0..4)
                .find(|&way| ground.next[pair[0] as usize][way] == pair[1])
                .expect("a push goes to a neighbour");
            pushes.push(Push {
                from: Square(pair[0]),
                direction: Direction::ALL[way],
            });
            man = Square(pair[0]);
        }
        boxes.shift(Square(from), Square(to));
    }
    pushes
}
