//! What groups of two to four boxes cost at some prices of goals, in tables.
//!
//! What a group pays, and why it counts, is told in the file `group_matching`. A table
//! has a byte for each state of its groups, and keeps only what smaller groups do not
//! say: the penalty of three boxes where it is more than that of any two of them, that
//! of four where it is more than that of three, or of two and two. So most groups have
//! none, and a bit for each tells which have.

use super::min_matching::MinMatching;
use crate::ground::board::Ground;
use crate::ground::few_boxes::{FewBoxes, NO_WAY, Ranks, n_groups};
use crate::ground::heaviest_groups::WeighedGroup;
use crate::ground::lone_box::LoneBox;
use soko_core::{Square, Squares};
use soko_search::{Control, StopReason};

/// No table has more groups.
const MOST_GROUPS: usize = 1_200_000;
/// Nor is one made for more goals: boxes are bits of a word, and groups of them many.
const MOST_BOXES: [usize; 3] = [64, 40, 20];
/// The penalty of a group that has no way.
const NEVER: u8 = u8::MAX;

/// The penalties of groups of `K` boxes at some prices.
#[derive(Clone, Debug)]
struct Penalties<const K: usize> {
    /// For each state; 0 where smaller groups say as much.
    by_state: Vec<u8>,
    /// A bit for each group: whether any of its states has a penalty.
    is_set: Vec<u64>,
}

impl<const K: usize> Penalties<K> {
    /// The penalty of boxes with these ranks.
    #[inline]
    fn of(&self, boxes: &FewBoxes<K>, ranks: Ranks<K>, man: Square) -> u8 {
        let group = boxes.group(ranks);
        match self.is_set[group / 64] >> (group % 64) & 1 {
            0 => 0,
            _ => self.by_state[boxes.state(group, man)],
        }
    }

    /// Searches all states; none if some penalty is too large for the table. `alone`
    /// says what a box pays by itself, `parts` what smaller groups say of a group.
    fn new<S: Squares>(
        boxes: &FewBoxes<K>,
        bare: &Bare<'_, S>,
        alone: impl Fn(Square, Square) -> i32,
        parts: impl Fn(Ranks<K>, Square) -> u8,
        control: &mut Control<'_>,
    ) -> Result<Option<Penalties<K>>, StopReason> {
        let costs = boxes.costs(bare.ground, &bare.prices, control)?;
        let mut is_too_large = false;
        let mut by_state = vec![0; boxes.n_states()];
        let mut is_set = vec![0; boxes.n_groups() / 64 + 1];
        boxes.for_each_state(control, |state, ranks, man| {
            let squares = ranks.map(|rank| boxes.square(rank));
            let pays: i32 = squares.iter().map(|&square| alone(square, man)).sum();
            let penalty = match costs[state] {
                NO_WAY => i32::from(NEVER),
                cost => i32::from(cost) - pays,
            };
            is_too_large |= costs[state] != NO_WAY && penalty >= i32::from(NEVER);
            let penalty = penalty.clamp(0, i32::from(NEVER)) as u8;
            if penalty > parts(ranks, man) {
                by_state[state] = penalty;
                let group = boxes.group(ranks);
                is_set[group / 64] |= 1 << (group % 64);
            }
        })?;
        let this = Penalties { by_state, is_set };
        Ok((!is_too_large).then_some(this))
    }

    fn bytes(&self) -> usize {
        self.by_state.len() + self.is_set.len() * 8
    }
}

/// The bare board with prices of its goals.
struct Bare<'a, S> {
    ground: &'a Ground<S>,
    prices: Vec<(Square, u16)>,
}

/// The groups of one board.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    twos: FewBoxes<2>,
    threes: Option<FewBoxes<3>>,
    fours: Option<FewBoxes<4>>,
}

impl Shapes {
    /// Finds the groups of a board for which there is room; none if there is none for
    /// two boxes.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn new<S: Squares>(
        ground: &Ground<S>,
        control: &mut Control<'_>,
    ) -> Result<Option<Shapes>, StopReason> {
        let lone = LoneBox::new(ground, ground.nothing());
        let (n_live, n_goals) = (lone.live().len(), ground.goals().len());
        let fits = |k| fits(k, n_live, n_goals);
        if !fits(2) {
            return Ok(None);
        }
        Ok(Some(Shapes {
            twos: FewBoxes::new(ground, &lone, control)?,
            threes: match fits(3) {
                true => Some(FewBoxes::new(ground, &lone, control)?),
                false => None,
            },
            fours: match fits(4) {
                true => Some(FewBoxes::new(ground, &lone, control)?),
                false => None,
            },
        }))
    }

    /// The rank of a square; none if a box there can never reach a goal.
    #[inline]
    pub fn rank(&self, square: Square) -> Option<u16> {
        self.twos.rank(square)
    }

    /// The states of all groups.
    pub fn n_states(&self) -> usize {
        let threes = self.threes.as_ref().map_or(0, FewBoxes::n_states);
        let fours = self.fours.as_ref().map_or(0, FewBoxes::n_states);
        self.twos.n_states() + threes + fours
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let threes = self.threes.as_ref().map_or(0, FewBoxes::bytes);
        let fours = self.fours.as_ref().map_or(0, FewBoxes::bytes);
        self.twos.bytes() + threes + fours
    }
}

/// How many groups of a board with so many live squares and goals have tables.
pub(super) fn n_tabled(n_live: usize, n_goals: usize) -> usize {
    let sizes = (2..=4).filter(|&k| fits(k, n_live, n_goals));
    sizes.map(|k| n_groups(k, n_live)).sum()
}

/// Whether a table of `k` boxes is made.
fn fits(k: usize, n_live: usize, n_goals: usize) -> bool {
    n_groups(k, n_live) <= MOST_GROUPS && (k..=MOST_BOXES[k - 2]).contains(&n_goals)
}

/// What groups cost at some prices.
#[derive(Clone, Debug)]
pub(super) struct Priced {
    /// All prices together.
    pub prices: i32,
    /// What a box pays alone, by its node in the matching.
    pub alone: Vec<i32>,
    twos: Penalties<2>,
    threes: Option<Penalties<3>>,
    fours: Option<Penalties<4>>,
}

impl Priced {
    /// Searches all groups at these prices; none if some penalty of two boxes is too
    /// large for a table.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn new<S: Squares>(
        ground: &Ground<S>,
        shapes: &Shapes,
        matching: &MinMatching<S>,
        prices: &[u16],
        control: &mut Control<'_>,
    ) -> Result<Option<Priced>, StopReason> {
        let goals = ground.goals().iter().zip(prices.iter().copied());
        let bare = Bare {
            ground,
            prices: goals.collect(),
        };
        let table = matching.least_at(prices);
        let alone = |square, man| table[matching.node(square, man).unwrap_or_default()];
        let Some(twos) = Penalties::new(&shapes.twos, &bare, alone, |_, _| 0, control)? else {
            return Ok(None);
        };
        let mut this = Priced {
            prices: prices.iter().map(|&price| i32::from(price)).sum(),
            twos,
            threes: None,
            fours: None,
            alone: Vec::new(),
        };
        if let Some(threes) = &shapes.threes {
            let parts = |ranks, man| this.best_pair(shapes, ranks, man);
            this.threes = Penalties::new(threes, &bare, alone, parts, control)?;
        }
        if let (Some(fours), Some(_)) = (&shapes.fours, &this.threes) {
            let parts = |ranks, man| this.best_parts(shapes, ranks, man);
            this.fours = Penalties::new(fours, &bare, alone, parts, control)?;
        }
        this.alone = table;
        Ok(Some(this))
    }

    #[inline]
    fn two(&self, shapes: &Shapes, ranks: Ranks<2>, man: Square) -> u8 {
        self.twos.of(&shapes.twos, ranks, man)
    }

    #[inline]
    fn three(&self, shapes: &Shapes, ranks: Ranks<3>, man: Square) -> u8 {
        match (&self.threes, &shapes.threes) {
            (Some(threes), Some(boxes)) => threes.of(boxes, ranks, man),
            _ => 0,
        }
    }

    #[inline]
    fn four(&self, shapes: &Shapes, ranks: Ranks<4>, man: Square) -> u8 {
        match (&self.fours, &shapes.fours) {
            (Some(fours), Some(boxes)) => fours.of(boxes, ranks, man),
            _ => 0,
        }
    }

    /// The greatest penalty of two of three boxes.
    fn best_pair(&self, shapes: &Shapes, [a, b, c]: Ranks<3>, man: Square) -> u8 {
        let pairs = [[a, b], [a, c], [b, c]].into_iter();
        pairs.fold(0, |most, pair| most.max(self.two(shapes, pair, man)))
    }

    /// The greatest penalty of parts of four boxes: three of them, or two and two.
    fn best_parts(&self, shapes: &Shapes, [a, b, c, d]: Ranks<4>, man: Square) -> u8 {
        let groups = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]].into_iter();
        let halves = [([a, b], [c, d]), ([a, c], [b, d]), ([a, d], [b, c])].into_iter();
        let three = groups.map(|three| self.three(shapes, three, man));
        let two = halves.map(|(one, other)| {
            let other = self.two(shapes, other, man);
            self.two(shapes, one, man).saturating_add(other)
        });
        three.chain(two).fold(0, u8::max)
    }

    /// Finds all groups with penalties; none if one has no way.
    pub fn find(
        &self,
        shapes: &Shapes,
        ranks: &[u16],
        man: Square,
        found: &mut Vec<WeighedGroup>,
    ) -> Option<()> {
        found.clear();
        let mut note = |things: u64, penalty: u8| {
            if penalty > 0 {
                found.push((things, u32::from(penalty)));
            }
            (penalty != NEVER).then_some(())
        };
        for b in 1..ranks.len() {
            for a in 0..b {
                let two = 1 << a | 1 << b;
                note(two, self.two(shapes, [ranks[a], ranks[b]], man))?;
                if self.threes.is_none() {
                    continue;
                }
                for c in b + 1..ranks.len() {
                    let three = two | 1 << c;
                    let boxes = [ranks[a], ranks[b], ranks[c]];
                    note(three, self.three(shapes, boxes, man))?;
                    if self.fours.is_none() {
                        continue;
                    }
                    for d in c + 1..ranks.len() {
                        let boxes = [ranks[a], ranks[b], ranks[c], ranks[d]];
                        note(three | 1 << d, self.four(shapes, boxes, man))?;
                    }
                }
            }
        }
        Some(())
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.alone.len() * 4
            + self.twos.bytes()
            + self.threes.as_ref().map_or(0, Penalties::bytes)
            + self.fours.as_ref().map_or(0, Penalties::bytes)
    }
}
