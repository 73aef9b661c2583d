//! What one worker has counted, which adds up to what all have.

use crate::numbers::{pack, unpack};
use soko_graph::count::Counts;

/// Counts of a part of a state graph, or of all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// What was counted.
    pub counts: Counts,
    /// States expanded.
    pub expanded: u64,
    /// Bytes that the states took at the most.
    pub bytes: u64,
    /// Bytes sent to other processes.
    pub sent: u64,
    /// Where some work was dropped: all layers before this one are whole, and nothing is
    /// known of what is dead.
    pub cut: Option<u64>,
}

/// Adds to the number of a layer.
pub fn add_to(row: &mut Vec<u64>, layer: u64, more: u64) {
    let layer = layer as usize;
    if row.len() <= layer {
        row.resize(layer + 1, 0);
    }
    row[layer] += more;
}

impl Part {
    /// Adds those of another part.
    pub fn merge(&mut self, other: &Part) {
        self.counts.merge(&other.counts);
        // As long as a count on one machine has it: a number for each depth.
        let depths = self.counts.layers.len();
        self.counts.solved_layers.resize(depths, 0);
        self.expanded += other.expanded;
        self.bytes += other.bytes;
        self.sent += other.sent;
        self.cut = match (self.cut, other.cut) {
            (Some(own), Some(other)) => Some(own.min(other)),
            (own, other) => own.or(other),
        };
    }

    /// Leaves out what is not whole, where work was dropped: how many states are known
    /// in all is said before.
    pub fn leave_out_parts(&mut self) {
        if let Some(layer) = self.cut {
            let whole = usize::try_from(layer).unwrap_or(usize::MAX);
            self.counts.layers.truncate(whole);
            self.counts.solved_layers.truncate(whole);
            self.counts.alive_layers.clear();
        }
    }

    /// For the wire.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = [
            &self.counts.layers,
            &self.counts.solved_layers,
            &self.counts.alive_layers,
        ];
        let mut numbers = vec![
            self.counts.edges,
            self.expanded,
            self.bytes,
            self.sent,
            self.cut.map_or(0, |layer| layer.saturating_add(1)),
        ];
        for row in rows {
            numbers.push(row.len() as u64);
            numbers.extend(row);
        }
        let mut bytes = Vec::new();
        pack(&numbers, 8, &mut bytes);
        bytes
    }

    /// Reads what [`Part::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Part> {
        let mut numbers = unpack(bytes, 8);
        let mut part = Part::default();
        part.counts.edges = numbers.next()?;
        part.expanded = numbers.next()?;
        part.bytes = numbers.next()?;
        part.sent = numbers.next()?;
        part.cut = numbers.next()?.checked_sub(1);
        for row in [
            &mut part.counts.layers,
            &mut part.counts.solved_layers,
            &mut part.counts.alive_layers,
        ] {
            let length = numbers.next()?;
            for _ in 0..length {
                row.push(numbers.next()?);
            }
        }
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_and_come_back_from_bytes() {
        let mut part = Part::default();
        add_to(&mut part.counts.layers, 3, 1);
        add_to(&mut part.counts.layers, 1, 1);
        assert_eq!(part.counts.layers, [0, 1, 0, 1]);
        let mut other = Part {
            cut: Some(2),
            sent: 9,
            ..Part::default()
        };
        other.counts.edges = 5;
        add_to(&mut other.counts.layers, 0, 1);
        add_to(&mut other.counts.solved_layers, 0, 1);
        add_to(&mut other.counts.alive_layers, 1, 2);
        assert_eq!(Part::from_bytes(&other.to_bytes()), Some(other.clone()));
        part.merge(&other);
        assert_eq!(part.counts.solved_layers, [1, 0, 0, 0]);
        assert_eq!((part.counts.edges, part.sent, part.cut), (5, 9, Some(2)));
        assert_eq!(Part::from_bytes(&part.to_bytes()), Some(part.clone()));
        let bytes = part.to_bytes();
        assert_eq!(Part::from_bytes(&bytes[..bytes.len() - 1]), None);
    }
}
