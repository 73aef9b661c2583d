//! The components of a graph whose edges nobody keeps.
//!
//! When all states are in the set, every state is a node (`seats.rs`) by which a table
//! beside the set finds it. With one number a node Tarjan's search runs as it does over a
//! whole graph (`scc.rs`): all states can be reached from the start, so one visit is
//! enough. Successors are computed when a state is entered and once more whenever the
//! search returns to it, which happens once for each state that was found from it: two
//! expansions a state in all, however many edges it has, and nothing is kept of the lists
//! meanwhile.
//!
//! Exact. Memory: four bytes a node, five to six for each state, and at most eight for
//! each on the way from the start to where the search is. Work: about that of the two
//! sweeps of a count, but on one thread, and each step waits for the memory.
//!
//! Other ways need no stack and share their work out: trimming of states without
//! successors, then sweeps that spread colours until they meet (Orzan 2004; Slota,
//! Rajamanickam and Madduri 2014). They expand a state once for each time that it changes
//! its colour, so they are for those who cannot do without: the workers of soko-cluster.

use super::{CompactSet, Seats, Steps};
use crate::scc::{Listed, Tarjan};
use soko_search::{Control, Counters, StopReason};

/// How many components the states of a set have: all that can be reached from the start,
/// and no others.
pub(super) fn count_components(
    steps: &dyn Steps,
    set: &CompactSet,
    counters: &mut Counters,
    control: &mut Control<'_>,
) -> Result<u64, StopReason> {
    control.set_phase("components");
    let Some(mut graph) = Seated::new(steps, set) else {
        return Err(StopReason::Memory);
    };
    let (base, expanded) = (set.bytes() + graph.seats.bytes(), counters.expanded);
    // Before the table is made: it alone may be too much.
    counters.bytes = base + 4 * graph.seats.n_nodes();
    if let Some(reason) = control.check_now(counters) {
        return Err(reason);
    }
    let mut search = Tarjan::new(graph.seats.n_nodes());
    let start = graph.node(steps.start());
    let result = start.map_or(Ok(()), |start| {
        search.visit(&mut graph, start, &mut |search| {
            counters.expanded = expanded + search.steps();
            counters.bytes = base + search.bytes();
            control.check_now(counters)
        })
    });
    counters.expanded = expanded + search.steps();
    result.map(|()| search.n_components() as u64)
}

/// The states of a set as nodes of a graph.
struct Seated<'a> {
    steps: &'a dyn Steps,
    set: &'a CompactSet,
    seats: Seats,
    numbers: Vec<u64>,
    nodes: Vec<u32>,
}

impl<'a> Seated<'a> {
    /// None where there are more nodes than numbers for them.
    fn new(steps: &'a dyn Steps, set: &'a CompactSet) -> Option<Seated<'a>> {
        Some(Seated {
            steps,
            set,
            seats: Seats::of(set)?,
            numbers: Vec::new(),
            nodes: Vec::new(),
        })
    }

    fn node(&self, state: u64) -> Option<u32> {
        self.seats.node(self.set, state)
    }

    fn state(&self, node: u32) -> u64 {
        self.seats.state(self.set, node)
    }
}

impl Listed for Seated<'_> {
    fn successors_from(&mut self, node: u32, first: usize) -> &[u32] {
        let mut numbers = std::mem::take(&mut self.numbers);
        let mut nodes = std::mem::take(&mut self.nodes);
        numbers.clear();
        nodes.clear();
        self.steps.successors(&[self.state(node)], &mut numbers);
        // Every push from a state that was counted leads to another.
        nodes.extend(numbers.iter().skip(first).filter_map(|&n| self.node(n)));
        (self.numbers, self.nodes) = (numbers, nodes);
        &self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Successors, components};
    use soko_core::SplitMix;
    use soko_search::Limits;

    const SPACE: u64 = 1 << 40;

    /// A graph of which all nodes can be reached from the first, as states with numbers that
    /// want to stand in one place, so that some are without a home.
    struct Crowd {
        lists: Vec<Vec<u32>>,
        numbers: Vec<u64>,
    }

    impl Crowd {
        fn new(random: &mut SplitMix, n: usize) -> Crowd {
            let mut lists = vec![Vec::new(); n];
            for node in 1..n {
                lists[random.below(node)].push(node as u32);
            }
            for _ in 0..random.below(2 * n) {
                let from = random.below(n);
                // Not far back mostly, so that there are many components.
                let to = from.saturating_sub(random.below(4));
                lists[from].push(to as u32);
            }
            let set = CompactSet::new(SPACE);
            let numbers = (0..n as u64).map(|local| set.number(3, local)).collect();
            Crowd { lists, numbers }
        }

        fn set(&self) -> CompactSet {
            let mut set = CompactSet::new(SPACE);
            for &number in &self.numbers {
                set.insert(number);
            }
            set
        }
    }

    impl Successors for Crowd {
        fn n_nodes(&self) -> usize {
            self.lists.len()
        }
        fn successors(&self, node: u32) -> &[u32] {
            &self.lists[node as usize]
        }
    }

    impl Steps for Crowd {
        fn space(&self) -> u64 {
            SPACE
        }
        fn start(&self) -> u64 {
            self.numbers[0]
        }
        fn solved(&self) -> Option<Vec<u64>> {
            None
        }

        fn moves(&self, _: &[u64]) -> Option<Vec<soko_core::Direction>> {
            None
        }

        fn is_solved(&self, _: u64) -> bool {
            false
        }
        fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
            for state in states {
                let node = self.numbers.iter().position(|n| n == state).unwrap();
                out.extend(self.lists[node].iter().map(|&to| self.numbers[to as usize]));
            }
        }
        fn predecessors(&self, _: &[u64], _: &mut Vec<u64>) {}
    }

    #[test]
    fn there_are_as_many_as_in_the_graph_with_its_lists() {
        let mut random = SplitMix(41);
        let (mut n_found, mut n_nodes, mut n_homeless) = (0, 0, 0);
        for round in 0..300 {
            let n = 1 + random.below(150);
            let graph = Crowd::new(&mut random, n);
            let (set, mut counters) = (graph.set(), Counters::default());
            let found = count_components(&graph, &set, &mut counters, &mut Control::default());
            assert_eq!(found, Ok(components(&graph).count as u64), "round {round}");
            assert_eq!(counters.expanded, 2 * n as u64 - 1);
            n_found += found.unwrap();
            n_nodes += n;
            n_homeless += set.homeless().len();
        }
        assert!(
            n_found > 3_000 && n_found + 3_000 < n_nodes as u64,
            "{n_found} {n_nodes}"
        );
        assert!(n_homeless > 500, "{n_homeless}");
    }

    #[test]
    fn every_state_has_a_node_of_its_own() {
        let graph = Crowd::new(&mut SplitMix(42), 200);
        let set = graph.set();
        let seated = Seated::new(&graph, &set).unwrap();
        let mut nodes: Vec<u32> = (graph.numbers.iter())
            .map(|&number| {
                let node = seated.node(number).unwrap();
                assert_eq!(seated.state(node), number);
                node
            })
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), 200);
        assert!(
            nodes
                .iter()
                .all(|&node| (node as usize) < seated.seats.n_nodes())
        );
        assert_eq!(seated.node(set.number(3, 200)), None);
    }

    #[test]
    fn the_table_is_not_made_where_it_does_not_fit() {
        let graph = Crowd::new(&mut SplitMix(43), 150);
        let set = graph.set();
        let limits = Limits {
            memory: Some(set.bytes() + 1),
            ..Limits::default()
        };
        let mut control = Control::new(limits);
        let found = count_components(&graph, &set, &mut Counters::default(), &mut control);
        assert_eq!(found, Err(StopReason::Memory));
    }
}
