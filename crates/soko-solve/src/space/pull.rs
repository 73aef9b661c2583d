//! The space of pulls: the game played backwards from the goals.
//!
//! A state is the same as in the space of pushes, boxes and the man's area, with
//! the same key, so that searches from both ends can meet. The search starts from
//! every state with all boxes on goals: one for each area that the man may end
//! in, and if there are more goals than boxes, one for each choice of goals.
//!
//! Pulls onto squares that no box can be pushed to from its start are left out.
//! That is sound: a solution never has a box there.

use super::dead_pushes::DeadPushes;
use super::placement::Placement;
use super::placements::{Edges, EdgesOut, Frame, Placements};
use crate::deadlock::Technique;
use crate::switches::{Switch, Switches};
use soko_core::{Board, Direction, Level, Pull, Reach, Square, Squares, facts};
use soko_search::{Claims, Successor};

/// Levels with more choices of goals than this are not searched backwards.
const MAX_CHOICES: usize = 1000;

/// The space of pulls.
pub type PullSpace<S> = Placements<PullEdges<S>>;

/// The pulls of one level.
#[derive(Clone, Debug)]
pub struct PullEdges<S> {
    n_boxes: usize,
    /// Where boxes may be pulled to.
    box_squares: S,
    reach: Reach<S>,
    areas: bool,
}

impl<S: Squares> PullSpace<S> {
    /// The pulls of a level; none if there are too many choices of goals.
    pub fn new(level: &Level, switches: &Switches) -> Option<PullSpace<S>> {
        let board = level.board();
        let n_choices = choices(board.goals().len(), level.n_boxes());
        if n_choices > MAX_CHOICES {
            return None;
        }
        let mut box_squares = DeadPushes::<S>::new(board, switches).box_squares(level);
        let frame = Frame::new(level, &box_squares);
        if switches.tests().contains(Technique::DeadSquares) {
            box_squares.intersect_with(&facts::SafeSquares::new(level).forward_reachable);
        }
        let reach = Reach::new(board);
        let areas = switches.is_on(Switch::Areas);
        Some(Placements {
            frame: if areas { frame.by_area(&reach) } else { frame },
            edges: PullEdges {
                n_boxes: level.n_boxes(),
                box_squares: board.convert(&box_squares),
                reach,
                areas,
            },
        })
    }
}

impl<S: Squares> PullEdges<S> {
    /// Adds all pulls; `name_men` says under which squares of the man each is known,
    /// from his area and his own square.
    #[inline]
    fn pulls(
        &self,
        board: &Board,
        state: &Placement<S>,
        out: &mut EdgesOut<Self>,
        name_men: impl Fn(&dyn Fn() -> S, Square, &mut Vec<Square>),
    ) {
        let area = self.reach.area(&state.boxes, state.man);
        let mut men = Vec::new();
        for from in state.boxes.iter() {
            for direction in Direction::ALL {
                let pull = Pull { from, direction };
                let (Some(to), Some(man)) = (pull.to(board), pull.man_after(board)) else {
                    continue;
                };
                if !area.contains(to) || state.boxes.contains(man) || !self.box_squares.contains(to)
                {
                    continue;
                }
                // The area after the pull is made only if somebody wants it.
                let mut boxes = state.boxes.clone();
                boxes.shift(from, to);
                men.clear();
                let area_after = || self.reach.area_after(&area, &boxes, from, to, man);
                name_men(&area_after, man, &mut men);
                out.extend(men.iter().map(|&man| Successor {
                    action: pull,
                    cost: 1,
                    state: Placement {
                        boxes: boxes.clone(),
                        man,
                    },
                }));
            }
        }
    }

    /// Every set of goals that can hold the boxes. Sets grow by a goal at a time, and
    /// only such are kept as can be completed with the goals behind their last.
    fn solved_boxes(&self, board: &Board) -> Vec<S> {
        let goals: Vec<Square> = board.goals().iter().collect();
        let mut sets = vec![(S::empty(board.n_squares()), 0)];
        for n_after in (0..self.n_boxes).rev() {
            let candidates = &goals[..goals.len() - n_after];
            let mut larger = Vec::new();
            for (set, first) in &sets {
                for (i, &goal) in candidates.iter().enumerate().skip(*first) {
                    let mut set = set.clone();
                    set.insert(goal);
                    larger.push((set, i + 1));
                }
            }
            sets = larger;
        }
        sets.into_iter().map(|(set, _)| set).collect()
    }
}

/// How many ways there are to choose `k` of `n`, as far as it matters.
fn choices(n: usize, k: usize) -> usize {
    let mut product = 1usize;
    for i in 0..k.min(n - k) {
        product = product.saturating_mul(n - i) / (i + 1);
        if product > MAX_CHOICES {
            return product;
        }
    }
    product
}

impl<S: Squares> Edges for PullEdges<S> {
    type Set = S;
    type Action = Pull;

    fn starts(&self, frame: &Frame<S>) -> Vec<Placement<S>> {
        let mut starts = Vec::new();
        for boxes in self.solved_boxes(&frame.board) {
            for area in self.reach.areas(&boxes) {
                let named = if self.areas { 1 } else { area.len() };
                starts.extend(area.iter().take(named).map(|man| Placement {
                    boxes: boxes.clone(),
                    man,
                }));
            }
        }
        starts
    }

    #[inline]
    fn is_goal(&self, frame: &Frame<S>, state: &Placement<S>) -> bool {
        *state == frame.start
    }

    fn expand(&mut self, frame: &Frame<S>, state: &Placement<S>, out: &mut EdgesOut<Self>) {
        self.pulls(&frame.board, state, out, |area, man, men| {
            let first = if self.areas { area().lowest() } else { None };
            men.push(first.unwrap_or(man));
        });
    }

    /// Without areas a neighbour in the forward table may have the man anywhere
    /// in the area from which he pushed.
    fn expand_all(&mut self, frame: &Frame<S>, state: &Placement<S>, out: &mut EdgesOut<Self>) {
        if self.areas {
            return self.expand(frame, state, out);
        }
        let all = |area: &dyn Fn() -> S, _, men: &mut Vec<Square>| men.extend(area().iter());
        self.pulls(&frame.board, state, out, all);
    }

    /// Without areas the two searches can miss each other's states and meet
    /// later than they should.
    fn claims(&self) -> Claims {
        Claims {
            admissible: self.areas,
            ..Claims::ALL
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SquareSet;
    use soko_search::Space;

    /// With 40 goals for 39 boxes there are 40 ways to end, but more ways to begin a
    /// choice of goals than any memory holds.
    #[test]
    fn many_goals_and_few_choices_are_no_trouble() {
        let rows = "#**********#\n".repeat(3);
        let text = format!("############\n{rows}#*********.#\n#@         #\n############");
        let level: Level = text.parse().unwrap();
        let space = PullSpace::<SquareSet>::new(&level, &Switches::ALL).unwrap();
        let starts = space.starts();
        let mut left_free: Vec<_> = starts
            .iter()
            .map(|start| level.board().goals().difference(&start.boxes))
            .collect();
        left_free.dedup();
        assert_eq!(left_free.len(), 40);
        assert!(left_free.iter().all(|free| free.len() == 1));
    }

    #[test]
    fn choices_are_counted_until_they_are_too_many() {
        assert_eq!(choices(5, 2), 10);
        assert_eq!(choices(40, 39), 40);
        assert_eq!(choices(7, 7), 1);
        assert!(choices(300, 150) > MAX_CHOICES);
    }
}
