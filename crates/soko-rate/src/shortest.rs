//! What happens along the shortest solutions, all of them at once.
//!
//! Every shortest solution is thought as likely as every other. A pass from the
//! solutions back counts how many there are from each state; a pass from the start on
//! says how likely each state lies on the way, and what a player meets there: where the
//! push that seems best does not help, where it loses, and where the push that helps
//! takes a box away from the goals (a counter-intuitive push, Jarušek and Pelánek 2010).

use crate::graph::Ways;
use crate::outlook::Outlook;
use soko_graph::{Solvable, StateGraph, Successors};

/// What is met along the shortest solutions, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Shortest {
    /// How many there are; never infinite.
    pub count: f64,
    /// States at which the pushes that seem best do not help.
    pub misled: f64,
    /// States at which they lose.
    pub tempted: f64,
    /// Pushes that bring no box nearer to the goals.
    pub away: f64,
}

impl Shortest {
    /// Follows the shortest solutions of a graph that has some.
    pub(crate) fn new(graph: &StateGraph, ways: &Ways, outlook: &Outlook) -> Shortest {
        let mut counts = vec![0.0f64; graph.n_states()];
        for &state in ways.by_distance() {
            let nearer = graph.successors(state).iter();
            let nearer = nearer.filter(|&&next| ways.is_nearer(state, next));
            let sum: f64 = nearer.map(|&next| counts[next as usize]).sum();
            let is_solved = graph.is_solved(state);
            counts[state as usize] = if is_solved { 1.0 } else { sum.min(1e200) };
        }
        let mut found = Shortest {
            count: counts[0],
            ..Shortest::default()
        };
        let mut likely = vec![0.0f64; graph.n_states()];
        likely[0] = 1.0;
        for &state in ways.by_distance().iter().rev() {
            let share = likely[state as usize];
            if share == 0.0 || graph.is_solved(state) {
                continue;
            }
            found.look(graph, ways, outlook, state, share);
            for &next in graph.successors(state) {
                if ways.is_nearer(state, next) {
                    let part = share * counts[next as usize] / counts[state as usize];
                    likely[next as usize] += part;
                    let distance = |state: u32| outlook.distance[state as usize];
                    if distance(next) >= distance(state) {
                        found.away += part;
                    }
                }
            }
        }
        found
    }

    /// Looks round at one state.
    fn look(&mut self, graph: &StateGraph, ways: &Ways, outlook: &Outlook, state: u32, share: f64) {
        let distances = graph.successors(state).iter();
        let distances = distances.map(|&next| outlook.distance[next as usize]);
        let least = distances.fold(f64::INFINITY, f64::min);
        let seems_best = graph.successors(state).iter();
        let seems_best = seems_best.filter(|&&next| outlook.distance[next as usize] == least);
        let (mut n, mut useless, mut losing) = (0.0, 0.0, 0.0);
        for &next in seems_best {
            n += 1.0;
            useless += f64::from(u8::from(!ways.is_nearer(state, next)));
            losing += f64::from(u8::from(!ways.is_alive(next)));
        }
        self.misled += share * useless / n;
        self.tempted += share * losing / n;
    }
}

/// The share of losing pushes among the pushes of living states, and of those the ones
/// that leave no box plainly stuck.
pub(crate) fn losing_shares(graph: &StateGraph, ways: &Ways, outlook: &Outlook) -> (f64, f64) {
    let (mut all, mut losing, mut hidden) = (0.0f64, 0.0, 0.0);
    for &state in ways.by_distance() {
        for &next in graph.successors(state) {
            all += 1.0;
            if !ways.is_alive(next) {
                losing += 1.0;
                hidden += f64::from(u8::from(!outlook.is_stuck[next as usize]));
            }
        }
    }
    (losing / all.max(1.0), hidden / all.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Level;
    use soko_graph::{Rules, explore, shortest_pushes};
    use soko_search::Control;

    #[test]
    fn shortest_solutions_are_counted_as_soko_graph_counts_them() {
        let mut random = soko_core::SplitMix(8);
        let mut n_solved = 0;
        for _ in 0..600 {
            let level = soko_core::random_level(&mut random, 7, 6, 2);
            let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
            let ways = Ways::new(&graph);
            let Some(known) = shortest_pushes(&graph) else {
                assert!(!ways.is_alive(0));
                continue;
            };
            let outlook = Outlook::new(&graph, &ways);
            let found = Shortest::new(&graph, &ways, &outlook);
            assert_eq!(ways.to_go(0), known.pushes);
            assert_eq!(found.count, known.count as f64, "{}", level.setup());
            assert!(found.tempted <= found.misled + 1e-9);
            let (losing, hidden) = losing_shares(&graph, &ways, &outlook);
            assert!(hidden <= losing && losing < 1.0);
            n_solved += 1;
        }
        assert!(n_solved > 30, "{n_solved}");
    }

    /// A lone box's distance is exact: nothing misleads.
    #[test]
    fn nothing_misleads_with_one_box() {
        let text = "######\n#    #\n# #$ #\n#. @ #\n#    #\n######";
        let level: Level = text.parse().unwrap();
        let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
        let ways = Ways::new(&graph);
        assert_eq!(ways.to_go(0), 3);
        let found = Shortest::new(&graph, &ways, &Outlook::new(&graph, &ways));
        assert_eq!((found.count, found.misled, found.away), (1.0, 0.0, 0.0));
    }
}
