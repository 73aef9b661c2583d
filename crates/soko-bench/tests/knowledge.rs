//! What users and earlier runs hand to a search is proved before it is used: a pattern
//! that was accepted never calls a living state dead, and no dead set, whoever wrote it,
//! makes the solver wrong.

use soko_bench::oracle::{StateGraph, pulled_level};
use soko_bench::{StoredSet, kept, stored};
use soko_core::{Level, Setup, SplitMix, Symmetry};
use soko_search::{Control, Limits};
use soko_solve::deadlock::{
    Detectors, KeptSet, Pattern, Patterns, Query, Technique, Techniques, Verdict,
};
use soko_solve::{Options, Outcome, Report, Switch, Switches, solve};

/// A level whose whole graph is small.
fn level_and_graph(random: &mut SplitMix) -> (Level, StateGraph) {
    loop {
        let level = pulled_level(random);
        if let Some(graph) = StateGraph::explore(&level, 3_000) {
            return (level, graph);
        }
    }
}

/// Windows drawn at random, dead or not.
fn random_patterns(random: &mut SplitMix, n: usize) -> Vec<Pattern> {
    let mut pattern = || {
        let (width, height) = (2 + random.below(4), 2 + random.below(4));
        let mut row = || -> String {
            (0..width)
                .map(|_| ['#', '$', '?'][random.below(3)])
                .collect()
        };
        let rows: Vec<String> = (0..height).map(|_| row()).collect();
        Pattern::of_rows(rows.iter().map(String::as_str)).unwrap()
    };
    (0..n).map(|_| pattern()).collect()
}

#[test]
fn an_accepted_pattern_never_calls_a_living_state_dead() {
    let mut random = SplitMix(31);
    let drawn = random_patterns(&mut random, 6_000);
    let patterns = Patterns::with_own(drawn.clone());
    let n_own = patterns.own().len();
    assert!(
        n_own > 300 && n_own < drawn.len(),
        "some are no deadlocks: {n_own}"
    );
    let (mut n_dead, mut n_caught, mut n_more) = (0, 0, 0);
    for _ in 0..120 {
        let (level, graph) = level_and_graph(&mut random);
        let mut built_in = Detectors::new(level.board(), Techniques::NONE);
        let mut own = built_in.clone().with_patterns(&patterns);
        for (state, (boxes, area)) in graph.states.iter().enumerate() {
            let query = Query {
                boxes,
                area,
                pushed: None,
            };
            let verdict = own.ask(Technique::Pattern, &query);
            let is_dead = graph.is_dead(state);
            assert!(is_dead || verdict == Verdict::Unknown, "{}", level.setup());
            n_dead += usize::from(is_dead);
            n_caught += usize::from(verdict.is_dead());
            let before = built_in.ask(Technique::Pattern, &query).is_dead();
            assert!(verdict.is_dead() || !before, "more patterns catch no less");
            n_more += usize::from(verdict.is_dead() && !before);
        }
    }
    assert!(
        n_caught * 5 > n_dead && n_more > 0,
        "{n_caught} of {n_dead}, {n_more} more"
    );
}

/// Lets the champion expand so many positions.
fn run(level: &Level, dead_sets: Option<Vec<KeptSet>>, expansions: u64) -> Report {
    let options = Options {
        dead_sets,
        switches: Switches::ALL.without(Switch::Shorter),
        ..Options::default()
    };
    let mut control = Control::new(Limits {
        expansions: Some(expansions),
        ..Limits::default()
    });
    solve("champion", level, &options, &mut control).unwrap()
}

/// One of the eight pictures of a level.
fn image(level: &Level, symmetry: Symmetry) -> Level {
    let setup = level.setup();
    let (width, height) = symmetry.size(setup.width(), setup.height());
    let mut picture = Setup::new(width, height);
    for (at, cell) in setup.cells() {
        picture.set(symmetry.image(at, setup.width(), setup.height()), cell);
    }
    Level::from_setup(picture).unwrap()
}

/// Boxes that a search finds dead, among all states of a level.
fn learned(level: &Level, graph: &StateGraph) -> Vec<KeptSet> {
    let mut detectors = Detectors::new(level.board(), Techniques::ALL);
    for (boxes, area) in &graph.states {
        let query = Query {
            boxes,
            area,
            pushed: None,
        };
        detectors.at_expansion(&query);
    }
    let news = detectors.take_news();
    news.iter()
        .filter_map(|set| KeptSet::of(level.board(), set))
        .collect()
}

#[test]
fn what_was_learned_is_proved_again_on_the_level_turned_and_mirrored() {
    let mut random = SplitMix(8);
    let (mut n_sets, mut n_proved, mut n_caught) = (0, 0, 0);
    for round in 0..60 {
        let (level, graph) = level_and_graph(&mut random);
        let sets = learned(&level, &graph);
        let numbered = stored(&sets, &level);
        let image = image(&level, Symmetry::ALL[round % 8]);
        let there = kept(&numbered, &image);
        assert_eq!(there.len(), sets.len());
        let mut detectors = Detectors::new(image.board(), Techniques::ALL);
        let taken = detectors.take_up(&there);
        n_sets += sets.len();
        n_proved += taken.proved.len();
        // Without another look at them, states are dead by what was taken up.
        let whole = StateGraph::explore(&image, 3_000).unwrap();
        for (state, (boxes, area)) in whole.states.iter().enumerate() {
            let query = Query {
                boxes,
                area,
                pushed: None,
            };
            let is_caught = detectors.ask(Technique::Learned, &query).is_dead();
            assert!(whole.is_dead(state) || !is_caught, "{}", image.setup());
            n_caught += usize::from(is_caught);
        }
    }
    assert!(n_sets > 50 && n_caught > 50, "{n_sets}, {n_caught}");
    assert!(
        n_proved * 10 >= n_sets * 9,
        "{n_proved} of {n_sets} proved again"
    );
}

/// Sets that somebody has made up.
fn made_up(random: &mut SplitMix, level: &Level) -> Vec<StoredSet> {
    let n_squares = level.board().n_squares() + 2;
    let mut numbers = |most: usize| -> Vec<u16> {
        let n = random.below(most + 1);
        (0..n).map(|_| random.below(n_squares) as u16).collect()
    };
    let set = |_| StoredSet {
        boxes: numbers(4),
        man: numbers(1).first().copied().unwrap_or(0),
        zone: numbers(12),
    };
    (0..60).map(set).collect()
}

#[test]
fn a_file_that_was_changed_never_makes_the_solver_wrong() {
    let mut random = SplitMix(77);
    let (mut n_refused, mut n_taken) = (0, 0);
    for _ in 0..60 {
        let (level, graph) = level_and_graph(&mut random);
        // 1. Whatever is taken up calls no living state dead.
        let sets = kept(&made_up(&mut random, &level), &level);
        let mut detectors = Detectors::new(level.board(), Techniques::ALL);
        let taken = detectors.take_up(&sets);
        assert_eq!(
            taken.proved.len() + taken.untried.len() + taken.n_dropped,
            sets.len()
        );
        n_refused += taken.n_dropped;
        n_taken += taken.proved.len();
        for (state, (boxes, area)) in graph.states.iter().enumerate() {
            let query = Query {
                boxes,
                area,
                pushed: None,
            };
            let is_caught = detectors.ask(Technique::Learned, &query).is_dead();
            assert!(graph.is_dead(state) || !is_caught, "{}", level.setup());
        }
        // 2. And the answer is the right one.
        let report = run(&level, Some(sets), 5_000);
        match report.outcome {
            Outcome::Solved(_) => assert!(!graph.is_dead(0)),
            Outcome::Unsolvable => assert!(graph.is_dead(0), "{}", level.setup()),
            _ => {}
        }
    }
    assert!(n_refused > 500 && n_taken > 20, "{n_refused} and {n_taken}");
}

#[test]
fn a_run_hands_over_what_it_has_learned_and_the_next_takes_it_up() {
    let text = "##########\n#  # @   #\n# $$ $#$ #\n#  $   $ #\n# #.##.# #\n# $....$ #\n#  ..#.. #\n#   $  . #\n##########";
    let level: Level = text.parse().unwrap();
    let plain = run(&level, None, 150);
    assert!(plain.dead_sets.is_empty(), "only where it is asked for");
    let first = run(&level, Some(Vec::new()), 150);
    assert_eq!(first.counters, plain.counters, "asking changes nothing");
    assert!(!first.dead_sets.is_empty());
    let again = run(&level, Some(first.dead_sets.clone()), 150);
    let mut notes = again.notes.iter();
    let note = notes.find(|note| note.starts_with("dead sets: ")).unwrap();
    let n = first.dead_sets.len();
    assert!(
        note.starts_with(&format!("dead sets: {n} proved again")),
        "{note}"
    );
    assert!(
        again.dead_sets.starts_with(&first.dead_sets),
        "they are kept on"
    );
}
