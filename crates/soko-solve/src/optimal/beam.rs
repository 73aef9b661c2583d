//! A beam: shorter solutions looked for in layers of pushes, near the best one known.
//!
//! Layer `g` holds positions after `g` pushes. All their pushes are tried, and of what
//! they lead to so many positions are kept as the beam is wide. Two things make a narrow
//! beam see far:
//!
//! * **A budget.** Only what can still lead to a shorter solution is kept: the pushes so
//!   far and the strongest bound on what is left ([`Bounds`]) must be fewer than the
//!   pushes of the best solution. Where that bound is nearly true few positions pass, and
//!   a wasted push is noticed when it is made.
//! * **A guide.** Of those that pass the ones come first in which the fewest boxes stand
//!   elsewhere than in some position of the best solution about as many pushes on. So
//!   the beam is a vicinity of the solution, as wide at each place as there is room for:
//!   [`optimise`](crate::optimise) has the boxes that stand aside, and how far, limited
//!   beforehand, and so cannot change the goals of several boxes at once. Among equals
//!   lots are drawn.
//!
//! The positions of the best solution itself are kept as far as they are within the
//! budget, so a pass is at the same time a search from every position of it.
//!
//! **Nothing is proved**: what the beam has no room for is dropped. All else that is left
//! out is left out soundly, so a beam that has dropped nothing has looked at everything
//! shorter ([`Pass::Exhausted`]). A position that was kept in an earlier layer needs no
//! second look. The referee replays what is found.
//!
//! Cost: a matching for each push, the whole bound and the deadlock tests for each
//! position kept; a key and some twenty bytes for each, and the positions of one layer.
//! Source: ours; beam search is Lowerre's (1976).

use super::bounds::Bounds;
use crate::space::{Placement, PushSpace, first_of_area};
use rustc_hash::FxHashSet;
use soko_core::{Board, Push, Reach, SplitMix, Squares};
use soko_search::{Control, Counters, Heuristic, Space, StateId, Store, Successor, Successors};

/// A position is compared with those of the best solution up to so many pushes before
/// and after.
const LOOK_ASIDE: usize = 30;

/// What a pass looks for, and how widely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim<'a> {
    /// The best solution, from the start of the space.
    pub plan: &'a [Push],
    /// The positions kept in a layer.
    pub width: usize,
    /// What lots are drawn from.
    pub seed: u64,
}

/// What a pass has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// A solution with fewer pushes.
    Shorter(Vec<Push>),
    /// None was seen, but not all was looked at.
    Nothing,
    /// There is none.
    Exhausted,
}

/// A position that could be kept.
struct Candidate<S> {
    state: Placement<S>,
    guess: u32,
    parent: StateId,
    push: Push,
    /// The boxes that stand aside, and a lot.
    rank: (usize, u64),
}

/// One pass of a beam.
pub(super) struct Beam<'a, S: Squares> {
    space: &'a mut PushSpace<S>,
    bounds: &'a mut Bounds<S>,
    aim: Aim<'a>,
    /// The positions of the best solution.
    guide: Vec<Placement<S>>,
    random: SplitMix,
    /// Every position kept, with the one before it and the push between.
    store: Store,
    ways: Vec<(StateId, Push)>,
    layer: Vec<(StateId, Placement<S>)>,
    /// The last of these if it is a position of the best solution itself.
    own: Option<StateId>,
    key: Vec<u8>,
    has_dropped: bool,
    counters: Counters,
}

impl<'a, S: Squares> Beam<'a, S> {
    /// A pass from the start of a space.
    pub fn new(
        board: &Board,
        space: &'a mut PushSpace<S>,
        bounds: &'a mut Bounds<S>,
        aim: Aim<'a>,
    ) -> Beam<'a, S> {
        let start = space.starts().swap_remove(0);
        let mut beam = Beam {
            guide: positions(board, start, aim.plan),
            random: SplitMix(aim.seed),
            store: Store::new(space.key_len()),
            ways: Vec::new(),
            layer: Vec::new(),
            own: None,
            key: vec![0; space.key_len()],
            has_dropped: false,
            counters: Counters::default(),
            space,
            bounds,
            aim,
        };
        if let Some(&first) = aim.plan.first() {
            beam.own = Some(beam.keep(beam.guide[0].clone(), StateId(0), first));
        }
        beam
    }

    /// Goes through the layers; adds what that takes to what was counted before.
    pub fn run(mut self, control: &mut Control<'_>, before: Counters) -> (Pass, Counters) {
        self.counters = before;
        let mut pass = Pass::Nothing;
        let most = self.aim.plan.len().saturating_sub(1) as u32;
        for pushes in 1..=most {
            let next = match self.expand_layer(pushes, control) {
                Next::Solved(plan) => {
                    pass = Pass::Shorter(plan);
                    break;
                }
                Next::Stopped => break,
                Next::Layer(next) => next,
            };
            if !self.choose(pushes, next, control) {
                break;
            }
        }
        let is_through = control.stopped().is_none() && !self.has_dropped;
        if pass == Pass::Nothing && is_through {
            pass = Pass::Exhausted;
        }
        let counters = Counters {
            bytes: 0,
            ..self.counters
        };
        (pass, counters)
    }

    /// What the pushes of this layer lead to, within the budget, each position once.
    fn expand_layer(&mut self, pushes: u32, control: &mut Control<'_>) -> Next<S> {
        let mut next = Vec::new();
        let mut seen: FxHashSet<Box<[u8]>> = FxHashSet::default();
        let mut successors: Successors<PushSpace<S>> = Vec::new();
        for (id, state) in std::mem::take(&mut self.layer) {
            self.counters.expanded += 1;
            self.count_bytes(next.len());
            if control.check(&mut self.counters).is_some() {
                return Next::Stopped;
            }
            successors.clear();
            self.space.expand(&state, &mut successors);
            self.counters.generated += successors.len() as u64;
            enter(self.bounds, &state);
            for successor in successors.drain(..) {
                self.space.pack(&successor.state, &mut self.key);
                if self.store.find(&self.key).is_some() || seen.contains(self.key.as_slice()) {
                    continue;
                }
                let guess = estimate_successor(self.bounds, &successor);
                let Some(guess) = guess.filter(|guess| self.has_budget(pushes, *guess)) else {
                    continue;
                };
                if guess == 0 && self.space.is_goal(&successor.state) {
                    return Next::Solved(self.way_to(id, successor.action));
                }
                seen.insert(self.key.as_slice().into());
                let Successor { action, state, .. } = successor;
                next.push(Candidate {
                    rank: (self.n_aside(pushes, &state.boxes), self.random.next()),
                    state,
                    guess,
                    parent: id,
                    push: action,
                });
            }
        }
        Next::Layer(next)
    }

    /// Keeps the first of these as the next layer; says whether there is one.
    fn choose(
        &mut self,
        pushes: u32,
        mut next: Vec<Candidate<S>>,
        control: &mut Control<'_>,
    ) -> bool {
        self.keep_own(pushes);
        next.sort_unstable_by_key(|candidate| candidate.rank);
        let n_next = next.len();
        for candidate in next {
            if self.layer.len() >= self.aim.width {
                self.has_dropped = true;
                break;
            }
            self.count_bytes(n_next);
            if control.check(&mut self.counters).is_some() {
                return false;
            }
            self.space.pack(&candidate.state, &mut self.key);
            let is_new = self.store.find(&self.key).is_none();
            if is_new && self.is_worth_it(pushes, &candidate) {
                self.keep(candidate.state, candidate.parent, candidate.push);
            }
        }
        !self.layer.is_empty()
    }

    /// Keeps the best solution's own position after so many pushes, if it is within the
    /// budget and the one before it was kept. Rules that leave pushes out may have left
    /// out its.
    fn keep_own(&mut self, pushes: u32) {
        let Some(before) = self.own.take() else {
            return;
        };
        let state = self.guide[pushes as usize].clone();
        self.space.pack(&state, &mut self.key);
        let is_new = self.store.find(&self.key).is_none();
        let guess = estimate(self.bounds, &state);
        if is_new && guess.is_some_and(|guess| self.has_budget(pushes, guess)) {
            let push = self.aim.plan[pushes as usize - 1];
            self.own = Some(self.keep(state, before, push));
        }
    }

    /// Whether the whole bound leaves hope.
    fn is_worth_it(&mut self, pushes: u32, candidate: &Candidate<S>) -> bool {
        let mut guess = candidate.guess;
        loop {
            match refine(self.bounds, &candidate.state, guess) {
                Some(more) if !self.has_budget(pushes, more) => return false,
                Some(more) if more > guess => guess = more,
                told => return told.is_some(),
            }
        }
    }

    /// Whether so many pushes and this guess make a shorter solution.
    #[inline]
    fn has_budget(&self, pushes: u32, guess: u32) -> bool {
        ((pushes + guess) as usize) < self.aim.plan.len()
    }

    /// The boxes that stand elsewhere than in some position of the best solution about
    /// as many pushes on.
    fn n_aside(&self, pushes: u32, boxes: &S) -> usize {
        let at = pushes as usize;
        let last = (at + LOOK_ASIDE).min(self.guide.len() - 1);
        let near = &self.guide[at.saturating_sub(LOOK_ASIDE)..=last];
        let aside = near
            .iter()
            .map(|place| boxes.difference(&place.boxes).len());
        aside.min().unwrap_or_default()
    }

    fn keep(&mut self, state: Placement<S>, parent: StateId, push: Push) -> StateId {
        self.space.pack(&state, &mut self.key);
        let (id, _) = self.store.insert(&self.key);
        self.ways.push((parent, push));
        self.layer.push((id, state));
        self.counters.stored += 1;
        id
    }

    /// The pushes to a position that was kept, and one more.
    fn way_to(&self, id: StateId, last: Push) -> Vec<Push> {
        let mut way = vec![last];
        let mut at = id;
        // The start was kept first.
        while at != StateId(0) {
            let (parent, push) = self.ways[at.index()];
            way.push(push);
            at = parent;
        }
        way.reverse();
        way
    }

    /// Counts what is held beside so many candidates.
    fn count_bytes(&mut self, n_candidates: usize) {
        let of_layer = self.layer.capacity() * size_of::<(StateId, Placement<S>)>();
        let of_candidate = size_of::<Candidate<S>>() + 2 * self.key.len() + 16;
        self.counters.bytes = self.store.bytes()
            + self.ways.capacity() * size_of::<(StateId, Push)>()
            + of_layer
            + n_candidates * of_candidate;
    }
}

/// What a layer has led to.
enum Next<S> {
    Solved(Vec<Push>),
    Layer(Vec<Candidate<S>>),
    Stopped,
}

/// The positions along a plan, each with the man's area named as the space does.
fn positions<S: Squares>(board: &Board, start: Placement<S>, plan: &[Push]) -> Vec<Placement<S>> {
    let reach = Reach::new(board);
    let mut positions = vec![start];
    for push in plan {
        let mut boxes = positions[positions.len() - 1].boxes.clone();
        if let Some(to) = push.to(board) {
            boxes.shift(push.from, to);
        }
        let man = first_of_area(&reach, &boxes, push.from);
        positions.push(Placement { boxes, man });
    }
    positions
}

fn enter<S: Squares>(bounds: &mut Bounds<S>, state: &Placement<S>) {
    Heuristic::<PushSpace<S>>::enter(bounds, state);
}

fn estimate<S: Squares>(bounds: &mut Bounds<S>, state: &Placement<S>) -> Option<u32> {
    Heuristic::<PushSpace<S>>::estimate(bounds, state)
}

fn estimate_successor<S: Squares>(
    bounds: &mut Bounds<S>,
    next: &Successor<Placement<S>, Push>,
) -> Option<u32> {
    Heuristic::<PushSpace<S>>::estimate_successor(bounds, next)
}

fn refine<S: Squares>(bounds: &mut Bounds<S>, state: &Placement<S>, guess: u32) -> Option<u32> {
    Heuristic::<PushSpace<S>>::refine(bounds, state, guess)
}
