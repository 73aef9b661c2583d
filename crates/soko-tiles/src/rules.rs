//! The rules of a game: kinds of tiles, what they may do to each other, what the
//! characters of a level stand for, and when the game is won.
//!
//! After LISA's engine for tile games (Stoeller and Kostelijk 2010, appendix A): a
//! kind says who may enter its field, who may push it, which ways it goes and
//! whether it falls off the edge. New here: fields that can be entered only one way,
//! and slippery ones. [`crate::read_rules`] reads rules from a file; what it hands
//! out has been checked, so play never meets a broken rule.

use crate::DirectionSet;
use soko_core::Direction;

/// A kind of tile, by its place in [`Rules::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub(crate) u8);

impl KindId {
    /// The most kinds that a game may have.
    pub const MOST: usize = 64;

    /// The place in tables by kind.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Some kinds of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u64);

impl KindSet {
    /// All kinds that there may be.
    pub(crate) const ALL: KindSet = KindSet(u64::MAX);

    pub(crate) fn insert(&mut self, kind: KindId) {
        self.0 |= 1 << kind.0;
    }

    /// Whether a kind is among them.
    #[inline]
    pub const fn contains(self, kind: KindId) -> bool {
        self.0 & 1 << kind.0 != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// What holds for all tiles of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Who may enter a field on which it lies on top.
    pub entered_by: KindSet,
    /// Which way they may go as they enter.
    pub entered_towards: DirectionSet,
    /// Who may push it.
    pub moved_by: KindSet,
    /// Which ways it can be pushed, or go by itself.
    pub moves_towards: DirectionSet,
    /// Whether it is gone when it is pushed over the edge; else it stays.
    pub falls_off_edge: bool,
    /// Who slides on when it comes to lie on this kind.
    pub slippery_for: KindSet,
}

/// A tile, by its place in [`Rules::tiles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileId(pub(crate) u8);

impl TileId {
    /// The place in [`Rules::tiles`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kind with its arguments: two sliders may go different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its kind.
    pub kind: KindId,
    /// Which ways it can be pushed.
    pub moves_towards: DirectionSet,
    /// Which way others may go as they enter its field.
    pub entered_towards: DirectionSet,
}

/// What must hold for the game to be won; all goals must hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Every field with a tile of the first kind has one of the second.
    Every(KindId, KindId),
    /// Some field with a tile of the first kind has one of the second.
    Some(KindId, KindId),
    /// No tile of this kind is left.
    None(KindId),
}

/// The rules of a game, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) tiles: Vec<Tile>,
    pub(crate) characters: Vec<(char, Vec<TileId>)>,
    pub(crate) agent: KindId,
    pub(crate) goals: Vec<Goal>,
}

impl Rules {
    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the game is about, in a sentence.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The kinds of tiles.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind with this name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        let place = self.kinds.iter().position(|kind| kind.name == name)?;
        Some(KindId(place as u8))
    }

    /// A kind.
    #[inline]
    pub fn kind(&self, kind: KindId) -> &Kind {
        &self.kinds[kind.index()]
    }

    /// The tiles that levels may hold.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The numbers of these tiles, in order.
    pub fn tile_ids(&self) -> impl Iterator<Item = TileId> + use<> {
        (0..self.tiles.len() as u8).map(TileId)
    }

    /// A tile.
    #[inline]
    pub fn tile(&self, tile: TileId) -> &Tile {
        &self.tiles[tile.index()]
    }

    /// The kind of a tile.
    #[inline]
    pub fn kind_of(&self, tile: TileId) -> KindId {
        self.tiles[tile.index()].kind
    }

    /// The kind that the player moves.
    pub fn agent(&self) -> KindId {
        self.agent
    }

    /// When the game is won.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The stack, from the bottom, that a character of a level stands for.
    pub fn stack_of(&self, character: char) -> Option<&[TileId]> {
        let found = self.characters.iter().find(|(c, _)| *c == character);
        found.map(|(_, stack)| stack.as_slice())
    }

    /// The character for a stack, from the bottom; none if no character has just
    /// these tiles.
    pub fn character_of(&self, stack: &[TileId]) -> Option<char> {
        let found = self.characters.iter().find(|(_, s)| s == stack);
        found.map(|(c, _)| *c)
    }

    /// The characters of a level and what they stand for.
    pub fn characters(&self) -> impl Iterator<Item = (char, &[TileId])> {
        self.characters
            .iter()
            .map(|(c, stack)| (*c, stack.as_slice()))
    }

    /// Whether tiles of a kind can ever go anywhere.
    pub fn is_movable(&self, kind: KindId) -> bool {
        kind == self.agent || !self.kind(kind).moved_by.is_empty()
    }

    /// Whether a tile may come to lie on another, going this way.
    #[inline]
    pub(crate) fn may_enter(&self, who: TileId, onto: TileId, way: Direction) -> bool {
        let tile = self.tile(onto);
        self.kind(tile.kind).entered_by.contains(self.kind_of(who))
            && tile.entered_towards.contains(way)
    }

    /// Whether a tile may push another.
    #[inline]
    pub(crate) fn may_push(&self, who: TileId, what: TileId) -> bool {
        self.kind(self.kind_of(what))
            .moved_by
            .contains(self.kind_of(who))
    }

    /// Whether a tile slides on when it lies on another.
    #[inline]
    pub(crate) fn slides_on(&self, who: TileId, on: TileId) -> bool {
        self.kind(self.kind_of(on))
            .slippery_for
            .contains(self.kind_of(who))
    }
}
