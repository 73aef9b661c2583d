//! Pair matching: the minimum matching, and what pairs of boxes cost beyond it.
//!
//! Two boxes often need more pushes than each of them alone, whatever the others do:
//!
//! ```text
//!     #########     the right box must be pushed out of the way and back, or up
//!     #@ $$  .#     and down again, before the left one can pass
//!     #      .#
//!     #########
//! ```
//!
//! For every position of two boxes and every two goals the bare board with these two
//! boxes alone is searched once ([`TwoBoxes`]). What they need beyond their lone
//! distances is the *penalty* of the pair with these goals.
//!
//! **Admissible.** The matching has prices for boxes and goals such that no box and
//! goal cost less than their prices together, and all prices together are its sum; what
//! a box and a goal cost beyond their prices is their *slack*. Take any solution, and
//! any disjoint pairs of boxes. The pushes of a pair are a way of these two alone to the
//! goals where they end, so they are at least both lone distances and the penalty with
//! these goals. Add up all boxes: a solution has at least as many pushes as the prices
//! together, plus for each pair the slack of its boxes with their goals and the penalty.
//! So each pair may count the least penalty and slack over all goals, and the pairs are
//! chosen such that they count most ([`heaviest_pairs`]).
//!
//! **Not consistent**: another position has other prices. **Safe**: a pair without a
//! way to any two goals has no solution.
//!
//! Cost: a look-up for each pair of boxes; the goals are weighed only for pairs that
//! have a penalty with the goals they are matched with. The table has a byte for each
//! position of two boxes and two goals; above [`MOST_BYTES`] there is none, and the
//! bound is that of the matching.
//!
//! Source: ours. Pereira, Ritt and Buriol (2015) combine penalties of two stones in the
//! same way, to squares that all boxes must pass instead of to goals; dual prices make
//! such squares unnecessary.

use super::entry::{Guess, HeuristicEntry};
use super::min_matching::MinMatching;
use crate::ground::board::Ground;
use crate::ground::heaviest_pairs::{WeighedPair, heaviest_pairs};
use crate::ground::lone_box::LoneBox;
use crate::ground::two_boxes::{NO_WAY, TwoBoxes, Ways};
use crate::space::Placement;
use soko_core::{Board, Square, Squares};
use soko_search::{Claims, Control, Counters, StopReason};

/// No table is larger.
const MOST_BYTES: usize = 1 << 25;
/// Nor is one made for boards with more live squares.
const MOST_LIVE: usize = 400;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "pair-matching",
    summary: "the minimum matching, and what pairs of boxes cost beyond it",
    paper: "ours; after Pereira, Ritt and Buriol 2015",
    pushes: Some(ADMISSIBLE),
    moves: ADMISSIBLE,
    cost: "a look-up a pair of boxes, and a matching",
};

const ADMISSIBLE: Claims = Claims {
    consistent: false,
    ..Claims::ALL
};

/// What pairs of boxes of one board cost beyond their lone distances.
#[derive(Clone, Debug)]
pub(crate) struct PairPenalties {
    boxes: TwoBoxes,
    n_goals: usize,
    /// For each state, and each goal of the lower box and of the other, the penalty;
    /// [`NEVER`] if there is no way.
    penalties: Vec<u8>,
    /// The slack of each box with each goal, a line a box.
    slack: Vec<i32>,
    found: Vec<WeighedPair>,
}

/// The penalty of goals that cannot be; smaller ones are cut below it.
const NEVER: u8 = u8::MAX;
/// More than any sum of slack and penalty that counts.
const NO_GOALS: i32 = 1 << 20;

impl PairPenalties {
    /// Searches all pairs of a board; none if that would take too much.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub(crate) fn new<S: Squares>(
        board: &Board,
        matching: &MinMatching<S>,
        control: &mut Control<'_>,
    ) -> Result<Option<PairPenalties>, StopReason> {
        let ground = Ground::<S>::new(board);
        let lone = LoneBox::new(&ground, ground.nothing());
        let goals: Vec<Square> = board.goals().iter().collect();
        let (n_live, n_goals) = (lone.live().len(), goals.len());
        let at_least = n_live * n_live / 2 * n_goals * n_goals;
        if n_goals < 2 || n_live > MOST_LIVE || at_least > MOST_BYTES {
            return Ok(None);
        }
        let boxes = TwoBoxes::new(&ground, &lone, control)?;
        let n_bytes = boxes.n_states() * n_goals * n_goals;
        if n_bytes > MOST_BYTES {
            return Ok(None);
        }
        let mut this = PairPenalties {
            boxes,
            n_goals,
            penalties: vec![NEVER; n_bytes],
            slack: Vec::new(),
            found: Vec::new(),
        };
        this.fill(matching, &goals, control)?;
        Ok(Some(this))
    }

    fn fill<S: Squares>(
        &mut self,
        matching: &MinMatching<S>,
        goals: &[Square],
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        let n = self.n_goals;
        let mut ways = Ways::default();
        for high in 1..n {
            for low in 0..high {
                if let Some(reason) = control.check_now(&mut Counters::default()) {
                    return Err(reason);
                }
                self.boxes.pushes_to((goals[low], goals[high]), &mut ways);
                for (state, a, b, man) in self.boxes.states() {
                    let pushes = ways.from(state);
                    let goals_of_a = [(low, high), (high, low)];
                    for (pushes, (goal_a, goal_b)) in pushes.into_iter().zip(goals_of_a) {
                        if pushes != NO_WAY {
                            let alone = matching.lone_cost(a, man, goal_a)
                                + matching.lone_cost(b, man, goal_b);
                            let penalty = (i32::from(pushes) - alone).min(i32::from(NEVER - 1));
                            let at = state.index() * n * n + goal_a * n + goal_b;
                            self.penalties[at] = penalty as u8;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// What pairs cost beyond the matching of the state entered last; none if a pair
    /// has no way to any goals.
    pub(crate) fn beyond<S: Squares>(
        &mut self,
        matching: &MinMatching<S>,
        man: Square,
    ) -> Option<u32> {
        let n = self.n_goals;
        let squares = matching.squares();
        self.found.clear();
        self.slack.clear();
        for (b, &high) in squares.iter().enumerate() {
            for (a, &low) in squares[..b].iter().enumerate() {
                let state = self.boxes.state(low, high, man)?;
                let first = state.index() * n * n;
                let (goal_a, goal_b) = (matching.goal_of(a), matching.goal_of(b));
                if self.penalties[first + goal_a * n + goal_b] == 0 {
                    continue;
                }
                if self.slack.is_empty() {
                    matching.fill_slack(&mut self.slack);
                }
                let least = self.least(first, a, b);
                if least >= NO_GOALS {
                    return None;
                }
                if least > 0 {
                    self.found.push((a, b, least as u32));
                }
            }
        }
        Some(heaviest_pairs(&mut self.found))
    }

    /// The least penalty and slack of two boxes over all goals.
    fn least(&self, first: usize, a: usize, b: usize) -> i32 {
        let n = self.n_goals;
        let (slack_a, slack_b) = (&self.slack[a * n..][..n], &self.slack[b * n..][..n]);
        let mut least = NO_GOALS;
        for (goal_a, &slack) in slack_a.iter().enumerate() {
            if slack >= least {
                continue;
            }
            let penalties = &self.penalties[first + goal_a * n..][..n];
            for (&penalty, &other) in penalties.iter().zip(slack_b) {
                // A goal cannot be had twice: its penalty with itself is never.
                if penalty != NEVER {
                    least = least.min(slack + other + i32::from(penalty));
                }
            }
        }
        least
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.penalties.len() + self.boxes.bytes()
    }
}

/// The bound for one board.
#[derive(Clone, Debug)]
pub(super) struct PairMatching<S> {
    matching: MinMatching<S>,
    pairs: Option<PairPenalties>,
}

impl<S: Squares> Guess<S> for PairMatching<S> {
    fn new(board: &Board) -> PairMatching<S> {
        let matching = MinMatching::new(board);
        let pairs = PairPenalties::new(board, &matching, &mut Control::default());
        PairMatching {
            pairs: pairs.unwrap_or_default(),
            matching,
        }
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        let sum = self.matching.full(state)?;
        match &mut self.pairs {
            Some(pairs) => Some(sum + pairs.beyond(&self.matching, state.man)?),
            None => Some(sum),
        }
    }
}
