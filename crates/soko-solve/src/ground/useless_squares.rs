//! Useless squares are walled up.
//!
//! A dead end of one square from which no box can be brought to a goal is of no use:
//! no box may be pushed into it, and the man, who comes in only by the square before
//! it, finds no box there that he could push on his way out. A wall in its place takes
//! no solution away. What becomes a dead end by that is walled up in turn, so whole
//! blind alleys go; and a square that is useful only with the man in a dead end is useless
//! once that is gone. Squares outside the walls are none of the board's to begin with.
//!
//! **Sound**: a square keeps its place if it is a goal or holds a box or the man at
//! the start. A push from a dead end would need a box on its only neighbour while the
//! man is inside; he cannot push a box there himself, and he does not begin inside.
//! So the pushes of both levels are the same but for those that lose.
//!
//! Cost: once a level, some microseconds. Fewer squares are fewer to flood, to match
//! and to hash.

use crate::outcome::{Claimed, Plan, RawOutcome};
use soko_core::facts::live_squares;
use soko_core::{Cell, Level, Square, SquareSet, Squares};

/// The useless squares of a level.
fn useless_squares(level: &Level) -> SquareSet {
    let board = level.board();
    let mut kept = live_squares(board).union(board.goals());
    kept.union_with(level.boxes());
    kept.insert(level.man());
    let mut useless = board.no_squares();
    let mut open: Vec<Square> = board.squares().collect();
    while let Some(square) = open.pop() {
        let mut ways = board
            .neighbours(square)
            .map(|(_, next)| next)
            .filter(|&next| !useless.contains(next));
        let (first, second) = (ways.next(), ways.next());
        if second.is_none() && !kept.contains(square) && !useless.contains(square) {
            useless.insert(square);
            open.extend(first);
        }
    }
    useless
}

/// The level with its useless squares walled up; none if there are none.
pub(crate) fn trimmed(level: &Level) -> Option<Level> {
    let mut trimmed = trimmed_once(level)?;
    while let Some(further) = trimmed_once(&trimmed) {
        trimmed = further;
    }
    Some(trimmed)
}

fn trimmed_once(level: &Level) -> Option<Level> {
    let useless = useless_squares(level);
    if useless.is_empty() {
        return None;
    }
    let mut setup = level.picture(&level.start());
    for square in useless.iter() {
        setup.set(level.board().coord(square), Cell::Wall);
    }
    Level::from_setup(setup).ok()
}

/// Says an outcome on the trimmed level in terms of the whole one.
pub(crate) fn restore(outcome: &mut RawOutcome, trimmed: &Level, whole: &Level) {
    if let RawOutcome::Solved(Claimed { plan, .. }) = outcome
        && let Plan::Pushes(pushes) = plan
    {
        for push in pushes {
            let at = trimmed.board().coord(push.from);
            let square = whole.board().square(at);
            push.from = square.expect("a trimmed level has no squares of its own");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, solve};
    use soko_core::{SplitMix, random_level};
    use soko_search::Control;

    /// The fewest pushes, by exhaustive search.
    fn fewest_pushes(level: &Level) -> Option<usize> {
        let options = Options {
            objective: crate::Objective::PUSHES,
            ..Options::default()
        };
        let report = solve("bfs", level, &options, &mut Control::default()).unwrap();
        report
            .solution()
            .map(|solution| solution.metrics().pushes as usize)
    }

    #[test]
    fn trimmed_levels_have_the_same_shortest_solutions() {
        let mut random = SplitMix(23);
        let (mut n_trimmed, mut n_solved) = (0, 0);
        for _ in 0..4_000 {
            let level = random_level(&mut random, 8, 7, 2);
            let Some(trimmed) = trimmed(&level) else {
                continue;
            };
            assert!(trimmed.board().n_squares() < level.board().n_squares());
            assert!(
                super::trimmed(&trimmed).is_none(),
                "nothing is left to trim"
            );
            let fewest = fewest_pushes(&level);
            assert_eq!(fewest_pushes(&trimmed), fewest, "{}", level.setup());
            n_trimmed += 1;
            n_solved += usize::from(fewest.is_some());
        }
        assert!(
            n_trimmed > 1_000 && n_solved > 100,
            "{n_trimmed}, {n_solved}"
        );
    }

    #[test]
    fn blind_alleys_go_and_solutions_fit_the_whole_level() {
        let text = "#########\n#   #####\n### #####\n#@$   .##\n#########";
        let level: Level = text.parse().unwrap();
        let trimmed = trimmed(&level).unwrap();
        assert_eq!(level.board().n_squares() - trimmed.board().n_squares(), 4);
        let report = solve(
            "champion",
            &level,
            &Options::default(),
            &mut Control::default(),
        );
        assert!(report.unwrap().solution().is_some());
    }
}
