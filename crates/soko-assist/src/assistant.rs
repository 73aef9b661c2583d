//! The assistant of one level: what the layers share, worked out once.

use crate::experience::Experience;
use soko_core::facts::PushDistanceMap;
use soko_core::{Level, Reach, Square, SquareSet, Squares, State, Transport};
use soko_search::{Control, Limits};
use soko_solve::deadlock::{Detectors, Patterns, Techniques};
use soko_solve::heuristic::MinMatching;
use std::time::Duration;

/// What the player asks about.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub state: &'a State,
    /// The box or square that the player points at, if any.
    pub focus: Option<Square>,
}

impl<'a> Question<'a> {
    /// A question about a position, with nothing pointed at.
    pub fn new(state: &'a State) -> Question<'a> {
        Question { state, focus: None }
    }

    /// The same with a square pointed at.
    pub fn at(state: &'a State, focus: Square) -> Question<'a> {
        let focus = Some(focus);
        Question { state, focus }
    }
}

/// What a question may take when a player waits for it after a move.
pub const QUICK: Duration = Duration::from_millis(20);

/// What a question may take when the answer comes a little later.
pub const PATIENT: Duration = Duration::from_millis(140);

/// A control that keeps to such a time.
pub fn within(time: Duration) -> Control<'static> {
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    Control::new(limits).with_slow_steps()
}

/// Boards with more live squares get no table of pairs: it would keep the player
/// waiting when the level is opened, and the costly tests find such pairs too.
const MOST_LIVE_FOR_PAIRS: usize = 250;

/// Answers questions about positions of one level. What was worked out for one
/// question is there for the next: tables of the level, proofs, the ways of boxes in
/// the position asked about last.
///
/// ```
/// use soko_assist::{Assistant, Question, layer};
/// use soko_core::Level;
/// use soko_search::Control;
///
/// // The box has been pushed into the corner.
/// let level: Level = "######\n#$ @.#\n######".parse().unwrap();
/// let start = level.start();
/// let mut assistant = Assistant::new(level);
/// let alert = assistant.ask(&layer::ALERT, &Question::new(&start), &mut Control::default());
/// assert_eq!(alert.sentences, ["This box stands where it can never reach a goal again."]);
/// ```
#[derive(Clone, Debug)]
pub struct Assistant {
    pub(crate) level: Level,
    pub(crate) reach: Reach<SquareSet>,
    pub(crate) dead: SquareSet,
    pub(crate) to_nearest_goal: PushDistanceMap,
    pub(crate) detectors: Detectors<SquareSet>,
    pub(crate) patterns: Patterns,
    pub(crate) matching: Option<MinMatching<SquareSet>>,
    pub(crate) experience: Experience,
    pub(crate) packing: Option<Vec<Square>>,
    /// Where single boxes can be brought in the position asked about last.
    transports: Option<(State, Vec<Transport>)>,
}

impl Assistant {
    /// Prepares for a level: linear in its squares.
    pub fn new(level: Level) -> Assistant {
        let board = level.board();
        let to_nearest_goal = PushDistanceMap::to_nearest_goal(board);
        let live = to_nearest_goal.sources();
        let dead = SquareSet::full(board.n_squares()).difference(&live);
        let mut detectors = Detectors::new(board, Techniques::ALL);
        if live.len() > MOST_LIVE_FOR_PAIRS {
            detectors = detectors.without_pairs();
        }
        Assistant {
            reach: Reach::new(board),
            dead,
            to_nearest_goal,
            detectors,
            patterns: Patterns::default(),
            matching: None,
            experience: Experience::default(),
            packing: None,
            transports: None,
            level,
        }
    }

    /// The same with these deadlock patterns: a user's own are looked for and told
    /// about, beside those that come with the program.
    pub fn with_patterns(mut self, patterns: &Patterns) -> Assistant {
        self.detectors = self.detectors.with_patterns(patterns);
        self.patterns = patterns.clone();
        self
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Bytes held, as nearly as is worth knowing: the matching's table, what else there
    /// is of each square, and what grows with use.
    pub fn bytes(&self) -> usize {
        const A_SQUARE: usize = 192;
        const A_GOAL: usize = 16;
        let board = self.level.board();
        let each = A_SQUARE + A_GOAL * board.goals().len();
        board.n_squares() * each + self.detectors.bytes()
    }

    /// The man's area in a position.
    pub(crate) fn area(&self, state: &State) -> SquareSet {
        self.reach.area(&state.boxes, state.man)
    }

    /// Where a box can be brought while the others stand still; remembered for one
    /// position.
    pub(crate) fn transport(&mut self, state: &State, from: Square) -> &Transport {
        let board = self.level.board();
        let known = match self.transports.take() {
            Some((known, transports)) if known == *state => transports,
            _ => Vec::new(),
        };
        let (_, transports) = self.transports.insert((state.clone(), known));
        let found = transports.iter().position(|t| t.from() == from);
        let index = found.unwrap_or_else(|| {
            transports.push(Transport::new(board, &state.boxes, state.man, from));
            transports.len() - 1
        });
        &transports[index]
    }
}
