//! Group matching: at fixed prices of goals, what two, three and four boxes cost
//! together beyond what each of them costs alone.
//!
//! Three boxes may cost more than any two of them: two that stand aside for each other
//! have no place to do so when a third is there.
//!
//! A table for three boxes and all goals would be too large. With a price for each goal
//! it needs no goals: a box that ends on a goal pays its pushes and the goal's price,
//! and chooses whichever goals are cheapest for it. One search backwards from all
//! groups of goals ([`FewBoxes`](crate::ground::few_boxes::FewBoxes)) tells for every position of a few boxes what they pay
//! together; what that is beyond what each pays alone is the *penalty* of the group.
//!
//! **Admissible.** Take any solution and divide the boxes into groups in any way. All
//! goals' prices are paid once, or fewer of them where there are goals to spare, and
//! none is negative; so the pushes are what all groups pay in this solution, less all
//! prices. No group pays less than it must alone on the board. So the pushes are at
//! least what every box pays alone, plus the penalties of disjoint groups
//! ([`heaviest_groups`]), less all prices, whatever the prices are.
//!
//! **Prices** are those of the cheapest matching of one state. At these prices every box
//! pays for the goal it is matched with, and the bound without penalties is the sum of
//! the matching. It stays so while boxes are pushed towards goals they are matched
//! with, so prices of the start are good for most states of a search. Where they are
//! not, the prices of such a state are searched as well; a state is asked at the prices
//! that are best for it.
//!
//! **Consistent** with one vector of prices if the best groups are chosen, which is sure
//! for few boxes alone: a push belongs to one group, whose cost falls by no more than 1.
//! **Safe**: a group without a way to any goals has no solution.
//!
//! Cost: a bit for each group of boxes, and look-ups where it is set. Tables take a
//! second and some megabytes at most; larger boards have none for four or three boxes.
//!
//! Source: ours. Additive pattern databases are from Korf and Felner (2002); prices that
//! make goals interchangeable are those of the dual of the assignment problem.

use super::entry::{Guess, HeuristicEntry};
use super::group_penalties::{Priced, Shapes, n_tabled};
use super::min_matching::MinMatching;
use crate::ground::board::Ground;
use crate::ground::heaviest_groups::{WeighedGroup, heaviest_groups};
use crate::space::Placement;
use soko_core::facts::dead_squares;
use soko_core::{Board, Square, Squares};
use soko_search::{Claims, Control, StopReason};

/// So many groups are searched in no time.
const FEW: usize = 2_000;
/// A group takes so many bytes while it is searched, beside its areas.
const BYTES_A_GROUP: usize = 32;
/// Tables may take this part of the memory.
const SHARE_OF_MEMORY: usize = 8;
/// Prices that are further apart are not used.
const MOST_PRICE: i32 = 2_000;
/// So many prices for each goal at most.
const MOST_PRICES: usize = 4;
/// Others are looked for if one in so many states has a better matching.
const SHORT_SHARE: usize = 8;
/// A state of a group takes about this part of the time of a question.
const STATES_A_QUESTION: usize = 50;
/// Of so many boxes all divisions into groups are tried.
const MOST_FOR_ALL: usize = 6;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "group-matching",
    summary: "what two to four boxes cost together, at fixed prices of goals",
    paper: "ours; after Korf and Felner 2002",
    pushes: Some(Claims::ALL),
    moves: Claims::ALL,
    cost: "a bit a group of up to four boxes; tables are made before",
};

/// What boxes of one board cost at fixed prices.
#[derive(Clone, Debug)]
pub(crate) struct PricedGroups {
    shapes: Shapes,
    priced: Vec<Priced>,
    /// States asked about since the last prices came, and those where all prices were
    /// worse than those of the matching.
    n_asked: usize,
    n_short: usize,
    /// The prices of one of the latter.
    wanted: Option<Vec<u16>>,
    ranks: Vec<u16>,
    found: Vec<WeighedGroup>,
}

impl PricedGroups {
    /// Whether there are so few groups on a board that searching them takes no time.
    pub(crate) fn are_few(board: &Board) -> bool {
        n_groups_of(board) <= FEW
    }

    /// Whether the tables of a board are small against so many bytes, at their worst.
    pub(crate) fn have_room(board: &Board, memory: Option<usize>) -> bool {
        let at_worst = n_groups_of(board) * (BYTES_A_GROUP + board.n_squares());
        memory.is_none_or(|memory| at_worst <= memory / SHARE_OF_MEMORY)
    }

    /// Searches all groups of a board at the prices of the state that is matched; none
    /// if that would take too much.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub(crate) fn new<S: Squares>(
        board: &Board,
        matching: &MinMatching<S>,
        control: &mut Control<'_>,
    ) -> Result<Option<PricedGroups>, StopReason> {
        let ground = Ground::<S>::new(board);
        let Some(wanted) = prices_of(matching) else {
            return Ok(None);
        };
        let Some(shapes) = Shapes::new(&ground, control)? else {
            return Ok(None);
        };
        let mut this = PricedGroups {
            shapes,
            priced: Vec::new(),
            n_asked: 0,
            n_short: 0,
            wanted: Some(wanted),
            ranks: Vec::new(),
            found: Vec::new(),
        };
        this.add_prices(board, matching, control)?;
        Ok((!this.priced.is_empty()).then_some(this))
    }

    /// Searches all groups at more prices, if those that there are were worse than the
    /// matching's often enough and it would not take long against the questions since.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub(crate) fn learn<S: Squares>(
        &mut self,
        board: &Board,
        matching: &MinMatching<S>,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        let is_worth_it = self.priced.len() < MOST_PRICES
            && self.n_short * SHORT_SHARE >= self.n_asked
            && self.n_asked * STATES_A_QUESTION >= self.shapes.n_states();
        match is_worth_it {
            true => self.add_prices(board, matching, control),
            false => Ok(()),
        }
    }

    fn add_prices<S: Squares>(
        &mut self,
        board: &Board,
        matching: &MinMatching<S>,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        let Some(prices) = self.wanted.take() else {
            return Ok(());
        };
        let ground = Ground::<S>::new(board);
        let priced = Priced::new(&ground, &self.shapes, matching, &prices, control)?;
        self.priced.extend(priced);
        (self.n_asked, self.n_short) = (0, 0);
        Ok(())
    }

    /// The bound of the state that is matched, at the prices that are best for it; none
    /// if it is dead.
    pub(crate) fn of<S: Squares>(&mut self, matching: &MinMatching<S>, man: Square) -> Option<u32> {
        self.ranks.clear();
        for &square in matching.squares() {
            self.ranks.push(self.shapes.rank(square)?);
        }
        let mut best: Option<(i32, &Priced)> = None;
        for priced in &self.priced {
            let boxes = matching.squares().iter();
            let alone = boxes.map(|&square| Some(priced.alone[matching.node(square, man)?]));
            let sum = alone.sum::<Option<i32>>()? - priced.prices;
            if best.is_none_or(|(most, _)| sum > most) {
                best = Some((sum, priced));
            }
        }
        let (sum, priced) = best?;
        self.n_asked += 1;
        if matching.sum().is_some_and(|matched| sum < matched as i32) {
            self.n_short += 1;
            if self.n_short.is_power_of_two() {
                self.wanted = prices_of(matching);
            }
        }
        priced.find(&self.shapes, &self.ranks, man, &mut self.found)?;
        Some((sum + heaviest_groups(&mut self.found) as i32).max(0) as u32)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.shapes.bytes() + self.priced.iter().map(Priced::bytes).sum::<usize>()
    }
}

/// The groups of a board that have tables.
fn n_groups_of(board: &Board) -> usize {
    let n_live = board.n_squares() - dead_squares(board).len();
    n_tabled(n_live, board.goals().len())
}

/// The prices of a matching, none of them negative; none if they cannot be used.
fn prices_of<S: Squares>(matching: &MinMatching<S>) -> Option<Vec<u16>> {
    matching.sum()?;
    matching.tells_sides().then_some(())?;
    let worth = matching.goal_prices();
    let most = worth.iter().max()?;
    let prices: Vec<i32> = worth.iter().map(|worth| most - worth).collect();
    let is_near = prices.iter().all(|&price| price <= MOST_PRICE);
    is_near.then(|| prices.iter().map(|&price| price as u16).collect())
}

/// The bound for one board, at the prices of the first state that it is asked about.
#[derive(Clone, Debug)]
pub(super) struct GroupMatching<S> {
    board: Board,
    matching: MinMatching<S>,
    /// None before the first state, and none in it if there can be none.
    groups: Option<Option<PricedGroups>>,
}

impl<S: Squares> Guess<S> for GroupMatching<S> {
    fn new(board: &Board) -> GroupMatching<S> {
        GroupMatching {
            board: board.clone(),
            matching: MinMatching::new(board),
            groups: None,
        }
    }

    fn kept(&self, promised: Claims) -> Claims {
        let all_are_tried = self.board.goals().len() <= MOST_FOR_ALL;
        let kept = Guess::kept(&self.matching, promised);
        Claims {
            consistent: kept.consistent && all_are_tried,
            ..kept
        }
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        let sum = self.matching.full(state)?;
        let (board, matching) = (&self.board, &self.matching);
        let groups = self.groups.get_or_insert_with(|| {
            PricedGroups::new(board, matching, &mut Control::default()).unwrap_or_default()
        });
        match groups {
            Some(groups) => Some(sum.max(groups.of(matching, state.man)?)),
            None => Some(sum),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::PushSpace;
    use crate::testing::{NOTHING_LEFT_OUT, WholeGraph};
    use soko_core::{SplitMix, SquareSet, random_level};

    /// With prices of several states, and with any groups of up to four boxes, no state
    /// is said to need more than it does, and none is called dead that is not.
    #[test]
    fn nothing_is_said_that_is_not_so() {
        let mut random = SplitMix(17);
        let (mut n_better, mut n_threes, mut n_fours, mut n_dead) = (0, 0, 0, 0);
        for round in 0..9_000 {
            let level = random_level(&mut random, 7, 6, 3 + round % 3);
            let space = PushSpace::<SquareSet>::new(&level, &NOTHING_LEFT_OUT);
            let Some(graph) = WholeGraph::explore(space) else {
                continue;
            };
            let board = level.board();
            let mut matching = MinMatching::<SquareSet>::new(board);
            let control = &mut Control::default();
            let mut groups: Option<PricedGroups> = None;
            for (state, left) in graph.states.iter().zip(&graph.left) {
                let Some(sum) = matching.full(state) else {
                    continue;
                };
                if groups.is_none() {
                    groups = PricedGroups::new(board, &matching, control).unwrap();
                }
                let Some(groups) = &mut groups else {
                    break;
                };
                let told = groups.of(&matching, state.man);
                if groups.priced.len() < MOST_PRICES {
                    groups.add_prices(board, &matching, control).unwrap();
                }
                let has = |n| groups.found.iter().any(|group| group.0.count_ones() == n);
                n_fours += usize::from(has(4));
                match (told, left) {
                    (Some(told), &Some(left)) => {
                        assert!(told <= left, "{told} of {left}\n{}", level.setup());
                        n_better += usize::from(told > sum);
                        n_threes += usize::from(has(3));
                    }
                    (None, Some(left)) => panic!("not dead, {left}\n{}", level.setup()),
                    (told, None) => n_dead += usize::from(told.is_none()),
                }
            }
        }
        let seen = [n_better, n_threes, n_fours, n_dead];
        assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
    }
}
