//! Greco's four solvers (2010), counting as his tables count.
//!
//! All are breadth-first. Two search over single moves and two over pushes; one
//! of each pair refuses pushes that his deadlock rules forbid. The rules by which
//! the published figures come out:
//!
//! * Moves are tried in the order left, right, up, down. Pushes are tried box by
//!   box in the fixed order in which the boxes first stood, then in that order of
//!   directions.
//! * Every legal successor counts as generated, repeats included; the search ends
//!   when the solved state is generated, which is not counted.
//! * The start is not marked as seen, so it is expanded once more when it comes
//!   up again.
//! * Over pushes, a repeat is the same set of boxes with the man in the same area.
//! * A push is refused when its target is dead for a lone box, or when the pushed
//!   box is off goal and either shares a wall with a box beside it or completes a
//!   block of four boxes.
//!
//! The rule about the shared wall is **not sound**: the other box may stand on a
//! goal and have a way out. So the solvers with deadlock rules prove nothing when
//! they run dry, and no other engine has this rule.
//!
//! Cost: a key, a slot and twelve bytes a state, and two more a box.

use super::{EngineEntry, Task};
use crate::objective::Objective;
use crate::options::Reads;
use crate::outcome::{Plan, RawReport};
use crate::solve_error::SolveError;
use crate::space::{KeyLayout, first_of_area};
use soko_core::{
    Board, Direction, Level, Measure, Push, Reach, Square, SquareSet, Squares, facts,
    with_few_widths,
};
use soko_search::{Counters, Engine, Rows, Step, Store, run};

/// Breadth-first over moves.
pub const MOVES: EngineEntry = EngineEntry {
    name: "greco-moves",
    summary: "breadth-first over single moves, counting as Greco's tables",
    paper: "Greco 2010",
    complete: true,
    objectives: &[Objective::Any, Objective::MOVES],
    reads: |_| Reads::NOTHING,
    cost: "time and memory grow with all states of single moves",
    run: |task| solve(task, Rules::MOVES),
};

/// Breadth-first over moves with Greco's deadlock rules.
pub const MOVES_DEADLOCK: EngineEntry = EngineEntry {
    name: "greco-moves-deadlock",
    summary: "the same with Greco's deadlock rules, which are not sound",
    complete: false,
    objectives: &[Objective::Any],
    cost: "like greco-moves, fewer states",
    run: |task| solve(task, Rules::MOVES.with_deadlocks()),
    ..MOVES
};

/// Breadth-first over pushes.
pub const PUSHES: EngineEntry = EngineEntry {
    name: "greco-pushes",
    summary: "breadth-first over pushes, counting as Greco's tables",
    objectives: &[Objective::Any, Objective::PUSHES],
    cost: "time and memory grow with all states of pushes, dead ones included",
    run: |task| solve(task, Rules::PUSHES),
    ..MOVES
};

/// Breadth-first over pushes with Greco's deadlock rules.
pub const PUSHES_DEADLOCK: EngineEntry = EngineEntry {
    name: "greco-pushes-deadlock",
    cost: "like greco-pushes, fewer states",
    run: |task| solve(task, Rules::PUSHES.with_deadlocks()),
    ..MOVES_DEADLOCK
};

/// Which of the four solvers.
#[derive(Clone, Copy, Debug)]
struct Rules {
    over_pushes: bool,
    deadlocks: bool,
}

impl Rules {
    const MOVES: Rules = Rules {
        over_pushes: false,
        deadlocks: false,
    };
    const PUSHES: Rules = Rules {
        over_pushes: true,
        deadlocks: false,
    };

    const fn with_deadlocks(self) -> Rules {
        Rules {
            deadlocks: true,
            ..self
        }
    }
}

fn solve(task: Task<'_, '_>, rules: Rules) -> Result<RawReport, SolveError> {
    with_few_widths!(task.level.board().n_squares(), S => {
        let report = run(&mut Greco::<S>::new(task.level, rules), task.control);
        if rules.over_pushes {
            let to_push = |(from, direction)| Push { from, direction };
            let to_plan = |plan: Vec<_>| Plan::Pushes(plan.into_iter().map(to_push).collect());
            Ok(RawReport::of_search(report, Measure::Pushes, to_plan))
        } else {
            let to_plan = |plan: Vec<(_, _)>| Plan::Moves(plan.into_iter().map(|a| a.1).collect());
            Ok(RawReport::of_search(report, Measure::Moves, to_plan))
        }
    })
}

/// Where the man steps from or the box is pushed from, and which way.
type Action = (Square, Direction);

struct Greco<S> {
    rules: Rules,
    board: Board,
    goals: S,
    live: SquareSet,
    reach: Reach<S>,
    layout: KeyLayout,
    n_boxes: usize,
    store: Store,
    /// Node 0 is the start, node `id + 1` the stored state `id`: the start is not
    /// marked as seen.
    nodes: Rows<Node>,
    /// The boxes of every node, each in its fixed place.
    boxes: Rows<Square>,
    next: usize,
    depth: u64,
    layer_end: usize,
    key: Vec<u8>,
    /// The boxes of the node being expanded.
    placed: Vec<Square>,
    counters: Counters,
    solved_by: Option<(usize, Action)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    man: Square,
    parent: u32,
    action: Action,
}

impl<S: Squares> Greco<S> {
    fn new(level: &Level, rules: Rules) -> Greco<S> {
        // Every square has a bit: his rules leave boxes anywhere.
        let board = level.board().clone();
        let layout = KeyLayout::new(&board, &SquareSet::full(board.n_squares()));
        let placed: Vec<Square> = level.boxes().iter().collect();
        let mut boxes = Rows::new(placed.len());
        boxes.push(&placed);
        let mut nodes = Rows::new(1);
        nodes.push(&[Node {
            man: level.man(),
            parent: 0,
            action: (level.man(), Direction::Left),
        }]);
        Greco {
            rules,
            goals: board.convert(board.goals()),
            live: facts::live_squares(&board),
            reach: Reach::new(&board),
            n_boxes: placed.len(),
            store: Store::new(layout.key_len()),
            key: vec![0; layout.key_len()],
            layout,
            nodes,
            placed,
            boxes,
            next: 0,
            depth: 0,
            layer_end: 1,
            counters: Counters::default(),
            solved_by: None,
            board,
        }
    }

    fn node(&self, node: usize) -> &Node {
        &self.nodes.row(node)[0]
    }

    /// All moves of the man, in the order of the directions.
    fn expand_moves(&mut self, node: usize, boxes: &S) {
        let man = self.node(node).man;
        for direction in Direction::ALL {
            let Some(next) = self.board.neighbour(man, direction) else {
                continue;
            };
            let mut after = boxes.clone();
            // A box ahead is pushed, or the move is none.
            if boxes.contains(next) {
                let to = match self.board.neighbour(next, direction) {
                    Some(to) if !boxes.contains(to) => to,
                    _ => continue,
                };
                after.shift(next, to);
                if self.refuses(&after, to) {
                    continue;
                }
                let pushed = self.placed.iter().position(|&b| b == next);
                self.generate(
                    node,
                    (man, direction),
                    next,
                    &after,
                    pushed.map(|i| (i, to)),
                );
            } else {
                self.generate(node, (man, direction), next, &after, None);
            }
            if self.solved_by.is_some() {
                return;
            }
        }
    }

    /// All pushes, box by box in their fixed order.
    fn expand_pushes(&mut self, node: usize, boxes: &S) {
        let area = self.reach.area(boxes, self.node(node).man);
        for i in 0..self.n_boxes {
            let from = self.placed[i];
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(man), Some(to)) = (push.man(&self.board), push.to(&self.board)) else {
                    continue;
                };
                if !area.contains(man) || boxes.contains(to) {
                    continue;
                }
                let mut after = boxes.clone();
                after.shift(from, to);
                if self.refuses(&after, to) {
                    continue;
                }
                self.generate(node, (from, direction), from, &after, Some((i, to)));
                if self.solved_by.is_some() {
                    return;
                }
            }
        }
    }

    /// Greco's deadlock rules for a box that was just pushed to a square.
    fn refuses(&self, boxes: &S, to: Square) -> bool {
        if !self.rules.deadlocks {
            return false;
        }
        let has_box = |square: Option<Square>| square.is_some_and(|s| boxes.contains(s));
        let next = |square, direction| self.board.neighbour(square, direction);
        let shares_wall = || {
            Direction::ALL.into_iter().any(|wall| {
                self.board.is_wall(to, wall)
                    && wall.sideways().into_iter().any(|side| {
                        next(to, side)
                            .is_some_and(|s| boxes.contains(s) && self.board.is_wall(s, wall))
                    })
            })
        };
        let completes_block = || {
            [Direction::Left, Direction::Right].into_iter().any(|x| {
                [Direction::Up, Direction::Down].into_iter().any(|y| {
                    let corner = next(to, x).and_then(|s| next(s, y));
                    has_box(next(to, x)) && has_box(next(to, y)) && has_box(corner)
                })
            })
        };
        !self.live.contains(to) || (!self.board.is_goal(to) && (shares_wall() || completes_block()))
    }

    /// Counts a successor and stores it if it is new. `moved` is the box that was
    /// pushed, by its place, and where it went.
    fn generate(
        &mut self,
        parent: usize,
        action: Action,
        man: Square,
        boxes: &S,
        moved: Option<(usize, Square)>,
    ) {
        // 1. The solved state ends the search and is not counted.
        if boxes.is_subset(&self.goals) {
            self.solved_by = Some((parent, action));
            return;
        }
        self.counters.generated += 1;
        // 2. Repeats are counted and dropped.
        let name = if self.rules.over_pushes {
            first_of_area(&self.reach, boxes, man)
        } else {
            man
        };
        self.layout.pack(boxes, name, &mut self.key);
        if !self.store.insert(&self.key).1 {
            return;
        }
        // 3. The boxes keep their places in the list.
        let node = self.nodes.len();
        self.nodes.push(&[Node {
            man,
            parent: parent as u32,
            action,
        }]);
        self.boxes.push(&self.placed);
        if let Some((i, to)) = moved {
            self.boxes.row_mut(node)[i] = to;
        }
    }

    fn proves(&self) -> bool {
        !self.rules.deadlocks
    }
}

impl<S: Squares> Engine for Greco<S> {
    type Action = Action;

    fn step(&mut self) -> Step {
        // 1. Perhaps it is over.
        let optimal = self.proves();
        if self.solved_by.is_some() {
            return Step::Solved { optimal };
        }
        if self.next == self.nodes.len() {
            return Step::Exhausted {
                proved: self.proves(),
            };
        }
        if self.store.is_full() {
            return Step::Full;
        }
        // 2. Take the next node; behind the last of a layer begins another.
        if self.next == self.layer_end {
            self.layer_end = self.nodes.len();
            self.depth += 1;
        }
        let node = self.next;
        self.next += 1;
        self.placed.copy_from_slice(self.boxes.row(node));
        let boxes = S::of(self.board.n_squares(), self.placed.iter().copied());
        if boxes.is_subset(&self.goals) {
            // Only a start can be solved before it is expanded.
            self.solved_by = Some((usize::MAX, self.node(node).action));
            return Step::Solved { optimal };
        }
        // 3. Expand it.
        self.counters.expanded += 1;
        if self.rules.over_pushes {
            self.expand_pushes(node, &boxes);
        } else {
            self.expand_moves(node, &boxes);
        }
        Step::Continue
    }

    fn counters(&self) -> Counters {
        Counters {
            stored: self.store.len() as u64,
            bytes: self.store.bytes() + self.nodes.bytes() + self.boxes.bytes(),
            ..self.counters
        }
    }

    fn lower_bound(&self) -> u64 {
        match self.solved_by {
            _ if !self.proves() => 0,
            Some((usize::MAX, _)) => 0,
            _ => self.depth + 1,
        }
    }

    fn phase(&self) -> String {
        format!("depth {}", self.depth)
    }

    fn plan(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        let Some((mut node, last)) = self.solved_by.filter(|&(node, _)| node != usize::MAX) else {
            return actions;
        };
        actions.push(last);
        while node != 0 {
            actions.push(self.node(node).action);
            node = self.node(node).parent as usize;
        }
        actions.reverse();
        actions
    }
}
