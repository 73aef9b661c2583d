//! Whether what was learned is any good: cross-validation by level.
//!
//! The levels are dealt into folds, those that play alike into the same one. Each fold
//! is tested with weights that were learned from the others, so no level is ever tested
//! with weights that have seen it. The test is twofold: how the weights rank the moves of
//! the fold's solutions, and what a walk alone expands on its levels with them. The
//! shipped weights and none at all are tested beside. Bounded by expansions, so it is the
//! same on every machine.

use super::course::{Course, Stopped, learn};
use super::rank::{Ranking, rank};
use super::tune::Trial;
use soko_core::{LevelId, SplitMix};
use soko_solve::champion::Weights;

/// What walks with some weights did on all levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Levels solved.
    pub solved: usize,
    /// Positions expanded on all levels, the unsolved ones among them.
    pub expanded: u64,
    /// Positions expanded on those that all weights in the contest solve.
    pub expanded_in_common: u64,
}

/// Weights under test, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// Which weights.
    pub name: &'static str,
    /// How they rank the moves of solutions.
    pub ranking: Ranking,
    /// What walks with them did.
    pub effort: Effort,
}

/// What cross-validation has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Validation {
    /// The levels tested.
    pub n_levels: usize,
    /// Those that all weights solve.
    pub n_common: usize,
    /// The weights learned without each fold.
    pub learned: Vec<Weights>,
    /// None, the shipped ones, the learned ones.
    pub contests: [Contest; 3],
}

const NAMES: [&str; 3] = ["none", "shipped", "learned"];

/// Tests on each of so many folds what is learned from the others. `tell` hears what is
/// done, in hundredths, and may end it.
///
/// # Errors
///
/// If it was ended.
pub fn cross_validate(
    courses: &[Course],
    n_folds: usize,
    rounds: usize,
    seed: u64,
    expansions: u64,
    tell: &mut dyn FnMut(usize) -> bool,
) -> Result<Validation, Stopped> {
    let folds = deal(courses, n_folds, seed);
    let mut found = Validation {
        n_levels: courses.len(),
        n_common: 0,
        learned: Vec::new(),
        contests: NAMES.map(|name| Contest {
            name,
            ranking: Ranking::default(),
            effort: Effort::default(),
        }),
    };
    let mut n_done = 0;
    for fold in 0..n_folds {
        // 1. Learn from the others.
        let with = |is_in: bool| {
            let dealt = courses.iter().zip(&folds);
            dealt
                .filter(move |(_, at)| (**at == fold) == is_in)
                .map(|(course, _)| course)
        };
        let training: Vec<&Course> = with(false).collect();
        let learned = learn(&training, rounds, seed, expansions, &mut || {
            tell(n_done * 100 / courses.len().max(1))
        })?;
        found.learned.push(learned);
        // 2. Test on this one.
        for course in with(true) {
            found.test(
                course,
                [Weights::NONE, Weights::default(), learned],
                expansions,
            )?;
            n_done += 1;
            if !tell(n_done * 100 / courses.len()) {
                return Err(Stopped::Ended);
            }
        }
    }
    Ok(found)
}

impl Validation {
    fn test(
        &mut self,
        course: &Course,
        weights: [Weights; 3],
        expansions: u64,
    ) -> Result<(), Stopped> {
        let mut trials = Vec::new();
        for (contest, weights) in self.contests.iter_mut().zip(&weights) {
            contest.ranking = contest.ranking.and(rank(weights, &course.lessons));
            let trial = Trial::run(&course.level, weights, 0, expansions)?;
            contest.effort.solved += usize::from(trial.solved);
            contest.effort.expanded += trial.expanded;
            trials.push(trial);
        }
        if trials.iter().all(|trial| trial.solved) {
            self.n_common += 1;
            for (contest, trial) in self.contests.iter_mut().zip(trials) {
                contest.effort.expanded_in_common += trial.expanded;
            }
        }
        Ok(())
    }
}

/// The fold of each course. Levels that play alike share one.
fn deal(courses: &[Course], n_folds: usize, seed: u64) -> Vec<usize> {
    let mut ids: Vec<LevelId> = courses.iter().map(|course| course.id).collect();
    ids.sort();
    ids.dedup();
    let mut random = SplitMix(seed);
    for last in (1..ids.len()).rev() {
        ids.swap(last, random.below(last + 1));
    }
    let place = |course: &Course| ids.iter().position(|&id| id == course.id).unwrap_or(0);
    courses
        .iter()
        .map(|course| place(course) % n_folds)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::random_level;
    use soko_search::Control;
    use soko_solve::{Options, solve};

    fn courses(n: usize) -> Vec<Course> {
        let mut random = SplitMix(2);
        let mut courses = Vec::new();
        while courses.len() < n {
            let level = random_level(&mut random, 9, 8, 3);
            let report =
                solve("bfs", &level, &Options::default(), &mut Control::default()).unwrap();
            if let Some(solution) = report.solution() {
                let pushes = soko_core::pushes_of_steps(&level, solution.verified.steps());
                if pushes.len() > 3 {
                    courses.push(Course::new(level, &pushes));
                }
            }
        }
        courses
    }

    #[test]
    fn no_level_is_tested_with_weights_that_have_seen_it() {
        let mut courses = courses(12);
        courses.push(courses[0].clone());
        let folds = deal(&courses, 4, 1);
        assert_eq!(folds[0], folds[12], "levels that play alike stay together");
        for fold in 0..4 {
            assert!(folds.contains(&fold));
        }
        // The weights without a fold are those that the others alone give.
        let found = cross_validate(&courses, 4, 0, 1, 50, &mut |_| true).unwrap();
        for (fold, learned) in found.learned.iter().enumerate() {
            let others = courses.iter().zip(&folds).filter(|(_, at)| **at != fold);
            let others: Vec<&Course> = others.map(|(course, _)| course).collect();
            let again = learn(&others, 0, 1, 50, &mut || true).unwrap();
            assert_eq!(*learned, again);
        }
        assert_eq!(found.n_levels, 13);
        let lessons: usize = courses.iter().map(|course| course.lessons.len()).sum();
        assert!(
            found
                .contests
                .iter()
                .all(|contest| contest.ranking.lessons == lessons)
        );
        assert!(cross_validate(&courses, 4, 0, 1, 50, &mut |done| done < 50).is_err());
    }
}
