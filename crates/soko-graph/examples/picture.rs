//! Draws the state graph or, with `components` behind the file's name, the
//! component graph of a level read from a file of plain board rows:
//!
//!     cargo run -p soko-graph --example picture -- level.txt [components] > graph.svg

use soko_core::Level;
use soko_graph::export::{svg, svg_spacing};
use soko_graph::{Folding, Rules, View, explore, layout};
use soko_search::Control;

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which file?")?;
    let view = match args.next().as_deref() {
        Some("components") => View::Components,
        _ => View::States,
    };
    let level: Level = std::fs::read_to_string(path)?.parse()?;
    let graph = explore(&level, &Rules::default(), 1, &mut Control::default())?;
    let folding = Folding::new(&graph);
    let n_nodes = match view {
        View::States => graph.n_states(),
        View::Components => folding.n_components(),
    };
    let spacing = svg_spacing(&graph, view, n_nodes);
    let map = layout::map(&folding, view, spacing).ok_or("the graph is too large to draw")?;
    print!("{}", svg(&folding, &map));
    Ok(())
}
