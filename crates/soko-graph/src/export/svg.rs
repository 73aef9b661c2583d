//! Pictures: a map as SVG, with the board in every node of a small graph.
//!
//! Nothing is told by colour alone. The start has a thick border and the word;
//! solved nodes have a double border and a star; sinks carry a "no entry" sign;
//! dead nodes have a dashed border. A line with two heads can be gone both ways. Below
//! the components stands a table of their states, by the numbers of the other view.

use crate::layered::Spacing;
use crate::layout::{Map, MapEdge, MapNode};
use crate::{Folding, Node, Pictured, View};
use soko_format::picture;
use std::fmt::Write;

/// Graphs of up to so many nodes show the boards.
const BOARDS_UP_TO: usize = 150;
const CELL: f64 = 10.0;
const PADDING: f64 = 5.0;
const LINE: f64 = 12.0;

/// The sizes for a graph of so many nodes: room for a board, or for a number.
pub fn svg_spacing(graph: &impl Pictured, view: View, n_nodes: usize) -> Spacing {
    let (lines, text_width) = match view {
        View::States => (1.0, 72.0),
        View::Components => (2.0, 124.0),
    };
    let (width, height) = if n_nodes <= BOARDS_UP_TO {
        let (columns, rows) = graph.size();
        let width = f64::from(columns) * CELL;
        (width.max(text_width), f64::from(rows) * CELL)
    } else {
        (text_width, 0.0)
    };
    Spacing {
        node_width: width + 2.0 * PADDING,
        node_height: height + lines * LINE + 2.0 * PADDING,
        gap: 22.0,
        layer_gap: if n_nodes <= BOARDS_UP_TO { 58.0 } else { 90.0 },
    }
}

const STYLE: &str = "
  text { font: 10px sans-serif; fill: #222; text-anchor: middle; }
  .table { text-anchor: start; }
  .node { fill: #fff; stroke: #444; stroke-width: 1.2; }
  .dead { stroke-dasharray: 4 3; fill: #f3f0f0; }
  .solved { fill: #eaf6ea; stroke: #1c6b2a; stroke-width: 1.6; }
  .start { stroke-width: 3.4; }
  .inner { fill: none; stroke: #1c6b2a; stroke-width: 1; }
  .line { fill: none; stroke: #667; stroke-width: 1.1; }
  .two-way { stroke: #223; stroke-width: 1.5; }
  .head { fill: #445; }
  .sign { fill: none; stroke: #a11; stroke-width: 1.6; }
";

/// Draws a map of a graph.
pub fn svg<G: Pictured>(folding: &Folding<'_, G>, map: &Map) -> String {
    let graph = folding.graph();
    let mut out = String::new();
    let table = match map.view {
        View::States => Vec::new(),
        View::Components => component_table(folding, map),
    };
    let table_height = LINE * table.len() as f64;
    let (width, height) = (map.width.ceil(), (map.height + table_height).ceil());
    let colours = picture::svg::style();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n<style>{STYLE}{colours}</style>\n\
         <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\">\
         <path class=\"head\" d=\"M0 0.5 L8 4 L0 7.5 z\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for edge in &map.edges {
        draw_edge(&mut out, edge);
    }
    let has_boards = map.nodes.len() <= BOARDS_UP_TO;
    for node in &map.nodes {
        draw_node(&mut out, graph, map, node, has_boards);
    }
    for (i, line) in table.iter().enumerate() {
        let baseline = map.height + LINE * i as f64;
        let _ = writeln!(
            out,
            "<text class=\"table\" x=\"{PADDING}\" y=\"{baseline:.1}\">{line}</text>"
        );
    }
    out.push_str("</svg>\n");
    out
}

/// At most so many states of a component are named.
const NAMED_STATES: usize = 60;
/// The width of a character of the table, on average.
const CHARACTER: f64 = 5.8;

/// Which states each component holds, in lines that fit the picture.
fn component_table<G: Pictured>(folding: &Folding<'_, G>, map: &Map) -> Vec<String> {
    if map.nodes.len() > BOARDS_UP_TO {
        return Vec::new();
    }
    let most = (((map.width - 2.0 * PADDING) / CHARACTER) as usize).max(24);
    let mut lines = vec!["States of the components".to_string()];
    for component in 0..folding.n_components() as u32 {
        let states = folding.states(component);
        let mut line = format!("{}:", letter_name(component));
        let mut words: Vec<String> = states
            .iter()
            .take(NAMED_STATES)
            .map(u32::to_string)
            .collect();
        if states.len() > NAMED_STATES {
            words.push(format!("… ({} in all)", states.len()));
        }
        for word in words {
            if line.chars().count() + 1 + word.chars().count() > most {
                lines.push(std::mem::replace(&mut line, "   ".into()));
            }
            line += &format!(" {word}");
        }
        lines.push(line);
    }
    lines
}

/// Straight between two points, smooth through the bends.
fn draw_edge(out: &mut String, edge: &MapEdge) {
    let points = &edge.points;
    let mut path = format!("M{:.1} {:.1}", points[0].0, points[0].1);
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        if (y1 - y0).abs() < 0.5 || (x1 - x0).abs() < 0.05 {
            let _ = write!(path, " L{x1:.1} {y1:.1}");
        } else {
            let middle = (y0 + y1) / 2.0;
            let _ = write!(
                path,
                " C{x0:.1} {middle:.1} {x1:.1} {middle:.1} {x1:.1} {y1:.1}"
            );
        }
    }
    let (class, start) = if edge.is_two_way {
        ("line two-way", " marker-start=\"url(#head)\"")
    } else {
        ("line", "")
    };
    let (from, to) = (edge.from, edge.to);
    let arrow = if edge.is_two_way { "↔" } else { "→" };
    let _ = writeln!(
        out,
        "<path class=\"{class}\" d=\"{path}\" marker-end=\"url(#head)\"{start}>\
         <title>{from} {arrow} {to}</title></path>"
    );
}

fn draw_node<G: Pictured>(
    out: &mut String,
    graph: &G,
    map: &Map,
    place: &MapNode,
    has_board: bool,
) {
    let node = place.node;
    let (w, h) = (map.spacing.node_width, map.spacing.node_height);
    let (x, y) = (place.x - w / 2.0, place.y - h / 2.0);
    let _ = write!(
        out,
        "<g><title>{}</title>",
        describe(map.view, place, G::MEASURE)
    );
    // 1. The border, double around solved nodes.
    draw_border(out, &format!("node{}", kinds(&node)), (x, y, w, h), 4);
    if node.is_solved {
        draw_border(out, "inner", (x + 3.0, y + 3.0, w - 6.0, h - 6.0), 2);
    }
    // 2. Number or name, and what there is to say about it.
    for (i, text) in labels(map.view, place).iter().enumerate() {
        let baseline = y + PADDING + LINE * (i as f64 + 0.8);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{baseline:.1}\">{text}</text>",
            place.x
        );
    }
    if node.is_sink {
        draw_sign(out, x + w - 11.0, y + 11.0);
    }
    // 3. The board below, in the middle.
    if has_board {
        let (columns, rows) = graph.size();
        let top = y + h - PADDING - f64::from(rows) * CELL;
        let left = place.x - f64::from(columns) * CELL / 2.0;
        draw_board(out, graph, node.shown, left, top);
    }
    out.push_str("</g>\n");
}

/// The classes of a node that the style tells apart, each after a space.
fn kinds(node: &Node) -> String {
    let kinds = [
        (node.is_solved, "solved"),
        (node.is_dead, "dead"),
        (node.is_start, "start"),
    ];
    let kinds = kinds.into_iter().filter(|(is, _)| *is);
    kinds.map(|(_, name)| format!(" {name}")).collect()
}

fn draw_border(out: &mut String, class: &str, (x, y, w, h): (f64, f64, f64, f64), round: u32) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{round}\"/>"
    );
}

/// A circle with a bar: no way on.
fn draw_sign(out: &mut String, x: f64, y: f64) {
    let _ = writeln!(
        out,
        "<circle class=\"sign\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>\
         <path class=\"sign\" d=\"M{:.1} {:.1} l7 -7\"/>",
        x - 3.5,
        y + 3.5
    );
}

fn labels(view: View, place: &MapNode) -> Vec<String> {
    let node = place.node;
    let star = if node.is_solved { "★ " } else { "" };
    let start = if node.is_start { " start" } else { "" };
    match view {
        View::States => vec![format!("{star}{}{start}", node.id)],
        View::Components => {
            let states = match node.size {
                1 => format!("state {}", node.state),
                n => format!("{n} states"),
            };
            vec![
                format!("{star}{}{start}: {states}", letter_name(node.id)),
                format!("factor {}", short(node.solution_factor)),
            ]
        }
    }
}

/// Components are named A, B, … as states are numbered.
fn letter_name(id: u32) -> String {
    let letter = char::from(b'A' + (id % 26) as u8);
    match id / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

fn short(factor: f64) -> String {
    if factor == 0.0 || factor >= 0.001 {
        let text = format!("{factor:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        format!("{factor:.1e}")
    }
}

fn describe(view: View, place: &MapNode, measure: &str) -> String {
    let n = place.node;
    let mut words = match view {
        View::States => format!("state {}, {} {measure} from the start", n.id, n.depth),
        View::Components => format!("component {} of {} states", letter_name(n.id), n.size),
    };
    for (is, word) in [
        (n.is_start, ", start"),
        (n.is_solved, ", solved"),
        (n.is_sink, ", sink"),
        (n.is_dead, ", dead"),
    ] {
        words.push_str(if is { word } else { "" });
    }
    words
}

fn draw_board(out: &mut String, graph: &impl Pictured, state: u32, left: f64, top: f64) {
    let shapes = picture::svg::shapes(&graph.scene(state), CELL);
    let _ = writeln!(
        out,
        "<g transform=\"translate({left:.1} {top:.1})\">\n{shapes}</g>"
    );
}
