//! What a dataset is made of.

/// What a dataset is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Levels with more states are left out.
    pub max_states: u64,
    /// So many positions of each level, drawn at random; all if none is said.
    pub sample: Option<usize>,
    /// What the drawing begins with.
    pub seed: u64,
    /// Whether positions with a box on a square from which none reaches a goal are kept.
    /// All of them are lost, and most have been recognised by everybody for decades.
    pub keep_dead_squares: bool,
    /// Parts that are made at once.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_states: 1_000_000,
            sample: None,
            seed: 0,
            keep_dead_squares: false,
            threads: 1,
        }
    }
}

impl Options {
    /// What must be the same for a dataset to be gone on with.
    pub(crate) fn told(&self) -> String {
        let sample = self.sample.map_or("all".into(), |n| n.to_string());
        format!(
            "max_states: {}\nsample: {sample}\nseed: {}\ndead_squares: {}\n",
            self.max_states, self.seed, self.keep_dead_squares
        )
    }
}
