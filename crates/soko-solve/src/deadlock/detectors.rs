//! All detectors of one level: asked one by one, or as a mix.

use super::finding::Finding;
use super::pattern::Patterns;
use super::pi_corral::{self, Pruning};
use super::proof::{Credit, DeadSet, Effort, proved_dead};
use super::query::{Query, Verdict};
use super::row::Asked;
use super::shared::Shared;
use super::table::{Technique, Techniques, Tests};
use super::tally::Tallies;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use soko_core::{Board, Square, Squares};

/// All detectors of one level, with what they share and remember.
///
/// ```
/// use soko_core::{FixedSet, Level, Reach};
/// use soko_solve::deadlock::{Detectors, Query, Technique, Techniques};
///
/// // The box in the corner never comes out.
/// let level: Level = "######\n#$  .#\n#  @ #\n######".parse().unwrap();
/// let boxes: FixedSet<1> = level.board().convert(level.boxes());
/// let area = Reach::new(level.board()).area(&boxes, level.man());
/// let query = Query { boxes: &boxes, area: &area, pushed: None };
///
/// let mut detectors = Detectors::new(level.board(), Techniques::ALL);
/// assert!(detectors.ask(Technique::DeadSquares, &query).is_dead());
/// assert_eq!(detectors.guilty(), &boxes);
/// ```
#[derive(Clone, Debug)]
pub struct Detectors<S> {
    shared: Shared<S>,
    tests: Tests<S>,
    techniques: Techniques,
    tallies: Tallies,
    credits: [Credit; Technique::ALL.len()],
    guilty: S,
}

impl<S: Squares> Detectors<S> {
    /// Prepares the techniques that are switched on for a board.
    pub fn new(board: &Board, techniques: Techniques) -> Detectors<S> {
        let ground = Ground::new(board);
        let with_pairs = techniques.contains(Technique::Pairs);
        let learns = techniques.contains(Technique::Learned);
        Detectors {
            tests: Tests::new(&ground),
            techniques,
            tallies: Tallies::default(),
            credits: Default::default(),
            guilty: ground.nothing().clone(),
            shared: Shared::new(ground, with_pairs, learns),
        }
    }

    /// The same without the table of pairs, which takes long on large boards. The
    /// other techniques do with less then, and stay sound.
    pub fn without_pairs(mut self) -> Detectors<S> {
        self.shared.pairs.never_make();
        self
    }

    /// The same with these patterns to look for.
    pub fn with_patterns(mut self, patterns: &Patterns) -> Detectors<S> {
        self.shared.patterns = patterns.clone();
        self
    }

    /// The techniques that are switched on.
    pub fn techniques(&self) -> Techniques {
        self.techniques
    }

    /// The board in the detectors' width.
    pub fn ground(&self) -> &Ground<S> {
        &self.shared.ground
    }

    /// What a lone box can do on the bare board: live squares and pushes.
    pub fn lone_box(&self) -> &LoneBox<S> {
        self.shared.lone_box()
    }

    /// Lets searches look at so many positions from now on. Without this only
    /// their own budgets bind them.
    pub fn set_effort(&mut self, positions: u64) {
        self.shared.cache.effort = Effort::new(positions);
    }

    /// Whether a search was cut short since the effort was set.
    pub fn effort_ran_out(&self) -> bool {
        self.shared.cache.effort.ran_out()
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
        self.shared.bytes() + self.tests.bytes()
    }

    /// The cheap tests, for every state that is generated.
    #[inline]
    pub fn at_generation(&mut self, query: &Query<'_, S>) -> Verdict {
        const CHEAP: Techniques = Technique::asked(Asked::AtGeneration);
        self.first_dead(CHEAP, query)
    }

    /// The costly tests, for states that are about to be expanded.
    pub fn at_expansion(&mut self, query: &Query<'_, S>) -> Verdict {
        const COSTLY: Techniques = Technique::asked(Asked::AtExpansion);
        self.first_dead(COSTLY, query)
    }

    #[inline]
    fn first_dead(&mut self, asked: Techniques, query: &Query<'_, S>) -> Verdict {
        if query.boxes.is_subset(self.shared.ground.goals()) {
            return Verdict::Alive;
        }
        for technique in asked.and(self.techniques).iter() {
            if self.may_be_asked(technique, query) && self.ask(technique, query).is_dead() {
                return Verdict::Dead;
            }
        }
        Verdict::Unknown
    }

    /// Whether a test has credit left, or its turn in spite of having none.
    #[inline]
    fn may_be_asked(&mut self, technique: Technique, query: &Query<'_, S>) -> bool {
        let tally = self.tallies.of(technique);
        let credit = &mut self.credits[technique as usize];
        !technique.row().searches || credit.allows(&tally, query.boxes.len())
    }

    /// Asks one technique, whether it is switched on or not.
    pub fn ask(&mut self, technique: Technique, query: &Query<'_, S>) -> Verdict {
        let Finding { guilty, work } = self.tests.ask(technique, &mut self.shared, query);
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

    /// The boxes whose pushes are enough, if a corral says so: see the file
    /// `pi_corral`. Keeps the least number of pushes, not of moves.
    pub fn prune(&mut self, query: &Query<'_, S>) -> Pruning<S> {
        let Some((pruning, work)) = pi_corral::prune(&mut self.shared, query) else {
            return Pruning::None;
        };
        let tally = self.tallies.of_mut(Technique::PiCorral);
        tally.asked += 1;
        tally.caught += u64::from(pruning != Pruning::None);
        tally.work += work;
        pruning
    }

    /// The sets proved dead since this was last asked, for detectors of the same
    /// board to be taught.
    pub fn take_news(&mut self) -> Vec<DeadSet<S>> {
        self.shared.learned.take_news()
    }

    /// Takes in a set that other detectors of the same board have proved dead.
    pub fn teach(&mut self, set: &DeadSet<S>) {
        self.shared.learned.sets.add(set);
    }

    /// The set of these boxes, if a search can prove it dead within a budget of
    /// positions, with the man here and this zone.
    pub(super) fn proved_dead(
        &mut self,
        boxes: S,
        man: Square,
        zone: S,
        budget: &mut u64,
    ) -> Option<DeadSet<S>> {
        proved_dead(&mut self.shared, boxes, man, zone, budget)
    }

    /// How many dead sets were learned so far.
    #[inline]
    pub fn n_learned(&self) -> u64 {
        self.shared.learned.sets.n_learned()
    }

    /// Whether a state is dead by what was learned after so many sets.
    pub fn is_dead_by_now(&self, boxes: &S, man: Square, after: u64) -> bool {
        self.shared.learned.sets.contain_newer(boxes, man, after)
    }

    /// Takes a technique's credit away, and no more than that.
    #[cfg(test)]
    pub(super) fn exhaust(&mut self, technique: Technique) {
        self.tallies.of_mut(technique).work = super::proof::CREDIT + 1;
    }
}
