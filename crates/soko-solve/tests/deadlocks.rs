//! Every deadlock technique by itself against whole state graphs: what it calls dead is
//! dead, it calls something dead, and the boxes that it blames are dead by themselves.

use soko_core::{Level, Reach, SplitMix, SquareSet, Squares, State, random_level};
use soko_search::Control;
use soko_solve::deadlock::{Detectors, Query, Technique, Techniques, Verdict};
use soko_solve::testing::{NOTHING_LEFT_OUT, WholeGraph};
use soko_solve::{Options, Outcome, PushSpace, solve};

/// Positions that single techniques know, each with states all around it: a closed
/// diagonal, a goal behind frozen boxes, a corral.
const KNOWN: [&str; 3] = [
    "########\n# $    #\n#$ $   #\n# $ #  #\n## #. .#\n#  @.. #\n########",
    "#######\n#.**  #\n###*  #\n#  $@ #\n#     #\n#######",
    "#######\n# $  .#\n#$    #\n#  @  #\n#.    #\n#######",
];

fn levels() -> Vec<Level> {
    let mut random = SplitMix(11);
    let random_levels = (0..250).map(|_| random_level(&mut random, 7, 6, 4));
    let known = KNOWN.iter().map(|text| text.parse().unwrap());
    known.chain(random_levels).collect()
}

/// A level whose whole graph is known.
struct Truth {
    level: Level,
    graph: WholeGraph,
    areas: Vec<SquareSet>,
}

impl Truth {
    fn new(level: Level) -> Option<Truth> {
        let graph = WholeGraph::explore(PushSpace::new(&level, &NOTHING_LEFT_OUT))?;
        let reach = Reach::new(level.board());
        let states = graph.states.iter();
        let areas = states.map(|state| reach.area(&state.boxes, state.man));
        let areas = areas.collect();
        Some(Truth {
            level,
            graph,
            areas,
        })
    }

    fn is_dead(&self, state: usize) -> bool {
        self.graph.left[state].is_none()
    }

    fn query(&self, state: usize) -> Query<'_, SquareSet> {
        Query {
            boxes: &self.graph.states[state].boxes,
            area: &self.areas[state],
            pushed: None,
        }
    }

    fn picture(&self, state: usize) -> String {
        let placement = &self.graph.states[state];
        let (boxes, man) = (placement.boxes.clone(), placement.man);
        self.level.picture(&State { boxes, man }).to_string()
    }

    /// Whether these boxes are dead without the others, the man standing where he does.
    fn are_dead_alone(&self, boxes: &SquareSet, state: usize) -> bool {
        let man = self.graph.states[state].man;
        let boxes = boxes.clone();
        let level = self.level.with_start(&State { boxes, man });
        let options = Options::default();
        let report = solve("greco-pushes", &level, &options, &mut Control::default());
        report.unwrap().outcome == Outcome::Unsolvable
    }
}

/// What a technique does with all states of a level.
#[derive(Default)]
struct Catch {
    n_dead: usize,
    n_caught: usize,
    /// Those that frozen boxes do not explain: many techniques see these first.
    n_own: usize,
    n_blamed: usize,
}

impl Catch {
    /// Asks about every state, and about what every push leads to.
    fn add(&mut self, technique: Technique, truth: &Truth) {
        let mut detectors = Detectors::new(truth.level.board(), Techniques::ALL);
        let mut freeze = detectors.clone();
        let name = technique.name();
        for state in 0..truth.graph.states.len() {
            let verdict = detectors.ask(technique, &truth.query(state));
            assert_ne!(verdict, Verdict::Alive, "{name} proves no solution");
            assert!(
                truth.is_dead(state) || !verdict.is_dead(),
                "{name}\n{}",
                truth.picture(state)
            );
            self.n_dead += usize::from(truth.is_dead(state));
            self.n_caught += usize::from(verdict.is_dead());
            let is_frozen = freeze.ask(Technique::Freeze, &truth.query(state)).is_dead();
            self.n_own += usize::from(verdict.is_dead() && !is_frozen);
            // The first few culprits of a level are tried by themselves.
            if verdict.is_dead() && state < 20 {
                let guilty = detectors.guilty();
                assert!(guilty.is_subset(&truth.graph.states[state].boxes), "{name}");
                let is_right = truth.are_dead_alone(guilty, state);
                assert!(
                    is_right,
                    "{name} blames {guilty:?} in\n{}",
                    truth.picture(state)
                );
                self.n_blamed += 1;
            }
        }
        for &(from, _, to) in &truth.graph.edges {
            let (before, after) = (
                &truth.graph.states[from].boxes,
                &truth.graph.states[to].boxes,
            );
            let query = Query {
                pushed: after.difference(before).lowest(),
                ..truth.query(to)
            };
            let is_dead = detectors.ask(technique, &query).is_dead();
            assert!(
                truth.is_dead(to) || !is_dead,
                "{name} after a push\n{}",
                truth.picture(to)
            );
        }
    }
}

#[test]
fn every_technique_is_right_and_finds_something() {
    let truths: Vec<Truth> = levels().into_iter().filter_map(Truth::new).collect();
    assert!(truths.len() > 150, "{}", truths.len());
    // What is learned is asked below.
    let asked = Techniques::ALL.without(Technique::Learned);
    for technique in asked.iter() {
        let mut catch = Catch::default();
        for truth in &truths {
            catch.add(technique, truth);
        }
        let Catch {
            n_dead,
            n_caught,
            n_own,
            n_blamed,
        } = catch;
        let name = technique.name();
        println!("{name}: {n_caught} of {n_dead}, {n_own} not frozen, {n_blamed} blamed");
        // A box on a dead square counts as frozen.
        let is_frozen = matches!(technique, Technique::Freeze | Technique::DeadSquares);
        assert!(
            n_caught > 0 && n_blamed > 0 && (n_own > 0 || is_frozen),
            "{name}: {n_caught}, {n_own}, {n_blamed}"
        );
    }
}

/// What one technique proves is learned, holds for other states too, and is found in
/// every state that has it.
#[test]
fn what_is_learned_is_right_and_finds_something() {
    let (mut n_caught, mut n_taught) = (0, 0);
    for truth in levels().into_iter().filter_map(Truth::new) {
        let board = truth.level.board();
        let mut teacher = Detectors::new(board, Techniques::ALL);
        let n_states = truth.graph.states.len();
        for state in 0..n_states {
            teacher.ask(Technique::Corral, &truth.query(state));
            teacher.ask(Technique::Wobbler, &truth.query(state));
        }
        let mut pupil = Detectors::new(board, Techniques::ALL);
        let news = teacher.take_news();
        assert!(teacher.take_news().is_empty());
        for set in &news {
            pupil.teach(set);
        }
        n_taught += news.len();
        for state in 0..n_states {
            let query = truth.query(state);
            let is_dead = teacher.ask(Technique::Learned, &query).is_dead();
            assert!(truth.is_dead(state) || !is_dead, "{}", truth.picture(state));
            assert_eq!(pupil.ask(Technique::Learned, &query).is_dead(), is_dead);
            n_caught += usize::from(is_dead);
        }
    }
    assert!(
        n_taught > 50 && n_caught > n_taught,
        "{n_taught} taught, {n_caught} caught"
    );
}

/// The mix calls dead what its techniques call dead, cheap ones at generation and
/// costly ones at expansion, and only if they are switched on.
#[test]
fn a_mix_is_as_good_as_its_techniques() {
    let mut n_caught = [0, 0];
    for truth in levels().into_iter().filter_map(Truth::new).take(60) {
        let board = truth.level.board();
        let mut mix = Detectors::new(board, Techniques::ALL);
        let mut nothing = Detectors::new(board, Techniques::NONE);
        let mut single = Detectors::new(board, Techniques::ALL);
        for state in 0..truth.graph.states.len() {
            let query = truth.query(state);
            let is_solved = truth.graph.left[state] == Some(0);
            let idle = [nothing.at_generation(&query), nothing.at_expansion(&query)];
            let expected = if is_solved {
                Verdict::Alive
            } else {
                Verdict::Unknown
            };
            assert_eq!(idle, [expected; 2]);
            let simple = [Technique::DeadSquares, Technique::Pairs, Technique::Freeze];
            let is_simple = simple.iter().any(|&t| single.ask(t, &query).is_dead());
            let at_generation = mix.at_generation(&query).is_dead();
            assert!(at_generation || !is_simple, "{}", truth.picture(state));
            let at_expansion = mix.at_expansion(&query).is_dead();
            n_caught[0] += usize::from(at_generation);
            n_caught[1] += usize::from(at_expansion && !at_generation);
        }
    }
    assert!(n_caught[0] > 1_000 && n_caught[1] > 40, "{n_caught:?}");
}
