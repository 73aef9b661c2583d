//! A map of a graph as plain data: where each node lies, what it is, and how the
//! lines run. SVG and the web page draw it.
//!
//! States stand in layers by their pushes from the start, components by the
//! longest way from the start, so that every line between components runs down.
//! Two edges that undo each other are one line with two heads. A component can
//! also be opened: a map of its states alone.

use crate::layered::{self, Spacing};
use crate::{Folding, Node, Pictured, Records, StateGraph, View};
use std::collections::BTreeMap;

/// Graphs with more nodes than this are not drawn; see
/// [`depth_summary`](crate::depth_summary).
pub const MOST_NODES: usize = 2_000;

/// A node of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapNode {
    /// What it stands for.
    pub node: Node,
    /// Its layer, from 0 at the top.
    pub layer: u32,
    /// The centre.
    pub x: f64,
    /// The centre.
    pub y: f64,
}

/// A line of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapEdge {
    /// The number of the node it leaves.
    pub from: u32,
    /// The number of the node it leads to.
    pub to: u32,
    /// Whether there is an edge back as well.
    pub is_two_way: bool,
    /// Where the line runs, from border to border.
    pub points: Vec<(f64, f64)>,
}

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Which graph it shows.
    pub view: View,
    /// The width of the whole picture.
    pub width: f64,
    /// The height of the whole picture.
    pub height: f64,
    /// The sizes in use.
    pub spacing: Spacing,
    /// The nodes by their numbers.
    pub nodes: Vec<MapNode>,
    /// The lines.
    pub edges: Vec<MapEdge>,
}

/// Draws a graph with nodes of the given size; none if it has too many nodes.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Folding, Rules, Spacing, View, explore, layout};
/// use soko_search::Control;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let folding = Folding::new(&graph);
/// let spacing = Spacing { node_width: 30.0, node_height: 20.0, gap: 10.0, layer_gap: 20.0 };
/// let map = layout::map(&folding, View::Components, spacing).unwrap();
/// // The start above, then what follows it, then a solution beside a dead end.
/// let layers: Vec<u32> = map.nodes.iter().map(|node| node.layer).collect();
/// assert_eq!(layers, [0, 1, 2, 2]);
/// ```
pub fn map<G: Pictured>(folding: &Folding<'_, G>, view: View, spacing: Spacing) -> Option<Map> {
    let records = Records::new(folding, view);
    if records.n_nodes() > MOST_NODES {
        return None;
    }
    let layers: Vec<u32> = match view {
        View::States => records.nodes().map(|node| node.depth).collect(),
        View::Components => longest_ways(&records),
    };
    let nodes = records.nodes().zip(layers).collect();
    Some(draw(&records, nodes, spacing))
}

/// Draws the states of one component, with the edges between them; none if there
/// are too many.
pub fn component_map(
    folding: &Folding<'_, StateGraph>,
    component: u32,
    spacing: Spacing,
) -> Option<Map> {
    let states = folding.states(component);
    if states.len() > MOST_NODES {
        return None;
    }
    let records = Records::new(folding, View::States);
    let nodes: Vec<Node> = states.iter().map(|&state| records.node(state)).collect();
    let top = nodes.iter().map(|node| node.depth).min().unwrap_or(0);
    let nodes = nodes.into_iter().map(|node| (node, node.depth - top));
    Some(draw(&records, nodes.collect(), spacing))
}

/// Draws the first states of a graph, which are those nearest to its start, with the
/// edges between them.
pub fn nearest_map(folding: &Folding<'_, StateGraph>, n: usize, spacing: Spacing) -> Map {
    let records = Records::new(folding, View::States);
    let nodes = records.nodes().take(n.min(MOST_NODES));
    let nodes = nodes.map(|node| (node, node.depth)).collect();
    draw(&records, nodes, spacing)
}

/// Draws some of the nodes, given the layer of each, in order of their numbers.
fn draw<G: Pictured>(records: &Records<'_, G>, nodes: Vec<(Node, u32)>, spacing: Spacing) -> Map {
    let (nodes, layers): (Vec<Node>, Vec<u32>) = nodes.into_iter().unzip();
    let lines = lines(records, &nodes);
    let ends: Vec<(usize, usize)> = lines.keys().copied().collect();
    let drawing = layered::place(&layers, &ends, spacing);
    let nodes: Vec<MapNode> = nodes
        .into_iter()
        .zip(&drawing.places)
        .zip(&layers)
        .map(|((node, &(x, y)), &layer)| MapNode { node, layer, x, y })
        .collect();
    let mut edges: Vec<MapEdge> = lines
        .iter()
        .zip(&drawing.bends)
        .map(|((&(a, b), &line), bends)| line.edge(nodes[a], nodes[b], bends, spacing))
        .collect();
    spread_ends(&mut edges, &nodes, spacing);
    Map {
        view: records.view(),
        width: drawing.width,
        height: drawing.height + spacing.layer_gap / 2.0,
        spacing,
        nodes,
        edges,
    }
}

/// Which ways there are between two drawn nodes, the one that comes first first.
#[derive(Clone, Copy, Default)]
struct Line {
    up: bool,
    down: bool,
}

/// The lines between nodes, by their places among them.
fn lines<G: Pictured>(records: &Records<'_, G>, nodes: &[Node]) -> BTreeMap<(usize, usize), Line> {
    let place_of = |id: u32| nodes.binary_search_by_key(&id, |node| node.id).ok();
    let mut lines: BTreeMap<(usize, usize), Line> = BTreeMap::new();
    for (from, node) in nodes.iter().enumerate() {
        let targets = records.targets(node.id).iter();
        for to in targets.filter_map(|&to| place_of(to)) {
            if from == to {
                continue;
            }
            let line = lines.entry((from.min(to), from.max(to))).or_default();
            if from < to {
                line.down = true;
            } else {
                line.up = true;
            }
        }
    }
    lines
}

impl Line {
    fn edge(
        self,
        first: MapNode,
        second: MapNode,
        bends: &[(f64, f64)],
        spacing: Spacing,
    ) -> MapEdge {
        let mut points = if first.layer == second.layer {
            beside(first, second, spacing)
        } else {
            // Bends run from the upper node to the lower one.
            let (top, bottom) = if first.layer < second.layer {
                (first, second)
            } else {
                (second, first)
            };
            let half = spacing.node_height / 2.0;
            let mut points = vec![(top.x, top.y + half)];
            // Beside the nodes of a layer the line runs straight down.
            points.extend(
                bends
                    .iter()
                    .flat_map(|&(x, y)| [(x, y - half), (x, y + half)]),
            );
            points.push((bottom.x, bottom.y - half));
            if first.layer > second.layer {
                points.reverse();
            }
            points
        };
        let (mut from, mut to) = (first.node.id, second.node.id);
        if !self.down {
            (from, to) = (to, from);
            points.reverse();
        }
        MapEdge {
            from,
            to,
            is_two_way: self.up && self.down,
            points,
        }
    }
}

/// The farthest that two lines are apart where they meet the same border.
const ENDS_APART: f64 = 14.0;

/// Where a line meets a node.
struct End {
    edge: usize,
    /// Whether it is the first of the line's points, or the last.
    is_first: bool,
    /// Where the line comes from, or goes to.
    beside: f64,
}

/// Gives every line a place of its own on the borders of its nodes, in the order
/// in which they come, so that each head belongs to one line to the eye.
fn spread_ends(edges: &mut [MapEdge], nodes: &[MapNode], spacing: Spacing) {
    // By node, and whether it is the lower border; with the node's centre.
    let mut borders: BTreeMap<(u32, bool), (f64, Vec<End>)> = BTreeMap::new();
    let drawn = |id: u32| {
        nodes
            .binary_search_by_key(&id, |n| n.node.id)
            .map(|i| nodes[i])
    };
    for (i, edge) in edges.iter().enumerate() {
        let (Ok(from), Ok(to)) = (drawn(edge.from), drawn(edge.to)) else {
            continue;
        };
        if from.layer == to.layer {
            continue;
        }
        let runs_down = from.layer < to.layer;
        let points = &edge.points;
        for (node, is_first) in [(from, true), (to, false)] {
            let neighbour = if is_first { 1 } else { points.len() - 2 };
            let border = (node.node.id, runs_down == is_first);
            let (_, ends) = borders.entry(border).or_insert((node.x, Vec::new()));
            ends.push(End {
                edge: i,
                is_first,
                beside: points[neighbour].0,
            });
        }
    }
    for (centre, mut ends) in borders.into_values() {
        ends.sort_by(|a, b| a.beside.total_cmp(&b.beside).then(a.edge.cmp(&b.edge)));
        let apart = ENDS_APART.min(0.7 * spacing.node_width / ends.len() as f64);
        let middle = (ends.len() - 1) as f64 / 2.0;
        for (place, end) in ends.iter().enumerate() {
            let points = &mut edges[end.edge].points;
            let at = if end.is_first { 0 } else { points.len() - 1 };
            points[at].0 = centre + (place as f64 - middle) * apart;
        }
    }
}

/// A line within a layer: straight between neighbours, else below the others.
fn beside(first: MapNode, second: MapNode, spacing: Spacing) -> Vec<(f64, f64)> {
    let (left, right) = if first.x < second.x {
        (first, second)
    } else {
        (second, first)
    };
    let half = spacing.node_width / 2.0;
    let are_neighbours = right.x - left.x < 2.0 * (spacing.node_width + spacing.gap);
    let mut points = if are_neighbours {
        vec![(left.x + half, left.y), (right.x - half, right.y)]
    } else {
        let bottom = left.y + spacing.node_height / 2.0;
        let low = bottom + spacing.layer_gap * 0.4;
        vec![
            (left.x + half / 2.0, bottom),
            ((left.x + right.x) / 2.0, low),
            (right.x - half / 2.0, bottom),
        ]
    };
    if first.x > second.x {
        points.reverse();
    }
    points
}

/// The longest way from the start to each component. Edges lead to larger
/// numbers, so one pass in order does.
fn longest_ways<G: Pictured>(records: &Records<'_, G>) -> Vec<u32> {
    let mut layers = vec![0; records.n_nodes()];
    for from in 0..records.n_nodes() as u32 {
        for &to in records.targets(from) {
            layers[to as usize] = layers[to as usize].max(layers[from as usize] + 1);
        }
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, explore};
    use soko_search::Control;

    #[test]
    fn an_opened_component_has_its_own_states_and_lines() {
        let rows = ["#######", "#     #", "# @$ .#", "#     #", "#######"];
        let level: soko_core::Level = rows.join("\n").parse().unwrap();
        let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
        let folding = Folding::new(&graph);
        let spacing = Spacing {
            node_width: 20.0,
            node_height: 20.0,
            gap: 10.0,
            layer_gap: 30.0,
        };
        let whole = map(&folding, View::States, spacing).unwrap();
        let mut n_states = 0;
        for component in 0..folding.n_components() as u32 {
            let part = component_map(&folding, component, spacing).unwrap();
            let ids: Vec<u32> = part.nodes.iter().map(|at| at.node.id).collect();
            assert_eq!(ids, folding.states(component));
            assert!(part.nodes.iter().any(|at| at.layer == 0));
            let inside = |edge: &&MapEdge| ids.contains(&edge.from) && ids.contains(&edge.to);
            let ways = |edge: &MapEdge| (edge.from, edge.to, edge.is_two_way);
            let expected: Vec<_> = whole.edges.iter().filter(inside).map(ways).collect();
            assert_eq!(part.edges.iter().map(ways).collect::<Vec<_>>(), expected);
            n_states += ids.len();
        }
        assert_eq!(n_states, graph.n_states());
    }

    #[test]
    fn no_two_lines_meet_a_node_at_one_point() {
        let text = "########\n#   .  #\n# #$#  #\n#   @$.#\n#  ##  #\n########";
        let level = text.parse().unwrap();
        let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
        let folding = Folding::new(&graph);
        let spacing = Spacing {
            node_width: 80.0,
            node_height: 60.0,
            gap: 20.0,
            layer_gap: 50.0,
        };
        for view in [View::States, View::Components] {
            let map = map(&folding, view, spacing).unwrap();
            let layer = |node: u32| map.nodes[node as usize].layer;
            let between = map.edges.iter().filter(|e| layer(e.from) != layer(e.to));
            let ends = between.flat_map(|e| [e.points[0], e.points[e.points.len() - 1]]);
            let mut ends: Vec<String> = ends.map(|end| format!("{end:.1?}")).collect();
            let n_ends = ends.len();
            assert!(n_ends > 10, "a picture with something in it");
            ends.sort();
            ends.dedup();
            assert_eq!(ends.len(), n_ends, "{view:?}");
        }
    }
}
