//! What the table says of a technique.

/// What the table says of a technique.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name used in options and records.
    pub name: &'static str,
    /// What it looks for, in a sentence.
    pub summary: &'static str,
    /// When a search asks it.
    pub asked: Asked,
    /// Whether it searches positions to find a proof, and so has a credit.
    pub searches: bool,
    /// When a player is told by it why a position is lost.
    pub explains: Explains,
    /// Its proof in a sentence for players, given the number of guilty boxes.
    pub sentence: fn(usize) -> String,
}

/// When a search asks a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It is cheap: for every state that is generated.
    AtGeneration,
    /// It is costly: for states that are about to be expanded.
    AtExpansion,
    /// For itself alone.
    ByName,
}

/// When a player is told by a test why a position is lost. The plainest reason, that
/// with the lowest number, comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Explains {
    /// At once, as it costs next to nothing.
    AtOnce(u8),
    /// When there is time, as it searches or analyses the board anew.
    WithTime(u8),
    /// Never: another test says the same more plainly.
    Never,
}
