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
    /// Whether it is a part of a whole, a share or a chance, which people read in percent.
    pub is_share: bool,
    /// The models that use it.
    pub models: &'static [Kind],
}

const BOTH: &[Kind] = &[Kind::Whole, Kind::Quick];
const WHOLE: &[Kind] = &[Kind::Whole];
const QUICK: &[Kind] = &[Kind::Quick];
const NONE: &[Kind] = &[];

const fn of_graph(
    name: &'static str,
    scale: Scale,
    models: &'static [Kind],
    about: &'static str,
) -> Feature {
    Feature {
        name,
        about,
        scale,
        needs_graph: true,
        is_share: false,
        models,
    }
}

const fn share(
    name: &'static str,
    scale: Scale,
    models: &'static [Kind],
    about: &'static str,
) -> Feature {
    Feature {
        is_share: true,
        ..of_graph(name, scale, models, about)
    }
}

const fn quick(
    name: &'static str,
    scale: Scale,
    models: &'static [Kind],
    about: &'static str,
) -> Feature {
    Feature {
        needs_graph: false,
        ..of_graph(name, scale, models, about)
    }
}

/// All numbers, in the order of [`Measured::values`](crate::Measured::values).
#[rustfmt::skip]
pub const FEATURES: [Feature; 24] = [
    quick("boxes", Scale::Log, QUICK, "boxes"),
    quick("floor", Scale::Log, QUICK, "floor squares"),
    quick("valid_squares", Scale::Log, QUICK, "squares from which a box can reach a goal"),
    quick("champion", Scale::Log, BOTH, "positions that the champion expands"),
    quick("plan", Scale::Log, QUICK, "positions that a search along a packing plan expands"),
    quick("greedy", Scale::Log, QUICK, "positions that greedy search expands"),
    quick("astar", Scale::Log, QUICK, "positions that A* expands"),
    quick("solution_pushes", Scale::Log, QUICK, "pushes of the best solution that an engine found"),
    quick("solution_moves", Scale::Log, QUICK, "moves of that solution"),
    quick("solution_changes", Scale::Log, QUICK, "box changes of that solution"),
    share("player", Scale::Unlikely, WHOLE, "chance of a short-sighted player"),
    share("player_root", Scale::Root, WHOLE, "chance of a short-sighted player"),
    share("chain_factor", Scale::Plain, NONE, "chance of blind pushes"),
    share("chain_factor_log", Scale::Unlikely, NONE, "chance of blind pushes"),
    share("losing", Scale::Plain, WHOLE, "share of pushes that lose"),
    share("losing_unseen", Scale::Plain, WHOLE, "share of pushes that lose and leave no box plainly stuck"),
    of_graph("shortest_solutions", Scale::Log, WHOLE, "solutions with the fewest pushes"),
    of_graph("misled", Scale::Log, WHOLE, "pushes of a shortest solution where another seems best"),
    of_graph("box_changes", Scale::Log, WHOLE, "fewest box changes"),
    of_graph("moves", Scale::Log, WHOLE, "fewest moves"),
    of_graph("pushes", Scale::Log, NONE, "fewest pushes"),
    of_graph("interleaved", Scale::Log, NONE, "box changes beyond one a box: how far the level is from one box after the other"),
    of_graph("tempted", Scale::Log, NONE, "pushes of a shortest solution where what seems best loses"),
    of_graph("away", Scale::Log, NONE, "pushes of a shortest solution that bring no box nearer"),
];

/// The places of a model's numbers in the table.
pub fn features_of(kind: Kind) -> impl Iterator<Item = usize> {
    (0..FEATURES.len()).filter(move |&i| FEATURES[i].models.contains(&kind))
}
