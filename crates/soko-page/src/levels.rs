//! Levels as they come in requests: size limits, a cache of what is known about
//! them, and the form in which the page gets them.

use crate::fault::Fault;
use crate::recent::Recent;
use serde::Serialize;
use soko_assist::Assistant;
use soko_core::{Board, Coord, Level, Setup, Square, facts};
use soko_solve::deadlock::Patterns;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The most columns or rows of a level in a request.
pub const MAX_SIDE: u32 = 200;

/// The most cells of a level in a request.
pub const MAX_CELLS: u32 = 10_000;

/// A level and what is worth knowing about it for longer than a request.
pub struct Known {
    /// The level.
    pub level: Level,
    /// Its exact id, by which progress is kept.
    pub key: String,
    /// The squares from which no box reaches a goal.
    pub dead: soko_core::SquareSet,
    /// The deadlock patterns that its assistants look for.
    patterns: Patterns,
    /// Made when first asked.
    assistant: OnceLock<Mutex<Assistant>>,
}

impl Known {
    /// The level of a text, checked and within the limits.
    pub fn read(text: &str, patterns: &Patterns) -> Result<Known, Fault> {
        read_board(text).map(|level| Known::new(level, patterns))
    }

    fn new(level: Level, patterns: &Patterns) -> Known {
        let key = level.exact_id().to_string();
        let dead = facts::dead_squares(level.board());
        Known {
            level,
            key,
            dead,
            patterns: patterns.clone(),
            assistant: OnceLock::new(),
        }
    }

    /// The assistant of this level, one question at a time.
    pub fn assistant(&self) -> MutexGuard<'_, Assistant> {
        let make = || Mutex::new(self.fresh_assistant());
        let assistant = self.assistant.get_or_init(make).lock();
        assistant.unwrap_or_else(PoisonError::into_inner)
    }

    /// An assistant of this level for a single job.
    pub fn fresh_assistant(&self) -> Assistant {
        Assistant::new(self.level.clone()).with_patterns(&self.patterns)
    }

    /// The cell of a square.
    pub fn cell(&self, square: Square) -> u32 {
        cell_of(self.level.board(), square)
    }

    /// The square of a cell.
    pub fn square(&self, cell: u32) -> Result<Square, Fault> {
        let width = self.level.board().width();
        let at = Coord::new(cell / width.max(1), cell % width.max(1));
        let square = self.level.board().square(at);
        square.ok_or_else(|| Fault::bad(format!("cell {cell} is no floor of this level")))
    }
}

/// The cell of a square of a board.
pub(crate) fn cell_of(board: &Board, square: Square) -> u32 {
    let at = board.coord(square);
    at.row * board.width() + at.col
}

/// So many levels are kept, and so many bytes of them with their assistants.
const CACHED: usize = 128;
const CACHED_BYTES: usize = 64 << 20;

/// The levels asked for most recently.
pub struct LevelCache {
    recent: Recent<Known>,
    patterns: Patterns,
}

impl LevelCache {
    /// A cache of levels whose assistants look for these patterns.
    pub fn new(patterns: &Patterns) -> LevelCache {
        LevelCache {
            recent: Recent::new(CACHED, CACHED_BYTES),
            patterns: patterns.clone(),
        }
    }

    /// The level of a text, checked and within the limits.
    pub fn know(&self, text: &str) -> Result<Arc<Known>, Fault> {
        if let Some(known) = self.recent.find(text) {
            return Ok(known);
        }
        let known = Arc::new(Known::read(text, &self.patterns)?);
        self.weigh(text, &known, 0);
        Ok(known)
    }

    /// Notes what a level takes now that its assistant takes so many bytes.
    pub fn weigh(&self, text: &str, known: &Arc<Known>, assistant: usize) {
        const A_LEVEL: usize = 16 << 10;
        const A_SQUARE: usize = 96;
        let level = A_LEVEL + A_SQUARE * known.level.board().n_squares();
        self.recent.keep(text, known.clone(), level + assistant);
    }
}

/// Reads board rows, refusing what is too large before it costs anything.
pub fn read_setup(text: &str) -> Result<Setup, Fault> {
    let rows = text.lines().count();
    let cols = text.lines().map(|l| l.trim_end().len()).max().unwrap_or(0);
    check_size(cols, rows)?;
    text.parse()
        .map_err(|error: soko_core::UnknownCell| Fault::bad(error.to_string()))
}

/// Refuses a rectangle beyond the limits.
pub fn check_size(cols: usize, rows: usize) -> Result<(), Fault> {
    let side = MAX_SIDE as usize;
    if rows > side || cols > side || rows * cols > MAX_CELLS as usize {
        return Err(Fault::too_large(format!(
            "this level is {cols} by {rows}; the page takes at most {MAX_SIDE} by {MAX_SIDE} \
             and {MAX_CELLS} cells"
        )));
    }
    Ok(())
}

/// Reads board rows as a level.
pub fn read_board(text: &str) -> Result<Level, Fault> {
    Level::from_setup(read_setup(text)?).map_err(|error| Fault::bad(error.to_string()))
}

/// A level for the page: what to draw, and nothing to think about.
#[derive(Serialize)]
pub struct LevelView {
    key: String,
    width: u32,
    height: u32,
    /// The level as written, rows joined by line ends.
    text: String,
    /// Cells that belong to the man's part of the board.
    floor: Vec<u32>,
    goals: Vec<u32>,
    boxes: Vec<u32>,
    man: u32,
    dead: Vec<u32>,
}

impl LevelView {
    /// What to draw of a level.
    pub fn new(known: &Known) -> LevelView {
        use soko_core::Squares;
        let level = &known.level;
        let board = level.board();
        let cells = |set: &soko_core::SquareSet| set.iter().map(|s| known.cell(s)).collect();
        LevelView {
            key: known.key.clone(),
            width: board.width(),
            height: board.height(),
            text: level.setup().to_string(),
            floor: board.squares().map(|s| known.cell(s)).collect(),
            goals: cells(board.goals()),
            boxes: cells(level.boxes()),
            man: known.cell(level.man()),
            dead: cells(&known.dead),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corridor of so many squares before the box.
    fn corridor(n: usize) -> String {
        let (wall, floor) = ("#".repeat(n + 5), " ".repeat(n));
        format!("{wall}\n#@{floor}$.#\n{wall}\n")
    }

    /// What an assistant has learned counts: heavy ones make others go, and one that
    /// is too heavy is made anew when it is asked again.
    #[test]
    fn the_cache_is_bounded_in_bytes() {
        let cache = LevelCache::new(&Patterns::default());
        let light = cache.know(&corridor(0)).unwrap();
        let heavy = cache.know(&corridor(1)).unwrap();
        cache.weigh(&corridor(1), &heavy, CACHED_BYTES - (32 << 10));
        assert_eq!(Arc::strong_count(&light), 1, "it had to make room");
        assert_eq!(Arc::strong_count(&heavy), 2);
        cache.weigh(&corridor(1), &heavy, CACHED_BYTES);
        assert_eq!(Arc::strong_count(&heavy), 1);
    }

    #[test]
    fn a_level_in_use_stays_and_others_make_room() {
        let cache = LevelCache::new(&Patterns::default());
        let used = cache.know(&corridor(0)).unwrap();
        let left = cache.know(&corridor(1)).unwrap();
        for n in 2..CACHED + 1 {
            cache.know(&corridor(n)).unwrap();
            let again = cache.know(&corridor(0)).unwrap();
            assert!(Arc::ptr_eq(&used, &again));
        }
        assert_eq!(Arc::strong_count(&left), 1, "the cache has let it go");
        assert_eq!(Arc::strong_count(&used), 2);
        let anew = cache.know(&corridor(1)).unwrap();
        assert!(!Arc::ptr_eq(&left, &anew));
    }
}
