//! What a layer hands back: marks on the board, and sentences.

use soko_core::facts::UNREACHABLE;
use soko_core::{Board, Direction, Square};

/// How far a layer's claims can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// Everything that the overlay claims is proved.
    Proved,
    /// A good guess; it may be wrong for this position.
    Heuristic,
}

impl Certainty {
    /// The word used in data: `proved` or `heuristic`.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Proved => "proved",
            Certainty::Heuristic => "heuristic",
        }
    }
}

/// What a tinted square is. Who draws gives each kind a shape and a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TintKind {
    /// Floor of a room.
    Room,
    /// Floor of a tunnel.
    Tunnel,
    /// A square from which no box ever reaches a goal.
    Dead,
    /// A corner without a goal.
    Corner,
    /// A dead square along a wall.
    WallLine,
    /// A dead square that is no corner.
    Indirect,
    /// A square on some box's way from its start to a goal.
    Safe,
    /// A square on which a box parts the floor.
    Articulation,
    /// A square that the box in question can be brought to.
    Reachable,
    /// A square that the box can be brought to and from which it never reaches a
    /// goal.
    ReachableDead,
    /// The box or square that was asked about.
    Focus,
    /// A box that can be brought to the square in question.
    Reacher,
    /// Floor that the man can walk to.
    ManHere,
    /// Floor that the boxes keep from the man.
    ManCutOff,
    /// Floor, tinted by its distance to the goals: strength fades with distance.
    Near,
    /// A square where a box can wait without harm.
    Parking,
    /// A box that takes part in a deadlock.
    GuiltyBox,
}

impl TintKind {
    /// All kinds.
    pub const ALL: [TintKind; 17] = [
        TintKind::Room,
        TintKind::Tunnel,
        TintKind::Dead,
        TintKind::Corner,
        TintKind::WallLine,
        TintKind::Indirect,
        TintKind::Safe,
        TintKind::Articulation,
        TintKind::Reachable,
        TintKind::ReachableDead,
        TintKind::Focus,
        TintKind::Reacher,
        TintKind::ManHere,
        TintKind::ManCutOff,
        TintKind::Near,
        TintKind::Parking,
        TintKind::GuiltyBox,
    ];

    /// The word used in data and as a style class.
    pub const fn name(self) -> &'static str {
        match self {
            TintKind::Room => "room",
            TintKind::Tunnel => "tunnel",
            TintKind::Dead => "dead",
            TintKind::Corner => "corner",
            TintKind::WallLine => "wall-line",
            TintKind::Indirect => "indirect",
            TintKind::Safe => "safe",
            TintKind::Articulation => "articulation",
            TintKind::Reachable => "reachable",
            TintKind::ReachableDead => "reachable-dead",
            TintKind::Focus => "focus",
            TintKind::Reacher => "reacher",
            TintKind::ManHere => "man-here",
            TintKind::ManCutOff => "man-cut-off",
            TintKind::Near => "near",
            TintKind::Parking => "parking",
            TintKind::GuiltyBox => "guilty-box",
        }
    }

    /// What a square of this kind is, for a legend.
    pub const fn meaning(self) -> &'static str {
        match self {
            TintKind::Room => "floor of a room",
            TintKind::Tunnel => "a corridor one square wide",
            TintKind::Dead => "no box gets from here to a goal",
            TintKind::Corner => "a corner without a goal: a box here is stuck",
            TintKind::WallLine => "along a wall without a goal: a box here is lost",
            TintKind::Indirect => "a box gets from here to corners only",
            TintKind::Safe => "on some box's way from its start to a goal",
            TintKind::Articulation => "a box here parts the floor",
            TintKind::Reachable => "the box can be brought here",
            TintKind::ReachableDead => "the box can be brought here, and is lost then",
            TintKind::Focus => "what is asked about",
            TintKind::Reacher => "this box can be brought there",
            TintKind::ManHere => "the man can walk here",
            TintKind::ManCutOff => "the boxes keep the man from here",
            TintKind::Near => "the stronger, the nearer to a goal",
            TintKind::Parking => "a box can wait here without harm, as far as one sees",
            TintKind::GuiltyBox => "this box takes part in the deadlock",
        }
    }

    /// The letter of such a square on a board of characters.
    pub const fn letter(self) -> char {
        match self {
            TintKind::Room => '.',
            TintKind::Tunnel => 't',
            TintKind::Dead | TintKind::ReachableDead => 'x',
            TintKind::Corner => 'c',
            TintKind::WallLine => 'w',
            TintKind::Indirect => 'i',
            TintKind::Safe => 's',
            TintKind::Articulation => 'a',
            TintKind::Reachable | TintKind::ManHere => 'r',
            TintKind::Focus => '?',
            TintKind::Reacher => 'b',
            TintKind::ManCutOff => 'c',
            TintKind::Near => 'n',
            TintKind::Parking => 'p',
            TintKind::GuiltyBox => '!',
        }
    }
}

/// A tinted square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// Where.
    pub square: Square,
    /// What it is.
    pub kind: TintKind,
    /// How strongly, from 0 to 255.
    pub strength: u8,
    /// Which room or area it belongs to, counted from 1.
    pub number: Option<u16>,
}

impl Tint {
    /// Its sign on a board of characters: a number or a letter.
    pub fn sign(&self) -> String {
        match self.number {
            Some(number) => number.to_string(),
            None => self.kind.letter().to_string(),
        }
    }
}

/// What an arrow says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ArrowKind {
    /// A push that the rules allow; nothing more is known about it.
    Push,
    /// A push that is proved to lose.
    DeadPush,
    /// A push on a free way to a goal.
    FreePath,
    /// The goal that a box is matched with.
    Match,
    /// The push that a verified solution does next.
    Hint,
}

impl ArrowKind {
    /// All kinds.
    pub const ALL: [ArrowKind; 5] = [
        ArrowKind::Push,
        ArrowKind::DeadPush,
        ArrowKind::FreePath,
        ArrowKind::Match,
        ArrowKind::Hint,
    ];

    /// The word used in data and as a style class.
    pub const fn name(self) -> &'static str {
        match self {
            ArrowKind::Push => "push",
            ArrowKind::DeadPush => "dead-push",
            ArrowKind::FreePath => "free-path",
            ArrowKind::Match => "match",
            ArrowKind::Hint => "hint",
        }
    }

    /// What an arrow of this kind says, for a legend.
    pub const fn meaning(self) -> &'static str {
        match self {
            ArrowKind::Push => "a possible push; nothing is proved against it",
            ArrowKind::DeadPush => "a push that is proved to lose",
            ArrowKind::FreePath => "the way of a box to a goal, free now",
            ArrowKind::Match => "the goal that would suit the box",
            ArrowKind::Hint => "the next push of a solution",
        }
    }
}

/// An arrow from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it starts; for pushes, the box.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// What it says.
    pub kind: ArrowKind,
    /// How strongly, from 0 to 255.
    pub strength: u8,
    /// Why, in one sentence, where there is something to say.
    pub reason: Option<String>,
}

/// A wall that takes part in a deadlock, named by a square next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GuiltyWall {
    /// The square with the box that the wall holds.
    pub square: Square,
    /// Where the wall lies from there.
    pub side: Direction,
}

/// A short text on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub square: Square,
    /// A number or a few letters.
    pub text: String,
}

/// What a layer shows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// The name of the layer that speaks.
    pub layer: &'static str,
    /// How far it can be trusted.
    pub certainty: Certainty,
    /// Tinted squares, at most one tint a square.
    pub tints: Vec<Tint>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Labels.
    pub labels: Vec<Label>,
    /// Walls that take part in a deadlock.
    pub walls: Vec<GuiltyWall>,
    /// Sentences for the player, the most important first.
    pub sentences: Vec<String>,
    /// Whether the layer got to its end; a stopped one shows what it had.
    pub is_complete: bool,
}

/// Full strength of a mark.
pub(crate) const FULL: u8 = 255;
/// Strength of a mark that stands back.
const FADED: u8 = 70;

impl Overlay {
    /// An overlay with nothing on it yet.
    pub(crate) fn new(layer: &'static str, certainty: Certainty) -> Overlay {
        Overlay {
            layer,
            certainty,
            tints: Vec::new(),
            arrows: Vec::new(),
            labels: Vec::new(),
            walls: Vec::new(),
            sentences: Vec::new(),
            is_complete: true,
        }
    }

    pub(crate) fn tint(&mut self, square: Square, kind: TintKind) {
        self.tints.push(Tint {
            square,
            kind,
            strength: FULL,
            number: None,
        });
    }

    pub(crate) fn tint_all(&mut self, squares: impl Iterator<Item = Square>, kind: TintKind) {
        squares.for_each(|square| self.tint(square, kind));
    }

    /// Squares of the room or area of this number.
    pub(crate) fn tint_numbered(
        &mut self,
        squares: impl Iterator<Item = Square>,
        kind: TintKind,
        number: u16,
    ) {
        self.tints.extend(squares.map(|square| Tint {
            square,
            kind,
            strength: FULL,
            number: Some(number),
        }));
    }

    /// All squares with their distances, given by index: the nearest are the
    /// strongest, and those that are [`UNREACHABLE`] are dead.
    pub(crate) fn tint_by_distance(&mut self, board: &Board, distances: &[u16]) {
        let known = distances.iter().filter(|&&d| d != UNREACHABLE);
        let farthest = u32::from(known.copied().max().unwrap_or(0).max(1));
        for (square, &distance) in board.squares().zip(distances) {
            if distance == UNREACHABLE {
                self.tint(square, TintKind::Dead);
                continue;
            }
            let fade = u32::from(distance) * 200 / farthest;
            self.tints.push(Tint {
                square,
                kind: TintKind::Near,
                strength: FULL - fade as u8,
                number: None,
            });
            self.label(square, distance);
        }
    }

    pub(crate) fn label(&mut self, square: Square, text: impl ToString) {
        let text = text.to_string();
        self.labels.push(Label { square, text });
    }

    pub(crate) fn say(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    /// Against too much at once: keeps the arrows of the boxes nearest to a
    /// square at full strength and fades the others.
    pub fn fade_far_arrows(&mut self, board: &Board, near: Square, n_boxes: usize) {
        let at = board.coord(near);
        let distance = |square: Square| {
            let there = board.coord(square);
            at.row.abs_diff(there.row) + at.col.abs_diff(there.col)
        };
        let mut boxes: Vec<Square> = self.arrows.iter().map(|arrow| arrow.from).collect();
        boxes.sort_by_key(|&square| (distance(square), square));
        boxes.dedup();
        boxes.truncate(n_boxes);
        for arrow in &mut self.arrows {
            if !boxes.contains(&arrow.from) {
                arrow.strength = FADED;
            }
        }
    }
}
