//! From the lines of a board to a [`Setup`] without empty margins, remembering
//! where each cell was written.

use crate::classify::RowKind;
use crate::{Diagnostic, Entry, RowOrigin, Written, caps, rle};
use soko_core::{Cell, Setup};
use std::sync::Arc;

/// One line of a board.
pub(crate) struct Row<'a> {
    /// The line, from 1.
    pub number: usize,
    /// The line without its end.
    pub whole: &'a str,
    /// The part of it that is board: quotes are left out.
    pub text: &'a str,
    pub kind: RowKind,
}

impl Row<'_> {
    /// Bytes before the board part.
    fn skipped(&self) -> usize {
        self.text.as_ptr() as usize - self.whole.as_ptr() as usize
    }
}

/// Lays out lines as a rectangle.
pub(crate) fn build_entry(rows: &[Row<'_>], number: usize) -> Result<Entry, Diagnostic> {
    if rows.len() > caps::SIDE {
        let width = rows.iter().map(|row| row.text.trim().len()).max();
        return Err(too_large(width.unwrap_or(0), rows.len(), &rows[0]));
    }
    if rows.iter().all(is_standard) {
        standard_entry(rows, number)
    } else {
        general_entry(rows, number)
    }
}

fn too_large(width: usize, height: usize, row: &Row<'_>) -> Diagnostic {
    let (side, area) = (caps::SIDE, caps::CELLS);
    let message = format!(
        "the board is too large ({width} by {height}): at most {side} a side, {area} in all"
    );
    Diagnostic::error(message).at(row.number, None, row.whole)
}

fn check_size(width: usize, height: usize, row: &Row<'_>) -> Result<(), Diagnostic> {
    if width <= caps::SIDE && height <= caps::SIDE && width * height <= caps::CELLS {
        Ok(())
    } else {
        Err(too_large(width, height, row))
    }
}

/// The standard characters as cells; others are none.
static STANDARD: [Option<Cell>; 256] = {
    let mut table = [None; 256];
    table[b' ' as usize] = Some(Cell::Floor);
    table[b'#' as usize] = Some(Cell::Wall);
    table[b'.' as usize] = Some(Cell::Goal);
    table[b'$' as usize] = Some(Cell::Box);
    table[b'*' as usize] = Some(Cell::BoxOnGoal);
    table[b'@' as usize] = Some(Cell::Man);
    table[b'+' as usize] = Some(Cell::ManOnGoal);
    table
};

fn is_standard(row: &Row<'_>) -> bool {
    let mut bytes = row.text.bytes();
    row.kind == RowKind::Plain && bytes.all(|b| STANDARD[b as usize].is_some())
}

/// The common case: no table of columns, and one allocation for the cells.
fn standard_entry(rows: &[Row<'_>], number: usize) -> Result<Entry, Diagnostic> {
    let margin = |row: &Row<'_>| row.text.len() - row.text.trim_start_matches(' ').len();
    let left = rows.iter().map(margin).min().unwrap_or(0);
    let text = |row: &Row<'_>| row.text.trim_end_matches(' ').len();
    let width = rows.iter().map(text).max().unwrap_or(0) - left;
    check_size(width, rows.len(), &rows[0])?;
    let mut cells = vec![Cell::Floor; width * rows.len()];
    for (row, line) in rows.iter().zip(cells.chunks_exact_mut(width)) {
        for (byte, cell) in row.text.as_bytes()[left..].iter().zip(line) {
            *cell = STANDARD[*byte as usize].unwrap_or(Cell::Floor);
        }
    }
    let setup = Setup::from_cells(width as u32, rows.len() as u32, cells);
    let mut entry = Entry::new(number, None, setup);
    entry.origin = rows
        .iter()
        .map(|row| RowOrigin {
            line: row.number,
            column: row.skipped() + left + 1,
            written: None,
        })
        .collect();
    Ok(entry)
}

/// One cell of a row with its column in the line, from 1.
type Placed = (Cell, u32);

/// A row of cells with the line that it comes from; one long line may hold many
/// rows, so its text is shared.
struct PlacedRow {
    line: usize,
    text: Arc<str>,
    cells: Vec<Placed>,
}

fn general_entry(rows: &[Row<'_>], number: usize) -> Result<Entry, Diagnostic> {
    let mut mistakes = Vec::new();
    let mut placed: Vec<PlacedRow> = Vec::new();
    let mut width = 0;
    for row in rows {
        let text: Arc<str> = row.whole.into();
        for cells in place_cells(row, number, &mut mistakes)? {
            width = width.max(cells.len());
            placed.push(PlacedRow {
                line: row.number,
                text: Arc::clone(&text),
                cells,
            });
            check_size(width, placed.len(), row)?;
        }
    }
    trim(&mut placed);
    if placed.is_empty() {
        let problem = Diagnostic::error("there is nothing on the board");
        return Err(problem.at(rows[0].number, None, rows[0].whole));
    }
    let cells: Vec<Vec<Cell>> = placed
        .iter()
        .map(|row| row.cells.iter().map(|p| p.0).collect())
        .collect();
    let mut entry = Entry::new(number, None, Setup::from_rows(&cells));
    entry.origin = placed.into_iter().map(origin_of).collect();
    entry.mistakes = mistakes;
    Ok(entry)
}

/// Takes off the margins: rows and columns with nothing but floor.
fn trim(placed: &mut Vec<PlacedRow>) {
    let is_something = |p: &Placed| p.0 != Cell::Floor;
    for row in placed.iter_mut() {
        let last = row.cells.iter().rposition(is_something);
        row.cells.truncate(last.map_or(0, |i| i + 1));
    }
    while placed.last().is_some_and(|row| row.cells.is_empty()) {
        placed.pop();
    }
    let n_empty = placed.iter().take_while(|row| row.cells.is_empty()).count();
    placed.drain(..n_empty);
    let lefts = placed
        .iter()
        .filter_map(|row| row.cells.iter().position(is_something));
    let left = lefts.min().unwrap_or(0);
    for row in placed.iter_mut() {
        row.cells.drain(..left.min(row.cells.len()));
    }
}

fn origin_of(row: PlacedRow) -> RowOrigin {
    let columns: Vec<u32> = row.cells.iter().map(|p| p.1).collect();
    RowOrigin {
        line: row.line,
        column: columns.first().copied().unwrap_or(1) as usize,
        written: Some(Box::new(Written {
            text: row.text,
            columns,
        })),
    }
}

/// The cells of a line; several rows if it holds row ends.
fn place_cells(
    row: &Row<'_>,
    number: usize,
    mistakes: &mut Vec<Diagnostic>,
) -> Result<Vec<Vec<Placed>>, Diagnostic> {
    // Each character adds cells to the last row or begins a new one. What means
    // nothing is floor, and a mistake. A tab goes on to the next multiple of eight.
    let quoted = row.whole[..row.skipped()].chars().count();
    let mut rows = vec![Vec::new()];
    let mut add = |character: char, column: usize| {
        let column = quoted + column;
        if character == '|' {
            rows.push(Vec::new());
            return;
        }
        let cells: &mut Vec<Placed> = rows.last_mut().expect("there is always a last row");
        let (cell, n) = match character {
            '\t' => (Some(Cell::Floor), 8 - cells.len() % 8),
            c if c.is_control() => (Some(Cell::Floor), 1),
            c => (Cell::from_char(c), 1),
        };
        if cell.is_none() && mistakes.len() < caps::DIAGNOSTICS {
            let problem = Diagnostic::error(format!("unknown character {character:?}"));
            let problem = problem.in_level(number);
            mistakes.push(problem.at(row.number, Some(column), row.whole));
        }
        let placed = (cell.unwrap_or(Cell::Floor), column as u32);
        cells.extend(std::iter::repeat_n(placed, n));
    };
    if row.kind == RowKind::Coded {
        rle::expand(row.text, caps::CELLS, add).map_err(|error| {
            let problem = Diagnostic::error(error.message());
            problem.at(row.number, Some(quoted + error.column), row.whole)
        })?;
    } else {
        let characters = row.text.chars().enumerate();
        characters.for_each(|(index, c)| add(c, index + 1));
    }
    // A row end at the end of the line begins no row.
    if rows.len() > 1 && rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    Ok(rows)
}
