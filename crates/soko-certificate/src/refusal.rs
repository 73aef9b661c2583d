//! Why a certificate is not accepted.

use soko_core::{Coord, Direction, Foul, Setup};
use std::fmt;
use std::io;

/// Why a certificate proves nothing.
#[derive(Debug)]
pub enum Refusal {
    /// The file cannot be read.
    Io(io::Error),
    /// It is no certificate, or one that this program does not know.
    Unknown,
    /// It is damaged, or was never whole.
    Damaged(String),
    /// It belongs to another level.
    OtherLevel {
        /// The level's id.
        level: String,
        /// The id in the certificate.
        certificate: String,
    },
    /// The level has more squares than a certificate can speak of.
    TooLarge,
    /// The solution in it is none.
    Solution(Foul),
    /// A position that is listed as not solved is solved.
    Solved {
        /// The position.
        position: Setup,
    },
    /// The start is neither listed nor ruled out.
    Start,
    /// A push leads to a position that is neither listed nor ruled out.
    Uncovered(Box<Uncovered>),
    /// The user has asked to stop.
    Stopped,
}

/// A push that leads out of what is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncovered {
    /// The position before the push.
    pub position: Setup,
    /// The cost at which it is listed.
    pub depth: u32,
    /// Where the box stands before the push.
    pub from: Coord,
    /// The way it goes.
    pub direction: Direction,
    /// The position after it.
    pub after: Setup,
    /// The cost at which that is reached.
    pub cost: u64,
    /// The cost at which it is listed, if it is.
    pub listed: Option<u32>,
    /// The pushes that it needs at least; none if that is no reason either way.
    pub needed: Option<u64>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Io(error) => write!(f, "{error}"),
            Refusal::Unknown => f.write_str(
                "this is no certificate that soko solve --certificate has written, \
                 or one of another version",
            ),
            Refusal::Damaged(what) => write!(f, "the certificate is damaged: {what}"),
            Refusal::OtherLevel { level, certificate } => write!(
                f,
                "the certificate is of another level: {certificate} and not {level}"
            ),
            Refusal::TooLarge => write!(
                f,
                "certificates are for levels of at most {} floor squares",
                crate::MOST_SQUARES
            ),
            Refusal::Solution(foul) => write!(f, "the solution in it is none: {foul}"),
            Refusal::Solved { position } => {
                write!(f, "a position is listed that is solved:\n{position}")
            }
            Refusal::Start => f.write_str("the start is neither listed nor ruled out"),
            Refusal::Uncovered(uncovered) => uncovered.fmt(f),
            Refusal::Stopped => f.write_str("stopped before it was checked"),
        }
    }
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = format!("{:?}", self.direction).to_lowercase();
        let (from, cost) = (self.from, self.cost);
        let position = self.position.to_string();
        let after = self.after.to_string();
        let (position, after) = (position.trim_end(), after.trim_end());
        write!(
            f,
            "a push leads out of what it covers. From this position, listed at {},\n{position}\n\
             the push {way} of the box at {from} leads at cost {cost} to\n{after}\nwhich ",
            self.depth
        )?;
        match self.listed {
            Some(listed) => write!(f, "is listed at {listed} only")?,
            None => f.write_str("is not listed")?,
        }
        match self.needed {
            Some(needed) => write!(f, " and needs {needed} pushes as far as can be seen"),
            None => f.write_str(" and not ruled out"),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Refusal::Damaged("it ends too early".to_owned()),
            _ => Refusal::Io(error),
        }
    }
}
