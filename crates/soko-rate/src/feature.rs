//! The numbers that a grade is made of, each with what it means. None needs a human.
//!
//! Numbers that span powers of ten go in as logarithms. Which model uses which is part
//! of the table; those that no model uses are measured and told all the same. A number
//! that goes in on two scales has two rows with the same meaning, and is one reason.

/// How a number goes into a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As it is.
    Plain,
    /// The logarithm of one more.
    Log,
    /// The logarithm of how unlikely it is: of one less its own logarithm.
    Unlikely,
    /// The fourth root.
    Root,
}

impl Scale {
    /// The number as a model reads it.
    pub fn of(self, value: f64) -> f64 {
        match self {
            Scale::Plain => value,
            Scale::Log => value.max(0.0).ln_1p(),
            Scale::Unlikely => (-value.max(f64::MIN_POSITIVE).ln()).max(0.0).ln_1p(),
            Scale::Root => value.max(0.0).powf(0.25),
        }
    }
}

/// The two models: one for levels whose whole state graph is at hand, one for all that
/// an engine solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// With the whole state graph.
    Whole,
    /// Without it, in a fraction of a second.
    Quick,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Whole, Kind::Quick];

    /// Its word in tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Whole => "whole",
            Kind::Quick => "quick",
        }
    }
}

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name in tables.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    /// How it goes into a model.
    pub scale: Scale,
    /// Whether it needs the whole graph.
    pub needs_graph: bool,
    /// The models that use it.
    pub models: &'static [Kind],
}

impl Feature {
    /// Whether it is a part of a whole, a share or a chance, which people read in percent;
    /// else it is a count. Counts, and they alone, go into models by their logarithm.
    pub fn is_share(&self) -> bool {
        self.scale != Scale::Log
    }
}

/// What a number is worked out from.
enum Needs {
    Level,
    Graph,
}

const BOTH: &[Kind] = &[Kind::Whole, Kind::Quick];
const WHOLE: &[Kind] = &[Kind::Whole];
const QUICK: &[Kind] = &[Kind::Quick];
const NONE: &[Kind] = &[];

const fn feature(
    name: &'static str,
    needs: Needs,
    scale: Scale,
    models: &'static [Kind],
    about: &'static str,
) -> Feature {
    Feature {
        name,
        about,
        scale,
        needs_graph: matches!(needs, Needs::Graph),
        models,
    }
}

/// All numbers, in the order of [`Measured::values`](crate::Measured::values).
#[rustfmt::skip]
pub const FEATURES: [Feature; 24] = [
    feature("boxes", Needs::Level, Scale::Log, QUICK, "boxes"),
    feature("floor", Needs::Level, Scale::Log, QUICK, "floor squares"),
    feature("valid_squares", Needs::Level, Scale::Log, QUICK, "squares from which a box can reach a goal"),
    feature("champion", Needs::Level, Scale::Log, BOTH, "positions that the champion expands"),
    feature("plan", Needs::Level, Scale::Log, QUICK, "positions that a search along a packing plan expands"),
    feature("greedy", Needs::Level, Scale::Log, QUICK, "positions that greedy search expands"),
    feature("astar", Needs::Level, Scale::Log, QUICK, "positions that A* expands"),
    feature("solution_pushes", Needs::Level, Scale::Log, QUICK, "pushes of the best solution that an engine found"),
    feature("solution_moves", Needs::Level, Scale::Log, QUICK, "moves of that solution"),
    feature("solution_changes", Needs::Level, Scale::Log, QUICK, "box changes of that solution"),
    feature("player", Needs::Graph, Scale::Unlikely, WHOLE, "chance of a short-sighted player"),
    feature("player_root", Needs::Graph, Scale::Root, WHOLE, "chance of a short-sighted player"),
    feature("chain_factor", Needs::Graph, Scale::Plain, NONE, "chance of blind pushes"),
    feature("chain_factor_log", Needs::Graph, Scale::Unlikely, NONE, "chance of blind pushes"),
    feature("losing", Needs::Graph, Scale::Plain, WHOLE, "share of pushes that lose"),
    feature("losing_unseen", Needs::Graph, Scale::Plain, WHOLE, "share of pushes that lose and leave no box plainly stuck"),
    feature("shortest_solutions", Needs::Graph, Scale::Log, WHOLE, "solutions with the fewest pushes"),
    feature("misled", Needs::Graph, Scale::Log, WHOLE, "pushes of a shortest solution where another seems best"),
    feature("box_changes", Needs::Graph, Scale::Log, WHOLE, "fewest box changes"),
    feature("moves", Needs::Graph, Scale::Log, WHOLE, "fewest moves"),
    feature("pushes", Needs::Graph, Scale::Log, NONE, "fewest pushes"),
    feature("interleaved", Needs::Graph, Scale::Log, NONE, "box changes beyond one a box: how far the level is from one box after the other"),
    feature("tempted", Needs::Graph, Scale::Log, NONE, "pushes of a shortest solution where what seems best loses"),
    feature("away", Needs::Graph, Scale::Log, NONE, "pushes of a shortest solution that bring no box nearer"),
];

/// The places of a model's numbers in the table.
pub fn features_of(kind: Kind) -> impl Iterator<Item = usize> {
    (0..FEATURES.len()).filter(move |&i| FEATURES[i].models.contains(&kind))
}
