//! Whole state graphs of tile games, held against play and against the solver.

use soko_graph::{Deed, Folding, Pictured, Solvable, Successors, layers};
use soko_search::{Control, Limits, Outcome, StopReason};
use soko_tiles::{
    BUILT_IN, Play, TileEngine, TileGraph, TileLevel, explore_tiles, game_named, read_levels,
    solve_tiles, verify_tiles,
};

/// Levels with small graphs, of every game.
fn small() -> Vec<(TileLevel, TileGraph)> {
    let levels = BUILT_IN
        .iter()
        .flat_map(|game| read_levels(game.levels, game_named).unwrap());
    let limits = Limits {
        expansions: Some(10_000),
        ..Limits::default()
    };
    let graphs = levels.map(|level| {
        let graph = explore_tiles(&level, &mut Control::new(limits));
        (level, graph)
    });
    graphs
        .filter(|(_, graph)| graph.stopped().is_none())
        .collect()
}

/// The first won state is as far away as the solver says, and the steps along the way
/// there pass the referee.
#[test]
fn graphs_and_the_solver_agree() {
    let small = small();
    assert!(small.len() >= 12, "{}", small.len());
    for (level, graph) in &small {
        let report = solve_tiles(level, TileEngine::BreadthFirst, &mut Control::default());
        let Outcome::Solved(solution) = report.outcome else {
            panic!("our own levels can be solved");
        };
        let won = (0..graph.n_nodes() as u32)
            .find(|&s| graph.is_solved(s))
            .unwrap();
        let depth = layers(graph).partition_point(|&first| first <= won) - 1;
        assert_eq!(depth, solution.steps.steps().len());
        let way = way_to(graph, won);
        assert_eq!(way.len(), depth);
        verify_tiles(level, &way).unwrap();
        // Nothing that can still be won is dead, and what is won is none of it.
        let folding = Folding::new(graph);
        assert!(folding.is_alive(0) && folding.n_dead_states() < graph.n_nodes());
    }
}

/// The steps to a state: each state was first met from one with a smaller number.
fn way_to(graph: &TileGraph, mut state: u32) -> Vec<soko_core::Direction> {
    let mut way = Vec::new();
    while state != 0 {
        let places = |from: u32| graph.successors(from).iter().position(|&to| to == state);
        let (from, place) = (0..state)
            .find_map(|from| Some((from, places(from)?)))
            .unwrap();
        let deed = graph.deed(from, place).unwrap();
        way.push(soko_core::Direction::from_letter(deed.direction).unwrap());
        state = from;
    }
    way.reverse();
    way
}

/// Every edge is a step that play does, from where the agent stands, and leads to the
/// field that play leads to.
#[test]
fn edges_are_steps() {
    for (level, graph) in small().iter().filter(|(_, graph)| graph.n_nodes() < 1_000) {
        let rules = level.rules();
        let mut n_edges = 0;
        for from in 0..graph.n_nodes() as u32 {
            let mut play = Play::new(level);
            for way in way_to(graph, from) {
                play.step(way);
            }
            assert_eq!(level.draw(play.field()), graph.text(from));
            for (place, &to) in graph.successors(from).iter().enumerate() {
                let Deed {
                    row,
                    column,
                    direction,
                } = graph.deed(from, place).unwrap();
                let agent = play.field().cell(row as usize - 1, column as usize - 1);
                assert!(play.field().holds(rules, agent.unwrap(), rules.agent()));
                assert!(
                    !play
                        .step(soko_core::Direction::from_letter(direction).unwrap())
                        .is_empty()
                );
                assert_eq!(level.draw(play.field()), graph.text(to));
                play.undo();
                n_edges += 1;
            }
        }
        assert_eq!(n_edges, graph.n_edges());
    }
}

#[test]
fn a_stopped_graph_says_so() {
    let level = read_levels(BUILT_IN[5].levels, game_named)
        .unwrap()
        .remove(1);
    let limits = Limits {
        expansions: Some(100),
        ..Limits::default()
    };
    let graph = explore_tiles(&level, &mut Control::new(limits));
    assert_eq!(graph.stopped(), Some(StopReason::Expansions));
    // What was found and not expanded has no edges.
    let last = graph.n_nodes() as u32 - 1;
    assert!(graph.successors(last).is_empty() && graph.n_nodes() > 100);
}

/// A picture of a state tells wall, floor, what can move and the agent apart.
#[test]
fn states_have_pictures() {
    use soko_format::picture::{Form, Paint};
    let text = "game: sliders\n\n#####\n#@=X#\n#####\n";
    let level = read_levels(text, game_named).unwrap().remove(0);
    let graph = explore_tiles(&level, &mut Control::default());
    let scene = graph.scene(0);
    assert_eq!((scene.width, scene.height), graph.size());
    let count = |paint: Paint| scene.shapes.iter().filter(|s| s.paint == paint).count();
    assert_eq!((count(Paint::Wall), count(Paint::Floor)), (12, 3));
    assert_eq!((count(Paint::Man), count(Paint::Box)), (1, 1));
    let letters = scene.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(letters.collect::<String>(), "@=X");
}
