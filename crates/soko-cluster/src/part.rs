//! What one worker has counted, which adds up to what all have.

use crate::numbers::{pack, unpack};
use crate::reins::{number_of, reason_of};
use soko_graph::count::Counts;
use soko_search::StopReason;

/// Counts of a part of a state graph, or of all of it.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// What the components say, or why it is not known; none where nobody asked, or the
    /// counts are not whole.
    pub folded: Option<Result<Folded, StopReason>>,
}

/// What the components of a part of a state graph say, or those of all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Folded {
    /// How many there are.
    pub components: u64,
    /// States of the largest.
    pub largest: u64,
    /// Those that lead nowhere and hold no solution.
    pub sinks: u64,
    /// What follows for the start; only the owner of the start has it.
    pub start: Option<FromStart>,
}

/// What the components say of the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FromStart {
    /// The most steps from component to component.
    pub longest_way: u64,
    /// Veger's solution factor; zero also where it is too small for a number.
    pub factor: f64,
    /// Its logarithm to base 2; minus infinity for zero.
    pub factor_log2: f64,
}

impl Folded {
    fn merge(self, other: Folded) -> Folded {
        Folded {
            components: self.components + other.components,
            largest: self.largest.max(other.largest),
            sinks: self.sinks + other.sinks,
            start: self.start.or(other.start),
        }
    }

    fn numbers(self) -> [u64; 7] {
        let start = self.start.unwrap_or(FromStart {
            longest_way: 0,
            factor: 0.0,
            factor_log2: 0.0,
        });
        [
            self.components,
            self.largest,
            self.sinks,
            u64::from(self.start.is_some()),
            start.longest_way,
            start.factor.to_bits(),
            start.factor_log2.to_bits(),
        ]
    }

    fn from_numbers(numbers: [u64; 7]) -> Folded {
        Folded {
            components: numbers[0],
            largest: numbers[1],
            sinks: numbers[2],
            start: (numbers[3] == 1).then(|| FromStart {
                longest_way: numbers[4],
                factor: f64::from_bits(numbers[5]),
                factor_log2: f64::from_bits(numbers[6]),
            }),
        }
    }
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
        self.folded = match (self.folded, other.folded) {
            (Some(Ok(own)), Some(Ok(other))) => Some(Ok(own.merge(other))),
            (Some(Err(reason)), _) | (_, Some(Err(reason))) => Some(Err(reason)),
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
        // None, a reason, or what is known.
        numbers.push(match self.folded {
            None => 0,
            Some(Ok(_)) => 1,
            Some(Err(reason)) => 1 + u64::from(number_of(reason)),
        });
        if let Some(Ok(folded)) = self.folded {
            numbers.extend(folded.numbers());
        }
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
        part.folded = match numbers.next()? {
            0 => None,
            1 => {
                let mut all = [0; 7];
                for number in &mut all {
                    *number = numbers.next()?;
                }
                Some(Ok(Folded::from_numbers(all)))
            }
            reason => Some(Err(reason_of(u8::try_from(reason - 1).ok()?)?)),
        };
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

    #[test]
    fn what_components_say_adds_up_and_comes_back_from_bytes() {
        let of = |components, start| Part {
            folded: Some(Ok(Folded {
                components,
                largest: 2 * components,
                sinks: 1,
                start,
            })),
            ..Part::default()
        };
        let start = FromStart {
            longest_way: 7,
            factor: 0.0,
            factor_log2: -2000.5,
        };
        let mut part = of(3, None);
        part.merge(&of(4, Some(start)));
        let folded = part.folded.unwrap().unwrap();
        assert_eq!((folded.components, folded.largest), (7, 8));
        assert_eq!((folded.sinks, folded.start), (2, Some(start)));
        let stopped = Part {
            folded: Some(Err(StopReason::Memory)),
            ..Part::default()
        };
        for part in [&part, &stopped] {
            assert_eq!(Part::from_bytes(&part.to_bytes()), Some(part.clone()));
        }
        part.merge(&stopped);
        assert_eq!(part.folded, Some(Err(StopReason::Memory)));
    }
}
