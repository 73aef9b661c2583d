//! What can be proved of the positions around a player, where the whole state graph
//! is too large to be explored.
//!
//! Given is the beginning of a state graph, breadth first from the position now: the
//! first states have been expanded, the others are *open*. Three fates, never two:
//!
//! * *solvable*: solved states, states on a solution that the referee has replayed,
//!   and every state from which one of those can be reached along known edges;
//! * *lost*: states that a deadlock test proves dead; and every state from which all
//!   ways stay among expanded states and come to an end without meeting a solvable
//!   or an open one;
//! * *unknown*: the rest.
//!
//! Sound: the graph leaves out only pushes onto squares from which no box ever reaches
//! a goal, the tests are sound, and an expanded state has all its other successors in
//! the graph. Cost: linear in states and edges, and the tests within the control's
//! limits, the cheap ones of all states first.

use crate::Assistant;
use crate::deadlock::{Finding, TOLD_TESTS};
use soko_core::{CanonicalState, State};
use soko_graph::{Solvable, StateGraph, Successors};
use soko_search::Control;
use std::collections::HashSet;

/// What is known about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A solution can be reached.
    Solvable,
    /// None can, proved.
    Lost,
    /// Nobody knows yet.
    Unknown,
}

impl Assistant {
    /// The fates of the states of a graph on this assistant's board. Only the first
    /// `n_tested` are put to the deadlock tests. The states of `known` must be
    /// solvable.
    ///
    /// ```
    /// use soko_assist::{Assistant, Fate};
    /// use soko_core::Level;
    /// use soko_graph::{Rules, explore};
    /// use soko_search::Control;
    ///
    /// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    /// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
    /// let fates = Assistant::new(level).fates(&graph, 2, &[], &mut Control::default());
    /// assert_eq!(fates, [Fate::Solvable, Fate::Solvable]);
    /// ```
    pub fn fates(
        &mut self,
        graph: &StateGraph,
        n_tested: usize,
        known: &[CanonicalState],
        control: &mut Control<'_>,
    ) -> Vec<Fate> {
        let n = graph.n_states();
        let before = predecessors(graph);
        // 1. What leads to something solvable.
        let known: HashSet<&CanonicalState> = known.iter().collect();
        let is_known = |s: u32| !known.is_empty() && known.contains(&graph.state(s));
        let seeds = |s: u32| graph.is_solved(s) || is_known(s);
        let nothing_barred = vec![false; n];
        let solvable = leading_to(
            &before,
            (0..n as u32).filter(|&s| seeds(s)),
            &nothing_barred,
        );
        // 2. What the tests prove.
        let dead = self.tested(graph, n_tested, &solvable, control);
        // 3. What leads to something that may yet be solvable; the rest is lost.
        let is_open = |s: u32| s as usize >= graph.n_expanded();
        let hopeful = (0..n as u32).filter(|&s| solvable[s as usize] || is_open(s));
        let may_be_solved = leading_to(&before, hopeful, &dead);
        let fate = |s: usize| match (solvable[s], may_be_solved[s]) {
            (true, _) => Fate::Solvable,
            (false, true) => Fate::Unknown,
            (false, false) => Fate::Lost,
        };
        (0..n).map(fate).collect()
    }

    /// Which of the first states the deadlock tests prove dead: the cheap tests for all
    /// of them, then the costly ones as far as the time goes.
    fn tested(
        &mut self,
        graph: &StateGraph,
        n_tested: usize,
        solvable: &[bool],
        control: &mut Control<'_>,
    ) -> Vec<bool> {
        let n_tested = n_tested.min(graph.n_states());
        let mut dead = vec![false; graph.n_states()];
        let states: Vec<State> = (0..n_tested as u32).map(|s| graph.shown(s)).collect();
        for tests in [&TOLD_TESTS.cheap, &TOLD_TESTS.costly] {
            for (s, state) in states.iter().enumerate() {
                if solvable[s] || dead[s] {
                    continue;
                }
                let found = self.find_deadlock_by(tests, state, control);
                dead[s] = matches!(found, Finding::Dead(_));
            }
        }
        dead
    }
}

fn predecessors(graph: &StateGraph) -> Vec<Vec<u32>> {
    let mut before = vec![Vec::new(); graph.n_states()];
    for from in 0..graph.n_states() as u32 {
        for &to in graph.successors(from) {
            before[to as usize].push(from);
        }
    }
    before
}

/// The states from which one of the seeds can be reached without a barred state.
fn leading_to(before: &[Vec<u32>], seeds: impl Iterator<Item = u32>, barred: &[bool]) -> Vec<bool> {
    let mut leads = vec![false; before.len()];
    let mut stack: Vec<u32> = seeds.filter(|&s| !barred[s as usize]).collect();
    while let Some(s) = stack.pop() {
        let is_new = !std::mem::replace(&mut leads[s as usize], true);
        if is_new {
            let next = before[s as usize].iter().copied();
            stack.extend(next.filter(|&s| !leads[s as usize] && !barred[s as usize]));
        }
    }
    leads
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, random_level};
    use soko_graph::{Folding, Rules, explore};
    use soko_search::Limits;

    fn part(level: &soko_core::Level, expansions: u64) -> StateGraph {
        let limits = Limits {
            expansions: Some(expansions),
            ..Limits::default()
        };
        explore(level, &Rules::default(), 1, &mut Control::new(limits)).unwrap()
    }

    /// Every verdict about a part of a graph is held against the whole graph. States
    /// are numbered alike in both.
    #[test]
    fn no_verdict_about_a_part_contradicts_the_whole() {
        let mut random = SplitMix(71);
        let (mut n_solvable, mut n_lost, mut n_unknown) = (0, 0, 0);
        for _ in 0..200 {
            let level = random_level(&mut random, 7, 6, 3);
            let whole = part(&level, 3_000);
            if whole.stopped().is_some() {
                continue;
            }
            let folding = Folding::new(&whole);
            for expansions in [0, 1, 3, 10, 40, 3_000] {
                let graph = part(&level, expansions);
                let mut assistant = Assistant::new(level.clone());
                let n_tested = graph.n_states() / 2;
                let fates = assistant.fates(&graph, n_tested, &[], &mut Control::default());
                for (s, fate) in (0..).zip(fates) {
                    assert_eq!(graph.state(s), whole.state(s));
                    match fate {
                        Fate::Solvable => assert!(folding.is_alive(s), "{}", level.setup()),
                        Fate::Lost => assert!(!folding.is_alive(s), "{}", level.setup()),
                        Fate::Unknown => assert!(graph.n_expanded() < whole.n_states()),
                    }
                    n_solvable += usize::from(fate == Fate::Solvable);
                    n_lost += usize::from(fate == Fate::Lost);
                    n_unknown += usize::from(fate == Fate::Unknown);
                }
            }
        }
        let enough = n_solvable > 100 && n_lost > 100 && n_unknown > 100;
        assert!(enough, "{n_solvable} {n_lost} {n_unknown}");
    }

    /// A solution that is known makes what leads to it solvable, before any solved
    /// state is in sight.
    #[test]
    fn a_known_solution_colours_what_leads_to_it() {
        let level: soko_core::Level =
            "###########\n#         #\n# @$     .#\n#         #\n###########"
                .parse()
                .unwrap();
        let graph = part(&level, 2);
        let mut assistant = Assistant::new(level.clone());
        let count = |fates: Vec<Fate>| fates.iter().filter(|&&f| f == Fate::Solvable).count();
        let none = assistant.fates(&graph, 0, &[], &mut Control::default());
        assert_eq!(count(none), 0);
        let known = [graph.state(0)];
        let some = assistant.fates(&graph, 0, &known, &mut Control::default());
        assert!(count(some) >= 1);
    }
}
