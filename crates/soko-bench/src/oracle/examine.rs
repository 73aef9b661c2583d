//! Puts every state of a graph to every technique.

use super::StateGraph;
use soko_core::{Level, Push, Square, SquareSet, Squares, State, with_width};
use soko_solve::deadlock::{Detectors, Pruning, Query, Technique, Techniques, Verdict};

/// A wrong verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was wrong.
    pub what: String,
    /// The state, as a picture.
    pub picture: String,
}

/// How many of the truly dead states were caught.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// Dead states.
    pub dead: u64,
    /// Those of them that were called dead.
    pub caught: u64,
    /// Dead states that one push makes out of a state that is not dead.
    pub fresh: u64,
    /// Those of them that were called dead.
    pub fresh_caught: u64,
    /// Dead states just made that dead squares and freeze do not see.
    pub hard: u64,
    /// Those of them that were called dead.
    pub hard_caught: u64,
}

impl Recall {
    /// Adds the numbers of another level.
    pub fn add(&mut self, other: &Recall) {
        self.dead += other.dead;
        self.caught += other.caught;
        self.fresh += other.fresh;
        self.fresh_caught += other.fresh_caught;
        self.hard += other.hard;
        self.hard_caught += other.hard_caught;
    }

    fn count(&mut self, caught: bool, kind: Kind) {
        let (fresh, hard) = (kind != Kind::Old, kind == Kind::Hard);
        self.dead += 1;
        self.caught += u64::from(caught);
        self.fresh += u64::from(fresh);
        self.fresh_caught += u64::from(fresh && caught);
        self.hard += u64::from(hard);
        self.hard_caught += u64::from(hard && caught);
    }
}

/// Where a dead state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// From other dead states only.
    Old,
    /// From a push in a state that is not dead.
    Fresh,
    /// Likewise, and dead squares and freeze do not see it.
    Hard,
}

/// What came out for one level.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// Wrong verdicts; there should be none.
    pub faults: Vec<Fault>,
    /// States looked at.
    pub states: u64,
    /// The recall of each technique alone.
    pub by_technique: Vec<(Technique, Recall)>,
    /// The recall of the cheap techniques together.
    pub at_generation: Recall,
    /// The recall of all techniques together.
    pub mix: Recall,
    /// States in which corral pruning leaves out pushes.
    pub pruned_states: u64,
    /// Pushes left out by corral pruning.
    pub pruned_pushes: u64,
    /// All pushes of all states.
    pub pushes: u64,
}

impl Examination {
    /// Adds the numbers of another level.
    pub fn add(&mut self, other: Examination) {
        self.faults.extend(other.faults);
        self.states += other.states;
        self.at_generation.add(&other.at_generation);
        self.mix.add(&other.mix);
        self.pruned_states += other.pruned_states;
        self.pruned_pushes += other.pruned_pushes;
        self.pushes += other.pushes;
        if self.by_technique.is_empty() {
            self.by_technique = other.by_technique;
        } else {
            for (mine, theirs) in self.by_technique.iter_mut().zip(&other.by_technique) {
                mine.1.add(&theirs.1);
            }
        }
    }
}

/// Examines every state of a level's graph.
pub fn examine(level: &Level, graph: &StateGraph) -> Examination {
    with_width!(level.board().n_squares(), S => Examiner::<S>::new(level, graph).run())
}

struct Examiner<'a, S> {
    level: &'a Level,
    graph: &'a StateGraph,
    states: Vec<(S, S)>,
    kinds: Vec<Kind>,
    found: Examination,
}

/// The question whether a state is dead, after a push if one is given.
fn asked<S>((boxes, area): &(S, S), pushed: Option<Square>) -> Query<'_, S> {
    Query {
        boxes,
        area,
        pushed,
    }
}

impl<'a, S: Squares> Examiner<'a, S> {
    fn new(level: &'a Level, graph: &'a StateGraph) -> Self {
        let convert = |set: &SquareSet| level.board().convert::<SquareSet, S>(set);
        let states: Vec<(S, S)> = graph
            .states
            .iter()
            .map(|(boxes, area)| (convert(boxes), convert(area)))
            .collect();
        // A dead state is fresh or hard if a push from a live one leads to it: hard
        // if the simplest techniques do not see it.
        let mut detectors = Detectors::<S>::new(level.board(), Techniques::NONE);
        let mut kinds = vec![Kind::Old; graph.len()];
        for (id, pushes) in graph.pushes.iter().enumerate() {
            for &(_, to) in pushes {
                let to = to as usize;
                if graph.is_dead(id) || !graph.is_dead(to) || kinds[to] != Kind::Old {
                    continue;
                }
                let query = asked(&states[to], None);
                let simple = [Technique::DeadSquares, Technique::Freeze];
                let is_seen = simple.iter().any(|&t| detectors.ask(t, &query).is_dead());
                kinds[to] = if is_seen { Kind::Fresh } else { Kind::Hard };
            }
        }
        Examiner {
            level,
            graph,
            states,
            kinds,
            found: Examination::default(),
        }
    }

    fn run(mut self) -> Examination {
        self.found.states = self.graph.len() as u64;
        for technique in Technique::ALL {
            let recall = self.try_technique(technique);
            self.found.by_technique.push((technique, recall));
        }
        self.try_mix();
        self.try_pruning();
        self.found
    }

    /// Each technique alone, on whole states and after every push.
    fn try_technique(&mut self, technique: Technique) -> Recall {
        let mut recall = Recall::default();
        let alone = Techniques::NONE.with(technique);
        let mut detectors = Detectors::<S>::new(self.level.board(), alone);
        for id in 0..self.graph.len() {
            let query = asked(&self.states[id], None);
            let verdict = detectors.ask(technique, &query);
            self.judge(technique.name(), id, verdict);
            if self.graph.is_dead(id) {
                recall.count(verdict.is_dead(), self.kinds[id]);
            }
        }
        let mut detectors = Detectors::<S>::new(self.level.board(), alone);
        let graph = self.graph;
        for (push, id) in graph.pushes.iter().flatten() {
            let query = asked(&self.states[*id as usize], push.to(self.level.board()));
            let verdict = detectors.ask(technique, &query);
            self.judge(technique.name(), *id as usize, verdict);
        }
        recall
    }

    fn try_mix(&mut self) {
        let mut detectors = Detectors::<S>::new(self.level.board(), Techniques::ALL);
        for id in 0..self.graph.len() {
            let query = asked(&self.states[id], None);
            let cheap = detectors.at_generation(&query);
            let costly = detectors.at_expansion(&query);
            self.judge("generation", id, cheap);
            self.judge("expansion", id, costly);
            if self.graph.is_dead(id) {
                let kind = self.kinds[id];
                self.found.at_generation.count(cheap.is_dead(), kind);
                let dead = cheap.is_dead() || costly.is_dead();
                self.found.mix.count(dead, kind);
            }
        }
    }

    /// Pruning by corrals must change no distance to a solution, from any state.
    fn try_pruning(&mut self) {
        // 1. Which boxes may still be pushed, in every state.
        let mut detectors = Detectors::<S>::new(self.level.board(), Techniques::ALL);
        let mut allowed: Vec<Option<S>> = Vec::new();
        for id in 0..self.graph.len() {
            let pruning = detectors.prune(&asked(&self.states[id], None));
            self.found.pushes += self.graph.pushes[id].len() as u64;
            allowed.push(match pruning {
                Pruning::None => None,
                Pruning::Only(boxes) => Some(boxes),
                Pruning::Dead => {
                    self.judge("pi-corral", id, Verdict::Dead);
                    None
                }
            });
        }
        // 2. The distances that are left, against the true ones.
        let may = |id: usize, push: &Push| {
            let boxes = allowed[id].as_ref();
            boxes.is_none_or(|boxes| boxes.contains(push.from))
        };
        let pruned = self.graph.to_solution_with(self.level.board(), may);
        for id in 0..self.graph.len() {
            let left_out = self.graph.pushes[id].iter();
            let left_out = left_out.filter(|(push, _)| !may(id, push)).count();
            self.found.pruned_pushes += left_out as u64;
            self.found.pruned_states += u64::from(left_out > 0);
            if pruned[id] != self.graph.to_solution()[id] && allowed[id].is_some() {
                let what = format!(
                    "pi-corral: {} pushes became {}, {:?} left",
                    self.graph.to_solution()[id],
                    pruned[id],
                    allowed[id],
                );
                self.fault(what, id);
            }
        }
    }

    fn judge(&mut self, who: &str, id: usize, verdict: Verdict) {
        if verdict.is_dead() && !self.graph.is_dead(id) {
            self.fault(format!("{who}: called dead, but solvable"), id);
        }
        if verdict == Verdict::Alive && self.graph.is_dead(id) {
            self.fault(format!("{who}: called alive, but dead"), id);
        }
    }

    fn fault(&mut self, what: String, id: usize) {
        let (boxes, area) = &self.graph.states[id];
        let man = area.lowest().expect("the man stands somewhere");
        let boxes = boxes.clone();
        let picture = self.level.picture(&State { boxes, man }).to_string();
        self.found.faults.push(Fault { what, picture });
    }
}
