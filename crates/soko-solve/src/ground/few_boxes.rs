//! All positions of a few boxes on the bare board, and the pushes between them.
//!
//! So many boxes on live squares and the area that holds the man make a state. With
//! three boxes and a hundred live squares there are some 200,000, and one search
//! backwards from all places where boxes may end says what every state costs until they
//! are there. Where they end may cost something too, a price for each goal; which box
//! ends where is not asked.
//!
//! Exact for these boxes; with more boxes on the board the pushes of a few are still a
//! way of theirs alone, so the numbers are lower bounds.
//!
//! Groups of boxes are numbered by the combinatorial number system: the ranks
//! r₀ < r₁ < … of their squares have the number C(r₀, 1) + C(r₁, 2) + …
//!
//! Cost: a flood fill for each group once; then twelve look-ups a state of three boxes
//! and search. Eight bytes a group, four a state while searched, and a byte for each
//! square of the board in groups that divide the floor.

use super::board::Ground;
use super::lone_box::LoneBox;
use soko_core::{BySquare, Direction, Square, Squares};
use soko_search::{Control, Counters, StopReason};

/// The ranks of some boxes' squares among live squares, in rising order.
pub(crate) type Ranks<const K: usize> = [u16; K];

/// The states of `K` boxes.
#[derive(Clone, Debug)]
pub(crate) struct FewBoxes<const K: usize> {
    /// The rank of each live square.
    rank: BySquare<u16>,
    live: Vec<Square>,
    /// `choose[i][r]` is the number of ways to choose `i + 1` of `r` things.
    choose: [Vec<u32>; K],
    /// The first state of each group; one more at the end.
    first_state: Vec<u32>,
    /// Where the areas of a group begin in `areas`; [`ONE_AREA`] if it has but one.
    areas_at: Vec<u32>,
    /// For groups that divide the floor, the area of each man.
    areas: Vec<u8>,
    n_squares: usize,
}

/// Not a live square.
const NO_RANK: u16 = u16::MAX;
const ONE_AREA: u32 = u32::MAX;
/// The area of a square where a box stands.
const NO_AREA: u8 = u8::MAX;
/// The cost of a state from which no way leads to an end.
pub(crate) const NO_WAY: u16 = u16::MAX;
/// Groups or states between two looks at the control.
const BETWEEN_CHECKS: usize = 1 << 12;

/// How many groups of `k` there are among so many things.
pub(crate) fn n_groups(k: usize, n_things: usize) -> usize {
    (0..k).fold(1usize, |n, i| {
        n.saturating_mul(n_things.saturating_sub(i)) / (i + 1)
    })
}

impl<const K: usize> FewBoxes<K> {
    /// Finds all states of a board.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn new<S: Squares>(
        ground: &Ground<S>,
        lone: &LoneBox<S>,
        control: &mut Control<'_>,
    ) -> Result<FewBoxes<K>, StopReason> {
        let live: Vec<Square> = lone.live().iter().collect();
        let mut rank = BySquare::new(ground.n_squares(), NO_RANK);
        for (i, &square) in live.iter().enumerate() {
            rank[square] = i as u16;
        }
        let choose = std::array::from_fn(|i| {
            (0..=live.len())
                .map(|r| n_groups(i + 1, r) as u32)
                .collect()
        });
        let mut this = FewBoxes {
            rank,
            live,
            choose,
            first_state: vec![0],
            areas_at: Vec::new(),
            areas: Vec::new(),
            n_squares: ground.n_squares(),
        };
        let mut group = first_group(this.live.len());
        while let Some(ranks) = group {
            if this.areas_at.len().is_multiple_of(BETWEEN_CHECKS) {
                check(control)?;
            }
            this.add_areas(ground, ranks);
            group = next_group(ranks, this.live.len());
        }
        Ok(this)
    }

    /// Numbers the areas of the next group.
    fn add_areas<S: Squares>(&mut self, ground: &Ground<S>, ranks: Ranks<K>) {
        let mut free = ground.all().clone();
        for rank in ranks {
            free.remove(self.live[usize::from(rank)]);
        }
        let (begin, mut n_areas) = (self.areas.len(), 0);
        while let Some(man) = free.lowest() {
            let area = ground.reach().area_within(free.clone(), man);
            free.subtract(&area);
            if n_areas == 0 && free.is_empty() {
                n_areas = 1;
                break;
            }
            self.areas.resize(begin + self.n_squares, NO_AREA);
            area.iter()
                .for_each(|man| self.areas[begin + man.index()] = n_areas as u8);
            n_areas += 1;
        }
        let is_one = self.areas.len() == begin;
        self.areas_at
            .push(if is_one { ONE_AREA } else { begin as u32 });
        let first = self.first_state[self.first_state.len() - 1];
        self.first_state.push(first + n_areas);
    }

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.first_state[self.areas_at.len()] as usize
    }

    /// The number of groups.
    pub fn n_groups(&self) -> usize {
        self.areas_at.len()
    }

    /// The rank of a square; none if a box there can never reach a goal.
    #[inline]
    pub fn rank(&self, square: Square) -> Option<u16> {
        Some(self.rank[square]).filter(|&rank| rank != NO_RANK)
    }

    /// The live square with this rank.
    #[inline]
    pub fn square(&self, rank: u16) -> Square {
        self.live[usize::from(rank)]
    }

    /// The number of a group.
    #[inline]
    pub fn group(&self, ranks: Ranks<K>) -> usize {
        let parts = ranks.iter().zip(&self.choose);
        let number: u32 = parts.map(|(&rank, ways)| ways[usize::from(rank)]).sum();
        number as usize
    }

    /// The number of the state of a group and a man.
    #[inline]
    pub fn state(&self, group: usize, man: Square) -> usize {
        let area = match self.areas_at[group] {
            ONE_AREA => 0,
            at => u32::from(self.areas[at as usize + man.index()]),
        };
        (self.first_state[group] + area) as usize
    }

    /// Calls for every state, in the order of their numbers, with the boxes and a man.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn for_each_state(
        &self,
        control: &mut Control<'_>,
        mut call: impl FnMut(usize, Ranks<K>, Square),
    ) -> Result<(), StopReason> {
        let mut group = first_group(self.live.len());
        let mut number = 0;
        while let Some(ranks) = group {
            if number % BETWEEN_CHECKS == 0 {
                check(control)?;
            }
            let first = self.first_state[number] as usize;
            for state in first..self.first_state[number + 1] as usize {
                call(state, ranks, self.some_man(number, ranks, state - first));
            }
            number += 1;
            group = next_group(ranks, self.live.len());
        }
        Ok(())
    }

    /// A man in an area of a group.
    fn some_man(&self, group: usize, ranks: Ranks<K>, area: usize) -> Square {
        let squares = (0..self.n_squares).map(Square::from_index);
        let mut men = squares.filter(|&man| self.is_in(group, ranks, area, man));
        men.next().expect("an area has a square")
    }

    /// Whether a man on this square is in an area of a group.
    #[inline]
    fn is_in(&self, group: usize, ranks: Ranks<K>, area: usize, man: Square) -> bool {
        match self.areas_at[group] {
            ONE_AREA => !self.is_box(ranks, man),
            at => usize::from(self.areas[at as usize + man.index()]) == area,
        }
    }

    #[inline]
    fn is_box(&self, ranks: Ranks<K>, square: Square) -> bool {
        ranks.contains(&self.rank[square])
    }

    /// What each state costs until its boxes stand on goals, a push 1 and each goal its
    /// price; [`NO_WAY`] if they never do.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn costs<S: Squares>(
        &self,
        ground: &Ground<S>,
        prices: &[(Square, u16)],
        control: &mut Control<'_>,
    ) -> Result<Vec<u16>, StopReason> {
        let mut search = Search {
            boxes: self,
            costs: vec![NO_WAY; self.n_states()],
            layers: Vec::new(),
        };
        search.begin(prices);
        let mut cost = 0;
        while cost < search.layers.len() {
            let layer = std::mem::take(&mut search.layers[cost]);
            for chunk in layer.chunks(BETWEEN_CHECKS) {
                check(control)?;
                for &(ranks, state) in chunk {
                    if usize::from(search.costs[state as usize]) == cost {
                        search.pull(ground, ranks, state, cost as u16);
                    }
                }
            }
            cost += 1;
        }
        Ok(search.costs)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.first_state.len() + self.areas_at.len()) * 4 + self.areas.len()
    }
}

/// A search backwards from all ends, in the order of costs.
struct Search<'a, const K: usize> {
    boxes: &'a FewBoxes<K>,
    costs: Vec<u16>,
    layers: Vec<Vec<(Ranks<K>, u32)>>,
}

impl<const K: usize> Search<'_, K> {
    /// Enters all groups of goals, with every man.
    fn begin(&mut self, prices: &[(Square, u16)]) {
        let mut group = first_group::<K>(prices.len());
        while let Some(chosen) = group {
            let goals = chosen.map(|i| prices[usize::from(i)]);
            let price: u32 = goals.iter().map(|&(_, price)| u32::from(price)).sum();
            let ranks = goals.map(|(goal, _)| self.boxes.rank[goal]);
            let number = self.boxes.group(ranks);
            let first = &self.boxes.first_state[number..];
            for state in first[0]..first[1] {
                self.enter(ranks, state, price);
            }
            group = next_group(chosen, prices.len());
        }
    }

    /// Notes a way to a state if it is the cheapest so far.
    #[inline]
    fn enter(&mut self, ranks: Ranks<K>, state: u32, cost: u32) {
        let known = &mut self.costs[state as usize];
        // What costs more than can be told is told too low, which is no harm.
        let cost = cost.min(u32::from(NO_WAY - 1)) as u16;
        if cost < *known {
            *known = cost;
            let layer = usize::from(cost);
            if layer >= self.layers.len() {
                self.layers.resize_with(layer + 1, Vec::new);
            }
            self.layers[layer].push((ranks, state));
        }
    }

    /// Takes back every push that can have led to a state.
    #[inline]
    fn pull<S: Squares>(&mut self, ground: &Ground<S>, ranks: Ranks<K>, state: u32, cost: u16) {
        let boxes = self.boxes;
        let group = boxes.group(ranks);
        let area = (state - boxes.first_state[group]) as usize;
        for i in 0..K {
            let to = boxes.live[usize::from(ranks[i])];
            for direction in Direction::ALL {
                // The man stands where the box was, and before that behind it.
                let Some(from) = ground.next(to, direction) else {
                    continue;
                };
                let Some(man) = ground.next(from, direction) else {
                    continue;
                };
                let is_possible = boxes.rank[from] != NO_RANK
                    && !boxes.is_box(ranks, man)
                    && boxes.is_in(group, ranks, area, from);
                if is_possible {
                    let before = moved(ranks, i, boxes.rank[from]);
                    let state = boxes.state(boxes.group(before), man);
                    self.enter(before, state as u32, u32::from(cost) + 1);
                }
            }
        }
    }
}

/// The ranks with one of them changed, in order again.
#[inline]
fn moved<const K: usize>(mut ranks: Ranks<K>, i: usize, to: u16) -> Ranks<K> {
    ranks[i] = to;
    for at in (0..i).rev() {
        if ranks[at] > ranks[at + 1] {
            ranks.swap(at, at + 1);
        }
    }
    for at in i + 1..K {
        if ranks[at - 1] > ranks[at] {
            ranks.swap(at - 1, at);
        }
    }
    ranks
}

/// The first group of so many things; none if there are too few.
fn first_group<const K: usize>(n_things: usize) -> Option<Ranks<K>> {
    (K <= n_things).then(|| std::array::from_fn(|i| i as u16))
}

/// The group after this one in the order of numbers.
#[inline]
fn next_group<const K: usize>(mut ranks: Ranks<K>, n_things: usize) -> Option<Ranks<K>> {
    for i in 0..K {
        let limit = ranks.get(i + 1).map_or(n_things, |&next| usize::from(next));
        if usize::from(ranks[i]) + 1 < limit {
            ranks[i] += 1;
            (0..i).for_each(|low| ranks[low] = low as u16);
            return Some(ranks);
        }
    }
    None
}

fn check(control: &mut Control<'_>) -> Result<(), StopReason> {
    match control.check_now(&mut Counters::default()) {
        Some(reason) => Err(reason),
        None => Ok(()),
    }
}
