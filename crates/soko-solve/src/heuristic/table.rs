//! The heuristics, a row each.
//!
//! To add one, write its file (an essay, its `ENTRY` and its type), declare it in
//! `mod.rs` and give it a row here. A test holds its promises, and the promises that it
//! does not give, against complete state graphs.

use super::entry::{Guess, HeuristicEntry};
use crate::solve_error::SolveError;
use crate::space::Placement;
use soko_core::{Board, Measure, Squares};
use soko_search::{Claims, Heuristic, Space, Successor};

/// Makes the table: the type of each heuristic and the module of its file.
macro_rules! heuristics {
    ($($heuristic:ident($module:ident$(<$s:ident>)?),)*) => {
        /// All heuristics.
        pub const HEURISTICS: &[HeuristicEntry] = &[$(super::$module::ENTRY),*];

        #[derive(Clone, Debug)]
        enum Kind<S> {
            $($heuristic(Box<super::$module::$heuristic$(<$s>)?>),)*
        }

        impl<S: Squares> Kind<S> {
            /// The heuristic with this name for a board.
            fn new(name: &str, board: &Board) -> Option<Kind<S>> {
                $(
                    if name == super::$module::ENTRY.name {
                        return Some(Kind::$heuristic(Box::new(Guess::<S>::new(board))));
                    }
                )*
                None
            }

            fn kept(&self, promised: Claims) -> Claims {
                match self {
                    $(Kind::$heuristic(h) => Guess::<S>::kept(&**h, promised),)*
                }
            }

            // All heuristics in one function, which is not put into every search again.
            #[inline(never)]
            fn of(&mut self, state: &Placement<S>) -> Option<u32> {
                match self {
                    $(Kind::$heuristic(h) => Guess::of(&mut **h, state),)*
                }
            }

            #[inline(never)]
            fn enter(&mut self, parent: &Placement<S>) {
                match self {
                    $(Kind::$heuristic(h) => Guess::enter(&mut **h, parent),)*
                }
            }

            #[inline(never)]
            fn of_successor(&mut self, next: &Placement<S>) -> Option<u32> {
                match self {
                    $(Kind::$heuristic(h) => Guess::of_successor(&mut **h, next),)*
                }
            }
        }
    };
}

heuristics! {
    OnSwitches(on_switches<S>),
    OnSwitchesNear(on_switches_near<S>),
    OnSwitchesNearPrinted(on_switches_near_printed<S>),
    GaleShapley(gale_shapley),
    ClosestSwitch(closest_switch),
    NearestGoal(nearest_goal),
    MinMatching(min_matching<S>),
    PairMatching(pair_matching<S>),
    GroupMatching(group_matching<S>),
    WalkFlow(walk_flow<S>),
}

/// The heuristic with this name.
///
/// # Errors
///
/// If no heuristic has it.
pub fn heuristic_named(name: &str) -> Result<&'static HeuristicEntry, SolveError> {
    let found = HEURISTICS.iter().find(|entry| entry.name == name);
    found.ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> SolveError {
    SolveError::Unknown {
        kind: "heuristic",
        name: name.into(),
        known: HEURISTICS.iter().map(|entry| entry.name).collect(),
    }
}

/// Any heuristic of the table, for one board and measure.
///
/// ```
/// use soko_core::{FixedSet, Level, Measure};
/// use soko_search::{Heuristic, Space};
/// use soko_solve::{PushSpace, Switches, heuristic::Named};
///
/// let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
/// let space = PushSpace::<FixedSet<1>>::new(&level, &Switches::ALL);
/// let mut guess = Named::new("min-matching", level.board(), Measure::Pushes, "me").unwrap();
/// let start = &space.starts()[0];
/// assert_eq!(Heuristic::<PushSpace<_>>::estimate(&mut guess, start), Some(3));
/// ```
#[derive(Clone, Debug)]
pub struct Named<S> {
    claims: Claims,
    kind: Kind<S>,
}

impl<S: Squares> Named<S> {
    /// The heuristic with this name; `engine` is who asks.
    ///
    /// # Errors
    ///
    /// If no heuristic has the name, or if this one says nothing in this measure.
    pub fn new(
        name: &str,
        board: &Board,
        measure: Measure,
        engine: &'static str,
    ) -> Result<Named<S>, SolveError> {
        let entry = heuristic_named(name)?;
        let promised = entry.claims(measure);
        let promised = promised.ok_or_else(|| SolveError::counts_steps(engine, entry.name))?;
        let kind = Kind::new(name, board).ok_or_else(|| unknown(name))?;
        let claims = kind.kept(promised);
        Ok(Named { claims, kind })
    }
}

impl<S: Squares, P: Space<State = Placement<S>>> Heuristic<P> for Named<S> {
    fn claims(&self) -> Claims {
        self.claims
    }

    #[inline]
    fn estimate(&mut self, state: &Placement<S>) -> Option<u32> {
        self.kind.of(state)
    }

    #[inline]
    fn enter(&mut self, parent: &Placement<S>) {
        self.kind.enter(parent);
    }

    #[inline]
    fn estimate_successor(&mut self, next: &Successor<Placement<S>, P::Action>) -> Option<u32> {
        self.kind.of_successor(&next.state)
    }
}
