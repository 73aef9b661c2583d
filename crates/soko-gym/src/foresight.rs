//! What can be proved of a position, for those who ask: whether it is lost, how many
//! pushes are left, and which steps do not lose.
//!
//! Where the level's whole graph is within a limit, both answers are exact. Where it is
//! not, the deadlock tests of the solver are asked, each of which calls a position lost
//! only with a proof; what they do not see stays open. Once lost, a position stays lost
//! until the game ends, so the tests are asked after pushes only, and no more after they
//! have found something.
//!
//! The mask has a one for every step that changes something and is not a push that is
//! proved to lose. In a position that is lost already no push is worse than another, so
//! none is left out there; and where the man can do nothing at all every step is allowed,
//! because many learners cannot do with an empty mask.

use crate::Arena;
use crate::seat::{Possible, Seat, offsets, possible};
use crate::to_go::{Tables, ToGo};
use soko_core::{CanonicalState, Reach, SquareSet, Squares, State};
use soko_solve::deadlock::{Detectors, Query, Techniques};
use std::sync::Arc;

/// The distance of a position that is proved lost.
pub const LOST: i32 = -1;
/// The distance of a position of which nothing is proved.
pub const NOT_KNOWN: i32 = -2;

/// What is asked of each seat, and where the answers go; what is not asked is empty.
#[derive(Debug, Default)]
pub struct Foreseen<'a> {
    /// Whether the position is proved lost.
    pub dead: &'a mut [bool],
    /// The fewest pushes to a solution, [`LOST`] or [`NOT_KNOWN`].
    pub distance: &'a mut [i32],
    /// For each action whether it is worth a thought: four a seat.
    pub mask: &'a mut [i8],
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Lost,
    ToGo(u32),
    Open,
}

/// Positions that the searches of the tests may look at for one question.
const EFFORT: u64 = 2_000;

/// What one seat sees of its level.
#[derive(Debug)]
pub(crate) struct Sight {
    arena: Arc<Arena>,
    reach: Reach<SquareSet>,
    proof: Proof,
    /// What was last answered, after how many changes.
    known: Option<(u64, Fate)>,
}

#[derive(Debug)]
enum Proof {
    Graph(Arc<ToGo>),
    Tests(Box<Detectors<SquareSet>>),
}

impl Sight {
    /// Prepares for the level that is played at a seat.
    pub fn new(seat: &Seat, most_states: u64, tables: &mut Tables) -> Sight {
        let arena = seat.arena.clone();
        let board = arena.level().board();
        let table = match most_states {
            0 => None,
            _ => tables.of(&arena, seat.level, most_states),
        };
        let proof = table.map_or_else(
            || {
                Proof::Tests(Box::new(
                    Detectors::new(board, Techniques::ALL).without_pairs(),
                ))
            },
            Proof::Graph,
        );
        Sight {
            reach: Reach::new(board),
            proof,
            known: None,
            arena,
        }
    }

    /// Whether it was prepared for the level that is played.
    pub fn is_of(&self, seat: &Seat) -> bool {
        Arc::ptr_eq(&self.arena, &seat.arena)
    }

    /// What is known of the position at a seat.
    pub fn fate(&mut self, seat: &Seat, cells: &[u8]) -> Fate {
        match self.known {
            Some((after, fate)) if after == seat.n_changes => return fate,
            // A push does not mend what is lost; a new game does.
            Some((after, Fate::Lost)) if after >= seat.begun_after => return Fate::Lost,
            _ => {}
        }
        let fate = self.prove(&self.arena.state(cells, seat.man));
        self.known = Some((seat.n_changes, fate));
        fate
    }

    fn prove(&mut self, state: &State) -> Fate {
        if self.arena.level().is_solved(&state.boxes) {
            return Fate::ToGo(0);
        }
        let area = self.reach.area(&state.boxes, state.man);
        match &mut self.proof {
            Proof::Graph(table) => {
                let position = CanonicalState {
                    boxes: state.boxes.clone(),
                    area: area.lowest().unwrap_or(state.man),
                };
                table.from(&position).map_or(Fate::Lost, Fate::ToGo)
            }
            Proof::Tests(detectors) => {
                let query = Query {
                    boxes: &state.boxes,
                    area: &area,
                    pushed: None,
                };
                detectors.set_effort(EFFORT);
                let is_dead = detectors.at_generation(&query).is_dead()
                    || detectors.at_expansion(&query).is_dead();
                if is_dead { Fate::Lost } else { Fate::Open }
            }
        }
    }

    /// The mask of a position.
    pub fn mask(&mut self, seat: &Seat, cells: &[u8], width: usize, mask: &mut [i8]) {
        let is_lost = self.fate(seat, cells) == Fate::Lost;
        let ways = offsets(width).map(|offset| possible(cells, seat.man, offset));
        for (allowed, way) in mask.iter_mut().zip(ways) {
            *allowed = i8::from(way != Possible::Nothing);
        }
        if !is_lost && ways.contains(&Possible::Push) {
            let before: Vec<i8> = mask.to_vec();
            for (action, offset) in offsets(width).into_iter().enumerate() {
                let mut loses = || self.prove(&self.arena.pushed(cells, seat.man, offset));
                if ways[action] == Possible::Push && loses() == Fate::Lost {
                    mask[action] = 0;
                }
            }
            // All that can be done loses: the position was lost, and nobody had seen it.
            if mask.iter().all(|&allowed| allowed == 0) {
                mask.copy_from_slice(&before);
            }
        }
        if mask.iter().all(|&allowed| allowed == 0) {
            mask.fill(1);
        }
    }
}
