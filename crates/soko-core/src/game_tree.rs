//! A game as a tree: every line ever played, and a cursor.
//!
//! A move beside an old one opens a variation, and going back takes nothing away.
//! The same moves are the same node, whoever plays them and how often.
//!
//! *A tree is what its events make of it, in any order.* Lines are a union of paths,
//! and makers a union of sets; cursor, names, deletions and folds belong to the event
//! with the greatest number. So two windows that see each other's events late, or
//! twice, end with the same tree. An event that refers to one not seen yet waits for
//! it. Events that make no sense are left out: a damaged store costs what is damaged.
//!
//! *Cost.* A node takes about 32 bytes, and a run as many steps as it has letters. A
//! place is found by walking back from the end of its event, which is no step at all
//! for a player who goes on where he was. Whether letters are legal moves is not
//! decided here: whoever makes an event has asked the rules.

use crate::{Deed, Direction, Event, Maker, Place};
use std::collections::BTreeMap;

/// A node of a tree: its number there. Numbers go by the order of arrival, so they
/// mean nothing to another tree; a [`Place`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the level.
    pub const ROOT: NodeId = NodeId(0);
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    depth: u32,
    /// The first event that leads here, and how many of its letters do.
    place: Place,
    letter: u8,
    makers: u8,
}

/// Something said of a node, by the event with this number.
type Said<T> = (u64, T);

/// A game tree.
///
/// ```
/// use soko_core::{Deed, Event, GameTree, Maker, Place};
/// let line = |seq, after, letters: &str| {
///     let (letters, by) = (letters.into(), Maker::You);
///     Event { seq, deed: Deed::Line { after, letters, by } }
/// };
/// let mut tree = GameTree::default();
/// // The second event comes first, and waits for the other one.
/// tree.apply(line(2, Place { event: 1, letters: 1 }, "uL"));
/// tree.apply(line(1, Place::default(), "rR"));
/// assert_eq!(tree.n_nodes(), 5);
/// let (tip, depth) = tree.cursor();
/// assert_eq!((tree.path(tip).as_str(), depth), ("ruL", 3));
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<Node>,
    /// Where the runs of events end, and how many letters they have.
    ends: BTreeMap<u64, (u32, u32)>,
    cursor: Said<(u32, u32)>,
    /// The end of the run that the player made last.
    own: Said<u32>,
    names: BTreeMap<u32, Said<String>>,
    hidden: BTreeMap<u32, Said<bool>>,
    folded: BTreeMap<u32, Said<bool>>,
    /// Events that refer to one that is not here yet, by its number.
    waiting: BTreeMap<u64, Vec<Event>>,
    last: u64,
}

impl Default for GameTree {
    fn default() -> GameTree {
        let root = Node {
            parent: NONE,
            first_child: NONE,
            next_sibling: NONE,
            depth: 0,
            place: Place::default(),
            letter: 0,
            makers: 0,
        };
        GameTree {
            nodes: vec![root],
            ends: BTreeMap::from([(0, (0, 0))]),
            cursor: (0, (0, 0)),
            own: (0, 0),
            names: BTreeMap::new(),
            hidden: BTreeMap::new(),
            folded: BTreeMap::new(),
            waiting: BTreeMap::new(),
            last: 0,
        }
    }
}

impl GameTree {
    // --- events ---

    /// Takes an event in. One that was here before changes nothing.
    pub fn apply(&mut self, event: Event) {
        self.last = self.last.max(event.seq);
        let mut ready = vec![event];
        while let Some(event) = ready.pop() {
            let at = place_of(&event.deed);
            match self.node_at(at) {
                Some(node) => {
                    self.take(node, event.seq, event.deed);
                    ready.extend(self.waiting.remove(&event.seq).unwrap_or_default());
                }
                None if !self.ends.contains_key(&at.event) => {
                    self.waiting.entry(at.event).or_default().push(event);
                }
                None => {}
            }
        }
    }

    /// The greatest number of an event so far.
    pub fn last(&self) -> u64 {
        self.last
    }

    fn take(&mut self, node: u32, seq: u64, deed: Deed) {
        match deed {
            Deed::Line { letters, by, .. } => self.take_line(node, seq, &letters, by),
            Deed::Cursor { depth, .. } => {
                let depth = depth.min(self.nodes[node as usize].depth);
                later(&mut self.cursor, seq, (node, depth));
            }
            Deed::Name { name, .. } => later(self.names.entry(node).or_default(), seq, name),
            Deed::Hide { is_hidden, .. } => {
                later(self.hidden.entry(node).or_default(), seq, is_hidden);
            }
            Deed::Fold { is_folded, .. } => {
                later(self.folded.entry(node).or_default(), seq, is_folded);
            }
        }
    }

    fn take_line(&mut self, after: u32, seq: u64, letters: &str, by: Maker) {
        let is_move = |letter: u8| Direction::from_letter(letter.into()).is_some();
        if seq == 0 || self.ends.contains_key(&seq) || !letters.bytes().all(is_move) {
            return;
        }
        let mut node = after;
        for (letter, n) in letters.bytes().zip(1..) {
            node = self.child_or_new(node, letter);
            let place = Place {
                event: seq,
                letters: n,
            };
            let known = &mut self.nodes[node as usize];
            known.place = known.place.min(place);
            known.makers |= by.bit();
        }
        self.ends.insert(seq, (node, letters.len() as u32));
        if by.is_player() {
            let depth = self.nodes[node as usize].depth;
            later(&mut self.cursor, seq, (node, depth));
            later(&mut self.own, seq, node);
        }
    }

    fn child_or_new(&mut self, parent: u32, letter: u8) -> u32 {
        if let Some(child) = self.child_of(parent, letter) {
            return child;
        }
        let number = self.nodes.len() as u32;
        let above = &mut self.nodes[parent as usize];
        let next_sibling = std::mem::replace(&mut above.first_child, number);
        let depth = above.depth + 1;
        self.nodes.push(Node {
            parent,
            first_child: NONE,
            next_sibling,
            depth,
            place: Place {
                event: u64::MAX,
                letters: 0,
            },
            letter,
            makers: 0,
        });
        number
    }

    /// The node of a place, if its event is here and has so many letters.
    fn node_at(&self, place: Place) -> Option<u32> {
        let &(end, length) = self.ends.get(&place.event)?;
        let back = length.checked_sub(place.letters)?;
        Some((0..back).fold(end, |node, _| self.nodes[node as usize].parent))
    }

    fn child_of(&self, parent: u32, letter: u8) -> Option<u32> {
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE && self.nodes[child as usize].letter != letter {
            child = self.nodes[child as usize].next_sibling;
        }
        (child != NONE).then_some(child)
    }

    // --- looking ---

    /// How many nodes there are, the start among them.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The end of the line on which the player is, and how many of its moves lie
    /// behind him.
    pub fn cursor(&self) -> (NodeId, u32) {
        let (tip, depth) = self.cursor.1;
        (NodeId(tip), depth)
    }

    /// The end of the run that the player made last, the start if there is none.
    pub fn own_tip(&self) -> NodeId {
        NodeId(self.own.1)
    }

    /// How far these letters lead from a node along lines that are there: the last
    /// node, and the number of letters that lead to it.
    pub fn follow(&self, from: NodeId, letters: &str) -> (NodeId, usize) {
        let mut node = from.0;
        for (n, letter) in letters.bytes().enumerate() {
            match self.child_of(node, letter) {
                Some(child) => node = child,
                None => return (NodeId(node), n),
            }
        }
        (NodeId(node), letters.len())
    }

    /// The name of a node that stays true elsewhere.
    pub fn place(&self, node: NodeId) -> Place {
        self.nodes[node.0 as usize].place
    }

    /// How many moves lead to a node.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.nodes[node.0 as usize].depth
    }

    /// The makers of the move to a node, as bits.
    pub fn makers(&self, node: NodeId) -> u8 {
        self.nodes[node.0 as usize].makers
    }

    /// The node before a node.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.nodes[node.0 as usize].parent;
        (parent != NONE).then_some(NodeId(parent))
    }

    /// The nodes after a node, the oldest first.
    pub fn children(&self, node: NodeId) -> Vec<NodeId> {
        let mut children = Vec::new();
        let mut child = self.nodes[node.0 as usize].first_child;
        while child != NONE {
            children.push(NodeId(child));
            child = self.nodes[child as usize].next_sibling;
        }
        children.sort_by_key(|child| self.place(*child));
        children
    }

    /// The letters that lead to a node.
    pub fn path(&self, node: NodeId) -> String {
        let above = self.upwards(node);
        let letters: Vec<char> = above.map(|node| char::from(node.letter)).collect();
        letters.into_iter().rev().collect()
    }

    /// The name of a node, if it has one.
    pub fn name(&self, node: NodeId) -> Option<&str> {
        let (_, name) = self.names.get(&node.0)?;
        (!name.is_empty()).then_some(name)
    }

    /// Whether a node itself is deleted; all behind it is then gone too.
    pub fn is_hidden(&self, node: NodeId) -> bool {
        self.hidden.get(&node.0).is_some_and(|said| said.1)
    }

    /// Whether what branches off behind a node is folded.
    pub fn is_folded(&self, node: NodeId) -> bool {
        self.folded.get(&node.0).is_some_and(|said| said.1)
    }

    /// The deleted nodes on the way to a node, itself among them.
    pub fn hidden_above(&self, node: NodeId) -> Vec<NodeId> {
        if self.hidden.is_empty() {
            return Vec::new();
        }
        let above = std::iter::successors(Some(node), |node| self.parent(*node));
        above.filter(|node| self.is_hidden(*node)).collect()
    }

    /// By whom the moves to a node are: the player's, if he made every push of them
    /// himself; else with hints, if he made those or was told them; else whoever
    /// made a push that he did not.
    pub fn credit(&self, node: NodeId) -> Maker {
        let by_him = [Maker::You, Maker::Hints, Maker::Earlier];
        let mut credit = Maker::You;
        for push in self.upwards(node).filter(|n| n.letter.is_ascii_uppercase()) {
            let has = |maker: &Maker| push.makers & maker.bit() != 0;
            let own = by_him.into_iter().find(has);
            let whose = own.or_else(|| Maker::ALL.into_iter().rev().find(has));
            credit = credit.max(whose.unwrap_or(Maker::Earlier));
        }
        credit
    }

    /// What the tree takes, in bytes.
    pub fn bytes(&self) -> usize {
        const AN_END: usize = 48;
        self.nodes.capacity() * size_of::<Node>() + AN_END * self.ends.len()
    }

    /// The nodes from one up to the start, which is left out.
    fn upwards(&self, node: NodeId) -> impl Iterator<Item = &Node> {
        let mut at = node.0;
        std::iter::from_fn(move || {
            let node = &self.nodes[at as usize];
            at = node.parent;
            (at != NONE).then_some(node)
        })
    }
}

/// The place to which a deed refers.
fn place_of(deed: &Deed) -> Place {
    let (_, event, letters, _, _) = deed.row();
    Place { event, letters }
}

/// Keeps what the event with the greater number says.
fn later<T>(known: &mut Said<T>, seq: u64, what: T) {
    if seq >= known.0 {
        *known = (seq, what);
    }
}
