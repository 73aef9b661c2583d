//! Certificates: what an engine has proved, written down so that a small program which
//! knows no engine can see for itself.
//!
//! [`certify`] writes a proof that no solution has fewer than so many pushes or moves,
//! or that there is none; [`check`] reads it and believes nothing of it. The argument
//! is in `docs/certificates.md`, and in short at the head of `check.rs`. Whoever wants
//! to trust a certificate has to trust `check.rs`, `reading.rs` and what these use
//! (`rules.rs`, `lone_box.rs`, `matching.rs`, `frozen.rs`, `part.rs`, `state_table.rs`),
//! and the rules in soko-core. The search that writes (`make/`) may be as wrong as it
//! likes: what it writes is then refused.
//!
//! ```
//! use soko_certificate::{Claim, certify, check};
//! use soko_core::{Bound, Level, Measure};
//! let level: Level = "########\n#@ $  .#\n#      #\n########".parse().unwrap();
//! let three = Claim::AtLeast(Bound { at_least: 3, measure: Measure::Pushes });
//! let certificate = certify(&level, three, None, &mut |_| true).unwrap();
//! let mut file = Vec::new();
//! certificate.write(&level, &mut file).unwrap();
//! let proved = check(&level, file.as_slice(), &mut |_| true).unwrap();
//! assert_eq!(proved.claim, three);
//! // There is a solution with three pushes, so nothing proves that four are needed.
//! let four = Claim::AtLeast(Bound { at_least: 4, measure: Measure::Pushes });
//! assert!(certify(&level, four, None, &mut |_| true).is_err());
//! ```

mod certificate;
mod check;
mod checksum;
mod claim;
mod frozen;
mod lone_box;
mod make;
mod matching;
mod part;
mod progress;
mod reading;
mod refusal;
mod rules;
mod state_table;

pub use certificate::Certificate;
pub use check::{Proved, check};
pub use checksum::checksum;
pub use claim::Claim;
pub use lone_box::MOST_SQUARES;
pub use make::{Attempt, CannotCertify, certify, certify_by};
pub use part::{Part, Row};
pub use progress::Progress;
pub use refusal::Refusal;
