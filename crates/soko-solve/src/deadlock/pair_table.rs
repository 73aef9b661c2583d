//! The table of pairs of boxes that together have no solution.
//!
//! All positions of two boxes on the bare board, with every area of the man, are
//! searched once backwards from all pairs of goals. What the search does not meet
//! is dead, and stays dead with more boxes on the board. The table is exact for
//! two boxes, the man's place included:
//!
//! ```text
//!     #######     a pair side by side on a wall, a box before the only door, two
//!     # $$  #     boxes on a line that has one goal: whatever two boxes can do
//!     #  . .#     wrong, without a special rule for each
//! ```
//!
//! Sound: thinking all boxes but two away never makes a solvable state
//! unsolvable, and all goals are kept.
//!
//! Cost: after a push one intersection of sets, and a flood only for the few
//! pairs that are dead for some areas of the man and not for others. Making the
//! table costs about a microsecond for each pair of live squares, so it is made
//! when first asked for, and not at all on boards with more than [`MOST_LIVE`]
//! live squares.
//!
//! Source: Festival searches about a hundred positions for pairs that touch;
//! here the whole table is exact.

use super::query::Query;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use rustc_hash::FxHashSet;
use soko_core::{Direction, Square, Squares};

/// No table is made for boards with more live squares.
const MOST_LIVE: usize = 500;

/// Two boxes, the lower square first, and the first square of the man's area.
type PairState = (u16, u16, u16);

/// The table of dead pairs.
#[derive(Clone, Debug)]
pub(super) struct PairTable<S> {
    /// For each square, the partners that make a dead pair wherever the man is.
    dead: Vec<S>,
    /// Partners that make a pair that is dead for some areas of the man.
    partly: Vec<S>,
    dead_areas: FxHashSet<PairState>,
}

impl<S: Squares> PairTable<S> {
    /// Searches all pairs; none if the board is too large or has a single goal.
    pub fn new(ground: &Ground<S>, lone: &LoneBox<S>) -> Option<PairTable<S>> {
        if lone.live().len() > MOST_LIVE || ground.goals().len() < 2 {
            return None;
        }
        let alive = solvable_pairs(ground);
        let nothing = ground.nothing().clone();
        let mut pairs = PairTable {
            dead: vec![nothing.clone(); ground.n_squares()],
            partly: vec![nothing; ground.n_squares()],
            dead_areas: FxHashSet::default(),
        };
        let live: Vec<Square> = lone.live().iter().collect();
        for (i, &a) in live.iter().enumerate() {
            for &b in &live[i + 1..] {
                pairs.note(ground, &alive, a, b);
            }
        }
        Some(pairs)
    }

    /// Files one pair by what the search has found of it.
    fn note(&mut self, ground: &Ground<S>, alive: &FxHashSet<PairState>, a: Square, b: Square) {
        let mut free = ground.all().clone();
        free.remove(a);
        free.remove(b);
        let mut is_ever_alive = false;
        let mut dead_areas = [None; 8];
        let mut n_dead = 0;
        while let Some(first) = free.lowest() {
            if alive.contains(&(a.0, b.0, first.0)) {
                is_ever_alive = true;
            } else {
                // Two boxes have at most eight free neighbours, so eight areas.
                dead_areas[n_dead] = Some((a.0, b.0, first.0));
                n_dead += 1;
            }
            let area = ground.reach().area_within(free.clone(), first);
            free.subtract(&area);
        }
        if !is_ever_alive {
            self.dead[a.index()].insert(b);
            self.dead[b.index()].insert(a);
        } else if n_dead > 0 {
            self.partly[a.index()].insert(b);
            self.partly[b.index()].insert(a);
            self.dead_areas.extend(dead_areas.iter().flatten());
        }
    }

    /// Two boxes that are dead together, the pushed one among them if there is
    /// one.
    #[inline]
    pub fn dead_pair(&self, ground: &Ground<S>, query: &Query<'_, S>) -> Option<(Square, Square)> {
        match query.pushed {
            Some(pushed) => self.dead_partner(ground, query, pushed),
            None => query
                .boxes
                .iter()
                .find_map(|box_sq| self.dead_partner(ground, query, box_sq)),
        }
    }

    fn dead_partner(
        &self,
        ground: &Ground<S>,
        query: &Query<'_, S>,
        box_sq: Square,
    ) -> Option<(Square, Square)> {
        if self.dead[box_sq.index()].intersects(query.boxes) {
            let partner = self.dead[box_sq.index()]
                .intersection(query.boxes)
                .lowest()?;
            return Some((box_sq, partner));
        }
        if !self.partly[box_sq.index()].intersects(query.boxes) {
            return None;
        }
        let man = query.area.lowest()?;
        let partners = self.partly[box_sq.index()].intersection(query.boxes);
        let is_dead = |partner: &Square| {
            let (a, b) = (box_sq.min(*partner), box_sq.max(*partner));
            let mut free = ground.all().clone();
            free.remove(a);
            free.remove(b);
            let first = ground.reach().area_within(free, man).lowest();
            first.is_some_and(|first| self.dead_areas.contains(&(a.0, b.0, first.0)))
        };
        let partner = partners.iter().find(is_dead)?;
        Some((box_sq, partner))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let set = self.dead.first().map_or(0, |set| set.words().len() * 8);
        2 * self.dead.len() * set + self.dead_areas.capacity() * 8
    }
}

/// The table, made when it is first asked for.
#[derive(Clone, Debug)]
pub(super) struct PairsOnDemand<S> {
    /// Nothing inside if the board is too large for a table.
    made: Option<Option<PairTable<S>>>,
    /// Whether proof searches may have it made.
    for_proofs: bool,
}

impl<S: Squares> PairsOnDemand<S> {
    /// Nothing is made yet.
    pub fn new(for_proofs: bool) -> PairsOnDemand<S> {
        PairsOnDemand {
            made: None,
            for_proofs,
        }
    }

    /// Leaves the table out for good.
    pub fn never_make(&mut self) {
        self.made = Some(None);
    }

    /// Makes the table if there is none, and if there can be one.
    pub fn make(&mut self, ground: &Ground<S>, lone: &LoneBox<S>) -> Option<&PairTable<S>> {
        let make = || PairTable::new(ground, lone);
        self.made.get_or_insert_with(make).as_ref()
    }

    /// Makes the table for proof searches, if they may have it.
    pub fn make_for_proofs(&mut self, ground: &Ground<S>, lone: &LoneBox<S>) {
        if self.for_proofs {
            self.make(ground, lone);
        }
    }

    /// The table, if it was made.
    pub fn made(&self) -> Option<&PairTable<S>> {
        self.made.as_ref().and_then(Option::as_ref)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.made().map_or(0, PairTable::bytes)
    }
}

/// Every state of two boxes from which both can be brought to goals.
fn solvable_pairs<S: Squares>(ground: &Ground<S>) -> FxHashSet<PairState> {
    let mut search = PullSearch {
        ground,
        seen: FxHashSet::default(),
        stack: Vec::new(),
    };
    let goals: Vec<Square> = ground.goals().iter().collect();
    for (i, &a) in goals.iter().enumerate() {
        for &b in &goals[i + 1..] {
            let mut free = ground.all().clone();
            free.remove(a);
            free.remove(b);
            while let Some(man) = free.lowest() {
                let area = search.visit(a, b, man);
                free.subtract(&area);
            }
        }
    }
    while let Some((a, b, area)) = search.stack.pop() {
        search.pull(a, b, &area);
        search.pull(b, a, &area);
    }
    search.seen
}

struct PullSearch<'a, S> {
    ground: &'a Ground<S>,
    seen: FxHashSet<PairState>,
    stack: Vec<(Square, Square, S)>,
}

impl<S: Squares> PullSearch<'_, S> {
    /// Notes a state, and gives the man's area in it.
    fn visit(&mut self, a: Square, b: Square, man: Square) -> S {
        let (a, b) = (a.min(b), a.max(b));
        let mut free = self.ground.all().clone();
        free.remove(a);
        free.remove(b);
        let area = self.ground.reach().area_within(free, man);
        let first = area.lowest().expect("the man stands somewhere");
        if self.seen.insert((a.0, b.0, first.0)) {
            self.stack.push((a, b, area.clone()));
        }
        area
    }

    /// Pulls one box of two every way the man can.
    fn pull(&mut self, box_sq: Square, other: Square, area: &S) {
        for direction in Direction::ALL {
            let Some(to) = self.ground.next(box_sq, direction) else {
                continue;
            };
            let Some(man) = self.ground.next(to, direction) else {
                continue;
            };
            if area.contains(to) && man != other {
                self.visit(to, other, man);
            }
        }
    }
}
