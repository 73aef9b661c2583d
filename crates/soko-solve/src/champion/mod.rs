//! The strongest engine: packing plans, macro moves and feature-space search.
//!
//! A portfolio of strategies over shared knowledge. Each strategy is a
//! feature-space search (`fess`) along a packing plan (`plan`); they differ in
//! the plan's order and in which features come first. They take turns with slices
//! that grow, so that run times with heavy tails are cut off early and no strategy
//! is starved for long. What one of them learns about deadlocks serves all.
//!
//! Small levels that resist the first slices are handed to A*, which either
//! solves them or proves that nobody can.
//!
//! Where the fewest pushes or moves are asked for, A* does all the work.
//!
//! With one thread and a limit on expansions a run is the same every time.

mod blocks;
mod fess;
mod freeze;
mod ground;
mod plan;
mod portfolio;
mod roam;
mod rooms;
mod route;

use crate::{EngineEntry, Goal};
use blocks::Blocks;
use ground::Ground;
use roam::{Kind, Roamer};
use soko_core::{Direction, Push, Square, Squares};

/// The engine's entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "champion",
    summary: "packing plans, macro moves and feature-space search in a portfolio",
    paper: "after Shoham and Schaeffer, The FESS Algorithm (2020)",
    complete: false,
    goals: &[Goal::Any, Goal::Pushes, Goal::Moves],
    cost: "thousands of positions a second, one or two kilobytes each",
    run: portfolio::run,
};

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
