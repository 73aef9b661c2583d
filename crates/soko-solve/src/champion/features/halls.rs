//! Halls and the passages between them.
//!
//! A hall is a group of 2x2 blocks of floor that touch along an edge; a lone
//! block is no hall. A square that belongs to two halls belongs to none. The
//! squares outside halls form passages, and each passage joins the halls that it
//! touches. Boxes in a passage may cut it: the feature "halls" counts how many of
//! the joints that the empty board has are broken now. Heuristic: used to order
//! moves, never to reject one.
//!
//! Source: the room connectivity of Shoham, "Solving Sokoban by Searching in
//! Feature-Space". He says room; that word means LISA's rooms here
//! ([`soko_core::facts::Rooms`]), which any square of a 2x2 block belongs to.
//!
//! ```text
//!     ##########     two halls, and a passage of two squares that joins them;
//!     #   ##   #     a box on either breaks the one joint
//!     #    .   #
//!     #   ##   #
//!     ##########
//! ```

use crate::ground::level::LevelGround;
use soko_core::{Board, BySquare, Direction, Square, Squares};

/// The number of a hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HallId(u16);

/// The number of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PassageId(u16);

impl PassageId {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most passages that a box can be near: its own, or one on each side.
const MOST_NEAR: usize = 4;

/// The halls of a board and its passages.
pub(crate) struct Halls {
    /// The hall of each square.
    hall: BySquare<Option<HallId>>,
    passages: Vec<Passage>,
    /// For each square the passages whose joints a box on it may break.
    near: BySquare<[Option<PassageId>; MOST_NEAR]>,
}

struct Passage {
    squares: Vec<Square>,
    /// How many halls it joins to another on the empty board.
    n_joints: usize,
}

impl Halls {
    pub(crate) fn new<S: Squares>(board: &Board, ground: &LevelGround<S>) -> Halls {
        let mut halls = Halls {
            hall: assign_halls(board),
            passages: Vec::new(),
            near: BySquare::new(ground.n_squares(), [None; MOST_NEAR]),
        };
        let passage = halls.find_passages(ground);
        // What a passage joins on the empty board.
        let free = ground.free_squares(&S::empty(ground.n_squares()));
        let mut fill = PassageFill::new(ground.n_squares());
        for index in 0..halls.passages.len() {
            let n_joined = fill.n_joined(&halls, ground, &free, &halls.passages[index]);
            halls.passages[index].n_joints = n_joined;
        }
        for square in ground.floor().squares() {
            halls.near[square] = halls.find_near(ground, &passage, square);
        }
        halls
    }

    /// Finds the passages; gives that of each square.
    fn find_passages<S: Squares>(
        &mut self,
        ground: &LevelGround<S>,
    ) -> BySquare<Option<PassageId>> {
        let mut passage = BySquare::new(ground.n_squares(), None);
        for first in ground.floor().squares() {
            if self.hall[first].is_some() || passage[first].is_some() {
                continue;
            }
            let number = Some(PassageId(self.passages.len() as u16));
            let mut squares = vec![first];
            passage[first] = number;
            let mut done = 0;
            while done < squares.len() {
                let at = squares[done];
                done += 1;
                for to in ground.floor().neighbours(at) {
                    if self.hall[to].is_none() && passage[to].is_none() {
                        passage[to] = number;
                        squares.push(to);
                    }
                }
            }
            let n_joints = 0;
            self.passages.push(Passage { squares, n_joints });
        }
        passage
    }

    /// The passages whose joints a box on a square may break: the one in which it
    /// stands, or those at whose mouths it stands. Each once, and only if it has
    /// joints.
    fn find_near<S: Squares>(
        &self,
        ground: &LevelGround<S>,
        passage: &BySquare<Option<PassageId>>,
        square: Square,
    ) -> [Option<PassageId>; MOST_NEAR] {
        let mut near = [None; MOST_NEAR];
        let mut n_near = 0;
        let beside = ground.floor().neighbours(square).map(|to| passage[to]);
        let own = passage[square];
        for id in beside.filter(|_| own.is_none()).chain([own]).flatten() {
            let has_joints = self.passages[id.index()].n_joints > 0;
            if has_joints && !near.contains(&Some(id)) {
                near[n_near] = Some(id);
                n_near += 1;
            }
        }
        near
    }
}

/// The flood fills of passages; make one and reuse it.
struct PassageFill {
    seen: BySquare<bool>,
    stack: Vec<Square>,
    /// Pairs of halls that a free part of the passage joins.
    joined: Vec<(HallId, HallId)>,
    /// The forest of joined halls, for counting.
    parents: Vec<(HallId, HallId)>,
}

impl PassageFill {
    fn new(n_squares: usize) -> PassageFill {
        PassageFill {
            seen: BySquare::new(n_squares, false),
            stack: Vec::new(),
            joined: Vec::new(),
            parents: Vec::new(),
        }
    }

    /// How many of the halls at a passage are joined to another one through its free
    /// squares: the halls less the groups that they form.
    fn n_joined<S: Squares>(
        &mut self,
        halls: &Halls,
        ground: &LevelGround<S>,
        free: &BySquare<bool>,
        passage: &Passage,
    ) -> usize {
        self.joined.clear();
        for &first in &passage.squares {
            if free[first] && !self.seen[first] {
                self.fill(halls, ground, free, first);
            }
        }
        for &square in &passage.squares {
            self.seen[square] = false;
        }
        count_unions(&self.joined, &mut self.parents)
    }

    /// One free part of a passage, which joins the halls at its free mouths.
    fn fill<S: Squares>(
        &mut self,
        halls: &Halls,
        ground: &LevelGround<S>,
        free: &BySquare<bool>,
        first: Square,
    ) {
        self.stack.push(first);
        self.seen[first] = true;
        let mut first_hall = None;
        while let Some(at) = self.stack.pop() {
            for &to in &ground.floor().beside(at).0 {
                if !free[to] {
                    continue;
                }
                if let Some(hall) = halls.hall[to] {
                    let first = *first_hall.get_or_insert(hall);
                    if hall != first {
                        self.joined.push((first, hall));
                    }
                } else if !self.seen[to] {
                    self.seen[to] = true;
                    self.stack.push(to);
                }
            }
        }
    }
}

/// The number of unions that join two different groups.
fn count_unions(pairs: &[(HallId, HallId)], parents: &mut Vec<(HallId, HallId)>) -> usize {
    parents.clear();
    fn find(parents: &[(HallId, HallId)], mut at: HallId) -> HallId {
        while let Some(&(_, to)) = parents.iter().find(|(from, _)| *from == at) {
            at = to;
        }
        at
    }
    for &(a, b) in pairs {
        let (a, b) = (find(parents, a), find(parents, b));
        if a != b {
            parents.push((a, b));
        }
    }
    parents.len()
}

/// The broken joints of a position, and while one of its boxes is off the board.
pub(crate) struct Joints<'a, S> {
    halls: &'a Halls,
    ground: &'a LevelGround<S>,
    fill: PassageFill,
    /// For each passage, all boxes on the board.
    broken: Vec<usize>,
    n_broken: usize,
    /// The same in all, one box lifted.
    n_lifted: usize,
    /// Passages near that box, and what is broken there.
    near: [Option<(PassageId, usize)>; MOST_NEAR],
}

impl<'a, S: Squares> Joints<'a, S> {
    pub(crate) fn new(halls: &'a Halls, ground: &'a LevelGround<S>) -> Joints<'a, S> {
        Joints {
            halls,
            ground,
            fill: PassageFill::new(ground.n_squares()),
            broken: vec![0; halls.passages.len()],
            n_broken: 0,
            n_lifted: 0,
            near: [None; MOST_NEAR],
        }
    }

    /// How many joints of one passage are broken.
    fn broken_at(&mut self, passage: PassageId, free: &BySquare<bool>) -> usize {
        let passage = &self.halls.passages[passage.index()];
        let n_joined = (self.fill).n_joined(self.halls, self.ground, free, passage);
        passage.n_joints.saturating_sub(n_joined)
    }

    /// Counts the broken joints of a position.
    pub(crate) fn enter(&mut self, free: &BySquare<bool>) -> usize {
        for index in 0..self.broken.len() {
            if self.halls.passages[index].n_joints > 0 {
                self.broken[index] = self.broken_at(PassageId(index as u16), free);
            }
        }
        self.n_broken = self.broken.iter().sum();
        self.n_broken
    }

    /// A box of the position, whose square is marked free already, is lifted.
    pub(crate) fn lift(&mut self, free: &BySquare<bool>, at: Square) {
        self.n_lifted = self.n_broken;
        self.near = self.halls.near[at].map(|passage| {
            let passage = passage?;
            let now = self.broken_at(passage, free);
            self.n_lifted = self.n_lifted + now - self.broken[passage.index()];
            Some((passage, now))
        });
    }

    /// The broken joints with the lifted box put down on a square, which is marked
    /// free.
    pub(crate) fn put_down(&mut self, free: &mut BySquare<bool>, to: Square) -> usize {
        free[to] = false;
        let mut n_broken = self.n_lifted;
        for passage in self.halls.near[to].into_iter().flatten() {
            let mut near = self.near.iter().flatten();
            let lifted = near.find(|(near, _)| *near == passage);
            let before = lifted.map_or(self.broken[passage.index()], |(_, lifted)| *lifted);
            n_broken = n_broken + self.broken_at(passage, free) - before;
        }
        free[to] = true;
        n_broken
    }
}

/// The hall of each square.
fn assign_halls(board: &Board) -> BySquare<Option<HallId>> {
    let hall_of_block = group_blocks(board);
    let mut hall = BySquare::new(board.n_squares(), None);
    let mut is_shared = BySquare::new(board.n_squares(), false);
    for block in board.squares() {
        let number = hall_of_block[block];
        if number.is_none() {
            continue;
        }
        for square in block_at(board, block).into_iter().flatten() {
            is_shared[square] |= hall[square].is_some() && hall[square] != number;
            hall[square] = number;
        }
    }
    for square in board.squares().filter(|&square| is_shared[square]) {
        hall[square] = None;
    }
    hall
}

/// The four squares of the 2x2 block of floor with this upper left corner, if there
/// is one.
fn block_at(board: &Board, corner: Square) -> Option<[Square; 4]> {
    let right = board.neighbour(corner, Direction::Right)?;
    let below = board.neighbour(corner, Direction::Down)?;
    let across = board.neighbour(below, Direction::Right)?;
    Some([corner, right, below, across])
}

/// The hall of each block, by its upper left corner: blocks that overlap along an
/// edge belong together, and one alone to no hall.
fn group_blocks(board: &Board) -> BySquare<Option<HallId>> {
    let n = board.n_squares();
    let is_block = BySquare::from_fn(n, false, |at| block_at(board, at).is_some());
    let beside = |at: Square| {
        let corners = board.neighbours(at).map(|(_, corner)| corner);
        corners.filter(|&corner| is_block[corner])
    };
    let mut hall_of = BySquare::new(n, None);
    let mut n_halls = 0;
    for first in board.squares().filter(|&at| is_block[at]) {
        let is_alone = beside(first).next().is_none();
        if is_alone || hall_of[first].is_some() {
            continue;
        }
        let hall = Some(HallId(n_halls));
        n_halls += 1;
        hall_of[first] = hall;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            for other in beside(at) {
                if hall_of[other].is_none() {
                    hall_of[other] = hall;
                    open.push(other);
                }
            }
        }
    }
    hall_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Coord, Level, SplitMix, SquareSet, random_level};

    /// The floor with a letter for each hall, `-` in passages that join halls and `.`
    /// elsewhere.
    fn drawn(text: &str) -> String {
        let level: Level = text.parse().unwrap();
        let (board, ground) = (level.board(), LevelGround::<SquareSet>::new(&level));
        let halls = Halls::new(board, &ground);
        let joins = |square: Square| {
            let mut joining = halls.passages.iter().filter(|p| p.n_joints > 0);
            joining.any(|passage| passage.squares.contains(&square))
        };
        let letter = |square: Square| match halls.hall[square] {
            Some(HallId(number)) => (b'A' + number as u8) as char,
            None if joins(square) => '-',
            None => '.',
        };
        let cell = |row, col| board.square(Coord::new(row, col)).map_or('#', letter);
        let line = |row| (0..board.width()).map(move |col| cell(row, col)).collect();
        let lines: Vec<String> = (0..board.height()).map(line).collect();
        lines.join("\n")
    }

    #[test]
    fn two_blocks_make_a_hall_and_one_does_not() {
        let text = "\
################
#   ##  ##   #.#
#@         $   #
#######  ##  ###
################";
        let expected = "\
################
#AAA##--##BBB#.#
#AAA------BBB..#
#######--##BB###
################";
        assert_eq!(drawn(text), expected);
    }

    #[test]
    fn a_square_of_two_halls_belongs_to_none() {
        let text = "\
#######
#   ###
#@ $ .#
###   #
#######";
        let expected = "\
#######
#AAA###
#AA-BB#
###BBB#
#######";
        assert_eq!(drawn(text), expected);
    }

    #[test]
    fn boxes_in_a_passage_break_its_joints() {
        // A passage with three arms joins three halls: two joints.
        let level: Level = "\
#############
#   ######  #
#@          #
#   ## ###  #
###### ######
#   # $ #####
#  .    #####
#############"
            .parse()
            .unwrap();
        let ground = LevelGround::<SquareSet>::new(&level);
        let halls = Halls::new(level.board(), &ground);
        let broken = |coords: &[(u32, u32)]| {
            let squares = coords.iter().map(|&(row, col)| Coord::new(row, col));
            let squares = squares.map(|c| level.board().square(c).unwrap());
            let boxes = SquareSet::of(ground.n_squares(), squares);
            Joints::new(&halls, &ground).enter(&ground.free_squares(&boxes))
        };
        assert_eq!(broken(&[]), 0);
        assert_eq!(broken(&[(2, 2)]), 0, "in a hall, away from its mouth");
        assert_eq!(broken(&[(2, 4)]), 1, "in one arm");
        assert_eq!(broken(&[(2, 3)]), 1, "at the mouth of that arm");
        assert_eq!(broken(&[(2, 4), (2, 3)]), 1);
        assert_eq!(broken(&[(2, 4), (4, 6)]), 2);
    }

    /// Joints counted for a moved box are those counted from scratch.
    #[test]
    fn a_moved_box_breaks_the_joints_that_it_breaks() {
        let mut random = SplitMix(14);
        let mut n_broken = 0;
        for _ in 0..200 {
            let level = random_level(&mut random, 12, 10, 4);
            let ground = LevelGround::<SquareSet>::new(&level);
            let halls = Halls::new(level.board(), &ground);
            let [mut joints, mut plain] = [0; 2].map(|_| Joints::new(&halls, &ground));
            let mut free = ground.free_squares(&ground.start);
            joints.enter(&free);
            for from in ground.start.iter() {
                free[from] = true;
                joints.lift(&free, from);
                for to in ground.floor().squares() {
                    if free[to] {
                        let told = joints.put_down(&mut free, to);
                        free[to] = false;
                        assert_eq!(told, plain.enter(&free));
                        free[to] = true;
                        n_broken += told;
                    }
                }
                free[from] = false;
            }
        }
        assert!(n_broken > 500, "too few: {n_broken}");
    }
}
