//! Group matching: at fixed prices of goals, what two, three and four boxes cost
//! together beyond what each of them costs alone.
//!
//! Three boxes in a corridor may cost more than any two of them:
//!
//! ```text
//!     ##########
//!     #@ $$$ ..#     the pairs know that one box is in the way of another, the three
//!     #####   .#     that two are in the way of the first
//!     ##########
//! ```
//!
//! A table for three boxes and all goals would be too large. With a price for each goal
//! it needs no goals: a box that ends on a goal pays its pushes and the goal's price,
//! and chooses whichever goals are cheapest for it. One search backwards from all
//! groups of goals ([`FewBoxes`]) tells for every position of a few boxes what they pay
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
//! with, so prices of the start are good for most states of a search.
//!
//! **Safe**: a group without a way to any goals has no solution. Consistency is not
//! claimed, since the groups chosen need not be the best.
//!
//! Cost: a bit for each group of boxes, and look-ups where it is set. Tables take a
//! second and some megabytes at most; larger boards have none for four or three boxes.
//!
//! Source: ours. Additive pattern databases are from Korf and Felner (2002); prices that
//! make goals interchangeable are those of the dual of the assignment problem.

use super::entry::{Guess, HeuristicEntry};
use super::min_matching::MinMatching;
use crate::ground::board::Ground;
use crate::ground::few_boxes::{FewBoxes, NO_WAY, Ranks, n_groups};
use crate::ground::heaviest_groups::{WeighedGroup, heaviest_groups};
use crate::ground::lone_box::LoneBox;
use crate::space::Placement;
use soko_core::{Board, Square, Squares};
use soko_search::{Claims, Control, StopReason};

/// No table has more groups.
const MOST_GROUPS: usize = 1_200_000;
/// Nor is one made for more goals: boxes are bits of a word, and groups of them many.
const MOST_BOXES: [usize; 3] = [64, 40, 20];
/// Prices that are further apart are not used.
const MOST_PRICE: i32 = 2_000;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "group-matching",
    summary: "what two to four boxes cost together, at fixed prices of goals",
    paper: "ours; after Korf and Felner 2002",
    pushes: Some(ADMISSIBLE),
    moves: ADMISSIBLE,
    cost: "a bit a group of up to four boxes; tables are made before",
};

const ADMISSIBLE: Claims = Claims {
    consistent: false,
    ..Claims::ALL
};

/// The penalty of a group that has no way.
const NEVER: u8 = u8::MAX;

/// The penalties of groups of `K` boxes.
#[derive(Clone, Debug)]
struct Penalties<const K: usize> {
    boxes: FewBoxes<K>,
    /// For each state; 0 where smaller groups say as much.
    by_state: Vec<u8>,
    /// A bit for each group: whether any of its states has a penalty.
    is_set: Vec<u64>,
}

impl<const K: usize> Penalties<K> {
    /// The penalty of boxes with these ranks.
    #[inline]
    fn of(&self, ranks: Ranks<K>, man: Square) -> u8 {
        let group = self.boxes.group(ranks);
        match self.is_set[group / 64] >> (group % 64) & 1 {
            0 => 0,
            _ => self.by_state[self.boxes.state(group, man)],
        }
    }

    /// Searches all states. `alone` says what a box pays by itself, `parts` what smaller
    /// groups say of a group.
    fn new<S: Squares>(
        bare: &Bare<'_, S>,
        alone: impl Fn(Square, Square) -> i32,
        parts: impl Fn(Ranks<K>, Square) -> u8,
        control: &mut Control<'_>,
    ) -> Result<Penalties<K>, StopReason> {
        let boxes = FewBoxes::new(bare.ground, bare.lone, control)?;
        let costs = boxes.costs(bare.ground, &bare.prices, control)?;
        let live: Vec<Square> = bare.lone.live().iter().collect();
        let mut by_state = vec![0; boxes.n_states()];
        let mut is_set = vec![0; boxes.n_groups() / 64 + 1];
        boxes.for_each_state(control, |state, ranks, man| {
            let squares = ranks.map(|rank| live[usize::from(rank)]);
            let pays: i32 = squares.iter().map(|&square| alone(square, man)).sum();
            let penalty = match costs[state] {
                NO_WAY => NEVER,
                cost => (i32::from(cost) - pays).clamp(0, i32::from(NEVER) - 1) as u8,
            };
            if penalty > parts(ranks, man) {
                by_state[state] = penalty;
                let group = boxes.group(ranks);
                is_set[group / 64] |= 1 << (group % 64);
            }
        })?;
        Ok(Penalties {
            boxes,
            by_state,
            is_set,
        })
    }

    fn bytes(&self) -> usize {
        self.boxes.bytes() + self.by_state.len() + self.is_set.len() * 8
    }
}

/// The bare board with the prices of its goals.
struct Bare<'a, S> {
    ground: &'a Ground<S>,
    lone: &'a LoneBox<S>,
    prices: Vec<(Square, u16)>,
}

/// What boxes of one board cost at fixed prices.
#[derive(Clone, Debug)]
pub(crate) struct PricedGroups {
    /// All prices together.
    prices: i32,
    /// What a box pays alone, by its node in the matching.
    alone: Vec<i32>,
    twos: Penalties<2>,
    threes: Option<Penalties<3>>,
    fours: Option<Penalties<4>>,
    ranks: Vec<u16>,
    found: Vec<WeighedGroup>,
}

impl PricedGroups {
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
        let lone = LoneBox::new(&ground, ground.nothing());
        let n_live = lone.live().len();
        let fits = |k: usize| {
            n_groups(k, n_live) <= MOST_GROUPS
                && (k..=MOST_BOXES[k - 2]).contains(&board.goals().len())
        };
        let Some(prices) = prices_of(matching).filter(|_| fits(2)) else {
            return Ok(None);
        };
        let bare = Bare {
            ground: &ground,
            lone: &lone,
            prices: board.goals().iter().zip(prices.iter().copied()).collect(),
        };
        let table = matching.least_at(&prices);
        let alone = |square, man| table[matching.node(square, man).unwrap_or_default()];
        let twos = Penalties::new(&bare, alone, |_, _| 0, control)?;
        let threes = match fits(3) {
            true => {
                let parts = |ranks, man| best_pair(&twos, ranks, man);
                Some(Penalties::new(&bare, alone, parts, control)?)
            }
            false => None,
        };
        let fours = match threes.as_ref().filter(|_| fits(4)) {
            Some(threes) => {
                let parts = |ranks, man| best_parts(&twos, threes, ranks, man);
                Some(Penalties::new(&bare, alone, parts, control)?)
            }
            None => None,
        };
        Ok(Some(PricedGroups {
            prices: prices.iter().map(|&price| i32::from(price)).sum(),
            alone: table,
            twos,
            threes,
            fours,
            ranks: Vec::new(),
            found: Vec::new(),
        }))
    }

    /// The bound of the state that is matched; none if it is dead.
    pub(crate) fn of<S: Squares>(&mut self, matching: &MinMatching<S>, man: Square) -> Option<u32> {
        let squares = matching.squares();
        let mut sum = -self.prices;
        self.ranks.clear();
        for &square in squares {
            sum += self.alone[matching.node(square, man)?];
            self.ranks.push(self.twos.boxes.rank(square)?);
        }
        self.find(man)?;
        Some((sum + heaviest_groups(&mut self.found) as i32).max(0) as u32)
    }

    /// Finds all groups with penalties; none if one has no way.
    fn find(&mut self, man: Square) -> Option<()> {
        let ranks = &self.ranks;
        self.found.clear();
        let mut note = |things: u64, penalty: u8| {
            if penalty > 0 {
                self.found.push((things, u32::from(penalty)));
            }
            (penalty != NEVER).then_some(())
        };
        for b in 1..ranks.len() {
            for a in 0..b {
                let two = 1 << a | 1 << b;
                note(two, self.twos.of([ranks[a], ranks[b]], man))?;
                let Some(threes) = &self.threes else {
                    continue;
                };
                for c in b + 1..ranks.len() {
                    let three = two | 1 << c;
                    note(three, threes.of([ranks[a], ranks[b], ranks[c]], man))?;
                    let Some(fours) = &self.fours else {
                        continue;
                    };
                    for d in c + 1..ranks.len() {
                        let boxes = [ranks[a], ranks[b], ranks[c], ranks[d]];
                        note(three | 1 << d, fours.of(boxes, man))?;
                    }
                }
            }
        }
        Some(())
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let larger = [
            self.threes.as_ref().map_or(0, Penalties::bytes),
            self.fours.as_ref().map_or(0, Penalties::bytes),
        ];
        self.twos.bytes() + larger.iter().sum::<usize>() + self.alone.len() * 4
    }
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

/// The greatest penalty of two of three boxes.
fn best_pair(twos: &Penalties<2>, [a, b, c]: Ranks<3>, man: Square) -> u8 {
    let pairs = [[a, b], [a, c], [b, c]];
    pairs.into_iter().fold(0, |most, pair| most.max(twos.of(pair, man)))
}

/// The greatest penalty of parts of four boxes: three of them, or two and two.
fn best_parts(
    twos: &Penalties<2>,
    threes: &Penalties<3>,
    [a, b, c, d]: Ranks<4>,
    man: Square,
) -> u8 {
    let groups = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
    let three = groups.into_iter().map(|three| threes.of(three, man));
    let halves = [([a, b], [c, d]), ([a, c], [b, d]), ([a, d], [b, c])];
    let two = halves.into_iter().map(|(one, other)| {
        let sum = twos.of(one, man).saturating_add(twos.of(other, man));
        sum.min(NEVER)
    });
    three.chain(two).fold(0, u8::max)
}

/// The bound for one board, at the prices of the first state that it is asked about.
#[derive(Clone, Debug)]
pub(super) struct GroupMatching<S> {
    board: Board,
    matching: MinMatching<S>,
    groups: Option<PricedGroups>,
}

impl<S: Squares> Guess<S> for GroupMatching<S> {
    fn new(board: &Board) -> GroupMatching<S> {
        GroupMatching {
            board: board.clone(),
            matching: MinMatching::new(board),
            groups: None,
        }
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        let sum = self.matching.full(state)?;
        if self.groups.is_none() {
            let made = PricedGroups::new(&self.board, &self.matching, &mut Control::default());
            self.groups = made.unwrap_or_default();
        }
        match &mut self.groups {
            Some(groups) => Some(sum.max(groups.of(&self.matching, state.man)?)),
            None => Some(sum),
        }
    }
}
