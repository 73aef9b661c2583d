//! No false alarm: over whole state graphs, whatever is called dead is dead.
//!
//! The short run is part of the tests. `make oracle-assist` checks a million
//! states, among them those of the public levels whose graphs fit, and prints the
//! share of losing pushes that the layer catches.

use soko_assist::{ArrowKind, Assistant, LayerId, Question, TintKind};
use soko_bench::oracle::{StateGraph, pulled_level};
use soko_bench::suite;
use soko_core::{Level, SplitMix, Squares, State};
use soko_search::Control;

#[derive(Default, Debug)]
struct Tally {
    levels: usize,
    states: usize,
    dead_pushes: usize,
    barred: usize,
    dead_states: usize,
    alerts: usize,
}

/// Checks every state of a level, if its graph fits.
fn check(level: &Level, most_states: usize, tally: &mut Tally) {
    let Some(graph) = StateGraph::explore(level, most_states) else {
        return;
    };
    tally.levels += 1;
    tally.states += graph.len();
    let mut assistant = Assistant::new(level.clone());
    for (id, (boxes, area)) in graph.states.iter().enumerate() {
        let man = area.lowest().unwrap();
        let state = State {
            boxes: boxes.clone(),
            man,
        };
        check_alert(&mut assistant, &state, graph.is_dead(id), tally);
        let question = Question::new(&state);
        let overlay = assistant.ask(LayerId::Prevention, &question, &mut Control::default());
        assert_eq!(overlay.arrows.len(), graph.pushes[id].len());
        for (arrow, &(push, to)) in overlay.arrows.iter().zip(&graph.pushes[id]) {
            assert_eq!(arrow.from, push.from);
            let is_dead = graph.is_dead(to as usize);
            let is_barred = arrow.kind == ArrowKind::DeadPush;
            let picture = level.picture(&state);
            let reason = &arrow.reason;
            assert!(
                is_dead || !is_barred,
                "barred, yet it can win: {reason:?}\n{picture}"
            );
            tally.dead_pushes += usize::from(is_dead);
            tally.barred += usize::from(is_barred);
        }
    }
}

/// The alert speaks only about lost states, and blames boxes that are there.
fn check_alert(assistant: &mut Assistant, state: &State, is_dead: bool, tally: &mut Tally) {
    let question = Question::new(state);
    let alert = assistant.ask(LayerId::Alert, &question, &mut Control::default());
    tally.dead_states += usize::from(is_dead);
    if !alert.sentences.is_empty() {
        tally.alerts += 1;
        let picture = assistant.level().picture(state);
        assert!(is_dead, "false alarm: {:?}\n{picture}", alert.sentences);
        assert!(!alert.tints.is_empty());
        let is_box = |kind| kind == TintKind::GuiltyBox;
        assert!(
            alert
                .tints
                .iter()
                .all(|t| is_box(t.kind) && state.boxes.contains(t.square))
        );
    }
    // A square called dead holds no box of a state that can win.
    let dead = assistant.ask(LayerId::DeadSquares, &question, &mut Control::default());
    let boxes_there = dead.tints.iter().any(|t| state.boxes.contains(t.square));
    assert!(is_dead || !boxes_there);
}

#[test]
fn nothing_that_can_win_is_called_dead() {
    let states = std::env::var("SOKO_ALARM_STATES").ok();
    let states: usize = states.map_or(8_000, |n| n.parse().expect("a number of states"));
    let mut random = SplitMix(71);
    let mut tally = Tally::default();
    if states > 100_000 {
        for name in ["Microban_155", "Microban_II_135", "Sven_1623"] {
            for entry in suite::collection(name).unwrap() {
                if tally.states < states / 2
                    && let Ok(level) = Level::from_setup(entry.setup)
                {
                    check(&level, 5_000, &mut tally);
                }
            }
        }
    }
    while tally.states < states {
        check(&pulled_level(&mut random), 5_000, &mut tally);
    }
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    println!(
        "{} levels, {} states: no false alarm; {:.1}% of {} losing pushes barred, \
         alerts in {:.1}% of {} lost states",
        tally.levels,
        tally.states,
        share(tally.barred, tally.dead_pushes),
        tally.dead_pushes,
        share(tally.alerts, tally.dead_states),
        tally.dead_states,
    );
    assert!(
        tally.alerts > 0 && tally.barred * 2 > tally.dead_pushes,
        "{tally:?}"
    );
}

/// LISA's false alarm: the man starts inside a ring of boxes and can push them out.
#[test]
fn the_man_inside_a_ring_of_boxes_raises_no_alarm() {
    let level: Level = "
###########
#    .    #
#         #
#   $$$   #
# . $@$ . #
#   $$$   #
# .     . #
#  .   .  #
#    .    #
###########"
        .parse()
        .unwrap();
    let start = level.start();
    let mut assistant = Assistant::new(level);
    let question = Question::new(&start);
    let alert = assistant.ask(LayerId::Alert, &question, &mut Control::default());
    assert!(alert.sentences.is_empty(), "{:?}", alert.sentences);
    let prevention = assistant.ask(LayerId::Prevention, &question, &mut Control::default());
    assert_eq!(prevention.arrows.len(), 4);
    assert!(prevention.arrows.iter().any(|a| a.kind == ArrowKind::Push));
}

/// The same ring with the man outside: the corner boxes are held by the others,
/// and the alert must name boxes of the ring only if it speaks at all.
#[test]
fn a_square_of_four_boxes_is_lost_and_exactly_those_are_guilty() {
    let level: Level = "
########
#      #
# $$ $ #
# $$   #
# @....#
#     .#
########"
        .parse()
        .unwrap();
    let start = level.start();
    let mut assistant = Assistant::new(level);
    let alert = assistant.ask(
        LayerId::Alert,
        &Question::new(&start),
        &mut Control::default(),
    );
    assert_eq!(alert.tints.len(), 4, "{alert:?}");
    assert!(
        alert.sentences[0].contains("4 boxes hold each other"),
        "{alert:?}"
    );
}

#[test]
fn a_stopped_layer_says_that_it_is_not_complete() {
    let level: Level = "########\n#@ $   #\n#  $ ..#\n#      #\n########"
        .parse()
        .unwrap();
    let start = level.start();
    let mut assistant = Assistant::new(level);
    let question = Question::new(&start);
    let mut control = Control::default().with_forced_stop(0);
    let overlay = assistant.ask(LayerId::Prevention, &question, &mut control);
    assert!(!overlay.is_complete);
    assert!(
        overlay
            .arrows
            .iter()
            .all(|arrow| arrow.kind == ArrowKind::Push)
    );
}
