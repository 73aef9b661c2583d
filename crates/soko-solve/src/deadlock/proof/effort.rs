//! Effort: what proof searches may cost altogether.
//!
//! Whoever has little time sets an effort: searches end when it is used up, and what
//! was cut short is tried again when there is more.

/// Positions that searches may still look at.
#[derive(Clone, Copy, Debug)]
pub(in crate::deadlock) struct Effort {
    left: u64,
    /// Whether a search wanted more.
    ran_out: bool,
}

impl Effort {
    /// So many positions.
    pub fn new(positions: u64) -> Effort {
        Effort {
            left: positions,
            ran_out: false,
        }
    }

    /// How much of a budget there is.
    pub fn grant(&mut self, budget: u64) -> u64 {
        self.ran_out |= self.left < budget;
        budget.min(self.left)
    }

    /// Counts what was used.
    pub fn spend(&mut self, positions: u64) {
        self.left = self.left.saturating_sub(positions);
    }

    /// Whether a search wanted more than there was.
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_is_gone() {
        let mut effort = Effort::new(100);
        assert_eq!(effort.grant(60), 60);
        effort.spend(60);
        assert!(!effort.ran_out());
        assert_eq!(effort.grant(60), 40);
        assert!(effort.ran_out());
        effort.spend(40);
        assert_eq!(effort.grant(1), 0);
    }
}
