//! The man's single steps between states that are numbers: a walk to a square beside him, or
//! a push.
//!
//! A state is the boxes and the man's very square, so each step costs one move, and layers of
//! steps are layers of moves. There are as many more states than with areas as an area has
//! squares, but a step needs no flood and changes the boxes only where it is a push.

use super::Steps;
use super::ranks::Ranks;
use super::steps::TooMany;
use crate::KeyLayout;
use soko_core::{Direction, Level, Square, Squares};

/// The single steps of one level.
pub struct SingleSteps<'a, S> {
    level: &'a Level,
    ranks: Ranks,
    goals: S,
    solved_rank: Option<u64>,
    /// The square beside each, by direction; the square itself where there is a wall.
    beside: Vec<[Square; 4]>,
    /// Where boxes can stand.
    slots: S,
}

/// A state as boxes and a man.
struct Scene<S> {
    rank: u64,
    boxes: S,
    man: Square,
}

impl<'a, S: Squares> SingleSteps<'a, S> {
    /// Prepares the tables of a level.
    ///
    /// # Errors
    ///
    /// If its states have numbers of too many bits.
    pub fn new(level: &'a Level, layout: &KeyLayout) -> Result<SingleSteps<'a, S>, TooMany> {
        let ranks = Ranks::new(layout, level.n_boxes()).ok_or(TooMany)?;
        let board = level.board();
        let goals = S::of(board.n_squares(), board.goals().iter());
        let is_one =
            goals.len() == level.n_boxes() && goals.iter().all(|s| layout.slot(s).is_some());
        let beside = |square| Direction::ALL.map(|d| board.neighbour(square, d).unwrap_or(square));
        Ok(SingleSteps {
            level,
            solved_rank: is_one.then(|| ranks.rank(&goals)),
            goals,
            ranks,
            beside: board.squares().map(beside).collect(),
            slots: S::of(board.n_squares(), layout.squares().iter().copied()),
        })
    }

    /// Hands over some states with their boxes, in their order.
    #[inline]
    fn for_each(&self, states: &[u64], mut tell: impl FnMut(&Scene<S>)) {
        let (groups, rest) = states.as_chunks::<4>();
        for &group in groups {
            self.scenes(group).iter().for_each(&mut tell);
        }
        for &state in rest {
            self.scenes([state]).iter().for_each(&mut tell);
        }
    }

    #[inline]
    fn scenes<const N: usize>(&self, states: [u64; N]) -> [Scene<S>; N] {
        let parts = states.map(|state| self.ranks.parts(state));
        let boxes = self.ranks.boxes_of(parts.map(|(rank, _)| rank));
        let mut boxes = boxes.into_iter();
        parts.map(|(rank, man)| Scene {
            rank,
            boxes: boxes.next().expect("as many as states"),
            man,
        })
    }

    /// The square beside one in a direction, if there is one.
    #[inline]
    fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        let next = self.beside[square.index()][direction as usize];
        (next != square).then_some(next)
    }

    /// The number of a state whose box has gone from one square to another.
    #[inline]
    fn shifted(&self, scene: &Scene<S>, way: [Square; 2], man: Square) -> u64 {
        let mut after = scene.boxes.clone();
        after.shift(way[0], way[1]);
        let rank = self.ranks.rank_after(scene.rank, &scene.boxes, &after, way);
        self.ranks.number(rank, man)
    }

    /// Where the man's step in a direction leads.
    #[inline]
    fn step(&self, scene: &Scene<S>, direction: Direction) -> Option<u64> {
        let man = self.next(scene.man, direction)?;
        if !scene.boxes.contains(man) {
            return Some(self.ranks.number(scene.rank, man));
        }
        let to = self.next(man, direction)?;
        let is_free = self.slots.contains(to) && !scene.boxes.contains(to);
        is_free.then(|| self.shifted(scene, [man, to], man))
    }

    /// From where a step in a direction leads here: a walk, and a push.
    #[inline]
    fn undone(&self, scene: &Scene<S>, direction: Direction) -> [Option<u64>; 2] {
        let man = self.next(scene.man, direction.opposite());
        let Some(man) = man.filter(|&man| !scene.boxes.contains(man)) else {
            return [None; 2];
        };
        let pushed = self.next(scene.man, direction);
        let pushed = pushed.filter(|&s| scene.boxes.contains(s) && self.slots.contains(scene.man));
        [
            Some(self.ranks.number(scene.rank, man)),
            pushed.map(|pushed| self.shifted(scene, [pushed, scene.man], man)),
        ]
    }
}

impl<S: Squares + Send + Sync> Steps for SingleSteps<'_, S> {
    fn space(&self) -> u64 {
        self.ranks.space()
    }

    fn start(&self) -> u64 {
        let boxes: S = self.level.board().convert(self.level.boxes());
        self.ranks.number(self.ranks.rank(&boxes), self.level.man())
    }

    fn solved(&self) -> Option<Vec<u64>> {
        let rank = self.solved_rank?;
        let squares = self.level.board().squares();
        let men = squares.filter(|&man| !self.goals.contains(man));
        Some(men.map(|man| self.ranks.number(rank, man)).collect())
    }

    fn moves(&self, way: &[u64]) -> Option<Vec<Direction>> {
        let men = way.iter().map(|&state| self.ranks.parts(state).1);
        let men: Vec<Square> = men.collect();
        let step = |pair: &[Square]| {
            let goes_there = |&d: &Direction| self.next(pair[0], d) == Some(pair[1]);
            Direction::ALL.into_iter().find(goes_there)
        };
        men.windows(2).map(step).collect()
    }

    fn is_solved(&self, state: u64) -> bool {
        let rank = self.ranks.parts(state).0;
        match self.solved_rank {
            Some(solved) => rank == solved,
            None => {
                let [boxes]: [S; 1] = self.ranks.boxes_of([rank]);
                boxes.is_subset(&self.goals)
            }
        }
    }

    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        self.for_each(states, |scene| {
            out.extend((Direction::ALL.into_iter()).filter_map(|d| self.step(scene, d)));
        });
    }

    fn predecessors(&self, states: &[u64], out: &mut Vec<u64>) {
        self.for_each(states, |scene| {
            let before = Direction::ALL.map(|d| self.undone(scene, d));
            out.extend(before.into_iter().flatten().flatten());
        });
    }
}
