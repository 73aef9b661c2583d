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
//! Cost: the budget counts positions; one costs about a microsecond. On monsters, where
//! a position has thousands of pushes, what waits may come to [`MOST_WAITING_BYTES`];
//! then the budget counts as spent.

use crate::deadlock::frozen_set::frozen_around;
use crate::deadlock::pair_table::PairTable;
use crate::deadlock::query::Query;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use rustc_hash::FxHashSet;
use soko_core::{Direction, Square, Squares};

/// So much memory may be taken by positions that wait. Levels that people play need a
/// hundredth of it.
const MOST_WAITING_BYTES: usize = 32 << 20;

/// The board of a proof search.
pub(in crate::deadlock) struct ProofBoard<'a, S> {
    pub ground: &'a Ground<S>,
    /// The board with frozen boxes as walls.
    pub lone: &'a LoneBox<S>,
    pub pairs: Option<&'a PairTable<S>>,
}

/// What is asked: are these boxes dead by themselves?
pub(in crate::deadlock) struct Question<'a, S> {
    pub boxes: &'a S,
    pub man: Square,
    /// A box that leaves it has escaped.
    pub zone: &'a S,
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
    /// Whether the boxes are proved dead. Takes what it uses from the budget.
    pub fn prove(
        &mut self,
        board: &ProofBoard<'_, S>,
        question: &Question<'_, S>,
        budget: &mut u64,
    ) -> bool {
        let Question { boxes, man, zone } = *question;
        if boxes.is_subset(board.ground.goals()) {
            return false;
        }
        // 1. Nothing was seen, and the position itself waits.
        self.seen.clear();
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize_with(boxes.len() + 1, Vec::new);
        self.open[boxes.len()].push(Waiting {
            boxes: boxes.clone(),
            man,
            push: None,
            before: S::empty(board.ground.n_squares()),
        });
        // 2. Positions with few boxes left come first, the newest among them.
        while let Some(waiting) = self.open.iter_mut().find_map(Vec::pop) {
            let Some(area) = self.new_area(board, &waiting) else {
                continue;
            };
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            if self.solves(board, &waiting.boxes, &area, zone) {
                return false;
            }
            if self.waiting_bytes(board) > MOST_WAITING_BYTES {
                *budget = 0;
                return false;
            }
        }
        // 3. All was tried.
        true
    }

    /// What the waiting positions hold, each two sets of squares.
    fn waiting_bytes(&self, board: &ProofBoard<'_, S>) -> usize {
        let n_waiting: usize = self.open.iter().map(Vec::len).sum();
        n_waiting * (board.ground.n_squares() / 4 + size_of::<Waiting<S>>())
    }

    /// The man's area in a position, unless it is dead or was seen before.
    fn new_area(&mut self, board: &ProofBoard<'_, S>, waiting: &Waiting<S>) -> Option<S> {
        let Waiting { boxes, man, .. } = waiting;
        let solid = boxes.union(board.lone.closed());
        let reach = board.ground.reach();
        let area = match waiting.push {
            // A box that is still there.
            Some((from, to)) if boxes.contains(to) => {
                if is_fatal(board, boxes, from, to) {
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
    fn solves(&mut self, board: &ProofBoard<'_, S>, boxes: &S, area: &S, zone: &S) -> bool {
        let ground = board.ground;
        for from in boxes.iter() {
            for direction in Direction::ALL {
                if !board.lone.live_pushes(direction).contains(from) {
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
                // A box that leaves the zone is off the board from now on, unless its
                // last push was a deadlock. Others are tested when their turn comes.
                if !zone.contains(to) {
                    if is_fatal(board, &pushed, from, to) {
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
fn is_fatal<S: Squares>(board: &ProofBoard<'_, S>, boxes: &S, man: Square, to: Square) -> bool {
    let frozen = frozen_around(board.ground, board.lone, boxes, to);
    if !frozen.is_subset(board.ground.goals()) {
        return true;
    }
    let Some(pairs) = board.pairs else {
        return false;
    };
    // Two boxes are enough to know the man's place, so any square of his will do.
    let area = S::of(board.ground.n_squares(), [man]);
    let query = Query {
        boxes,
        area: &area,
        pushed: Some(to),
    };
    pairs.dead_pair(board.ground, &query).is_some()
}
