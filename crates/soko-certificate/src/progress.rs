//! How far writing or checking is. Whoever is told answers whether to go on.

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: &'static str,
    /// States done.
    pub states: u64,
    /// Bytes held now, as far as they are counted.
    pub bytes: usize,
}
