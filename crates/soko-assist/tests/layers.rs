//! What each layer shows, drawn on small boards. Every layer of the table is asked
//! at least once; the last test sees to that.

use soko_assist::{
    ArrowKind, Assistant, LAYERS, LayerKind, Mark, Overlay, Question, TintKind, layer,
    marked_board, marks,
};
use soko_core::{Coord, Level};
use soko_search::Control;

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
No solution from here has fewer than 3 pushes.
";
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
The goals can be filled in this order.
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
# ↑→  #
# 2 1 #
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
One box has a free way to a goal.
";
    check_at("paths", TWO_BOXES, Some((2, 4)), of_one);
    let matching = "
#######
#  a  #
# a b #
#@  b #
#     #
#######
No solution from here has fewer than 3 pushes.
";
    check("matching", TWO_BOXES, matching);
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
