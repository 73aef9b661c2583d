//! What a run is to look for.

use soko_core::Measure;
use std::fmt;

/// What kind of solution is asked for.
///
/// ```
/// use soko_core::Measure;
/// use soko_solve::Objective;
/// assert_eq!(Objective::from_name("moves"), Some(Objective::Fewest(Measure::Moves)));
/// assert_eq!(Objective::from_name("steps"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Objective {
    /// Any solution will do.
    #[default]
    Any,
    /// A solution that is the shortest in this measure, proved.
    Fewest(Measure),
}

impl Objective {
    /// All objectives.
    pub const ALL: [Objective; 3] = [Objective::Any, Objective::PUSHES, Objective::MOVES];
    /// The fewest pushes.
    pub const PUSHES: Objective = Objective::Fewest(Measure::Pushes);
    /// The fewest moves.
    pub const MOVES: Objective = Objective::Fewest(Measure::Moves);

    /// The word used on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Objective::Any => "any",
            Objective::Fewest(measure) => measure.name(),
        }
    }

    /// The objective with this name.
    pub fn from_name(name: &str) -> Option<Objective> {
        let mut all = Objective::ALL.into_iter();
        all.find(|objective| objective.name() == name)
    }

    /// The measure that is to be small, if one is.
    pub const fn measure(self) -> Option<Measure> {
        match self {
            Objective::Any => None,
            Objective::Fewest(measure) => Some(measure),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
