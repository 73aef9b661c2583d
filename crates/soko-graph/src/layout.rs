//! A map of a graph as plain data: where each node lies, what it is, and how the
//! lines run. SVG and the web page draw it.
//!
//! States stand in layers by their pushes from the start, components by the
//! longest way from the start, so that every line between components runs down.
//! Two edges that undo each other are one line with two heads.

use crate::layered::{self, Spacing};
use crate::{Folding, Node, Records, StateGraph, View};
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
pub fn map(folding: &Folding<'_, StateGraph>, view: View, spacing: Spacing) -> Option<Map> {
    let records = Records::new(folding, view);
    if records.n_nodes() > MOST_NODES {
        return None;
    }
    let layers = match view {
        View::States => records.nodes().map(|node| node.depth).collect(),
        View::Components => longest_ways(&records),
    };
    let lines = lines(&records);
    let ends: Vec<(usize, usize)> = lines
        .keys()
        .map(|&(a, b)| (a as usize, b as usize))
        .collect();
    let drawing = layered::place(&layers, &ends, spacing);
    let nodes: Vec<MapNode> = records
        .nodes()
        .zip(&drawing.places)
        .zip(&layers)
        .map(|((node, &(x, y)), &layer)| MapNode { node, layer, x, y })
        .collect();
    let edges = lines
        .iter()
        .zip(&drawing.bends)
        .map(|((&(a, b), &line), bends)| line.edge(a, b, bends, &nodes, spacing))
        .collect();
    Some(Map {
        view,
        width: drawing.width,
        height: drawing.height + spacing.layer_gap / 2.0,
        spacing,
        nodes,
        edges,
    })
}

/// Which ways there are between two nodes, the smaller number first.
#[derive(Clone, Copy, Default)]
struct Line {
    up: bool,
    down: bool,
}

fn lines(records: &Records<'_>) -> BTreeMap<(u32, u32), Line> {
    let mut lines: BTreeMap<(u32, u32), Line> = BTreeMap::new();
    for edge in records.edges().filter(|edge| edge.from != edge.to) {
        let pair = (edge.from.min(edge.to), edge.from.max(edge.to));
        let line = lines.entry(pair).or_default();
        if edge.from < edge.to {
            line.down = true;
        } else {
            line.up = true;
        }
    }
    lines
}

impl Line {
    fn edge(
        self,
        a: u32,
        b: u32,
        bends: &[(f64, f64)],
        nodes: &[MapNode],
        spacing: Spacing,
    ) -> MapEdge {
        let (first, second) = (nodes[a as usize], nodes[b as usize]);
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
        let (mut from, mut to) = (a, b);
        if !self.down {
            (from, to) = (b, a);
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
fn longest_ways(records: &Records<'_>) -> Vec<u32> {
    let mut layers = vec![0; records.n_nodes()];
    for from in 0..records.n_nodes() as u32 {
        for &to in records.targets(from) {
            layers[to as usize] = layers[to as usize].max(layers[from as usize] + 1);
        }
    }
    layers
}
