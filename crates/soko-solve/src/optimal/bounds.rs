//! The bound of a state in two steps: the minimum matching when it is made, where moves
//! are counted also what the man must walk; and when it is about to be expanded what
//! pairs of boxes cost beyond the matching, and whether it is dead.
//!
//! **Admissible** and **safe**, since each part is. Not consistent, since penalties of
//! pairs are not; the search opens states again.

use crate::deadlock::{Detectors, Query, Technique, Techniques};
use crate::heuristic::{MinMatching, PairPenalties, PricedGroups, WalkPotentials};
use crate::space::{Placement, PushSpace};
use crate::switches::{Switch, Switches};
use soko_core::{Level, Measure, Reach, Squares};
use soko_search::{Claims, Control, Heuristic, Space, StopReason, Successor};

/// The deadlock tests that are asked: all but the patterns, which take more time here
/// than they save.
pub(super) const TESTS: Techniques = Techniques::ALL.without(Technique::Pattern);

/// The bounds of one board.
pub(super) struct Bounds<S> {
    matching: MinMatching<S>,
    pairs: Option<PairPenalties>,
    groups: Groups,
    start: Level,
    walks: Option<WalkPotentials>,
    detectors: Option<Detectors<S>>,
    reach: Reach<S>,
    /// The state that is matched now.
    matched: Option<Placement<S>>,
}

/// After so many expansions a proof counts as long.
const LONG: u64 = 2_000;

/// What groups of boxes cost, once it is known.
enum Groups {
    /// They are searched when the proof turns out to take long, or at once if there are
    /// few.
    Later,
    Made(Box<PricedGroups>),
    Never,
}

impl<S: Squares> Bounds<S> {
    /// Prepares what is switched on for a level in which this is counted.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn new(
        level: &Level,
        measure: Measure,
        switches: Switches,
        control: &mut Control<'_>,
    ) -> Result<Bounds<S>, StopReason> {
        let board = level.board();
        let mut matching = MinMatching::new(board);
        let pairs = match switches.is_on(Switch::PairPenalties) {
            true => PairPenalties::new(board, &matching, control)?,
            false => None,
        };
        let mut walks = match measure == Measure::Moves && switches.is_on(Switch::WalkFlow) {
            true => WalkPotentials::new(board, &matching),
            false => None,
        };
        let boxes = board.convert(level.boxes());
        if matching.enter_boxes(&boxes, level.man()).is_some()
            && let Some(walks) = &mut walks
        {
            walks.begin(&matching, level.man(), control)?;
        }
        let tests = switches.tests().and(TESTS);
        let by_groups = measure == Measure::Pushes && switches.is_on(Switch::GroupPenalties);
        Ok(Bounds {
            groups: match by_groups {
                true => Groups::Later,
                false => Groups::Never,
            },
            start: level.clone(),
            pairs,
            matching,
            walks,
            detectors: (tests != Techniques::NONE).then(|| Detectors::new(board, tests)),
            reach: Reach::new(board),
            matched: None,
        })
    }

    /// Searches groups of boxes at the prices of the start, or later at others, if that
    /// is worth it in a proof of so many expansions.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn search_groups(
        &mut self,
        expanded: u64,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        let board = self.start.board();
        match &mut self.groups {
            Groups::Never => {}
            Groups::Later if expanded < LONG && !PricedGroups::are_few(board) => {}
            Groups::Made(groups) => groups.learn(board, &self.matching, control)?,
            Groups::Later if !PricedGroups::have_room(board, control.limits().memory) => {
                self.groups = Groups::Never;
            }
            Groups::Later => {
                self.matched = None;
                let (boxes, man) = (board.convert(self.start.boxes()), self.start.man());
                self.matching.enter_boxes(&boxes, man);
                self.groups = match PricedGroups::new(board, &self.matching, control)? {
                    Some(groups) => Groups::Made(Box::new(groups)),
                    None => Groups::Never,
                };
            }
        }
        Ok(())
    }

    /// What the start says of every solution; none if it is dead.
    pub fn at_start(&mut self) -> Option<u32> {
        let boxes = self.start.board().convert(self.start.boxes());
        let man = self.start.man();
        let state = Placement { boxes, man };
        let guess = self.full(&state)?;
        Heuristic::<PushSpace<S>>::refine(self, &state, guess)
    }

    /// Matches the boxes of a state, unless they are; the better of what that and the
    /// walks say.
    fn full(&mut self, state: &Placement<S>) -> Option<u32> {
        let is_matched = self.matched.as_ref() == Some(state);
        let sum = match is_matched {
            true => self.matching.sum()?,
            false => {
                self.matched = Some(state.clone());
                self.matching.full(state)?
            }
        };
        let walks = self.walks.as_mut().filter(|_| sum > 0);
        let walked = walks.map_or(0, |walks| walks.enter(&self.matching, state.man));
        Some(sum.max(walked))
    }

    /// The same for what a push of the state entered last leads to.
    #[inline]
    fn after_push(&mut self, next: &Placement<S>) -> Option<u32> {
        let parent = self.matched.as_ref()?;
        let left = parent.boxes.difference(&next.boxes).lowest();
        let taken = next.boxes.difference(&parent.boxes).lowest();
        let (Some(from), Some(to)) = (left, taken) else {
            return self.matching.sum();
        };
        let men = (parent.man, next.man);
        let sum = self.matching.after_push(from, to, next.man)?;
        let Some(walks) = self.walks.as_ref().filter(|_| sum > 0) else {
            return Some(sum);
        };
        let nodes = (
            self.matching.node(from, men.0),
            self.matching.node(to, men.1),
        );
        let (Some(before), Some(after)) = nodes else {
            return Some(sum);
        };
        Some(sum.max(walks.after_push((before, after), men)))
    }

    fn is_dead(&mut self, state: &Placement<S>) -> bool {
        let Some(detectors) = &mut self.detectors else {
            return false;
        };
        let area = self.reach.area(&state.boxes, state.man);
        let query = Query {
            boxes: &state.boxes,
            area: &area,
            pushed: None,
        };
        detectors.at_generation(&query).is_dead() || detectors.at_expansion(&query).is_dead()
    }
}

impl<S: Squares, P: Space<State = Placement<S>>> Heuristic<P> for Bounds<S> {
    const REFINES: bool = true;

    fn claims(&self) -> Claims {
        Claims {
            consistent: false,
            ..Claims::ALL
        }
    }

    fn estimate(&mut self, state: &Placement<S>) -> Option<u32> {
        self.full(state)
    }

    /// A state that is expanded was refined just before.
    #[inline]
    fn enter(&mut self, parent: &Placement<S>) {
        self.full(parent);
    }

    #[inline]
    fn estimate_successor(&mut self, next: &Successor<Placement<S>, P::Action>) -> Option<u32> {
        self.after_push(&next.state)
    }

    fn refine(&mut self, state: &Placement<S>, before: u32) -> Option<u32> {
        let mut guess = before.max(self.full(state)?);
        let sum = self.matching.sum()?;
        if let Some(pairs) = &mut self.pairs {
            guess = guess.max(sum + pairs.beyond(&self.matching, state.man)?);
        }
        if let Groups::Made(groups) = &mut self.groups {
            guess = guess.max(groups.of(&self.matching, state.man)?);
        }
        // What takes longest is left for those whose turn has come.
        if guess > before {
            return Some(guess);
        }
        if self.is_dead(state) {
            return None;
        }
        let walks = self.walks.as_mut().filter(|_| sum > 0);
        Some(walks.map_or(guess, |walks| walks.learn(state.man, guess)))
    }

    fn bytes(&self) -> usize {
        let pairs = self.pairs.as_ref().map_or(0, PairPenalties::bytes);
        let groups = match &self.groups {
            Groups::Made(groups) => groups.bytes(),
            _ => 0,
        };
        pairs + groups + self.detectors.as_ref().map_or(0, Detectors::bytes)
    }
}
