//! Reads a certificate, byte by byte, without believing a number in it: nothing is
//! allocated before the bytes for it have come, and every position is held against the
//! board. Its form is told in `certificate.rs`.

use crate::certificate::FIRST_LINE;
use crate::checksum::Checksum;
use crate::part::Part;
use crate::{Claim, Refusal};
use soko_core::Verified;
use soko_core::{Direction, Level, Setup, verify};
use std::io::{self, BufRead, BufReader, Read};

/// The longest line of the head; solutions of many moves are long.
const LONGEST_LINE: u64 = 1 << 24;

/// The most parts: one for each number of boxes would be far more than is of use.
const MOST_PARTS: usize = 64;

/// What a file says; nothing of it is checked but its form.
pub(crate) struct Contents {
    pub(crate) claim: Claim,
    pub(crate) solution: Option<Verified>,
    pub(crate) parts: Vec<Part>,
    pub(crate) bytes: u64,
}

/// Reads a whole file that is to be of this level.
pub(crate) fn read(
    level: &Level,
    file: impl Read,
    go_on: &mut dyn FnMut(u64, usize) -> bool,
) -> Result<Contents, Refusal> {
    let mut input = Input {
        file: BufReader::new(file),
        sum: Checksum::new(),
        bytes: 0,
    };
    // 1. The lines.
    if input.line().ok().as_deref() != Some(FIRST_LINE) {
        return Err(Refusal::Unknown);
    }
    let id = input.field("level")?;
    let claim = input.field("claim")?;
    let claim = Claim::from_words(&claim)
        .ok_or_else(|| Refusal::Damaged(format!("nobody knows the claim {claim:?}")))?;
    let mut line = input.line()?;
    let mut solution = None;
    if let Some(moves) = line.strip_prefix("solution ") {
        solution = Some(moves.to_owned());
        line = input.line()?;
    }
    let n_parts = number_in(&line, "parts")?;
    if !(1..=MOST_PARTS).contains(&n_parts) {
        return Err(Refusal::Damaged(format!("it has {n_parts} parts")));
    }
    input.same_level(level, &id)?;
    // 2. The parts, and that nothing is missing or left over.
    let mut parts = Vec::new();
    for _ in 0..n_parts {
        parts.push(input.part(level, go_on)?);
    }
    input.end()?;
    let solution = solution.map(|moves| replayed(level, &moves)).transpose()?;
    Ok(Contents {
        claim,
        solution,
        parts,
        bytes: input.bytes,
    })
}

fn replayed(level: &Level, moves: &str) -> Result<Verified, Refusal> {
    let directions: Option<Vec<Direction>> = moves.chars().map(Direction::from_letter).collect();
    let directions =
        directions.ok_or_else(|| Refusal::Damaged("its solution is not in letters".to_owned()))?;
    verify(level.setup(), directions).map_err(Refusal::Solution)
}

fn number_in(line: &str, name: &str) -> Result<usize, Refusal> {
    let number = line
        .strip_prefix(name)
        .and_then(|rest| rest.trim().parse().ok());
    number.ok_or_else(|| Refusal::Damaged(format!("a line with {name:?} is missing")))
}

struct Input<R> {
    file: R,
    sum: Checksum,
    bytes: u64,
}

impl<R: BufRead> Input<R> {
    fn line(&mut self) -> Result<String, Refusal> {
        let mut line = Vec::new();
        self.file
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        self.sum.add(&line);
        self.bytes += line.len() as u64;
        if line.pop() != Some(b'\n') {
            return Err(Refusal::Damaged("it ends in a line of its head".to_owned()));
        }
        String::from_utf8(line).map_err(|_| Refusal::Damaged("its head is no text".to_owned()))
    }

    fn field(&mut self, name: &str) -> Result<String, Refusal> {
        let line = self.line()?;
        let rest = line
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '));
        let rest = rest.map(str::to_owned);
        rest.ok_or_else(|| Refusal::Damaged(format!("a line with {name:?} is missing")))
    }

    /// The board is there for people; it has to be that of the level.
    fn same_level(&mut self, level: &Level, id: &str) -> Result<(), Refusal> {
        let line = self.line()?;
        let n_rows = number_in(&line, "board")?;
        let mut text = String::new();
        for _ in 0..n_rows {
            text += &self.line()?;
            text.push('\n');
        }
        let drawn = text.parse::<Setup>().ok();
        let drawn = drawn.and_then(|setup| Level::from_setup(setup).ok());
        let own = level.exact_id().to_string();
        if id != own {
            return Err(Refusal::OtherLevel {
                level: own,
                certificate: id.to_owned(),
            });
        }
        if drawn.is_none_or(|drawn| drawn.exact_id() != level.exact_id()) {
            return Err(Refusal::Damaged("it draws another board".to_owned()));
        }
        Ok(())
    }

    fn bytes_into(&mut self, buffer: &mut [u8]) -> Result<(), Refusal> {
        self.file.read_exact(buffer)?;
        self.sum.add(buffer);
        self.bytes += buffer.len() as u64;
        Ok(())
    }

    fn number(&mut self) -> Result<u64, Refusal> {
        let mut number = 0_u64;
        for shift in (0..63).step_by(7) {
            let mut byte = [0];
            self.bytes_into(&mut byte)?;
            number |= u64::from(byte[0] & 0x7F) << shift;
            if byte[0] < 0x80 {
                return Ok(number);
            }
        }
        Err(Refusal::Damaged("it has an endless number".to_owned()))
    }

    fn part(
        &mut self,
        level: &Level,
        go_on: &mut dyn FnMut(u64, usize) -> bool,
    ) -> Result<Part, Refusal> {
        let n_boxes = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if !(1..=level.n_boxes()).contains(&n_boxes) {
            let what = format!("it has a part with {n_boxes} boxes");
            return Err(Refusal::Damaged(what));
        }
        let mut part = Part::new(level.board(), n_boxes);
        let n_layers = self.number()?;
        let mut depth = 0_u64;
        for _ in 0..n_layers {
            depth = depth.saturating_add(self.number()?);
            let small = u32::try_from(depth)
                .map_err(|_| Refusal::Damaged("it has an endless depth".to_owned()))?;
            self.layer(&mut part, small, go_on)?;
        }
        Ok(part)
    }

    fn layer(
        &mut self,
        part: &mut Part,
        depth: u32,
        go_on: &mut dyn FnMut(u64, usize) -> bool,
    ) -> Result<(), Refusal> {
        let n_states = self.number()?;
        let mut key = vec![0; part.width()];
        for _ in 0..n_states {
            let same = usize::try_from(self.number()?).unwrap_or(usize::MAX);
            let same = same.saturating_mul(part.bytes_a_square());
            let rest = key.get_mut(same..).unwrap_or_default();
            if rest.is_empty() {
                return Err(Refusal::Damaged("a position is there twice".to_owned()));
            }
            self.bytes_into(rest)?;
            if !part.add_key(&key, depth) {
                let what = "a position is there twice, or none that this board can have";
                return Err(Refusal::Damaged(what.to_owned()));
            }
            let n = part.len() as u64;
            if n.is_multiple_of(1024) && !go_on(n, part.bytes()) {
                return Err(Refusal::Stopped);
            }
        }
        Ok(())
    }

    /// The checksum, and nothing behind it.
    fn end(&mut self) -> Result<(), Refusal> {
        let sum = self.sum.value();
        let mut bytes = [0; 8];
        self.bytes_into(&mut bytes)?;
        if u64::from_le_bytes(bytes) != sum {
            let what = "its checksum is not that of its bytes";
            return Err(Refusal::Damaged(what.to_owned()));
        }
        match self.file.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(Refusal::Damaged("something follows its end".to_owned())),
            Err(error) => Err(io::Error::into(error)),
        }
    }
}
