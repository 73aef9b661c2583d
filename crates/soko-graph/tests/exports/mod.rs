//! The files that a graph of six states becomes, in full; and what its pictures
//! say.

use soko_core::Level;
use soko_graph::export::{svg, svg_spacing, write_dot, write_graphml};
use soko_graph::{
    Convergence, Folding, Records, Rules, StateGraph, View, absorbing_chain, explore, layout,
};
use soko_search::Control;

fn graph() -> StateGraph {
    let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######"
        .parse()
        .unwrap();
    explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap()
}

type Write = fn(&Records<'_>, &mut dyn std::io::Write) -> std::io::Result<()>;

fn written(view: View, write: Write) -> String {
    let graph = graph();
    let folding = Folding::new(&graph);
    let mut file = Vec::new();
    let chain = absorbing_chain(&folding, Convergence::default());
    let records = Records::new(&folding, view).with_chain(chain);
    write(&records, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

#[test]
fn dot() {
    let expected = include_str!("states.dot");
    assert_eq!(written(View::States, write_dot), expected);
    let expected = include_str!("components.dot");
    assert_eq!(written(View::Components, write_dot), expected);
}

#[test]
fn graphml() {
    let expected = include_str!("states.graphml");
    assert_eq!(written(View::States, write_graphml), expected);
    let expected = include_str!("components.graphml");
    assert_eq!(written(View::Components, write_graphml), expected);
}

/// What a picture says, a line each: titles, labels and signs. What is drawn of the
/// boards is left to the tests of board pictures, but for the men and the boxes,
/// each a letter.
fn said(picture: &str) -> String {
    let mut said = String::new();
    for line in picture.lines().filter(|line| line.starts_with('<')) {
        let text = |tag: &str| {
            let (_, rest) = line.split_once(&format!("<{tag}"))?;
            let (_, rest) = rest.split_once('>')?;
            rest.split_once(&format!("</{tag}>")).map(|(text, _)| text)
        };
        if let Some(title) = text("title") {
            let class = line
                .split("class=\"")
                .nth(1)
                .and_then(|c| c.split('"').next());
            said += &format!("\n{title} ({})", class.unwrap_or(""));
        } else if let Some(label) = text("text") {
            said += &format!(" \"{label}\"");
        }
        for (shape, word) in [
            ("circle class=\"sign\"", " no entry"),
            ("rect class=\"inner\"", " double"),
            ("rect class=\"box\"", " b"),
            ("rect class=\"home\"", " B"),
            ("circle class=\"man\"", " m"),
        ] {
            said += if line.contains(shape) { word } else { "" };
        }
    }
    said + "\n"
}

fn picture(view: View) -> String {
    let graph = graph();
    let folding = Folding::new(&graph);
    let spacing = svg_spacing(&graph, view, 6);
    svg(&folding, &layout::map(&folding, view, spacing).unwrap())
}

#[test]
fn a_picture_of_states() {
    let expected = "
0 → 1 (line)
1 → 2 (line)
1 ↔ 3 (line two-way)
3 → 4 (line)
4 ↔ 5 (line two-way)
state 0, 0 pushes from the start, start (node start) \"0 start\" b b m
state 1, 1 pushes from the start (node) \"1\" m b B
state 2, 2 pushes from the start, sink, dead (node dead) \"2\" no entry m b B
state 3, 2 pushes from the start (node) \"3\" m b B
state 4, 3 pushes from the start (node) \"4\" m b B
state 5, 4 pushes from the start, solved (node solved) double \"★ 5\" m B B
";
    assert_eq!(said(&picture(View::States)), expected);
}

/// A component shows its solved state if it has one.
#[test]
fn a_picture_of_components() {
    let expected = "
0 → 1 (line)
1 → 2 (line)
1 → 3 (line)
component A of 1 states, start (node start) \"A start: state 0\" \"factor 0.5\" b b m
component B of 2 states (node) \"B: 2 states\" \"factor 0.5\" m b B
component C of 2 states, solved (node solved) double \"★ C: 2 states\" \"factor 1\" m B B
component D of 1 states, sink, dead (node dead) \"D: state 2\" \"factor 0\" no entry m b B \
\"States of the components\" \"A: 0\" \"B: 1 3\" \"C: 4 5\" \"D: 2\"
";
    assert_eq!(said(&picture(View::Components)), expected);
}
