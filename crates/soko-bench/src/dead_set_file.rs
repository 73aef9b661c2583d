//! Dead sets kept in a file, by the walls and goals of their level.
//!
//! JSON lines, one for each ground: its canonical name, the number of its squares, and
//! sets of boxes by canonical numbers, so that a level turned or mirrored finds them
//! too. The ground used last stands last, and when the file would become too large the
//! first lines make room. A line that cannot be read is left out; what it says is proved
//! again before it is used, so a file that somebody has changed costs time at most.

use serde::{Deserialize, Serialize};
use soko_core::{CanonicalGround, Coord, Level};
use soko_solve::deadlock::KeptSet;
use std::collections::HashSet;

/// The version of the lines.
const SCHEMA: u32 = 1;
/// A file has at most so many bytes.
pub const MOST_BYTES: usize = 16 << 20;
/// A ground has at most so many sets.
const MOST_SETS: usize = 2_000;

/// A dead set by canonical numbers of squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StoredSet {
    /// The boxes.
    pub boxes: Vec<u16>,
    /// A square of the man's area.
    pub man: u16,
    /// The zone of the proof.
    pub zone: Vec<u16>,
}

impl StoredSet {
    /// A kept set of a level.
    pub fn of(set: &KeptSet, level: &Level, ground: &CanonicalGround) -> Option<StoredSet> {
        let number = |at: &Coord| Some(ground.number(level.board().square(*at)?));
        let numbers = |places: &[Coord]| places.iter().map(number).collect::<Option<Vec<u16>>>();
        Some(StoredSet {
            boxes: numbers(&set.boxes)?,
            man: number(&set.man)?,
            zone: numbers(&set.zone)?,
        })
    }

    /// The set on a level of this ground; none if it is no set of squares.
    pub fn on(&self, level: &Level, ground: &CanonicalGround) -> Option<KeptSet> {
        let place = |number: &u16| Some(level.board().coord(ground.square(*number)?));
        let places = |numbers: &[u16]| numbers.iter().map(place).collect::<Option<Vec<Coord>>>();
        Some(KeptSet {
            boxes: places(&self.boxes)?,
            man: place(&self.man)?,
            zone: places(&self.zone)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    schema: u32,
    ground: String,
    squares: usize,
    sets: Vec<StoredSet>,
}

/// The dead sets of many levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadSetFile {
    /// The ground used last stands last.
    lines: Vec<Line>,
    /// Lines that could not be read.
    pub n_unreadable: usize,
}

impl DeadSetFile {
    /// Reads a file; lines that are none are counted and left out.
    pub fn read(bytes: &[u8]) -> DeadSetFile {
        let mut file = DeadSetFile::default();
        for line in bytes.split(|&byte| byte == b'\n') {
            if line.trim_ascii().is_empty() {
                continue;
            }
            match serde_json::from_slice::<Line>(line) {
                Ok(line) if line.schema == SCHEMA => file.lines.push(line),
                _ => file.n_unreadable += 1,
            }
        }
        file
    }

    /// The sets of a ground.
    pub fn of(&self, ground: &CanonicalGround) -> Vec<StoredSet> {
        let name = ground.id().to_string();
        let is_it = |line: &&Line| line.ground == name && line.squares == ground.n_squares();
        let line = self.lines.iter().rfind(is_it);
        line.map_or_else(Vec::new, |line| line.sets.clone())
    }

    /// Keeps these sets of a ground instead of those that it had. Of too many the first
    /// stay.
    pub fn keep(&mut self, ground: &CanonicalGround, sets: Vec<StoredSet>) {
        let name = ground.id().to_string();
        self.lines.retain(|line| line.ground != name);
        let mut seen = HashSet::new();
        let new = |set: &StoredSet| seen.insert((set.boxes.clone(), set.man));
        let sets: Vec<StoredSet> = sets.into_iter().filter(new).take(MOST_SETS).collect();
        if !sets.is_empty() {
            self.lines.push(Line {
                schema: SCHEMA,
                ground: name,
                squares: ground.n_squares(),
                sets,
            });
        }
    }

    /// The number of sets of all grounds.
    pub fn n_sets(&self) -> usize {
        self.lines.iter().map(|line| line.sets.len()).sum()
    }

    /// The file as bytes, at most `MOST_BYTES`.
    pub fn write(&self) -> Vec<u8> {
        self.write_within(MOST_BYTES)
    }

    fn write_within(&self, most: usize) -> Vec<u8> {
        let mut texts: Vec<String> = Vec::new();
        let mut size = 0;
        for line in self.lines.iter().rev() {
            // Numbers and names can always be written.
            let Ok(text) = serde_json::to_string(line) else {
                continue;
            };
            size += text.len() + 1;
            if size > most {
                break;
            }
            texts.push(text);
        }
        texts.reverse();
        texts
            .iter()
            .flat_map(|text| [text.as_bytes(), b"\n"].concat())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, random_level};

    fn set(number: u16) -> StoredSet {
        StoredSet {
            boxes: vec![number, number + 1],
            man: 0,
            zone: vec![number],
        }
    }

    #[test]
    fn what_is_written_reads_back_and_the_oldest_makes_room() {
        let mut random = SplitMix(4);
        let grounds: Vec<CanonicalGround> = (0..5)
            .map(|_| random_level(&mut random, 8, 7, 2).canonical_ground())
            .collect();
        let mut file = DeadSetFile::default();
        for (number, ground) in (1..).zip(&grounds) {
            file.keep(ground, vec![set(number), set(number)]);
        }
        file.keep(&grounds[0], vec![set(9)]);
        assert_eq!(file.n_sets(), 5, "the same set is kept once");
        let bytes = file.write();
        assert_eq!(DeadSetFile::read(&bytes), file);
        assert_eq!(file.of(&grounds[0]), [set(9)]);
        let less = DeadSetFile::read(&file.write_within(bytes.len() - 1));
        assert_eq!(less.n_sets(), 4);
        assert!(less.of(&grounds[1]).is_empty(), "used longest ago");
        assert_eq!(less.of(&grounds[0]), [set(9)], "used last");
    }

    #[test]
    fn lines_that_are_none_are_left_out() {
        let text =
            "{\"schema\":1,\"ground\":\"x\",\"squares\":3,\"sets\":[]}\n{\n\n{\"schema\":2}\nno\n";
        let file = DeadSetFile::read(text.as_bytes());
        assert_eq!((file.lines.len(), file.n_unreadable), (1, 3));
    }
}
