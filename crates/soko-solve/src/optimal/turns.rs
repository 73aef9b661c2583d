//! Both ends in turn on one thread.
//!
//! The proof goes first, for a little: small levels are done by then. Then each end has
//! turns that double, so that neither starves: how hard a level is to solve and how hard
//! it is to prove have little to do with each other. Only the optimiser's turns stay as
//! they are once it gains nothing: its solution is good by then, and what is missing is
//! the proof, or what wider beams find. Where pushes are counted, turns of the upper end
//! follow each other while solutions become shorter, until they have taken some times as
//! long as the proof's: the less it has to exclude, the easier it is. Turns are counted in expansions, never by the clock, so that a
//! run with a limit on expansions is the same every time.

use soko_core::Measure;

/// The expansions of the proof in its first turn.
const FIRST_TURN: u64 = 2_000;
/// The champion may look at so many positions for one expansion of the proof. They take
/// about as long; but until there is a solution, there is nothing to hand over.
const CHAMPION_POSITIONS: u64 = 4;
/// Solutions that become shorter may take so many times as long as the proof's turn.
const LONGEST_RUN: u64 = 3;
/// The optimiser takes so many expansions for one of the proof: where pushes are counted
/// in about the same time. Where moves are counted the proof's are quick and many, and it
/// finds the shortest solution by itself in the end, so it has the larger share.
const fn optimiser_expansions(measure: Measure) -> u64 {
    match measure {
        Measure::Pushes => 16,
        Measure::Moves => 1,
    }
}

/// How much each end may do next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    measure: Measure,
    proof: u64,
    solutions: u64,
}

impl Turns {
    /// Before the first turn.
    pub fn new(measure: Measure) -> Turns {
        Turns::starting_with(FIRST_TURN, measure)
    }

    /// Before a first turn of so many expansions.
    pub fn starting_with(expansions: u64, measure: Measure) -> Turns {
        Turns {
            measure,
            proof: expansions,
            solutions: expansions,
        }
    }

    /// The expansions of the proof.
    pub fn of_proof(self) -> u64 {
        self.proof
    }

    /// The positions of the champion.
    pub fn of_champion(self) -> u64 {
        self.solutions.saturating_mul(CHAMPION_POSITIONS)
    }

    /// The expansions of the optimiser.
    pub fn of_optimiser(self) -> u64 {
        let ratio = optimiser_expansions(self.measure);
        self.solutions.saturating_mul(ratio)
    }

    /// The expansions of beams, which are about as dear as those of the proof.
    pub fn of_beams(self) -> u64 {
        self.proof
    }

    /// What a run of turns of the upper end may take, in expansions of the proof.
    pub fn of_run(self) -> u64 {
        self.proof.saturating_mul(LONGEST_RUN)
    }

    /// The expansions of the proof that take as long as so many positions of the champion.
    pub fn effort_of_champion(positions: u64) -> u64 {
        positions / CHAMPION_POSITIONS
    }

    /// The same for expansions of the optimiser.
    pub fn effort_of_optimiser(measure: Measure, expansions: u64) -> u64 {
        expansions / optimiser_expansions(measure)
    }

    /// The next turns are twice as long; that of the optimiser if the last one was
    /// worth it.
    pub fn grow(&mut self, was_worth_it: bool) {
        let ratio = if was_worth_it { 2 } else { 1 };
        self.proof = self.proof.saturating_mul(2);
        self.solutions = self.solutions.saturating_mul(ratio);
    }
}
