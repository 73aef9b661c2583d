//! Small searches that prove a few boxes dead, on which other techniques build.
//!
//! Some boxes are chosen and all others are thought away; frozen boxes are walls
//! and all goals stay. The search tries every push of the chosen boxes. A box that
//! leaves a zone around the trouble has *escaped*: from then on it is off the board
//! in this line of play. If all pushes were tried and never all boxes left had
//! escaped or stood on goals, the chosen boxes are dead, and so is every state that
//! holds them with the man in the same area.
//!
//! Sound: take any solution and think away the boxes not chosen, and each chosen
//! box from its escape on. A box less takes no possibility from the others, so what
//! remains is a line of play that the search has tried, and it ends with all boxes
//! left on goals. The search leaves out no push but those that end in a deadlock of
//! the boxes on the board. An exhausted budget is no proof.
//!
//! It matters that a box escapes when it does and not before: a box that can leave
//! only by blocking another's way is no innocent. Positions with few boxes left come
//! first, so that boxes which can escape one after the other are seen to do so in as
//! many positions as there are boxes.
//!
//! Cost: the budget counts positions; one costs about a microsecond.

use super::{Ground, LoneBox, Pairs, Query, freeze};
use rustc_hash::FxHashSet;
use soko_core::{Direction, Square, Squares};

/// Boxes that were proved dead, and the area in which the man is trapped with
/// them, walls and other boxes thought away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadSet<S> {
    /// The boxes.
    pub boxes: S,
    /// Every square the man can walk to among these boxes alone.
    pub area: S,
}

/// Boxes that a search has proved dead, frozen boxes not counted.
pub(super) struct Suspects<S> {
    pub boxes: S,
    /// The zone of the search if it was made just now, none if the answer was
    /// remembered.
    pub news: Option<S>,
}

/// What a proof search needs to know about the level.
pub(super) struct Arena<'a, S> {
    pub ground: &'a Ground<S>,
    /// The board with frozen boxes as walls.
    pub lone: &'a LoneBox<S>,
    pub pairs: Option<&'a Pairs<S>>,
}

/// A position that waits, not looked at yet: most never are, as searches that find
/// no proof end early.
#[derive(Debug)]
struct Waiting<S> {
    boxes: S,
    man: Square,
    /// The push that led here, and the man's area before it.
    push: Option<(Square, Square)>,
    before: S,
}

/// Scratch space for proof searches.
#[derive(Debug)]
pub(super) struct ProofSearch<S> {
    /// Positions to be expanded, by the number of boxes that are left.
    open: Vec<Vec<Waiting<S>>>,
    seen: FxHashSet<(S, Square)>,
}

impl<S> Clone for ProofSearch<S> {
    fn clone(&self) -> Self {
        ProofSearch::default()
    }
}

impl<S> Default for ProofSearch<S> {
    fn default() -> Self {
        ProofSearch {
            open: Vec::new(),
            seen: FxHashSet::default(),
        }
    }
}

impl<S: Squares> ProofSearch<S> {
    /// Whether these boxes are proved dead. Boxes escape by leaving the zone.
    /// Takes what it uses from the budget.
    pub fn prove(
        &mut self,
        arena: &Arena<'_, S>,
        boxes: &S,
        man: Square,
        zone: &S,
        budget: &mut u64,
    ) -> bool {
        if boxes.is_subset(arena.ground.goals()) {
            return false;
        }
        self.seen.clear();
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize_with(boxes.len() + 1, Vec::new);
        self.open[boxes.len()].push(Waiting {
            boxes: boxes.clone(),
            man,
            push: None,
            before: S::empty(arena.ground.n_squares()),
        });
        while let Some(waiting) = self.open.iter_mut().find_map(Vec::pop) {
            let Some(area) = self.new_area(arena, &waiting) else {
                continue;
            };
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            if self.solves(arena, &waiting.boxes, &area, zone) {
                return false;
            }
        }
        true
    }

    /// The man's area in a position, unless it is dead or was seen before.
    fn new_area(&mut self, arena: &Arena<'_, S>, waiting: &Waiting<S>) -> Option<S> {
        let Waiting { boxes, man, .. } = waiting;
        let solid = boxes.union(arena.lone.closed());
        let reach = arena.ground.reach();
        let area = match waiting.push {
            // A box that is still there.
            Some((from, to)) if boxes.contains(to) => {
                if is_fatal(arena, boxes, from, to) {
                    return None;
                }
                reach.area_after(&waiting.before, &solid, from, to, *man)
            }
            _ => reach.area(&solid, *man),
        };
        let first = area.lowest().expect("the man stands somewhere");
        self.seen.insert((boxes.clone(), first)).then_some(area)
    }

    /// Does every push from a position; says whether one solves it.
    fn solves(&mut self, arena: &Arena<'_, S>, boxes: &S, area: &S, zone: &S) -> bool {
        let ground = arena.ground;
        for from in boxes.iter() {
            for direction in Direction::ALL {
                if !arena.lone.live_pushes(direction).contains(from) {
                    continue;
                }
                let (Some(behind), Some(to)) = (
                    ground.next(from, direction.opposite()),
                    ground.next(from, direction),
                ) else {
                    continue;
                };
                if !area.contains(behind) || boxes.contains(to) {
                    continue;
                }
                let mut pushed = boxes.clone();
                pushed.shift(from, to);
                if !zone.contains(to) {
                    if is_fatal(arena, &pushed, from, to) {
                        continue;
                    }
                    pushed.remove(to);
                }
                if pushed.is_subset(ground.goals()) {
                    return true;
                }
                self.open[pushed.len()].push(Waiting {
                    boxes: pushed,
                    man: from,
                    push: Some((from, to)),
                    before: area.clone(),
                });
            }
        }
        false
    }
}

/// Whether a push made a deadlock of these boxes that the cheap tests know.
fn is_fatal<S: Squares>(arena: &Arena<'_, S>, boxes: &S, man: Square, to: Square) -> bool {
    let frozen = freeze::frozen_around(arena.ground, arena.lone, boxes, to);
    if !frozen.is_subset(arena.ground.goals()) {
        return true;
    }
    let Some(pairs) = arena.pairs else {
        return false;
    };
    // Two boxes are enough to know the man's place, so any square of his will do.
    let area = S::of(arena.ground.n_squares(), [man]);
    let query = Query {
        boxes,
        area: &area,
        pushed: Some(to),
    };
    pairs.dead_pair(arena.ground, &query).is_some()
}
