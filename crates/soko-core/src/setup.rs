//! A level as written, before anyone has asked whether it makes sense.

use crate::Coord;
use std::fmt;
use std::str::FromStr;

/// What is written in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// ` `: floor, or nothing at all outside the walls.
    Floor,
    /// `#`
    Wall,
    /// `.`
    Goal,
    /// `$`
    Box,
    /// `*`
    BoxOnGoal,
    /// `@`
    Man,
    /// `+`
    ManOnGoal,
}

impl Cell {
    /// The cell for a character, with all the variants in use: `-` and `_` for
    /// floor, `p P m M` for the man, `b B` for boxes, `o` for goals.
    pub const fn from_char(c: char) -> Option<Cell> {
        Some(match c {
            ' ' | '-' | '_' => Cell::Floor,
            '#' => Cell::Wall,
            '.' | 'o' => Cell::Goal,
            '$' | 'b' => Cell::Box,
            '*' | 'B' => Cell::BoxOnGoal,
            '@' | 'p' | 'm' => Cell::Man,
            '+' | 'P' | 'M' => Cell::ManOnGoal,
            _ => return None,
        })
    }

    /// The character of the standard form.
    pub const fn to_char(self) -> char {
        match self {
            Cell::Floor => ' ',
            Cell::Wall => '#',
            Cell::Goal => '.',
            Cell::Box => '$',
            Cell::BoxOnGoal => '*',
            Cell::Man => '@',
            Cell::ManOnGoal => '+',
        }
    }

    /// Whether a box stands here.
    pub const fn has_box(self) -> bool {
        matches!(self, Cell::Box | Cell::BoxOnGoal)
    }

    /// Whether there is a goal here.
    pub const fn has_goal(self) -> bool {
        matches!(self, Cell::Goal | Cell::BoxOnGoal | Cell::ManOnGoal)
    }

    /// Whether the man stands here.
    pub const fn has_man(self) -> bool {
        matches!(self, Cell::Man | Cell::ManOnGoal)
    }

    /// The cell of a floor square that holds these things. Where a box and the
    /// man are both asked for, the box is shown.
    pub const fn of(goal: bool, has_box: bool, has_man: bool) -> Cell {
        match (goal, has_box, has_man) {
            (false, false, false) => Cell::Floor,
            (true, false, false) => Cell::Goal,
            (false, true, _) => Cell::Box,
            (true, true, _) => Cell::BoxOnGoal,
            (false, false, true) => Cell::Man,
            (true, false, true) => Cell::ManOnGoal,
        }
    }
}

/// A level as written: a rectangle of cells and no promise about it.
///
/// [`Level::from_setup`](crate::Level::from_setup) checks it.
///
/// ```
/// use soko_core::Setup;
/// let setup: Setup = "####\n#@ #\n####".parse().unwrap();
/// assert_eq!((setup.width(), setup.height()), (4, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    width: u32,
    height: u32,
    cells: Vec<Cell>,
}

impl Setup {
    /// An empty rectangle of floor.
    pub fn new(width: u32, height: u32) -> Setup {
        let cells = vec![Cell::Floor; width as usize * height as usize];
        Setup {
            width,
            height,
            cells,
        }
    }

    /// Rows of cells, ragged rows being filled with floor at the right.
    pub fn from_rows(rows: &[Vec<Cell>]) -> Setup {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut setup = Setup::new(width as u32, rows.len() as u32);
        for (row, cells) in rows.iter().enumerate() {
            setup.cells[row * width..][..cells.len()].copy_from_slice(cells);
        }
        setup
    }

    /// A rectangle from its cells in reading order.
    ///
    /// # Panics
    ///
    /// If the cells are not `height` rows of `width`.
    pub fn from_cells(width: u32, height: u32, cells: Vec<Cell>) -> Setup {
        assert_eq!(cells.len(), width as usize * height as usize);
        Setup {
            width,
            height,
            cells,
        }
    }

    /// The number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The cell at these coordinates; floor outside the rectangle.
    pub fn cell(&self, at: Coord) -> Cell {
        if at.row < self.height && at.col < self.width {
            self.cells[self.index(at)]
        } else {
            Cell::Floor
        }
    }

    /// Writes one cell.
    ///
    /// # Panics
    ///
    /// If the coordinates lie outside the rectangle.
    pub fn set(&mut self, at: Coord, cell: Cell) {
        assert!(at.row < self.height && at.col < self.width);
        let index = self.index(at);
        self.cells[index] = cell;
    }

    /// All cells in reading order with their coordinates.
    pub fn cells(&self) -> impl Iterator<Item = (Coord, Cell)> + '_ {
        self.cells.iter().enumerate().map(|(i, &cell)| {
            let (row, col) = (i / self.width as usize, i % self.width as usize);
            (Coord::new(row as u32, col as u32), cell)
        })
    }

    /// One row of cells.
    pub fn row(&self, row: u32) -> &[Cell] {
        &self.cells[row as usize * self.width as usize..][..self.width as usize]
    }

    fn index(&self, at: Coord) -> usize {
        at.row as usize * self.width as usize + at.col as usize
    }
}

impl fmt::Display for Setup {
    /// The standard form, one row a line, without white space at line ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            let text: String = self.row(row).iter().map(|c| c.to_char()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// A character that stands for nothing on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCell {
    /// The character.
    pub character: char,
    /// Where it stands.
    pub at: Coord,
}

impl fmt::Display for UnknownCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown character {:?} at {}", self.character, self.at)
    }
}

impl std::error::Error for UnknownCell {}

impl FromStr for Setup {
    type Err = UnknownCell;

    /// Reads rows of board characters and nothing else; blank lines before and
    /// after the board are dropped. Files are the business of `soko-format`.
    fn from_str(text: &str) -> Result<Setup, UnknownCell> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let first = lines.iter().position(|l| !l.is_empty()).unwrap_or(0);
        let last = lines.iter().rposition(|l| !l.is_empty());
        let lines = &lines[first..last.map_or(first, |l| l + 1)];
        let mut rows = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let cells = line.chars().enumerate().map(|(col, character)| {
                let at = Coord::new(row as u32, col as u32);
                Cell::from_char(character).ok_or(UnknownCell { character, at })
            });
            rows.push(cells.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Setup::from_rows(&rows))
    }
}
