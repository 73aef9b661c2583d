//! All positions of two boxes on the bare board, and the pushes between them.
//!
//! Two boxes on live squares and the area that holds the man make a state. A pair of
//! squares has at most a few areas, so there are about n²/2 states for n live squares:
//! some thousands, and every question about two boxes is answered by a search of all of
//! them. From a pair of goals one search backwards over the pushes says how many pushes
//! every state needs until the one box stands on the one goal and the other on the
//! other.
//!
//! Exact for two boxes; with more boxes on the board the pushes of these two are still
//! a way of theirs alone, so the numbers are lower bounds.
//!
//! Cost: a flood fill for each state and push once, then some nanoseconds a state and
//! search.

use super::board::Ground;
use super::lone_box::LoneBox;
use soko_core::{BySquare, Direction, Square, Squares};
use soko_search::{Control, Counters, StopReason};

/// A pair of boxes and an area of the man: the number of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairState(u32);

impl PairState {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The states of two boxes and the pushes between them.
#[derive(Clone, Debug)]
pub(crate) struct TwoBoxes {
    /// The number of each live square.
    rank: BySquare<u16>,
    live: Vec<Square>,
    /// The first state of each pair; one more at the end.
    first_state: Vec<u32>,
    /// For pairs with several areas, the area of each man.
    areas: Vec<Option<Box<[u8]>>>,
    /// For each state a man in its area.
    men: Vec<Square>,
    /// The pushes into each state.
    first_push: Vec<u32>,
    pushes: Vec<PushBack>,
}

/// A push, from where it leads to.
#[derive(Clone, Copy, Debug)]
struct PushBack {
    from: PairState,
    /// Whether the pushed box has passed the other in the order of squares.
    swaps: bool,
}

/// Not a live square.
const NO_RANK: u16 = u16::MAX;
/// Stands for a way that is not there.
pub(crate) const NO_WAY: u16 = u16::MAX;

impl TwoBoxes {
    /// Finds all states of a board.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn new<S: Squares>(
        ground: &Ground<S>,
        lone: &LoneBox<S>,
        control: &mut Control<'_>,
    ) -> Result<TwoBoxes, StopReason> {
        let live: Vec<Square> = lone.live().iter().collect();
        let mut rank = BySquare::new(ground.n_squares(), NO_RANK);
        for (i, &square) in live.iter().enumerate() {
            rank[square] = i as u16;
        }
        let mut this = TwoBoxes {
            rank,
            live,
            first_state: vec![0],
            areas: Vec::new(),
            men: Vec::new(),
            first_push: Vec::new(),
            pushes: Vec::new(),
        };
        this.find_states(ground, control)?;
        this.find_pushes(ground, control)?;
        Ok(this)
    }

    /// Numbers the areas of every pair, in the order of pairs.
    fn find_states<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        for high in 1..self.live.len() {
            check(control)?;
            for low in 0..high {
                let mut free = ground.all().clone();
                free.remove(self.live[low]);
                free.remove(self.live[high]);
                self.add_areas(ground, free);
            }
        }
        Ok(())
    }

    fn add_areas<S: Squares>(&mut self, ground: &Ground<S>, mut free: S) {
        let before = self.men.len();
        let mut of_man = None;
        while let Some(man) = free.lowest() {
            let area = ground.reach().area_within(free.clone(), man);
            free.subtract(&area);
            let number = self.men.len() - before;
            if number > 0 || !free.is_empty() {
                let of_man =
                    of_man.get_or_insert_with(|| vec![0; ground.n_squares()].into_boxed_slice());
                // Two boxes have at most eight free neighbours, so eight areas.
                area.iter()
                    .for_each(|man| of_man[man.index()] = number as u8);
            }
            self.men.push(man);
        }
        self.areas.push(of_man);
        self.first_state.push(self.men.len() as u32);
    }

    /// Files every push under the state that it leads to.
    fn find_pushes<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        // 1. All pushes, in the order of the states that they come from.
        let mut found: Vec<(PairState, PushBack)> = Vec::new();
        for high in 1..self.live.len() {
            check(control)?;
            for low in 0..high {
                let pair = pair_number(low, high);
                for state in self.first_state[pair]..self.first_state[pair + 1] {
                    self.add_pushes(ground, PairState(state), (low, high), &mut found);
                }
            }
        }
        // 2. Sorted by the states that they lead to, by counting.
        let mut first = vec![0; self.n_states() + 1];
        for (to, _) in &found {
            first[to.index() + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let nowhere = PushBack {
            from: PairState(0),
            swaps: false,
        };
        let mut next = first.clone();
        self.pushes = vec![nowhere; found.len()];
        for (to, push) in found {
            self.pushes[next[to.index()] as usize] = push;
            next[to.index()] += 1;
        }
        self.first_push = first;
        Ok(())
    }

    fn add_pushes<S: Squares>(
        &self,
        ground: &Ground<S>,
        from: PairState,
        (low, high): (usize, usize),
        found: &mut Vec<(PairState, PushBack)>,
    ) {
        let (low, high) = (self.live[low], self.live[high]);
        let mut free = ground.all().clone();
        free.remove(low);
        free.remove(high);
        let area = ground.reach().area_within(free, self.men[from.index()]);
        for (pushed, other) in [(low, high), (high, low)] {
            for direction in Direction::ALL {
                let man = ground.next(pushed, direction.opposite());
                let to = ground.next(pushed, direction);
                let (Some(man), Some(to)) = (man, to) else {
                    continue;
                };
                if !area.contains(man) || to == other {
                    continue;
                }
                if let Some(state) = self.state(to, other, pushed) {
                    let swaps = (pushed < other) != (to < other);
                    found.push((state, PushBack { from, swaps }));
                }
            }
        }
    }

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.men.len()
    }

    /// The state of two boxes and a man; none if a box can never reach a goal.
    #[inline]
    pub fn state(&self, a: Square, b: Square, man: Square) -> Option<PairState> {
        let (low, high) = (self.rank[a.min(b)], self.rank[a.max(b)]);
        if low == NO_RANK || high == NO_RANK {
            return None;
        }
        let pair = pair_number(usize::from(low), usize::from(high));
        let area = self.areas[pair].as_ref().map_or(0, |of| of[man.index()]);
        Some(PairState(self.first_state[pair] + u32::from(area)))
    }

    /// All states: the boxes, the lower square first, and a man in the area.
    pub fn states(&self) -> impl Iterator<Item = (PairState, Square, Square, Square)> + '_ {
        let pairs = (1..self.live.len()).flat_map(|high| (0..high).map(move |low| (low, high)));
        pairs.flat_map(move |(low, high)| {
            let pair = pair_number(low, high);
            let states = self.first_state[pair]..self.first_state[pair + 1];
            states.map(move |state| {
                let state = PairState(state);
                let man = self.men[state.index()];
                (state, self.live[low], self.live[high], man)
            })
        })
    }

    /// For every state the pushes until the boxes stand on these goals, the first
    /// of which is the lower square: with the lower box on the lower goal, and with
    /// the lower box on the other.
    pub fn pushes_to(&self, goals: (Square, Square), ways: &mut Ways) {
        debug_assert!(goals.0 < goals.1);
        ways.pushes.clear();
        ways.pushes.resize(self.n_states(), [NO_WAY; 2]);
        ways.queue.clear();
        let (low, high) = (self.rank[goals.0], self.rank[goals.1]);
        let pair = pair_number(usize::from(low), usize::from(high));
        for state in self.first_state[pair]..self.first_state[pair + 1] {
            ways.pushes[state as usize][0] = 0;
            ways.queue.push((PairState(state), false));
        }
        let mut next = 0;
        while let Some(&(state, is_swapped)) = ways.queue.get(next) {
            next += 1;
            let pushes = ways.pushes[state.index()][usize::from(is_swapped)] + 1;
            let range = self.first_push[state.index()]..self.first_push[state.index() + 1];
            for push in &self.pushes[range.start as usize..range.end as usize] {
                let is_swapped = is_swapped != push.swaps;
                let known = &mut ways.pushes[push.from.index()][usize::from(is_swapped)];
                if *known == NO_WAY {
                    *known = pushes;
                    ways.queue.push((push.from, is_swapped));
                }
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let areas: usize = self.areas.iter().flatten().map(|of| of.len()).sum();
        areas + self.areas.len() * 20 + self.men.len() * 6 + self.pushes.len() * 8
    }
}

/// What a search from two goals has found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    pushes: Vec<[u16; 2]>,
    queue: Vec<(PairState, bool)>,
}

impl Ways {
    /// The pushes from a state, with the lower box for the lower goal or for the other;
    /// [`NO_WAY`] if there is none.
    #[inline]
    pub fn from(&self, state: PairState) -> [u16; 2] {
        self.pushes[state.index()]
    }
}

#[inline]
fn pair_number(low: usize, high: usize) -> usize {
    high * (high - 1) / 2 + low
}

fn check(control: &mut Control<'_>) -> Result<(), StopReason> {
    match control.check_now(&mut Counters::default()) {
        Some(reason) => Err(reason),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, SplitMix, SquareSet, pushes, random_level};
    use std::collections::{HashMap, VecDeque};

    /// The fewest pushes that bring a box from `a` to `goals.0` and one from `b` to
    /// `goals.1`, played forward.
    fn by_play(
        level: &Level,
        (a, b): (Square, Square),
        man: Square,
        goals: (Square, Square),
    ) -> Option<u16> {
        let ground = Ground::<SquareSet>::new(level.board());
        let mut seen = HashMap::new();
        let mut queue = VecDeque::from([(a, b, man, 0)]);
        while let Some((a, b, man, n_pushes)) = queue.pop_front() {
            if (a, b) == goals {
                return Some(n_pushes);
            }
            let boxes = SquareSet::of(ground.n_squares(), [a, b]);
            let area = ground.reach().area(&boxes, man);
            if seen.insert((a, b, area.lowest()), ()).is_some() {
                continue;
            }
            for push in pushes(level.board(), &boxes, &area) {
                let to = push.to(level.board()).unwrap();
                let (a, b) = if push.from == a { (to, b) } else { (a, to) };
                queue.push_back((a, b, push.from, n_pushes + 1));
            }
        }
        None
    }

    #[test]
    fn two_boxes_need_what_play_shows() {
        let mut random = SplitMix(77);
        let (mut n_ways, mut n_none, mut n_crossed) = (0, 0, 0);
        while n_ways < 1500 {
            let level = random_level(&mut random, 7, 6, 3);
            let ground = Ground::<SquareSet>::new(level.board());
            let lone = LoneBox::new(&ground, ground.nothing());
            let goals: Vec<Square> = ground.goals().iter().collect();
            if goals.len() < 2 || lone.live().len() < 3 {
                continue;
            }
            let boxes = TwoBoxes::new(&ground, &lone, &mut Control::default()).unwrap();
            let goals = (goals[0], goals[1]);
            let mut ways = Ways::default();
            boxes.pushes_to(goals, &mut ways);
            for (state, a, b, man) in boxes.states() {
                if random.below(8) > 0 {
                    continue;
                }
                assert_eq!(boxes.state(b, a, man), Some(state));
                let told = ways.from(state).map(|n| (n != NO_WAY).then_some(n));
                let truth = [goals, (goals.1, goals.0)].map(|to| by_play(&level, (a, b), man, to));
                assert_eq!(told, truth, "{a:?} {b:?} {man:?}\n{}", level.setup());
                n_ways += usize::from(truth[0].is_some());
                n_none += usize::from(truth[0].is_none());
                n_crossed += usize::from(truth[1] < truth[0]);
            }
        }
        assert!(n_none > 100 && n_crossed > 100, "{n_none} {n_crossed}");
    }

    #[test]
    fn a_stopped_control_ends_it() {
        let level = random_level(&mut SplitMix(3), 9, 9, 3);
        let ground = Ground::<SquareSet>::new(level.board());
        let lone = LoneBox::new(&ground, ground.nothing());
        let mut control = Control::default().with_forced_stop(2);
        let stopped = TwoBoxes::new(&ground, &lone, &mut control);
        assert_eq!(stopped.err(), Some(StopReason::Cancelled));
    }
}
