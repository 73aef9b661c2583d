//! A game in progress: play, take back, replay, start over.
//!
//! The history is a list of events and a point in it; the position is always the
//! one after the events before the point. Going back takes events back, going
//! forward does them again, and a new event cuts off what lay ahead. Starting
//! over is an event like any other, so it can be taken back too.
//!
//! Each entry also keeps the metrics up to it, so counts cost nothing and a run of
//! pushes of one box is found by its number of box changes.
//!
//! In the reverse game boxes start on the goals and are pulled to where the level
//! has them; before the first pull the man may jump.

use crate::{
    Direction, LastStep, Level, Metrics, Push, Shift, Square, Squares, State, Step, Transport,
    reach,
};
use std::fmt;

/// Which way a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Boxes are pushed from their starts to the goals.
    Forward,
    /// Boxes are pulled from the goals to their starts.
    Reverse,
}

/// One thing that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The man took a step; [`Step::is_push`] tells whether a box moved with him,
    /// pushed or, in a reverse game, pulled.
    Step(Step),
    /// The man of a reverse game jumped.
    Jump {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// The game was started over.
    Restart {
        /// The position that was given up.
        before: State,
    },
}

/// Why something cannot be done in the present position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The man would walk into a wall.
    Wall,
    /// The man would walk into a box that he cannot push.
    Box,
    /// The pushed box would go into a wall.
    BoxIntoWall,
    /// The pushed box would go into another box.
    TwoBoxes,
    /// There is no box behind the man to pull.
    NothingToPull,
    /// There is no way to that square.
    NoWay,
    /// There is no box on that square.
    NoBox,
    /// Pushing belongs to the forward game, pulling and jumping to the reverse
    /// one; and the man jumps only before the first pull.
    WrongPlay,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Blocked::Wall => "there is a wall",
            Blocked::Box => "there is a box in the way",
            Blocked::BoxIntoWall => "there is a wall behind the box",
            Blocked::TwoBoxes => "there is another box behind the box",
            Blocked::NothingToPull => "there is no box to pull",
            Blocked::NoWay => "there is no way to that square",
            Blocked::NoBox => "there is no box on that square",
            Blocked::WrongPlay => "that is not possible in this kind of game",
        })
    }
}

impl std::error::Error for Blocked {}

/// A reverse game needs as many boxes as goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnequalGoals;

impl fmt::Display for UnequalGoals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a reverse game needs as many boxes as goals")
    }
}

impl std::error::Error for UnequalGoals {}

#[derive(Clone, Debug)]
struct Entry {
    event: Event,
    after: Tally,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    metrics: Metrics,
    last: LastStep,
    restarts: usize,
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
/// game.undo_push();
/// assert!(!game.is_solved());
/// game.restart();
/// game.undo();
/// assert_eq!(game.lurd(), "r");
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    level: Level,
    play: Play,
    start: State,
    state: State,
    history: Vec<Entry>,
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
            history: Vec::new(),
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

    /// The numbers since the start or the last restart. In a reverse game pulls
    /// count as pushes.
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
        self.record(Event::Step(step));
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
        self.record(Event::Step(step));
        Ok(step)
    }

    /// Walks to a square on a shortest way; returns the number of steps.
    pub fn walk_to(&mut self, to: Square) -> Result<usize, Blocked> {
        let walk = self.walk(to).ok_or(Blocked::NoWay)?;
        for &direction in &walk {
            let is_push = false;
            self.record(Event::Step(Step { direction, is_push }));
        }
        Ok(walk.len())
    }

    /// Walks behind a box and pushes it.
    pub fn push(&mut self, push: Push) -> Result<(), Blocked> {
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

    /// Puts the man of a reverse game on a free square, before the first pull.
    pub fn jump(&mut self, to: Square) -> Result<(), Blocked> {
        if self.play != Play::Reverse || self.metrics().pushes > 0 {
            return Err(Blocked::WrongPlay);
        }
        if self.state.boxes.contains(to) {
            return Err(Blocked::Box);
        }
        let from = self.state.man;
        self.record(Event::Jump { from, to });
        Ok(())
    }

    /// Starts over. Can be taken back like any step; does nothing at the start.
    pub fn restart(&mut self) {
        if self.state != self.start || self.metrics() != Metrics::default() {
            let before = self.state.clone();
            self.record(Event::Restart { before });
        }
    }

    // --- the history ---

    /// The point of the history where the game is: the number of events before it.
    pub fn point(&self) -> usize {
        self.point
    }

    /// The last point, up to which events can be done again.
    pub fn last_point(&self) -> usize {
        self.history.len()
    }

    /// All events, those that were taken back among them.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &Event> {
        self.history.iter().map(|entry| &entry.event)
    }

    /// Goes to a point of the history; points beyond the last mean the last.
    pub fn go_to(&mut self, point: usize) {
        let point = point.min(self.history.len());
        while self.point > point {
            self.point -= 1;
            self.take_back(self.point);
        }
        while self.point < point {
            self.apply(self.point);
            self.point += 1;
        }
    }

    /// Takes back one event; false at the beginning.
    pub fn undo(&mut self) -> bool {
        self.go_back_to(self.point.checked_sub(1))
    }

    /// Goes back to before the last push, pull or restart; without one, to the
    /// beginning.
    pub fn undo_push(&mut self) -> bool {
        let last = (0..self.point).rev().find(|&i| self.is_landmark(i));
        self.go_back_to(last.or(self.point.checked_sub(1).map(|_| 0)))
    }

    /// Goes back to before the last run of pushes of one box, or before the last
    /// restart; without either, to the beginning.
    pub fn undo_box(&mut self) -> bool {
        let Some(last) = (0..self.point).rev().find(|&i| self.is_landmark(i)) else {
            return self.undo_push();
        };
        let run = self.run_of(last);
        let is_other = |i: &usize| self.is_landmark(*i) && self.run_of(*i) != run;
        let other = (0..last).rev().find(is_other).map_or(0, |i| i + 1);
        let first = (other..=last).find(|&i| self.is_landmark(i));
        self.go_back_to(first)
    }

    /// Does one event again; false at the end.
    pub fn redo(&mut self) -> bool {
        self.go_forward_to(Some(self.point + 1).filter(|&p| p <= self.history.len()))
    }

    /// Does events again up to and with the next push, pull or restart; without
    /// one, to the end.
    pub fn redo_push(&mut self) -> bool {
        let end = self.history.len();
        let next = (self.point..end).find(|&i| self.is_landmark(i));
        let end = Some(end).filter(|&end| end > self.point);
        self.go_forward_to(next.map(|i| i + 1).or(end))
    }

    /// Does events again up to and with the next run of pushes of one box, or the
    /// next restart; without either, to the end.
    pub fn redo_box(&mut self) -> bool {
        let landmarks: Vec<usize> = (self.point..self.history.len())
            .filter(|&i| self.is_landmark(i))
            .collect();
        let Some(&first) = landmarks.first() else {
            return self.redo_push();
        };
        let run = self.run_of(first);
        let in_run = landmarks.iter().take_while(|&&i| self.run_of(i) == run);
        self.go_forward_to(in_run.last().map(|&i| i + 1))
    }

    /// The steps since the start or the last restart, up to the present point.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for entry in &self.history[..self.point] {
            match entry.event {
                Event::Step(step) => steps.push(step),
                Event::Jump { .. } => {}
                Event::Restart { .. } => steps.clear(),
            }
        }
        steps
    }

    /// [`Game::steps`] as letters.
    pub fn lurd(&self) -> String {
        crate::lurd(&self.steps())
    }

    // --- inside ---

    fn tally(&self) -> Tally {
        match self.point {
            0 => Tally::default(),
            point => self.history[point - 1].after,
        }
    }

    fn walk(&self, to: Square) -> Option<Vec<Direction>> {
        reach::walk(self.level.board(), &self.state.boxes, self.state.man, to)
    }

    /// Whether an event changes more than the man's square.
    fn is_landmark(&self, index: usize) -> bool {
        match self.history[index].event {
            Event::Step(step) => step.is_push,
            Event::Jump { .. } => false,
            Event::Restart { .. } => true,
        }
    }

    /// What tells runs of pushes apart: how many restarts there were, and how
    /// many box changes since. A restart is a run of its own.
    fn run_of(&self, index: usize) -> (usize, u64) {
        let after = &self.history[index].after;
        (after.restarts, after.metrics.box_changes)
    }

    fn go_back_to(&mut self, point: Option<usize>) -> bool {
        point.is_some_and(|point| {
            let moved = point < self.point;
            self.go_to(point.min(self.point));
            moved
        })
    }

    fn go_forward_to(&mut self, point: Option<usize>) -> bool {
        point.is_some_and(|point| {
            let moved = point > self.point;
            self.go_to(point.max(self.point));
            moved
        })
    }

    fn record(&mut self, event: Event) {
        self.history.truncate(self.point);
        let mut after = self.tally();
        match &event {
            Event::Step(step) => {
                let moved = step.is_push.then(|| self.moved_box(step.direction));
                let moved = moved.map(|(from, to)| Shift {
                    from: from.index(),
                    to: to.index(),
                });
                after.metrics.count(&mut after.last, step.direction, moved);
            }
            Event::Jump { .. } => {}
            Event::Restart { .. } => {
                let restarts = after.restarts + 1;
                after = Tally {
                    restarts,
                    ..Tally::default()
                };
            }
        }
        self.history.push(Entry { event, after });
        self.apply(self.point);
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

    fn apply(&mut self, index: usize) {
        match &self.history[index].event {
            Event::Step(step) => {
                let step = *step;
                if step.is_push {
                    let (from, to) = self.moved_box(step.direction);
                    self.state.boxes.shift(from, to);
                }
                let next = self.level.board().neighbour(self.state.man, step.direction);
                self.state.man = next.expect("the step was checked");
            }
            Event::Jump { to, .. } => self.state.man = *to,
            Event::Restart { .. } => self.state = self.start.clone(),
        }
    }

    fn take_back(&mut self, index: usize) {
        match &self.history[index].event {
            Event::Step(step) => {
                let step = *step;
                let board = self.level.board();
                let back = board.neighbour(self.state.man, step.direction.opposite());
                self.state.man = back.expect("the man came from there");
                if step.is_push {
                    let (from, to) = self.moved_box(step.direction);
                    self.state.boxes.shift(to, from);
                }
            }
            Event::Jump { from, .. } => self.state.man = *from,
            Event::Restart { before } => self.state = before.clone(),
        }
    }
}
