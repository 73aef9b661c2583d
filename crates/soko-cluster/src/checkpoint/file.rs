//! One file of states: a head, the numbers in as many bytes each as the largest
//! possible one needs, and a checksum over both.
//!
//! The head says what the file is about, so that a file under a wrong name is noticed.

use super::CheckpointError;
use crate::numbers::{pack, unpack};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"SOKOLAY1";
/// Bytes of the head.
const HEAD: usize = 8 + 8 + 8 + 8 + 8 + 32;
/// Bytes of the checksum.
const SUM: usize = 32;
/// Numbers that are read or written at once.
const PIECE: usize = 1 << 14;

/// What a file is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The sweep, the layer and the worker, as the file's name.
    pub name: String,
    /// Bytes a number.
    pub width: usize,
    /// Numbers in the file.
    pub count: u64,
    /// Pushes counted by this worker before this layer is expanded.
    pub edges: u64,
    /// The fingerprint of the run.
    pub run: [u8; 32],
}

impl Head {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let name = blake3::hash(self.name.as_bytes());
        bytes.extend_from_slice(&name.as_bytes()[..8]);
        bytes.extend_from_slice(&(self.width as u64).to_le_bytes());
        bytes.extend_from_slice(&self.count.to_le_bytes());
        bytes.extend_from_slice(&self.edges.to_le_bytes());
        bytes.extend_from_slice(&self.run);
        bytes
    }
}

/// Writes a file, or leaves what was there.
pub fn write(path: &Path, head: &Head, states: &[u64]) -> Result<(), CheckpointError> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".unfinished");
    let temporary = PathBuf::from(temporary);
    let written = write_to(&temporary, head, states)
        .and_then(|()| fs::rename(&temporary, path))
        .and_then(|()| sync_folder(path));
    written.map_err(|source| {
        // What is half written only takes room.
        let _ = fs::remove_file(&temporary);
        let path = path.to_owned();
        CheckpointError::Disk { path, source }
    })
}

fn write_to(path: &Path, head: &Head, states: &[u64]) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 17, File::create(path)?);
    let mut sum = blake3::Hasher::new();
    let mut put = |bytes: &[u8]| {
        sum.update(bytes);
        file.write_all(bytes)
    };
    put(&head.bytes())?;
    let mut bytes = Vec::new();
    for states in states.chunks(PIECE) {
        bytes.clear();
        pack(states, head.width, &mut bytes);
        put(&bytes)?;
    }
    file.write_all(sum.finalize().as_bytes())?;
    file.into_inner()
        .map_err(io::IntoInnerError::into_error)?
        .sync_all()
}

/// Makes a new name last.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Reads a file and hands its numbers over piece by piece; says how many pushes were
/// counted before. The checksum comes last, so a caller that is told of damage must
/// forget what it was handed.
pub fn read(
    path: &Path,
    expected: &Head,
    mut each: impl FnMut(u64),
) -> Result<u64, CheckpointError> {
    let disk = |source| CheckpointError::Disk {
        path: path.to_owned(),
        source,
    };
    let damaged = |why: &str| CheckpointError::Damaged {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let mut file = File::open(path).map_err(disk)?;
    let length = file.metadata().map_err(disk)?.len();
    if length < (HEAD + SUM) as u64 {
        return Err(damaged("it is cut off"));
    }
    let mut head = [0; HEAD];
    file.read_exact(&mut head).map_err(disk)?;
    let number = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&head[at..at + 8]);
        u64::from_le_bytes(bytes)
    };
    let found = Head {
        count: number(24),
        edges: number(32),
        ..expected.clone()
    };
    if found.bytes() != head {
        return Err(damaged("it is not what its name says"));
    }
    let body = u128::from(found.count) * found.width as u128;
    if body + (HEAD + SUM) as u128 != u128::from(length) {
        return Err(damaged("it has not the length that it says"));
    }
    let mut sum = blake3::Hasher::new();
    sum.update(&head);
    let mut left = body as usize;
    let mut bytes = vec![0; left.min(PIECE * found.width)];
    while left > 0 {
        let piece = left.min(bytes.len());
        file.read_exact(&mut bytes[..piece]).map_err(disk)?;
        sum.update(&bytes[..piece]);
        unpack(&bytes[..piece], found.width).for_each(&mut each);
        left -= piece;
    }
    let mut written = [0; SUM];
    file.read_exact(&mut written).map_err(disk)?;
    if sum.finalize() != blake3::Hash::from_bytes(written) {
        return Err(damaged("its checksum does not fit"));
    }
    Ok(found.edges)
}
