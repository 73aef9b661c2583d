//! What Greco's four methods did on a level.

/// What one method did on one level.
#[derive(Clone, Copy)]
pub(super) struct MethodRun {
    /// States that it generated.
    pub(super) generated: u64,
    /// Its fastest run.
    pub(super) seconds: f64,
    /// Whether it found a solution.
    pub(super) solved: bool,
}

/// The four methods in the order of the tables.
pub(super) type LevelRuns = [MethodRun; 4];
