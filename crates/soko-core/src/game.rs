//! A game in progress: a line of steps, and a point on it.
//!
//! The position is always the one after the steps before the point. Going back
//! keeps the steps ahead, so that they can be done again; a new step cuts them off.
//! Starting over is going back to the beginning of the line, and going on takes it
//! back.
//!
//! A *run* is what a player does with one box before he turns to another: its
//! pushes, and the walks between them. Each step keeps the metrics up to it, so
//! counts cost nothing and a run is found by its number of box changes.
//!
//! In the reverse game boxes start on the goals and are pulled to where the level
//! has them; before the first pull the man may jump.

use crate::{
    Blocked, Direction, LastStep, Level, Metrics, Play, Push, Shift, Square, Squares, State, Step,
    Transport, UnequalGoals, Verified, reach, verify,
};

/// A step, and the numbers up to and with it.
#[derive(Clone, Debug)]
struct Entry {
    step: Step,
    after: Tally,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    metrics: Metrics,
    last: LastStep,
}

/// A game on one level.
///
/// ```
/// use soko_core::{Direction::*, Game, Level};
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let mut game = Game::new(level);
/// game.step(Right).unwrap();
/// game.step(Right).unwrap();
/// assert!(game.is_solved());
/// game.go_to(game.run_start());
/// assert_eq!((game.lurd().as_str(), game.is_solved()), ("r", false));
/// game.go_to(game.run_end());
/// assert!(game.is_solved());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    level: Level,
    play: Play,
    start: State,
    state: State,
    line: Vec<Entry>,
    point: usize,
}

impl Game {
    /// A forward game from the level's start.
    pub fn new(level: Level) -> Game {
        let start = level.start();
        Game::from_start(level, Play::Forward, start)
    }

    /// A reverse game: the boxes on the goals, the man where the level has him or,
    /// if a box stands there, on the first free square.
    pub fn reverse(level: Level) -> Result<Game, UnequalGoals> {
        let boxes = level.board().goals().clone();
        if boxes.len() != level.n_boxes() {
            return Err(UnequalGoals);
        }
        let is_free = |square: &Square| !boxes.contains(*square);
        let man = Some(level.man())
            .filter(is_free)
            .or_else(|| level.board().squares().find(is_free));
        let man = man.ok_or(UnequalGoals)?;
        Ok(Game::from_start(level, Play::Reverse, State { boxes, man }))
    }

    fn from_start(level: Level, play: Play, start: State) -> Game {
        Game {
            level,
            play,
            state: start.clone(),
            start,
            line: Vec::new(),
            point: 0,
        }
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Which way the game is played.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The position now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The numbers up to the present point. In a reverse game pulls count as
    /// pushes.
    pub fn metrics(&self) -> Metrics {
        self.tally().metrics
    }

    /// Whether the game is won: forward, every box stands on a goal; in reverse,
    /// the boxes stand where the level has them and the man can walk to where it
    /// has him.
    pub fn is_solved(&self) -> bool {
        match self.play {
            Play::Forward => self.level.is_solved(&self.state.boxes),
            Play::Reverse => {
                self.state.boxes == *self.level.boxes() && self.walk(self.level.man()).is_some()
            }
        }
    }

    /// The solution of the level that a won game is, passed by the referee. A
    /// reverse game is read backwards, after a walk to where it ended.
    ///
    /// ```
    /// use soko_core::{Direction::*, Game, Level};
    /// let level: Level = "########\n#@ $ . #\n########".parse().unwrap();
    /// let mut game = Game::reverse(level).unwrap();
    /// assert!(game.solution().is_none());
    /// let (from, to) = (game.level().board().goals(), game.level().boxes());
    /// # use soko_core::Squares;
    /// let (from, to) = (from.lowest().unwrap(), to.lowest().unwrap());
    /// game.bring(from, to).unwrap();
    /// assert_eq!(game.solution().unwrap().lurd(), "rRR");
    /// ```
    pub fn solution(&self) -> Option<Verified> {
        if !self.is_solved() {
            return None;
        }
        let steps = self.steps();
        let directions: Vec<Direction> = match self.play {
            Play::Forward => steps.iter().map(|step| step.direction).collect(),
            Play::Reverse => {
                let (level, end) = (&self.level, self.state.man);
                let walk = reach::walk(level.board(), level.boxes(), level.man(), end)?;
                // The walk to the first pull would come last, when all is done.
                let first = steps.iter().position(|step| step.is_push);
                let pulled = &steps[first.unwrap_or(0)..];
                let back = pulled.iter().rev().map(|step| step.direction.opposite());
                walk.into_iter().chain(back).collect()
            }
        };
        verify(self.level.setup(), directions).ok()
    }

    // --- playing ---

    /// One step. In a forward game a box ahead is pushed; in a reverse game it is
    /// in the way.
    pub fn step(&mut self, direction: Direction) -> Result<Step, Blocked> {
        let board = self.level.board();
        let next = board
            .neighbour(self.state.man, direction)
            .ok_or(Blocked::Wall)?;
        let is_push = self.state.boxes.contains(next);
        if is_push && self.play == Play::Reverse {
            return Err(Blocked::Box);
        }
        if is_push {
            let beyond = board
                .neighbour(next, direction)
                .ok_or(Blocked::BoxIntoWall)?;
            if self.state.boxes.contains(beyond) {
                return Err(Blocked::TwoBoxes);
            }
        }
        let step = Step { direction, is_push };
        self.record(step);
        Ok(step)
    }

    /// One step of a reverse game that pulls along the box behind the man.
    pub fn pull(&mut self, direction: Direction) -> Result<Step, Blocked> {
        if self.play != Play::Reverse {
            return Err(Blocked::WrongPlay);
        }
        let board = self.level.board();
        let behind = board.neighbour(self.state.man, direction.opposite());
        if !behind.is_some_and(|square| self.state.boxes.contains(square)) {
            return Err(Blocked::NothingToPull);
        }
        let next = board
            .neighbour(self.state.man, direction)
            .ok_or(Blocked::Wall)?;
        if self.state.boxes.contains(next) {
            return Err(Blocked::Box);
        }
        let is_push = true;
        let step = Step { direction, is_push };
        self.record(step);
        Ok(step)
    }

    /// Walks to a square on a shortest way; returns the number of steps.
    pub fn walk_to(&mut self, to: Square) -> Result<usize, Blocked> {
        let walk = self.walk(to).ok_or(Blocked::NoWay)?;
        for &direction in &walk {
            let is_push = false;
            self.record(Step { direction, is_push });
        }
        Ok(walk.len())
    }

    /// Walks behind a box and pushes it.
    fn push(&mut self, push: Push) -> Result<(), Blocked> {
        if self.play != Play::Forward {
            return Err(Blocked::WrongPlay);
        }
        let board = self.level.board();
        if !self.state.boxes.contains(push.from) {
            return Err(Blocked::NoBox);
        }
        let to = push.to(board).ok_or(Blocked::BoxIntoWall)?;
        let behind = push.man(board).ok_or(Blocked::Wall)?;
        if self.state.boxes.contains(to) {
            return Err(Blocked::TwoBoxes);
        }
        self.walk_to(behind)?;
        self.step(push.direction)?;
        Ok(())
    }

    /// Brings a box to a square with the fewest pushes (or, in a reverse game,
    /// pulls), and among those ways the fewest steps, while all other boxes stay
    /// where they are. Returns the number of pushes.
    pub fn bring(&mut self, from: Square, to: Square) -> Result<usize, Blocked> {
        if !self.state.boxes.contains(from) {
            return Err(Blocked::NoBox);
        }
        if from == to {
            return Ok(0);
        }
        let State { boxes, man } = &self.state;
        let board = self.level.board();
        if self.play == Play::Reverse {
            let transport = Transport::pulling(board, boxes, *man, from);
            let plan = transport.pull_plan(to).ok_or(Blocked::NoWay)?;
            for &pull in &plan {
                let stand = pull.to(self.level.board()).ok_or(Blocked::Wall)?;
                self.walk_to(stand)?;
                self.pull(pull.direction)?;
            }
            return Ok(plan.len());
        }
        let transport = Transport::new(board, boxes, *man, from);
        let plan = transport.plan(to).ok_or(Blocked::NoWay)?;
        for &push in &plan {
            self.push(push)?;
        }
        Ok(plan.len())
    }

    /// Puts the man of a reverse game on a free square, before the first pull: the
    /// game starts from there.
    pub fn jump(&mut self, to: Square) -> Result<(), Blocked> {
        if self.play != Play::Reverse || self.metrics().pushes > 0 {
            return Err(Blocked::WrongPlay);
        }
        if self.state.boxes.contains(to) {
            return Err(Blocked::Box);
        }
        self.go_to(0);
        self.line.clear();
        self.start.man = to;
        self.state.man = to;
        Ok(())
    }

    // --- the line ---

    /// The point of the line where the game is: the number of steps before it.
    pub fn point(&self) -> usize {
        self.point
    }

    /// The last point, up to which steps can be done again.
    pub fn last_point(&self) -> usize {
        self.line.len()
    }

    /// Goes to a point of the line; points beyond the last mean the last.
    pub fn go_to(&mut self, point: usize) {
        let point = point.min(self.line.len());
        while self.point > point {
            self.point -= 1;
            self.take_back(self.line[self.point].step);
        }
        while self.point < point {
            self.apply(self.line[self.point].step);
            self.point += 1;
        }
    }

    /// The point before the first push of the run that is being made or was made
    /// last; before any push, the beginning.
    pub fn run_start(&self) -> usize {
        // The first push of a run is the step at which its number comes up.
        let run = self.metrics().box_changes;
        let is_earlier = |entry: &Entry| entry.after.metrics.box_changes < run;
        self.line[..self.point].partition_point(is_earlier)
    }

    /// The point behind the last push of the run that is being made or comes next;
    /// after all pushes, the end.
    pub fn run_end(&self) -> usize {
        let ahead = &self.line[self.point..];
        let pushes = || ahead.iter().enumerate().filter(|(_, e)| e.step.is_push);
        let run_of = |entry: &Entry| entry.after.metrics.box_changes;
        let Some(run) = pushes().next().map(|(_, entry)| run_of(entry)) else {
            return self.line.len();
        };
        let in_run = pushes().take_while(|(_, entry)| run_of(entry) == run);
        self.point + in_run.map(|(i, _)| i + 1).last().unwrap_or(0)
    }

    /// The steps up to the present point.
    pub fn steps(&self) -> Vec<Step> {
        let before = self.line[..self.point].iter();
        before.map(|entry| entry.step).collect()
    }

    /// [`Game::steps`] as letters.
    pub fn lurd(&self) -> String {
        crate::lurd(&self.steps())
    }

    // --- inside ---

    fn tally(&self) -> Tally {
        match self.point {
            0 => Tally::default(),
            point => self.line[point - 1].after,
        }
    }

    fn walk(&self, to: Square) -> Option<Vec<Direction>> {
        reach::walk(self.level.board(), &self.state.boxes, self.state.man, to)
    }

    /// Does a step that was checked; what lay ahead is cut off.
    fn record(&mut self, step: Step) {
        self.line.truncate(self.point);
        let mut after = self.tally();
        let moved = step.is_push.then(|| self.moved_box(step.direction));
        let moved = moved.map(|(from, to)| Shift {
            from: from.index(),
            to: to.index(),
        });
        after.metrics.count(&mut after.last, step.direction, moved);
        self.line.push(Entry { step, after });
        self.apply(step);
        self.point += 1;
    }

    /// Where the box that moves with the man stands, and where it goes.
    fn moved_box(&self, direction: Direction) -> (Square, Square) {
        let board = self.level.board();
        let man = self.state.man;
        let squares = match self.play {
            Play::Forward => board
                .neighbour(man, direction)
                .and_then(|from| Some((from, board.neighbour(from, direction)?))),
            Play::Reverse => board
                .neighbour(man, direction.opposite())
                .map(|from| (from, man)),
        };
        squares.expect("the step was checked")
    }

    fn apply(&mut self, step: Step) {
        if step.is_push {
            let (from, to) = self.moved_box(step.direction);
            self.state.boxes.shift(from, to);
        }
        let next = self.level.board().neighbour(self.state.man, step.direction);
        self.state.man = next.expect("the step was checked");
    }

    fn take_back(&mut self, step: Step) {
        let board = self.level.board();
        let back = board.neighbour(self.state.man, step.direction.opposite());
        self.state.man = back.expect("the man came from there");
        if step.is_push {
            let (from, to) = self.moved_box(step.direction);
            self.state.boxes.shift(to, from);
        }
    }
}
