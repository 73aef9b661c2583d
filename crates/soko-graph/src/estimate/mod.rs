//! How many states a graph is likely to have, before it is explored.
//!
//! 1. A search from the start with a small budget. If it comes to the end, its count
//!    is the answer, and exact.
//! 2. States are drawn at random, each with a known probability p (`mixture.rs`), and
//!    a search backwards, by pulls, decides whether each can be reached from the start
//!    (`backward.rs`). One that can stands for 1/p states; the mean over all draws is
//!    the number of states (Horvitz and Thompson's estimate).
//! 3. Which states are drawn is learned in rounds before (`model.rs`): the nearer p is
//!    to even over the states that can be reached, the less the mean scatters. What is
//!    learned never makes the mean wrong, and the samples that count are new ones.
//! 4. Searches backwards are short because the states known to be reached lie all
//!    over the graph (`scatter.rs`). Those that are not decided widen the bar
//!    (`interval.rs`).
//!
//! The same seed gives the same estimate; without a limit on time nothing depends on
//! the clock. Cost: about two million expansions at the most, a few seconds and some
//! tens of megabytes. `make bench-estimate` holds estimates against counts.

mod backward;
mod cost;
mod floor;
mod interval;
mod mixture;
mod model;
mod scatter;
mod words;

pub use cost::Cost;

use crate::{Rules, StateGraph, TooWide, explore};
use backward::{Backward, Verdict};
use floor::{Floor, Spot};
use interval::Interval;
use mixture::{Mixture, Samples};
use model::Model;
use soko_core::{Level, SplitMix, Squares, with_width};
use soko_search::{Control, Counters, Limits, StopReason};

/// How much is done for an estimate.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// States expanded from the start on.
    pub ball: u64,
    /// Steps of random walks; half as many again after each round of learning.
    pub walks: usize,
    /// Rounds of learning.
    pub rounds: usize,
    /// Samples of each.
    pub lessons: usize,
    /// Samples that count.
    pub samples: usize,
    /// States expanded to test these.
    pub tests: u64,
    /// The seed of all that is random.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            ball: 100_000,
            walks: 60_000,
            rounds: 5,
            lessons: 400,
            samples: 800,
            tests: 1_000_000,
            seed: 1,
        }
    }
}

impl Effort {
    /// A third of the work, for those who wait.
    pub const fn quick() -> Effort {
        Effort {
            ball: 100_000,
            walks: 20_000,
            rounds: 4,
            lessons: 200,
            samples: 400,
            tests: 300_000,
            seed: 1,
        }
    }
}

/// How many states a graph is likely to have.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    /// The number of states.
    pub states: f64,
    /// It is at least this, 19 times of 20 together with the next.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// What the samples say alone, without what is known otherwise: right on average.
    pub by_samples: f64,
    /// Whether the states were counted.
    pub is_exact: bool,
    /// Pushes from a state, on average.
    pub edges_a_state: f64,
    /// Words of a state's key.
    pub n_words: usize,
    /// States known to be reached.
    pub known: usize,
    /// Samples that can be reached, that cannot, and that are open.
    pub samples: [usize; 3],
    /// Why it is less certain than it could be: a limit came first.
    pub stopped: Option<StopReason>,
}

impl Estimate {
    /// What exploring the whole graph is likely to take.
    pub fn cost(&self) -> Cost {
        Cost::of_whole_graph(self.states, self.edges_a_state, self.n_words)
    }
}

/// Expansions for each sample of a lesson.
const LESSON_BUDGET: u64 = 200;
/// Expansions for each sample in the first round of tests; each round doubles them.
const FIRST_BUDGET: u64 = 25;
/// States of walks that the first model learns from.
const WALK_LESSONS: usize = 2_000;
/// How many samples they count for, alone and beside others.
const WALKS_ALONE: f64 = 200.0;
const WALKS_BESIDE: f64 = 10.0;

/// Estimates how many states the graph of a level has under the default rules.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::estimate::{Effort, estimate};
/// use soko_search::Control;
///
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let guess = estimate(&level, &Effort::default(), &mut Control::default()).unwrap();
/// assert_eq!(guess.to_string(), "2 states");
/// ```
pub fn estimate(
    level: &Level,
    effort: &Effort,
    control: &mut Control<'_>,
) -> Result<Estimate, TooWide> {
    let limits = control.limits();
    let most = limits.expansions.unwrap_or(effort.ball).min(effort.ball);
    let limits = Limits {
        expansions: Some(most),
        ..limits
    };
    let ball = control.part(limits, Counters::default(), |part| {
        part.set_phase("searching from the start");
        explore(level, &Rules::default(), 1, part)
    })?;
    Ok(estimate_beyond(&ball, effort, control))
}

/// The same for a level whose graph was explored as far as the given one; this takes
/// the place of the search from the start.
pub fn estimate_beyond(ball: &StateGraph, effort: &Effort, control: &mut Control<'_>) -> Estimate {
    let n_states = ball.n_states();
    let mut estimate = Estimate {
        states: n_states as f64,
        by_samples: n_states as f64,
        low: n_states as f64,
        high: n_states as f64,
        is_exact: ball.stopped().is_none(),
        edges_a_state: ball.n_edges() as f64 / ball.n_expanded().max(1) as f64,
        n_words: ball.key_layout().n_words(),
        known: n_states,
        ..Estimate::default()
    };
    if !estimate.is_exact {
        with_width!(ball.level().board().n_squares(), S => {
            Study::<S>::new(ball, effort).run(ball, &mut estimate, control);
        });
    }
    estimate
}

/// One level under study.
struct Study<'a, S> {
    floor: Floor<'a, S>,
    backward: Backward<S>,
    random: SplitMix,
    effort: &'a Effort,
    /// States of walks, to learn from.
    walked: Vec<Spot<S>>,
    lessons: Vec<Samples<S>>,
}

impl<'a, S: Squares> Study<'a, S> {
    fn new(ball: &'a StateGraph, effort: &'a Effort) -> Self {
        Study {
            floor: Floor::new(ball.level(), ball.key_layout()),
            backward: Backward::new(),
            random: SplitMix(effort.seed),
            effort,
            walked: Vec::new(),
            lessons: Vec::new(),
        }
    }

    /// Learns, samples, and judges.
    fn run(mut self, ball: &StateGraph, estimate: &mut Estimate, control: &mut Control<'_>) {
        control.set_phase("walking about");
        self.enter_ball(ball, control);
        control.set_phase("learning where boxes stand");
        for _ in 0..self.effort.rounds {
            if control.stopped().is_none() {
                self.learn(control);
            }
        }
        control.set_phase("testing samples");
        let mixture = self.taught();
        let n = self.effort.samples;
        let mut samples = mixture.draw_many(&self.floor, n, &mut self.random);
        let n_rounds = self.test_all(&mut samples, control);
        let known = self.backward.n_reached();
        let log_placements = self.floor.log_placements();
        let interval = Interval::of(&samples, n_rounds, known, log_placements);
        let count = |v: Verdict| samples.all.iter().filter(|s| s.verdict == v).count();
        *estimate = Estimate {
            states: interval.states,
            by_samples: interval.by_samples,
            low: interval.low,
            high: interval.high,
            edges_a_state: self
                .edges_a_state(&samples)
                .unwrap_or(estimate.edges_a_state),
            known,
            samples: [Verdict::Reached, Verdict::Unreached, Verdict::Open].map(count),
            stopped: control.stopped(),
            ..*estimate
        };
    }

    /// Enters what the search from the start has found, and walks on from there.
    fn enter_ball(&mut self, ball: &StateGraph, control: &mut Control<'_>) {
        let floor = &self.floor;
        for state in 0..ball.n_states() as u32 {
            self.backward
                .enter(scatter::spot_of(floor, ball, state).hash);
        }
        let begin = |random: &mut SplitMix| {
            let state = random.below(ball.n_states()) as u32;
            scatter::spot_of(floor, ball, state)
        };
        let (backward, random) = (&mut self.backward, &mut self.random);
        self.walked = scatter::walk(floor, begin, self.effort.walks, backward, random, control);
        self.walked.truncate(WALK_LESSONS);
    }

    /// One round of samples to learn from, and walks that begin at them.
    fn learn(&mut self, control: &mut Control<'_>) {
        let (floor, backward, random) = (&self.floor, &mut self.backward, &mut self.random);
        let mixture = taught(floor, &self.walked, &self.lessons);
        let mut samples = mixture.draw_many(floor, self.effort.lessons, random);
        mixture::test(floor, backward, &mut samples.all, LESSON_BUDGET, 0, control);
        let met = samples.all.iter().filter(|s| s.verdict == Verdict::Reached);
        let met: Vec<&Spot<S>> = met.map(|s| &s.spot).collect();
        if !met.is_empty() {
            let begin = |random: &mut SplitMix| met[random.below(met.len())].clone();
            let steps = self.effort.walks / 2;
            scatter::walk(floor, begin, steps, backward, random, control);
        }
        self.lessons.push(samples);
    }

    fn taught(&self) -> Mixture {
        taught(&self.floor, &self.walked, &self.lessons)
    }

    /// Tests samples in rounds with more and more patience; gives their number.
    fn test_all(&mut self, samples: &mut Samples<S>, control: &mut Control<'_>) -> usize {
        let begin = self.backward.counters.expanded;
        let (mut budget, mut round) = (FIRST_BUDGET, 0);
        loop {
            let open = samples.all.iter().filter(|s| s.verdict == Verdict::Open);
            let open = open.count() as u64;
            let used = self.backward.counters.expanded - begin;
            let is_over = round > 1 && used + open * budget > self.effort.tests;
            if open == 0 || is_over || control.stopped().is_some() {
                return round;
            }
            let (floor, backward) = (&self.floor, &mut self.backward);
            mixture::test(floor, backward, &mut samples.all, budget, round, control);
            budget *= 2;
            round += 1;
        }
    }

    /// The mean number of pushes over samples that are reached, each counted for the
    /// states that it stands for.
    fn edges_a_state(&self, samples: &Samples<S>) -> Option<f64> {
        let met = samples.all.iter().filter(|s| s.verdict == Verdict::Reached);
        let most = met.clone().map(|s| s.log_weight).reduce(f64::max)?;
        let (mut edges, mut states, mut next) = (0.0, 0.0, Vec::new());
        for sample in met {
            next.clear();
            self.floor.after(&sample.spot, &mut next);
            let weight = (sample.log_weight - most).exp();
            edges += weight * next.len() as f64;
            states += weight;
        }
        Some(edges / states)
    }
}

/// A mixture that has learned from walks and from samples.
fn taught<S: Squares>(floor: &Floor<'_, S>, walked: &[Spot<S>], lessons: &[Samples<S>]) -> Mixture {
    let mut model = Model::new(floor.board(), &floor.slots, floor.n_boxes);
    let is_alone = lessons.is_empty();
    let worth = if is_alone { WALKS_ALONE } else { WALKS_BESIDE };
    for spot in walked {
        model.learn(&spot.boxes, worth / walked.len() as f64);
    }
    for lesson in lessons {
        model.learn_samples(&lesson.all);
    }
    let mut mixture = Mixture::new(model);
    if let Some(last) = lessons.last() {
        mixture.share_out(&last.all);
    }
    mixture
}
