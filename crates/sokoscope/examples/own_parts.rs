//! A heuristic and a deadlock test of one's own in A*, and what they prove.

use sokoscope::Direction::{Down, Left, Right, Up};
use sokoscope::{Claims, Control, Objective, Options, OwnDeadlock, OwnHeuristic};
use sokoscope::{Query, SquareSet, Squares, State, builtin, facts, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Every box needs as many pushes as there are steps to its nearest goal.
    let steps = OwnHeuristic::new("steps", Claims::ALL, |level| {
        let steps = facts::walking_distances_to_goals(level.board());
        move |state: &State| Some(state.boxes.iter().map(|at| steps[at.index()] as u32).sum())
    });
    // A box in a corner stays there.
    let corners = OwnDeadlock::sound("corners", |level| {
        let board = level.board().clone();
        move |position: &Query<SquareSet>| {
            let off_goals = position.boxes.difference(board.goals());
            off_goals.iter().any(|at| {
                let is_wall = |direction| board.is_wall(at, direction);
                (is_wall(Up) || is_wall(Down)) && (is_wall(Left) || is_wall(Right))
            })
        }
    });
    let options = Options::asking(Objective::PUSHES);
    let options = options.with_heuristic(steps).with_deadlock(corners);
    let tutorial = builtin::collection("tutorial").ok_or("no tutorial")?;
    let level = tutorial.read().entries[14].level()?;
    let report = solve("astar", &level, &options, &mut Control::default())?;
    let solution = report.solution().ok_or("no solution")?;
    let pushes = solution.metrics().pushes;
    println!("{pushes} pushes, proved: {}", solution.verified.lurd());
    Ok(())
}
