//! Why a certificate cannot be made.

use std::fmt;

/// Why a certificate cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotCertify {
    /// There is a solution that costs less.
    NotSo,
    /// The level has more squares than a certificate can speak of.
    TooLarge,
    /// Whoever watched has asked to stop.
    Stopped,
}

impl fmt::Display for CannotCertify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotCertify::NotSo => f.write_str("it is not so: there is a shorter solution"),
            CannotCertify::TooLarge => write!(
                f,
                "certificates are for levels of at most {} floor squares",
                crate::MOST_SQUARES
            ),
            CannotCertify::Stopped => f.write_str("stopped before it was complete"),
        }
    }
}

impl std::error::Error for CannotCertify {}
