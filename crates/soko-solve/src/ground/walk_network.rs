//! The network of walks and pushes of a board, as a linear program.
//!
//! The man flows over the floor from where he stands to where he ends; each box flows
//! from its square to a goal. A step costs 1 and takes the man from a square to the next.
//! A push costs 1, takes him as far, and takes a box one further. Every solution is such
//! a flow: it leaves each square as often as it comes there. So the cheapest flow, where
//! halves of men may walk and boxes may share a square, costs no more moves than any
//! solution. It knows that somebody must walk back to push the second box after the
//! first, and around a box to turn it; it does not know that boxes are in the way.
//!
//! Boxes are told apart by the side on which the man stands, as in the minimum matching,
//! which is the same flow where walking costs nothing. The man ends beside a goal, where
//! the last push leaves him.
//!
//! The prices of the program ([`DualSimplex`]) are *potentials* of squares, of boxes and
//! of the man: no step and no push lowers them by more than 1 in all.

use super::dual_simplex::{Column, DualSimplex};
use soko_core::{Board, BySquare, Direction, Square, SquareSet, Squares};

/// A push of the network: the box before and after, and the man's two squares.
#[derive(Clone, Copy, Debug)]
struct Push {
    from: usize,
    to: usize,
    man: Square,
    then: Square,
}

/// The network of one board. Boxes are named by nodes: numbers of a square and a side.
#[derive(Clone, Debug)]
pub(crate) struct WalkNetwork {
    program: DualSimplex,
    pushes: Vec<Push>,
    walks: Vec<(Square, Square)>,
    /// The nodes of each goal.
    goals: Vec<Vec<usize>>,
    /// Where the man may end.
    ends: SquareSet,
    rows: Rows,
}

/// The rows of the program.
#[derive(Clone, Debug)]
struct Rows {
    of_node: Vec<Option<usize>>,
    first_man: usize,
    first_goal: usize,
    end: usize,
    /// Goals that no box needs are filled from here.
    spare: usize,
}

/// What squares are worth: whole numbers of which [`Potential::ONE`] are a move.
#[derive(Clone, Debug)]
pub(crate) struct Potential {
    /// For each node.
    boxes: Vec<i64>,
    man: BySquare<i64>,
    /// The most that a solved position is worth.
    solved: i64,
}

impl Potential {
    /// A move.
    const ONE: i64 = 1 << 20;

    /// What is left at least, in parts of a move.
    pub fn left(&self, nodes: &[usize], man: Square) -> i64 {
        let boxes: i64 = nodes.iter().map(|&node| self.boxes[node]).sum();
        boxes + self.man[man] - self.solved
    }

    /// How that changes when a box and the man go from here to there.
    #[inline]
    pub fn change(&self, boxes: (usize, usize), man: (Square, Square)) -> i64 {
        let of_box = self.boxes[boxes.1] - self.boxes[boxes.0];
        of_box + self.man[man.1] - self.man[man.0]
    }

    /// Whole moves, with every part of one counted as one.
    #[inline]
    pub fn moves(parts: i64) -> u32 {
        let moves = (parts + Self::ONE - 1).div_euclid(Self::ONE);
        u32::try_from(moves).unwrap_or(0)
    }
}

impl WalkNetwork {
    /// The network of a board; `node` names a box and the side of the man, `is_live` says
    /// which reach a goal, and there are `n_nodes` names.
    pub fn new(
        board: &Board,
        n_nodes: usize,
        node: impl Fn(Square, Square) -> usize,
        is_live: impl Fn(usize) -> bool,
    ) -> WalkNetwork {
        // 1. Steps and pushes.
        let (pushes, walks, ends) = arcs(board, &node, is_live);
        let mut used = vec![false; n_nodes];
        for push in &pushes {
            (used[push.from], used[push.to]) = (true, true);
        }
        // 2. The names of each goal.
        let of_goal = |goal: Square| {
            let beside = board.neighbours(goal);
            let mut nodes: Vec<usize> = beside.map(|(_, man)| node(goal, man)).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        };
        let goals: Vec<Vec<usize>> = board.goals().iter().map(of_goal).collect();
        goals.iter().flatten().for_each(|&node| used[node] = true);
        // 3. The program.
        let rows = Rows::new(&used, board.n_squares(), goals.len());
        let columns = rows.columns(&pushes, &walks, &goals, &ends);
        WalkNetwork {
            program: DualSimplex::new(rows.spare + 1, &columns),
            pushes,
            walks,
            goals,
            ends,
            rows,
        }
    }

    /// How many rows the program has.
    pub fn n_rows(&self) -> usize {
        self.rows.spare + 1
    }

    /// Makes a position the one that the next steps are for.
    pub fn want(&mut self, nodes: &[usize], man: Square) {
        let rows = &self.rows;
        let mut sums = vec![0.0; rows.spare + 1];
        for &node in nodes {
            if let Some(row) = rows.of_node[node] {
                sums[row] -= 1.0;
            }
        }
        sums[rows.first_man + man.index()] -= 1.0;
        sums[rows.first_goal..rows.end].fill(1.0);
        sums[rows.end] = 1.0;
        sums[rows.spare] = nodes.len() as f64 - self.goals.len() as f64;
        self.program.want(&sums);
    }

    /// Raises the potentials for that position by a step; false if they are as high as
    /// they get.
    pub fn step(&mut self) -> bool {
        self.program.step()
    }

    /// The potentials as they are, for positions of so many boxes; none if they turn out
    /// not to be potentials in whole numbers.
    pub fn potential(&self, n_boxes: usize) -> Option<Potential> {
        // The second try leaves room for the last digits.
        [0.0, 8.0].into_iter().find_map(|room| {
            let potential = self.rounded(Potential::ONE as f64 - room, n_boxes);
            self.holds(&potential).then_some(potential)
        })
    }

    fn rounded(&self, scale: f64, n_boxes: usize) -> Potential {
        let worth = |row: usize| (-self.program.price(row) * scale).round() as i64;
        let rows = &self.rows;
        let boxes: Vec<i64> = rows
            .of_node
            .iter()
            .map(|row| row.map_or(0, worth))
            .collect();
        let n_squares = rows.first_goal - rows.first_man;
        let man = BySquare::from_fn(n_squares, 0, |square: Square| {
            worth(rows.first_man + square.index())
        });
        // The most that boxes on goals and a man at his end are worth.
        let of_goal = |nodes: &Vec<usize>| nodes.iter().map(|&node| boxes[node]).max();
        let mut goals: Vec<i64> = self.goals.iter().filter_map(of_goal).collect();
        goals.sort_unstable_by(|a, b| b.cmp(a));
        let of_boxes: i64 = goals.iter().take(n_boxes).sum();
        let of_man = self.ends.iter().map(|square| man[square]).max();
        Potential {
            solved: of_boxes + of_man.unwrap_or(0),
            boxes,
            man,
        }
    }

    /// Whether no step and no push lowers it by more than 1.
    fn holds(&self, potential: &Potential) -> bool {
        let step = |&(a, b): &(Square, Square)| potential.man[a] - potential.man[b];
        let push = |p: &Push| -potential.change((p.from, p.to), (p.man, p.then));
        let drops = self.walks.iter().map(step);
        let mut drops = drops.chain(self.pushes.iter().map(push));
        drops.all(|drop| drop <= Potential::ONE)
    }
}

/// All pushes of boxes that can still reach goals, all steps, and where a push onto a
/// goal leaves the man.
fn arcs(
    board: &Board,
    node: &impl Fn(Square, Square) -> usize,
    is_live: impl Fn(usize) -> bool,
) -> (Vec<Push>, Vec<(Square, Square)>, SquareSet) {
    let (mut pushes, mut walks) = (Vec::new(), Vec::new());
    let mut ends = board.no_squares();
    for then in board.squares() {
        for direction in Direction::ALL {
            let Some(man) = board.neighbour(then, direction.opposite()) else {
                continue;
            };
            walks.push((man, then));
            let Some(beyond) = board.neighbour(then, direction) else {
                continue;
            };
            let (from, to) = (node(then, man), node(beyond, then));
            if is_live(from) && is_live(to) {
                pushes.push(Push {
                    from,
                    to,
                    man,
                    then,
                });
                if board.is_goal(beyond) {
                    ends.insert(then);
                }
            }
        }
    }
    (pushes, walks, ends)
}

impl Rows {
    fn new(used: &[bool], n_squares: usize, n_goals: usize) -> Rows {
        let mut n_used = 0;
        let mut number = |&is_used: &bool| {
            is_used.then(|| {
                n_used += 1;
                n_used - 1
            })
        };
        let of_node = used.iter().map(&mut number).collect();
        let first_goal = n_used + n_squares;
        Rows {
            of_node,
            first_man: n_used,
            first_goal,
            end: first_goal + n_goals,
            spare: first_goal + n_goals + 1,
        }
    }

    /// The columns: what flows out of a row counts below 0 there.
    fn columns(
        &self,
        pushes: &[Push],
        walks: &[(Square, Square)],
        goals: &[Vec<usize>],
        ends: &SquareSet,
    ) -> Vec<Column> {
        let man = |square: Square| self.first_man + square.index();
        let node = |node: usize| self.of_node[node].expect("a node with pushes has a row");
        let flow = |from: usize, to: usize| [(from, -1.0), (to, 1.0)];
        let push = |p: &Push| {
            let (of_box, of_man) = (
                flow(node(p.from), node(p.to)),
                flow(man(p.man), man(p.then)),
            );
            (1.0, [of_box, of_man].concat())
        };
        let walk = |&(a, b): &(Square, Square)| (1.0, flow(man(a), man(b)).to_vec());
        let mut columns: Vec<Column> = pushes.iter().map(push).collect();
        columns.extend(walks.iter().map(walk));
        for (i, nodes) in goals.iter().enumerate() {
            let goal = self.first_goal + i;
            columns.extend(nodes.iter().map(|&n| (0.0, flow(node(n), goal).to_vec())));
            columns.push((0.0, flow(self.spare, goal).to_vec()));
        }
        columns.extend(
            ends.iter()
                .map(|square| (0.0, flow(man(square), self.end).to_vec())),
        );
        columns
    }
}
