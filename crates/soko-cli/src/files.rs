//! Files that the command writes: whole, or not at all.
//!
//! A file is written beside its place, given the permissions of the file that it
//! replaces, brought to the disk, and only then renamed over it. So a full disk, a
//! signal or a power cut leaves either the old file or the new one. Links are
//! followed: what they point at is replaced, they stay. What is no plain file, such
//! as a pipe or a terminal, cannot be replaced and is written to directly.
//!
//! No command writes over the file that it reads, unless the user has asked for
//! just that: see [`refuse_input`].

use crate::exit_code::Failure;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The files that are being written and have not got their names yet, and folders that
/// were made for them.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is being written; for a process that ends here and now, as the
/// lock is never given back to those who would go on writing.
pub fn discard_unfinished() {
    let list = unfinished();
    // Files stand behind the folders that were made for them. There is nobody left to
    // tell.
    for path in list.iter().rev() {
        let _ = std::fs::remove_file(path).or_else(|_| std::fs::remove_dir(path));
    }
    std::mem::forget(list);
}

/// Replaces a file, or makes a new one.
pub fn replace(path: &Path, data: &[u8]) -> anyhow::Result<()> {
    let mut file = Replacement::begin(path)?;
    file.write_all(data)
        .map_err(|error| cannot_write(path, &error))?;
    file.finish()?;
    Ok(())
}

/// A file that cannot be written, with the reason.
pub fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    Failure::invalid(format!("cannot write {}: {error}", path.display()))
}

/// A file that is being written and takes its place at [`Replacement::finish`].
/// One that is dropped before leaves everything as it was.
pub struct Replacement {
    named: PathBuf,
    out: BufWriter<File>,
    /// None where the file is written to directly.
    beside: Option<Beside>,
}

/// Where a file is, and where it is to be.
struct Beside {
    now: PathBuf,
    target: PathBuf,
}

impl Drop for Beside {
    fn drop(&mut self) {
        let mut list = unfinished();
        if let Some(index) = list.iter().position(|path| *path == self.now) {
            list.remove(index);
            // It is not where anybody looks for it, so a failure harms nobody.
            let _ = std::fs::remove_file(&self.now);
        }
    }
}

impl Replacement {
    /// Begins to write a file; fails here where it could never be finished.
    pub fn begin(path: &Path) -> anyhow::Result<Replacement> {
        let begin = || -> io::Result<Replacement> {
            let (file, beside) = match can_be_replaced(path)? {
                true => {
                    let (file, beside) = create_beside(without_links(path)?)?;
                    (file, Some(beside))
                }
                false => (open_stream(path)?, None),
            };
            Ok(Replacement {
                named: path.to_path_buf(),
                out: BufWriter::new(file),
                beside,
            })
        };
        begin().map_err(|error| cannot_write(path, &error))
    }

    /// Puts the file in its place; what is written to the handle from now on goes
    /// to the end of it.
    pub fn finish(self) -> anyhow::Result<File> {
        let Replacement { named, out, beside } = self;
        let finish = || -> io::Result<File> {
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            if let Some(beside) = beside {
                file.sync_all()?;
                let mut list = unfinished();
                std::fs::rename(&beside.now, &beside.target)?;
                list.retain(|path| *path != beside.now);
                drop(list);
                sync_folder(&beside.target);
            }
            Ok(file)
        };
        finish().map_err(|error| cannot_write(&named, &error))
    }
}

impl Write for Replacement {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.out.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Folders that are made for files to come. Those that have nothing in them at the end
/// go again.
pub struct Folders(Vec<PathBuf>);

impl Folders {
    /// Makes those that are not there, the outer ones first.
    pub fn make(paths: &[PathBuf]) -> anyhow::Result<Folders> {
        let mut made = Folders(Vec::new());
        for path in paths {
            // The list is held, so that a signal finds either no folder or a listed one.
            let mut list = unfinished();
            match std::fs::create_dir(path) {
                Ok(()) => {
                    list.push(path.clone());
                    made.0.push(path.clone());
                }
                Err(_) if path.is_dir() => {}
                Err(error) => {
                    drop(list);
                    return Err(cannot_write(path, &error));
                }
            }
        }
        Ok(made)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        let mut list = unfinished();
        for path in self.0.iter().rev() {
            list.retain(|listed| listed != path);
            // This fails where there is something in it, which is what was hoped for.
            let _ = std::fs::remove_dir(path);
        }
    }
}

/// Whether there is a plain file, or nothing yet. Our own streams are none, even where
/// the shell has led them to a file: others may write to them, too.
fn can_be_replaced(path: &Path) -> io::Result<bool> {
    let streams = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    if streams.iter().any(|stream| path.starts_with(stream)) {
        return Ok(false);
    }
    match std::fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) => Ok(there.is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Opens what is written to directly. Our own stdout and stderr are taken as they are,
/// so that what others write to them comes before or behind and not over it.
fn open_stream(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let is = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
        if is(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
            return Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?));
        }
        if is(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]) {
            return Ok(File::from(io::stderr().as_fd().try_clone_to_owned()?));
        }
    }
    OpenOptions::new().append(true).open(path)
}

/// The file that a path leads to in the end; it need not exist.
fn without_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    // As many links as the system itself would follow.
    for _ in 0..40 {
        match std::fs::read_link(&target) {
            Ok(to) => target = target.parent().unwrap_or(Path::new("")).join(to),
            // Not a link, or not there.
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Makes a file in the target's folder, with the rights of the old file. One that may
/// not be written to may not be replaced either.
fn create_beside(target: PathBuf) -> io::Result<(File, Beside)> {
    let old = match OpenOptions::new().write(true).open(&target) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let process = std::process::id();
    for attempt in 0.. {
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{process}-{attempt}.part"));
        let now = target.with_file_name(hidden);
        // The list is held, so that a signal finds either no file or a listed one.
        let mut list = unfinished();
        match OpenOptions::new().write(true).create_new(true).open(&now) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {}
            Err(error) => return Err(error),
            Ok(file) => {
                list.push(now.clone());
                drop(list);
                let beside = Beside { now, target };
                if let Some(old) = &old {
                    keep_rights(old, &file)?;
                }
                return Ok((file, beside));
            }
        }
    }
    unreachable!("the last attempt returns")
}

/// Gives a file the owner and the permissions of another, the owner as far as we
/// may.
fn keep_rights(old: &File, new: &File) -> io::Result<()> {
    let rights = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let mine = new.metadata()?;
        if (rights.uid(), rights.gid()) != (mine.uid(), mine.gid()) {
            let _ = fchown(new, Some(rights.uid()), Some(rights.gid()));
        }
    }
    new.set_permissions(rights.permissions())
}

/// Brings the new name to the disk, where the system has a way to.
fn sync_folder(target: &Path) {
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // The file itself is safe; not every system can do more.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Refuses an output that is the very file which is read.
///
/// `advice` says what to do instead, or how to ask for it.
pub fn refuse_input(input: &str, out: &Path, advice: &str) -> anyhow::Result<()> {
    let is_same = match input {
        "-" => is_stdin(out),
        _ => is_same_file(Path::new(input), out),
    };
    if !is_same {
        return Ok(());
    }
    let out = out.display();
    let message = format!("{out} is what this command reads, and would be lost; {advice}");
    Err(Failure::usage(message))
}

/// Whether two paths lead to one plain file, by whatever names and links.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (std::fs::metadata(one), std::fs::metadata(other)) {
        (Ok(one), Ok(other)) => is_one(&one, &other),
        _ => false,
    }
}

#[cfg(unix)]
fn is_one(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether a path leads to the file from which our input comes.
#[cfg(unix)]
fn is_stdin(path: &Path) -> bool {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned();
    let input = input.and_then(|input| File::from(input).metadata());
    match (input, std::fs::metadata(path)) {
        (Ok(input), Ok(path)) => is_one(&input, &path),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (std::fs::canonicalize(one), std::fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_stdin(_path: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only test here that writes: after it nothing can be written any more, as
    /// in a process that ends.
    #[test]
    fn nothing_unfinished_is_left_by_a_process_that_ends() {
        let name = format!("soko-{}-unfinished", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("out");
        std::fs::write(&file, "old").unwrap();
        let n_files = || std::fs::read_dir(&folder).unwrap().count();
        // Nothing is dropped in such a process.
        let tables = [folder.join("tables"), folder.join("tables/states")];
        let _folders = std::mem::ManuallyDrop::new(Folders::make(&tables).unwrap());
        let part = Replacement::begin(&tables[1].join("part-0")).unwrap();
        let _part = std::mem::ManuallyDrop::new(part);
        let mut unfinished = std::mem::ManuallyDrop::new(Replacement::begin(&file).unwrap());
        unfinished.write_all(b"new").unwrap();
        assert_eq!(n_files(), 3);
        discard_unfinished();
        assert_eq!(n_files(), 1);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
