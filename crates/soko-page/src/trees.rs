//! The game trees asked for most recently, each as far as the store has it, and how a
//! line of moves gets into one.
//!
//! A request says where a game is by its moves. Those that the tree has already cost
//! nothing but the walk along them; what is new becomes one event. So a step is one
//! row of a few bytes, whoever sends it, and a line that was played while nothing
//! could be saved enters the tree with the first request after that.

use crate::keep::{Keep, Trouble};
use crate::recent::Recent;
use serde::{Serialize, Serializer};
use soko_core::{Deed, Event, GameTree, Maker, NodeId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many trees are kept, and so many bytes of them.
const CACHED: usize = 64;
const CACHED_BYTES: usize = 48 << 20;

/// The trees asked for most recently.
pub struct Trees(Recent<Mutex<GameTree>>);

impl Default for Trees {
    fn default() -> Trees {
        Trees(Recent::new(CACHED, CACHED_BYTES))
    }
}

/// An event for the page: number, kind, event and letters of its place, text, number.
pub struct Told(pub Event);

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (kind, event, letters, text, number) = self.0.deed.row();
        (self.0.seq, kind, event, letters, text, number).serialize(to)
    }
}

/// A line of moves on its way into a tree.
pub struct Line<'a> {
    pub moves: &'a str,
    /// The player has been here before, and made the moves from here to the cursor.
    pub from: usize,
    pub cursor: usize,
    pub by: Maker,
}

/// A tree, held for one request.
pub struct Held<'a> {
    store: &'a dyn Keep,
    id: (&'a str, &'a str),
    pub tree: MutexGuard<'a, GameTree>,
    /// Why the store could not be read or written.
    pub trouble: Option<Trouble>,
}

impl Trees {
    /// Forgets all of them.
    pub fn forget(&self) {
        self.0.clear();
    }

    /// Works on the tree of a level and a mode, as it is in the store now.
    pub fn with<T>(
        &self,
        store: &dyn Keep,
        id: (&str, &str),
        work: impl FnOnce(&mut Held<'_>) -> T,
    ) -> T {
        let name = format!("{} {}", id.0, id.1);
        let kept = self.0.find(&name).unwrap_or_default();
        let tree = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut held = Held {
            store,
            id,
            tree,
            trouble: None,
        };
        held.catch_up();
        let done = work(&mut held);
        let bytes = held.tree.bytes();
        drop(held);
        self.0.keep(&name, Arc::clone(&kept), bytes);
        done
    }
}

impl Held<'_> {
    /// Reads what was appended since, here or elsewhere.
    fn catch_up(&mut self) {
        match self.store.read(self.id, self.tree.last()) {
            Ok(events) => events.into_iter().for_each(|event| self.tree.apply(event)),
            Err(trouble) => self.note(trouble),
        }
    }

    fn note(&mut self, trouble: Trouble) {
        self.trouble.get_or_insert(trouble);
    }

    /// Appends deeds, and has them in the tree.
    pub fn append(&mut self, deeds: &[Deed]) {
        if deeds.is_empty() {
            return;
        }
        if let Err(trouble) = self.store.append(self.id, deeds) {
            self.note(trouble);
        }
        self.catch_up();
    }

    /// The events after a number, for a window that knows those before it.
    pub fn events(&mut self, since: u64) -> Vec<Told> {
        let read = self.store.read(self.id, since);
        let events = read.unwrap_or_else(|trouble| {
            self.note(trouble);
            Vec::new()
        });
        events.into_iter().map(Told).collect()
    }

    /// The node at the end of these moves, which are legal; they are entered as far as
    /// the tree does not have them. None if that could not be done.
    pub fn enter(&mut self, moves: &str, by: Maker) -> Option<NodeId> {
        let (node, n) = self.tree.follow(NodeId::ROOT, moves);
        if n < moves.len() {
            let after = self.tree.place(node);
            let letters = moves[n..].into();
            self.append(&[Deed::Line { after, letters, by }]);
        }
        let (node, n) = self.tree.follow(NodeId::ROOT, moves);
        (n == moves.len()).then_some(node)
    }

    /// Notes where the player is on a line of legal moves, and the part of it that he
    /// has made.
    pub fn play(&mut self, line: &Line<'_>) {
        let (_, n) = self.tree.follow(NodeId::ROOT, line.moves);
        // 1. What lies ahead of him and is not there yet is entered first.
        if n.max(line.cursor) < line.moves.len() {
            self.enter(line.moves, line.by);
        }
        // 2. What he made is his from the first move that was not.
        let (mut deeds, mut start) = (Vec::new(), line.from.min(n));
        let (mut node, _) = self.tree.follow(NodeId::ROOT, &line.moves[..start]);
        let made = &line.moves[..line.cursor];
        if start < line.cursor {
            deeds.extend(
                self.tree
                    .hidden_above(node)
                    .into_iter()
                    .map(|n| self.shown(n)),
            );
        }
        while let (next, 1) = self
            .tree
            .follow(node, made.get(start..start + 1).unwrap_or_default())
            && self.tree.makers(next) & line.by.bit() != 0
        {
            (node, start) = (next, start + 1);
            deeds.extend(self.tree.is_hidden(node).then(|| self.shown(node)));
        }
        if start < line.cursor {
            deeds.push(Deed::Line {
                after: self.tree.place(node),
                letters: made[start..].into(),
                by: line.by,
            });
        }
        // 3. Where he is, unless that follows from what he made.
        deeds.extend(self.cursor(line, start < line.cursor));
        self.append(&deeds);
    }

    fn shown(&self, node: NodeId) -> Deed {
        Deed::Hide {
            node: self.tree.place(node),
            is_hidden: false,
        }
    }

    /// The deed that puts the cursor where it is not yet.
    fn cursor(&self, line: &Line<'_>, has_moved: bool) -> Option<Deed> {
        let is_at_end = line.cursor == line.moves.len();
        if has_moved && is_at_end {
            return None;
        }
        let (tip, n) = self.tree.follow(NodeId::ROOT, line.moves);
        let depth = line.cursor as u32;
        let is_there = self.tree.cursor() == (tip, depth) && !has_moved;
        (n == line.moves.len() && !is_there).then(|| Deed::Cursor {
            tip: self.tree.place(tip),
            depth,
        })
    }

    /// The line on which the player is, and how many of its moves lie behind him; none
    /// if nothing ever happened here.
    pub fn line(&self) -> Option<(String, usize)> {
        let (tip, depth) = self.tree.cursor();
        (self.tree.last() > 0).then(|| (self.tree.path(tip), depth as usize))
    }
}
