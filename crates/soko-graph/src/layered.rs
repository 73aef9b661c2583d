//! Drawing a graph in layers.
//!
//! Nodes stand in given layers from top to bottom. An edge over several layers
//! gets a bend in each layer between. Within the layers, sweeps down and up sort
//! nodes and bends by the mean place of their neighbours, and the order with the
//! fewest crossings is kept. Then each is moved towards its neighbours as far as
//! the order and the gaps allow: least squares under an order, which pooling
//! adjacent violators solves exactly. No randomness: the same graph gives the
//! same picture. Source of the method: Sugiyama, Tagawa and Toda 1981.

/// Sizes in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// Width of a node.
    pub node_width: f64,
    /// Height of a node.
    pub node_height: f64,
    /// Between two nodes side by side.
    pub gap: f64,
    /// Between two layers.
    pub layer_gap: f64,
}

/// Where everything lies. Coordinates are those of centres.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) places: Vec<(f64, f64)>,
    /// For each edge the bends from its upper end to its lower end.
    pub(crate) bends: Vec<Vec<(f64, f64)>>,
}

const SORTING_SWEEPS: usize = 16;
const MOVING_SWEEPS: usize = 24;
/// More bends than this are not worth their time; edges are then straight.
const MOST_BENDS: usize = 30_000;

/// Places nodes, given the layer of each, and edges between different layers or
/// within one.
pub(crate) fn place(layer_of: &[u32], edges: &[(usize, usize)], spacing: Spacing) -> Drawing {
    let mut web = Web::new(layer_of, edges);
    web.sort_layers();
    let widths = web.widths(spacing);
    let xs = web.move_within_layers(&widths, spacing);
    let left = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let step = spacing.node_height + spacing.layer_gap;
    let margin = spacing.gap;
    let place = |vertex: usize| {
        let x = xs[vertex] - left + margin + spacing.node_width / 2.0;
        let layer = f64::from(web.layer_of[vertex]);
        (x, layer * step + margin + spacing.node_height / 2.0)
    };
    let places: Vec<(f64, f64)> = (0..layer_of.len()).map(place).collect();
    let right = (0..web.layer_of.len())
        .map(|v| place(v).0)
        .fold(0.0, f64::max);
    let bends = web
        .bends
        .iter()
        .map(|list| list.iter().map(|&v| place(v)).collect());
    Drawing {
        width: right + margin + spacing.node_width / 2.0,
        height: (web.layers.len() as f64) * step - spacing.layer_gap + 2.0 * margin,
        bends: bends.collect(),
        places,
    }
}

/// Nodes and bends as vertices, linked between neighbouring layers.
struct Web {
    n_nodes: usize,
    layer_of: Vec<u32>,
    layers: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    bends: Vec<Vec<usize>>,
}

impl Web {
    fn new(layer_of: &[u32], edges: &[(usize, usize)]) -> Web {
        let n_layers = layer_of.iter().max().map_or(0, |&l| l as usize + 1);
        let mut web = Web {
            n_nodes: layer_of.len(),
            layer_of: layer_of.to_vec(),
            layers: vec![Vec::new(); n_layers],
            above: vec![Vec::new(); layer_of.len()],
            below: vec![Vec::new(); layer_of.len()],
            bends: vec![Vec::new(); edges.len()],
        };
        for (node, &layer) in layer_of.iter().enumerate() {
            web.layers[layer as usize].push(node);
        }
        let span = |&(a, b): &(usize, usize)| layer_of[a].abs_diff(layer_of[b]).saturating_sub(1);
        let has_bends = edges.iter().map(|e| span(e) as usize).sum::<usize>() <= MOST_BENDS;
        for (i, &(a, b)) in edges.iter().enumerate() {
            let (top, bottom) = if layer_of[a] <= layer_of[b] {
                (a, b)
            } else {
                (b, a)
            };
            if has_bends {
                web.route(i, top, bottom);
            } else if layer_of[top] + 1 == layer_of[bottom] {
                web.link(top, bottom);
            }
        }
        web
    }

    fn route(&mut self, edge: usize, top: usize, bottom: usize) {
        if self.layer_of[top] == self.layer_of[bottom] {
            return;
        }
        let mut last = top;
        for layer in self.layer_of[top] + 1..self.layer_of[bottom] {
            let bend = self.layer_of.len();
            self.layer_of.push(layer);
            self.layers[layer as usize].push(bend);
            self.above.push(Vec::new());
            self.below.push(Vec::new());
            self.bends[edge].push(bend);
            self.link(last, bend);
            last = bend;
        }
        self.link(last, bottom);
    }

    fn link(&mut self, top: usize, bottom: usize) {
        self.below[top].push(bottom);
        self.above[bottom].push(top);
    }

    /// Sweeps down and up, keeping the order with the fewest crossings.
    fn sort_layers(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SORTING_SWEEPS {
            let down = sweep % 2 == 0;
            let n = self.layers.len();
            for i in 0..n {
                let layer = if down { i } else { n - 1 - i };
                self.sort_layer(layer, down);
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    fn sort_layer(&mut self, layer: usize, by_above: bool) {
        let neighbours = if by_above { &self.above } else { &self.below };
        let at = self.ranks();
        let mut keyed: Vec<(f64, usize)> = self.layers[layer]
            .iter()
            .map(|&v| (mean(neighbours[v].iter().map(|&n| at[n] as f64)), v))
            .enumerate()
            // Without neighbours a vertex keeps its place.
            .map(|(i, (key, v))| (key.unwrap_or(i as f64), v))
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.layers[layer] = keyed.into_iter().map(|(_, v)| v).collect();
    }

    fn ranks(&self) -> Vec<usize> {
        let mut at = vec![0; self.layer_of.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(i, &v)| at[v] = i);
        }
        at
    }

    /// Pairs of links that cross, counted layer by layer with a Fenwick tree.
    fn crossings(&self) -> u64 {
        let at = self.ranks();
        let mut crossings = 0;
        for (i, layer) in self.layers.iter().enumerate() {
            let n = self.layers.get(i + 1).map_or(0, Vec::len);
            let mut tree = vec![0u64; n + 1];
            let mut seen = 0;
            for &v in layer {
                let mut targets: Vec<usize> = self.below[v].iter().map(|&b| at[b]).collect();
                targets.sort_unstable();
                for &target in &targets {
                    crossings += seen - prefix_sum(&tree, target + 1);
                }
                for &target in &targets {
                    add(&mut tree, target);
                    seen += 1;
                }
            }
        }
        crossings
    }

    fn widths(&self, spacing: Spacing) -> Vec<f64> {
        let width = |v| {
            let is_bend = v >= self.n_nodes;
            if is_bend {
                spacing.node_width / 6.0
            } else {
                spacing.node_width
            }
        };
        (0..self.layer_of.len()).map(width).collect()
    }

    fn move_within_layers(&self, widths: &[f64], spacing: Spacing) -> Vec<f64> {
        // 1. Every layer in its order, as narrow as it can be, around the middle.
        let mut xs = vec![0.0; self.layer_of.len()];
        let offsets: Vec<Vec<f64>> = self
            .layers
            .iter()
            .map(|l| offsets(l, widths, spacing))
            .collect();
        for (layer, offsets) in self.layers.iter().zip(&offsets) {
            let middle = offsets.last().copied().unwrap_or(0.0) / 2.0;
            layer
                .iter()
                .zip(offsets)
                .for_each(|(&v, o)| xs[v] = o - middle);
        }
        // 2. Layer by layer, down and up in turns: everyone wishes to stand in the
        //    middle of his neighbours, and gets as near as the order allows.
        let n = self.layers.len();
        for sweep in 0..MOVING_SWEEPS {
            for i in 0..n {
                let layer = if sweep % 2 == 0 { i } else { n - 1 - i };
                let wishes: Vec<f64> = self.layers[layer]
                    .iter()
                    .map(|&v| {
                        let near = self.above[v].iter().chain(&self.below[v]);
                        mean(near.map(|&n| xs[n])).unwrap_or(xs[v])
                    })
                    .collect();
                let moved = nearest_in_order(&wishes, &offsets[layer]);
                let vertices = self.layers[layer].iter();
                vertices.zip(moved).for_each(|(&v, x)| xs[v] = x);
            }
        }
        xs
    }
}

/// How far from the first each vertex of a layer lies at least.
fn offsets(layer: &[usize], widths: &[f64], spacing: Spacing) -> Vec<f64> {
    let mut offset = 0.0;
    let mut last: Option<usize> = None;
    let next = |&v: &usize| {
        if let Some(last) = last {
            offset += (widths[last] + widths[v]) / 2.0 + spacing.gap;
        }
        last = Some(v);
        offset
    };
    layer.iter().map(next).collect()
}

/// The places nearest to the wishes (least squares) that keep order and gaps.
fn nearest_in_order(wishes: &[f64], offsets: &[f64]) -> Vec<f64> {
    // Without the offsets the gaps vanish and places must only not decrease.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (wish, offset) in wishes.iter().zip(offsets) {
        let mut block = (wish - offset, 1);
        while let Some(&(sum, n)) = blocks.last() {
            if sum / n as f64 <= block.0 / block.1 as f64 {
                break;
            }
            block = (block.0 + sum, block.1 + n);
            blocks.pop();
        }
        blocks.push(block);
    }
    let flat = blocks
        .iter()
        .flat_map(|&(sum, n)| std::iter::repeat_n(sum / n as f64, n));
    flat.zip(offsets).map(|(x, offset)| x + offset).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.fold((0.0, 0usize), |(sum, n), v| (sum + v, n + 1));
    (n > 0).then(|| sum / n as f64)
}

fn add(tree: &mut [u64], index: usize) {
    let mut i = index + 1;
    while i < tree.len() {
        tree[i] += 1;
        i += i & i.wrapping_neg();
    }
}

fn prefix_sum(tree: &[u64], end: usize) -> u64 {
    let (mut sum, mut i) = (0, end);
    while i > 0 {
        sum += tree[i];
        i -= i & i.wrapping_neg();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPACING: Spacing = Spacing {
        node_width: 10.0,
        node_height: 10.0,
        gap: 2.0,
        layer_gap: 10.0,
    };

    #[test]
    fn crossings_that_can_be_avoided_are_avoided() {
        let web = &mut Web::new(&[0, 0, 1, 1], &[(0, 3), (1, 2)]);
        assert_eq!(web.crossings(), 1);
        web.sort_layers();
        assert_eq!(web.crossings(), 0);
    }

    #[test]
    fn nodes_never_overlap_and_long_edges_bend() {
        let layers = [0, 1, 1, 1, 2, 3];
        let edges = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (0, 5), (4, 5)];
        let drawing = place(&layers, &edges, SPACING);
        assert_eq!(drawing.bends[5].len(), 2);
        for a in 0..layers.len() {
            for b in 0..a {
                let (pa, pb) = (drawing.places[a], drawing.places[b]);
                assert!((pa.0 - pb.0).abs() >= 11.99 || (pa.1 - pb.1).abs() >= 11.99);
            }
            assert!(drawing.places[a].0 >= 5.0 && drawing.places[a].0 <= drawing.width - 5.0);
        }
        assert_eq!(drawing, place(&layers, &edges, SPACING));
    }

    /// The centres of the nodes of each layer, in whole numbers.
    fn centres(layers: &[u32], edges: &[(usize, usize)]) -> Vec<Vec<(usize, i32)>> {
        let drawing = place(layers, edges, SPACING);
        let n_layers = layers.iter().max().map_or(0, |&layer| layer + 1);
        let of_layer = |layer: u32| {
            let nodes = (0..layers.len()).filter(|&node| layers[node] == layer);
            let mut row: Vec<(usize, i32)> = nodes
                .map(|node| (node, drawing.places[node].0.round() as i32))
                .collect();
            row.sort_by_key(|&(_, x)| x);
            row
        };
        (0..n_layers).map(of_layer).collect()
    }

    /// ```text
    ///      0        1 is drawn towards 0, 3 and 4, and 7 stands under its only
    ///    1   2      neighbour; centred layers would put 7 under 0
    ///   3 4 5 6
    ///         7
    /// ```
    #[test]
    fn nodes_move_towards_their_neighbours() {
        let layers = [0, 1, 1, 2, 2, 2, 2, 3];
        let edges = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (6, 7)];
        let expected = vec![
            vec![(0, 24)],
            vec![(1, 16), (2, 32)],
            vec![(3, 7), (4, 19), (5, 31), (6, 43)],
            vec![(7, 43)],
        ];
        assert_eq!(centres(&layers, &edges), expected);
    }

    /// Two chains that cross as numbered are drawn side by side, each straight.
    #[test]
    fn chains_are_untangled_and_straight() {
        let layers = [0, 0, 1, 1, 2, 2];
        let edges = [(0, 3), (1, 2), (3, 4), (2, 5)];
        let expected = vec![
            vec![(0, 7), (1, 19)],
            vec![(3, 7), (2, 19)],
            vec![(4, 7), (5, 19)],
        ];
        assert_eq!(centres(&layers, &edges), expected);
    }

    /// Against every pair of links, on random webs.
    #[test]
    fn crossings_are_counted_right() {
        let mut random = soko_core::SplitMix(83);
        for _ in 0..100 {
            let layers: Vec<u32> = (0..12).map(|_| random.below(3) as u32).collect();
            let any = |random: &mut soko_core::SplitMix| random.below(layers.len());
            let edges: Vec<(usize, usize)> = (0..14)
                .map(|_| (any(&mut random), any(&mut random)))
                .collect();
            let web = Web::new(&layers, &edges);
            let at = web.ranks();
            let links: Vec<(usize, usize)> = (0..web.below.len())
                .flat_map(|top| web.below[top].iter().map(move |&bottom| (top, bottom)))
                .collect();
            let cross = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
                web.layer_of[a] == web.layer_of[c] && at[a] < at[c] && at[b] > at[d]
            };
            let pairs = links.iter().flat_map(|a| links.iter().map(move |b| (a, b)));
            let slow = pairs.filter(|(a, b)| cross(a, b)).count();
            assert_eq!(web.crossings(), slow as u64);
        }
    }

    /// Two conditions say which places are the nearest: order and gaps are kept, and
    /// no run of vertices that touch would do better by moving together.
    #[test]
    fn places_are_in_order_and_as_near_as_can_be() {
        let mut random = soko_core::SplitMix(84);
        let mut n_crowded = 0;
        for _ in 0..500 {
            let n = 1 + random.below(6);
            let wishes: Vec<f64> = (0..n).map(|_| random.below(20) as f64).collect();
            let offsets: Vec<f64> = (0..n).map(|i| 3.0 * i as f64).collect();
            let places = nearest_in_order(&wishes, &offsets);
            let touches = |i: usize| places[i] - places[i - 1] < 3.0 + 1e-9;
            let pull =
                |run: std::ops::Range<usize>| run.map(|i| wishes[i] - places[i]).sum::<f64>();
            for end in 1..n {
                assert!(places[end] - places[end - 1] > 3.0 - 1e-9, "{places:?}");
            }
            for start in 0..n {
                let mut end = start + 1;
                while end < n && touches(end) {
                    end += 1;
                }
                // A run up to a gap is not drawn on, one from a gap is not drawn back.
                assert!(pull(start..end) < 1e-9, "{wishes:?} {places:?}");
                let mut begin = start;
                while begin > 0 && touches(begin) {
                    begin -= 1;
                }
                assert!(pull(begin..start + 1) > -1e-9, "{wishes:?} {places:?}");
                n_crowded += usize::from(end > start + 1);
            }
        }
        assert!(n_crowded > 200, "{n_crowded}");
    }

    #[test]
    fn wishes_are_met_where_order_allows() {
        assert_eq!(nearest_in_order(&[5.0, 9.0], &[0.0, 2.0]), [5.0, 9.0]);
        assert_eq!(nearest_in_order(&[9.0, 5.0], &[0.0, 2.0]), [6.0, 8.0]);
    }
}
