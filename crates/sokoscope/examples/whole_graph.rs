//! Explores all positions of a level, and counts in how many a single push loses it.

use sokoscope::graph::{Predecessors, PushesToGo, Rules, Successors, explore};
use sokoscope::{Control, Limits, builtin};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tutorial = builtin::collection("tutorial").ok_or("no tutorial")?;
    for entry in &tutorial.read().entries {
        let level = entry.level()?;
        let limits = Limits {
            expansions: Some(200_000),
            ..Limits::default()
        };
        let graph = explore(&level, &Rules::default(), 2, &mut Control::new(limits))?;
        if graph.stopped().is_some() {
            continue;
        }
        let to_go = PushesToGo::new(&graph, &Predecessors::new(&graph));
        let states = 0..graph.n_states() as u32;
        let alive = states.clone().filter(|&state| to_go.of(state).is_some());
        let traps = alive.filter(|&state| {
            let mut next = graph.successors(state).iter();
            next.any(|&to| to_go.of(to).is_none())
        });
        let farthest = states.filter_map(|state| to_go.of(state)).max();
        println!(
            "{}: {} positions, {} from which a push loses, {} pushes from the farthest",
            entry.title().unwrap_or("no title"),
            graph.n_states(),
            traps.count(),
            farthest.unwrap_or(0)
        );
    }
    Ok(())
}
