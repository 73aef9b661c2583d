//! What counting a graph says.

/// The counts of a graph, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States by the pushes that they are from the start.
    pub layers: Vec<u64>,
    /// Pushes from those states that were expanded.
    pub edges: u64,
    /// Solved states, by the pushes that they are from the start.
    pub solved_layers: Vec<u64>,
    /// States from which a solved one can be reached, by the pushes to the nearest. Empty
    /// until that is known of all.
    pub alive_layers: Vec<u64>,
}

impl Counts {
    /// All states.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// Solved states.
    pub fn solved(&self) -> u64 {
        self.solved_layers.iter().sum()
    }

    /// States from which a solved one can be reached.
    pub fn alive(&self) -> u64 {
        self.alive_layers.iter().sum()
    }

    /// States from which no solved one can be reached; right once all is counted.
    pub fn dead(&self) -> u64 {
        self.states() - self.alive()
    }

    /// The pushes of the shortest solution, if there is one.
    pub fn shortest(&self) -> Option<usize> {
        self.solved_layers.iter().position(|&n| n > 0)
    }

    /// The pushes to the farthest states.
    pub fn depth(&self) -> usize {
        self.layers.len().saturating_sub(1)
    }

    /// The most pushes that a state which can be solved at all is from it.
    pub fn hardest(&self) -> Option<usize> {
        self.alive_layers.len().checked_sub(1)
    }

    /// Adds the counts of another part of the same graph.
    pub fn merge(&mut self, other: &Counts) {
        add(&mut self.layers, &other.layers);
        add(&mut self.solved_layers, &other.solved_layers);
        add(&mut self.alive_layers, &other.alive_layers);
        self.edges += other.edges;
    }
}

/// Adds one row to another, as long as the longer of the two.
fn add(row: &mut Vec<u64>, other: &[u64]) {
    row.resize(row.len().max(other.len()), 0);
    for (n, more) in row.iter_mut().zip(other) {
        *n += more;
    }
}
