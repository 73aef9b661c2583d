//! A level without the walls that hold nothing in.

use soko_core::{Cell, Coord, Level, Setup};

/// The level with only those walls that touch its floor, cut to what is left.
pub(crate) fn outlined(level: &Level) -> Setup {
    let setup = level.setup();
    let is_floor = |row: i64, col: i64| {
        let at = u32::try_from(row).ok().zip(u32::try_from(col).ok());
        at.is_some_and(|(row, col)| level.board().square(Coord::new(row, col)).is_some())
    };
    let mut rows = Vec::new();
    for row in 0..i64::from(setup.height()) {
        let cell = |col: i64| {
            let touches = (-1..=1).any(|r| (-1..=1).any(|c| is_floor(row + r, col + c)));
            match touches {
                true => setup.cell(Coord::new(row as u32, col as u32)),
                false => Cell::Floor,
            }
        };
        rows.push((0..i64::from(setup.width())).map(cell).collect::<Vec<_>>());
    }
    rows.retain(|row| row.iter().any(|cell| *cell != Cell::Floor));
    let is_used = |col: usize| rows.iter().any(|row| row[col] != Cell::Floor);
    let columns: Vec<usize> = (0..setup.width() as usize)
        .filter(|&c| is_used(c))
        .collect();
    let cut = |row: &Vec<Cell>| columns.iter().map(|&c| row[c]).collect();
    Setup::from_rows(&rows.iter().map(cut).collect::<Vec<Vec<Cell>>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_touches_no_floor_goes() {
        let level: Level = "#######\n#@$.###\n#######\n#######".parse().unwrap();
        assert_eq!(outlined(&level).to_string(), "#####\n#@$.#\n#####\n");
    }
}
