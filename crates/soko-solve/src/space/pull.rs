//! The space of pulls: the game played backwards from the goals.
//!
//! A state is the same as in the space of pushes, boxes and the man's area, with
//! the same key, so that searches from both ends can meet. The search starts from
//! every state with all boxes on goals: one for each area that the man may end
//! in, and if there are more goals than boxes, one for each choice of goals.
//!
//! Pulls onto squares that no box can be pushed to from its start are left out.
//! That is sound: a solution never has a box there.

use super::{DeadPushes, Packing, Placement, first_of_area};
use crate::deadlock::Technique;
use crate::switches::{Switch, Switches};
use soko_core::{Board, Direction, Level, Pull, Reach, Square, Squares, facts};
use soko_search::{Claims, Space, Successor, Successors};

/// Levels with more choices of goals than this are not searched backwards.
const MAX_CHOICES: usize = 1000;

/// The pulls of one level.
#[derive(Clone, Debug)]
pub struct PullSpace<S> {
    board: Board,
    start: Placement<S>,
    n_boxes: usize,
    room: S,
    reach: Reach<S>,
    packing: Packing,
    areas: bool,
}

impl<S: Squares> PullSpace<S> {
    /// The pulls of a level; none if there are too many choices of goals.
    pub fn new(level: &Level, switches: &Switches) -> Option<PullSpace<S>> {
        let board = level.board().clone();
        let n_choices = choices(board.goals().len(), level.n_boxes());
        if n_choices > MAX_CHOICES {
            return None;
        }
        let room = DeadPushes::<S>::new(&board, switches).room(level);
        let packing = Packing::new(&board, &room);
        let room = if switches.tests().contains(Technique::DeadSquares) {
            room.intersection(&facts::SafeSquares::new(level).forward_reachable)
        } else {
            room
        };
        let reach = Reach::new(&board);
        let boxes: S = board.convert(level.boxes());
        let man = if switches.is_on(Switch::Areas) {
            first_of_area(&reach, &boxes, level.man())
        } else {
            level.man()
        };
        Some(PullSpace {
            start: Placement { boxes, man },
            n_boxes: level.n_boxes(),
            room: board.convert(&room),
            reach,
            packing,
            areas: switches.is_on(Switch::Areas),
            board,
        })
    }

    /// Adds all pulls; `name_men` says under which squares of the man each is known,
    /// from his area and his own square.
    #[inline]
    fn pulls(
        &self,
        state: &Placement<S>,
        out: &mut Successors<Self>,
        name_men: impl Fn(&dyn Fn() -> S, Square, &mut Vec<Square>),
    ) {
        let area = self.reach.area(&state.boxes, state.man);
        let mut men = Vec::new();
        for from in state.boxes.iter() {
            for direction in Direction::ALL {
                let pull = Pull { from, direction };
                let (Some(to), Some(man)) = (pull.to(&self.board), pull.man_after(&self.board))
                else {
                    continue;
                };
                if !area.contains(to) || state.boxes.contains(man) || !self.room.contains(to) {
                    continue;
                }
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

    /// Every set of goals that can hold the boxes.
    fn solved_boxes(&self) -> Vec<S> {
        let goals: Vec<Square> = self.board.goals().iter().collect();
        let mut sets = vec![(S::empty(self.board.n_squares()), 0)];
        for _ in 0..self.n_boxes {
            let mut larger = Vec::new();
            for (set, first) in &sets {
                for (i, &goal) in goals.iter().enumerate().skip(*first) {
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

impl<S: Squares> Space for PullSpace<S> {
    type State = Placement<S>;
    type Action = Pull;

    fn key_len(&self) -> usize {
        self.packing.key_len()
    }

    #[inline]
    fn pack(&self, state: &Placement<S>, key: &mut [u8]) {
        self.packing.pack(&state.boxes, state.man, key);
    }

    #[inline]
    fn unpack(&self, key: &[u8]) -> Placement<S> {
        let (boxes, man) = self.packing.unpack(key);
        Placement { boxes, man }
    }

    fn starts(&self) -> Vec<Placement<S>> {
        let mut starts = Vec::new();
        for boxes in self.solved_boxes() {
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
    fn is_goal(&self, state: &Placement<S>) -> bool {
        *state == self.start
    }

    fn expand(&mut self, state: &Placement<S>, out: &mut Successors<Self>) {
        self.pulls(state, out, |area, man, men| {
            let first = if self.areas { area().lowest() } else { None };
            men.push(first.unwrap_or(man));
        });
    }

    /// Without areas a neighbour in the forward table may have the man anywhere
    /// in the area from which he pushed.
    fn expand_all(&mut self, state: &Placement<S>, out: &mut Successors<Self>) {
        if self.areas {
            return self.expand(state, out);
        }
        self.pulls(state, out, |area, _, men| men.extend(area().iter()));
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
