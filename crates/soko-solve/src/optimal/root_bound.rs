//! What the position at the start says of every solution, without a search.

use super::bounds::Bounds;
use crate::switches::{Switch, Switches};
use soko_core::{Bound, Level, Measure, Squares, with_width};
use soko_search::Control;

/// No solution of this level has fewer pushes; none if that is not known, or if the
/// control says stop before it is.
///
/// ```
/// use soko_core::Level;
/// use soko_search::Control;
/// let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
/// let bound = soko_solve::root_bound(&level, &mut Control::default()).unwrap();
/// assert_eq!(bound.to_string(), "3 pushes");
/// ```
pub fn root_bound(level: &Level, control: &mut Control<'_>) -> Option<Bound> {
    let at_least = with_width!(level.board().n_squares(), S => in_width::<S>(level, control))?;
    Some(Bound {
        at_least: u64::from(at_least),
        measure: Measure::Pushes,
    })
}

fn in_width<S: Squares>(level: &Level, control: &mut Control<'_>) -> Option<u32> {
    let switches = Switches::only(&[Switch::PairPenalties]);
    let bounds = Bounds::<S>::new(level, Measure::Pushes, switches, control);
    bounds.ok()?.at_start()
}
