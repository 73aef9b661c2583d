//! What happens to a game tree, as plain data.
//!
//! A tree is never changed in place: it is what its events make of it
//! (`game_tree.rs`). Whoever stores events gives each a number, greater than all
//! before it, and never changes one. A node is named by the event that made it and
//! by how many of that event's letters lead to it, so a name stays true whatever
//! else is played, in this window or in another one.
//!
//! Every deed can be taken apart into one row of six plain values, the same for a
//! table of a database, for JSON and for the browser's own store ([`Deed::row`]).

/// Who made moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Maker {
    /// The player.
    You,
    /// The player, told by hints what to do.
    Hints,
    /// Kept by a Sokoscope that did not note by whom.
    Earlier,
    /// Pasted, or from a link or a file.
    Imported,
    /// A click on the map.
    Map,
    /// A solver.
    Solver,
}

impl Maker {
    /// All makers, from the player to those that are least like him.
    pub const ALL: [Maker; 6] = [
        Maker::You,
        Maker::Hints,
        Maker::Earlier,
        Maker::Imported,
        Maker::Map,
        Maker::Solver,
    ];

    /// The word in requests and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Maker::You => "you",
            Maker::Hints => "hints",
            Maker::Earlier => "earlier",
            Maker::Imported => "imported",
            Maker::Map => "map",
            Maker::Solver => "solver",
        }
    }

    /// The maker with this name.
    pub fn from_name(name: &str) -> Option<Maker> {
        Maker::ALL.into_iter().find(|maker| maker.name() == name)
    }

    /// Whether the player has moved himself, so that the board goes along.
    pub const fn is_player(self) -> bool {
        matches!(self, Maker::You | Maker::Hints)
    }

    /// The maker's bit in a set of makers.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The maker of this bit alone.
    pub fn from_bit(bit: u8) -> Option<Maker> {
        Maker::ALL.into_iter().find(|maker| maker.bit() == bit)
    }
}

/// A node: so many letters into the run of an event. Event 0 has no letters: it is
/// the start of the level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of the event.
    pub event: u64,
    /// How many of its letters.
    pub letters: u32,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A run of letters was played, or entered, after a node.
    Line {
        /// Where it begins.
        after: Place,
        /// The run: small letters for steps, capitals for pushes or pulls.
        letters: String,
        /// Who made it. Where the player did, the cursor is at its end.
        by: Maker,
    },
    /// The player went elsewhere without a new move.
    Cursor {
        /// The end of the line that he is on.
        tip: Place,
        /// How many moves of that line lie behind him.
        depth: u32,
    },
    /// A node got a name, or lost it if this is empty.
    Name {
        /// The node.
        node: Place,
        /// Its name from now on.
        name: String,
    },
    /// A node and all behind it was deleted, or brought back.
    Hide {
        /// The node.
        node: Place,
        /// Whether it is gone from now on.
        is_hidden: bool,
    },
    /// What branches off behind a node was folded, or unfolded.
    Fold {
        /// The node.
        node: Place,
        /// Whether it is folded from now on.
        is_folded: bool,
    },
}

/// A deed with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number, by which later deeds overrule earlier ones.
    pub seq: u64,
    /// What was done.
    pub deed: Deed,
}

/// A deed as plain values: kind, event and letters of its place, text, number.
pub type Row<'a> = (u8, u64, u32, &'a str, u32);

impl Deed {
    /// This deed as a row.
    ///
    /// ```
    /// use soko_core::{Deed, Maker, Place};
    /// let after = Place { event: 7, letters: 2 };
    /// let line = Deed::Line { after, letters: "rU".into(), by: Maker::You };
    /// assert_eq!(line.row(), (0, 7, 2, "rU", 1));
    /// assert_eq!(Deed::from_row(line.row()), Some(line));
    /// ```
    pub fn row(&self) -> Row<'_> {
        let (kind, place, text, number) = match self {
            Deed::Line { after, letters, by } => (0, after, letters.as_str(), by.bit().into()),
            Deed::Cursor { tip, depth } => (1, tip, "", *depth),
            Deed::Name { node, name } => (2, node, name.as_str(), 0),
            Deed::Hide { node, is_hidden } => (3, node, "", u32::from(*is_hidden)),
            Deed::Fold { node, is_folded } => (4, node, "", u32::from(*is_folded)),
        };
        (kind, place.event, place.letters, text, number)
    }

    /// The deed of a row; none where the row makes no sense.
    pub fn from_row((kind, event, letters, text, number): Row<'_>) -> Option<Deed> {
        let node = Place { event, letters };
        let is_on = number == 1;
        Some(match kind {
            0 => Deed::Line {
                after: node,
                letters: text.into(),
                by: Maker::from_bit(number.try_into().ok()?)?,
            },
            1 => Deed::Cursor {
                tip: node,
                depth: number,
            },
            2 => Deed::Name {
                node,
                name: text.into(),
            },
            3 => Deed::Hide {
                node,
                is_hidden: is_on,
            },
            4 => Deed::Fold {
                node,
                is_folded: is_on,
            },
            _ => return None,
        })
    }
}
