//! The meeting table: every position that some strategy has reached, from either end.
//!
//! Searches from the start and searches from the solved board put their
//! positions into one table. Each entry says from which position it was reached
//! and which box was moved, so a position that both sides know is a solution:
//! the way from the start to it, and the way that the other side came, backwards.
//! As stored ways are joined and nothing is searched again, pruning that is only
//! fit for one direction (such as corrals) does no harm.
//!
//! Positions are told apart by a 64-bit hash. A false meeting is found out when
//! the way is replayed: every macro move must exist on the real board and lead to
//! the position with the next hash. The referee replays the whole all the same.
//!
//! About 40 bytes a position. Threads share it: the table is split into parts,
//! each with its own lock.

use crate::champion::memory::hash_table_bytes;
use crate::champion::position::Position;
use crate::ground::end::End;
use crate::ground::level::LevelGround;
use rustc_hash::FxHashMap;
use soko_core::facts::{Blocks, Bounds, MacroReach, Motion};
use soko_core::{Direction, Push, Square, Squares};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const N_PARTS: usize = 64;

/// How a position was reached: the box on `from` went to `to`. A root is its own
/// parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) parent: u64,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) end: End,
}

impl Entry {
    fn root(key: u64, end: End) -> Entry {
        Entry {
            parent: key,
            from: Square(0),
            to: Square(0),
            end,
        }
    }
}

/// A position known from both ends.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    key: u64,
    /// The entry that met another one in the table.
    entry: Entry,
}

/// A macro move in a line: the box on `from` goes to `to`, and the position then
/// has this hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stride {
    from: Square,
    to: Square,
    key: u64,
}

/// The table.
pub(crate) struct MeetingTable {
    parts: Vec<Mutex<FxHashMap<u64, Entry>>>,
    bytes: AtomicUsize,
}

impl MeetingTable {
    fn new() -> MeetingTable {
        MeetingTable {
            parts: (0..N_PARTS).map(|_| Mutex::default()).collect(),
            bytes: AtomicUsize::new(0),
        }
    }

    /// A table that knows both ends of a level.
    pub(crate) fn of_ends<S: Squares>(ground: &LevelGround<S>) -> MeetingTable {
        let table = MeetingTable::new();
        for end in [End::Start, End::Solved] {
            for (boxes, man) in ground.roots(end) {
                let key = ground.key(&boxes, man);
                table.add(key, Entry::root(key, end));
            }
        }
        table
    }

    /// Makes a position known to searches from the other end; gives the solution if
    /// one of them knows it.
    pub(crate) fn tell<S: Squares>(
        &self,
        ground: &LevelGround<S>,
        position: &Position<S>,
        entry: Entry,
    ) -> Option<Vec<Push>> {
        let key = position.key;
        // A solved board is known from the beginning, unless there are more goals than
        // boxes.
        if entry.end == End::Start && position.boxes.is_subset(ground.goals()) {
            self.add(key, Entry::root(key, End::Solved));
        }
        let meeting = self.add(key, entry)?;
        self.splice(ground, meeting)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Adds a position unless it is known; says if the other end knows it.
    fn add(&self, key: u64, entry: Entry) -> Option<Meeting> {
        let mut part = self.part(key);
        if let Some(known) = part.get(&key) {
            return (known.end != entry.end).then_some(Meeting { key, entry });
        }
        let before = hash_table_bytes::<(u64, Entry)>(part.capacity());
        part.insert(key, entry);
        let after = hash_table_bytes::<(u64, Entry)>(part.capacity());
        self.bytes.fetch_add(after - before, Ordering::Relaxed);
        None
    }

    fn part(&self, key: u64) -> std::sync::MutexGuard<'_, FxHashMap<u64, Entry>> {
        let part = &self.parts[(key >> 58) as usize];
        part.lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn entry(&self, key: u64) -> Option<Entry> {
        self.part(key).get(&key).copied()
    }

    /// The pushes of the solution through a meeting; none if the hashes lied.
    fn splice<S: Squares>(&self, ground: &LevelGround<S>, meeting: Meeting) -> Option<Vec<Push>> {
        let other = self.entry(meeting.key)?;
        let (forward, backward) = match meeting.entry.end {
            End::Start => (meeting.entry, other),
            End::Solved => (other, meeting.entry),
        };
        let mut line = Vec::new();
        self.follow(meeting.key, forward, |key, entry| Stride {
            from: entry.from,
            to: entry.to,
            key,
        })?
        .into_iter()
        .rev()
        .for_each(|stride| line.push(stride));
        line.extend(self.follow(meeting.key, backward, |_, entry| Stride {
            from: entry.to,
            to: entry.from,
            key: entry.parent,
        })?);
        pushes_of_line(ground, &line)
    }

    /// The strides from a position to the root of its end.
    fn follow(
        &self,
        mut key: u64,
        mut entry: Entry,
        stride: impl Fn(u64, Entry) -> Stride,
    ) -> Option<Vec<Stride>> {
        let end = entry.end;
        let mut strides = Vec::new();
        while entry.parent != key {
            strides.push(stride(key, entry));
            key = entry.parent;
            entry = self.entry(key)?;
            if entry.end != end {
                return None;
            }
        }
        Some(strides)
    }
}

/// Spells macro moves from the start out as pushes; none if one of them does not
/// exist.
fn pushes_of_line<S: Squares>(ground: &LevelGround<S>, line: &[Stride]) -> Option<Vec<Push>> {
    let (floor, n) = (ground.floor(), ground.n_squares());
    let (mut boxes, mut man) = (ground.start.clone(), ground.man);
    let (mut blocks, mut reach) = (Blocks::new(n), MacroReach::new(n));
    let mut pushes = Vec::new();
    for &Stride { from, to, key } in line {
        // 1. Where the box can be pushed, from a side that the man can reach.
        if !boxes.contains(from) {
            return None;
        }
        let side = ground.side_towards(&ground.reach().area(&boxes, man), from)?;
        let mut free = ground.free_squares(&boxes);
        free[from] = true;
        blocks.find(floor, &free);
        let bounds = Bounds {
            floor,
            blocks: &blocks,
            motion: Motion::Push,
            allowed: &ground.everywhere,
        };
        reach.explore(&bounds, from, side);
        // 2. The stop there that leads to the position with the right hash.
        boxes.shift(from, to);
        let index = reach.stops().iter().position(|stop| {
            let man = floor.next(stop.at, stop.side);
            stop.at == to && ground.key(&boxes, man) == key
        })?;
        man = floor.next(to, reach.stops()[index].side);
        // 3. The pushes to that stop.
        for pair in reach.path(index).windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let mut ways = Direction::ALL.into_iter();
            let direction = ways.find(|&way| floor.next(from, way) == to)?;
            pushes.push(Push { from, direction });
        }
    }
    Some(pushes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::position::MacroMove;
    use soko_core::{Coord, Level, SquareSet, steps_of_pushes};

    const ROOM: &str = "#######\n#@    #\n# $ . #\n#     #\n#######";

    struct Scene {
        level: Level,
        ground: LevelGround<SquareSet>,
        table: MeetingTable,
    }

    fn scene() -> Scene {
        let level: Level = ROOM.parse().unwrap();
        let ground = LevelGround::new(&level);
        let table = MeetingTable::of_ends(&ground);
        Scene {
            level,
            ground,
            table,
        }
    }

    impl Scene {
        /// The position with the box at this column of the second row and the man on
        /// that side of it, and how it was reached from a column by some end.
        fn entry(&self, from: u32, to: u32, end: End) -> (Position<SquareSet>, Entry) {
            let square = |col| self.level.board().square(Coord::new(2, col)).unwrap();
            let (from, to) = (square(from), square(to));
            let at = |square| SquareSet::of(self.ground.n_squares(), [square]);
            let side = Direction::Left;
            let before = Position::new(&self.ground, at(from), self.ground.man);
            let by = MacroMove { from, to, side };
            let parent = before.key;
            let position = Position::after(&self.ground, &before.boxes, by);
            (
                position,
                Entry {
                    parent,
                    from,
                    to,
                    end,
                },
            )
        }

        fn tell(&self, from: u32, to: u32, end: End) -> Option<Vec<Push>> {
            let (position, entry) = self.entry(from, to, end);
            self.table.tell(&self.ground, &position, entry)
        }
    }

    #[test]
    fn a_position_known_from_both_ends_is_a_solution() {
        // From the start to the third column, and from the goal back to it.
        let scene = scene();
        assert_eq!(scene.tell(2, 3, End::Start), None);
        assert_eq!(scene.tell(2, 3, End::Start), None, "the same end again");
        let pushes = scene.tell(4, 3, End::Solved).unwrap();
        assert_eq!(pushes.len(), 2);
        assert!(steps_of_pushes(&scene.level, &pushes).is_ok());
        // The other way round.
        let scene = self::scene();
        assert_eq!(scene.tell(4, 3, End::Solved), None);
        assert_eq!(scene.tell(2, 3, End::Start), Some(pushes));
    }

    #[test]
    fn the_ends_themselves_are_known() {
        assert_eq!(scene().tell(2, 4, End::Start).map(|p| p.len()), Some(2));
        assert_eq!(scene().tell(4, 2, End::Solved).map(|p| p.len()), Some(2));
    }

    #[test]
    fn a_way_that_does_not_exist_is_no_solution() {
        // The entry lies about where the box was: no box stands there.
        let Scene { ground, table, .. } = &scene();
        let (position, entry) = scene().entry(2, 4, End::Start);
        let from = entry.to;
        assert_eq!(table.tell(ground, &position, Entry { from, ..entry }), None);
    }
}
