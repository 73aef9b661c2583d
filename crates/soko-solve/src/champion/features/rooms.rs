//! Rooms and the passages between them.
//!
//! A room is a group of 2x2 blocks of floor that touch along an edge; a lone
//! block is no room. A square that belongs to two rooms belongs to none. The
//! squares outside rooms form passages, and each passage joins the rooms that it
//! touches. Boxes in a passage may cut it: the feature "rooms" counts how many of
//! the joints that the empty board has are broken now (Shoham, "Solving Sokoban
//! by Searching in Feature-Space"). Heuristic: used to order moves, never to
//! reject one.

use crate::ground::floor::Ground;
use soko_core::{Board, BySquare, Coord, Square, Squares};

const NO_ROOM: u16 = u16::MAX;

/// The rooms of a board and its passages.
pub(crate) struct Rooms {
    /// The room of each square.
    room: Vec<u16>,
    /// The passages that touch each square: its own, or those beside it.
    passage: Vec<u16>,
    passages: Vec<Passage>,
    /// For each square the passages whose joints a box on it may break.
    near: Vec<[u16; 5]>,
}

struct Passage {
    squares: Vec<u16>,
    /// How many rooms it touches.
    touched: u8,
    /// Groups that the passage joins on the empty board, less one.
    joints: u8,
}

/// The broken joints of a position, and while one of its boxes is off the board.
pub(crate) struct Joints {
    scratch: RoomScratch,
    /// For each passage, all boxes on the board.
    broken: Vec<u8>,
    n_broken: usize,
    /// The same in all, one box lifted.
    n_lifted: usize,
    /// Passages near that box.
    near: [(u16, u8); 5],
}

/// Room for the flood fills.
#[derive(Default)]
struct RoomScratch {
    label: Vec<u16>,
    stack: Vec<u16>,
    /// Pairs of rooms that a free part of the passage joins.
    joined: Vec<(u16, u16)>,
    /// The forest of joined rooms, for counting.
    parents: Vec<(u16, u16)>,
}

impl Rooms {
    pub(crate) fn new<S: Squares>(board: &Board, ground: &Ground<S>) -> Rooms {
        let room = assign_rooms(board);
        let mut rooms = Rooms {
            passage: vec![NO_ROOM; ground.n],
            room,
            passages: Vec::new(),
            near: Vec::new(),
        };
        rooms.find_passages(ground);
        let free = ground.free_squares(&S::empty(ground.n));
        let mut scratch = RoomScratch::default();
        for index in 0..rooms.passages.len() {
            let groups = rooms.groups(ground, &free, index, &mut scratch);
            let touched = rooms.passages[index].touched as usize;
            rooms.passages[index].joints = touched.saturating_sub(groups) as u8;
        }
        rooms.near = (ground.floor.squares())
            .map(|s| rooms.find_near(ground, s))
            .collect();
        rooms
    }

    fn find_passages<S: Squares>(&mut self, ground: &Ground<S>) {
        for first in 0..ground.n {
            if self.room[first] != NO_ROOM || self.passage[first] != NO_ROOM {
                continue;
            }
            let number = self.passages.len() as u16;
            let mut squares = vec![first as u16];
            self.passage[first] = number;
            let mut done = 0;
            while done < squares.len() {
                let at = Square(squares[done]);
                done += 1;
                for to in ground.beside(at).map(Square::index) {
                    if self.room[to] == NO_ROOM && self.passage[to] == NO_ROOM {
                        self.passage[to] = number;
                        squares.push(to as u16);
                    }
                }
            }
            let touched = self.touched_rooms(ground, &squares) as u8;
            let joints = 0;
            self.passages.push(Passage {
                squares,
                touched,
                joints,
            });
        }
    }

    fn touched_rooms<S: Squares>(&self, ground: &Ground<S>, squares: &[u16]) -> usize {
        let mut touched: Vec<u16> = Vec::new();
        for &square in squares {
            for to in ground.beside(Square(square)) {
                if self.room[to.index()] != NO_ROOM {
                    touched.push(self.room[to.index()]);
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        touched.len()
    }

    /// How many groups the rooms at a passage form, joined only through it.
    fn groups<S: Squares>(
        &self,
        ground: &Ground<S>,
        free: &BySquare<bool>,
        index: usize,
        scratch: &mut RoomScratch,
    ) -> usize {
        let passage = &self.passages[index];
        scratch.label.resize(ground.n, NO_ROOM);
        scratch.joined.clear();
        // Each free part of the passage joins the rooms at its free mouths.
        for &first in &passage.squares {
            if !free[Square(first)] || scratch.label[first as usize] != NO_ROOM {
                continue;
            }
            scratch.stack.push(first);
            scratch.label[first as usize] = first;
            let mut first_room = NO_ROOM;
            while let Some(at) = scratch.stack.pop() {
                for &to in &ground.floor.beside(Square(at)).0 {
                    if !free[to] {
                        continue;
                    }
                    let room = self.room[to.index()];
                    if room != NO_ROOM {
                        if first_room == NO_ROOM {
                            first_room = room;
                        }
                        if room != first_room {
                            scratch.joined.push((first_room, room));
                        }
                    } else if scratch.label[to.index()] == NO_ROOM {
                        scratch.label[to.index()] = first;
                        scratch.stack.push(to.0);
                    }
                }
            }
        }
        for &square in &passage.squares {
            scratch.label[square as usize] = NO_ROOM;
        }
        passage.touched as usize - count_unions(&scratch.joined, &mut scratch.parents)
    }

    /// How many joints of one passage are broken.
    fn broken_at<S: Squares>(
        &self,
        ground: &Ground<S>,
        free: &BySquare<bool>,
        index: usize,
        scratch: &mut RoomScratch,
    ) -> usize {
        let passage = &self.passages[index];
        if passage.joints == 0 {
            return 0;
        }
        let touched = passage.touched as usize;
        let groups = self.groups(ground, free, index, scratch);
        (passage.joints as usize).saturating_sub(touched - groups)
    }

    /// The passages whose joints a box on this square may break.
    #[inline]
    fn passages_near(&self, square: Square) -> [u16; 5] {
        self.near[square.index()]
    }

    fn find_near<S: Squares>(&self, ground: &Ground<S>, square: Square) -> [u16; 5] {
        let mut near = [NO_ROOM; 5];
        near[4] = self.passage[square.index()];
        if self.room[square.index()] != NO_ROOM {
            for (slot, &to) in near.iter_mut().zip(&ground.floor.beside(square).0) {
                if !ground.floor.is_wall(to) {
                    *slot = self.passage[to.index()];
                }
            }
        }
        for index in 0..5 {
            if near[index] != NO_ROOM
                && (self.passages[near[index] as usize].joints == 0
                    || near[..index].contains(&near[index]))
            {
                near[index] = NO_ROOM;
            }
        }
        near
    }
}

impl Joints {
    pub(crate) fn new(rooms: &Rooms) -> Joints {
        Joints {
            scratch: RoomScratch::default(),
            broken: vec![0; rooms.passages.len()],
            n_broken: 0,
            n_lifted: 0,
            near: [(NO_ROOM, 0); 5],
        }
    }

    /// Counts the broken joints of a position.
    pub(crate) fn enter<S: Squares>(
        &mut self,
        rooms: &Rooms,
        ground: &Ground<S>,
        free: &BySquare<bool>,
    ) -> usize {
        self.n_broken = 0;
        for (index, broken) in self.broken.iter_mut().enumerate() {
            let now = rooms.broken_at(ground, free, index, &mut self.scratch);
            *broken = now as u8;
            self.n_broken += now;
        }
        self.n_broken
    }

    /// A box of the position, whose square is marked free already, is lifted.
    pub(crate) fn lift<S: Squares>(
        &mut self,
        rooms: &Rooms,
        ground: &Ground<S>,
        free: &BySquare<bool>,
        at: Square,
    ) {
        self.n_lifted = self.n_broken;
        self.near = rooms.passages_near(at).map(|passage| {
            if passage == NO_ROOM {
                return (passage, 0);
            }
            let index = usize::from(passage);
            let now = rooms.broken_at(ground, free, index, &mut self.scratch);
            self.n_lifted = self.n_lifted + now - usize::from(self.broken[index]);
            (passage, now as u8)
        });
    }

    /// The broken joints with the lifted box put down on a square, which is marked
    /// free.
    pub(crate) fn put_down<S: Squares>(
        &mut self,
        rooms: &Rooms,
        ground: &Ground<S>,
        free: &mut BySquare<bool>,
        to: Square,
    ) -> usize {
        free[to] = false;
        let mut n_broken = self.n_lifted;
        for passage in rooms.passages_near(to) {
            if passage == NO_ROOM {
                continue;
            }
            let index = usize::from(passage);
            let mut near = self.near.iter();
            let before = near
                .find(|(near, _)| *near == passage)
                .map_or(self.broken[index], |(_, lifted)| *lifted);
            let now = rooms.broken_at(ground, free, index, &mut self.scratch);
            n_broken = n_broken + now - usize::from(before);
        }
        free[to] = true;
        n_broken
    }
}

/// The number of unions that join two different groups.
fn count_unions(pairs: &[(u16, u16)], parents: &mut Vec<(u16, u16)>) -> usize {
    parents.clear();
    fn find(parents: &[(u16, u16)], mut at: u16) -> u16 {
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

fn assign_rooms(board: &Board) -> Vec<u16> {
    let at = |row: u32, col: u32| board.square(Coord::new(row, col));
    let (height, width) = (board.height(), board.width());
    let mut blocks: Vec<(u32, u32)> = Vec::new();
    for row in 0..height.saturating_sub(1) {
        for col in 0..width.saturating_sub(1) {
            let corners = [
                (row, col),
                (row, col + 1),
                (row + 1, col),
                (row + 1, col + 1),
            ];
            if corners.iter().all(|&(r, c)| at(r, c).is_some()) {
                blocks.push((row, col));
            }
        }
    }
    // Blocks that overlap along an edge belong together.
    let mut room_of_block = vec![NO_ROOM; blocks.len()];
    let mut n_rooms = 0;
    for first in 0..blocks.len() {
        if room_of_block[first] != NO_ROOM {
            continue;
        }
        let mut group = vec![first];
        room_of_block[first] = n_rooms;
        let mut done = 0;
        while done < group.len() {
            let (row, col) = blocks[group[done]];
            done += 1;
            for (other, &(r, c)) in blocks.iter().enumerate() {
                let beside = row.abs_diff(r) + col.abs_diff(c) == 1;
                if beside && room_of_block[other] == NO_ROOM {
                    room_of_block[other] = n_rooms;
                    group.push(other);
                }
            }
        }
        if group.len() == 1 {
            room_of_block[first] = NO_ROOM - 1;
        } else {
            n_rooms += 1;
        }
    }
    let mut room = vec![NO_ROOM; board.n_squares()];
    let mut shared = vec![false; board.n_squares()];
    for (&(row, col), &number) in blocks.iter().zip(&room_of_block) {
        if number >= NO_ROOM - 1 {
            continue;
        }
        for (r, c) in [
            (row, col),
            (row, col + 1),
            (row + 1, col),
            (row + 1, col + 1),
        ] {
            let square: Option<Square> = at(r, c);
            if let Some(square) = square {
                let slot = &mut room[square.index()];
                shared[square.index()] |= *slot != NO_ROOM && *slot != number;
                *slot = number;
            }
        }
    }
    for (slot, shared) in room.iter_mut().zip(shared) {
        if shared {
            *slot = NO_ROOM;
        }
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, SquareSet, random_level};

    /// Joints counted for a moved box are those counted from scratch.
    #[test]
    fn a_moved_box_breaks_the_joints_that_it_breaks() {
        let mut random = SplitMix(14);
        let mut n_broken = 0;
        for _ in 0..200 {
            let level = random_level(&mut random, 12, 10, 4);
            let ground = Ground::<SquareSet>::new(&level);
            let rooms = Rooms::new(level.board(), &ground);
            let (mut joints, mut plain) = (Joints::new(&rooms), Joints::new(&rooms));
            let mut free = ground.free_squares(&ground.start);
            joints.enter(&rooms, &ground, &free);
            for from in ground.start.iter() {
                free[from] = true;
                joints.lift(&rooms, &ground, &free, from);
                for to in ground.floor.squares() {
                    if !free[to] {
                        continue;
                    }
                    let told = joints.put_down(&rooms, &ground, &mut free, to);
                    free[to] = false;
                    assert_eq!(told, plain.enter(&rooms, &ground, &free));
                    free[to] = true;
                    n_broken += told;
                }
                free[from] = false;
            }
        }
        assert!(n_broken > 500, "too few: {n_broken}");
    }
}
