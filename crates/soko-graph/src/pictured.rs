//! What exports and pictures ask of a state graph, whatever its game: how a state
//! looks, and what is done along an edge. Sokoban's graphs answer here, those of other
//! games where they are made.

use crate::{Solvable, StateGraph, Successors};
use soko_format::picture::Scene;

/// What is done along an edge, as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The row of what is moved, from 1.
    pub row: u32,
    /// The column, from 1.
    pub column: u32,
    /// The letter of the direction, a capital for a push.
    pub direction: char,
}

/// A state graph that can be told in rows and drawn.
pub trait Pictured: Solvable {
    /// What an edge counts as: `pushes` or `steps`.
    const MEASURE: &'static str;

    /// The columns and rows of the board.
    fn size(&self) -> (u32, u32);

    /// A state as a picture.
    fn scene(&self, state: u32) -> Scene;

    /// What is done along an edge, given by the state that it leaves and its place
    /// among the edges from there; none where that is not known.
    fn deed(&self, from: u32, place: usize) -> Option<Deed>;
}

impl Pictured for StateGraph {
    const MEASURE: &'static str = "pushes";

    fn size(&self) -> (u32, u32) {
        let board = self.level().board();
        (board.width(), board.height())
    }

    fn scene(&self, state: u32) -> Scene {
        let level = self.level();
        Scene::of(&level.picture(&self.shown(state)), Some(level), &[])
    }

    fn deed(&self, from: u32, place: usize) -> Option<Deed> {
        let push = self.push(from, self.successors(from)[place])?;
        let at = self.level().board().coord(push.from);
        Some(Deed {
            row: at.row + 1,
            column: at.col + 1,
            direction: push.direction.letter().to_ascii_uppercase(),
        })
    }
}
