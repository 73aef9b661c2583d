//! What is too large to be a file of levels, so that no input can exhaust the
//! machine.

/// Bytes of a file.
pub const FILE_BYTES: usize = 16 << 20;
/// Bytes of one line.
pub const LINE_BYTES: usize = 2 << 20;
/// Lines of a file.
pub const LINES: usize = 1_000_000;
/// Lines of a file that are not part of a board.
pub const TEXT_LINES: usize = 200_000;
/// Levels of a file.
pub const LEVELS: usize = 100_000;
/// Columns, and rows, of a level.
pub const SIDE: usize = 10_000;
/// Cells of the rectangle around a level.
pub const CELLS: usize = 1 << 20;
/// Problems reported for one file.
pub const DIAGNOSTICS: usize = 200;
/// Moves of a solution after expansion.
pub const MOVES: usize = 2_000_000;
/// Groups inside groups of a run-length code.
pub const NESTING: usize = 255;
