//! A run: workers in threads, and one who watches over them, looks at the limits, and
//! speaks with the other processes.
//!
//! The workers are timely's. When something is lost they are made to leave, and what
//! timely keeps for the network is left to itself: its threads wait on connections that
//! are gone, and the process ends soon.

use crate::books::Desk;
use crate::checkpoint::{Folder, Survey};
use crate::error::ClusterError;
use crate::net::{DataSocket, Links, Met};
use crate::part::Part;
use crate::reins::Reins;
use crate::worker::work;
use soko_graph::count::Steps;
use soko_search::{Control, StopReason};
use std::mem::ManuallyDrop;
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{AllocatorBuilder, Hooks, WorkerGuards, initialize_from};
use timely::worker::Worker;

/// How often the watch looks around.
const LOOK: Duration = Duration::from_millis(10);

/// Who counts.
#[derive(Debug)]
pub struct Crew {
    process: usize,
    processes: usize,
    workers: usize,
    survey: Survey,
    components: bool,
    net: Option<(Arc<Links>, Vec<Option<TcpStream>>)>,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// By all processes.
    pub part: Part,
    /// States met in all, also those of layers that are not whole.
    pub known: u64,
    /// Why the counts are partial, if they are.
    pub stopped: Option<StopReason>,
}

impl Crew {
    /// So many workers in this process alone.
    pub fn alone(workers: usize, before: Survey) -> Crew {
        Crew {
            process: 0,
            processes: 1,
            workers,
            survey: before,
            components: false,
            net: None,
        }
    }

    /// So many workers in each of the processes that have met.
    pub fn of(met: Met, process: usize, workers: usize) -> Crew {
        Crew {
            process,
            processes: met.sockets.len(),
            workers,
            survey: met.survey,
            components: false,
            net: Some((met.links, met.sockets)),
        }
    }

    /// The same, to find the components as well; all processes must want that.
    #[must_use]
    pub fn with_components(self) -> Crew {
        let components = true;
        Crew { components, ..self }
    }

    /// How far all have counted before.
    pub fn survey(&self) -> Survey {
        self.survey
    }

    /// Counts all states of a level, with all others who do.
    pub fn count(
        self,
        steps: &'static dyn Steps,
        folder: Option<Folder>,
        control: &mut Control<'_>,
    ) -> Result<Outcome, ClusterError> {
        let links = self.net.as_ref().map(|(links, _)| Arc::clone(links));
        let counted = self.count_with(steps, folder, control);
        if let (Some(links), Err(error)) = (links, &counted)
            && !matches!(error, ClusterError::Lost(_))
        {
            links.fail(&error.to_string());
        }
        counted
    }

    fn count_with(
        self,
        steps: &'static dyn Steps,
        folder: Option<Folder>,
        control: &mut Control<'_>,
    ) -> Result<Outcome, ClusterError> {
        if let Some(folder) = &folder {
            folder.keep(self.survey)?;
        }
        let reins = Arc::new(Reins::new(self.workers));
        let links = self.net.as_ref().map(|(links, _)| Arc::clone(links));
        let process = self.process;
        let workers = self.start(steps, folder.map(Arc::new), &reins)?;
        watch(&workers, &reins, links.as_deref(), control);
        let parts = workers.join().into_iter().map(Result::unwrap_or_default);
        let parts: Vec<Option<Part>> = parts.collect();
        if let Some(loss) = links.as_ref().and_then(|links| links.loss()) {
            return Err(ClusterError::Lost(loss));
        }
        if let Some(message) = reins.failure() {
            return Err(ClusterError::Failed(message));
        }
        let mut part = Part::default();
        for own in parts.iter().flatten() {
            part.merge(own);
        }
        let mut stopped = reins.stopped();
        if let Some(links) = &links {
            part.sent = links.sent();
            part = bring_together(part, process, links)?;
            stopped = stopped.or(links.asked_to_stop());
        }
        let known = part.counts.states();
        part.leave_out_parts();
        Ok(Outcome {
            // Whatever was dropped was dropped on request.
            stopped: part.cut.map(|_| stopped.unwrap_or(StopReason::Cancelled)),
            known,
            part,
        })
    }

    /// Starts the workers of this process.
    fn start(
        self,
        steps: &'static dyn Steps,
        folder: Option<Arc<Folder>>,
        reins: &Arc<Reins>,
    ) -> Result<WorkerGuards<Option<Part>>, ClusterError> {
        let desk = Desk {
            worker: 0,
            local: 0,
            workers: self.workers * self.processes,
            folder,
            reins: Arc::clone(reins),
        };
        let (first, before) = (self.process * self.workers, self.survey);
        let components = self.components;
        let (builders, guard) = self.builders()?;
        // Dropped, it would wait for threads that may wait for ever.
        let _threads = ManuallyDrop::new(guard);
        initialize_from(builders, Box::new(()), move |allocator| {
            let desk = Desk {
                worker: allocator.index(),
                local: allocator.index() - first,
                ..desk.clone()
            };
            let _alarm = Alarm(Arc::clone(&desk.reins));
            // Without a clock a worker would never sleep.
            let mut worker = Worker::new(Default::default(), allocator, Some(Instant::now()));
            work(&mut worker, steps, desk, before, components)
        })
        .map_err(ClusterError::Failed)
    }

    /// What timely needs for its workers.
    fn builders(self) -> Result<(Vec<AllocatorBuilder>, Option<CommsGuard>), ClusterError> {
        let hooks = Hooks::default();
        let builders = ProcessBuilder::new_typed_vector(
            self.workers,
            hooks.refill.clone(),
            hooks.spill.clone(),
        );
        let Some((links, sockets)) = self.net else {
            let builders = builders.into_iter().map(AllocatorBuilder::Process);
            return Ok((builders.collect(), None));
        };
        let sockets = sockets.into_iter().enumerate().map(|(process, socket)| {
            socket.map(|socket| DataSocket::new(socket, process, Arc::clone(&links)))
        });
        let (builders, guard) = initialize_networking_from_sockets(
            builders,
            sockets.collect(),
            self.process,
            self.workers,
            hooks,
        )?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp);
        Ok((builders.collect(), Some(guard)))
    }
}

/// Makes a worker that panics take all others with it.
struct Alarm(Arc<Reins>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0
                .fail("a worker has failed: this is a fault in this program".into());
        }
    }
}

/// Watches over the workers until all have ended.
fn watch(
    workers: &WorkerGuards<Option<Part>>,
    reins: &Reins,
    links: Option<&Links>,
    control: &mut Control<'_>,
) {
    let mut counters = reins.counters();
    let mut nap = Duration::from_micros(100);
    while !workers.guards().iter().all(thread::JoinHandle::is_finished) {
        // Small levels are not kept waiting.
        thread::sleep(nap);
        nap = (2 * nap).min(LOOK);
        if let Some(links) = links {
            links.beat();
            if links.loss().is_some() {
                reins.abort();
            }
            if let Some(reason) = links.asked_to_stop() {
                reins.stop(reason);
            }
        }
        control.set_phase(reins.phase());
        let peak_bytes = counters.peak_bytes;
        counters = reins.counters();
        counters.peak_bytes = peak_bytes;
        if let Some(reason) = control.check_now(&mut counters)
            && reins.stopped().is_none()
        {
            reins.stop(reason);
            if let Some(links) = links {
                links.ask_to_stop(reason);
            }
        }
    }
}

/// Brings what all have counted to the first process, which adds it up and tells all; all
/// leave together.
fn bring_together(mut part: Part, process: usize, links: &Links) -> Result<Part, ClusterError> {
    if process != 0 {
        links.hand_over(part.to_bytes());
    }
    let unreadable = || ClusterError::Failed("what another process counted is unreadable".into());
    loop {
        if let Some(loss) = links.loss() {
            return Err(ClusterError::Lost(loss));
        }
        if let Some(result) = links.result() {
            part = Part::from_bytes(&result).ok_or_else(unreadable)?;
            break;
        }
        if let Some(parts) = links.parts().filter(|_| process == 0) {
            for bytes in parts {
                part.merge(&Part::from_bytes(&bytes).ok_or_else(unreadable)?);
            }
            break;
        }
        links.beat();
        links.wait(LOOK);
    }
    links.all_done(part.to_bytes());
    Ok(part)
}
