//! No false alarm: over whole state graphs, whatever is called dead is dead.
//!
//! The short run is part of the tests. `make oracle-assist`, which `make oracle`
//! runs too, checks every state of every public level whose graph has at most
//! [`PUBLIC_STATES`] states, and then generated levels, at least a million states in
//! all. It prints the share of losing pushes that the layer catches.

use soko_assist::{ArrowKind, Assistant, Question, TintKind, layer, within};
use soko_bench::oracle::{StateGraph, pulled_level};
use soko_bench::suite;
use soko_core::{Level, SplitMix, Squares, State};
use soko_search::Control;
use std::time::Duration;

/// The largest graphs that are checked, of generated and of public levels.
const GENERATED_STATES: usize = 5_000;
const PUBLIC_STATES: usize = 10_000;

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
        let overlay = assistant.ask(&layer::PREVENTION, &question, &mut Control::default());
        assert_eq!(overlay.arrows.len(), graph.pushes[id].len());
        // An arrow a push, in the same order, and none barred that can still win.
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
    let alert = assistant.ask(&layer::ALERT, &question, &mut Control::default());
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
    let dead = assistant.ask(&layer::DEAD, &question, &mut Control::default());
    let boxes_there = dead.tints.iter().any(|t| state.boxes.contains(t.square));
    assert!(is_dead || !boxes_there);
}

#[test]
fn nothing_that_can_win_is_called_dead() {
    let goal = std::env::var("SOKO_ALARM_STATES").ok();
    let goal: usize = goal.map_or(8_000, |n| n.parse().expect("a number of states"));
    let mut tally = Tally::default();
    let is_long = goal > 100_000;
    if is_long {
        check_public_levels(&mut tally);
        report("public levels", &tally);
    }
    let n_public = tally.states;
    let mut random = SplitMix(71);
    while tally.states < goal.max(n_public + goal / 8) {
        check(&pulled_level(&mut random), GENERATED_STATES, &mut tally);
    }
    report("in all", &tally);
    assert!(tally.states >= goal && (tally.levels >= 200 || !is_long));
    assert!(
        tally.alerts > 0 && tally.barred * 2 > tally.dead_pushes,
        "{tally:?}"
    );
}

fn check_public_levels(tally: &mut Tally) {
    for name in suite::names().expect("the public collections") {
        for entry in suite::collection(&name).expect("a public collection") {
            if let Ok(level) = Level::from_setup(entry.setup) {
                check(&level, PUBLIC_STATES, tally);
            }
        }
        eprintln!("{name}: {} levels, {} states", tally.levels, tally.states);
    }
}

fn report(what: &str, tally: &Tally) {
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    println!(
        "\n{what}: {} levels, {} states, no false alarm;\n  \
         the prevention layer bars {:.2}% of {} losing pushes,\n  \
         the alert speaks in {:.2}% of {} lost states",
        tally.levels,
        tally.states,
        share(tally.barred, tally.dead_pushes),
        tally.dead_pushes,
        share(tally.alerts, tally.dead_states),
        tally.dead_states,
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
    let alert = assistant.ask(&layer::ALERT, &question, &mut Control::default());
    assert!(alert.sentences.is_empty(), "{:?}", alert.sentences);
    let prevention = assistant.ask(&layer::PREVENTION, &question, &mut Control::default());
    assert_eq!(prevention.arrows.len(), 4);
    assert!(prevention.arrows.iter().any(|a| a.kind == ArrowKind::Push));
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
    let overlay = assistant.ask(&layer::PREVENTION, &question, &mut control);
    assert!(!overlay.is_complete);
    assert!(
        overlay
            .arrows
            .iter()
            .all(|arrow| arrow.kind == ArrowKind::Push)
    );
}

/// What a budget left out comes with the next question.
#[test]
fn a_second_answer_completes_the_first() {
    let rows = [
        "########", "#      #", "# $$ $ #", "# $    #", "# @....#", "########",
    ];
    let level: Level = rows.join("\n").parse().unwrap();
    let start = level.start();
    let question = Question::new(&start);
    let ask = |assistant: &mut Assistant, control: &mut Control<'_>| {
        assistant.ask(&layer::PREVENTION, &question, control)
    };
    let mut assistant = Assistant::new(level.clone());
    let hasty = ask(&mut assistant, &mut within(Duration::ZERO));
    assert!(!hasty.is_complete);
    let second = ask(&mut assistant, &mut Control::default());
    assert!(second.is_complete);
    assert!(second.arrows.iter().any(|a| a.kind == ArrowKind::DeadPush));
    let fresh = ask(&mut Assistant::new(level), &mut Control::default());
    assert_eq!(second, fresh);
}

/// What nothing ends midway is not begun where the time is too short for it.
#[test]
fn a_bound_that_would_take_too_long_is_left_out() {
    let side = 90;
    let row = |piece: char| format!("#{}#", format!(" {piece}").repeat(side / 2 - 1));
    let mut rows = vec!["#".repeat(side), format!("#@{}#", " ".repeat(side - 3))];
    for piece in ['$', '.'] {
        rows.extend((0..10).flat_map(|_| [row(piece), row(' ')]));
    }
    rows.push("#".repeat(side));
    let level: Level = rows.join("\n").parse().unwrap();
    let start = level.start();
    let mut assistant = Assistant::new(level);
    for name in ["matching", "push-distance"] {
        let layer = layer::named(name).unwrap();
        let mut control = within(Duration::from_millis(50));
        let overlay = assistant.ask(layer, &Question::new(&start), &mut control);
        assert!(
            !overlay.is_complete && overlay.sentences.is_empty(),
            "{name}"
        );
    }
}
