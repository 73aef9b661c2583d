//! A certificate, and how it is written.
//!
//! The file begins with lines that people can read, and goes on with bytes:
//!
//! ```text
//! Sokoscope certificate 1
//! level 0a50cfa97b497e1d4ffb937630ad6f02
//! claim at least 33 pushes
//! solution ullluuuLUllDlldddrRRR…
//! parts 2
//! board 11
//! ###########
//! …
//! ```
//!
//! The line `solution` may be missing. Then come the parts, dead sets first, and the
//! positions with all boxes last. A part is its number of boxes, its number of
//! layers, and the layers: how much deeper than the one before, how many positions, and
//! the positions in order. Of a position only what differs from the one before is
//! written: how many squares are the same, and the others. At the end stands the
//! checksum of everything before it, eight bytes, lowest first. Numbers have seven bits
//! a byte, lowest first, with the eighth set where more follow.

use crate::Claim;
use crate::checksum::Checksum;
use crate::part::Part;
use soko_core::{Level, Verified};
use std::io::{self, Write};

/// The first line.
pub(crate) const FIRST_LINE: &str = "Sokoscope certificate 1";

/// What is claimed of a level, and the positions that prove it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What is claimed.
    pub claim: Claim,
    /// A solution, so that the certificate says what the fewest are.
    pub solution: Option<Verified>,
    /// Dead sets, each part with its number of boxes; a part may use those before it.
    pub dead_sets: Vec<Part>,
    /// The positions with all boxes.
    pub positions: Part,
}

impl Certificate {
    /// How many positions it lists in all.
    pub fn n_states(&self) -> usize {
        self.parts().map(Part::len).sum()
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.dead_sets.iter().chain([&self.positions])
    }

    /// Writes the file; tells its size in bytes.
    pub fn write(&self, level: &Level, out: impl Write) -> io::Result<u64> {
        let mut out = Summed {
            out,
            sum: Checksum::new(),
            size: 0,
        };
        writeln!(out, "{FIRST_LINE}")?;
        writeln!(out, "level {}", level.exact_id())?;
        writeln!(out, "claim {}", self.claim.words())?;
        if let Some(solution) = &self.solution {
            writeln!(out, "solution {}", solution.lurd())?;
        }
        writeln!(out, "parts {}", self.dead_sets.len() + 1)?;
        let board = level.setup().to_string();
        writeln!(out, "board {}", board.lines().count())?;
        for row in board.lines() {
            writeln!(out, "{row}")?;
        }
        for part in self.parts() {
            write_part(&mut out, part)?;
        }
        let sum = out.sum.value();
        out.write_all(&sum.to_le_bytes())?;
        out.flush()?;
        Ok(out.size)
    }
}

fn write_part(out: &mut impl Write, part: &Part) -> io::Result<()> {
    let mut order: Vec<usize> = (0..part.len()).collect();
    order.sort_by_key(|&index| (part.depth(index), part.key(index)));
    let layers = order.chunk_by(|&a, &b| part.depth(a) == part.depth(b));
    write_number(out, part.n_boxes() as u64)?;
    write_number(out, layers.clone().count() as u64)?;
    let mut depth = 0;
    for layer in layers {
        let this = part.depth(layer[0]);
        write_number(out, u64::from(this - depth))?;
        write_number(out, layer.len() as u64)?;
        depth = this;
        let mut last: &[u8] = &[];
        for &index in layer {
            let key = part.key(index);
            let same = last.iter().zip(key).take_while(|(a, b)| a == b).count();
            let same = same / part.bytes_a_square();
            write_number(out, same as u64)?;
            out.write_all(&key[same * part.bytes_a_square()..])?;
            last = key;
        }
    }
    Ok(())
}

fn write_number(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

/// Hands bytes on, and counts and sums them up.
struct Summed<W> {
    out: W,
    sum: Checksum,
    size: u64,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.sum.add(&bytes[..n]);
        self.size += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
