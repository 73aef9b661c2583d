//! Exploring a level within the limits of the command line.

use super::args::Args;
use crate::{interrupt, progress};
use indicatif::ProgressBar;
use soko_bench::grouped;
use soko_core::{Level, Square, SquareSet, Squares};
use soko_graph::{Components, DeadTest, Folding, Rules, StateGraph, StateHash, components_within};
use soko_search::{Control, Progress, StopReason};
use soko_solve::deadlock::frozen_around;
use soko_solve::ground::{Ground, LoneBox};
use std::time::Duration;

/// A graph, or as much of it as the limits allowed.
pub struct Explored<'g> {
    /// The graph.
    pub graph: &'g StateGraph,
    /// The components; none where a limit came first.
    pub folding: Option<Folding<'g, StateGraph>>,
    /// Why it is not whole, if it is not.
    pub stopped: Option<StopReason>,
}

impl<'g> Explored<'g> {
    /// A graph with its components, or why they were not found.
    pub fn new(graph: &'g StateGraph, components: Result<Components, StopReason>) -> Explored<'g> {
        let stopped = components.as_ref().err().copied();
        let fold = |components| Folding::with_components(graph, components);
        Explored {
            graph,
            folding: components.ok().map(fold),
            stopped,
        }
    }
}

/// Explores a level within the limits of the command line.
pub fn explore(
    args: &Args,
    level: &Level,
    hash: StateHash,
) -> Result<(StateGraph, Result<Components, StopReason>), soko_graph::TooWide> {
    let frozen = args.prune_frozen.then(|| FrozenTest::new(level));
    let rules = rules(args, frozen.as_ref());
    // One control for both parts, so that the limits hold for them together.
    let _job = interrupt::Job::listen();
    let mut progress = None;
    let mut control = Control::new(args.limits.limits())
        .with_stop(interrupt::flag())
        .with_observer(|now| show(&mut progress, now));
    control.set_phase("exploring");
    let graph = match hash {
        StateHash::Exact => soko_graph::explore(level, &rules, args.threads, &mut control)?,
        _ => soko_graph::explore_hashed(level, &rules, hash, &mut control)?,
    };
    let components = match graph.stopped() {
        Some(reason) => Err(reason),
        None => {
            control.set_phase("components");
            components_within(&graph, &mut control)
        }
    };
    drop(control);
    if let Some(line) = progress {
        line.finish_and_clear();
    }
    Ok((graph, components))
}

/// The rules that the command line asks for.
pub fn rules<'t>(args: &Args, frozen: Option<&'t FrozenTest>) -> Rules<'t> {
    Rules {
        stop_at_solved: args.stop_at_solved,
        keep_dead_squares: args.keep_dead_squares,
        dead: frozen.map(|test| test as &dyn DeadTest),
    }
}

/// How far a long exploration is; the line appears after a second.
pub fn show(line: &mut Option<ProgressBar>, now: &Progress<'_>) {
    if now.elapsed < Duration::from_secs(1) {
        return;
    }
    let counters = now.counters;
    let message = match counters.expanded {
        0 => now.phase.to_string(),
        expanded => format!(
            "{}: {} states expanded, {} found, {} MiB",
            now.phase,
            grouped(expanded),
            grouped(counters.stored),
            counters.bytes >> 20
        ),
    };
    line.get_or_insert_with(progress::line).set_message(message);
}

/// The solver's freeze test: a box that can never move again and is off the
/// goals. Sound wherever the man stands.
pub struct FrozenTest {
    ground: Ground<SquareSet>,
    lone: LoneBox<SquareSet>,
}

impl FrozenTest {
    /// Prepares the test of a level.
    pub fn new(level: &Level) -> FrozenTest {
        let ground = Ground::new(level.board());
        let lone = LoneBox::new(&ground, ground.nothing());
        FrozenTest { ground, lone }
    }
}

impl DeadTest for FrozenTest {
    fn is_dead(&self, boxes: &SquareSet, pushed: Square) -> bool {
        let frozen = frozen_around(&self.ground, &self.lone, boxes, pushed);
        !frozen.is_subset(self.ground.goals())
    }
}
