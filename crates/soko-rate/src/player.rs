//! The chance that a short-sighted player solves the level.
//!
//! The player pushes at random, but not blindly. A push that brings the boxes nearer to
//! the goals, as it seems, is more likely than one that takes them away: e to the power
//! [`PULL_OF_GOALS`] for each push of distance. A push of the box that was pushed last is
//! e to the power [`SAME_BOX`] times as likely, because people carry a box on. Pushes
//! after which boxes are plainly stuck are never made. Who runs into a position that is
//! lost in a way that cannot be seen at a glance has lost, and does not take back.
//!
//! That is an absorbing Markov chain over pairs of a state and the box pushed last. Its
//! chances solve a linear system, here by sweeps from the solutions backwards, as for the
//! chain factor of soko-graph, which is the same player without eyes. Among the numbers
//! that were tried on people's failures this one says most.
//!
//! Cost: a sweep is linear in the pushes of the graph, and some tens of them do.

use crate::graph::Ways;
use crate::outlook::Outlook;
use rustc_hash::FxHashMap;
use soko_core::Square;
use soko_graph::{Solvable, StateGraph, Successors};

/// How strongly goals attract.
const PULL_OF_GOALS: f64 = 0.4;

/// How much the box pushed last is preferred.
const SAME_BOX: f64 = 1.0;

/// Distances differ by no more than this to the player's eye.
const CLEAREST: f64 = 20.0;

/// When sweeps end: the relative change, and their number in any case.
const SETTLED: f64 = 1e-6;
const MOST_SWEEPS: usize = 1000;

/// A state, and where the box stands that was pushed last.
type Place = (u32, Option<Square>);

/// The player on one graph.
struct Player<'a> {
    graph: &'a StateGraph,
    ways: &'a Ways,
    outlook: &'a Outlook,
    numbers: FxHashMap<Place, u32>,
    places: Vec<Place>,
}

/// The chance that the player solves the level from its start.
pub(crate) fn chance(graph: &StateGraph, ways: &Ways, outlook: &Outlook) -> f64 {
    let mut player = Player {
        graph,
        ways,
        outlook,
        numbers: FxHashMap::default(),
        places: Vec::new(),
    };
    if !ways.is_alive(0) {
        return 0.0;
    }
    let start = player.number((0, None));
    // Every place that can come next gets a number; rows grow with the places.
    let mut rows: Vec<Vec<(u32, f64)>> = Vec::new();
    while rows.len() < player.places.len() {
        let row = player.next(player.places[rows.len()]);
        rows.push(row);
    }
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    order.sort_by_key(|&place| ways.to_go(player.places[place as usize].0));
    let is_solved = |place: &Place| graph.is_solved(place.0);
    let mut chances: Vec<f64> = (player.places.iter())
        .map(|place| f64::from(u8::from(is_solved(place))))
        .collect();
    let mut last = 0.0;
    for sweep in 0..MOST_SWEEPS {
        for &place in &order {
            let row = &rows[place as usize];
            if !row.is_empty() {
                let parts = row
                    .iter()
                    .map(|&(next, share)| share * chances[next as usize]);
                chances[place as usize] = parts.sum();
            }
        }
        let now = chances[start as usize];
        // At first nothing may have come to the start yet.
        if sweep > 20 && (now - last).abs() <= SETTLED * now {
            break;
        }
        last = now;
    }
    chances[start as usize]
}

impl Player<'_> {
    fn number(&mut self, place: Place) -> u32 {
        let next = self.places.len() as u32;
        *self.numbers.entry(place).or_insert_with(|| {
            self.places.push(place);
            next
        })
    }

    /// The living places that can come next, each with its share; those that are lost
    /// have shares, too, and are left out.
    fn next(&mut self, (state, last): Place) -> Vec<(u32, f64)> {
        let graph = self.graph;
        if graph.is_solved(state) {
            return Vec::new();
        }
        let mut all = 0.0;
        let mut alive = Vec::new();
        for &to in graph.successors(state) {
            let Some(push) = graph.push(state, to) else {
                continue;
            };
            let weight = self.weight(state, to, last == Some(push.from));
            all += weight;
            if self.ways.is_alive(to) {
                let place = (to, push.to(graph.level().board()));
                alive.push((self.number(place), weight));
            }
        }
        alive.iter_mut().for_each(|(_, weight)| *weight /= all);
        alive
    }

    fn weight(&self, from: u32, to: u32, is_same_box: bool) -> f64 {
        if self.outlook.is_stuck[to as usize] {
            return 0.0;
        }
        let distance = &self.outlook.distance;
        let nearer = distance[from as usize] - distance[to as usize];
        let attraction = PULL_OF_GOALS * nearer.clamp(-CLEAREST, CLEAREST);
        let habit = if is_same_box { SAME_BOX } else { 0.0 };
        (attraction + habit).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Level;
    use soko_graph::{Rules, explore};
    use soko_search::Control;

    fn chance_of(text: &str) -> f64 {
        let level: Level = text.parse().unwrap();
        let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
        let ways = Ways::new(&graph);
        chance(&graph, &ways, &Outlook::new(&graph, &ways))
    }

    #[test]
    fn a_corridor_is_sure_and_a_lost_level_hopeless() {
        assert_eq!(chance_of("######\n#@$ .#\n######"), 1.0);
        assert_eq!(chance_of("#######\n#@$ #.#\n###   #\n#######"), 0.0);
    }

    /// One state has a push that wins and one that loses out of sight: their weights
    /// alone decide.
    #[test]
    fn a_trap_takes_its_share() {
        let text = "#######\n## .  #\n##$$  #\n##.#@ #\n#######";
        let chance = chance_of(text);
        assert!(chance > 0.0 && chance < 1.0, "{chance}");
    }
}
