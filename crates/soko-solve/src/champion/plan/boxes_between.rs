//! How many boxes stand between the man and a square.
//!
//! The squares fall into layers: the man's own area, what he would reach if he
//! could walk through one box, through two, and so on. A layer is the boxes beside
//! the one before and all that lies beyond them. Most questions are about the first
//! layer or two, so each is made when it is asked for.
//!
//! Exact for what it counts. Cost: a flood fill for each area of a layer.

use crate::ground::level::LevelGround;
use soko_core::{Square, Squares};

/// The layers around one position of the man. Begin it anew for each.
pub(crate) struct BoxesBetween<'g, S> {
    ground: &'g LevelGround<S>,
    layers: Vec<S>,
    /// Squares without walls that are in no layer yet.
    beyond: S,
    /// The boxes that he may walk through.
    loose: S,
}

impl<'g, S: Squares> BoxesBetween<'g, S> {
    /// Layers of a man who can walk through the `loose` boxes and not the `walls`.
    pub(crate) fn new(
        ground: &'g LevelGround<S>,
        area: S,
        loose: S,
        walls: &S,
    ) -> BoxesBetween<'g, S> {
        let mut beyond = S::full(ground.n_squares());
        beyond.subtract(walls);
        beyond.subtract(&area);
        BoxesBetween {
            ground,
            layers: vec![area],
            beyond,
            loose,
        }
    }

    /// The boxes that he must walk through to come to a square, that on the square
    /// itself among them; none if he cannot or if there are more than `most`.
    pub(crate) fn depth(&mut self, square: Square, most: usize) -> Option<usize> {
        let mut depth = 0;
        loop {
            if depth == self.layers.len() && !self.add_layer() {
                return None;
            }
            if self.layers[depth].contains(square) {
                return Some(depth);
            }
            if depth == most {
                return None;
            }
            depth += 1;
        }
    }

    fn add_layer(&mut self) -> bool {
        let reach = self.ground.reach();
        let Some(last) = self.layers.last() else {
            return false;
        };
        let boxes = reach.around(last).intersection(&self.beyond);
        if boxes.is_empty() {
            return false;
        }
        let mut layer = boxes.clone();
        self.beyond.subtract(&boxes);
        let floor = self.beyond.difference(&self.loose);
        let mut entries = reach.around(&boxes).intersection(&floor);
        while let Some(entry) = entries.lowest() {
            let area = reach.area_within(floor.clone(), entry);
            entries.subtract(&area);
            layer.union_with(&area);
        }
        self.beyond.subtract(&layer);
        self.layers.push(layer);
        true
    }

    /// Adds the boxes that he walks through on a way to a square; see
    /// [`BoxesBetween::depth`], which must have found one.
    pub(crate) fn add_boxes_before(&self, square: Square, boxes: &mut S) {
        let reach = self.ground.reach();
        let deepest = self.layers.iter().position(|layer| layer.contains(square));
        let mut at = square;
        for depth in (1..=deepest.unwrap_or(0)).rev() {
            // Every box of a layer stands beside the layer before.
            let (layer, before) = (&self.layers[depth], &self.layers[depth - 1]);
            if !self.loose.contains(at) {
                let area = reach.area_within(layer.difference(&self.loose), at);
                let mut doors = layer.intersection(&self.loose);
                doors.intersect_with(&reach.around(&area));
                at = doors
                    .lowest()
                    .expect("a layer is entered through its boxes");
            }
            boxes.insert(at);
            let mut beside = reach.around(&S::of(self.ground.n_squares(), [at]));
            beside.intersect_with(before);
            at = beside
                .lowest()
                .expect("a box of a layer is beside the one before");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, SplitMix, SquareSet, random_level};

    /// The fewest boxes on a way to each square, one step at a time.
    fn by_steps(
        ground: &LevelGround<SquareSet>,
        man: Square,
        loose: &SquareSet,
        walls: &SquareSet,
    ) -> Vec<Option<usize>> {
        let mut fewest = vec![None; ground.n_squares()];
        fewest[man.index()] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for at in ground.floor().squares() {
                let Some(depth) = fewest[at.index()] else {
                    continue;
                };
                for square in ground.floor().neighbours(at) {
                    if walls.contains(square) {
                        continue;
                    }
                    let there = depth + usize::from(loose.contains(square));
                    if fewest[square.index()].is_none_or(|known| there < known) {
                        fewest[square.index()] = Some(there);
                        changed = true;
                    }
                }
            }
        }
        fewest
    }

    #[test]
    fn layers_count_the_fewest_boxes() {
        let mut random = SplitMix(4);
        let mut n_between = 0;
        for _ in 0..200 {
            let level: Level = random_level(&mut random, 9, 8, 6);
            let ground = LevelGround::<SquareSet>::new(&level);
            let mut walls = SquareSet::empty(ground.n_squares());
            if let Some(first) = level.boxes().lowest() {
                walls.insert(first);
            }
            let loose = ground.start.difference(&walls);
            let area = ground.reach().area(&ground.start, ground.man);
            let mut between = BoxesBetween::new(&ground, area, loose.clone(), &walls);
            let truth = by_steps(&ground, ground.man, &loose, &walls);
            for (square, &depth) in ground.floor().squares().zip(&truth) {
                if walls.contains(square) {
                    continue;
                }
                assert_eq!(between.depth(square, 1), depth.filter(|&d| d <= 1));
                assert_eq!(between.depth(square, usize::MAX), depth);
                let mut boxes = SquareSet::empty(ground.n_squares());
                between.add_boxes_before(square, &mut boxes);
                assert_eq!(boxes.len(), depth.unwrap_or(0));
                // Without those boxes he can walk there.
                let left = ground.start.difference(&boxes);
                let reached = ground.reach().area(&left, ground.man).contains(square);
                assert_eq!(reached, depth.is_some());
                n_between += usize::from(depth.unwrap_or(0) > 1);
            }
        }
        assert!(n_between > 50, "too few: {n_between}");
    }
}
