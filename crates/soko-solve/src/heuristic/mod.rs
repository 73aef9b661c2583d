//! Heuristics: guesses of what is left to do, one file each.
//!
//! [`HEURISTICS`] says what each promises; a test holds every promise, and every
//! promise not given, against complete state graphs.

mod closest_switch;
mod gale_shapley;
mod min_matching;
mod on_switches;
mod on_switches_near;

pub use closest_switch::ClosestSwitch;
pub use gale_shapley::GaleShapley;
pub use min_matching::MinMatching;
pub use on_switches::OnSwitches;
pub use on_switches_near::OnSwitchesNear;

use crate::solve_error::SolveError;
use crate::space::Placement;
use soko_core::{Board, Measure, Squares};
use soko_search::{Claims, Heuristic, Space, Successor};

/// A heuristic in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicEntry {
    /// Its name.
    pub name: &'static str,
    /// What it guesses, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// What it promises where pushes are counted; none if it cannot be used.
    pub pushes: Option<Claims>,
    /// What it promises where moves are counted.
    pub moves: Claims,
    /// What a guess costs.
    pub cost: &'static str,
}

const NEITHER: Claims = Claims {
    admissible: false,
    consistent: false,
    safe: true,
};

const NASH: &str = "Nash et al. 2016";

/// All heuristics.
pub const HEURISTICS: &[HeuristicEntry] = &[
    HeuristicEntry {
        name: "on-switches",
        summary: "boxes that are not on goals",
        paper: NASH,
        pushes: Some(Claims::ALL),
        moves: Claims::ALL,
        cost: "a count of bits",
    },
    HeuristicEntry {
        name: "on-switches-near",
        summary: "boxes that are not on goals, and the man's steps to the nearest of them",
        paper: NASH,
        pushes: None,
        moves: Claims {
            consistent: false,
            ..Claims::ALL
        },
        cost: "linear in the boxes",
    },
    HeuristicEntry {
        name: "gale-shapley",
        summary: "distances in a stable pairing of boxes and goals",
        paper: NASH,
        pushes: Some(NEITHER),
        moves: NEITHER,
        cost: "the square of the boxes",
    },
    HeuristicEntry {
        name: "closest-switch",
        summary: "for each box the distance to the nearest goal, no walls",
        paper: NASH,
        pushes: Some(Claims::ALL),
        moves: Claims::ALL,
        cost: "linear in the boxes",
    },
    HeuristicEntry {
        name: "min-matching",
        summary: "the cheapest matching of boxes and goals by push distance",
        paper: "Junghanns and Schaeffer 2001; Nash et al. 2016",
        pushes: Some(Claims::ALL),
        moves: Claims::ALL,
        cost: "the square of the goals a push, often nothing",
    },
];

/// Any heuristic of the catalogue, for one board and measure.
#[derive(Clone, Debug)]
pub struct Named<S> {
    claims: Claims,
    kind: Kind<S>,
}

#[derive(Clone, Debug)]
enum Kind<S> {
    OnSwitches(OnSwitches<S>),
    OnSwitchesNear(OnSwitchesNear<S>),
    GaleShapley(GaleShapley),
    ClosestSwitch(ClosestSwitch),
    MinMatching(Box<MinMatching<S>>),
}

impl<S: Squares> Named<S> {
    /// The heuristic with this name; `engine` is who asks.
    pub fn new(
        name: &str,
        board: &Board,
        measure: Measure,
        engine: &'static str,
    ) -> Result<Named<S>, SolveError> {
        let entry = HEURISTICS.iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| SolveError::Unknown {
            kind: "heuristic",
            name: name.into(),
            known: HEURISTICS.iter().map(|entry| entry.name).collect(),
        })?;
        let claims = match measure {
            Measure::Moves => Some(entry.moves),
            Measure::Pushes => entry.pushes,
        };
        let claims = claims.ok_or(SolveError::Heuristic {
            engine,
            heuristic: entry.name,
            why: "it counts steps of the man, and here walking is free",
        })?;
        let kind = match entry.name {
            "on-switches" => Kind::OnSwitches(OnSwitches::new(board)),
            "on-switches-near" => Kind::OnSwitchesNear(OnSwitchesNear::new(board)),
            "gale-shapley" => Kind::GaleShapley(GaleShapley::new(board)),
            "closest-switch" => Kind::ClosestSwitch(ClosestSwitch::new(board)),
            _ => Kind::MinMatching(Box::new(MinMatching::new(board))),
        };
        Ok(Named { claims, kind })
    }
}

impl<S: Squares, P: Space<State = Placement<S>>> Heuristic<P> for Named<S> {
    fn claims(&self) -> Claims {
        match &self.kind {
            Kind::MinMatching(matching) => Heuristic::<P>::claims(&**matching),
            _ => self.claims,
        }
    }

    #[inline]
    fn estimate(&mut self, state: &Placement<S>) -> Option<u32> {
        match &mut self.kind {
            Kind::OnSwitches(h) => Some(h.guess(state)),
            Kind::OnSwitchesNear(h) => Some(h.guess(state)),
            Kind::GaleShapley(h) => Some(h.guess(state)),
            Kind::ClosestSwitch(h) => Some(h.guess(state)),
            Kind::MinMatching(h) => h.full(state),
        }
    }

    #[inline]
    fn enter(&mut self, parent: &Placement<S>) {
        if let Kind::MinMatching(matching) = &mut self.kind {
            Heuristic::<P>::enter(&mut **matching, parent);
        }
    }

    #[inline]
    fn estimate_successor(&mut self, next: &Successor<Placement<S>, P::Action>) -> Option<u32> {
        if let Kind::MinMatching(matching) = &mut self.kind {
            return Heuristic::<P>::estimate_successor(&mut **matching, next);
        }
        Heuristic::<P>::estimate(self, &next.state)
    }
}
