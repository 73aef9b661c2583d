//! A level's numbers, measured.

use crate::engines::Engines;
use crate::feature::{FEATURES, Kind, features_of};
use crate::graph::Ways;
use crate::not_measured::NotMeasured;
use crate::outlook::Outlook;
use crate::player;
use crate::shortest::{Shortest, losing_shares};
use soko_core::{Level, Squares, facts};
use soko_graph::{Convergence, Folding, Rules, absorbing_chain, explore};
use soko_graph::{fewest_box_changes, shortest_moves};
use soko_search::{Control, Limits};

/// How many numbers there are.
const N: usize = FEATURES.len();

/// The numbers of a level, as they are; not as models read them.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    values: [Option<f64>; N],
}

impl Measured {
    /// Measures a level, with its whole graph if that has at most so many states.
    ///
    /// # Errors
    ///
    /// If there is nothing to measure.
    pub fn new(
        level: &Level,
        most_states: usize,
        control: &mut Control<'_>,
    ) -> Result<Measured, NotMeasured> {
        let mut measured = Measured { values: [None; N] };
        let has_graph = most_states > 0 && measured.of_graph(level, most_states, control)?;
        let has_engines = measured.of_engines(level, control)?;
        match has_graph || has_engines {
            true => Ok(measured),
            false => Err(NotMeasured::Unsolved),
        }
    }

    /// The numbers in the order of [`FEATURES`]; none where one is not known.
    pub fn values(&self) -> &[Option<f64>] {
        &self.values
    }

    /// The numbers of a model, as it reads them; none if one is missing.
    pub fn row(&self, kind: Kind) -> Option<Vec<f64>> {
        let scaled = |i: usize| Some(FEATURES[i].scale.of(self.values[i]?));
        features_of(kind).map(scaled).collect()
    }

    fn set(&mut self, name: &str, value: f64) {
        let place = FEATURES.iter().position(|feature| feature.name == name);
        debug_assert!(place.is_some(), "{name}");
        if let Some(place) = place {
            self.values[place] = Some(value);
        }
    }

    /// Says whether an engine solved the level.
    fn of_engines(
        &mut self,
        level: &Level,
        control: &mut Control<'_>,
    ) -> Result<bool, NotMeasured> {
        let board = level.board();
        self.set("boxes", level.n_boxes() as f64);
        self.set("floor", board.n_squares() as f64);
        self.set("valid_squares", facts::live_squares(board).len() as f64);
        let Some(engines) = Engines::ask(level, control)? else {
            return Ok(false);
        };
        self.set("champion", engines.champion);
        self.set("plan", engines.plan);
        self.set("greedy", engines.greedy);
        self.set("astar", engines.astar);
        self.set("solution_pushes", engines.best.pushes as f64);
        self.set("solution_moves", engines.best.moves as f64);
        self.set("solution_changes", engines.best.box_changes as f64);
        Ok(true)
    }

    /// Says whether the whole graph was small enough.
    fn of_graph(
        &mut self,
        level: &Level,
        most_states: usize,
        control: &mut Control<'_>,
    ) -> Result<bool, NotMeasured> {
        let limits = Limits {
            expansions: Some(most_states as u64),
            ..Limits::default()
        };
        let before = Default::default();
        let explored = control.part(limits, before, |part| {
            explore(level, &Rules::default(), 1, part)
        });
        if control.stopped().is_some() {
            return Err(NotMeasured::Stopped);
        }
        let Some(graph) = explored.ok().filter(|graph| graph.stopped().is_none()) else {
            return Ok(false);
        };
        let ways = Ways::new(&graph);
        if !ways.is_alive(0) {
            return Err(NotMeasured::Unsolvable);
        }
        let outlook = Outlook::new(&graph, &ways);
        let chance = player::chance(&graph, &ways, &outlook);
        self.set("player", chance);
        self.set("player_root", chance);
        let folding = Folding::new(&graph);
        let chain = absorbing_chain(&folding, Convergence::default());
        self.set("chain_factor", chain.last().lower);
        self.set("chain_factor_log", chain.last().lower);
        let (losing, unseen) = losing_shares(&graph, &ways, &outlook);
        self.set("losing", losing);
        self.set("losing_unseen", unseen);
        let shortest = Shortest::new(&graph, &ways, &outlook);
        self.set("shortest_solutions", shortest.count);
        self.set("misled", shortest.misled);
        self.set("tempted", shortest.tempted);
        self.set("away", shortest.away);
        self.set("pushes", f64::from(ways.to_go(0)));
        let changes = fewest_box_changes(&graph).unwrap_or(0) as f64;
        self.set("box_changes", changes);
        let interleaved = (changes - level.n_boxes() as f64).max(0.0);
        self.set("interleaved", interleaved);
        self.set("moves", shortest_moves(&graph).unwrap_or(0) as f64);
        Ok(true)
    }
}
