//! What the features of a position are worth to a walk.
//!
//! A weighted sum. There are two sets of weights, as each makes walks that solve
//! levels on which the other toils:
//!
//! * round numbers in the order of the features ([`Weights::ROUND`]);
//! * trained ones: those of `weights.txt`, or a user's own, learned from solutions by
//!   `soko learn`. The shipped ones were found on Microban and our own levels by such
//!   rounds as it has: a few weights are changed at a time, and what needs fewer
//!   positions is kept. The benchmarks have no part in it. On those levels, with few
//!   boxes, open regions and short distances count for more.

use crate::champion::features::style::Features;
use std::fmt;
use std::sync::LazyLock;

static STORED: LazyLock<Weights> = LazyLock::new(|| {
    let text = include_str!("weights.txt");
    Weights::parse(text).expect("the stored weights are well-formed")
});

/// What is weighed, in the order of [`Weights::NAMES`].
pub type Facts = [i32; 9];

/// The weights, by the names in [`Weights::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; 9]);

impl Default for Weights {
    /// The trained weights.
    fn default() -> Weights {
        *STORED
    }
}

impl Weights {
    /// The names of the weights: features of a position, whether an advisor
    /// recommends the move, and how many moves lead to it.
    pub const NAMES: [&'static str; 9] = [
        "packed",
        "out-of-plan",
        "regions",
        "halls",
        "hot",
        "way",
        "distance",
        "advised",
        "depth",
    ];

    /// Plain weights: what is packed counts most.
    pub const ROUND: Weights = Weights([1_000, -300, -100, -100, -20, -10, 0, 400, -5]);

    /// Reads lines of a name and a weight; none if a name is wrong or missing.
    pub fn parse(text: &str) -> Option<Weights> {
        let mut lines = text.lines();
        let mut weights = [0; 9];
        for (weight, name) in weights.iter_mut().zip(Weights::NAMES) {
            *weight = lines.next()?.strip_prefix(name)?.trim().parse().ok()?;
        }
        lines.next().is_none().then_some(Weights(weights))
    }

    /// Weights lie between this and its opposite.
    pub const MOST: i32 = 20_000;

    /// All positions are worth the same, but for lots.
    pub const NONE: Weights = Weights([0; 9]);

    /// What is weighed: by the names in [`Weights::NAMES`].
    #[inline]
    pub(crate) fn facts(features: Features, is_advised: bool, depth: u32) -> Facts {
        [
            i32::from(features.packed),
            i32::from(features.out_of_plan),
            i32::from(features.regions),
            i32::from(features.halls),
            i32::from(features.hot),
            i32::from(features.way),
            i32::from(features.distance.min(1_000)),
            i32::from(is_advised),
            depth.min(1_000) as i32,
        ]
    }

    /// The worth of a position.
    #[inline]
    pub(crate) fn worth(&self, features: Features, is_advised: bool, depth: u32) -> i32 {
        let facts = Weights::facts(features, is_advised, depth);
        // A little noise, so that equals are not all of one kind.
        let noise = i32::from(features.tie & 127);
        noise + facts.iter().zip(self.0).map(|(f, w)| f * w).sum::<i32>()
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, weight) in Weights::NAMES.iter().zip(self.0) {
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
        let weights = Weights([1, -2, 3, 0, 4, 5, -6, 7, 8]);
        assert_eq!(Weights::parse(&weights.to_string()), Some(weights));
        assert_eq!(Weights::parse("packed 1\n"), None);
        assert_eq!(
            Weights::parse(&weights.to_string().replace("way", "weigh")),
            None
        );
        assert_eq!(Weights::parse(&format!("{weights}more 1\n")), None);
    }
}
