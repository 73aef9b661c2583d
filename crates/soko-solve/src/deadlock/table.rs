//! The techniques, a row each, and sets of them.
//!
//! To add one, write its file (an essay, its [`Row`] and its `Test`), declare it in
//! `mod.rs` and give it a row here. All else follows from the row: its name and
//! switch, when it is asked, its tally, and what players are told.

use super::detector::Detector;
use super::finding::Finding;
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use crate::ground::board::Ground;
use soko_core::Squares;

/// Makes the table: the name of each technique and the module of its file, with `<S>`
/// if its test remembers something.
macro_rules! techniques {
    ($($technique:ident($module:ident$(<$s:ident>)?),)*) => {
        /// A way to recognise deadlocks. The order is that in which they are asked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Technique {
            $(
                #[doc = concat!("The essay is in the file `", stringify!($module), ".rs`.")]
                $technique,
            )*
        }

        impl Technique {
            /// All techniques.
            pub const ALL: [Technique; [$(stringify!($module)),*].len()] =
                [$(Technique::$technique),*];

            /// What the table says of it.
            pub const fn row(self) -> &'static Row {
                match self {
                    $(Technique::$technique => &super::$module::ROW,)*
                }
            }
        }

        /// What tests remember.
        #[derive(Clone, Debug)]
        pub(super) struct Tests<S> {
            $($($module: super::$module::Test<$s>,)?)*
        }

        impl<S: Squares> Tests<S> {
            /// Prepares all tests for a board.
            pub fn new(ground: &Ground<S>) -> Tests<S> {
                Tests {
                    $($($module: <super::$module::Test<$s>>::new(ground),)?)*
                }
            }

            /// Asks one test.
            #[inline]
            pub fn ask(
                &mut self,
                technique: Technique,
                shared: &mut Shared<S>,
                query: &Query<'_, S>,
            ) -> Finding<S> {
                match technique {
                    $(Technique::$technique => ask!(self, $module$(<$s>)?, shared, query),)*
                }
            }

            /// Bytes held by tables of the tests' own.
            pub fn bytes(&self) -> usize {
                let bytes = [$($(<super::$module::Test<$s>>::bytes(&self.$module),)?)*];
                bytes.iter().sum()
            }
        }
    };
}

/// Asks a test that remembers nothing, or one that does.
macro_rules! ask {
    ($tests:ident, $module:ident, $shared:ident, $query:ident) => {
        super::$module::dead_boxes($shared, $query)
    };
    ($tests:ident, $module:ident<$s:ident>, $shared:ident, $query:ident) => {
        $tests.$module.dead_boxes($shared, $query)
    };
}

techniques! {
    DeadSquares(dead_squares),
    Pairs(pairs),
    Freeze(freeze),
    Learned(learned),
    Pattern(pattern),
    Matching(matching<S>),
    Peeling(peeling<S>),
    Diagonal(diagonal),
    Corral(corral),
    Forced(forced<S>),
    Room(room<S>),
    Wobbler(wobbler),
    PiCorral(pi_corral),
}

impl Technique {
    /// The name used in options and records.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The technique of this name.
    pub fn from_name(name: &str) -> Option<Technique> {
        let mut all = Technique::ALL.into_iter();
        all.find(|technique| technique.name() == name)
    }

    /// The techniques that a search asks at this moment.
    pub const fn asked(when: Asked) -> Techniques {
        let mut asked = Techniques::NONE;
        let mut i = 0;
        while i < Technique::ALL.len() {
            if Technique::ALL[i].row().asked as u8 == when as u8 {
                asked = asked.with(Technique::ALL[i]);
            }
            i += 1;
        }
        asked
    }

    /// The techniques by which players are told why a position is lost, the plainest
    /// first: those that do so at once, and those that need time.
    pub fn explaining() -> (Vec<Technique>, Vec<Technique>) {
        let explains = |technique: &Technique| technique.row().explains;
        let mut told = Technique::ALL.to_vec();
        told.retain(|technique| explains(technique) != Explains::Never);
        told.sort_by_key(explains);
        told.into_iter()
            .partition(|technique| matches!(explains(technique), Explains::AtOnce(_)))
    }
}

/// A set of techniques: which are switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u32);

impl Techniques {
    /// None.
    pub const NONE: Techniques = Techniques(0);
    /// All of them.
    pub const ALL: Techniques = Techniques((1 << Technique::ALL.len()) - 1);

    /// Whether the technique is switched on.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 != 0
    }

    /// These and one more.
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u32)
    }

    /// These without one.
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u32))
    }

    /// Those that are in both sets.
    pub const fn and(self, other: Techniques) -> Techniques {
        Techniques(self.0 & other.0)
    }

    /// Them one by one, in the order in which they are asked.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let technique = *Technique::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(technique)
        })
    }
}
