//! The folder of one process: a manifest, a lock, and a file for each layer and worker,
//! `forward-0007.w0` and `backward-0003.w0`; `forward-done.w0` says that a worker's
//! sweep has ended.

use super::CheckpointError;
use super::file::{self, Head, sync_folder};
use crate::manifest::Manifest;
use crate::numbers::width_of;
use soko_graph::count::Sweep;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How far a sweep has come: in order, the less first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reached {
    /// There is nothing.
    Nothing,
    /// All layers up to this one are there.
    Layer(u64),
    /// The sweep has ended.
    Done,
}

/// How far both sweeps have come. Who has not done the first has nothing of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// From the start.
    pub forward: Reached,
    /// From the solved states.
    pub backward: Reached,
}

impl Survey {
    /// Where nothing was counted before.
    pub const NOTHING: Survey = Survey {
        forward: Reached::Nothing,
        backward: Reached::Nothing,
    };

    /// How far two parts of a run have come together.
    #[must_use]
    pub fn and(self, other: Survey) -> Survey {
        let forward = self.forward.min(other.forward);
        let backward = match forward {
            Reached::Done => self.backward.min(other.backward),
            _ => Reached::Nothing,
        };
        Survey { forward, backward }
    }
}

/// The checkpoints of one process.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    run: [u8; 32],
    width: usize,
    workers: Range<usize>,
    /// Held for as long as the folder is used.
    _lock: File,
    notes: Vec<String>,
    found: Survey,
}

impl Folder {
    /// Opens or makes a folder for these workers of a run. Files that are damaged are
    /// left out, and told in the [notes](Folder::notes).
    pub fn open(
        path: &Path,
        manifest: &Manifest,
        space: u64,
        workers: Range<usize>,
    ) -> Result<Folder, CheckpointError> {
        fs::create_dir_all(path).map_err(|source| disk(path, source))?;
        let lock = lock(path)?;
        same_run(path, manifest)?;
        let mut folder = Folder {
            path: path.to_owned(),
            run: *blake3::hash(manifest.to_string().as_bytes()).as_bytes(),
            width: width_of(space),
            workers,
            _lock: lock,
            notes: Vec::new(),
            found: Survey::NOTHING,
        };
        folder.found = folder.survey();
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was found to be wrong when it was opened.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How far all workers of this process have come.
    pub fn found(&self) -> Survey {
        self.found
    }

    fn survey(&mut self) -> Survey {
        let workers = self.workers.clone();
        let mut reached = |sweep| {
            let each = workers.clone().map(|worker| self.reached(sweep, worker));
            each.min().unwrap_or(Reached::Nothing)
        };
        let all = Survey {
            forward: reached(Sweep::Forward),
            backward: reached(Sweep::Backward),
        };
        all.and(all)
    }

    /// How far one worker has come: the files that are there and whole, without a gap.
    fn reached(&mut self, sweep: Sweep, worker: usize) -> Reached {
        let mut reached = Reached::Nothing;
        let mut layers = 0;
        loop {
            let name = layer_name(sweep, layers, worker);
            match self.is_whole(&name, |_| ()) {
                Some(true) => reached = Reached::Layer(layers),
                Some(false) => return reached,
                None => break,
            }
            layers += 1;
        }
        // A sweep is done if as many layers are there as it had.
        let mut had = None;
        match self.is_whole(&done_name(sweep, worker), |n| had = Some(n)) {
            Some(true) if had == Some(layers) => Reached::Done,
            _ => reached,
        }
    }

    /// Whether a file is as it was written; none if it is not there.
    fn is_whole(&mut self, name: &str, each: impl FnMut(u64)) -> Option<bool> {
        let path = self.path.join(name);
        match file::read(&path, &self.head(name, 0, 0), each) {
            Ok(_) => Some(true),
            Err(CheckpointError::Disk { source, .. })
                if source.kind() == io::ErrorKind::NotFound =>
            {
                None
            }
            Err(error) => {
                self.notes.push(format!("{error}; it is left out"));
                Some(false)
            }
        }
    }

    fn head(&self, name: &str, count: u64, edges: u64) -> Head {
        Head {
            name: name.to_owned(),
            width: self.width,
            count,
            edges,
            run: self.run,
        }
    }

    /// Keeps the new states of a layer, and the pushes counted before it is expanded.
    pub fn write(
        &self,
        sweep: Sweep,
        layer: u64,
        worker: usize,
        states: &[u64],
        edges: u64,
    ) -> Result<(), CheckpointError> {
        let name = layer_name(sweep, layer, worker);
        let head = self.head(&name, states.len() as u64, edges);
        file::write(&self.path.join(&name), &head, states)
    }

    /// Keeps that a worker's sweep has ended, after how many layers, and all pushes that
    /// it counted.
    pub fn write_done(
        &self,
        sweep: Sweep,
        worker: usize,
        layers: u64,
        edges: u64,
    ) -> Result<(), CheckpointError> {
        let name = done_name(sweep, worker);
        let head = self.head(&name, 1, edges);
        file::write(&self.path.join(&name), &head, &[layers])
    }

    /// Hands over the states of all layers of a worker up to what was reached, layer by
    /// layer; says how many pushes were counted before the last is expanded.
    pub fn read(
        &self,
        sweep: Sweep,
        worker: usize,
        reached: Reached,
        mut each: impl FnMut(u64, Vec<u64>),
    ) -> Result<u64, CheckpointError> {
        let mut edges = 0;
        let last = match reached {
            Reached::Nothing => return Ok(0),
            Reached::Layer(layer) => layer,
            Reached::Done => u64::MAX,
        };
        let mut layer = 0;
        while layer <= last {
            let name = layer_name(sweep, layer, worker);
            let path = self.path.join(&name);
            if !path.exists() {
                break;
            }
            let mut states = Vec::new();
            edges = file::read(&path, &self.head(&name, 0, 0), |state| states.push(state))?;
            each(layer, states);
            layer += 1;
        }
        if layer <= last {
            // This worker had no more layers: its sweep had ended.
            let name = done_name(sweep, worker);
            edges = file::read(&self.path.join(&name), &self.head(&name, 0, 0), |_| ())?;
        }
        Ok(edges)
    }

    /// Removes what is later than what all have reached.
    pub fn keep(&self, reached: Survey) -> Result<(), CheckpointError> {
        let entries = fs::read_dir(&self.path).map_err(|source| disk(&self.path, source))?;
        for entry in entries {
            let entry = entry.map_err(|source| disk(&self.path, source))?;
            let name = entry.file_name().into_string().unwrap_or_default();
            if is_later(&name, reached) {
                let path = entry.path();
                fs::remove_file(&path).map_err(|source| disk(&path, source))?;
            }
        }
        Ok(())
    }
}

/// Whether a file is later than what was reached, or was never finished. Files that are
/// not ours are left alone.
fn is_later(name: &str, reached: Survey) -> bool {
    if name.ends_with(".unfinished") {
        return true;
    }
    let parts = |sweep: Sweep| name.strip_prefix(name_of(sweep))?.strip_prefix('-');
    let (rest, reached) = match (parts(Sweep::Forward), parts(Sweep::Backward)) {
        (Some(rest), _) => (rest, reached.forward),
        (_, Some(rest)) => (rest, reached.backward),
        _ => return false,
    };
    let Some((layer, _)) = rest.split_once(".w") else {
        return false;
    };
    match (layer.parse::<u64>(), reached) {
        (_, Reached::Done) => false,
        (Ok(layer), Reached::Layer(last)) => layer > last,
        (Ok(_), Reached::Nothing) => true,
        (Err(_), _) => layer == "done",
    }
}

const fn name_of(sweep: Sweep) -> &'static str {
    match sweep {
        Sweep::Forward => "forward",
        Sweep::Backward => "backward",
    }
}

fn layer_name(sweep: Sweep, layer: u64, worker: usize) -> String {
    format!("{}-{layer:04}.w{worker}", name_of(sweep))
}

fn done_name(sweep: Sweep, worker: usize) -> String {
    format!("{}-done.w{worker}", name_of(sweep))
}

fn disk(path: &Path, source: io::Error) -> CheckpointError {
    let path = path.to_owned();
    CheckpointError::Disk { path, source }
}

fn lock(folder: &Path) -> Result<File, CheckpointError> {
    let path = folder.join("lock");
    let file = File::options().create(true).append(true).open(&path);
    let file = file.map_err(|source| disk(&path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(CheckpointError::Busy(folder.to_owned())),
        Err(TryLockError::Error(source)) => Err(disk(&path, source)),
    }
}

/// Holds the manifest against that of the folder, which gets it if it has none.
fn same_run(folder: &Path, manifest: &Manifest) -> Result<(), CheckpointError> {
    let path = folder.join("manifest");
    match fs::read_to_string(&path) {
        Ok(text) => match Manifest::parse(&text).difference(manifest, "there", "in this run") {
            None => Ok(()),
            Some(difference) => Err(CheckpointError::Other {
                path: folder.to_owned(),
                difference,
            }),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let temporary = folder.join("manifest.unfinished");
            let write = || {
                let mut file = File::create(&temporary)?;
                file.write_all(manifest.to_string().as_bytes())?;
                file.sync_all()?;
                fs::rename(&temporary, &path)?;
                sync_folder(&path)
            };
            write().map_err(|source| disk(&path, source))
        }
        Err(error) => Err(disk(&path, error)),
    }
}
