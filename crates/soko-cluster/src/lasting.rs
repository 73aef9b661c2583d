//! The steps of a level, for as long as the process lives.
//!
//! Workers are threads of timely, which outlive whoever started them as far as the
//! compiler can see. A process counts one level in this way, or a few, so what they need
//! of it is never given back.

use soko_core::{Level, with_width};
use soko_graph::Rules;
use soko_graph::count::{LevelSteps, Steps, TooMany, layout};

/// The steps of a level by some rules, to be kept for good.
pub fn lasting_steps(level: &Level, rules: Rules<'static>) -> Result<&'static dyn Steps, TooMany> {
    let level: &'static Level = Box::leak(Box::new(level.clone()));
    let rules: &'static Rules<'static> = Box::leak(Box::new(rules));
    let layout = Box::leak(Box::new(layout(level, rules)));
    with_width!(level.board().n_squares(), S => {
        let steps = LevelSteps::<S>::new(level, layout, rules)?;
        Ok(&*Box::leak(Box::new(steps)))
    })
}
