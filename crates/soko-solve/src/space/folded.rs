//! A symmetric board folded: a position and its mirror images are one state.
//!
//! ```text
//!     #######       Whatever can be done with the left box can be done with the
//!     #. @ .#       right one: of the two positions after the first push only one
//!     # $ $ #       is searched. A board with all eight symmetries has about an
//!     #######       eighth of the states.
//! ```
//!
//! A state is stored under the key of its least image ([`symmetries`]). What is searched
//! is that image, whose pushes are the images of the state's own.
//!
//! **Sound in every measure**: images have plans of the same cost, and the least cost
//! from a class of images is that from any of them. Rules that leave pushes out are
//! asked about the image that is searched, and keep a cheapest plan of that. A plan is
//! read off with the position carried along from the start as it is, so it is one for
//! the level and not for an image.
//!
//! Cost: an image of the boxes for each symmetry a state, and a flood where the man is
//! named by his area; nothing on boards without symmetries.

use super::placement::{Placement, first_of_area};
use crate::ground::symmetries::{Image, symmetries};
use crate::switches::{Switch, Switches};
use soko_core::facts::dead_squares;
use soko_core::{Level, Measure, Reach, Square, Squares};
use soko_search::{Claims, Space, Successors};
use std::cmp::Ordering;

/// A space whose states are told apart up to symmetry.
#[derive(Clone, Debug)]
pub(crate) struct Folded<S, P> {
    space: P,
    images: Vec<Image>,
    nothing: S,
    /// Names areas, where men are named by them.
    areas: Option<Reach<S>>,
}

impl<S: Squares, P: Space<State = Placement<S>>> Folded<S, P> {
    /// Folds the space of a level in which this is counted.
    pub fn new(space: P, level: &Level, measure: Measure, switches: Switches) -> Folded<S, P> {
        let board = level.board();
        // Keys have no room for the image of a box that begins on a dead square.
        let is_lost = level.boxes().intersects(&dead_squares(board));
        let images = match switches.is_on(Switch::Symmetry) && !is_lost {
            true => symmetries(board),
            false => Vec::new(),
        };
        let by_area = measure == Measure::Pushes && switches.is_on(Switch::Areas);
        Folded {
            space,
            images,
            nothing: S::empty(board.n_squares()),
            areas: by_area.then(|| Reach::new(board)),
        }
    }

    /// The least image of a state.
    fn least(&self, state: &Placement<S>) -> Placement<S> {
        let mut least = state.clone();
        for image in &self.images {
            let boxes = image.of_set(&state.boxes, &self.nothing);
            match boxes.words().cmp(least.boxes.words()) {
                Ordering::Less => {
                    let man = self.named(&boxes, image.of(state.man));
                    least = Placement { boxes, man };
                }
                Ordering::Equal => {
                    let man = self.named(&boxes, image.of(state.man));
                    least.man = least.man.min(man);
                }
                Ordering::Greater => {}
            }
        }
        least
    }

    /// The square by which a man is named.
    #[inline]
    fn named(&self, boxes: &S, man: Square) -> Square {
        match &self.areas {
            Some(reach) => first_of_area(reach, boxes, man),
            None => man,
        }
    }
}

impl<S: Squares, P: Space<State = Placement<S>>> Space for Folded<S, P> {
    type State = Placement<S>;
    type Action = P::Action;

    fn key_len(&self) -> usize {
        self.space.key_len()
    }

    #[inline]
    fn pack(&self, state: &Self::State, key: &mut [u8]) {
        if self.images.is_empty() {
            self.space.pack(state, key);
        } else {
            self.space.pack(&self.least(state), key);
        }
    }

    #[inline]
    fn unpack(&self, key: &[u8]) -> Self::State {
        self.space.unpack(key)
    }

    fn starts(&self) -> Vec<Self::State> {
        self.space.starts()
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&mut self, state: &Self::State, out: &mut Successors<Self>) {
        self.space.expand(state, out);
    }

    fn expand_all(&mut self, state: &Self::State, out: &mut Successors<Self>) {
        self.space.expand_all(state, out);
    }

    fn rivals(&mut self, state: &Self::State, out: &mut Vec<(Self::State, u32)>) {
        self.space.rivals(state, out);
    }

    fn bytes(&self) -> usize {
        self.space.bytes()
    }

    fn claims(&self) -> Claims {
        self.space.claims()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{PushSpace, WalkAndPushSpace};
    use crate::testing::mirrored_level;
    use crate::{Objective, Options, solve};
    use soko_core::{SplitMix, SquareSet, State};
    use soko_search::Control;

    /// Images share a key, and what a key unpacks to is one of them.
    #[test]
    fn images_of_a_state_share_a_key() {
        let mut random = SplitMix(71);
        let mut n_images = 0;
        for _ in 0..400 {
            let level = mirrored_level(&mut random);
            check_keys(
                PushSpace::new(&level, &Switches::ALL),
                &level,
                Measure::Pushes,
            );
            let space = WalkAndPushSpace::new(&level, &Switches::ALL);
            n_images += check_keys(space, &level, Measure::Moves);
        }
        assert!(n_images > 200, "{n_images}");
    }

    fn check_keys<P>(space: P, level: &Level, measure: Measure) -> usize
    where
        P: Space<State = Placement<SquareSet>>,
    {
        let mut folded = Folded::new(space, level, measure, Switches::ALL);
        let mut n_images = 0;
        let mut state = folded.starts().remove(0);
        for _ in 0..6 {
            let mut keys = [vec![0; folded.key_len()], vec![0; folded.key_len()]];
            folded.pack(&state, &mut keys[0]);
            for image in &folded.images {
                let boxes = image.of_set(&state.boxes, &folded.nothing);
                let man = folded.named(&boxes, image.of(state.man));
                folded.pack(&Placement { boxes, man }, &mut keys[1]);
                assert_eq!(keys[0], keys[1], "{}", level.setup());
                n_images += 1;
            }
            let unpacked = folded.unpack(&keys[0]);
            folded.pack(&unpacked, &mut keys[1]);
            assert_eq!(keys[0], keys[1], "{}", level.setup());
            let mut out = Vec::new();
            folded.expand(&state, &mut out);
            match out.pop() {
                Some(next) => state = next.state,
                None => break,
            }
        }
        n_images
    }

    /// The answer stays, in either measure, with fewer expansions.
    #[test]
    fn folding_changes_no_answer() {
        let mut random = SplitMix(72);
        let (mut with, mut without) = (0, 0);
        for _ in 0..120 {
            let level = mirrored_level(&mut random);
            for measure in Measure::ALL {
                let run = |switches| {
                    let options = Options {
                        objective: Objective::Fewest(measure),
                        switches,
                        ..Options::default()
                    };
                    let report = solve("optimal", &level, &options, &mut Control::default());
                    let report = report.unwrap();
                    let cost = report.solution().map(|s| measure.of(s.metrics()));
                    (cost, report.counters.expanded)
                };
                let plain = run(Switches::ALL.without(Switch::Symmetry));
                let folded = run(Switches::ALL);
                assert_eq!(folded.0, plain.0, "{}", level.setup());
                with += folded.1;
                without += plain.1;
            }
        }
        assert!(with < without, "{with} with, {without} without");
    }

    /// A box that begins on a dead square has images without a place in the keys.
    #[test]
    fn a_box_on_a_dead_square_is_not_folded() {
        let text = "#######\n#$ @  #\n#. $ .#\n#     #\n#######";
        let level: Level = text.parse().unwrap();
        let space = PushSpace::<SquareSet>::new(&level, &Switches::ALL);
        let folded = Folded::new(space, &level, Measure::Pushes, Switches::ALL);
        assert!(folded.images.is_empty());
        let start: State = level.start();
        let mirrored = State {
            boxes: SquareSet::of(level.board().n_squares(), [Square(7)]),
            ..start
        };
        let living = level.with_start(&mirrored);
        let space = PushSpace::<SquareSet>::new(&living, &Switches::ALL);
        let folded = Folded::new(space, &living, Measure::Pushes, Switches::ALL);
        assert_eq!(folded.images.len(), 3);
    }
}
