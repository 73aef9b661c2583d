//! Every position from which a level can be solved, and in how few pushes: the game
//! played backwards from the goals, breadth first.
//!
//! The search begins with a box on every goal and the man in any area, and pulls. A
//! position that is first met after n pulls is solved by n pushes and by no fewer,
//! because every solution is such a line read backwards. That holds for whatever was
//! met when the search ends early, so a limit costs positions and no truth.
//!
//! Cost: a look-up a position and pull, and a flood of the man's area for some of them. A
//! floor of 25 squares with four boxes has some 20,000 positions, a hundredth of a second.

use rustc_hash::FxHashSet;
use soko_core::{Level, Push, Reach, SplitMix, Square, Squares, State, pulls};
use soko_search::{Control, Counters};

/// A position met by pulling.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The position after the push; its own number for a solved one.
    next: u32,
    /// The push from here to there; none for a solved position.
    push: Option<Push>,
    depth: u32,
}

/// The positions of a board with a box on each goal at the end.
#[derive(Clone, Debug)]
pub struct Backward<S> {
    nodes: Vec<Node>,
    /// The boxes of each position and the man's area.
    places: Vec<(S, S)>,
    /// The first position of each depth, and their number at the end.
    layers: Vec<usize>,
    /// Boxes and the first square of the man's area.
    known: FxHashSet<(S, Square)>,
}

impl<S: Squares> Backward<S> {
    /// Pulls from the goals of a level, whose own boxes do not matter, until every
    /// position is known or there are `most` of them; none if the job is stopped.
    pub fn search(level: &Level, most: usize, control: &mut Control<'_>) -> Option<Backward<S>> {
        let board = level.board();
        let reach = Reach::<S>::new(board);
        let goals: S = board.convert(board.goals());
        let mut found = Backward {
            nodes: Vec::new(),
            places: Vec::new(),
            layers: vec![0],
            known: FxHashSet::default(),
        };
        // 1. Solved: a box on each goal, the man in any area.
        for area in reach.areas(&goals) {
            let next = found.nodes.len() as u32;
            found.enter((goals.clone(), area), next, None, 0);
        }
        // 2. A layer after the other.
        let mut counters = Counters::default();
        while found.layers.last() != Some(&found.nodes.len()) {
            let first = found.layers.last().copied().unwrap_or(0);
            let end = found.nodes.len();
            found.layers.push(end);
            if end >= most {
                break;
            }
            for here in first..end {
                if control.check(&mut counters).is_some() {
                    return None;
                }
                found.pull_from(level, &reach, here);
            }
        }
        Some(found)
    }

    /// Enters every position that is one pull away.
    fn pull_from(&mut self, level: &Level, reach: &Reach<S>, here: usize) {
        let board = level.board();
        let (boxes, area) = self.places[here].clone();
        let depth = self.nodes[here].depth + 1;
        for pull in pulls(board, &boxes, &area) {
            let (Some(to), Some(man)) = (pull.to(board), pull.man_after(board)) else {
                continue;
            };
            let mut before = boxes.clone();
            before.shift(pull.from, to);
            let after = reach.area_after(&area, &before, pull.from, to, man);
            let push = Push {
                from: to,
                direction: pull.direction.opposite(),
            };
            self.enter((before, after), here as u32, Some(push), depth);
        }
    }

    /// Keeps a position if it is new.
    fn enter(&mut self, place: (S, S), next: u32, push: Option<Push>, depth: u32) {
        let Some(man) = place.1.lowest() else { return };
        if self.known.insert((place.0.clone(), man)) {
            self.nodes.push(Node { next, push, depth });
            self.places.push(place);
        }
    }

    /// The pushes from the farthest position.
    pub fn depth(&self) -> u32 {
        self.nodes.last().map_or(0, |node| node.depth)
    }

    /// The positions that need so many pushes.
    pub fn layer(&self, depth: u32) -> std::ops::Range<usize> {
        let depth = depth as usize;
        match (self.layers.get(depth), self.layers.get(depth + 1)) {
            (Some(&first), Some(&end)) => first..end,
            (Some(&first), None) => first..self.nodes.len(),
            _ => 0..0,
        }
    }

    /// A position, with the man anywhere in his area.
    pub fn state(&self, level: &Level, position: usize, random: &mut SplitMix) -> Option<State> {
        let (boxes, area) = &self.places[position];
        Some(State {
            boxes: level.board().convert(boxes),
            man: area.iter().nth(random.below(area.len()))?,
        })
    }

    /// The fewest pushes that solve a position.
    pub fn plan(&self, position: usize) -> Vec<Push> {
        let mut plan = Vec::new();
        let mut node = self.nodes[position];
        while let Some(push) = node.push {
            plan.push(push);
            node = self.nodes[node.next as usize];
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SquareSet, random_level, steps_of_pushes, verify};
    use soko_solve::{Objective, Options, solve};

    fn everything(level: &Level, most: usize) -> Backward<SquareSet> {
        Backward::search(level, most, &mut Control::default()).unwrap()
    }

    /// Each position has the fewest pushes that a search forwards proves, and its plan
    /// passes the referee.
    #[test]
    fn depths_are_the_fewest_pushes() {
        let mut random = SplitMix(7);
        let options = Options {
            objective: Objective::PUSHES,
            ..Options::default()
        };
        let mut n_checked = 0;
        while n_checked < 150 {
            let level = random_level(&mut random, 7, 6, 2);
            if level.board().goals().len() != 2 || level.n_boxes() != 2 {
                continue;
            }
            let found = everything(&level, usize::MAX);
            let layer = found.layer(found.depth());
            let position = layer.start + random.below(layer.len());
            let state = found.state(&level, position, &mut random).unwrap();
            let plan = found.plan(position);
            let start = level.with_start(&state);
            let steps = steps_of_pushes(&start, &plan).unwrap();
            let moves = steps.iter().map(|step| step.direction);
            let solution = verify(start.setup(), moves).unwrap();
            assert_eq!(solution.metrics().pushes, u64::from(found.depth()));
            let report = solve("bfs", &start, &options, &mut Control::default()).unwrap();
            let fewest = report.solution().unwrap().metrics().pushes;
            assert_eq!(fewest, u64::from(found.depth()), "{}", start.setup());
            n_checked += 1;
        }
    }

    /// What the search knows when it ends early is as true.
    #[test]
    fn a_limit_takes_positions_away_and_nothing_else() {
        let text = "#########\n#  .    #\n#   .   #\n#     . #\n# $$$@  #\n#########";
        let level: Level = text.parse().unwrap();
        let whole = everything(&level, usize::MAX);
        let part = everything(&level, 200);
        assert!(part.nodes.len() < whole.nodes.len());
        for depth in 0..=part.depth() {
            assert_eq!(part.layer(depth), whole.layer(depth));
        }
        let mut stopped = Control::default().with_forced_stop(10);
        assert!(Backward::<SquareSet>::search(&level, 200, &mut stopped).is_none());
    }
}
