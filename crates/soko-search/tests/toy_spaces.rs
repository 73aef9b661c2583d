//! The engines on spaces that have nothing to do with Sokoban, against plain
//! oracles: random graphs, and the eight puzzle.

use soko_search::engine::{
    BestFirst, Bidirectional, BreadthFirst, IdaStar, TwoSided, Weights, depth_first_deepening,
};
use soko_search::{
    Blind, Buckets, Claims, Control, Engine, Found, Heuristic, Limits, OpenList, Outcome, Report,
    Space, StateId, StopReason, Successor, Successors, run,
};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A second open list, in which equals come in another order.
#[derive(Default)]
struct Heap(BinaryHeap<Reverse<(u32, u32, StateId)>>);

impl OpenList for Heap {
    fn push(&mut self, priority: u32, tie: u32, id: StateId) {
        self.0.push(Reverse((priority, tie, id)));
    }

    fn pop(&mut self) -> Option<(u32, u32, StateId)> {
        self.0.pop().map(|Reverse(entry)| entry)
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u32, u32, StateId)>()
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as u32) % n
    }
}

/// A directed graph; node 0 is the start, the last node the goal.
#[derive(Clone)]
struct Graph {
    edges: Vec<Vec<(u32, u32)>>,
    starts: Vec<u32>,
    goal: u32,
    safe: bool,
}

impl Graph {
    fn random(random: &mut Random, n: u32, n_edges: u32, max_cost: u32) -> Graph {
        let mut edges = vec![Vec::new(); n as usize];
        for _ in 0..n_edges {
            let (from, to) = (random.below(n), random.below(n));
            edges[from as usize].push((to, 1 + random.below(max_cost)));
        }
        Graph {
            edges,
            starts: vec![0],
            goal: n - 1,
            safe: true,
        }
    }

    fn reversed(&self) -> Graph {
        let mut edges = vec![Vec::new(); self.edges.len()];
        for (from, out) in self.edges.iter().enumerate() {
            for &(to, cost) in out {
                edges[to as usize].push((from as u32, cost));
            }
        }
        Graph {
            edges,
            starts: vec![self.goal],
            goal: 0,
            safe: self.safe,
        }
    }

    /// The cost from every node to the goal, by relaxing every edge over and
    /// over.
    fn costs_to_goal(&self) -> Vec<Option<u32>> {
        let mut costs = vec![None; self.edges.len()];
        costs[self.goal as usize] = Some(0);
        for _ in 0..self.edges.len() {
            for (from, out) in self.edges.iter().enumerate() {
                for &(to, cost) in out {
                    if let Some(rest) = costs[to as usize] {
                        let sum: u32 = rest + cost;
                        costs[from] = Some(costs[from].map_or(sum, |old: u32| old.min(sum)));
                    }
                }
            }
        }
        costs
    }

    fn plan_cost(&self, plan: &[(u32, u32)]) -> u32 {
        let mut at = 0;
        let mut sum = 0;
        for &(to, cost) in plan {
            assert!(
                self.edges[at as usize].contains(&(to, cost)),
                "no such edge"
            );
            at = to;
            sum += cost;
        }
        assert_eq!(at, self.goal);
        sum
    }
}

impl Space for Graph {
    type State = u32;
    type Action = (u32, u32);

    fn key_len(&self) -> usize {
        4
    }
    fn pack(&self, state: &u32, key: &mut [u8]) {
        key.copy_from_slice(&state.to_le_bytes());
    }
    fn unpack(&self, key: &[u8]) -> u32 {
        u32::from_le_bytes(key.try_into().unwrap())
    }
    fn starts(&self) -> Vec<u32> {
        self.starts.clone()
    }
    fn is_goal(&self, state: &u32) -> bool {
        *state == self.goal
    }
    fn expand(&mut self, state: &u32, out: &mut Successors<Self>) {
        out.extend(
            self.edges[*state as usize]
                .iter()
                .map(|&(to, cost)| Successor {
                    action: (to, cost),
                    cost,
                    state: to,
                }),
        );
    }
    fn claims(&self) -> Claims {
        Claims {
            safe: self.safe,
            ..Claims::ALL
        }
    }
}

/// Guesses at most the true cost, but not consistently: some guesses are 0.
#[derive(Clone)]
struct Patchy(Vec<Option<u32>>);

impl Heuristic<Graph> for Patchy {
    fn claims(&self) -> Claims {
        Claims {
            consistent: false,
            ..Claims::ALL
        }
    }
    fn estimate(&mut self, state: &u32) -> Option<u32> {
        let cost = self.0[*state as usize]?;
        Some(if state.is_multiple_of(3) {
            0
        } else {
            cost - cost / 4
        })
    }
}

fn check(graph: &Graph, truth: Option<u32>, report: Report<(u32, u32)>, may_prove: bool) {
    match (report.outcome, truth) {
        (Outcome::Solved(Found { plan, optimal }), Some(cost)) => {
            let found = graph.plan_cost(&plan);
            assert_eq!(optimal, may_prove);
            assert!(
                found >= cost && (!optimal || found == cost),
                "{found} for {cost}"
            );
            assert!(report.lower_bound <= u64::from(cost));
            if optimal {
                assert_eq!(report.lower_bound, u64::from(cost));
            }
        }
        (Outcome::Unsolvable, None) => {}
        (outcome, truth) => panic!("{outcome:?} for {truth:?}"),
    }
}

fn run_all<E: Engine>(mut engine: E) -> Report<E::Action> {
    run(&mut engine, &mut Control::default())
}

/// From both ends, blind and with guesses, some of which say nothing.
fn check_two_sides(graph: &Graph, truth: Option<u32>, patchy: &Patchy) {
    let reversed = graph.reversed();
    for backward_percent in [0, 50, 90] {
        let how = TwoSided {
            backward_percent,
            ..HALVES
        };
        let ends = ((graph.clone(), Blind), (reversed.clone(), Blind));
        let both = Bidirectional::new(ends.0, ends.1, how);
        check(graph, truth, run_all(both), true);
        let ends = (
            (graph.clone(), patchy.clone()),
            (reversed.clone(), Patchy(reversed.costs_to_goal())),
        );
        let both = Bidirectional::new(ends.0, ends.1, how);
        check(graph, truth, run_all(both), true);
    }
}

#[test]
fn engines_agree_with_relaxation_on_random_graphs() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let (mut solvable, mut unsolvable) = (0, 0);
    for round in 0..600 {
        let n = 2 + random.below(30);
        let n_edges = random.below(3 * n);
        let max_cost = if round % 2 == 0 { 1 } else { 5 };
        let graph = Graph::random(&mut random, n, n_edges, max_cost);
        let costs = graph.costs_to_goal();
        let truth = costs[0];
        *(if truth.is_some() {
            &mut solvable
        } else {
            &mut unsolvable
        }) += 1;
        let patchy = Patchy(costs);
        let weighted = Weights { g: 1, h: 3 };

        type A<H> = BestFirst<Graph, H, Buckets>;
        let best = |weights| run_all(A::new(graph.clone(), patchy.clone(), weights));
        check(&graph, truth, best(Weights::A_STAR), true);
        check(&graph, truth, best(weighted), false);
        check(&graph, truth, best(Weights::GREEDY), false);
        let heap = BestFirst::<_, _, Heap>::new(graph.clone(), patchy.clone(), Weights::A_STAR);
        check(&graph, truth, run_all(heap), true);
        let blind = A::new(graph.clone(), Blind, Weights::A_STAR);
        check(&graph, truth, run_all(blind), true);
        check(
            &graph,
            truth,
            run_all(IdaStar::new(graph.clone(), patchy.clone())),
            true,
        );
        check(
            &graph,
            truth,
            run_all(depth_first_deepening(graph.clone())),
            true,
        );
        if max_cost == 1 {
            check(
                &graph,
                truth,
                run_all(BreadthFirst::new(graph.clone())),
                true,
            );
            check_two_sides(&graph, truth, &patchy);
        }
    }
    assert!(solvable > 100 && unsolvable > 100);
}

/// Guesses little at first and more when asked again.
#[derive(Clone)]
struct Refined(Patchy);

impl Heuristic<Graph> for Refined {
    const REFINES: bool = true;

    fn claims(&self) -> Claims {
        Heuristic::<Graph>::claims(&self.0)
    }
    fn estimate(&mut self, state: &u32) -> Option<u32> {
        Some(self.0.0[*state as usize].map_or(1, |cost| cost / 3))
    }
    fn refine(&mut self, state: &u32, _: u32) -> Option<u32> {
        self.0.estimate(state)
    }
}

/// A second guess changes what is expanded and not what is found; a search that is cut
/// at the cost of the best plan proves that there is nothing cheaper, and one that is
/// cut above it finds it.
#[test]
fn second_guesses_and_cuts_keep_the_cheapest_plan() {
    let mut random = Random(0x2222_5678_9ABC_DEF1);
    let (mut n_solvable, mut with, mut without) = (0, 0, 0);
    for _ in 0..400 {
        let n = 2 + random.below(30);
        let graph = Graph::random(&mut random, n, 2 * n, 5);
        let costs = graph.costs_to_goal();
        let truth = costs[0];
        let refined = Refined(Patchy(costs));
        type A<H> = BestFirst<Graph, H, Buckets>;
        let search = || A::new(graph.clone(), refined.clone(), Weights::A_STAR);
        let report = run_all(search());
        with += report.counters.expanded;
        check(&graph, truth, report, true);
        without += run_all(A::new(graph.clone(), Blind, Weights::A_STAR))
            .counters
            .expanded;
        let Some(cost) = truth.filter(|&cost| cost > 0) else {
            continue;
        };
        n_solvable += 1;
        let mut cut = search();
        cut.cut_at(cost);
        let report = run(&mut cut, &mut Control::default());
        assert_eq!(report.outcome, Outcome::Unsolvable, "nothing is cheaper");
        assert_eq!(report.lower_bound, u64::from(cost));
        let mut above = search();
        above.cut_at(cost + 1);
        // The cut only ever falls.
        above.cut_at(cost + 9);
        check(
            &graph,
            truth,
            run(&mut above, &mut Control::default()),
            true,
        );
    }
    assert!(n_solvable > 100, "{n_solvable}");
    assert!(with < without, "{with} with guesses, {without} without");
}

/// A search may be cut while it runs.
#[test]
fn a_cut_in_the_middle_of_a_search() {
    let mut random = Random(0x3333_5678_9ABC_DEF1);
    let mut n_stopped = 0;
    for _ in 0..300 {
        let n = 10 + random.below(30);
        let graph = Graph::random(&mut random, n, 3 * n, 5);
        let costs = graph.costs_to_goal();
        let Some(cost) = costs[0].filter(|&cost| cost > 0) else {
            continue;
        };
        let refined = Refined(Patchy(costs));
        let mut search = BestFirst::<_, _, Buckets>::new(graph.clone(), refined, Weights::A_STAR);
        let limits = Limits {
            expansions: Some(3),
            ..Limits::default()
        };
        let stopped = run(&mut search, &mut Control::new(limits));
        assert!(stopped.lower_bound <= u64::from(cost));
        if stopped.outcome == Outcome::Stopped(StopReason::Expansions) {
            n_stopped += 1;
            search.cut_at(cost);
            let report = run(&mut search, &mut Control::default());
            assert_eq!(report.outcome, Outcome::Unsolvable);
            assert_eq!(report.lower_bound, u64::from(cost));
        }
    }
    assert!(n_stopped > 50, "{n_stopped}");
}

/// Half for each side, keys compared in full.
const HALVES: TwoSided = TwoSided {
    backward_percent: 50,
    parity: None,
    table_bytes: None,
};

/// With tables so small that states lose their slots there is a plan and no proof.
#[test]
fn trusted_keys_find_plans_and_prove_nothing() {
    let mut random = Random(0x5555_1234_9ABC_DEF1);
    let (mut n_found, mut n_replaced) = (0, 0);
    while n_found < 100 {
        let n = 2 + random.below(12);
        let graph = Graph::random(&mut random, n, 2 * n, 1);
        let Some(truth) = graph.costs_to_goal()[0] else {
            continue;
        };
        let how = TwoSided {
            table_bytes: Some(160),
            ..HALVES
        };
        let ends = ((graph.clone(), Blind), (graph.reversed(), Blind));
        let mut both = Bidirectional::new(ends.0, ends.1, how);
        let report = run(&mut both, &mut Control::default());
        assert_eq!(report.lower_bound, 0);
        check(&graph, Some(truth), report, false);
        n_found += 1;
        let trust = both.trust().unwrap();
        assert_eq!((trust.collisions, trust.false_meetings), (0, 0));
        n_replaced += trust.replaced;
    }
    assert!(n_replaced > 100, "{n_replaced}");
    // Nothing is left, but that is not proved.
    let graph = Graph::random(&mut random, 9, 0, 1);
    let how = TwoSided {
        table_bytes: Some(1 << 12),
        ..HALVES
    };
    let ends = ((graph.clone(), Blind), (graph.reversed(), Blind));
    let both = Bidirectional::new(ends.0, ends.1, how);
    assert_eq!(run_all(both).outcome, Outcome::Incomplete);
}

/// Without its table IDA* finds the same plans, and sees states again and again.
#[test]
fn ida_star_needs_no_table() {
    let mut random = Random(0x7777_1234_9ABC_DEF1);
    let mut again = 0;
    for _ in 0..200 {
        let n = 2 + random.below(8);
        let graph = Graph::random(&mut random, n, 2 * n, 3);
        let costs = graph.costs_to_goal();
        let Some(truth) = costs[0] else {
            continue;
        };
        let plain = || IdaStar::new(graph.clone(), Patchy(costs.clone()));
        let without = run_all(plain().without_table());
        assert_eq!(without.counters.stored, 0);
        let with = run_all(plain());
        again += without.counters.expanded - with.counters.expanded;
        check(&graph, Some(truth), without, true);
    }
    assert!(again > 50, "{again}");
}

#[test]
fn unsafe_pruning_never_proves_anything() {
    let mut graph = Graph::random(&mut Random(99), 10, 0, 1);
    graph.safe = false;
    assert_eq!(
        run_all(BreadthFirst::new(graph.clone())).outcome,
        Outcome::Incomplete
    );
    let star = BestFirst::<_, _, Buckets>::new(graph.clone(), Blind, Weights::A_STAR);
    assert_eq!(run_all(star).outcome, Outcome::Incomplete);
    assert_eq!(
        run_all(depth_first_deepening(graph.clone())).outcome,
        Outcome::Incomplete
    );
    let ends = ((graph.clone(), Blind), (graph.reversed(), Blind));
    let both = Bidirectional::new(ends.0, ends.1, HALVES);
    assert_eq!(run_all(both).outcome, Outcome::Incomplete);
    graph.edges[0].push((9, 1));
    let Outcome::Solved(Found { optimal, .. }) = run_all(BreadthFirst::new(graph)).outcome else {
        panic!("there is an edge to the goal");
    };
    assert!(!optimal);
}

/// The eight puzzle: nine tiles, 0 being the gap.
#[derive(Clone)]
struct EightPuzzle([u8; 9]);

impl Space for EightPuzzle {
    type State = [u8; 9];
    type Action = usize;

    fn key_len(&self) -> usize {
        9
    }
    fn pack(&self, state: &[u8; 9], key: &mut [u8]) {
        key.copy_from_slice(state);
    }
    fn unpack(&self, key: &[u8]) -> [u8; 9] {
        key.try_into().unwrap()
    }
    fn starts(&self) -> Vec<[u8; 9]> {
        vec![self.0]
    }
    fn is_goal(&self, state: &[u8; 9]) -> bool {
        *state == SORTED
    }
    fn expand(&mut self, state: &[u8; 9], out: &mut Successors<Self>) {
        let gap = state.iter().position(|&t| t == 0).unwrap();
        for next in 0..9 {
            if gap.abs_diff(next) == 3 || (gap.abs_diff(next) == 1 && gap / 3 == next / 3) {
                let mut state = *state;
                state.swap(gap, next);
                let (action, cost) = (next, 1);
                out.push(Successor {
                    action,
                    cost,
                    state,
                });
            }
        }
    }
}

const SORTED: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// The tiles' distances to their places.
struct Manhattan;

impl Heuristic<EightPuzzle> for Manhattan {
    fn claims(&self) -> Claims {
        Claims::ALL
    }
    fn estimate(&mut self, state: &[u8; 9]) -> Option<u32> {
        let distance = |(at, &tile): (usize, &u8)| {
            let tile = usize::from(tile);
            (at / 3).abs_diff(tile / 3) + (at % 3).abs_diff(tile % 3)
        };
        let tiles = state.iter().enumerate().filter(|(_, t)| **t != 0);
        Some(tiles.map(distance).sum::<usize>() as u32)
    }
}

/// The farthest arrangement of the eight puzzle needs 31 moves; the same with two
/// tiles swapped cannot be sorted.
const FARTHEST: [u8; 9] = [8, 7, 6, 0, 4, 1, 2, 5, 3];

#[test]
fn the_eight_puzzle_takes_as_long_as_a_plain_search_says() {
    let mut depth = std::collections::BTreeMap::from([(SORTED, 0)]);
    let mut queue = VecDeque::from([SORTED]);
    let mut space = EightPuzzle(SORTED);
    while let Some(state) = queue.pop_front() {
        let mut out = Vec::new();
        space.expand(&state, &mut out);
        for next in out {
            if !depth.contains_key(&next.state) {
                depth.insert(next.state, depth[&state] + 1);
                queue.push_back(next.state);
            }
        }
    }
    assert_eq!(depth.len(), 181_440);
    let truth = depth[&FARTHEST];
    let length = |outcome| match outcome {
        Outcome::Solved(Found { plan, optimal }) => {
            assert!(optimal);
            Vec::<usize>::len(&plan)
        }
        other => panic!("{other:?}"),
    };
    let start = EightPuzzle(FARTHEST);
    let star = BestFirst::<_, _, Buckets>::new(start.clone(), Manhattan, Weights::A_STAR);
    assert_eq!(length(run_all(star).outcome), truth);
    assert_eq!(
        length(run_all(IdaStar::new(start.clone(), Manhattan)).outcome),
        truth
    );
    let ends = ((start.clone(), Blind), (EightPuzzle(SORTED), Blind));
    let both = Bidirectional::new(ends.0, ends.1, HALVES);
    assert_eq!(length(run_all(both).outcome), truth);
    let breadth = run_all(BreadthFirst::new(start));
    assert_eq!(length(breadth.outcome), truth);
}

#[test]
fn a_stopped_engine_goes_on_where_it_was() {
    let mut whole = BreadthFirst::new(EightPuzzle(FARTHEST));
    let expected = run(&mut whole, &mut Control::default());
    let mut engine = BreadthFirst::new(EightPuzzle(FARTHEST));
    for n in [0, 1, 2, 17, 1000] {
        let before = engine.counters().expanded;
        let report = run(&mut engine, &mut Control::default().with_forced_stop(n));
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
        assert_eq!(report.counters.expanded, before + n);
    }
    let report = run(&mut engine, &mut Control::default());
    assert_eq!(report.outcome, expected.outcome);
    assert_eq!(report.counters.expanded, expected.counters.expanded);
}

#[test]
fn memory_is_kept_within_a_tenth_of_its_limit() {
    let memory = 1 << 20;
    let limits = Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let reports = [
        run(
            &mut BreadthFirst::new(EightPuzzle(FARTHEST)),
            &mut Control::new(limits),
        ),
        run(
            &mut BestFirst::<_, _, Buckets>::new(EightPuzzle(FARTHEST), Blind, Weights::A_STAR),
            &mut Control::new(limits),
        ),
        run(
            &mut depth_first_deepening(EightPuzzle(FARTHEST)),
            &mut Control::new(limits),
        ),
    ];
    for report in reports {
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory));
        let peak = report.counters.peak_bytes;
        assert!(peak < memory + memory / 10, "{peak} bytes");
    }
}
