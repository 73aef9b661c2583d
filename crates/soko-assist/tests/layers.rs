//! What each layer shows, drawn on small boards. Every layer of the table is asked
//! at least once; the last test sees to that.

use soko_assist::{
    ArrowKind, Assistant, Certainty, LAYERS, LayerKind, Mark, Overlay, Question, TintKind, layer,
    marked_board, marks,
};
use soko_core::{Coord, Level};
use soko_search::{Control, Limits};

/// Two halls with a door between them.
const HALLS: &str = "
#########
#   #   #
# $   . #
#  @#   #
#########
";

/// A shaft out of which the man can push a box, but not turn it.
const SHAFT: &str = "
#######
#. @$ #
### ###
### ###
#######
";

/// Two halls with two doors, and a cellar with one.
const LOOP: &str = "
###########
#         #
# $   .   #
#         #
## ##### ##
#         #
#       @ #
##### #####
#         #
#         #
###########
";

fn ask(name: &str, rows: &str, at: Option<(u32, u32)>) -> (Level, Overlay) {
    let level: Level = rows.trim_start_matches('\n').parse().unwrap();
    let (board, state) = (level.board(), level.start());
    let layer = layer::named(name).unwrap();
    let focus = match at {
        Some((row, col)) => board.square(Coord::new(row, col)),
        None => layer.needs.default_at(board, &state),
    };
    let question = Question {
        state: &state,
        focus,
    };
    let mut assistant = Assistant::new(level.clone());
    let overlay = assistant.ask(layer, &question, &mut Control::default());
    assert!(overlay.is_complete);
    assert_eq!(overlay.layer, name);
    (level, overlay)
}

/// The board with the marks of a layer, and below it what the layer says.
fn check_at(name: &str, rows: &str, at: Option<(u32, u32)>, expected: &str) {
    let (level, overlay) = ask(name, rows, at);
    let board = marked_board(&level, &marks(level.board(), &overlay));
    let shown = format!("\n{board}{}\n", overlay.sentences.join("\n"));
    assert_eq!(shown, expected, "{name}:{shown}");
}

fn check(name: &str, rows: &str, expected: &str) {
    check_at(name, rows, None, expected);
}

/// The board with an `o` on every square that a layer tints in this way.
fn check_kind(name: &str, rows: &str, kind: TintKind, expected: &str) {
    let (level, overlay) = ask(name, rows, None);
    let tints = overlay.tints.iter().filter(|tint| tint.kind == kind);
    let marks: Vec<Mark> = tints
        .map(|tint| Mark {
            square: tint.square,
            text: "o".into(),
        })
        .collect();
    let shown = format!("\n{}", marked_board(&level, &marks));
    assert_eq!(shown, expected, "{name}:{shown}");
}

#[test]
fn rooms_have_numbers_and_tunnels_letters() {
    let expected = "
#########
#111#222#
#111t222#
#111#222#
#########
Rooms: 2. Tunnels: 1.
";
    check("rooms", HALLS, expected);
    let rooms = "
#########
#ooo#ooo#
#ooo ooo#
#ooo#ooo#
#########
";
    check_kind("rooms", HALLS, TintKind::Room, rooms);
    let tunnel = "
#########
#   #   #
# $ o . #
#  @#   #
#########
";
    check_kind("rooms", HALLS, TintKind::Tunnel, tunnel);
}

#[test]
fn a_box_in_the_shaft_is_dead_because_the_man_has_to_walk() {
    let dead = "
#######
#. @$x#
###x###
###x###
#######
A box pushed to one of these 3 squares is lost.
";
    check("dead", SHAFT, dead);
    let deadspots = "
#######
#. @$c#
### ###
###c###
#######
Corners: 2. Other deadspots: 0.
";
    check("deadspots", SHAFT, deadspots);
}

#[test]
fn corners_differ_from_the_squares_between_them() {
    let deadspots = "
#########
#cic#cic#
#i$   .i#
#cic#cic#
#########
Corners: 8. Other deadspots: 6.
";
    check("deadspots", HALLS, deadspots);
    let wall_lines = "
#########
#cwc#cwc#
#w$   .w#
#cwc#cwc#
#########
Corners: 8. Squares along walls: 6.
";
    check("wall-lines", HALLS, wall_lines);
}

/// The square below the door can be left for a goal, but no box gets there; the
/// corner at the right can be got to, but not left.
#[test]
fn safe_squares_are_got_to_and_left() {
    let expected = "
#######
#ssss #
### ###
### ###
#######
No box of a solution ever leaves these 4 squares.
";
    check("safe", SHAFT, expected);
}

#[test]
fn the_man_walks_up_to_the_boxes_and_what_lies_behind_is_another_area() {
    // What he can walk to, then the areas with numbers and kinds, then the squares
    // that part them.
    let reach = "
#######
#rrr$ #
###r###
###r###
#######
The man can walk to 5 of 6 free squares.
";
    check("reach", SHAFT, reach);
    let areas = "
#######
#111$2#
###1###
###1###
#######
The boxes part the floor in 2 areas.
";
    check("areas", SHAFT, areas);
    let cut_off = "
#######
#. @$o#
### ###
### ###
#######
";
    check_kind("areas", SHAFT, TintKind::ManCutOff, cut_off);
    let here = "
#######
#ooo$ #
###o###
###o###
#######
";
    check_kind("areas", SHAFT, TintKind::ManHere, here);
    let articulation = "
#######
#.aaa #
###a###
### ###
#######
A box on any of these 4 squares parts the floor.
";
    check("articulation", SHAFT, articulation);
}

#[test]
fn distances_count_steps_or_pushes() {
    let steps = "
#########
#654#212#
#5432101#
#654#212#
#########
The boxes stand 4 steps from their nearest goals.
";
    check("walking-distance", HALLS, steps);
    let pushes = "
#######
#0123x#
###x###
###x###
#######
There are no goals left that suit all the boxes.
";
    // The man cannot get behind the box in the shaft.
    check("push-distance", SHAFT, pushes);
}

#[test]
fn the_nearest_squares_are_the_strongest() {
    let (_, overlay) = ask("push-distance", SHAFT, None);
    let strengths: Vec<u8> = overlay.tints.iter().map(|tint| tint.strength).collect();
    assert_eq!(strengths, [255, 189, 122, 55, 255, 255, 255]);
}

#[test]
fn a_box_and_a_square_are_asked_where_and_from_where() {
    let rows = "
########
#      #
# $ $  #
#@ . . #
########
";
    let box_reach = "
########
#432123#
# $1?12#
#432123#
########
This box can be brought to 15 squares, 2 of them goals.
";
    check_at("box-reach", rows, Some((2, 4)), box_reach);
    // The other way round: which boxes get to a goal.
    let reachers = "
########
#      #
# 2 2  #
#@ ? . #
########
2 boxes can be brought here.
";
    check_at("reachers", rows, Some((3, 3)), reachers);
    let nothing = "
########
#      #
# $ $  #
#@ . . #
########
Point at a square without a box.
";
    check_at("reachers", rows, Some((2, 2)), nothing);
}

/// No spot lies on a dead square, the goal, the box, its way, in a tunnel or where a
/// box would part the floor.
#[test]
fn boxes_park_where_they_are_in_nobodys_way() {
    let expected = "
###########
#         #
# $   .pp #
# ppppppp #
## ##### ##
# ppppppp #
#       @ #
##### #####
# ppp ppp #
#         #
###########
A box could wait on any of 22 squares.
";
    check("parking", LOOP, expected);
}

/// With a box pointed at, the spots that it can be brought to.
#[test]
fn a_box_parks_where_it_can_be_brought() {
    let rows = "
#########
#   #   #
# $ $ . #
#  @#   #
#   #  .#
#########
";
    let of_all = "
#########
#   #   #
# $ $ .p#
# pp#ppp#
#   # p.#
#########
A box could wait on any of 7 squares.
";
    check("parking", rows, of_all);
    let of_one = "
#########
#   #   #
# ? $ . #
# pp#   #
#   #  .#
#########
This box could wait on any of 2 squares.
";
    check_at("parking", rows, Some((2, 2)), of_one);
}

#[test]
fn goals_are_filled_from_the_back() {
    let rows = "
##########
#     ####
# $$$ ...#
#@    ####
##########
";
    let expected = "
##########
#     ####
# $$$ 321#
#@    ####
##########
This order of filling the goals is likely to do; it is no proof.
";
    check("packing", rows, expected);
}

#[test]
fn pushes_have_arrows_and_losing_ones_are_barred() {
    let pushes = "
#########
# ↑ #   #
#←$→  . #
# ↓@#   #
#########
There are 4 pushes.
";
    check("pushes", HALLS, pushes);
    let prevention = "
#########
# x #   #
#x$→  . #
# x@#   #
#########
3 of 4 possible pushes are proved to lose.
";
    check("prevention", HALLS, prevention);
    let (_, overlay) = ask("prevention", HALLS, None);
    for arrow in &overlay.arrows {
        assert_eq!(
            arrow.reason.as_deref(),
            (arrow.kind == ArrowKind::DeadPush)
                .then_some("This box stands where it can never reach a goal again.")
        );
    }
}

const TWO_BOXES: &str = "
#######
#  .  #
# $ $ #
#@  . #
#     #
#######
";

#[test]
fn free_ways_lead_to_goals_and_pairs_share_a_letter() {
    let paths = "
#######
#  ↑  #
# 2→1 #
#@  ↓ #
#     #
#######
2 boxes have free ways to goals.
";
    check("paths", TWO_BOXES, paths);
    // With a box pointed at, its way alone.
    let of_one = "
#######
#  .  #
# $ 1 #
#@  ↓ #
#     #
#######
This box has a free way to a goal.
";
    check_at("paths", TWO_BOXES, Some((2, 4)), of_one);
    let matching = "
#######
#  a  #
# a b #
#@  b #
#     #
#######
A box may well have to take another goal than its letter's.
";
    check("matching", TWO_BOXES, matching);
}

/// What is said of one box is not said of all.
#[test]
fn free_ways_speak_of_the_box_pointed_at() {
    let rows = "
########
#$ @ $.#
###  .*#
########
";
    let says = |at| ask("paths", rows, at).1.sentences;
    assert_eq!(says(None), ["One box has a free way to a goal."]);
    let corner = Some((1, 1));
    assert_eq!(says(corner), ["This box has no free way to a goal now."]);
    assert_eq!(says(Some((1, 5))), ["This box has a free way to a goal."]);
    assert_eq!(says(Some((2, 6))), ["This box stands on a goal."]);
    let lost = rows.replace("$.#", " .#").replace("*#", ".#");
    let (_, overlay) = ask("paths", &lost, None);
    let nobody = "No box off the goals has a free way to one now.";
    assert_eq!(overlay.sentences, [nobody]);
}

/// A layer that was stopped has not proved that there is no way.
#[test]
fn free_ways_that_were_not_looked_for_are_not_denied() {
    let level: Level = TWO_BOXES.trim_start().parse().unwrap();
    let limits = Limits {
        expansions: Some(0),
        ..Limits::default()
    };
    let start = level.start();
    let question = Question::new(&start);
    let overlay = Assistant::new(level).ask(&layer::PATHS, &question, &mut Control::new(limits));
    assert!(!overlay.is_complete);
    assert_eq!(overlay.sentences, ["No free way was found in this time."]);
}

/// Every push shows, those onto one square too.
#[test]
fn two_pushes_onto_one_square_are_two() {
    let rows = "
########
#      #
# $ $  #
#@  .. #
########
";
    let pushes = "
########
# ↑ ↑  #
#←$↔$→ #
#@↓ ↓. #
########
There are 8 pushes.
";
    check("pushes", rows, pushes);
    let (level, overlay) = ask("pushes", rows, None);
    let marks = marks(level.board(), &overlay);
    let between = level.board().square(Coord::new(2, 3));
    let mark = marks.iter().find(|mark| Some(mark.square) == between);
    assert_eq!(mark.unwrap().text, "←→");
    // Three onto one square, then two of which both lose.
    let three = "
#######
#     #
#  $  #
# $ $ #
#@... #
#######
";
    let shown = "
#######
#  ↑  #
# ↖$↗ #
#←$┬$→#
#@↓.↓ #
#######
There are 12 pushes.
";
    check("pushes", three, shown);
    let both_lose = "
#######
# $ $ #
#@    #
#.   .#
#######
";
    let shown = "
#######
#x$X$x#
#@    #
#.   .#
#######
4 of 4 possible pushes are proved to lose.
";
    check("prevention", both_lose, shown);
}

/// In a lost position each push has its own reason, not only the alert's.
#[test]
fn in_a_lost_position_each_push_has_its_own_reason() {
    let rows = "
##########
#$       #
#    $$  #
#  $     #
#@  . .. #
#      . #
##########
";
    let (level, overlay) = ask("prevention", rows, None);
    let reason = |row, col, to_row, to_col| {
        let square = |row, col| level.board().square(Coord::new(row, col));
        let arrows = &overlay.arrows;
        let same = |a: &&soko_assist::Arrow| {
            Some(a.from) == square(row, col) && Some(a.to) == square(to_row, to_col)
        };
        arrows.iter().find(same).unwrap().reason.clone().unwrap()
    };
    let alert = "This box stands where it can never reach a goal again.";
    // The box at the left is lost by its own push; the way down is nobody's fault.
    assert_eq!(
        reason(3, 3, 2, 3),
        format!("The position is lost already. {alert}")
    );
    let wall = reason(2, 5, 1, 5);
    assert_eq!(wall, format!("{alert} The position is lost already."));
    let bars = overlay.arrows.iter().all(|a| a.kind == ArrowKind::DeadPush);
    assert!(bars);
    // The box in the corner cannot be pushed; one that makes three a block has another
    // reason than the alert's.
    let two = "
##########
#$ @     #
#    $ $ #
#    $$  #
#.. .. . #
##########
";
    let (level, overlay) = ask("prevention", two, None);
    let corner = level.board().square(Coord::new(1, 1));
    assert!(
        overlay
            .arrows
            .iter()
            .all(|arrow| Some(arrow.from) != corner)
    );
    let told: Vec<&str> = (overlay.arrows.iter())
        .filter_map(|a| a.reason.as_deref())
        .collect();
    assert_eq!(told.len(), overlay.arrows.len());
    let own: Vec<&&str> = (told.iter())
        .filter(|told| told.contains("hold each other"))
        .collect();
    assert!(!own.is_empty(), "{told:?}");
}

/// Every set of pushes onto one square has a sign of its own.
#[test]
fn no_two_sets_of_pushes_look_alike() {
    let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
    let square = level.man();
    let mut seen = Vec::new();
    for set in 1..16u32 {
        let signs = "←↑→↓".chars().enumerate();
        let text = signs
            .filter(|(i, _)| set >> i & 1 == 1)
            .map(|(_, c)| c)
            .collect();
        let sign = Mark { square, text }.character();
        assert!(!seen.contains(&sign), "{sign}");
        seen.push(sign);
    }
}

/// Two boxes whose nearest goal is the same: one of them has to go further.
#[test]
fn one_bound_is_told_in_one_place() {
    let rows = "
##########
#        #
# $ $.  .#
#@       #
##########
";
    let (_, near) = ask("push-distance", rows, None);
    let bound = "No solution from here has fewer than 7 pushes.";
    assert_eq!(
        (near.certainty, &near.sentences[..]),
        (Certainty::Proved, &[bound.to_string()][..])
    );
    let (_, pairs) = ask("matching", rows, None);
    assert_eq!(pairs.certainty, Certainty::Heuristic);
    for layer in LAYERS.iter().filter(|layer| layer.name != "push-distance") {
        let (_, overlay) = ask(layer.name, rows, None);
        let bounds = overlay
            .sentences
            .iter()
            .filter(|said| said.contains("fewer than"));
        assert_eq!(bounds.count(), 0, "{}", layer.name);
    }
    // Without goals for all the boxes both are sure.
    let lost = "
#########
#$ $   .#
#@     .#
#########
";
    for name in ["push-distance", "matching"] {
        let (_, overlay) = ask(name, lost, None);
        assert_eq!(overlay.certainty, Certainty::Proved);
        assert_eq!(
            overlay.sentences,
            ["There are no goals left that suit all the boxes."]
        );
    }
}

#[test]
fn the_alert_names_the_guilty_boxes_and_no_others() {
    let rows = "
########
#      #
# $$ $ #
# $$   #
# @....#
#     .#
########
";
    let expected = "
########
#      #
# !! $ #
# !!   #
# @....#
#     .#
########
These 4 boxes hold each other in place for ever, and not all are on goals.
";
    check("alert", rows, expected);
    // Each of the two boxes above is proof enough, so one is named.
    let rows = "
########
#  $$  #
# $    #
# @ ...#
########
";
    let expected = "
########
#  $!  #
# $    #
# @ ...#
########
This box stands where it can never reach a goal again.
";
    check("alert", rows, expected);
    let (level, overlay) = ask("alert", rows, None);
    let walls: Vec<String> = overlay
        .walls
        .iter()
        .map(|wall| format!("{:?} of {}", wall.side, level.board().coord(wall.square)))
        .collect();
    assert_eq!(walls, ["Up of row 2, column 5"]);
    let (_, overlay) = ask("alert", TWO_BOXES, None);
    assert!(overlay.tints.is_empty() && overlay.sentences.is_empty());
}

#[test]
fn arrows_of_far_boxes_are_faded() {
    let (level, mut overlay) = ask("pushes", TWO_BOXES, None);
    overlay.fade_far_arrows(level.board(), level.man(), 1);
    for arrow in &overlay.arrows {
        let is_near = level.board().coord(arrow.from) == Coord::new(2, 2);
        assert_eq!(arrow.strength == 255, is_near, "{arrow:?}");
    }
}

/// Every layer has a line in this file that checks it.
#[test]
fn every_layer_is_looked_at() {
    let text = include_str!("layers.rs");
    for layer in LAYERS {
        let call = format!("check(\"{}\"", layer.name);
        let call_at = format!("check_at(\"{}\"", layer.name);
        assert!(
            text.contains(&call) || text.contains(&call_at),
            "{}",
            layer.name
        );
        let has_arrows = matches!(layer.kind, LayerKind::Arrow);
        let (_, overlay) = ask(layer.name, HALLS, None);
        assert_eq!(has_arrows, !overlay.arrows.is_empty(), "{}", layer.name);
    }
}
