//! A deadlock test asked about every state, and about what every push leads to.

use super::checked::Promise;
use super::subject::{Answers, Breach, Subject};
use super::whole_graph::WholeGraph;
use crate::deadlock::Query;
use crate::own::{DeadTest, OwnDeadlock};
use soko_core::{Level, Measure, Reach, Square, SquareSet, Squares};

impl Subject for OwnDeadlock {
    fn name(&self) -> &str {
        OwnDeadlock::name(self)
    }

    fn promises(&self) -> Vec<(Promise, bool)> {
        vec![(Promise::Sound, self.is_sound())]
    }

    fn measure(&self) -> Measure {
        Measure::Pushes
    }

    fn ask(&self, level: &Level, graph: &WholeGraph) -> Answers {
        let mut asker = Asker::new(self.for_level(level), level, graph);
        let n_states = graph.states.len();
        let called: Vec<bool> = (0..n_states).map(|state| asker.ask(state, None)).collect();
        let mut wrong: Vec<(usize, Option<usize>)> = Vec::new();
        wrong.extend((0..n_states).filter(|&i| called[i]).map(|i| (i, None)));
        // After a push a test may look at the box pushed alone, if the state before it
        // has passed.
        for &(from, _, to) in graph.edges.iter().filter(|edge| !called[edge.0]) {
            let (before, after) = (&graph.states[from].boxes, &graph.states[to].boxes);
            if asker.ask(to, after.difference(before).lowest()) {
                wrong.push((to, Some(from)));
            }
        }
        wrong.retain(|&(state, _)| !graph.is_dead(state));
        let worst = wrong.iter().min_by_key(|&&(state, _)| graph.left[state]);
        let caught = (0..n_states).filter(|&i| called[i] && graph.is_dead(i));
        Answers {
            caught: caught.count(),
            breaches: worst
                .map(|&breach| told(breach, graph))
                .into_iter()
                .collect(),
        }
    }
}

fn told((state, before): (usize, Option<usize>), graph: &WholeGraph) -> Breach {
    let left = graph.left[state].unwrap_or(0);
    let when = before.map_or("", |_| ", asked after the push of a box");
    let what = format!("it calls this dead{when}, and the fewest pushes are {left}");
    Breach {
        promise: Promise::Sound,
        state: before.unwrap_or(state),
        after: before.map(|_| state),
        what,
    }
}

/// Asks about the states of a graph.
struct Asker<'a> {
    test: DeadTest,
    graph: &'a WholeGraph,
    reach: Reach<SquareSet>,
}

impl<'a> Asker<'a> {
    fn new(test: DeadTest, level: &Level, graph: &'a WholeGraph) -> Asker<'a> {
        let reach = Reach::new(level.board());
        Asker { test, graph, reach }
    }

    fn ask(&mut self, state: usize, pushed: Option<Square>) -> bool {
        let placement = &self.graph.states[state];
        let area = self.reach.area(&placement.boxes, placement.man);
        (self.test)(&Query {
            boxes: &placement.boxes,
            area: &area,
            pushed,
        })
    }
}
