//! A heuristic of one's own.

use crate::heuristic::{HEURISTICS, Named, heuristic_named};
use crate::solve_error::SolveError;
use crate::space::{Placement, PushSpace};
use soko_core::{Level, Measure, SquareSet, State};
use soko_search::{Claims, Heuristic};
use std::fmt;
use std::sync::Arc;

/// A heuristic for one level: the guess for a position, or none if no solution can be
/// reached from it. Where pushes are counted the man stands on the first square of his
/// area, in reading order.
pub type Guess = Box<dyn FnMut(&State) -> Option<u32>>;

type Prepare = Arc<dyn Fn(&Level) -> Guess + Send + Sync>;

/// A heuristic of one's own. Two are equal if one is a copy of the other.
///
/// ```
/// use soko_core::{Level, Squares, State};
/// use soko_search::Claims;
/// use soko_solve::own::OwnHeuristic;
///
/// let boxes_left = OwnHeuristic::new("boxes-left", Claims::ALL, |level| {
///     let goals = level.board().goals().clone();
///     move |state: &State| Some(state.boxes.difference(&goals).len() as u32)
/// });
/// let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
/// assert_eq!(boxes_left.for_level(&level)(&level.start()), Some(1));
/// ```
#[derive(Clone)]
pub struct OwnHeuristic {
    name: String,
    claims: Claims,
    counts: Measure,
    prepare: Prepare,
}

impl OwnHeuristic {
    /// A heuristic that guesses how many pushes are left. `prepare` works out for a level
    /// what all guesses share, and gives the closure that guesses.
    ///
    /// There are no fewer moves than pushes, so what is promised of pushes is promised of
    /// moves as well.
    pub fn new<G>(
        name: impl Into<String>,
        claims: Claims,
        prepare: impl Fn(&Level) -> G + Send + Sync + 'static,
    ) -> OwnHeuristic
    where
        G: FnMut(&State) -> Option<u32> + 'static,
    {
        OwnHeuristic {
            name: name.into(),
            claims,
            counts: Measure::Pushes,
            prepare: Arc::new(move |level| Box::new(prepare(level))),
        }
    }

    /// One of the table, as if it were one's own: to be asked by another heuristic, or to
    /// be held against the truth.
    ///
    /// # Errors
    ///
    /// If no heuristic has the name, or if it says nothing about pushes.
    ///
    /// ```
    /// use soko_core::State;
    /// use soko_search::Claims;
    /// use soko_solve::own::OwnHeuristic;
    ///
    /// // What is least is proved twice over.
    /// let matching = OwnHeuristic::built_in("min-matching").unwrap();
    /// let nearest = OwnHeuristic::built_in("nearest-goal").unwrap();
    /// let larger = OwnHeuristic::new("larger", Claims::ALL, move |level| {
    ///     let (mut one, mut other) = (matching.for_level(level), nearest.for_level(level));
    ///     move |state: &State| Some(one(state)?.max(other(state)?))
    /// });
    /// # assert_eq!(larger.name(), "larger");
    /// ```
    pub fn built_in(name: &str) -> Result<OwnHeuristic, SolveError> {
        let entry = heuristic_named(name)?;
        let of_pushes = HEURISTICS.iter().filter(|entry| entry.pushes.is_some());
        let claims = entry.pushes.ok_or_else(|| SolveError::Unknown {
            kind: "heuristic of pushes",
            name: name.into(),
            known: of_pushes.map(|entry| entry.name).collect(),
        })?;
        let prepare = move |level: &Level| {
            let board = level.board();
            let mut named = Named::<SquareSet>::new(entry.name, board, Measure::Pushes, "own").ok();
            move |state: &State| {
                let (boxes, man) = (state.boxes.clone(), state.man);
                let placement = Placement { boxes, man };
                let named = named.as_mut()?;
                Heuristic::<PushSpace<SquareSet>>::estimate(named, &placement)
            }
        };
        Ok(OwnHeuristic::new(name, claims, prepare))
    }

    /// The same heuristic, if what it guesses and promises is the number of moves: it can
    /// be used only where these are counted. The man then stands on his very square.
    #[must_use]
    pub fn of_moves(self) -> OwnHeuristic {
        let counts = Measure::Moves;
        OwnHeuristic { counts, ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it promises.
    pub fn claims(&self) -> Claims {
        self.claims
    }

    /// What it counts.
    pub fn counts(&self) -> Measure {
        self.counts
    }

    /// What it promises where this is counted; none if it cannot be used there.
    pub fn claims_in(&self, measure: Measure) -> Option<Claims> {
        let is_of_moves = self.counts == Measure::Moves;
        (measure == Measure::Moves || !is_of_moves).then_some(self.claims)
    }

    /// The heuristic, prepared for a level.
    pub fn for_level(&self, level: &Level) -> Guess {
        (self.prepare)(level)
    }
}

impl PartialEq for OwnHeuristic {
    fn eq(&self, other: &OwnHeuristic) -> bool {
        Arc::ptr_eq(&self.prepare, &other.prepare)
            && (&self.name, self.claims, self.counts) == (&other.name, other.claims, other.counts)
    }
}

impl Eq for OwnHeuristic {}

impl fmt::Debug for OwnHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnHeuristic")
            .field("name", &self.name)
            .field("claims", &self.claims)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
