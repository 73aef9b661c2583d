//! What the detectors of deadlocks say about pushes, for the spaces: which are
//! refused, and which are enough. All of it is sound; the reasons stand with the
//! detectors.

use crate::deadlock::{Detectors, Pruning, Query, Technique, Techniques, frozen_around};
use crate::switches::Switches;
use soko_core::{Board, Level, Square, SquareSet, Squares};

/// The tests of one level.
#[derive(Clone, Debug)]
pub struct DeadPushes<S> {
    detectors: Detectors<S>,
    live: S,
    freeze: bool,
    corral: bool,
    /// What the detectors held before they were used.
    bytes_at_start: usize,
}

impl<S: Squares> DeadPushes<S> {
    /// The tests that are switched on.
    pub fn new(board: &Board, switches: &Switches) -> DeadPushes<S> {
        let detectors = Detectors::<S>::new(board, Techniques::NONE);
        let tests = switches.tests();
        let live = if tests.contains(Technique::DeadSquares) {
            detectors.lone_box().live().clone()
        } else {
            S::full(board.n_squares())
        };
        DeadPushes {
            bytes_at_start: detectors.bytes(),
            detectors,
            live,
            freeze: tests.contains(Technique::Freeze),
            corral: tests.contains(Technique::Corral),
        }
    }

    /// The squares where boxes may stand: the live ones, and where they started.
    pub fn box_squares(&self, level: &Level) -> SquareSet {
        let live: SquareSet = level.board().convert(&self.live);
        live.union(level.boxes())
    }

    /// Whether a box may be pushed to this square at all.
    #[inline]
    pub fn allows(&self, to: Square) -> bool {
        self.live.contains(to)
    }

    /// Whether the box just pushed to this square is frozen with others, and not
    /// all of them on goals.
    #[inline]
    pub fn freezes(&self, boxes: &S, to: Square) -> bool {
        if !self.freeze {
            return false;
        }
        let (ground, lone) = (self.detectors.ground(), self.detectors.lone_box());
        let frozen = frozen_around(ground, lone, boxes, to);
        !frozen.is_subset(ground.goals())
    }

    /// The boxes whose pushes are enough for a solution with the fewest pushes,
    /// if a corral says so; or that the state is dead.
    #[inline]
    pub fn prune(&mut self, boxes: &S, area: &S) -> Pruning<S> {
        if !self.corral {
            return Pruning::None;
        }
        let pushed = None;
        self.detectors.prune(&Query {
            boxes,
            area,
            pushed,
        })
    }

    /// Bytes held by tables that grow with use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.detectors.bytes().saturating_sub(self.bytes_at_start)
    }
}
