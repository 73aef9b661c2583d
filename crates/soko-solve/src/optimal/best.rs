//! The upper end of the interval: the shortest solution known.

use soko_core::{Measure, Verified};

/// The shortest solution known, in one measure.
#[derive(Clone, Debug)]
pub(super) struct Best {
    measure: Measure,
    solution: Option<Verified>,
}

impl Best {
    /// None is known.
    pub fn new(measure: Measure) -> Best {
        Best {
            measure,
            solution: None,
        }
    }

    /// The solution.
    pub fn solution(&self) -> Option<&Verified> {
        self.solution.as_ref()
    }

    /// How long it is.
    pub fn length(&self) -> Option<u64> {
        let solution = self.solution.as_ref()?;
        Some(self.measure.of(solution.metrics()))
    }

    /// Takes a solution if it is shorter.
    pub fn take(&mut self, solution: Verified) {
        let length = self.measure.of(solution.metrics());
        if self.length().is_none_or(|best| length < best) {
            self.solution = Some(solution);
        }
    }
}
