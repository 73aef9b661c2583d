//! One position for each technique; the oracle has the other millions.

use super::*;
use soko_core::{Coord, Level, Reach, SquareSet, Squares};
use std::collections::BTreeSet;

struct Case {
    level: Level,
    detectors: Detectors<SquareSet>,
    area: SquareSet,
}

fn case(text: &str) -> Case {
    let level: Level = text.parse().unwrap();
    let area = Reach::<SquareSet>::new(level.board()).area(level.boxes(), level.man());
    Case {
        detectors: Detectors::new(level.board(), Techniques::ALL),
        level,
        area,
    }
}

impl Case {
    fn ask(&mut self, technique: Technique) -> bool {
        let query = Query {
            boxes: self.level.boxes(),
            area: &self.area,
            pushed: None,
        };
        self.detectors.ask(technique, &query).is_dead()
    }

    /// The same position with other detectors.
    fn without_tests_but(self, techniques: &[Technique]) -> Case {
        let on = techniques.iter().copied();
        let on = on.fold(Techniques::NONE, Techniques::with);
        Case {
            detectors: Detectors::new(self.level.board(), on),
            ..self
        }
    }

    /// What a search is told when it makes the state, and when it takes it up.
    fn mix(&mut self) -> [Verdict; 2] {
        let query = Query {
            boxes: self.level.boxes(),
            area: &self.area,
            pushed: None,
        };
        let first = self.detectors.at_generation(&query);
        [first, self.detectors.at_expansion(&query)]
    }

    /// The techniques that call the position dead.
    fn dead_by(&mut self) -> Vec<&'static str> {
        let all = Technique::ALL.into_iter();
        all.filter(|&technique| self.ask(technique))
            .map(Technique::name)
            .collect()
    }
}

/// Two boxes lock the corner; the man can open it from inside only.
const CORNER: [&str; 2] = [
    "#######\n# $  .#\n#$    #\n#  @  #\n#.    #\n#######",
    "#######\n#@$  .#\n#$    #\n#     #\n#.    #\n#######",
];

#[test]
fn a_corner_that_opens_from_inside_only() {
    let mut outside = case(CORNER[0]);
    let dead_by = outside.dead_by();
    for technique in ["pairs", "corral", "pi-corral", "wobbler"] {
        assert!(dead_by.contains(&technique), "{technique} of {dead_by:?}");
    }
    assert!(!dead_by.contains(&"freeze"));
    assert_eq!(case(CORNER[1]).dead_by(), [""; 0]);
}

/// Without effort a search says nothing and that it was cut short; what was cut
/// short is found later.
#[test]
fn searches_keep_to_their_effort() {
    for technique in [Technique::Corral, Technique::Wobbler] {
        let mut case = case(CORNER[0]);
        case.detectors.set_effort(0);
        assert!(!case.ask(technique), "{technique:?}");
        assert!(case.detectors.effort_ran_out());
        case.detectors.set_effort(1_000);
        assert!(!case.detectors.effort_ran_out());
        assert!(case.ask(technique), "{technique:?}");
    }
}

/// Searches of a mix are asked seldom once their credit is gone, tests by name
/// always.
#[test]
fn a_mix_is_thrifty() {
    let mut case = case(CORNER[1]);
    case.detectors.exhaust(Technique::Corral);
    let (boxes, area) = (case.level.boxes().clone(), case.area.clone());
    let query = Query {
        boxes: &boxes,
        area: &area,
        pushed: None,
    };
    for _ in 0..80 {
        assert!(!case.detectors.at_expansion(&query).is_dead());
    }
    let asked = |case: &Case, technique| case.detectors.tallies().of(technique).asked;
    assert_eq!(asked(&case, Technique::Corral), 10);
    assert_eq!(asked(&case, Technique::Matching), 80);
    case.ask(Technique::Corral);
    assert_eq!(asked(&case, Technique::Corral), 11);
}

/// A box can leave the corral, but only by a push that costs the others theirs:
/// the proof must not take it off the board before.
#[test]
fn a_box_that_escapes_at_the_cost_of_others() {
    let text = "#######\n# $  .#\n#  #  #\n#.  $ #\n# $$# #\n#.. #@#\n#######";
    let dead_by = case(text).dead_by();
    assert!(dead_by.contains(&"corral"), "{dead_by:?}");
    for technique in ["dead-squares", "freeze", "pairs", "matching"] {
        assert!(!dead_by.contains(&technique), "{technique} of {dead_by:?}");
    }
}

#[test]
fn two_boxes_for_one_goal_on_a_wall() {
    let dead_by = case("########\n# $ $. #\n#      #\n# .@   #\n########").dead_by();
    assert!(dead_by.contains(&"pairs") && dead_by.contains(&"matching"));
    assert!(!dead_by.contains(&"freeze"));
}

#[test]
fn a_goal_shut_off_by_frozen_boxes() {
    let text = "########\n#.**   #\n###*   #\n#   $  #\n#     @#\n########";
    let dead_by = case(text).dead_by();
    for technique in ["matching", "peeling", "forced"] {
        assert!(dead_by.contains(&technique), "{technique} of {dead_by:?}");
    }
    assert!(!dead_by.contains(&"freeze"));
}

#[test]
fn a_closed_diagonal() {
    let text = "########\n# $   .#\n#$ $   #\n#.$ #  #\n## #. .#\n#  @   #\n########";
    let dead_by = case(text).dead_by();
    assert!(dead_by.contains(&"diagonal"), "{dead_by:?}");
    assert!(!dead_by.contains(&"freeze"), "no box is frozen yet");
}

#[test]
fn what_was_proved_once_is_known_with_other_boxes_around() {
    let mut first = case("#######\n# $  .#\n#$    #\n# @$  #\n#. .  #\n#######");
    assert!(!first.ask(Technique::Learned));
    assert!(first.ask(Technique::Corral));
    let other = case("#######\n# $  .#\n#$    #\n# @ $ #\n#. .  #\n#######");
    first.level = other.level;
    first.area = other.area;
    assert!(first.ask(Technique::Learned));
    assert_eq!(
        first.detectors.guilty().len(),
        2,
        "the third box is innocent"
    );
}

/// A position made before a deadlock was learned is held against it later, and
/// against each set once.
#[test]
fn what_is_learned_later_tells_on_older_positions() {
    let mut case = case(CORNER[0]);
    let (boxes, man) = (case.level.boxes().clone(), case.level.man());
    assert_eq!(case.detectors.n_learned(), 0);
    assert!(!case.detectors.is_dead_by_now(&boxes, man, 0));
    assert!(case.ask(Technique::Corral));
    let n_learned = case.detectors.n_learned();
    assert_eq!(n_learned, 1);
    assert!(case.detectors.is_dead_by_now(&boxes, man, 0));
    assert!(!case.detectors.is_dead_by_now(&boxes, man, n_learned));
    let corner = case.level.board().square(Coord::new(1, 1)).unwrap();
    assert!(
        !case.detectors.is_dead_by_now(&boxes, corner, 0),
        "the man is inside"
    );
}

#[test]
fn pushes_into_a_corral_come_first() {
    let text = "########\n#. $   #\n#  $ @ #\n####   #\n#  $ . #\n#   .  #\n########";
    let mut case = case(text);
    let query = Query {
        boxes: case.level.boxes(),
        area: &case.area,
        pushed: None,
    };
    let board = case.level.board();
    let fence = [Coord::new(1, 3), Coord::new(2, 3)].map(|at| board.square(at).unwrap());
    let fence = SquareSet::of(board.n_squares(), fence);
    assert_eq!(case.detectors.prune(&query), Pruning::Only(fence));
}

#[test]
fn a_solved_state_is_alive() {
    let mut case = case("#####\n#@* #\n#####");
    let query = Query {
        boxes: case.level.boxes(),
        area: &case.area,
        pushed: None,
    };
    assert_eq!(case.detectors.at_generation(&query), Verdict::Alive);
}

#[test]
fn every_row_says_something_of_its_own() {
    let distinct = |of: fn(&Row) -> String| {
        let all = Technique::ALL.iter().map(|technique| of(technique.row()));
        all.collect::<BTreeSet<String>>().len()
    };
    assert_eq!(distinct(|row| row.name.into()), Technique::ALL.len());
    assert_eq!(distinct(|row| row.summary.into()), Technique::ALL.len());
    assert_eq!(distinct(|row| (row.sentence)(2)), Technique::ALL.len());
    for technique in Technique::ALL {
        assert_eq!(Technique::from_name(technique.name()), Some(technique));
    }
    let (at_once, with_time) = Technique::explaining();
    assert!(at_once.starts_with(&[Technique::DeadSquares, Technique::Freeze]));
    assert!(with_time.starts_with(&[Technique::Corral]));
    let told = at_once.iter().chain(&with_time);
    let numbers: BTreeSet<_> = told.map(|t| t.row().explains).collect();
    assert_eq!(
        numbers.len(),
        at_once.len() + with_time.len(),
        "no two ranks are equal"
    );
}

/// The whole table. A row that is gone, or asked at another time, is missed here.
#[test]
fn a_mix_asks_what_is_switched_on_in_the_order_of_the_table() {
    let names = |when| Technique::asked(when).iter().map(Technique::name);
    let cheap: Vec<&str> = names(Asked::AtGeneration).collect();
    let costly: Vec<&str> = names(Asked::AtExpansion).collect();
    let by_name: Vec<&str> = names(Asked::ByName).collect();
    assert_eq!(cheap, ["dead-squares", "pairs", "freeze", "learned"]);
    assert_eq!(
        costly,
        [
            "pattern", "matching", "peeling", "diagonal", "corral", "forced", "room", "wobbler"
        ]
    );
    assert_eq!(by_name, ["pi-corral"]);
    assert_eq!(Techniques::ALL.iter().count(), Technique::ALL.len());
}

/// Boxes that are frozen on goals are no deadlock, and one of them beside its goal is.
#[test]
fn frozen_boxes_may_stand_on_goals() {
    let on_goals = "#######\n# **  #\n#     #\n# .@$ #\n#     #\n#######";
    assert_eq!(case(on_goals).dead_by(), [""; 0]);
    let beside = "#######\n# *$. #\n#     #\n# .@$ #\n#     #\n#######";
    assert!(case(beside).dead_by().contains(&"freeze"));
}

/// What is learned tells when states are generated, before any search.
#[test]
fn learned_sets_tell_at_generation() {
    let mut case = case(CORNER[0]).without_tests_but(&[Technique::Learned, Technique::Corral]);
    assert_eq!(
        case.mix(),
        [Verdict::Unknown, Verdict::Dead],
        "corral costs a search"
    );
    assert_eq!(
        case.mix(),
        [Verdict::Dead, Verdict::Dead],
        "now it is known"
    );
    assert_eq!(case.detectors.tallies().of(Technique::Learned).caught, 1);
    let mut forgetful = case.without_tests_but(&[Technique::Corral]);
    for _ in 0..2 {
        assert_eq!(forgetful.mix(), [Verdict::Unknown, Verdict::Dead]);
    }
    assert_eq!(forgetful.detectors.n_learned(), 0);
}

/// Without the table of pairs that test says nothing, and the others do with less.
#[test]
fn a_board_without_pairs() {
    let mut case = case(CORNER[0]);
    assert!(case.ask(Technique::Pairs));
    case.detectors = Detectors::new(case.level.board(), Techniques::ALL).without_pairs();
    assert!(!case.ask(Technique::Pairs));
    assert!(case.ask(Technique::Corral));
}

/// A goal from which no box can be pulled must have its box already.
#[test]
fn peeling_demands_goals_that_nobody_can_fill() {
    let empty = "#######\n#.#####\n#     #\n## $ .#\n##  $ #\n##@   #\n#######";
    let mut empty = case(empty);
    assert!(empty.ask(Technique::Peeling) && !empty.ask(Technique::Freeze));
    let filled = "#######\n#*#####\n#     #\n## $ .#\n##    #\n##@   #\n#######";
    assert!(!case(filled).ask(Technique::Peeling));
}
