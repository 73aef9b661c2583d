//! How much of a dataset there is.

/// What was written so far, earlier runs included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Parts that are done.
    pub parts: usize,
    /// Levels in them.
    pub levels: u64,
    /// Rows in them.
    pub positions: u64,
    /// Levels whose graph is too large.
    pub left_out: u64,
    /// Whether some part is missing because the run was stopped.
    pub is_stopped: bool,
}

impl Summary {
    /// Both together.
    pub(crate) fn plus(&self, other: &Summary) -> Summary {
        Summary {
            parts: self.parts + other.parts,
            levels: self.levels + other.levels,
            positions: self.positions + other.positions,
            left_out: self.left_out + other.left_out,
            is_stopped: self.is_stopped || other.is_stopped,
        }
    }
}
