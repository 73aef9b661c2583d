//! A game under way: steps, undo, and the events that LISA's engine raises.

use crate::goal_check::OnField;
use crate::{CellId, Field, Rules, Shift, TileLevel};
use soko_core::Direction;

/// Whoever wants to know what happens. Every event does nothing unless said.
///
/// These are the events of LISA's appendix A.4, and `restarted`, which a page needs.
pub trait Observer {
    /// The game begins.
    fn started(&mut self) {}
    /// The game has ended; the program goes on.
    fn stopped(&mut self) {}
    /// The program is about to end.
    fn quit(&mut self) {}
    /// Back to the start.
    fn restarted(&mut self) {}
    /// The goal is reached.
    fn reached_goal(&mut self) {}
    /// No agent is on the field any more.
    fn lost_agent(&mut self) {}
    /// So many tiles have moved, the agent among them.
    fn moved(&mut self, _direction: Direction, _n_tiles: usize) {}
    /// So many tiles beside the agent have moved.
    fn pushed(&mut self, _direction: Direction, _n_tiles: usize) {}
    /// A step changed nothing.
    fn did_not_move(&mut self, _direction: Direction) {}
    /// So many tiles went back.
    fn undid_move(&mut self, _n_tiles: usize) {}
    /// So many tiles beside the agent went back.
    fn undid_push(&mut self, _n_tiles: usize) {}
    /// There was nothing to take back.
    fn did_not_undo(&mut self) {}
}

/// Nobody listens.
impl Observer for () {}

/// One step that was done.
#[derive(Clone, Copy, Debug)]
struct Done {
    direction: Direction,
    /// The agent's cell before it.
    agent: CellId,
    /// Where its shifts begin.
    first: usize,
}

/// A game from its start to where it stands now.
#[derive(Debug)]
pub struct Play<'a, O: Observer = ()> {
    level: &'a TileLevel,
    field: Field,
    agent: Option<CellId>,
    shifts: Vec<Shift>,
    steps: Vec<Done>,
    observer: O,
}

impl<'a> Play<'a> {
    /// A game that nobody watches.
    pub fn new(level: &'a TileLevel) -> Play<'a> {
        Play::watched(level, ())
    }
}

impl<'a, O: Observer> Play<'a, O> {
    /// A game that is watched from its start.
    pub fn watched(level: &'a TileLevel, mut observer: O) -> Play<'a, O> {
        observer.started();
        let field = level.field().clone();
        Play {
            agent: field.find(level.rules(), level.rules().agent()),
            level,
            field,
            shifts: Vec::new(),
            steps: Vec::new(),
            observer,
        }
    }

    /// The field now.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The agent's cell; none if it fell off the edge.
    pub fn agent(&self) -> Option<CellId> {
        self.agent
    }

    /// The steps that led here, those that changed nothing left out.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Direction> + '_ {
        self.steps.iter().map(|done| done.direction)
    }

    /// Whether the goal is reached.
    pub fn is_won(&self) -> bool {
        self.level
            .goals()
            .hold(&OnField(self.level.rules(), &self.field))
    }

    /// Moves the agent; the shifts that happened, none if it cannot.
    pub fn step(&mut self, direction: Direction) -> &[Shift] {
        let first = self.shifts.len();
        let Some(agent) = self.agent else {
            self.observer.did_not_move(direction);
            return &[];
        };
        let rules = self.level.rules();
        if !self.field.shift(rules, agent, direction, &mut self.shifts) {
            self.observer.did_not_move(direction);
            return &[];
        }
        self.steps.push(Done {
            direction,
            agent,
            first,
        });
        self.agent = agent_after(rules, agent, &self.shifts[first..]);
        let (n_tiles, n_pushed) = self.counts(first);
        self.observer.moved(direction, n_tiles);
        if n_pushed > 0 {
            self.observer.pushed(direction, n_pushed);
        }
        if self.agent.is_none() {
            self.observer.lost_agent();
        }
        if self.is_won() {
            self.observer.reached_goal();
        }
        &self.shifts[first..]
    }

    /// Takes the last step back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(done) = self.steps.pop() else {
            self.observer.did_not_undo();
            return false;
        };
        let (n_tiles, n_pushed) = self.counts(done.first);
        self.field.unshift(&self.shifts[done.first..]);
        self.shifts.truncate(done.first);
        self.agent = Some(done.agent);
        self.observer.undid_move(n_tiles);
        if n_pushed > 0 {
            self.observer.undid_push(n_pushed);
        }
        true
    }

    /// Back to the start.
    pub fn restart(&mut self) {
        self.field = self.level.field().clone();
        self.agent = self
            .field
            .find(self.level.rules(), self.level.rules().agent());
        self.shifts.clear();
        self.steps.clear();
        self.observer.restarted();
    }

    /// Ends the game; the program goes on.
    pub fn stop(mut self) -> O {
        self.observer.stopped();
        self.observer
    }

    /// Ends the game and, soon, the program.
    pub fn quit(mut self) -> O {
        self.observer.quit();
        self.observer
    }

    /// How many tiles the shifts from here on moved, and how many of them were not
    /// the agent. A tile that slid counts once: it has one shift from where it lay
    /// when the step began.
    fn counts(&self, first: usize) -> (usize, usize) {
        let shifts = &self.shifts[first..];
        let agent = self.level.rules().agent();
        let begins = |index: usize| {
            let shift = &shifts[index];
            let mut before = shifts[..index].iter();
            !before.any(|b| b.to == Some(shift.from) && b.tile == shift.tile)
        };
        let moved = (0..shifts.len()).filter(|&index| begins(index));
        let is_agent = |index: &usize| self.level.rules().kind_of(shifts[*index].tile) == agent;
        let (agents, others): (Vec<usize>, Vec<usize>) = moved.partition(is_agent);
        (agents.len() + others.len(), others.len())
    }
}

/// The agent's cell after a step of his from here.
fn agent_after(rules: &Rules, from: CellId, shifts: &[Shift]) -> Option<CellId> {
    let is_own = |shift: &&Shift| rules.kind_of(shift.tile) == rules.agent();
    let last = shifts.iter().rfind(is_own);
    last.map_or(Some(from), |last| last.to)
}
