//! The rounds of the optimiser: breadths, windows, and what is gained.

use super::metric_order::{Cost, MetricOrder};
use super::optimised::{Gain, Optimised};
use super::path::{Place, lay_out};
use super::shortest::{SearchGround, Shortest, Target};
use super::vicinity::{self, Breadth, Nearby};
use soko_core::facts::{PushDistanceMap, UNREACHABLE};
use soko_core::{
    Level, Push, Square, SquareSet, Squares, Verified, Walks, Zobrist, pushes_of_steps,
    steps_of_pushes, verify, with_width,
};
use soko_search::{Control, Counters};

/// Makes a solution of this level better by an order of metrics, in turns: goes on where
/// the last turn has ended, and begins no further window after so many expansions.
pub(crate) fn optimise_on(
    level: &Level,
    solution: &Verified,
    order: MetricOrder,
    round: &mut Round,
    expansions: u64,
    control: &mut Control<'_>,
) -> Optimised {
    let task = Task {
        level,
        solution,
        order,
        expansions,
    };
    with_width!(level.board().n_squares(), S => improve::<S>(&task, round, control))
}

/// What an optimiser is given.
struct Task<'a> {
    level: &'a Level,
    solution: &'a Verified,
    order: MetricOrder,
    /// No further window is begun after so many.
    expansions: u64,
}

/// The breadths tried, narrow ones first.
const BREADTHS: [Breadth; 7] = [
    breadth(1, usize::MAX),
    breadth(2, 6),
    breadth(2, 12),
    breadth(3, 4),
    breadth(2, 32),
    breadth(3, 8),
    breadth(2, usize::MAX),
];

const fn breadth(boxes: usize, squares: usize) -> Breadth {
    Breadth { boxes, squares }
}

/// Configurations in a window at first, and how they grow when a whole round of
/// breadths found nothing.
const FIRST_SIZE: usize = 250_000;
const SIZE_GROWTH: usize = 4;
const LAST_SIZE: usize = 16_000_000;

/// Windows are not made shorter than so many pushes.
const MIN_WINDOW: usize = 8;

/// Where an optimiser is: a round goes through all breadths, a pass of one breadth
/// through all windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    /// The configurations of a window.
    size: usize,
    /// The number of the breadth.
    breadth: usize,
    /// The first push of the window.
    start: usize,
    /// Whether this pass, and this round, have gained anything.
    pass_gained: bool,
    round_gained: bool,
}

impl Default for Round {
    fn default() -> Round {
        Round {
            size: FIRST_SIZE,
            breadth: 0,
            start: 0,
            pass_gained: false,
            round_gained: false,
        }
    }
}

impl Round {
    /// Whether every breadth was tried without a gain in the largest sets.
    pub(crate) fn is_last(&self) -> bool {
        self.size > LAST_SIZE
    }

    /// The pass is over: the same breadth again after a gain, else the next; after a
    /// round without any gain the sets grow.
    fn end_pass(&mut self) {
        self.start = 0;
        if !std::mem::take(&mut self.pass_gained) {
            self.breadth += 1;
        }
        if self.breadth == BREADTHS.len() {
            self.breadth = 0;
            if !std::mem::take(&mut self.round_gained) {
                self.size *= SIZE_GROWTH;
            }
        }
    }
}

fn improve<S: Squares>(task: &Task<'_>, round: &mut Round, control: &mut Control<'_>) -> Optimised {
    let (level, solution, order) = (task.level, task.solution, task.order);
    // 1. What all searches share. Boxes never rest where they reach no goal.
    let board = level.board();
    let nearest = PushDistanceMap::to_nearest_goal(board);
    let zobrist = Zobrist::new(board.n_squares());
    let can_rest = |s: &Square| nearest.best(*s) != UNREACHABLE;
    let live = SquareSet::of(board.n_squares(), board.squares().filter(can_rest));
    let ground = SearchGround {
        board,
        zobrist: &zobrist,
        goals: board.convert(board.goals()),
        nearest: &nearest,
        live: live.clone(),
        order,
    };
    // 2. The given solution is the best so far.
    let mut found = Optimised {
        best: solution.clone(),
        before: *solution.metrics(),
        gains: Vec::new(),
        counters: Counters::default(),
        stopped: None,
    };
    let mut optimiser = Optimiser {
        level,
        walks: Walks::<S>::new(board),
        nearby: Nearby::new(board, &live),
        ground,
        plan: pushes_of_steps(level, solution.steps()),
        found: &mut found,
    };
    // 3. Walks first, as they cost nothing; then the windows.
    optimiser.take_shortest_walks();
    optimiser.rounds(round, task.expansions, control);
    found.stopped = control.stopped();
    found
}

/// One optimisation under way.
struct Optimiser<'a, S> {
    level: &'a Level,
    ground: SearchGround<'a, S>,
    walks: Walks<S>,
    nearby: Nearby,
    plan: Vec<Push>,
    found: &'a mut Optimised,
}

impl<S: Squares> Optimiser<'_, S> {
    /// Goes through all breadths with ever larger sets.
    fn rounds(&mut self, round: &mut Round, expansions: u64, control: &mut Control<'_>) {
        while !round.is_last() && control.stopped().is_none() {
            if self.found.counters.expanded >= expansions {
                return;
            }
            self.next_window(round, control);
        }
    }

    /// Does the next window of a pass, unless it is too wide for now: a later round
    /// has more room.
    fn next_window(&mut self, round: &mut Round, control: &mut Control<'_>) {
        let (breadth, n_pushes) = (BREADTHS[round.breadth], self.plan.len());
        let of_one = breadth.size(self.level.n_boxes(), self.ground.live.len());
        let is_too_wide = of_one.saturating_mul(MIN_WINDOW) > round.size * SIZE_GROWTH;
        if is_too_wide || round.start >= n_pushes {
            return round.end_pass();
        }
        let length = (round.size / of_one).max(MIN_WINDOW);
        let end = (round.start + length).min(n_pushes);
        let (best, first) = (self.found.best.metrics(), round.start + 1);
        control.set_phase(format!(
            "{} moves, {} pushes; {} boxes aside, pushes {first}-{end} of {n_pushes}",
            best.moves, best.pushes, breadth.boxes,
        ));
        let has_gained = self.window(round.start, end, breadth, control);
        round.pass_gained |= has_gained;
        round.round_gained |= has_gained;
        if control.stopped().is_some() {
            return; // The same window next time.
        }
        if end >= n_pushes {
            round.end_pass();
        } else {
            round.start += (length / 2).max(1);
        }
    }

    /// Looks for a cheaper way through one window.
    fn window(
        &mut self,
        start: usize,
        end: usize,
        breadth: Breadth,
        control: &mut Control<'_>,
    ) -> bool {
        let Some(places) = self.places() else {
            return false;
        };
        let (target, last_walk) = self.target(&places, end);
        let window = &places[start..=end];
        let limit = places[end].cost.since(places[start].cost);
        let limit = limit.plus(self.ground.order.walk(last_walk));
        let allowed = vicinity::around(window, &self.nearby, self.ground.zobrist, breadth);
        let set_bytes = allowed.capacity() * 10;
        self.found.counters.bytes += set_bytes;
        let search = Shortest::new(&self.ground, &allowed, &places[start], target, limit);
        let way = search.run(&mut self.walks, control, &mut self.found.counters);
        self.found.counters.bytes -= set_bytes;
        let Some(way) = way else { return false };
        let mut plan = self.plan[..start].to_vec();
        plan.extend(way);
        plan.extend(&self.plan[end..]);
        self.take(plan, breadth)
    }

    /// The positions along the present solution.
    fn places(&mut self) -> Option<Vec<Place<S>>> {
        let board = self.ground.board;
        let boxes: S = board.convert(self.level.boxes());
        let start = Place {
            hash: self.ground.zobrist.of_boxes(&boxes),
            boxes,
            man: self.level.man(),
            last: None,
            cost: Cost::ZERO,
        };
        let order = &self.ground.order;
        lay_out(
            board,
            self.ground.zobrist,
            &mut self.walks,
            order,
            start,
            &self.plan,
        )
    }

    /// Where a window must end, and the walk from there to the next push.
    fn target(&mut self, places: &[Place<S>], end: usize) -> (Target, u32) {
        let next_man = self
            .plan
            .get(end)
            .and_then(|push| push.man(self.ground.board));
        let Some(next_man) = next_man else {
            return (Target::Solved, 0);
        };
        let place = &places[end];
        self.walks.measure(&place.boxes, place.man);
        let walk = self.walks.to(next_man).expect("the next push was laid out");
        let hash = place.hash;
        (Target::Junction { hash, next_man }, walk)
    }

    /// Shortens the walks between the pushes and leaves the pushes alone.
    fn take_shortest_walks(&mut self) {
        let plan = self.plan.clone();
        self.take(plan, BREADTHS[0]);
    }

    /// Takes a plan if the referee accepts it and it is better.
    fn take(&mut self, plan: Vec<Push>, breadth: Breadth) -> bool {
        let Ok(steps) = steps_of_pushes(self.level, &plan) else {
            return false;
        };
        let directions = steps.iter().map(|step| step.direction);
        let Ok(solution) = verify(self.level.setup(), directions) else {
            return false;
        };
        let metrics = *solution.metrics();
        let best = self.found.best.metrics();
        if self.ground.order.compare(&metrics, best).is_ge() {
            return false;
        }
        self.plan = plan;
        self.found.best = solution;
        let breadth = Some(breadth);
        self.found.gains.push(Gain { breadth, metrics });
        true
    }
}
