//! What the features of a position are worth to a walk.
//!
//! A weighted sum. There are two sets of weights, as each makes walks that solve
//! levels on which the other toils:
//!
//! * round numbers in the order of the features ([`Values::ROUND`]);
//! * trained ones, from `values.txt`. `make train-values` finds them: it changes a
//!   few weights at a time, lets the walk solve Microban and our own levels, and
//!   keeps what needs fewer positions. The benchmarks have no part in it. On those
//!   levels, with few boxes, open regions and short distances count for more.

use crate::champion::features::style::Features;
use std::fmt;
use std::sync::LazyLock;

static STORED: LazyLock<Values> = LazyLock::new(|| {
    let text = include_str!("weights.txt");
    Values::parse(text).expect("the stored values are well-formed")
});

/// The weights, by the names in [`Values::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values(pub [i32; 9]);

impl Default for Values {
    /// The trained weights.
    fn default() -> Values {
        *STORED
    }
}

impl Values {
    /// The names of the weights: features of a position, whether an advisor
    /// recommends the move, and how many moves lead to it.
    pub const NAMES: [&'static str; 9] = [
        "packed",
        "out-of-plan",
        "regions",
        "rooms",
        "hot",
        "way",
        "distance",
        "advised",
        "depth",
    ];

    /// Plain weights: what is packed counts most.
    pub const ROUND: Values = Values([1_000, -300, -100, -100, -20, -10, 0, 400, -5]);

    /// Reads lines of a name and a weight; none if a name is wrong or missing.
    pub fn parse(text: &str) -> Option<Values> {
        let mut lines = text.lines();
        let mut weights = [0; 9];
        for (weight, name) in weights.iter_mut().zip(Values::NAMES) {
            *weight = lines.next()?.strip_prefix(name)?.trim().parse().ok()?;
        }
        lines.next().is_none().then_some(Values(weights))
    }

    /// The worth of a position.
    #[inline]
    pub(crate) fn of(&self, features: Features, is_advised: bool, depth: u32) -> i32 {
        let facts = [
            i32::from(features.packed),
            i32::from(features.out_of_plan),
            i32::from(features.regions),
            i32::from(features.rooms),
            i32::from(features.hot),
            i32::from(features.way),
            i32::from(features.distance.min(1_000)),
            i32::from(is_advised),
            depth.min(1_000) as i32,
        ];
        // A little noise, so that equals are not all of one kind.
        let noise = i32::from(features.tie & 127);
        noise + facts.iter().zip(self.0).map(|(f, w)| f * w).sum::<i32>()
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, weight) in Values::NAMES.iter().zip(self.0) {
            writeln!(f, "{name} {weight}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let values = Values([1, -2, 3, 0, 4, 5, -6, 7, 8]);
        assert_eq!(Values::parse(&values.to_string()), Some(values));
        assert_eq!(Values::parse("packed 1\n"), None);
        assert_eq!(
            Values::parse(&values.to_string().replace("way", "weigh")),
            None
        );
        assert_eq!(Values::parse(&format!("{values}more 1\n")), None);
    }
}
