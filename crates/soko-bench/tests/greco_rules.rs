//! Greco's counting on levels that his tables do not cover.
//!
//! A second implementation, as plain as can be: a grid of characters, a queue, a
//! set. It shares nothing with the engines and must count as they do.

use crate::naive::characters::{At as Spot, Characters};
use soko_bench::suite;
use soko_core::Level;
use soko_search::Control;
use soko_solve::{Options, solve};
use std::collections::{BTreeSet, VecDeque};

/// Left, right, up, down.
const DIRECTIONS: [Spot; 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

fn ahead(spot: Spot, direction: Spot) -> Spot {
    (spot.0 + direction.0, spot.1 + direction.1)
}

fn behind(spot: Spot, direction: Spot) -> Spot {
    (spot.0 - direction.0, spot.1 - direction.1)
}

/// A method of Greco's.
#[derive(Clone, Copy)]
struct Method {
    over_pushes: bool,
    deadlocks: bool,
}

/// The man and the boxes, each box in the place where it was listed first.
#[derive(Clone)]
struct Game {
    man: Spot,
    boxes: Vec<Spot>,
}

struct Naive {
    floor: BTreeSet<Spot>,
    goals: BTreeSet<Spot>,
    live: BTreeSet<Spot>,
    start: Game,
    method: Method,
}

impl Naive {
    fn new(text: &str, method: Method) -> Naive {
        let Characters {
            inside,
            goals,
            boxes,
            man,
        } = Characters::of(text);
        let inside: BTreeSet<Spot> = inside.into_iter().collect();
        let goals: BTreeSet<Spot> = goals.into_iter().collect();
        let floor = flood(man, |spot| inside.contains(&spot));
        let live = live_squares(&floor, &goals);
        let start = Game { man, boxes };
        Naive {
            floor,
            goals,
            live,
            start,
            method,
        }
    }

    /// States generated before the solution; none if there are more than `most`.
    fn count(&self, most: u64) -> Option<u64> {
        let mut count = 0;
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([self.start.clone()]);
        while let Some(game) = queue.pop_front() {
            for next in self.successors(&game) {
                if next.boxes.iter().all(|spot| self.goals.contains(spot)) {
                    return Some(count);
                }
                count += 1;
                if count > most {
                    return None;
                }
                if seen.insert(self.key(&next)) {
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn successors(&self, game: &Game) -> Vec<Game> {
        let mut next = Vec::new();
        if self.method.over_pushes {
            let area = self.area(game);
            for index in 0..game.boxes.len() {
                for direction in DIRECTIONS {
                    if area.contains(&behind(game.boxes[index], direction)) {
                        next.extend(self.push(game, index, direction));
                    }
                }
            }
            return next;
        }
        for direction in DIRECTIONS {
            let man = ahead(game.man, direction);
            match game.boxes.iter().position(|&spot| spot == man) {
                Some(index) => next.extend(self.push(game, index, direction)),
                None if self.floor.contains(&man) => next.push(Game {
                    man,
                    ..game.clone()
                }),
                None => {}
            }
        }
        next
    }

    fn push(&self, game: &Game, index: usize, direction: Spot) -> Option<Game> {
        let to = ahead(game.boxes[index], direction);
        if !self.floor.contains(&to) || game.boxes.contains(&to) {
            return None;
        }
        let mut next = game.clone();
        next.man = game.boxes[index];
        next.boxes[index] = to;
        let refused = self.method.deadlocks && self.refuses(&next.boxes, to);
        (!refused).then_some(next)
    }

    fn refuses(&self, boxes: &[Spot], at: Spot) -> bool {
        if !self.live.contains(&at) {
            return true;
        }
        let is_wall = |spot: Spot| !self.floor.contains(&spot);
        let is_box = |spot: Spot| boxes.contains(&spot);
        if self.goals.contains(&at) {
            return false;
        }
        for direction in DIRECTIONS {
            for side in DIRECTIONS {
                if side.0 * direction.0 + side.1 * direction.1 != 0 {
                    continue;
                }
                let beside = ahead(at, direction);
                let shares_wall = is_wall(ahead(at, side)) && is_wall(ahead(beside, side));
                let is_block = is_box(ahead(at, side)) && is_box(ahead(beside, side));
                if is_box(beside) && (shares_wall || is_block) {
                    return true;
                }
            }
        }
        false
    }

    fn area(&self, game: &Game) -> BTreeSet<Spot> {
        let free = |spot| self.floor.contains(&spot) && !game.boxes.contains(&spot);
        flood(game.man, free)
    }

    fn key(&self, game: &Game) -> (Spot, Vec<Spot>) {
        let mut boxes = game.boxes.clone();
        boxes.sort();
        let man = if self.method.over_pushes {
            *self.area(game).first().expect("the man stands somewhere")
        } else {
            game.man
        };
        (man, boxes)
    }
}

fn flood(from: Spot, free: impl Fn(Spot) -> bool) -> BTreeSet<Spot> {
    let mut area = BTreeSet::from([from]);
    let mut queue = vec![from];
    while let Some(spot) = queue.pop() {
        for direction in DIRECTIONS {
            let next = ahead(spot, direction);
            if free(next) && area.insert(next) {
                queue.push(next);
            }
        }
    }
    area
}

/// Squares from which a lone box can be pushed to a goal, the man being anywhere.
fn live_squares(floor: &BTreeSet<Spot>, goals: &BTreeSet<Spot>) -> BTreeSet<Spot> {
    let mut live = goals.clone();
    let mut queue: Vec<Spot> = goals.iter().copied().collect();
    while let Some(to) = queue.pop() {
        for direction in DIRECTIONS {
            let from = behind(to, direction);
            let man = behind(from, direction);
            if floor.contains(&from) && floor.contains(&man) && live.insert(from) {
                queue.push(from);
            }
        }
    }
    live
}

/// Compares an engine with the naive count on Microban 21 to 60, as far as `most`
/// generated states go; returns how many levels were compared.
fn compare(engine: &str, method: Method, most: u64) -> usize {
    let mut compared = 0;
    for entry in &suite::collection("Microban_155").unwrap()[20..60] {
        let level: Level = entry.level().unwrap();
        let naive = Naive::new(&entry.setup.to_string(), method);
        let Some(expected) = naive.count(most) else {
            continue;
        };
        let mut control = Control::default();
        let report = solve(engine, &level, &Options::default(), &mut control).unwrap();
        assert!(report.solution().is_some());
        let generated = report.counters.generated;
        assert_eq!(generated, expected, "{engine} on Microban {}", entry.number);
        compared += 1;
    }
    compared
}

fn method(over_pushes: bool, deadlocks: bool) -> Method {
    Method {
        over_pushes,
        deadlocks,
    }
}

#[test]
fn breadth_first_counts_alike() {
    assert!(compare("greco-moves", method(false, false), 20_000) >= 8);
}

#[test]
fn breadth_first_with_deadlock_rules_counts_alike() {
    assert!(compare("greco-moves-deadlock", method(false, true), 10_000) >= 8);
}

#[test]
fn pushes_count_alike() {
    assert!(compare("greco-pushes", method(true, false), 3_000) >= 15);
}

#[test]
fn pushes_with_deadlock_rules_count_alike() {
    assert!(compare("greco-pushes-deadlock", method(true, true), 2_000) >= 15);
}
