//! How well weights rank the moves of solutions.

use soko_solve::champion::{Facts, Lesson, Weights};

/// How well some weights rank the moves of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Lessons asked.
    pub lessons: usize,
    /// Those in which no move is worth more than the one that was taken.
    pub first: f64,
    /// The mean share of moves that are worth more, equals counting half.
    pub better: f64,
}

impl Ranking {
    /// Of two sets of lessons together.
    #[must_use]
    pub fn and(self, other: Ranking) -> Ranking {
        let (n, m) = (self.lessons as f64, other.lessons as f64);
        let mix = |a: f64, b: f64| (a * n + b * m) / (n + m).max(1.0);
        Ranking {
            lessons: self.lessons + other.lessons,
            first: mix(self.first, other.first),
            better: mix(self.better, other.better),
        }
    }
}

/// How well these weights rank the moves of some lessons. Shares are of 1; where moves
/// are worth the same, each is taken to be first as often as the others.
pub fn rank(weights: &Weights, lessons: &[Lesson]) -> Ranking {
    let of_lesson = |lesson: &Lesson| {
        let worth = |facts: &Facts| -> i64 {
            let parts = facts.iter().zip(weights.0);
            parts
                .map(|(&fact, weight)| i64::from(fact) * i64::from(weight))
                .sum()
        };
        let taken = worth(&lesson.choices[lesson.taken]);
        let values = lesson.choices.iter().map(worth);
        let (mut more, mut same) = (0.0, 0.0);
        for value in values {
            more += f64::from(u8::from(value > taken));
            same += f64::from(u8::from(value == taken));
        }
        let others = (lesson.choices.len() as f64 - 1.0).max(1.0);
        Ranking {
            lessons: 1,
            first: if more > 0.0 { 0.0 } else { 1.0 / same },
            better: (more + (same - 1.0) / 2.0) / others,
        }
    };
    let rankings = lessons.iter().map(of_lesson);
    rankings.fold(Ranking::default(), Ranking::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_share_the_first_place() {
        let fact = |packed: i32| [packed, 0, 0, 0, 0, 0, 0, 0, 0];
        let lesson = Lesson {
            choices: [1, 2, 2, 5].map(fact).into(),
            taken: 1,
        };
        let ranked = |weights: &Weights| rank(weights, std::slice::from_ref(&lesson));
        let none = ranked(&Weights::NONE);
        assert_eq!((none.first, none.better), (0.25, 0.5));
        let by_packed = ranked(&Weights([1, 0, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!((by_packed.first, by_packed.better), (0.0, 0.5));
        let against = ranked(&Weights([-1, 0, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!((against.first, against.better), (0.0, 0.5));
        let both = none.and(by_packed);
        assert_eq!((both.lessons, both.first), (2, 0.125));
    }
}
