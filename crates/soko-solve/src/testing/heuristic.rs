//! A heuristic asked about every state.

use super::checked::Promise;
use super::subject::{Answers, Breach, Subject};
use super::whole_graph::WholeGraph;
use crate::own::OwnHeuristic;
use soko_core::{Level, Measure, State};

impl Subject for OwnHeuristic {
    fn name(&self) -> &str {
        OwnHeuristic::name(self)
    }

    fn promises(&self) -> Vec<(Promise, bool)> {
        let claims = self.claims();
        vec![
            (Promise::Admissible, claims.admissible),
            (Promise::Consistent, claims.consistent),
            (Promise::Sound, claims.safe),
        ]
    }

    fn measure(&self) -> Measure {
        self.counts()
    }

    fn ask(&self, level: &Level, graph: &WholeGraph) -> Answers {
        let mut guess = self.for_level(level);
        let states = graph.states.iter().map(|placement| State {
            boxes: placement.boxes.clone(),
            man: placement.man,
        });
        let guesses: Vec<Option<u32>> = states.map(|state| guess(&state)).collect();
        let caught = guesses.iter().zip(&graph.left);
        let caught = caught.filter(|(guess, left)| guess.is_none() && left.is_none());
        let unit = self.counts().name();
        let breaches = [
            too_much(&guesses, graph, unit),
            too_steep(&guesses, graph),
            not_dead(&guesses, graph, unit),
        ];
        Answers {
            caught: caught.count(),
            breaches: breaches.into_iter().flatten().collect(),
        }
    }
}

/// Of all states in which the guess breaks a promise, the one with the least left to do.
fn nearest(
    guesses: &[Option<u32>],
    graph: &WholeGraph,
    is_breach: impl Fn(Option<u32>, u32) -> bool,
) -> Option<(usize, u32)> {
    let alive = (graph.left.iter().enumerate()).filter_map(|(i, left)| Some((i, (*left)?)));
    let breaches = alive.filter(|&(i, left)| is_breach(guesses[i], left));
    breaches.min_by_key(|&(_, left)| left)
}

/// A guess that is more than what is left.
fn too_much(guesses: &[Option<u32>], graph: &WholeGraph, unit: &str) -> Option<Breach> {
    let exceeds = |guess: Option<u32>, left| guess.is_some_and(|guess| guess > left);
    let (state, left) = nearest(guesses, graph, exceeds)?;
    let guess = guesses[state]?;
    Some(Breach {
        promise: Promise::Admissible,
        state,
        after: None,
        what: format!("it says {guess}, and the fewest {unit} are {left}"),
    })
}

/// A guess that falls by more than the push costs, or none that becomes one.
fn too_steep(guesses: &[Option<u32>], graph: &WholeGraph) -> Option<Breach> {
    let falls = |&&(from, cost, to): &&(usize, u32, usize)| match (guesses[from], guesses[to]) {
        (Some(before), Some(after)) => before > cost.saturating_add(after),
        // A dead end cannot lead to a state that is none.
        (None, Some(_)) => true,
        (_, None) => false,
    };
    let &(state, cost, after) = graph.edges.iter().find(falls)?;
    let said = |guess: Option<u32>| guess.map_or("dead".into(), |guess| guess.to_string());
    let (before, then) = (said(guesses[state]), said(guesses[after]));
    Some(Breach {
        promise: Promise::Consistent,
        state,
        after: Some(after),
        what: format!("it says {before}, and {then} after a push that costs {cost}"),
    })
}

/// No guess where there is a solution.
fn not_dead(guesses: &[Option<u32>], graph: &WholeGraph, unit: &str) -> Option<Breach> {
    let (state, left) = nearest(guesses, graph, |guess, _| guess.is_none())?;
    Some(Breach {
        promise: Promise::Sound,
        state,
        after: None,
        what: format!("it calls this dead, and the fewest {unit} are {left}"),
    })
}
