//! Levels for planners, in the planning domain definition language, and plans back.
//!
//! A planner wants two texts: the [`DOMAIN`], which says how the man moves and is
//! the same for every level, and a [`problem`], which says what one level looks like.
//! The words are those of the domain `sokoban-sequential` of the planning
//! competitions, so that tools which know it know ours: squares are locations that
//! are `clear` or not, `move-dir` joins neighbours, boxes are stones, and a push to a
//! goal is another action than a push to any other square. Only pushes cost anything:
//! a planner that proves its plan cheapest has proved the fewest pushes.
//!
//! What a planner answers is a list of actions. [`read_plan`] reads it as planners
//! write it and carries it out, so that the first action which the domain does not
//! allow is told by its line; the referee then judges the steps like any others.
//!
//! Names are by column and row from 1, as in `pos-3-2`.

mod plan;
mod problem;

pub use plan::read_plan;
pub use problem::problem;

use soko_core::{Coord, Direction};

/// The action of a push onto a square of one kind, and what it says of the box.
macro_rules! push {
    ($name:literal, $square:literal, $effect:literal) => {
        concat!(
            "
  (:action ",
            $name,
            "
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and
      (move-dir ?ppos ?from ?dir)
      (move-dir ?from ?to ?dir)
      (",
            $square,
            " ?to)
      (at ?p ?ppos)
      (at ?s ?from)
      (clear ?to))
    :effect (and
      (not (at ?p ?ppos)) (at ?p ?from)
      (not (at ?s ?from)) (at ?s ?to)
      (not (clear ?to)) (clear ?ppos)
      ",
            $effect,
            "
      (increase (total-cost) 1)))"
        )
    };
}

/// The rules, for any level.
pub const DOMAIN: &str = concat!(
    "\
; Sokoban, one man. Only pushes cost.
(define (domain sokoban-sequential)
  (:requirements :typing :action-costs)
  (:types
    thing location direction - object
    player stone - thing)
  (:predicates
    (clear ?l - location)
    (at ?t - thing ?l - location)
    (at-goal ?s - stone)
    (is-goal ?l - location)
    (is-nongoal ?l - location)
    (move-dir ?from ?to - location ?dir - direction))
  (:functions (total-cost) - number)

  (:action move
    :parameters (?p - player ?from ?to - location ?dir - direction)
    :precondition (and
      (move-dir ?from ?to ?dir)
      (at ?p ?from)
      (clear ?to))
    :effect (and
      (not (at ?p ?from)) (at ?p ?to)
      (not (clear ?to)) (clear ?from)))
",
    push!("push-to-nongoal", "is-nongoal", "(not (at-goal ?s))"),
    "\n",
    push!("push-to-goal", "is-goal", "(at-goal ?s)"),
    ")\n"
);

/// The man's name.
const PLAYER: &str = "player-1";

/// The name of a square.
fn location(at: Coord) -> String {
    format!("pos-{}-{}", at.col + 1, at.row + 1)
}

/// The name of a box, numbered from 1 in reading order.
fn stone(index: usize) -> String {
    format!("stone-{}", index + 1)
}

/// The name of a direction.
const fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "dir-up",
        Direction::Down => "dir-down",
        Direction::Left => "dir-left",
        Direction::Right => "dir-right",
    }
}
