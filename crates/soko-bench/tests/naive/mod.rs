//! Veger's thesis a second time, written as plainly as possible and sharing
//! nothing with the crates but the characters of the level: positions in ordered
//! sets, strings for bit strings, hash maps for tables, a reversed graph for the
//! components. Tests and the benchmark hold the fast implementation against it.

pub mod characters;
pub mod rooms;

use characters::{At, Characters};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

const AROUND: [At; 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

/// A level as sets of positions.
pub struct Naive {
    floor: HashSet<At>,
    goals: HashSet<At>,
    valid: Vec<At>,
    start: (BTreeSet<At>, At),
}

/// What is remembered of a state.
#[derive(Clone, Copy, PartialEq)]
pub enum Memory {
    Exact,
    NoFirstBox,
    NoLastBox,
    NoMan,
    ThreeOddParity,
    TwoDigit,
}

/// A state graph with all that the papers count.
pub struct NaiveGraph {
    pub states: Vec<(BTreeSet<At>, At)>,
    pub edges: Vec<Vec<usize>>,
    pub solved: Vec<bool>,
}

/// What the components say.
#[derive(Debug, PartialEq)]
pub struct NaiveNumbers {
    pub states: usize,
    pub edges: usize,
    pub solved: usize,
    pub components: usize,
    pub sinks: usize,
    pub dead_states: usize,
    pub shortest: Option<usize>,
    pub factor: f64,
}

fn step(at: At, d: At) -> At {
    (at.0 + d.0, at.1 + d.1)
}

fn back(at: At, d: At) -> At {
    (at.0 - d.0, at.1 - d.1)
}

impl Naive {
    pub fn new(text: &str) -> Naive {
        let written = Characters::of(text);
        let man = written.man;
        let cells: HashSet<At> = written.inside.into_iter().collect();
        let mut goals: HashSet<At> = written.goals.into_iter().collect();
        let mut boxes: BTreeSet<At> = written.boxes.into_iter().collect();
        let floor = flood(&cells, &BTreeSet::new(), man);
        boxes.retain(|at| floor.contains(at));
        goals.retain(|at| floor.contains(at));
        // The algorithm of Figure 3.
        let mut valid: Vec<At> = goals.iter().copied().collect();
        let mut next = 0;
        while next < valid.len() {
            for d in AROUND {
                let from = back(valid[next], d);
                let man = back(from, d);
                if floor.contains(&from) && floor.contains(&man) && !valid.contains(&from) {
                    valid.push(from);
                }
            }
            next += 1;
        }
        valid.sort();
        Naive {
            floor,
            goals,
            valid,
            start: (boxes, man),
        }
    }

    pub fn n_valid(&self) -> usize {
        self.valid.len()
    }

    /// Whether the man can walk between two places.
    pub fn joins(&self, boxes: &BTreeSet<At>, from: At, to: At) -> bool {
        flood(&self.floor, boxes, from).contains(&to)
    }

    fn canonical(&self, boxes: BTreeSet<At>, man: At) -> (BTreeSet<At>, At) {
        let first = *flood(&self.floor, &boxes, man).iter().min().unwrap();
        (boxes, first)
    }

    /// All states, first in, first out; the first with a memory stands for all.
    pub fn explore(&self, memory: Memory, limit: usize) -> Option<NaiveGraph> {
        let start = self.canonical(self.start.0.clone(), self.start.1);
        let mut numbers = HashMap::from([(self.remember(memory, &start), 0)]);
        let mut graph = NaiveGraph {
            states: vec![start],
            edges: vec![],
            solved: vec![],
        };
        while graph.edges.len() < graph.states.len() {
            if graph.states.len() > limit {
                return None;
            }
            let (boxes, man) = graph.states[graph.edges.len()].clone();
            graph
                .solved
                .push(boxes.iter().all(|at| self.goals.contains(at)));
            let area = flood(&self.floor, &boxes, man);
            let mut edges = Vec::new();
            for &at in &boxes {
                for d in AROUND {
                    let to = step(at, d);
                    let can_push = area.contains(&back(at, d));
                    if can_push && self.valid.binary_search(&to).is_ok() && !boxes.contains(&to) {
                        let mut after = boxes.clone();
                        after.remove(&at);
                        after.insert(to);
                        let state = self.canonical(after, at);
                        let next = graph.states.len();
                        let number = *numbers.entry(self.remember(memory, &state)).or_insert(next);
                        if number == next {
                            graph.states.push(state);
                        }
                        edges.push(number);
                    }
                }
            }
            graph.edges.push(edges);
        }
        Some(graph)
    }

    fn remember(&self, memory: Memory, (boxes, man): &(BTreeSet<At>, At)) -> String {
        let list: Vec<At> = boxes.iter().copied().collect();
        match memory {
            Memory::Exact => format!("{list:?}{man:?}"),
            Memory::NoMan => format!("{list:?}"),
            Memory::NoFirstBox => format!("{:?}{man:?}", &list[1..]),
            Memory::NoLastBox => format!("{:?}{man:?}", &list[..list.len() - 1]),
            Memory::TwoDigit => {
                let string = self.ed22(boxes, *man);
                let bits: Vec<char> = string.chars().collect();
                let pairs = bits.chunks_exact(2);
                let and = pairs.map(|p| if p == ['1', '1'] { '1' } else { '0' });
                and.collect::<String>().trim_end_matches('0').to_string()
            }
            Memory::ThreeOddParity => {
                let string = self.ed22(boxes, *man);
                let bits: Vec<char> = string.chars().collect();
                let ones = bits
                    .chunks(3)
                    .map(|g| g.iter().filter(|&&c| c == '1').count());
                let odd = ones.map(|n| if n % 2 == 1 { '1' } else { '0' });
                odd.collect::<String>().trim_end_matches('0').to_string()
            }
        }
    }

    fn ed22(&self, boxes: &BTreeSet<At>, man: At) -> String {
        // Rooms in reading order of their first squares, from 1.
        let mut squares: Vec<At> = self.floor.iter().copied().collect();
        squares.sort();
        let mut rooms: Vec<HashSet<At>> = Vec::new();
        for at in squares {
            if !boxes.contains(&at) && !rooms.iter().any(|room| room.contains(&at)) {
                rooms.push(flood(&self.floor, boxes, at));
            }
        }
        let room = rooms.iter().position(|room| room.contains(&man)).unwrap() + 1;
        let mut places: Vec<At> = self.valid.clone();
        places.extend(self.start.0.iter().filter(|at| !self.valid.contains(at)));
        places.sort();
        let mut distances = Vec::new();
        let mut between = 0;
        for at in places {
            if boxes.contains(&at) {
                distances.push(between);
                between = 0;
            } else {
                between += 1;
            }
        }
        let strings = (0..4usize).map(|multiplier| {
            let width = 2 + multiplier;
            let full = (1 << width) - 1;
            let mut string = format!("{multiplier:02b}");
            for &distance in &distances {
                let mut distance = distance;
                while distance >= full {
                    string += &"1".repeat(width);
                    distance -= full;
                }
                string += &format!("{distance:0width$b}");
            }
            string
        });
        let shortest = strings.min_by_key(|string| string.len()).unwrap();
        format!("{room:08b}{shortest}")
    }
}

fn flood(floor: &HashSet<At>, boxes: &BTreeSet<At>, from: At) -> HashSet<At> {
    let mut seen = HashSet::from([from]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for d in AROUND {
            let next = step(at, d);
            if floor.contains(&next) && !boxes.contains(&next) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    seen
}

impl NaiveGraph {
    /// The component of each state, by Kosaraju's two passes.
    pub fn components(&self) -> Vec<usize> {
        let n = self.states.len();
        let mut reversed = vec![Vec::new(); n];
        for (from, edges) in self.edges.iter().enumerate() {
            for &to in edges {
                reversed[to].push(from);
            }
        }
        let mut order = Vec::new();
        let mut seen = vec![false; n];
        for root in 0..n {
            let mut stack = vec![(root, 0)];
            while let Some((node, next)) = stack.pop() {
                if next == 0 && std::mem::replace(&mut seen[node], true) {
                    continue;
                }
                match self.edges[node].get(next) {
                    Some(&to) => stack.extend([(node, next + 1), (to, 0)]),
                    None => order.push(node),
                }
            }
        }
        let mut of = vec![usize::MAX; n];
        let mut count = 0;
        for &root in order.iter().rev() {
            if of[root] == usize::MAX {
                let mut stack = vec![root];
                while let Some(node) = stack.pop() {
                    if of[node] == usize::MAX {
                        of[node] = count;
                        stack.extend(&reversed[node]);
                    }
                }
                count += 1;
            }
        }
        of
    }

    pub fn numbers(&self) -> NaiveNumbers {
        let of = self.components();
        let n = of.iter().max().unwrap() + 1;
        let mut children = vec![BTreeSet::new(); n];
        let mut solved = vec![false; n];
        for (state, edges) in self.edges.iter().enumerate() {
            solved[of[state]] |= self.solved[state];
            children[of[state]].extend(edges.iter().map(|&to| of[to]));
        }
        for (c, list) in children.iter_mut().enumerate() {
            list.remove(&c);
        }
        // Kosaraju numbers components from the start, so children come later.
        let (mut factor, mut alive) = (vec![0.0; n], vec![false; n]);
        for c in (0..n).rev() {
            let below: f64 = children[c].iter().map(|&child| factor[child]).sum();
            factor[c] = match (solved[c], children[c].len()) {
                (true, _) => 1.0,
                (false, 0) => 0.0,
                (false, q) => below / q as f64,
            };
            alive[c] = solved[c] || children[c].iter().any(|&child| alive[child]);
        }
        NaiveNumbers {
            states: of.len(),
            edges: self.edges.iter().map(Vec::len).sum(),
            solved: self.solved.iter().filter(|&&s| s).count(),
            components: n,
            sinks: (0..n)
                .filter(|&c| !solved[c] && children[c].is_empty())
                .count(),
            dead_states: of.iter().filter(|&&c| !alive[c]).count(),
            shortest: self.shortest(),
            factor: factor[of[0]],
        }
    }

    fn shortest(&self) -> Option<usize> {
        let mut depth = vec![usize::MAX; self.states.len()];
        depth[0] = 0;
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            if self.solved[state] {
                return Some(depth[state]);
            }
            for &to in &self.edges[state] {
                if depth[to] == usize::MAX {
                    depth[to] = depth[state] + 1;
                    queue.push_back(to);
                }
            }
        }
        None
    }
}
