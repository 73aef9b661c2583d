//! What the spaces have in common: keys, starts and goals. A space adds its edges.

use super::key_layout::KeyLayout;
use super::placement::{Placement, first_of_area};
use soko_core::{Board, Level, Reach, SquareSet, Squares};
use soko_search::{Claims, Space, Successor, Successors};

/// A level as spaces see it.
#[derive(Clone, Debug)]
pub struct Frame<S> {
    pub(super) board: Board,
    pub(super) start: Placement<S>,
    pub(super) goals: S,
    layout: KeyLayout,
}

impl<S: Squares> Frame<S> {
    /// A level whose boxes stay on these squares.
    pub(super) fn new(level: &Level, box_squares: &SquareSet) -> Frame<S> {
        let board = level.board().clone();
        Frame {
            start: Placement {
                boxes: board.convert(level.boxes()),
                man: level.man(),
            },
            goals: board.convert(board.goals()),
            layout: KeyLayout::new(&board, box_squares),
            board,
        }
    }

    /// The same with the man of the start named by his area.
    pub(super) fn by_area(mut self, reach: &Reach<S>) -> Frame<S> {
        let Placement { boxes, man } = &self.start;
        self.start.man = first_of_area(reach, boxes, *man);
        self
    }
}

/// The edges out of a placement.
pub type EdgesOut<E> = Vec<Successor<Placement<<E as Edges>::Set>, <E as Edges>::Action>>;

/// What tells one space from another. The methods are those of [`Space`].
pub trait Edges {
    /// The sets of squares.
    type Set: Squares;
    /// What is done along an edge.
    type Action: Copy;

    /// Appends the edges that a search needs.
    fn expand(
        &mut self,
        frame: &Frame<Self::Set>,
        state: &Placement<Self::Set>,
        out: &mut EdgesOut<Self>,
    );

    /// Appends every edge between states that have keys.
    fn expand_all(
        &mut self,
        frame: &Frame<Self::Set>,
        state: &Placement<Self::Set>,
        out: &mut EdgesOut<Self>,
    ) {
        self.expand(frame, state, out);
    }

    /// Appends states that can take the place of this one, and at which cost.
    fn rivals(
        &mut self,
        _frame: &Frame<Self::Set>,
        _state: &Placement<Self::Set>,
        _out: &mut Vec<(Placement<Self::Set>, u32)>,
    ) {
    }

    /// Where a search begins.
    fn starts(&self, frame: &Frame<Self::Set>) -> Vec<Placement<Self::Set>> {
        vec![frame.start.clone()]
    }

    /// Whether a search may end here.
    #[inline]
    fn is_goal(&self, frame: &Frame<Self::Set>, state: &Placement<Self::Set>) -> bool {
        state.boxes.is_subset(&frame.goals)
    }

    /// Bytes held by tables that grow with use.
    fn bytes(&self) -> usize {
        0
    }

    /// What is kept in spite of all that is left out.
    fn claims(&self) -> Claims {
        Claims::ALL
    }
}

/// The space of a level with these edges.
#[derive(Clone, Debug)]
pub struct Placements<E: Edges> {
    pub(super) frame: Frame<E::Set>,
    pub(super) edges: E,
}

impl<E: Edges> Space for Placements<E> {
    type State = Placement<E::Set>;
    type Action = E::Action;

    fn key_len(&self) -> usize {
        self.frame.layout.key_len()
    }

    #[inline]
    fn pack(&self, state: &Self::State, key: &mut [u8]) {
        self.frame.layout.pack(&state.boxes, state.man, key);
    }

    #[inline]
    fn unpack(&self, key: &[u8]) -> Self::State {
        let (boxes, man) = self.frame.layout.unpack(key);
        Placement { boxes, man }
    }

    fn starts(&self) -> Vec<Self::State> {
        self.edges.starts(&self.frame)
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        self.edges.is_goal(&self.frame, state)
    }

    fn expand(&mut self, state: &Self::State, out: &mut Successors<Self>) {
        self.edges.expand(&self.frame, state, out);
    }

    fn expand_all(&mut self, state: &Self::State, out: &mut Successors<Self>) {
        self.edges.expand_all(&self.frame, state, out);
    }

    fn rivals(&mut self, state: &Self::State, out: &mut Vec<(Self::State, u32)>) {
        self.edges.rivals(&self.frame, state, out);
    }

    fn bytes(&self) -> usize {
        self.edges.bytes()
    }

    fn claims(&self) -> Claims {
        self.edges.claims()
    }
}
