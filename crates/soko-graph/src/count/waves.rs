//! The fewest moves from both ends at once, all places of the man at a time.
//!
//! A state is the boxes and the man's square, and a step is one move. The squares that the
//! man gets to with the same boxes and as many moves are one *wave*: a set of bits. The next
//! wave is what lies around it, free and new; where a wave comes to a box that can be pushed,
//! other boxes get a wave of one square. For each set of boxes one entry tells which squares
//! are known from the start, and which from the end. So a step of a dozen men costs one look
//! into the table, where `Meeting` over single steps would take a dozen.
//!
//! **Exact**, as [`Meeting`](super::Meeting) is: every step costs one move, and both ends
//! know all states within so many moves. To find the way back, states that a push has led to
//! are kept by layer: from a state the man walks back to one of these, a push earlier.
//!
//! Cost: a wave takes some hundred nanoseconds, a set of boxes 24 bytes on boards of up to 64
//! squares at half to three quarters full, a push 8 bytes. Source: ours.

use super::growth::foretold;
use super::meeting::{BothEnds, END, Layered, START};
use super::ranks::Ranks;
use super::steps::TooMany;
use super::wave_table::WaveTable;
use crate::KeyLayout;
use soko_core::reach::walk;
use soko_core::{Direction, Level, Square, Squares, Walks};
use soko_search::{Control, Counters, StopReason};

/// Waves by pushes, and by walks.
const PUSHED: usize = 0;
const WALKED: usize = 1;
/// Waves between two looks at the limits.
const ROUND: usize = 16_384;

/// Boxes by their rank, and squares where the man is.
type Wave<S> = (u64, S);
/// Boxes by their rank, and the man.
type Spot = (u64, Square);

/// A search for the fewest moves from both ends.
pub struct Waves<'a, S> {
    level: &'a Level,
    ranks: Ranks,
    /// The squares beside each, and the one in each direction; itself where there is a wall.
    around: Vec<S>,
    beside: Vec<[Square; 4]>,
    /// Where boxes can stand.
    slots: S,
    goals: S,
    table: WaveTable<S>,
    /// The last waves of both ends.
    fronts: [Vec<Wave<S>>; 2],
    /// How many waves each layer had.
    sizes: [Vec<u64>; 2],
    /// The states that a push has led to, by layer.
    pushed: [Vec<Vec<u64>>; 2],
    /// Waves on their way into the table: by pushes, and by walks.
    coming: [Vec<Wave<S>>; 2],
    counters: Counters,
}

impl<'a, S: Squares> Waves<'a, S> {
    /// Nothing is known but the ends; none where there are more goals than boxes.
    ///
    /// # Errors
    ///
    /// If the states have numbers of too many bits.
    ///
    /// ```
    /// use soko_core::{Level, SquareSet};
    /// use soko_graph::{KeyLayout, count::{BothEnds, Layered, Waves}};
    /// use soko_search::Control;
    ///
    /// let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
    /// let mut waves = Waves::<SquareSet>::new(&level, &KeyLayout::new(&level)).unwrap().unwrap();
    /// let moves = loop {
    ///     if let Layered::Met(moves) = waves.next_layer(&mut Control::default()).unwrap() {
    ///         break moves;
    ///     }
    /// };
    /// assert_eq!(moves.len(), 3);
    /// ```
    pub fn new(level: &'a Level, layout: &KeyLayout) -> Result<Option<Waves<'a, S>>, TooMany> {
        let ranks = Ranks::new(layout, level.n_boxes()).ok_or(TooMany)?;
        let board = level.board();
        let n_squares = board.n_squares();
        let goals = S::of(n_squares, board.goals().iter());
        if goals.len() != level.n_boxes() || goals.iter().any(|s| layout.slot(s).is_none()) {
            return Ok(None);
        }
        let boxes: S = board.convert(level.boxes());
        let free = S::full(n_squares).difference(&goals);
        let first = [
            (ranks.rank(&boxes), S::of(n_squares, [level.man()])),
            (ranks.rank(&goals), free),
        ];
        let around = |square| S::of(n_squares, board.neighbours(square).map(|(_, s)| s));
        let beside = |square| Direction::ALL.map(|d| board.neighbour(square, d).unwrap_or(square));
        let mut waves = Waves {
            level,
            ranks,
            around: board.squares().map(around).collect(),
            beside: board.squares().map(beside).collect(),
            slots: S::of(n_squares, layout.squares().iter().copied()),
            goals,
            table: WaveTable::new(S::empty(n_squares)),
            fronts: Default::default(),
            sizes: Default::default(),
            pushed: Default::default(),
            coming: Default::default(),
            counters: Counters::default(),
        };
        for end in [START, END] {
            waves.coming[PUSHED].push(first[end].clone());
            waves.pushed[end].push(Vec::new());
            waves.enter(end);
            waves.sizes[end].push(1);
        }
        Ok(Some(waves))
    }

    /// Enters the waves on their way; what is new of them is added to the front, and what is
    /// new by pushes to those of the last layer. Hands over a state that the other end knows,
    /// if there is one.
    fn enter(&mut self, end: usize) -> Option<Spot> {
        let mut common = None;
        let (front, pushed) = (&mut self.fronts[end], self.pushed[end].last_mut());
        let mut pushed = pushed.expect("a layer is under way");
        let mut unkept = Vec::new();
        for coming in [PUSHED, WALKED] {
            self.table
                .enter_all(&self.coming[coming], end, |rank, new, other| {
                    if common.is_none() && new.intersects(other) {
                        let both = new.iter().find(|&man| other.contains(man));
                        common = both.map(|man| (rank, man));
                    }
                    pushed.extend(new.iter().map(|man| self.ranks.number(rank, man)));
                    front.push((rank, new));
                });
            pushed = &mut unkept;
            self.coming[coming].clear();
        }
        common
    }

    /// The moves of both ends together.
    fn n_steps(&self) -> u64 {
        self.sizes.iter().map(|sizes| sizes.len() as u64 - 1).sum()
    }

    fn smaller(&self) -> usize {
        usize::from(self.fronts[END].len() < self.fronts[START].len())
    }

    /// The square beside one, if there is one.
    #[inline]
    fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        let next = self.beside[square.index()][direction as usize];
        (next != square).then_some(next)
    }

    /// Lets a wave go on: where the man walks, and what he pushes, or has pushed.
    #[inline]
    fn spread(&self, end: usize, (rank, men): &Wave<S>, out: &mut [Vec<Wave<S>>; 2]) {
        let [boxes]: [S; 1] = self.ranks.boxes_of([*rank]);
        let mut walked = S::empty(self.around.len());
        for man in men.iter() {
            let around = &self.around[man.index()];
            walked.union_with(around);
            if !around.intersects(&boxes) {
                continue;
            }
            for direction in Direction::ALL {
                let Some(pushed) = self.next(man, direction).filter(|&s| boxes.contains(s)) else {
                    continue;
                };
                let (way, then) = match end {
                    START => ([Some(pushed), self.next(pushed, direction)], pushed),
                    _ => {
                        let Some(back) = self.next(man, direction.opposite()) else {
                            continue;
                        };
                        let to = Some(man).filter(|_| !boxes.contains(back));
                        ([Some(pushed), to], back)
                    }
                };
                let [Some(from), Some(to)] = way else {
                    continue;
                };
                if self.slots.contains(to) && !boxes.contains(to) {
                    let mut after = boxes.clone();
                    after.shift(from, to);
                    let rank = self.ranks.rank_after(*rank, &boxes, &after, [from, to]);
                    out[PUSHED].push((rank, S::of(self.around.len(), [then])));
                }
            }
        }
        walked.subtract(&boxes);
        out[WALKED].push((*rank, walked));
    }

    fn look(&mut self, control: &mut Control<'_>) -> Option<StopReason> {
        let pushed = self.pushed.iter().flatten();
        let pushed: usize = pushed.map(|states| 8 * states.capacity()).sum();
        let lists = self.fronts.iter().chain(&self.coming);
        let waves: usize = lists.map(Vec::capacity).sum();
        self.counters.stored = self.table.len() as u64;
        self.counters.bytes = self.table.bytes() + pushed + waves * size_of::<Wave<S>>();
        control.check_now(&mut self.counters)
    }

    /// The man's moves from the start to a state, or from it to the end.
    fn way(&self, end: usize, rank: u64, man: Square) -> Vec<Direction> {
        let (mut moves, mut rank, mut man) = (Vec::new(), rank, man);
        let mut layer = self.sizes[end].len() - 1;
        let mut walks = Walks::<S>::new(self.level.board());
        loop {
            // 1. The man walks back to where a push has left him.
            let [boxes]: [S; 1] = self.ranks.boxes_of([rank]);
            walks.measure(&boxes, man);
            let (pushed, steps) = self.last_pushed(end, rank, layer, &walks);
            let (from, to) = if end == START {
                (pushed, man)
            } else {
                (man, pushed)
            };
            let walked = walk(self.level.board(), &boxes, from, to);
            let walked = walked.expect("he has walked that way");
            match end {
                START => moves.splice(0..0, walked),
                _ => moves.splice(moves.len().., walked),
            };
            (layer, man) = (layer - steps, pushed);
            if layer == 0 {
                return moves;
            }
            // 2. The push that has led there.
            let (direction, before) = self.undone(end, rank, man, layer);
            match end {
                START => moves.insert(0, direction),
                _ => moves.push(direction),
            }
            (rank, man) = before;
            layer -= 1;
        }
    }

    /// The nearest state that a push has led to, from which the man has walked; and how far.
    fn last_pushed(
        &self,
        end: usize,
        rank: u64,
        layer: usize,
        walks: &Walks<S>,
    ) -> (Square, usize) {
        let near = walks
            .reached()
            .iter()
            .filter_map(|s| Some((walks.to(s)? as usize, s)));
        let mut near: Vec<(usize, Square)> = near.filter(|&(steps, _)| steps <= layer).collect();
        near.sort();
        let is_pushed =
            |&&(steps, man): &&(usize, Square)| self.was_pushed(end, layer - steps, rank, man);
        let found = near.iter().find(is_pushed);
        let &(steps, man) = found.expect("a push or an end is where every walk begins");
        (man, steps)
    }

    /// The push that leads to a state of a layer from one of the layer before, or from it to
    /// that one, and that state.
    fn undone(&self, end: usize, rank: u64, man: Square, layer: usize) -> (Direction, Spot) {
        let mut out = Default::default();
        let here = (rank, S::of(self.around.len(), [man]));
        self.spread(1 - end, &here, &mut out);
        let [by_push, _] = out;
        let states = by_push.into_iter();
        for (rank, before) in states.filter_map(|(rank, men)| Some((rank, men.lowest()?))) {
            let is_known = self.was_there(end, rank, before, layer - 1);
            let (from, to) = if end == START {
                (before, man)
            } else {
                (man, before)
            };
            let goes_there = |&d: &Direction| self.next(from, d) == Some(to);
            if let Some(direction) = Direction::ALL
                .into_iter()
                .find(goes_there)
                .filter(|_| is_known)
            {
                return (direction, (rank, before));
            }
        }
        unreachable!("a push has led there")
    }

    /// Whether a state belongs to a layer: its nearest push is as far back as it takes to walk.
    fn was_there(&self, end: usize, rank: u64, man: Square, layer: usize) -> bool {
        let [boxes]: [S; 1] = self.ranks.boxes_of([rank]);
        let mut walks = Walks::<S>::new(self.level.board());
        walks.measure(&boxes, man);
        let mut reached = walks
            .reached()
            .iter()
            .filter_map(|s| Some((walks.to(s)? as usize, s)));
        reached
            .any(|(steps, from)| steps <= layer && self.was_pushed(end, layer - steps, rank, from))
    }

    /// Whether a push has led to a state of a layer, whose states are in order by now.
    fn was_pushed(&self, end: usize, layer: usize, rank: u64, man: Square) -> bool {
        let state = self.ranks.number(rank, man);
        self.pushed[end][layer].binary_search(&state).is_ok()
    }
}

impl<S: Squares> BothEnds for Waves<'_, S> {
    fn at_least(&self) -> u64 {
        self.n_steps() + 1
    }

    fn next_expands(&self) -> u64 {
        self.fronts[self.smaller()].len() as u64
    }

    fn foretold(&self, n_steps: u64) -> f64 {
        let more = n_steps.saturating_sub(self.at_least());
        self.counters.expanded as f64 + foretold(&self.sizes, more)
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn next_layer(&mut self, control: &mut Control<'_>) -> Result<Layered, StopReason> {
        if self.n_steps() == 0 && self.level.boxes().iter().all(|s| self.goals.contains(s)) {
            return Ok(Layered::Met(Vec::new()));
        }
        let end = self.smaller();
        let front = std::mem::take(&mut self.fronts[end]);
        let mut common = None;
        self.pushed[end].push(Vec::new());
        for round in front.chunks(ROUND) {
            let mut coming = std::mem::take(&mut self.coming);
            for wave in round {
                self.spread(end, wave, &mut coming);
            }
            let n_waves = coming.iter().map(Vec::len).sum::<usize>();
            self.counters.generated += n_waves as u64;
            self.coming = coming;
            self.counters.expanded += round.len() as u64;
            common = common.or(self.enter(end));
            if let Some(reason) = self.look(control) {
                return Err(reason);
            }
        }
        self.sizes[end].push(self.fronts[end].len() as u64);
        if let Some((rank, man)) = common {
            let lists = self.pushed.iter_mut().flatten();
            lists.for_each(|states| states.sort_unstable());
            let [back, forth] = [START, END].map(|end| self.way(end, rank, man));
            return Ok(Layered::Met([back, forth].concat()));
        }
        Ok(match self.fronts[end].is_empty() {
            true => Layered::Unsolvable,
            false => Layered::Apart,
        })
    }
}
