//! What a player sees of each state at a glance: how far the boxes are from home, and
//! whether some are plainly stuck.
//!
//! The distance is the cheapest matching of boxes and goals by lone push distances
//! ([`MinMatching`]); plainly stuck is what the freeze test finds, boxes that hold each
//! other off the goals. What a player has to find out by thinking is what these two do
//! not show.

use crate::graph::Ways;
use soko_core::{Reach, SquareSet};
use soko_graph::StateGraph;
use soko_solve::Placement;
use soko_solve::deadlock::{Detectors, Query, Technique, Techniques};
use soko_solve::heuristic::MinMatching;

/// The distance of a state that has no matching.
const FAR: f64 = 1000.0;

/// What a player sees of each state.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    /// Pushes to go, as they seem.
    pub distance: Vec<f64>,
    /// Whether boxes are plainly stuck off the goals.
    pub is_stuck: Vec<bool>,
}

impl Outlook {
    /// Looks at every state of a graph.
    pub(crate) fn new(graph: &StateGraph, ways: &Ways) -> Outlook {
        let board = graph.level().board();
        let fresh = MinMatching::<SquareSet>::new(board);
        let mut matching = fresh.clone();
        let mut detectors = Detectors::<SquareSet>::new(board, Techniques::ALL);
        let reach = Reach::<SquareSet>::new(board);
        let mut outlook = Outlook {
            distance: Vec::with_capacity(graph.n_states()),
            is_stuck: Vec::with_capacity(graph.n_states()),
        };
        for number in 0..graph.n_states() as u32 {
            let state = graph.shown(number);
            let placement = Placement {
                boxes: state.boxes,
                man: state.man,
            };
            let distance = matching.full(&placement);
            if distance.is_none() {
                // Prices that were raised without end are of no use to the next state.
                matching = fresh.clone();
            }
            outlook.distance.push(distance.map_or(FAR, f64::from));
            // What is alive is not stuck, and need not be asked.
            let is_stuck = !ways.is_alive(number) && {
                let boxes = &placement.boxes;
                let area = &reach.area(boxes, placement.man);
                let pushed = None;
                let query = Query {
                    boxes,
                    area,
                    pushed,
                };
                detectors.ask(Technique::Freeze, &query).is_dead()
            };
            outlook.is_stuck.push(is_stuck);
        }
        outlook
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, random_level};
    use soko_graph::{Rules, explore};
    use soko_search::Control;

    /// What is seen of a state does not depend on what was looked at before, such as
    /// states without any matching.
    #[test]
    fn every_state_is_seen_by_itself() {
        let mut random = SplitMix(12);
        let mut n_far = 0;
        for _ in 0..150 {
            let level = random_level(&mut random, 7, 6, 3);
            let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
            let ways = Ways::new(&graph);
            let outlook = Outlook::new(&graph, &ways);
            for number in 0..graph.n_states().min(200) as u32 {
                let state = graph.shown(number);
                let placement = Placement {
                    boxes: state.boxes,
                    man: state.man,
                };
                let alone = MinMatching::once(level.board(), &placement);
                let seen = outlook.distance[number as usize];
                assert_eq!(seen, alone.map_or(FAR, f64::from));
                n_far += usize::from(alone.is_none());
            }
        }
        assert!(n_far > 0);
    }
}
