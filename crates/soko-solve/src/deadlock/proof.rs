//! Small searches that prove a few boxes dead, on which other techniques build.
//!
//! Some boxes are chosen and all others are thought away; frozen boxes are walls
//! and all goals stay. The search tries every push of the chosen boxes. If it
//! runs out of pushes without solving the chosen boxes, and without one of them
//! *escaping* from a zone around the trouble, they are dead, and so is every
//! state that holds them with the man in the same area.
//!
//! When a box escapes, it is taken off the board and the search begins again from
//! the start with the rest: the others are dead or not without it. So each round
//! ends soon, there are at most as many rounds as boxes, and what remains is a
//! small guilty set.
//!
//! Sound: the search leaves out no push but those that end in a deadlock of the
//! chosen boxes themselves; an escape, a solution or an exhausted budget is no
//! proof. Taking boxes off is always allowed.
//!
//! Cost: the budget counts positions; one costs about a microsecond.

use super::{Ground, LoneBox, Pairs, Query, freeze};
use rustc_hash::FxHashSet;
use soko_core::{Direction, Push, Square, Squares};

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

#[derive(Debug)]
struct Node<S> {
    boxes: S,
    area: S,
    /// The node before and the push that led here.
    parent: u32,
    push: Push,
}

/// How a search ended.
enum End {
    /// All pushes were tried.
    Exhausted,
    /// The box that stood here at the start escaped.
    Escaped(Square),
    /// All boxes came to stand on goals.
    Solved,
    OutOfBudget,
}

/// Scratch space for proof searches.
#[derive(Debug)]
pub(super) struct ProofSearch<S> {
    nodes: Vec<Node<S>>,
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
            nodes: Vec::new(),
            seen: FxHashSet::default(),
        }
    }
}

impl<S: Squares> ProofSearch<S> {
    /// Tries to prove some of these boxes dead. Boxes escape by leaving the zone.
    /// Takes what it uses from the budget.
    pub fn prove(
        &mut self,
        arena: &Arena<'_, S>,
        boxes: &S,
        man: Square,
        zone: &S,
        budget: &mut u64,
    ) -> Option<S> {
        let mut chosen = boxes.clone();
        while !chosen.is_subset(arena.ground.goals()) {
            match self.search(arena, &chosen, man, zone, budget) {
                End::Exhausted => return Some(chosen),
                End::Escaped(box_sq) => chosen.remove(box_sq),
                End::Solved | End::OutOfBudget => return None,
            }
        }
        None
    }

    fn search(
        &mut self,
        arena: &Arena<'_, S>,
        boxes: &S,
        man: Square,
        zone: &S,
        budget: &mut u64,
    ) -> End {
        self.nodes.clear();
        self.seen.clear();
        let no_push = Push {
            from: man,
            direction: Direction::Left,
        };
        let solid = boxes.union(arena.lone.closed());
        let area = arena.ground.reach().area(&solid, man);
        self.visit(boxes.clone(), area, 0, no_push);
        let mut next = 0;
        while next < self.nodes.len() {
            if *budget == 0 {
                return End::OutOfBudget;
            }
            *budget -= 1;
            if let Some(end) = self.expand(arena, next, zone) {
                return end;
            }
            next += 1;
        }
        End::Exhausted
    }

    /// Does every push from a node.
    fn expand(&mut self, arena: &Arena<'_, S>, node: usize, zone: &S) -> Option<End> {
        let boxes = self.nodes[node].boxes.clone();
        let area = self.nodes[node].area.clone();
        for from in boxes.iter() {
            for direction in Direction::ALL {
                if !arena.lone.live_pushes(direction).contains(from) {
                    continue;
                }
                let push = Push { from, direction };
                let (Some(behind), Some(to)) = (
                    arena.ground.next(from, direction.opposite()),
                    arena.ground.next(from, direction),
                ) else {
                    continue;
                };
                if !area.contains(behind) || boxes.contains(to) {
                    continue;
                }
                let mut pushed = boxes.clone();
                pushed.shift(from, to);
                if is_fatal(arena, &pushed, from, to) {
                    continue;
                }
                if !zone.contains(to) {
                    return Some(End::Escaped(self.origin(arena.ground, node, from)));
                }
                if pushed.is_subset(arena.ground.goals()) {
                    return Some(End::Solved);
                }
                let solid = pushed.union(arena.lone.closed());
                let area = arena
                    .ground
                    .reach()
                    .area_after(&area, &solid, from, to, from);
                self.visit(pushed, area, node as u32, push);
            }
        }
        None
    }

    /// Stores a position unless it was seen.
    fn visit(&mut self, boxes: S, area: S, parent: u32, push: Push) {
        let first = area.lowest().expect("the man stands somewhere");
        if self.seen.insert((boxes.clone(), first)) {
            self.nodes.push(Node {
                boxes,
                area,
                parent,
                push,
            });
        }
    }

    /// Where a box of a node stood at the start.
    fn origin(&self, ground: &Ground<S>, mut node: usize, mut box_sq: Square) -> Square {
        while node != 0 {
            let Node { parent, push, .. } = self.nodes[node];
            if ground.next(push.from, push.direction) == Some(box_sq) {
                box_sq = push.from;
            }
            node = parent as usize;
        }
        box_sq
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
