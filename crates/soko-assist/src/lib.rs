//! Layers and hints for a player, as plain data.
//!
//! A layer looks at a position and hands back an [`Overlay`]: tints of squares,
//! arrows, labels and sentences, each with how certain it is and why. Nothing here
//! draws; the page, the terminal and the pictures all show the same overlays.
//!
//! [`LAYERS`] is the table of the layers; each is one file under `layer/`. An
//! [`Assistant`] is made once for a level and keeps what the layers share.
//!
//! ```
//! use soko_assist::{Assistant, Question, layer};
//! use soko_core::Level;
//! use soko_search::Control;
//!
//! let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
//! let start = level.start();
//! let mut assistant = Assistant::new(level);
//! let question = Question::new(&start);
//! let overlay = assistant.ask(&layer::PUSHES, &question, &mut Control::default());
//! assert_eq!(overlay.arrows.len(), 1);
//! ```

mod assistant;
mod bound;
mod deadlock;
mod experience;
mod hint;
mod history;
mod judge;
pub mod layer;
mod neighbourhood;
mod overlay;
mod text;

pub use assistant::{Assistant, PATIENT, QUICK, Question, within};
pub use hint::{Hint, Rung, hint};
pub use history::TurningPoint;
pub use judge::Judgement;
pub use layer::{Focus, LAYERS, Layer, LayerKind, PRESETS, Preset};
pub use neighbourhood::Fate;
pub use overlay::{Arrow, ArrowKind, Certainty, GuiltyWall, Label, Overlay, Tint, TintKind};
pub use text::{Mark, marked_board, marks};
