//! Lessons: what a solution says about the choices of a walk.
//!
//! A walk always tries the move of the highest value among all that it has left open.
//! So along a solution, at every one of its macro moves, there is something to learn:
//! that move was the right one to try, among its siblings and those left open before.
//! A lesson is this choice, each move told by its *facts*, the numbers that
//! [`Weights`](crate::champion::features::weights::Weights) weigh.
//!
//! The solution is cut into runs of pushes of one box. The position at the start of
//! each run gets a node of the tree that walks grow, with the moves, features and
//! advisors that a walk would have there; if the run is one of the moves, that is a
//! lesson, else it is passed over (a corral may have left the move out). Of the moves
//! left open before, a sample is taken, the same every time.
//!
//! Cost: a node for each run, some tenths of a millisecond.

use crate::champion::features::style::{Features, Style};
use crate::champion::features::weights::{Facts, Weights};
use crate::champion::portfolio::strategy::course;
use crate::champion::position::Position;
use crate::champion::search::plan_tree::PlanTree;
use crate::champion::setting::Setting;
use crate::deadlock::Detectors;
use crate::ground::useless_squares::trimmed;
use crate::options::Options;
use soko_core::{Level, Push, SplitMix, Square, Squares, with_width};

/// So many of the moves left open before are told in a lesson.
const MOST_OLD: usize = 64;

/// One choice: the moves there were, and the one to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What is known of each move.
    pub choices: Vec<Facts>,
    /// The index of the right one.
    pub taken: usize,
}

/// What a solution of a level teaches. The pushes must be those of a solution.
pub fn lessons(level: &Level, solution: &[Push]) -> Vec<Lesson> {
    match trimmed(level) {
        None => with_width!(level.board().n_squares(), S => lessons_in::<S>(level, solution)),
        Some(less) => {
            let there = |push: &Push| {
                let from = less.board().square(level.board().coord(push.from))?;
                Some(Push { from, ..*push })
            };
            // A solution pushes no box onto a useless square.
            let solution: Vec<Push> = solution.iter().filter_map(there).collect();
            with_width!(less.board().n_squares(), S => lessons_in::<S>(&less, &solution))
        }
    }
}

fn lessons_in<S: Squares>(level: &Level, solution: &[Push]) -> Vec<Lesson> {
    // 1. A tree as a walk with trained weights grows it.
    let (options, setting) = (
        Options::default(),
        Setting::<S>::new(level, Weights::default()),
    );
    let ground = &setting.ground;
    let mut detectors = Detectors::new(level.board(), options.switches.tests());
    let course = course(&setting, &options, Style::TRAINED, 0, &mut || true);
    let mut tree = PlanTree::new(&setting, course, &mut detectors);
    let mut random = SplitMix(1);
    let (mut found, mut left_open) = (Vec::new(), Vec::new());
    let (mut boxes, mut man) = (ground.start.clone(), ground.man);
    // 2. A node for each run, and where the run leads.
    for (depth, run) in (1..).zip(runs(level, solution)) {
        let node = tree.plant(&boxes, man, &mut detectors);
        boxes.shift(run.from, run.to);
        man = run.man;
        let key = Position::new(ground, boxes.clone(), man).key;
        let way = tree.features(node).way;
        let moves = tree.moves(node);
        let taken = moves.iter().position(|step| {
            let is_run = step.by.from == run.from && step.by.to == run.to;
            is_run && Position::after(ground, tree.boxes(node), step.by).key == key
        });
        let facts = |features: Features, cost: u8| {
            Weights::facts(Features { way, ..features }, cost == 0, depth)
        };
        let mut choices: Vec<Facts> = moves.iter().map(|m| facts(m.features, m.cost)).collect();
        let siblings = choices.clone();
        // 3. The lesson, with some of what was left open before.
        if let Some(taken) = taken {
            choices.extend(sample(&left_open, &mut random));
            found.push(Lesson { choices, taken });
        }
        let others = siblings.into_iter().enumerate();
        left_open.extend(others.filter_map(|(i, facts)| (Some(i) != taken).then_some(facts)));
    }
    found
}

fn sample(all: &[Facts], random: &mut SplitMix) -> Vec<Facts> {
    if all.len() <= MOST_OLD {
        return all.to_vec();
    }
    (0..MOST_OLD)
        .map(|_| all[random.below(all.len())])
        .collect()
}

/// Pushes of one box, one after the other.
struct Run {
    from: Square,
    to: Square,
    /// Where the man stands at last.
    man: Square,
}

fn runs(level: &Level, solution: &[Push]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for push in solution {
        let Some(to) = level.board().neighbour(push.from, push.direction) else {
            break;
        };
        let man = push.from;
        match runs.last_mut() {
            Some(run) if run.to == push.from => (run.to, run.man) = (to, man),
            _ => runs.push(Run {
                from: push.from,
                to,
                man,
            }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use soko_core::pushes_of_steps;
    use soko_search::Control;

    #[test]
    fn the_move_of_a_lesson_brings_what_the_solution_brings() {
        let level: Level = "########\n#      #\n# $ $  #\n#  @.. #\n########"
            .parse()
            .unwrap();
        let options = Options::default();
        let report = solve("champion", &level, &options, &mut Control::default()).unwrap();
        let pushes = pushes_of_steps(&level, report.solution().unwrap().verified.steps());
        let lessons = lessons(&level, &pushes);
        assert_eq!(lessons.len(), runs(&level, &pushes).len());
        let last = lessons.last().unwrap();
        let packed = |facts: &Facts| facts[0];
        let most = last.choices.iter().map(packed).max().unwrap();
        assert_eq!(
            packed(&last.choices[last.taken]),
            most,
            "the last packs all"
        );
        // Depth counts the moves, and what was left open before is there too.
        let depths: Vec<i32> = last.choices.iter().map(|facts| facts[8]).collect();
        assert_eq!(depths[last.taken], lessons.len() as i32);
        assert!(lessons.len() == 1 || depths.contains(&1));
    }
}
