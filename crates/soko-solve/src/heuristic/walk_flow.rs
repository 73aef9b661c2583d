//! Walk flow: the moves of a cheapest flow of boxes to goals and of the man between them.
//!
//! ```text
//!     ##########    The matching needs 10 pushes. The man must also walk back from
//!     #@$    . #    one box to the other, which the flow knows: 15 moves.
//!     # $    . #
//!     ##########
//! ```
//!
//! What flows, and why no solution has fewer moves, stands with the network
//! ([`WalkNetwork`]). Solving its program for every state would take too long. But its
//! prices are potentials: worths of squares for boxes and for the man such that no step
//! and no push lowers what a position is worth by more than 1. So what any position is
//! worth beyond a solved one is a bound for its moves, which costs a look-up a box, and
//! two for a successor. The potentials of one state are best for those that are like it;
//! so they are taken from several states that a search comes to, up to [`MOST`], each
//! where it says more than those before, and the highest counts.
//!
//! **Admissible**: potentials are checked in whole numbers, step by step and push by
//! push, whatever the program has made of them. A solved position is worth nothing by
//! definition, and the last push leaves the man beside a goal. **Not consistent**: each
//! potential is, but later guesses know more of them than earlier ones. **Safe**: what
//! is called dead, the matching calls dead. Never below the matching, which is asked too.
//! Says nothing where pushes are counted.
//!
//! Source: ours for Sokoban; the state equation of planning (van den Briel and others
//! 2007, Bonet 2013) and potential heuristics (Pommerening and others 2015).

use super::entry::{Guess, HeuristicEntry};
use super::min_matching::MinMatching;
use crate::ground::walk_network::{Potential, WalkNetwork};
use crate::space::Placement;
use soko_core::{Board, Direction, Square, Squares};
use soko_search::{Claims, Control, Counters, StopReason};

/// So many potentials are kept.
const MOST: usize = 16;
/// Boards whose programs have more rows get none: a step there takes too long.
const MOST_ROWS: usize = 500;
/// The first potential may take so many steps for each row, a later one so many in all.
const FIRST_STEPS_A_ROW: usize = 8;
const LATER_STEPS: usize = 100;
/// After so many states one is looked at; each time in vain the pause doubles.
const FIRST_PAUSE: u64 = 32;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "walk-flow",
    summary: "the moves of a cheapest flow of boxes to goals and of the man between them",
    paper: "ours; after van den Briel et al. 2007, Pommerening et al. 2015",
    pushes: None,
    moves: Claims {
        consistent: false,
        ..Claims::ALL
    },
    cost: "a matching, and some additions a potential",
};

/// The potentials of one board.
#[derive(Clone, Debug)]
pub(crate) struct WalkPotentials {
    network: WalkNetwork,
    potentials: Vec<Potential>,
    /// The nodes of the state entered last, and what each potential says of it.
    nodes: Vec<usize>,
    left: Vec<i64>,
    /// States to let pass before the next is looked at, and how many were let pass.
    pause: u64,
    passed: u64,
}

impl WalkPotentials {
    /// None are known yet; none if the board is too large for any.
    pub(crate) fn new<S: Squares>(
        board: &Board,
        matching: &MinMatching<S>,
    ) -> Option<WalkPotentials> {
        let man = board.squares().next()?;
        matching.node(man, man)?;
        let n_nodes = board.n_squares() * Direction::ALL.len();
        let node = |box_sq, man| matching.node(box_sq, man).unwrap_or(0);
        let network = WalkNetwork::new(board, n_nodes, node, |node| matching.is_live(node));
        (network.n_rows() <= MOST_ROWS).then(|| WalkPotentials {
            network,
            potentials: Vec::new(),
            nodes: Vec::new(),
            left: Vec::new(),
            pause: FIRST_PAUSE,
            passed: 0,
        })
    }

    /// The bound of a state whose boxes are matched, which is entered.
    pub(crate) fn enter<S: Squares>(&mut self, matching: &MinMatching<S>, man: Square) -> u32 {
        let nodes = matching.squares().iter();
        self.nodes.clear();
        self.nodes
            .extend(nodes.filter_map(|&square| matching.node(square, man)));
        let left = self.potentials.iter().map(|p| p.left(&self.nodes, man));
        self.left.clear();
        self.left.extend(left);
        let most = self.left.iter().copied().max();
        most.map_or(0, Potential::moves)
    }

    /// The bound after a push of the state entered last.
    #[inline]
    pub(crate) fn after_push(&self, boxes: (usize, usize), man: (Square, Square)) -> u32 {
        let known = self.potentials.iter().zip(&self.left);
        let most = known.map(|(potential, left)| left + potential.change(boxes, man));
        most.max().map_or(0, Potential::moves)
    }

    /// Takes the potentials of the first state of a search, whose boxes are matched.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub(crate) fn begin<S: Squares>(
        &mut self,
        matching: &MinMatching<S>,
        man: Square,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        self.enter(matching, man);
        self.network.want(&self.nodes, man);
        for _ in 0..self.most_steps() {
            if let Some(reason) = control.check_now(&mut Counters::default()) {
                return Err(reason);
            }
            if !self.network.step() {
                break;
            }
        }
        self.keep(man, 0);
        Ok(())
    }

    /// Now and then takes the potentials of the state entered last, if they say more
    /// than `known`; what they say then.
    pub(crate) fn learn(&mut self, man: Square, known: u32) -> u32 {
        self.passed += 1;
        let is_first = self.potentials.is_empty();
        if self.potentials.len() == MOST || self.passed < self.pause && !is_first {
            return known;
        }
        self.passed = 0;
        self.network.want(&self.nodes, man);
        let mut steps = 0;
        while steps < self.most_steps() && self.network.step() {
            steps += 1;
        }
        let moves = self.keep(man, known);
        if moves == known {
            self.pause *= 2;
        }
        moves
    }

    fn most_steps(&self) -> usize {
        match self.potentials.is_empty() {
            true => self.network.n_rows() * FIRST_STEPS_A_ROW,
            false => LATER_STEPS,
        }
    }

    /// Keeps the network's potentials if they say more of the state entered last than
    /// `known`; what they say then.
    fn keep(&mut self, man: Square, known: u32) -> u32 {
        let Some(potential) = self.network.potential(self.nodes.len()) else {
            return known;
        };
        let left = potential.left(&self.nodes, man);
        if Potential::moves(left) > known {
            self.potentials.push(potential);
            self.left.push(left);
        }
        Potential::moves(left).max(known)
    }
}

/// The bound for one board.
#[derive(Clone, Debug)]
pub(super) struct WalkFlow<S> {
    matching: MinMatching<S>,
    potentials: Option<WalkPotentials>,
}

impl<S: Squares> Guess<S> for WalkFlow<S> {
    fn new(board: &Board) -> WalkFlow<S> {
        let matching = MinMatching::new(board);
        WalkFlow {
            potentials: WalkPotentials::new(board, &matching),
            matching,
        }
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        let sum = self.matching.full(state)?;
        let Some(potentials) = self.potentials.as_mut().filter(|_| sum > 0) else {
            return Some(sum);
        };
        let known = potentials.enter(&self.matching, state.man).max(sum);
        Some(potentials.learn(state.man, known))
    }
}
