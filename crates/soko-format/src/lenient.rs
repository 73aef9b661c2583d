//! Mending levels, for those who ask for it.
//!
//! Each repair is one that a reader of old files expects: characters without a
//! meaning are floor (the reader has done that already), of several men the last
//! one stays, an open board gets a ring of walls, and boxes outside the walls
//! disappear. Nothing else is guessed: a level without a man stays invalid.

use crate::{Diagnostic, Entry, Problems, Severity};
use soko_core::{Cell, Coord, Fault, Level, Setup};

impl Entry {
    /// The level after mending what can be mended, and what was mended, as
    /// warnings; or what is wrong all the same.
    ///
    /// ```
    /// let collection = soko_format::read_collection(b"#####\n#@$.\n#####");
    /// let entry = &collection.entries[0];
    /// assert!(entry.level().is_err());
    /// let (level, repairs) = entry.mended_level().unwrap();
    /// assert_eq!(level.n_boxes(), 1);
    /// assert_eq!(repairs.len(), 1);
    /// ```
    pub fn mended_level(&self) -> Result<(Level, Vec<Diagnostic>), Problems> {
        let mut repairs: Vec<Diagnostic> = self.mistakes.clone();
        let faults = match Level::from_setup(self.setup.clone()) {
            Ok(level) => return Ok((level, as_warnings(repairs))),
            Err(error) => error.faults,
        };
        repairs.extend(faults.iter().map(|fault| self.locate(fault)));
        let mut setup = self.setup.clone();
        keep_last_man(&mut setup);
        if faults.iter().any(|fault| matches!(fault, Fault::Open(_))) {
            setup = with_ring(&setup);
        }
        // Men and walls decide what is outside, so boxes come last.
        if let Err(error) = Level::from_setup(setup.clone()) {
            for fault in error.faults {
                if let Fault::BoxOutside(at) = fault {
                    setup.set(at, Cell::Floor);
                }
            }
        }
        match Level::from_setup(setup) {
            Ok(level) => Ok((level, as_warnings(repairs))),
            Err(_) => Err(repairs.into()),
        }
    }
}

fn as_warnings(mut repairs: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for repair in &mut repairs {
        repair.severity = Severity::Warning;
        repair.message += " (mended)";
    }
    repairs
}

fn keep_last_man(setup: &mut Setup) {
    let men: Vec<Coord> = setup
        .cells()
        .filter_map(|(at, cell)| cell.has_man().then_some(at))
        .collect();
    for &at in men.iter().rev().skip(1) {
        let cell = Cell::of(setup.cell(at).has_goal(), false, false);
        setup.set(at, cell);
    }
}

/// The same board with a wall all round.
fn with_ring(setup: &Setup) -> Setup {
    let (width, height) = (setup.width() + 2, setup.height() + 2);
    let mut ringed = Setup::new(width, height);
    for row in 0..height {
        for col in 0..width {
            let is_ring = row == 0 || col == 0 || row == height - 1 || col == width - 1;
            let cell = if is_ring {
                Cell::Wall
            } else {
                setup.cell(Coord::new(row - 1, col - 1))
            };
            ringed.set(Coord::new(row, col), cell);
        }
    }
    ringed
}

#[cfg(test)]
mod tests {
    use crate::read_collection;

    fn mended(text: &str) -> Result<String, usize> {
        let collection = read_collection(text.as_bytes());
        let result = collection.entries[0].mended_level();
        result
            .map(|(level, _)| level.setup().to_string())
            .map_err(|problems| problems.len())
    }

    #[test]
    fn the_last_man_stays() {
        assert_eq!(
            mended("######\n#+$@.#\n######").unwrap(),
            "######\n#.$@.#\n######\n"
        );
    }

    #[test]
    fn unknown_characters_are_floor() {
        assert_eq!(
            mended("######\n#@x$.#\n######").unwrap(),
            "######\n#@ $.#\n######\n"
        );
    }

    #[test]
    fn boxes_outside_go() {
        let text = "##### ##\n#@$.# $#\n##### ##";
        assert_eq!(mended(text).unwrap(), "##### ##\n#@$.#  #\n##### ##\n");
    }

    #[test]
    fn what_cannot_be_mended_stays_wrong() {
        assert_eq!(mended("#####\n# $.#\n#####"), Err(1));
        assert_eq!(mended("#####\n#@$ #\n#####"), Err(1));
    }
}
