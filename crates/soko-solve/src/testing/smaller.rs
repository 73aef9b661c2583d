//! Smaller levels of a level: a box less, a goal less, a wall for a floor, and the man
//! elsewhere where that takes another wall.

use soko_core::{Cell, Coord, Level, Setup};

/// Every level that one change makes smaller, those that leave the most out first.
pub(super) fn smaller(level: &Level) -> impl Iterator<Item = Level> {
    let setup = level.setup().clone();
    let plain = less(&setup).into_iter();
    let changed = plain.chain(moved(&setup)).map(move |change| {
        let mut setup = setup.clone();
        for (at, cell) in change {
            setup.set(at, cell);
        }
        setup
    });
    changed.filter_map(|setup| Level::from_setup(setup).ok())
}

/// Cells to be changed together.
type Change = Vec<(Coord, Cell)>;

/// Boxes go before goals, and goals before floors.
fn less(setup: &Setup) -> Vec<Change> {
    let mut changes: Vec<(u8, Coord, Cell)> = Vec::new();
    for (at, cell) in setup.cells() {
        let without_goal = Cell::of(false, false, cell.has_man());
        match cell {
            Cell::Box => changes.push((0, at, Cell::Floor)),
            Cell::BoxOnGoal => changes.push((0, at, Cell::Goal)),
            Cell::Goal | Cell::ManOnGoal => changes.push((1, at, without_goal)),
            Cell::Floor => changes.push((2, at, Cell::Wall)),
            Cell::Wall | Cell::Man => {}
        }
    }
    changes.sort_by_key(|&(order, at, _)| (order, at));
    let alone = |(_, at, cell)| vec![(at, cell)];
    changes.into_iter().map(alone).collect()
}

/// The man on another square, and a wall on a floor or where he stood.
fn moved(setup: &Setup) -> Vec<Change> {
    let man = setup.cells().find(|(_, cell)| cell.has_man());
    let Some((from, stood)) = man else {
        return Vec::new();
    };
    let left = Cell::of(stood.has_goal(), false, false);
    let free = |cell: Cell| matches!(cell, Cell::Floor | Cell::Goal);
    let mut changes = Vec::new();
    for (to, cell) in setup.cells().filter(|(_, cell)| free(*cell)) {
        let stands = Cell::of(cell.has_goal(), false, true);
        for (at, other) in setup.cells() {
            let is_floor = other == Cell::Floor && at != to;
            if is_floor || other == Cell::Man {
                // The wall comes last, as it may stand where the man stood.
                changes.push(vec![(from, left), (to, stands), (at, Cell::Wall)]);
            }
        }
    }
    changes
}

/// The level without walls that nothing touches.
pub(super) fn cropped(setup: &Setup) -> Setup {
    let inside = || setup.cells().filter(|(_, cell)| *cell != Cell::Wall);
    let span = |of: fn(Coord) -> u32, end: u32| {
        let low = inside().map(|(at, _)| of(at)).min().unwrap_or(0);
        let high = inside().map(|(at, _)| of(at)).max().unwrap_or(0);
        low.saturating_sub(1)..(high + 2).min(end)
    };
    let rows = span(|at| at.row, setup.height());
    let cols = span(|at| at.col, setup.width());
    let row = |row| {
        cols.clone()
            .map(move |col| setup.cell(Coord::new(row, col)))
    };
    let rows: Vec<Vec<Cell>> = rows.map(|at| row(at).collect()).collect();
    Setup::from_rows(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_makes_a_level_smaller() {
        let level: Level = "#####\n#@$.#\n#.$ #\n#####".parse().unwrap();
        let mut found = smaller(&level).map(|l| l.setup().to_string());
        let expected = [
            "#####\n#@ .#\n#.$ #\n#####\n",
            "#####\n#@$.#\n#.  #\n#####\n",
            "#####\n#@$.#\n#.$##\n#####\n",
        ];
        assert!(found.by_ref().take(3).eq(expected));
        // The man on the other side, and a wall where he was.
        assert!(found.any(|text| text == "#####\n##$+#\n#.$ #\n#####\n"));
    }

    #[test]
    fn walls_that_nothing_touches_go() {
        let setup: Setup = "######\n######\n##@$.#\n######\n######".parse().unwrap();
        assert_eq!(cropped(&setup).to_string(), "#####\n#@$.#\n#####\n");
    }
}
