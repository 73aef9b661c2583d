//! Techniques that can be switched off, to see what they bring.
//!
//! Every deadlock technique has a switch by its name; the others have a row here. An
//! engine says in its own row which switches it reads, and refuses the others.

use crate::deadlock::{Technique, Techniques};

/// Makes the switches that are no deadlock techniques: a name and a sentence each.
macro_rules! switches {
    ($($switch:ident $name:literal $summary:literal,)*) => {
        /// Something that can be switched off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Switch {
            /// A deadlock technique.
            Test(Technique),
            $(#[doc = $summary] $switch,)*
        }

        /// The places of those that are no deadlock techniques.
        #[repr(u8)]
        enum Place {
            $($switch,)*
        }

        /// Those that are no deadlock techniques.
        const OTHERS: [Switch; [$($name),*].len()] = [$(Switch::$switch),*];

        impl Switch {
            /// The name on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    Switch::Test(technique) => technique.name(),
                    $(Switch::$switch => $name,)*
                }
            }

            /// A bit for each that is no deadlock technique.
            const fn bit(self) -> u32 {
                match self {
                    Switch::Test(_) => 0,
                    $(Switch::$switch => 1 << Place::$switch as u8,)*
                }
            }

            /// What is switched, in a sentence.
            pub const fn summary(self) -> &'static str {
                match self {
                    Switch::Test(technique) => technique.row().summary,
                    $(Switch::$switch => $summary,)*
                }
            }
        }
    };
}

switches! {
    Tunnels "tunnels" "Pushes that must come next because a box stands in a tunnel.",
    Areas "areas" "States are told apart by the man's area instead of his square.",
    Symmetry "symmetry" "Mirror images of a state are one state on symmetric boards, in the engine optimal.",
    Overtaken "overtaken" "States that another one walks to as cheaply are passed over, in the engine optimal where moves are counted.",
    Visited "visited" "The table of visited states of the engine nash.",
    Bound "bound" "The bound of the engine movers on the pushes that are left.",
    PairPenalties "pair-penalties" "What pairs of boxes cost beyond the matching, in the engine optimal.",
    GroupPenalties "group-penalties" "What two to four boxes cost at fixed prices of goals, in the engine optimal where pushes are counted.",
    Middle "middle" "Layers of states from both ends until they meet, in the engine optimal.",
    WalkFlow "walk-flow" "What the man must walk between pushes, in the engine optimal where moves are counted.",
    Plan "plan" "The champion's packing plan.",
    Advisors "advisors" "The champion's advisors.",
    Way "way" "The boxes in the way to the next target, as a feature of the champion.",
    PlanAssignment "plan-assignment" "Which boxes can still serve the champion's plan.",
    Hotspots "hotspots" "Boxes that cost others a goal, as a feature of the champion.",
    Portfolio "portfolio" "The champion's other searches along plans.",
    Shorter "shorter" "The champion's turns of a proof and of the optimiser on small levels, for shorter solutions.",
    Companions "companions" "The champion's strategies other than searches along a plan.",
}

impl Switch {
    /// All switches.
    pub fn all() -> impl Iterator<Item = Switch> {
        let tests = Technique::ALL.into_iter().map(Switch::Test);
        tests.chain(OTHERS)
    }

    /// The switch with this name.
    ///
    /// ```
    /// use soko_solve::Switch;
    /// assert_eq!(Switch::from_name("tunnels"), Some(Switch::Tunnels));
    /// assert_eq!(Switch::from_name("luck"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Switch> {
        Switch::all().find(|switch| switch.name() == name)
    }
}

/// Which techniques are on. All are by default.
///
/// ```
/// use soko_solve::{Switch, Switches};
/// let switches = Switches::ALL.without(Switch::Tunnels);
/// assert!(!switches.is_on(Switch::Tunnels) && switches.is_on(Switch::Areas));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    tests: Techniques,
    others: u32,
}

impl Default for Switches {
    fn default() -> Self {
        Switches::ALL
    }
}

impl Switches {
    /// All are on.
    pub const ALL: Switches = Switches {
        tests: Techniques::ALL,
        others: (1 << OTHERS.len()) - 1,
    };
    /// All are off.
    pub const NONE: Switches = Switches {
        tests: Techniques::NONE,
        others: 0,
    };

    /// These alone are on.
    pub const fn only(on: &[Switch]) -> Switches {
        let mut switches = Switches::NONE;
        let mut i = 0;
        while i < on.len() {
            switches = switches.with(on[i]);
            i += 1;
        }
        switches
    }

    /// Whether one is on.
    #[inline]
    pub const fn is_on(self, switch: Switch) -> bool {
        match switch {
            Switch::Test(technique) => self.tests.contains(technique),
            other => self.others & other.bit() != 0,
        }
    }

    /// These with one switched on.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Switches {
        match switch {
            Switch::Test(technique) => Switches {
                tests: self.tests.with(technique),
                ..self
            },
            other => Switches {
                others: self.others | other.bit(),
                ..self
            },
        }
    }

    /// These with one switched off.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Switches {
        match switch {
            Switch::Test(technique) => Switches {
                tests: self.tests.without(technique),
                ..self
            },
            other => Switches {
                others: self.others & !other.bit(),
                ..self
            },
        }
    }

    /// These with these deadlock techniques instead of their own.
    #[must_use]
    pub const fn with_tests(self, tests: Techniques) -> Switches {
        Switches { tests, ..self }
    }

    /// The deadlock techniques that are on.
    pub const fn tests(self) -> Techniques {
        self.tests
    }

    /// Those that are on.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::all().filter(move |&switch| self.is_on(switch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_has_a_name_and_a_place_of_its_own() {
        for switch in Switch::all() {
            assert_eq!(Switch::from_name(switch.name()), Some(switch));
            let without = Switches::ALL.without(switch);
            let off: Vec<Switch> = Switch::all().filter(|&s| !without.is_on(s)).collect();
            assert_eq!(off, [switch]);
            assert_eq!(without.with(switch), Switches::ALL);
            assert_eq!(
                Switches::only(&[switch]).iter().collect::<Vec<_>>(),
                [switch]
            );
        }
        assert_eq!(Switches::NONE.iter().count(), 0);
    }
}
