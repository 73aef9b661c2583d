//! Deadlocks: states from which no solution can be reached, recognised early.
//!
//! Each technique has its own file with its reasoning, and a switch
//! ([`Technique`]). [`Detectors`] is built once for a level, holds what the
//! techniques share and remember, and answers for single techniques or for a mix
//! of them. Verdicts have three values: a state is [`Verdict::Dead`] only where
//! that is proved, so a search may drop it and still call a level unsolvable.
//! `make oracle` holds every verdict against complete state graphs.
//!
//! Two ideas carry most proofs:
//!
//! * **Thinking boxes away.** Whatever boxes can do together, a part of them can
//!   do without the others: leave the other boxes' pushes out of any solution
//!   and a solution for the part remains. So if a part of the boxes has no
//!   solution, with all goals in place, the whole has none.
//! * **Frozen boxes are walls.** A box that can never move again may be replaced
//!   by a wall for all others ([`FrozenWalls`]).

mod answers;
mod corral;
mod diagonal;
mod forced;
mod freeze;
mod frozen_walls;
mod ground;
mod learned;
mod lone_box;
mod matching;
mod pairs;
mod pattern;
mod pattern_table;
mod peeling;
mod pi_corral;
mod proof;
mod room;
mod technique;
#[cfg(test)]
mod tests;
mod thrift;
mod wobbler;

pub use freeze::{frozen_around, frozen_boxes};
pub use frozen_walls::{Frozen, FrozenWalls, WallsId};
pub use ground::Ground;
pub use learned::LearnedSets;
pub use lone_box::LoneBox;
pub use pairs::Pairs;
pub use pattern::{Pattern, Trap, generate as generate_patterns};
pub use pattern_table::PatternTable;
pub use pi_corral::Pruning;
pub use proof::DeadSet;
pub use technique::{Tallies, Tally, Technique, Techniques};

use answers::{Answers, Effort};
use matching::Matching;
use pi_corral::Corrals;
use proof::{Arena, Suspects};
use soko_core::{Board, Square, Squares};
use thrift::Thrift;

/// Positions that may be searched to make one learned set smaller.
const LEARNING_BUDGET: u64 = 400;

/// What is known about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Proved: no solution can be reached.
    Dead,
    /// Proved: it is solved, or a solution can be reached.
    Alive,
    /// Neither is proved.
    Unknown,
}

impl Verdict {
    /// Whether the state is proved dead.
    #[inline]
    pub fn is_dead(self) -> bool {
        self == Verdict::Dead
    }
}

/// The state asked about.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, S> {
    /// Where the boxes stand.
    pub boxes: &'a S,
    /// Every square that the man can walk to.
    pub area: &'a S,
    /// Where the box stands that was pushed last, if the state before that push
    /// passed the same tests: the tests then look for new deadlocks only. None
    /// asks about the whole state.
    pub pushed: Option<Square>,
}

/// All detectors of one level, with what they share and remember.
#[derive(Clone, Debug)]
pub struct Detectors<S> {
    ground: Ground<S>,
    techniques: Techniques,
    tallies: Tallies,
    thrift: Thrift,
    walls: FrozenWalls<S>,
    matching: Matching<S>,
    /// The table of pairs once it was asked for; nothing inside if the board is
    /// too large for it.
    pairs: Option<Option<Pairs<S>>>,
    rooms: Option<Vec<S>>,
    answers: Answers<S>,
    learned: LearnedSets<S>,
    /// What was learned since somebody asked for it.
    news: Vec<DeadSet<S>>,
    guilty: S,
}

impl<S: Squares> Detectors<S> {
    /// Prepares the techniques that are switched on for a board.
    pub fn new(board: &Board, techniques: Techniques) -> Detectors<S> {
        let ground = Ground::new(board);
        Detectors {
            techniques,
            tallies: Tallies::default(),
            thrift: Thrift::default(),
            walls: FrozenWalls::new(&ground),
            matching: Matching::new(&ground),
            pairs: None,
            rooms: None,
            answers: Answers::default(),
            learned: LearnedSets::new(ground.n_squares()),
            news: Vec::new(),
            guilty: ground.nothing().clone(),
            ground,
        }
    }

    /// The same without the table of pairs, which takes long on large boards. The
    /// other techniques do with less then, and stay sound.
    pub fn without_pairs(mut self) -> Detectors<S> {
        self.pairs = Some(None);
        self
    }

    /// The techniques that are switched on.
    pub fn techniques(&self) -> Techniques {
        self.techniques
    }

    /// The board in the detectors' width.
    pub fn ground(&self) -> &Ground<S> {
        &self.ground
    }

    /// What a lone box can do on the bare board: live squares and pushes.
    pub fn lone_box(&self) -> &LoneBox<S> {
        self.walls.bare()
    }

    /// Lets searches look at so many positions from now on. Without this only
    /// their own budgets bind them.
    pub fn set_effort(&mut self, positions: u64) {
        self.answers.effort = Effort::new(positions);
    }

    /// Whether a search was cut short since the effort was set.
    pub fn effort_ran_out(&self) -> bool {
        self.answers.effort.ran_out()
    }

    /// What each technique was asked, caught and cost so far.
    pub fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// Boxes that together suffice for the last verdict [`Verdict::Dead`].
    pub fn guilty(&self) -> &S {
        &self.guilty
    }

    /// Bytes held by tables that grow with use.
    pub fn bytes(&self) -> usize {
        let pairs = self.pairs.as_ref().and_then(Option::as_ref);
        self.walls.bytes()
            + pairs.map_or(0, Pairs::bytes)
            + self.answers.bytes()
            + self.learned.bytes()
    }

    /// The cheap tests, for every state that is generated: dead squares, pairs,
    /// freeze and learned sets.
    pub fn at_generation(&mut self, query: &Query<'_, S>) -> Verdict {
        self.first_dead(&Technique::AT_GENERATION, query)
    }

    /// The costly tests, for states that are about to be expanded.
    pub fn at_expansion(&mut self, query: &Query<'_, S>) -> Verdict {
        self.first_dead(&Technique::AT_EXPANSION, query)
    }

    fn first_dead(&mut self, order: &[Technique], query: &Query<'_, S>) -> Verdict {
        if query.boxes.is_subset(self.ground.goals()) {
            return Verdict::Alive;
        }
        for &technique in order {
            if self.techniques.contains(technique)
                && self.thrift.allows(technique, &self.tallies)
                && self.ask(technique, query).is_dead()
            {
                return Verdict::Dead;
            }
        }
        Verdict::Unknown
    }

    /// Asks one technique, whether it is switched on or not.
    pub fn ask(&mut self, technique: Technique, query: &Query<'_, S>) -> Verdict {
        let (guilty, work) = match technique {
            Technique::DeadSquare => self.on_dead_square(query),
            Technique::Freeze => self.frozen_off_goal(query),
            Technique::Pairs => self.dead_pair(query),
            Technique::Pattern => PatternTable::built_in().dead_boxes(&self.ground, query),
            Technique::Learned => self.contains_learned(query),
            Technique::Matching => self.overbooked(query),
            Technique::Peeling => self.packed_too_early(query),
            Technique::Forced => self.misses_forced(query),
            Technique::Diagonal | Technique::Corral | Technique::Room | Technique::Wobbler => {
                self.proved_dead(technique, query)
            }
            Technique::PiCorral => return self.corral_without_push(query),
        };
        let tally = self.tallies.of_mut(technique);
        tally.asked += 1;
        tally.work += work;
        match guilty {
            Some(guilty) => {
                tally.caught += 1;
                self.guilty = guilty;
                Verdict::Dead
            }
            None => Verdict::Unknown,
        }
    }

    /// All frozen boxes of a state, which are walls to the others.
    pub fn frozen(&mut self, boxes: &S) -> Frozen<S> {
        self.walls.frozen(&self.ground, boxes)
    }

    /// The boxes whose pushes are enough, if a corral says so: see the file
    /// `pi_corral`. Keeps the least number of pushes, not of moves.
    pub fn prune(&mut self, query: &Query<'_, S>) -> Pruning<S> {
        let mut unreachable = self.ground.all().difference(query.area);
        unreachable.subtract(query.boxes);
        if unreachable.is_empty() {
            return Pruning::None;
        }
        let frozen = self.walls.frozen(&self.ground, query.boxes);
        let (pruning, work) = match frozen.walls {
            None => (Pruning::Dead, 1),
            Some(id) => Corrals {
                ground: &self.ground,
                lone: self.walls.board(id),
                boxes: query.boxes,
                area: query.area,
                all_goals_needed: query.boxes.len() == self.ground.goals().len(),
            }
            .prune(),
        };
        let tally = self.tallies.of_mut(Technique::PiCorral);
        tally.asked += 1;
        tally.caught += u64::from(pruning != Pruning::None);
        tally.work += work;
        pruning
    }

    fn corral_without_push(&mut self, query: &Query<'_, S>) -> Verdict {
        match self.prune(query) {
            Pruning::Dead => {
                self.guilty = query.boxes.clone();
                Verdict::Dead
            }
            _ => Verdict::Unknown,
        }
    }

    /// Dead squares: a box stands where a lone box can reach no goal.
    fn on_dead_square(&self, query: &Query<'_, S>) -> (Option<S>, u64) {
        let live = self.walls.bare().live();
        if let Some(pushed) = query.pushed {
            let is_dead = !live.contains(pushed);
            let guilty = is_dead.then(|| S::of(self.ground.n_squares(), [pushed]));
            return (guilty, 1);
        }
        let dead = query.boxes.difference(live);
        ((!dead.is_empty()).then_some(dead), 1)
    }

    /// Freeze: see the file of that name.
    fn frozen_off_goal(&self, query: &Query<'_, S>) -> (Option<S>, u64) {
        let lone = self.walls.bare();
        let frozen = match query.pushed {
            Some(pushed) => frozen_around(&self.ground, lone, query.boxes, pushed),
            None => frozen_boxes(&self.ground, lone, query.boxes),
        };
        let is_dead = !frozen.is_subset(self.ground.goals());
        (is_dead.then_some(frozen), 1)
    }

    /// Matching: see the file of that name.
    fn overbooked(&mut self, query: &Query<'_, S>) -> (Option<S>, u64) {
        let frozen = self.walls.frozen(&self.ground, query.boxes);
        let guilty = match frozen.walls {
            None => Some(frozen.boxes),
            Some(id) => self
                .matching
                .overbooked(&self.ground, &self.walls, id, query),
        };
        (guilty, query.boxes.len() as u64)
    }

    /// Pairs: see the file of that name.
    fn dead_pair(&mut self, query: &Query<'_, S>) -> (Option<S>, u64) {
        let (ground, lone) = (&self.ground, self.walls.bare());
        let pairs = self.pairs.get_or_insert_with(|| Pairs::new(ground, lone));
        let pair = pairs
            .as_ref()
            .and_then(|pairs| pairs.dead_pair(ground, query));
        (pair.map(|(a, b)| S::of(ground.n_squares(), [a, b])), 1)
    }

    /// Learned sets: see the file of that name.
    fn contains_learned(&mut self, query: &Query<'_, S>) -> (Option<S>, u64) {
        let (found, work) = self.learned.find(query);
        (found.map(|set| set.boxes.clone()), work)
    }

    /// Peeling: see the file of that name.
    fn packed_too_early(&mut self, query: &Query<'_, S>) -> (Option<S>, u64) {
        let frozen = self.walls.frozen(&self.ground, query.boxes);
        let Some(id) = frozen.walls else {
            return (Some(frozen.boxes), 1);
        };
        if query.boxes.len() != self.ground.goals().len() {
            return (None, 1);
        }
        let demands = self.walls.filled_already(&self.ground, id);
        let is_dead =
            !demands.is_empty() && demands.iter().all(|demand| !demand.is_subset(query.boxes));
        (is_dead.then(|| query.boxes.clone()), 1)
    }

    /// Forced squares: see the file `forced`.
    fn misses_forced(&mut self, query: &Query<'_, S>) -> (Option<S>, u64) {
        let frozen = self.walls.frozen(&self.ground, query.boxes);
        let Some(id) = frozen.walls else {
            return (Some(frozen.boxes), 1);
        };
        if query.boxes.len() != self.ground.goals().len() {
            return (None, 1);
        }
        let effort = &mut self.answers.effort;
        let Some((forced, work)) = self.walls.forced(&self.ground, id, effort) else {
            return (None, 1);
        };
        let is_dead = forced.is_violated(query);
        (is_dead.then(|| query.boxes.clone()), 1 + work)
    }

    /// The techniques that choose boxes and let a search prove them dead.
    fn proved_dead(&mut self, technique: Technique, query: &Query<'_, S>) -> (Option<S>, u64) {
        let frozen = self.walls.frozen(&self.ground, query.boxes);
        let Some(id) = frozen.walls else {
            return (Some(frozen.boxes), 1);
        };
        self.make_pairs();
        let arena = Arena {
            ground: &self.ground,
            lone: self.walls.board(id),
            pairs: self.pairs.as_ref().and_then(Option::as_ref),
        };
        let answers = &mut self.answers;
        let before = answers.work();
        let found = match technique {
            Technique::Corral => corral::dead_corral(answers, &arena, query),
            Technique::Diagonal => diagonal::dead_diagonal(answers, &arena, query),
            Technique::Wobbler => wobbler::dead_huddle(answers, &arena, query),
            _ => {
                let rooms = self.rooms.get_or_insert_with(|| room::rooms(arena.ground));
                room::dead_room(answers, &arena, rooms, query)
            }
        };
        let guilty = found.map(|Suspects { boxes, news }| {
            let boxes = boxes.union(&frozen.boxes);
            match news {
                Some(zone) => self.learn(boxes, query.area, &zone),
                None => boxes,
            }
        });
        (guilty, 1 + self.answers.work() - before)
    }

    /// Makes the table of pairs for the searches, if it is switched on.
    fn make_pairs(&mut self) {
        if self.techniques.contains(Technique::Pairs) {
            let (ground, lone) = (&self.ground, self.walls.bare());
            self.pairs.get_or_insert_with(|| Pairs::new(ground, lone));
        }
    }

    /// Makes a set of dead boxes smaller and stores it; gives its boxes back.
    fn learn(&mut self, mut boxes: S, area: &S, zone: &S) -> S {
        if !self.techniques.contains(Technique::Learned) {
            return boxes;
        }
        let mut budget = LEARNING_BUDGET;
        let man = area.lowest().expect("the man stands somewhere");
        // Boxes far from the trouble are let go together, and frozen boxes too,
        // as every new set of frozen boxes means a new analysis of the board.
        let mut near = self.ground.reach().around(zone);
        near.union_with(zone);
        near.intersect_with(&boxes);
        let movable = boxes.difference(&self.walls.frozen(&self.ground, &boxes).boxes);
        for fewer in [movable, near] {
            if self.is_proved_dead(&fewer, man, zone, &mut budget) {
                boxes = fewer;
                break;
            }
        }
        let frozen = self.walls.frozen(&self.ground, &boxes).boxes;
        for box_sq in boxes.difference(&frozen).iter() {
            let mut fewer = boxes.clone();
            fewer.remove(box_sq);
            if self.is_proved_dead(&fewer, man, zone, &mut budget) {
                boxes = fewer;
            }
        }
        let area = self.ground.reach().area(&boxes, man);
        let set = DeadSet { boxes, area };
        self.learned.add(&set);
        if self.news.len() < learned::MOST_SETS {
            self.news.push(set.clone());
        }
        set.boxes
    }

    /// The sets proved dead since this was last asked, for detectors of the same
    /// board to be taught.
    pub fn take_news(&mut self) -> Vec<DeadSet<S>> {
        std::mem::take(&mut self.news)
    }

    /// Takes in a set that other detectors of the same board have proved dead.
    pub fn teach(&mut self, set: &DeadSet<S>) {
        self.learned.add(set);
    }

    /// How many dead sets were learned so far.
    #[inline]
    pub fn n_learned(&self) -> u64 {
        self.learned.n_learned()
    }

    /// Whether a state is dead by what was learned after so many sets.
    pub fn is_dead_by_now(&self, boxes: &S, man: Square, after: u64) -> bool {
        self.learned.contain_newer(boxes, man, after)
    }

    /// Whether boxes can be proved dead by themselves.
    fn is_proved_dead(&mut self, boxes: &S, man: Square, zone: &S, budget: &mut u64) -> bool {
        let frozen = self.walls.frozen(&self.ground, boxes);
        let Some(id) = frozen.walls else {
            return true;
        };
        let arena = Arena {
            ground: &self.ground,
            lone: self.walls.board(id),
            pairs: self.pairs.as_ref().and_then(Option::as_ref),
        };
        let chosen = boxes.difference(&frozen.boxes);
        self.answers.prove(&arena, &chosen, man, zone, budget)
    }
}
