//! What one worker has counted, which adds up to what all have.

use crate::numbers::{pack, unpack};

/// Counts of a part of a state graph, or of all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// New states by depth.
    pub layers: Vec<u64>,
    /// Pushes between states.
    pub edges: u64,
    /// States expanded.
    pub expanded: u64,
    /// Solved states.
    pub solved: u64,
    /// States from which a solved state can be reached.
    pub alive: u64,
    /// The least depth of a solved state.
    pub first_solved: Option<u64>,
    /// Bytes that the states took at the most.
    pub bytes: u64,
    /// Bytes sent to other processes.
    pub sent: u64,
    /// Whether some work was dropped.
    pub is_cut: bool,
}

impl Part {
    /// One more new state at this depth.
    pub fn add_state(&mut self, depth: u64) {
        let depth = depth as usize;
        if self.layers.len() <= depth {
            self.layers.resize(depth + 1, 0);
        }
        self.layers[depth] += 1;
    }

    /// All states.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// Adds those of another part.
    pub fn merge(&mut self, other: &Part) {
        if self.layers.len() < other.layers.len() {
            self.layers.resize(other.layers.len(), 0);
        }
        for (own, more) in self.layers.iter_mut().zip(&other.layers) {
            *own += more;
        }
        self.edges += other.edges;
        self.expanded += other.expanded;
        self.solved += other.solved;
        self.alive += other.alive;
        self.first_solved = match (self.first_solved, other.first_solved) {
            (Some(own), Some(other)) => Some(own.min(other)),
            (own, other) => own.or(other),
        };
        self.bytes += other.bytes;
        self.sent += other.sent;
        self.is_cut |= other.is_cut;
    }

    /// For the wire.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = vec![
            self.edges,
            self.expanded,
            self.solved,
            self.alive,
            self.first_solved.map_or(0, |depth| depth + 1),
            self.bytes,
            self.sent,
            u64::from(self.is_cut),
        ];
        numbers.extend(&self.layers);
        let mut bytes = Vec::new();
        pack(&numbers, 8, &mut bytes);
        bytes
    }

    /// Reads what [`Part::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Part> {
        let mut numbers = unpack(bytes, 8);
        let mut next = || numbers.next();
        Some(Part {
            edges: next()?,
            expanded: next()?,
            solved: next()?,
            alive: next()?,
            first_solved: next()?.checked_sub(1),
            bytes: next()?,
            sent: next()?,
            is_cut: next()? != 0,
            layers: numbers.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_and_come_back_from_bytes() {
        let mut part = Part {
            edges: 7,
            solved: 1,
            first_solved: Some(0),
            ..Part::default()
        };
        part.add_state(3);
        part.add_state(1);
        assert_eq!(part.layers, [0, 1, 0, 1]);
        let mut other = Part {
            edges: 5,
            alive: 2,
            is_cut: true,
            ..Part::default()
        };
        other.add_state(0);
        assert_eq!(Part::from_bytes(&other.to_bytes()), Some(other.clone()));
        part.merge(&other);
        assert_eq!((part.edges, part.alive, part.states()), (12, 2, 3));
        assert_eq!((part.first_solved, part.is_cut), (Some(0), true));
        assert_eq!(Part::from_bytes(&part.to_bytes()), Some(part));
        assert_eq!(Part::from_bytes(&[0; 63]), None);
    }
}
