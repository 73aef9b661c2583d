//! Counting on one machine with checkpoints: the layers of a [`Census`], kept one by one.
//!
//! The files are those of a run of many processes with one worker (`checkpoint/`), with
//! a manifest of their own.

use crate::checkpoint::{CheckpointError, Folder, Reached};
use crate::manifest::Manifest;
use soko_graph::count::{Census, CountOptions, Counted, Steps, Sweep};
use soko_search::{Control, StopReason};
use std::path::Path;

/// What a count that is kept says.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The counts.
    pub counted: Counted,
    /// States that were known before, from the folder.
    pub before: u64,
    /// What was wrong in the folder.
    pub notes: Vec<String>,
}

/// Counts a whole graph and keeps every layer in a folder; goes on with what is there.
/// Components are counted anew each time: nothing of them is kept.
pub fn count_kept(
    steps: &dyn Steps,
    options: &CountOptions,
    folder: &Path,
    manifest: &Manifest,
    control: &mut Control<'_>,
) -> Result<Kept, CheckpointError> {
    let folder = Folder::open(folder, manifest, steps.space(), 0..1)?;
    let found = folder.found();
    folder.keep(found)?;
    let mut census = Census::new(steps, options);
    let mut stopped = None;
    let mut before = 0;
    for sweep in [Sweep::Forward, Sweep::Backward] {
        let reached = match sweep {
            Sweep::Forward => found.forward,
            Sweep::Backward => {
                census.turn_back();
                found.backward
            }
        };
        let next = resume(&mut census, &folder, sweep, reached)?;
        if sweep == Sweep::Forward && reached != Reached::Nothing {
            before = census.counts().states();
        }
        if reached != Reached::Done {
            stopped = finish(&mut census, &folder, sweep, next, control)?;
        }
        if stopped.is_some() {
            break;
        }
    }
    Ok(Kept {
        counted: census.end(options, stopped, control),
        before,
        notes: folder.notes().to_vec(),
    })
}

/// Enters what was reached before; says which layer is the first that is not kept. A
/// census has the first layer of a sweep by itself.
fn resume(
    census: &mut Census<'_>,
    folder: &Folder,
    sweep: Sweep,
    reached: Reached,
) -> Result<u64, CheckpointError> {
    let mut next = 0;
    let edges = folder.read(sweep, 0, reached, |layer, states| {
        if layer > 0 {
            census.enter(&states);
        }
        next = layer + 1;
    })?;
    if sweep == Sweep::Forward {
        census.add_edges(edges);
    }
    Ok(next)
}

/// Goes through the rest of a sweep.
fn finish(
    census: &mut Census<'_>,
    folder: &Folder,
    sweep: Sweep,
    mut next: u64,
    control: &mut Control<'_>,
) -> Result<Option<StopReason>, CheckpointError> {
    if next == 0 {
        keep(census, folder, sweep, 0)?;
        next = 1;
    }
    loop {
        match census.next_layer(control) {
            Ok(0) => break,
            Ok(_) => keep(census, folder, sweep, next)?,
            Err(reason) => return Ok(Some(reason)),
        }
        next += 1;
    }
    folder.write_done(sweep, 0, next, census.counts().edges)?;
    Ok(None)
}

fn keep(
    census: &Census<'_>,
    folder: &Folder,
    sweep: Sweep,
    layer: u64,
) -> Result<(), CheckpointError> {
    let states: Vec<u64> = census.layer().collect();
    folder.write(sweep, layer, 0, &states, census.counts().edges)
}
