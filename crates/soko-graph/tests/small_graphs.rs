//! Graphs that fit on a page, written out: what is explored, what is folded, what
//! the numbers are and where a map puts everything.

use soko_core::{Coord, Level, SplitMix, Square, SquareSet, Squares};
use soko_graph::layout::{Map, component_map, map};
use soko_graph::{
    Convergence, DeadTest, Difficulty, Folding, Rules, Solvable, Spacing, StateGraph, Successors,
    View, absorbing_chain, depth_summary, explore, factors, solution_factor,
};
use soko_search::Control;

/// One box goes down at once; then the other must not be pushed to the left.
const SMALL: &str = "
#######
## .  #
##$$  #
##.#@ #
#######";

/// Two boxes in the open, and a wall that holds whatever comes to it.
const WIDE: &str = "
#######
#    @#
#   $$#
# .  .#
#######";

fn level(text: &str) -> Level {
    text.parse().unwrap()
}

fn explored(level: &Level, rules: &Rules<'_>) -> StateGraph {
    explore(level, rules, 1, &mut Control::default()).unwrap()
}

fn whole(text: &str) -> StateGraph {
    explored(&level(text), &Rules::default())
}

/// The pictures of all states side by side.
fn pictures(graph: &StateGraph) -> String {
    let n_rows = graph.level().setup().height();
    let pictures: Vec<_> = (0..graph.n_states() as u32)
        .map(|state| graph.level().picture(&graph.shown(state)))
        .collect();
    let row = |row: u32| {
        let parts = pictures.iter().map(|picture| {
            let cells = picture.row(row).iter();
            cells.map(|cell| cell.to_char()).collect::<String>()
        });
        format!("\n{}", parts.collect::<Vec<_>>().join("  "))
    };
    (0..n_rows).map(row).collect()
}

/// The edges of every node: `0: 1 2` leads to nodes 1 and 2.
fn edges(graph: &impl Successors) -> Vec<String> {
    let row = |node: u32| {
        let targets: Vec<String> = graph.successors(node).iter().map(u32::to_string).collect();
        format!("{node}: {}", targets.join(" "))
    };
    (0..graph.n_nodes() as u32).map(row).collect()
}

/// The components with what is known about each.
fn components(folding: &Folding<'_, StateGraph>) -> Vec<String> {
    let children = folding.children();
    let one = |component: u32| {
        let kind = folding.kind(component);
        let mut text = format!("{:?}", folding.states(component));
        for (is, word) in [
            (kind.is_solved, " solved"),
            (kind.is_alive, " alive"),
            (kind.is_last, " last"),
            (kind.is_sink(), " sink"),
        ] {
            text.push_str(if is { word } else { "" });
        }
        format!("{text} -> {:?}", children[component as usize])
    };
    (0..folding.n_components() as u32).map(one).collect()
}

const SPACING: Spacing = Spacing {
    node_width: 8.0,
    node_height: 8.0,
    gap: 4.0,
    layer_gap: 12.0,
};

/// A map as text: a row a layer, the numbers of the nodes where they lie, `|` where
/// a line passes a layer; then the lines.
fn drawn(map: &Map) -> String {
    let column = |x: f64| (x / 4.0).round() as usize;
    let row_of = |y: f64| ((y - SPACING.gap) / (SPACING.node_height + SPACING.layer_gap)) as usize;
    let n_rows = map.nodes.iter().map(|at| at.layer as usize + 1).max();
    let mut rows = vec![vec![' '; column(map.width) + 1]; n_rows.unwrap_or(0)];
    for edge in &map.edges {
        let inner = &edge.points[1..edge.points.len() - 1];
        for &(x, y) in inner {
            rows[row_of(y)][column(x)] = '|';
        }
    }
    for at in &map.nodes {
        assert_eq!(row_of(at.y), at.layer as usize);
        let digits = at.node.id.to_string();
        for (i, digit) in digits.chars().enumerate() {
            rows[at.layer as usize][column(at.x) + i] = digit;
        }
    }
    let rows = rows.iter().map(|row| row.iter().collect::<String>());
    let rows: Vec<String> = rows.map(|row| format!("\n{}", row.trim_end())).collect();
    let arrow = |is_two_way| if is_two_way { '↔' } else { '→' };
    let lines = map.edges.iter();
    let lines = lines.map(|e| format!("{}{}{}", e.from, arrow(e.is_two_way), e.to));
    format!(
        "{}\n{}\n",
        rows.concat(),
        lines.collect::<Vec<_>>().join(" ")
    )
}
#[test]
fn states_are_numbered_breadth_first_and_joined_by_pushes() {
    let small = whole(SMALL);
    let expected = "
#######  #######  #######  #######  #######  #######
## .  #  ##@.  #  ##@.  #  ##@.  #  ##@.$ #  ##@*  #
##$$  #  ## $  #  ##$   #  ##  $ #  ##    #  ##    #
##.#@ #  ##*#  #  ##*#  #  ##*#  #  ##*#  #  ##*#  #
#######  #######  #######  #######  #######  #######";
    assert_eq!(pictures(&small), expected);
    assert_eq!(
        edges(&small),
        ["0: 1", "1: 2 3", "2: ", "3: 1 4", "4: 5", "5: 4"]
    );
    let wide = whole(WIDE);
    let expected = "
#######  #######  #######  #######  #######  #######  #######  #######  #######
#    @#  #@    #  #@    #  #@    #  #@    #  #@    #  #@    #  #@    #  #@    #
#   $$#  #    $#  #   $ #  #     #  #    $#  #  $  #  # $   #  #     #  #     #
# .  .#  # . $.#  # .  *#  # . $*#  # .  *#  # .  *#  # .  *#  # .$ *#  # *  *#
#######  #######  #######  #######  #######  #######  #######  #######  #######";
    assert_eq!(pictures(&wide), expected);
    let expected = [
        "0: 1 2", "1: 3 4", "2: 5 4 3", "3: ", "4: ", "5: 6 2 7", "6: 5 8", "7: 8 3", "8: 7",
    ];
    assert_eq!(edges(&wide), expected);
}

#[test]
fn states_that_reach_each_other_are_one_component() {
    let small = whole(SMALL);
    let expected = [
        "[0] alive -> [1]",
        "[1, 3] alive -> [2, 3]",
        "[4, 5] solved alive last -> []",
        "[2] last sink -> []",
    ];
    assert_eq!(components(&Folding::new(&small)), expected);
    let wide = whole(WIDE);
    let expected = [
        "[0] alive -> [1, 3]",
        "[2, 5, 6] alive -> [2, 4, 5]",
        "[7, 8] solved alive -> [5]",
        "[1] -> [4, 5]",
        "[4] last sink -> []",
        "[3] last sink -> []",
    ];
    assert_eq!(components(&Folding::new(&wide)), expected);
}

/// The numbers that `soko graph --summary` writes, a line each.
/// The difficulty numbers of a level, a line each.
fn numbers(text: &str) -> Vec<String> {
    let graph = whole(text);
    let difficulty = Difficulty::of(&Folding::new(&graph));
    let rows = Difficulty::NAMES.iter().zip(difficulty.values());
    let rows = rows.map(|(name, value)| format!("{name} {:.4}", value.unwrap()));
    rows.collect()
}

#[test]
fn difficulty_numbers() {
    // Six of the ten squares are valid; the blind walk ends well in one case of
    // three: from state 1 half the pushes lose, from state 3 half go back to it.
    let small = [
        "valid_squares 6.0000",
        "boxes 2.0000",
        "box_ratio 0.3333",
        "states 6.0000",
        "edges 7.0000",
        "components 4.0000",
        "largest_component 2.0000",
        "solved_states 1.0000",
        "sinks 1.0000",
        "dead_states 1.0000",
        "dead_share 0.1667",
        "branching 1.1667",
        "solution_factor 0.5000",
        "log2_solution_factor -1.0000",
        "chain_factor 0.3333",
        "shortest_pushes 4.0000",
        "shortest_moves 16.0000",
        "box_changes 2.0000",
        "shortest_solutions 1.0000",
        "farthest_pushes 4.0000",
        "longest_way 2.0000",
        "shortest_component_ways 1.0000",
        "log2_component_ways 0.0000",
    ];
    assert_eq!(numbers(SMALL), small);
    // Nothing comes back from the upper wall and the left one; the shortest solution
    // is DLLurD.
    let wide = [
        "valid_squares 8.0000",
        "boxes 2.0000",
        "box_ratio 0.2500",
        "states 9.0000",
        "edges 15.0000",
        "components 6.0000",
        "largest_component 3.0000",
        "solved_states 1.0000",
        "sinks 2.0000",
        "dead_states 3.0000",
        "dead_share 0.3333",
        "branching 1.6667",
        "solution_factor 0.1667",
        "log2_solution_factor -2.5850",
        "chain_factor 0.0769",
        "shortest_pushes 4.0000",
        "shortest_moves 6.0000",
        "box_changes 2.0000",
        "shortest_solutions 2.0000",
        "farthest_pushes 4.0000",
        "longest_way 3.0000",
        "shortest_component_ways 1.0000",
        "log2_component_ways 0.0000",
    ];
    assert_eq!(numbers(WIDE), wide);
}

#[test]
fn solution_factors_are_means_over_distinct_children() {
    let small = whole(SMALL);
    let folding = Folding::new(&small);
    assert_eq!(factors(&folding), [0.5, 0.5, 1.0, 0.0]);
    assert_eq!(solution_factor(&folding).exact.unwrap().to_string(), "1/2");
    let wide = whole(WIDE);
    let folding = Folding::new(&wide);
    // Component 1 has three children, one of them solved; the start's other child
    // is lost.
    assert_eq!(solution_factor(&folding).exact.unwrap().to_string(), "1/6");
    assert_eq!(factors(&folding)[1..], [1.0 / 3.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(folding.ways_to_solutions().unwrap().all, 1);
}

/// A graph of numbers.
struct Numbers {
    edges: Vec<Vec<u32>>,
    solved: Vec<bool>,
}

impl Successors for Numbers {
    fn n_nodes(&self) -> usize {
        self.edges.len()
    }
    fn successors(&self, node: u32) -> &[u32] {
        &self.edges[node as usize]
    }
}

impl Solvable for Numbers {
    fn is_solved(&self, node: u32) -> bool {
        self.solved[node as usize]
    }
}

/// The lengths of all ways through components from one of them to a first solved one, by
/// walking them.
fn lengths(folding: &Folding<'_, Numbers>, children: &[Vec<u32>], from: u32) -> Vec<u32> {
    if folding.kind(from).is_solved {
        return vec![0];
    }
    let below = children[from as usize].iter();
    let below = below.flat_map(|&child| lengths(folding, children, child));
    below.map(|length| length + 1).collect()
}

#[test]
fn ways_through_components_are_counted() {
    let mut random = SplitMix(5);
    let mut n_several = 0;
    for _ in 0..300 {
        let n = 2 + random.below(9);
        // Every node is reached from the start: the graph of a search.
        let mut edges = vec![Vec::new(); n];
        for to in 1..n {
            edges[random.below(to)].push(to as u32);
        }
        for _ in 0..n {
            let from = random.below(n);
            edges[from].push(random.below(n) as u32);
        }
        let solved = (0..n)
            .map(|node| node > 0 && random.below(4) == 0)
            .collect();
        let graph = Numbers { edges, solved };
        let folding = Folding::new(&graph);
        let all = lengths(&folding, &folding.children(), 0);
        let Some(ways) = folding.ways_to_solutions() else {
            assert!(all.is_empty());
            continue;
        };
        let least = *all.iter().min().unwrap();
        let shortest = all.iter().filter(|&&length| length == least).count();
        assert_eq!((ways.steps, ways.shortest), (least, shortest as u128));
        assert_eq!(ways.all, all.len() as u128);
        assert!((ways.log2_all - (all.len() as f64).log2()).abs() < 1e-9);
        n_several += usize::from(shortest < all.len());
    }
    assert!(n_several > 20, "{n_several}");
}

/// By hand: p5 = (p6 + p2 + p7) / 3, p6 = (p5 + 1) / 2, p2 = p5 / 3 and p7 = 1/2,
/// so p5 = 6/13 and p0 = p2 / 2 = 1/13.
#[test]
fn the_blind_walk_from_above_and_below() {
    let graph = whole(WIDE);
    let chain = absorbing_chain(&Folding::new(&graph), Convergence::default());
    assert!(chain.has_converged);
    let last = chain.last();
    assert!(last.lower <= 1.0 / 13.0 && 1.0 / 13.0 <= last.upper);
    assert!(last.upper - last.lower <= 1e-9 * last.lower);
    assert!((chain.lower[5] - 6.0 / 13.0).abs() < 1e-8);
    for pair in chain.sweeps.windows(2) {
        assert!(pair[0].lower <= pair[1].lower && pair[1].upper <= pair[0].upper);
    }
}

#[test]
fn depths_are_summed_up() {
    let graph = whole(WIDE);
    let rows = depth_summary(&Folding::new(&graph)).into_iter();
    let rows = rows.map(|d| (d.depth, d.states, d.solved, d.dead));
    let expected = [
        (0, 1, 0, 0),
        (1, 2, 0, 1),
        (2, 3, 0, 2),
        (3, 2, 0, 0),
        (4, 1, 1, 0),
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}

fn drawn_map(text: &str, view: View) -> String {
    let graph = whole(text);
    drawn(&map(&Folding::new(&graph), view, SPACING).unwrap())
}

#[test]
fn maps_of_states() {
    let expected = "
   0
   1
  2  3
     4
     5
0→1 1→2 1↔3 3→4 4↔5
";
    assert_eq!(drawn_map(SMALL, View::States), expected);
    let expected = "
    0
   1  2
  3  4  5
     7  6
      8
0→1 0→2 1→3 1→4 2→3 2→4 2↔5 7→3 5↔6 5→7 6→8 7↔8
";
    assert_eq!(drawn_map(WIDE, View::States), expected);
}

#[test]
fn maps_of_components() {
    let expected = "
    0
    1
  2  3
0→1 1→2 1→3
";
    assert_eq!(drawn_map(SMALL, View::Components), expected);
    // Lines from 1 and 3 to 5 pass beside the nodes of the layer between.
    let expected = "
      0
    1  3
  2 | 4  |
     5
0→1 0→3 1→2 1→4 1→5 2→5 3→4 3→5
";
    assert_eq!(drawn_map(WIDE, View::Components), expected);
}

#[test]
fn an_opened_component_is_a_map_of_its_own() {
    let graph = whole(WIDE);
    let expected = "\n  2\n  5\n  6\n2↔5 5↔6\n";
    let opened = component_map(&Folding::new(&graph), 1, SPACING).unwrap();
    assert_eq!(drawn(&opened), expected);
}

#[test]
fn solved_states_are_left_alone_on_request() {
    let rules = Rules {
        stop_at_solved: true,
        ..Rules::default()
    };
    let graph = explored(&level(SMALL), &rules);
    assert_eq!(
        edges(&graph),
        ["0: 1", "1: 2 3", "2: ", "3: 1 4", "4: 5", "5: "]
    );
}

/// Calls every state dead in which a box stands on a square.
struct Forbidden(Square);

impl DeadTest for Forbidden {
    fn is_dead(&self, boxes: &SquareSet, pushed: Square) -> bool {
        assert!(boxes.contains(pushed));
        boxes.contains(self.0)
    }
}

#[test]
fn a_test_for_dead_states_leaves_them_out() {
    let level = level(SMALL);
    // Where the box must not be pushed to the left.
    let forbidden = Forbidden(level.board().square(Coord::new(2, 2)).unwrap());
    let rules = Rules {
        dead: Some(&forbidden),
        ..Rules::default()
    };
    let graph = explored(&level, &rules);
    assert_eq!(graph.n_states(), 5);
    assert_eq!(Folding::new(&graph).n_dead_states(), 0);
}
