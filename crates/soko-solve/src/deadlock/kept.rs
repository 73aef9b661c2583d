//! Dead sets that are kept from one run to the next.
//!
//! What a search has proved dead on a board is dead in every position of it. So the
//! sets that were learned can be handed to the next run on the same level, or on
//! another position of it. Nothing that is handed over is believed: each set is proved
//! again by the same small search, with the zone that it was proved in as a hint, and
//! what is not proved within the budget is dropped. A wrong set costs positions, and
//! proves nothing wrong.
//!
//! Cost: the positions of the proofs, at most [`MOST_A_SET`] a set and [`MOST_IN_ALL`]
//! together. What there was no budget for is kept for another time.

use super::detectors::Detectors;
use super::proof::DeadSet;
use soko_core::{Board, Coord, Square, Squares};

/// Positions that the proof of one set may look at.
const MOST_A_SET: u64 = 1_500;
/// Positions that all proofs may look at together.
const MOST_IN_ALL: u64 = 150_000;

/// A dead set by the places of the board, as it is kept between runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeptSet {
    /// The boxes.
    pub boxes: Vec<Coord>,
    /// A square of the man's area.
    pub man: Coord,
    /// The zone in which it was proved: a box that leaves it counts as saved.
    pub zone: Vec<Coord>,
}

impl KeptSet {
    /// A set of a board.
    pub fn of<S: Squares>(board: &Board, set: &DeadSet<S>) -> Option<KeptSet> {
        let places = |set: &S| set.iter().map(|square| board.coord(square)).collect();
        Some(KeptSet {
            boxes: places(&set.boxes),
            man: board.coord(set.area.lowest()?),
            zone: places(&set.zone),
        })
    }
}

/// What became of the sets that were handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenUp {
    /// Those that were proved again.
    pub proved: Vec<KeptSet>,
    /// Those for which there was no budget.
    pub untried: Vec<KeptSet>,
    /// How many could not be proved.
    pub n_dropped: usize,
    /// Positions that the proofs looked at.
    pub positions: u64,
}

impl<S: Squares> Detectors<S> {
    /// Proves kept sets again, and takes up those that are.
    pub fn take_up(&mut self, sets: &[KeptSet]) -> TakenUp {
        let mut taken = TakenUp::default();
        for set in sets {
            if taken.positions >= MOST_IN_ALL {
                taken.untried.push(set.clone());
                continue;
            }
            let mut budget = MOST_A_SET;
            let proved = self.prove_again(set, &mut budget);
            taken.positions += MOST_A_SET - budget;
            match proved {
                Some(dead) => {
                    self.teach(&dead);
                    taken.proved.push(set.clone());
                }
                None => taken.n_dropped += 1,
            }
        }
        taken
    }

    /// The set on this board, if it is one and a search can prove it dead.
    fn prove_again(&mut self, set: &KeptSet, budget: &mut u64) -> Option<DeadSet<S>> {
        let board = self.ground().board();
        let on_board = |places: &[Coord]| -> Vec<Option<Square>> {
            places.iter().map(|&at| board.square(at)).collect()
        };
        let boxes: Vec<Square> = on_board(&set.boxes).into_iter().collect::<Option<_>>()?;
        let man = board.square(set.man)?;
        let n_squares = board.n_squares();
        let zone = S::of(n_squares, on_board(&set.zone).into_iter().flatten());
        let boxes = S::of(n_squares, boxes);
        if boxes.is_empty() || boxes.contains(man) {
            return None;
        }
        self.proved_dead(boxes, man, zone, budget)
    }
}
