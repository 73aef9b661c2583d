//! What a search along a plan goes by.

use crate::champion::features::style::{Order, Style};
use crate::champion::plan::packing_plan::PackingPlan;
use crate::champion::plan::route::{Router, Way};
use crate::champion::position::Position;
use crate::deadlock::Technique;
use crate::switches::{Switch, Switches};
use soko_core::Squares;

/// The plan, the style, and the techniques that are on.
pub(crate) struct Course<S> {
    pub(crate) plan: PackingPlan<S>,
    pub(crate) style: Style,
    pub(crate) switches: Switches,
}

impl<S: Squares> Course<S> {
    /// Whether hot boxes are counted.
    pub(crate) fn minds_heat(&self) -> bool {
        self.switches.is_on(Switch::Hotspots) && self.style.minds_heat
    }

    /// Whether moves that freeze a box off its goal are left out at once.
    pub(crate) fn tests_freezing(&self) -> bool {
        self.switches.tests().contains(Technique::Freeze)
    }

    /// The next step of the plan, so many being done, and the way to its target, if
    /// the style minds it and there is one.
    pub(crate) fn way(
        &self,
        router: &mut Router<'_, S>,
        position: &Position<S>,
        packed: usize,
    ) -> Option<Way<S>> {
        if self.style.order != Order::Way || !self.switches.is_on(Switch::Way) {
            return None;
        }
        let next = self.plan.next_step(packed, &position.boxes)?;
        let route = router.route(position, &next, u32::MAX)?;
        Some(Way { next, route })
    }
}
