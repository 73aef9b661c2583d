//! LISA (2010): the situations of its figures, as far as the text defines them, and
//! what our layers say about each.
//!
//! The figures themselves are lost in the printed text. Figures 3, 4 and the left one of
//! 5 are drawn anew from their descriptions; the right one of 5 is, as the text says, the
//! deadlock of Figure 8. Figures 7 to 10 show XSokoban levels 1, 35 and 47.
//! A row says which layer was asked, what the paper says and what the layer says.

use crate::layer_arg::ask;
use soko_assist::{ArrowKind, Assistant, Overlay, layer, marked_board, marks};
use soko_bench::reproduce::{Cell, Check, Desk, Findings, FindingsTable, Paper, ReproduceError};
use soko_core::facts::{Rooms, WallRule};
use soko_core::{
    Coord, Direction, Level, Push, Reach, Square, SquareSet, Squares, State, Transport,
};

/// The paper.
pub const PAPER: Paper = Paper {
    name: "lisa",
    title: "Stoeller and Kostelijk, 2010: LISA, layered interactive Sokoban assistant",
    run,
};

const CORNER: &str = "#####\n#   #\n#$  #\n#+  #\n#   #\n#####";
const WALL: &str = "#######\n#     #\n#  $  #\n#  @. #\n#     #\n#######";
const FOUR: &str = "##########\n#        #\n#   @    #\n#   $    #\n#    $   #\n#   $$   #\n#  ....  #\n#        #\n##########";
const THREE: &str = "##########\n#        #\n#   @    #\n#   $    #\n#    $   #\n#   $#   #\n#  ...   #\n#        #\n##########";
const PAIR: &str = "#######\n#     #\n# @   #\n# $   #\n#. $ .#\n#######";
const INSIDE: &str = "###########\n#    .    #\n#         #\n#   $$$   #\n# . $@$ . #\n#   $$$   #\n# .     . #\n#  .   .  #\n#    .    #\n###########";

fn run(desk: &mut Desk<'_>) -> Result<Findings, ReproduceError> {
    desk.say("drawing the figures")?;
    // The figures of the paper are of drawn boards and of levels 1, 35 and 47.
    let xsokoban = desk.levels("XSokoban_90", 47)?;
    let level = |number: usize| {
        let level = xsokoban.get(number - 1);
        level.ok_or_else(|| ReproduceError::Levels(format!("XSokoban has no level {number}")))
    };
    let tables = vec![
        barred_push(
            "Figure 3, first: a stone in a corner",
            CORNER,
            Direction::Up,
            1,
        )?,
        barred_push(
            "Figure 3, second: a stone at a wall",
            WALL,
            Direction::Up,
            1,
        )?,
        dead_squares(WALL)?,
        barred_push("Figure 4, left: four stones", FOUR, Direction::Down, 4)?,
        barred_push(
            "Figure 4, right: two stones and a wall",
            PAIR,
            Direction::Down,
            2,
        )?,
        barred_push(
            "Figure 5, left: the same with a wall for one of the stones",
            THREE,
            Direction::Down,
            3,
        )?,
        rooms(level(1)?),
        first_level(level(1)?),
        after_a_push_up(level(1)?),
        advanced_deadlock(level(1)?),
        overview("Figure 9: level 35, all its layers", level(35)?),
        overload(level(47)?),
        man_inside()?,
    ];
    Ok(Findings {
        paper: PAPER.name.into(),
        title: PAPER.title.into(),
        tables,
    })
}

fn parse(text: &str) -> Result<Level, ReproduceError> {
    text.parse()
        .map_err(|error| ReproduceError::Levels(format!("a drawn figure: {error}")))
}

/// A table without columns: checks, and the drawn board as a note.
fn figure(title: &str, level: &Level, state: &State, overlay: &Overlay) -> FindingsTable {
    let mut table = FindingsTable::new(title, ["figure"]);
    let here = level.with_start(state);
    table
        .notes
        .push(marked_board(&here, &marks(level.board(), overlay)));
    table.notes.extend(overlay.sentences.iter().cloned());
    table
}

/// The push towards `direction` is barred, and after it the alert blames so many.
fn barred_push(
    title: &str,
    text: &str,
    direction: Direction,
    n_guilty: usize,
) -> Result<FindingsTable, ReproduceError> {
    let level = parse(text)?;
    let board = level.board();
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let prevention = ask(&mut assistant, &layer::PREVENTION, &start, None);
    let alert_before = ask(&mut assistant, &layer::ALERT, &start, None);
    let mut table = figure(title, &level, &start, &prevention);
    // 1. Before the push: its arrow is barred, and there is no alert yet.
    let box_sq = board.neighbour(start.man, direction);
    let barred = prevention.arrows.iter().find(|arrow| {
        let to = box_sq.and_then(|square| board.neighbour(square, direction));
        Some(arrow.from) == box_sq && Some(arrow.to) == to
    });
    let is_barred = barred.is_some_and(|arrow| arrow.kind == ArrowKind::DeadPush);
    let silent = alert_before.sentences.is_empty();
    table
        .checks
        .push(Check::that("before the push there is no alert", silent));
    table
        .checks
        .push(Check::that("the push has a blocked sign", is_barred));
    // 2. After it: the alert blames as many as the paper says.
    if let Some(from) = box_sq {
        let after = pushed(&level, &start, Push { from, direction });
        let alert = ask(&mut assistant, &layer::ALERT, &after, None);
        let what = format!("after the push the alert shows {n_guilty} guilty");
        table
            .checks
            .push(Check::that(what, alert.tints.len() == n_guilty));
        table.notes.extend(alert.sentences);
    }
    Ok(table)
}

fn pushed(level: &Level, state: &State, push: Push) -> State {
    let mut boxes = state.boxes.clone();
    push.apply(level.board(), &mut boxes);
    let man = push.from;
    State { boxes, man }
}

fn dead_squares(text: &str) -> Result<FindingsTable, ReproduceError> {
    let level = parse(text)?;
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let overlay = ask(&mut assistant, &layer::DEAD, &start, None);
    let mut table = figure(
        "Figure 3, third: the dead squares layer",
        &level,
        &start,
        &overlay,
    );
    let rule = WallRule::compare(level.board());
    let same = rule.missed() == 0 && overlay.tints.len() == rule.full;
    table.checks.push(Check::that(
        "corners and walls give the full set here",
        same,
    ));
    Ok(table)
}

/// The passages between the upper hall of level 1 and the corridor below it: the
/// column of each, and its rows between the walls on both sides.
const LEFT: (u32, &[u32]) = (3, &[5]);
const MIDDLE: (u32, &[u32]) = (5, &[5, 6]);
const RIGHT: (u32, &[u32]) = (8, &[5, 6]);

/// The paper says of level 1 that there are three vertical tunnels, and gives no
/// squares; its patterns stood in Figure 2, which is lost. So the table shows, for
/// each passage, which squares have walls on both sides and which of them ours calls
/// tunnels, and what else ours calls a vertical tunnel.
fn rooms(level: &Level) -> FindingsTable {
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let overlay = ask(&mut assistant, &layer::ROOMS, &start, None);
    let title = "Figures 6 and 7: rooms and tunnels on level 1";
    let mut table = FindingsTable::new(title, ["passage", "a tunnel", "our tunnel squares"]);
    let rooms = Rooms::new(level.board());
    let vertical = vertical_tunnels(level, &rooms);
    // 1. The paper's three passages: a passage agrees if all its squares are tunnels.
    let mut agree = 0;
    for (name, (col, rows)) in [("left", LEFT), ("middle", MIDDLE), ("right", RIGHT)] {
        let all = rows.iter().all(|&row| vertical.contains(&(row, col)));
        agree += usize::from(all);
        let ours: Vec<String> = vertical
            .iter()
            .filter(|&&(row, c)| c == col && row < CORRIDOR)
            .map(|&(row, col)| Coord::new(row, col).to_string())
            .collect();
        let is_tunnel = if all { "yes" } else { "no" };
        let cells = [
            name.into(),
            Cell::compared("yes", is_tunnel),
            ours.join("; ").into(),
        ];
        table.rows.push(cells.into());
    }
    table.checks.push(Check::all(
        "the three vertical tunnels are tunnels",
        agree,
        3,
    ));
    // 2. What else ours calls a vertical tunnel, which the paper does not count.
    let others = vertical.iter().filter(|(row, _)| *row > CORRIDOR).count();
    table.checks.push(Check::not_reproducible(
        "vertical tunnels on the whole level: the paper's three are three of ours",
        3,
        3 + others,
        "below the corridor stand three squares more with walls on both sides",
    ));
    table.notes.push(
        "The square below the left passage, in the row above the corridor, is a room square \
         for us: it is the corner of a block of two by two floor squares. The paper draws \
         the line with patterns that its printed text has lost."
            .into(),
    );
    // 3. The drawn board, for the reader to judge.
    let picture = marked_board(level, &marks(level.board(), &overlay));
    table.notes.push(picture);
    table.notes.extend(overlay.sentences);
    table
}

/// The row of the corridor of level 1.
const CORRIDOR: u32 = 7;

/// Rows and columns of the tunnel squares with walls on their left and right.
fn vertical_tunnels(level: &Level, rooms: &Rooms) -> Vec<(u32, u32)> {
    let board = level.board();
    let is_between = |square: &Square| {
        board.is_wall(*square, Direction::Left) && board.is_wall(*square, Direction::Right)
    };
    let squares = rooms.tunnel_squares.iter().filter(is_between);
    let places = squares.map(|square| board.coord(square));
    places.map(|at| (at.row, at.col)).collect()
}

fn first_level(level: &Level) -> FindingsTable {
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let prevention = ask(&mut assistant, &layer::PREVENTION, &start, None);
    let mut table = figure("Figure 7: level 1", level, &start, &prevention);
    let mut stones: Vec<Square> = prevention.arrows.iter().map(|arrow| arrow.from).collect();
    stones.dedup();
    table.checks.push(Check::that(
        "only two stones are reachable",
        stones.len() == 2,
    ));
    let dead = ask(&mut assistant, &layer::DEAD, &start, None);
    let is_dead = |row, col| {
        let square = level.board().square(Coord::new(row, col));
        dead.tints.iter().any(|tint| Some(tint.square) == square)
    };
    let holds = is_dead(4, 3) && is_dead(4, 8) && !is_dead(4, 5);
    let what = "the mouths of the left and right tunnels are dead, that of the middle is not";
    table.checks.push(Check::that(what, holds));
    let what = "no stone gets through the left or right tunnel, and one does through the middle";
    let through = [LEFT, MIDDLE, RIGHT].map(|(col, _)| passes(level, col));
    let holds = through == [false, true, false];
    table.checks.push(Check::that(what, holds));
    table
}

/// Whether a lone stone can be pushed from the mouth above a passage to the corridor
/// below it.
fn passes(level: &Level, col: u32) -> bool {
    let board = level.board();
    let above = board.square(Coord::new(4, col));
    let below = board.square(Coord::new(CORRIDOR, col));
    let (Some(above), Some(below)) = (above, below) else {
        return false;
    };
    let boxes = SquareSet::of(board.n_squares(), [above]);
    let men = Reach::<SquareSet>::new(board).areas(&boxes);
    men.iter().filter_map(SquareSet::lowest).any(|man| {
        let transport = Transport::new(board, &boxes, man, above);
        transport.squares().any(|(square, _)| square == below)
    })
}

/// A stone is pushed up; then two stones have blocked signs.
fn after_a_push_up(level: &Level) -> FindingsTable {
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let pushes = ask(&mut assistant, &layer::PUSHES, &start, None);
    let board = level.board();
    // The paper does not say which stone it was: the one after which the most stones
    // are barred.
    let ups = pushes
        .arrows
        .iter()
        .filter(|arrow| board.neighbour(arrow.from, Direction::Up) == Some(arrow.to))
        .map(|arrow| Push {
            from: arrow.from,
            direction: Direction::Up,
        });
    let shown = ups
        .map(|push| {
            let after = pushed(level, &start, push);
            let overlay = ask(&mut assistant, &layer::PREVENTION, &after, None);
            (n_barred_stones(&overlay), after, overlay)
        })
        .max_by_key(|(n_barred, ..)| *n_barred);
    let title = "Figure 8: level 1 after a stone was pushed up";
    let Some((n_barred, after, overlay)) = shown else {
        let mut table = FindingsTable::new(title, ["figure"]);
        table
            .checks
            .push(Check::that("a stone can be pushed up", false));
        return table;
    };
    let mut table = figure(title, level, &after, &overlay);
    let what = format!("at least two stones have blocked signs (there are {n_barred})");
    table.checks.push(Check::that(what, n_barred >= 2));
    for arrow in overlay
        .arrows
        .iter()
        .filter(|a| a.kind == ArrowKind::DeadPush)
    {
        let at = board.coord(arrow.from);
        let reason = arrow.reason.as_deref().unwrap_or_default();
        table.notes.push(format!("The stone at {at}: {reason}"));
    }
    table
}

/// The stone that is pushed up into the middle tunnel, and the one to the right that is
/// pushed to the left then.
const INTO_THE_TUNNEL: Coord = Coord::new(7, 5);
const TO_THE_RIGHT: Coord = Coord::new(4, 7);

/// Figures 5 and 8, right: a push after which stones can still move, and every one of
/// their pushes loses.
fn advanced_deadlock(level: &Level) -> FindingsTable {
    let title = "Figures 5 and 8, right: the more advanced deadlock, on level 1";
    let board = level.board();
    let squares = [INTO_THE_TUNNEL, TO_THE_RIGHT].map(|at| board.square(at));
    let [Some(first), Some(second)] = squares else {
        let mut table = FindingsTable::new(title, ["figure"]);
        let what = "level 1 has the squares of the figure";
        table.checks.push(Check::that(what, false));
        return table;
    };
    // 1. Figure 8, left: a stone is pushed up. The push in question is barred.
    let push = |from, direction| Push { from, direction };
    let left = pushed(level, &level.start(), push(first, Direction::Up));
    let mut assistant = Assistant::new(level.clone());
    let before = ask(&mut assistant, &layer::PREVENTION, &left, None);
    let is_barred = before
        .arrows
        .iter()
        .any(|arrow| arrow.from == second && arrow.kind == ArrowKind::DeadPush);
    // 2. It is done all the same: the alert, and what can still be pushed.
    let right = pushed(level, &left, push(second, Direction::Left));
    let after = ask(&mut assistant, &layer::PREVENTION, &right, None);
    let alert = ask(&mut assistant, &layer::ALERT, &right, None);
    let mut table = figure(title, level, &right, &after);
    let n_pushes = after.arrows.len();
    let lose = after.arrows.iter();
    let lose = lose.filter(|arrow| arrow.kind == ArrowKind::DeadPush);
    let n_lose = lose.count();
    let checks = [
        ("the stone to the right has a blocked sign", is_barred),
        ("after its push the alert is on", !alert.tints.is_empty()),
        ("some stones can still be pushed", n_pushes > 0),
    ];
    let checks = checks.map(|(what, holds)| Check::that(what, holds));
    table.checks.extend(checks);
    let what = "their pushes that are barred too";
    table.checks.push(Check::all(what, n_lose, n_pushes));
    table.notes.extend(alert.sentences);
    // 3. Where we differ.
    let early = ask(&mut assistant, &layer::ALERT, &left, None);
    if !early.tints.is_empty() {
        table.notes.push(
            "LISA's alert comes with this push. Ours comes one push earlier, with the stone in \
             the tunnel: no push saves the level any more, which patterns alone do not see."
                .into(),
        );
    }
    table
}

fn n_barred_stones(overlay: &Overlay) -> usize {
    let barred = overlay.arrows.iter();
    let barred = barred.filter(|arrow| arrow.kind == ArrowKind::DeadPush);
    let mut stones: Vec<Square> = barred.map(|arrow| arrow.from).collect();
    stones.dedup();
    stones.len()
}

fn overview(title: &str, level: &Level) -> FindingsTable {
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let prevention = ask(&mut assistant, &layer::PREVENTION, &start, None);
    let mut table = figure(title, level, &start, &prevention);
    for layer in [&layer::ROOMS, &layer::DEAD, &layer::PATHS] {
        let overlay = ask(&mut assistant, layer, &start, None);
        let title = layer.title;
        table
            .notes
            .extend(overlay.sentences.iter().map(|s| format!("{title}: {s}")));
    }
    table
}

/// Too many arrows at once, and the filter against it.
fn overload(level: &Level) -> FindingsTable {
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let mut overlay = ask(&mut assistant, &layer::PREVENTION, &start, None);
    let title = "Figure 10: level 47, where LISA shows too much";
    let mut table = figure(title, level, &start, &overlay);
    overlay.fade_far_arrows(level.board(), start.man, 3);
    let n_arrows = overlay.arrows.len();
    let n_full = overlay
        .arrows
        .iter()
        .filter(|arrow| arrow.strength == 255)
        .count();
    let what = format!("of {n_arrows} arrows the filter leaves {n_full} at full strength");
    table.checks.push(Check::that(what, n_full < n_arrows));
    table
}

/// Section 6.2.1: LISA's false alarm.
fn man_inside() -> Result<FindingsTable, ReproduceError> {
    let level = parse(INSIDE)?;
    let start = level.start();
    let mut assistant = Assistant::new(level.clone());
    let alert = ask(&mut assistant, &layer::ALERT, &start, None);
    let title = "Section 6.2.1: the man inside, where LISA raises a false alarm";
    let mut table = figure(title, &level, &start, &alert);
    let silent = alert.sentences.is_empty();
    table
        .checks
        .push(Check::that("our alert keeps silent", silent));
    Ok(table)
}
