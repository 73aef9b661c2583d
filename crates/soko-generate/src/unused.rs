//! Rooms that a solution never enters are walled up.
//!
//! A part of the floor that one square cuts off from the rest, that holds neither goal
//! nor box nor man, and that a shortest solution does not enter, is of no use to it: it
//! only makes the level larger. With walls in its place the solution still works, and as
//! walls never open a way, no solution has become shorter. So what was proved about the
//! fewest pushes stays proved.
//!
//! Cost: a flood a square of the floor, a few times a level.

use soko_core::{Cell, Level, Reach, Setup, Square, SquareSet, Squares, Verified};

/// The level as written, with the rooms that a solution never enters walled up.
pub(crate) fn without_unused_rooms(level: &Level, solution: &Verified) -> Setup {
    let mut setup = level.setup().clone();
    for square in unused_rooms(level, &used_squares(level, solution)).iter() {
        setup.set(level.board().coord(square), Cell::Wall);
    }
    setup
}

/// The squares on which the man or a box stands at some time, and the goals.
fn used_squares(level: &Level, solution: &Verified) -> SquareSet {
    let board = level.board();
    let mut used = level.boxes().union(board.goals());
    let mut man = level.man();
    used.insert(man);
    for step in solution.steps() {
        let Some(next) = board.neighbour(man, step.direction) else {
            break;
        };
        man = next;
        used.insert(man);
        if let Some(pushed) = board
            .neighbour(man, step.direction)
            .filter(|_| step.is_push)
        {
            used.insert(pushed);
        }
    }
    used
}

/// All squares of parts that one square cuts off and of which none is used.
fn unused_rooms(level: &Level, used: &SquareSet) -> SquareSet {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let mut unused = board.no_squares();
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for door in board.squares() {
            if unused.contains(door) {
                continue;
            }
            let more = parts_behind(level, &reach, door, &unused, used);
            has_grown |= !more.is_empty();
            unused.union_with(&more);
        }
    }
    unused
}

/// The unused parts of the floor that a door cuts off; the door itself stays.
fn parts_behind(
    level: &Level,
    reach: &Reach<SquareSet>,
    door: Square,
    walled: &SquareSet,
    used: &SquareSet,
) -> SquareSet {
    let mut closed = walled.clone();
    closed.insert(door);
    let mut behind = level.board().no_squares();
    for part in reach.areas(&closed) {
        if !part.intersects(used) {
            behind.union_with(&part);
        }
    }
    behind
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Direction, verify};

    #[test]
    fn rooms_beside_the_way_go_and_the_way_stays() {
        let text = "\
###########
##  #######
##  ##   ##
### ## # ##
#@ $   . ##
###########";
        let level: Level = text.parse().unwrap();
        let moves = [Direction::Right; 5];
        let solution = verify(level.setup(), moves).unwrap();
        let setup = without_unused_rooms(&level, &solution);
        // The room above goes with its alley; the ring at the right is no room behind
        // a door, except for what hangs on it.
        let expected = "\
###########
###########
######   ##
###### # ##
#@ $   . ##
###########
";
        assert_eq!(setup.to_string(), expected);
        assert!(verify(&setup, moves).is_ok());
    }
}
