//! The tree of a game against a plain model, and merged in any order.

use soko_core::{Deed, Event, GameTree, Maker, NodeId, Place, SplitMix};
use std::collections::{BTreeMap, BTreeSet};

/// A node as anybody sees it: its moves, its makers, what is said of it.
type Seen = BTreeMap<String, (Place, u8, Option<String>, bool, bool)>;

fn seen(tree: &GameTree) -> (Seen, (String, u32), String) {
    let mut all = Seen::new();
    let mut open = vec![NodeId::ROOT];
    while let Some(node) = open.pop() {
        let name = tree.name(node).map(String::from);
        let said = (tree.is_hidden(node), tree.is_folded(node));
        let entry = (tree.place(node), tree.makers(node), name, said.0, said.1);
        assert!(all.insert(tree.path(node), entry).is_none());
        open.extend(tree.children(node));
    }
    assert_eq!(all.len(), tree.n_nodes());
    let (tip, depth) = tree.cursor();
    (all, (tree.path(tip), depth), tree.path(tree.own_tip()))
}

fn line(seq: u64, after: Place, letters: &str, by: Maker) -> Event {
    let letters = letters.into();
    let deed = Deed::Line { after, letters, by };
    Event { seq, deed }
}

/// Some node of a tree.
fn anywhere(tree: &GameTree, random: &mut SplitMix) -> NodeId {
    let mut node = NodeId::ROOT;
    while random.below(8) != 0 {
        let children = tree.children(node);
        if children.is_empty() {
            break;
        }
        node = children[random.below(children.len())];
    }
    node
}

/// What a window might do next, by what it knows.
fn some_deed(tree: &GameTree, random: &mut SplitMix) -> Deed {
    let node = tree.place(anywhere(tree, random));
    match random.below(10) {
        0 => Deed::Cursor {
            tip: node,
            depth: random.below(5) as u32,
        },
        1 => Deed::Name {
            node,
            name: ["", "a", "b"][random.below(3)].into(),
        },
        2 => Deed::Hide {
            node,
            is_hidden: random.below(2) == 0,
        },
        3 => Deed::Fold {
            node,
            is_folded: random.below(2) == 0,
        },
        _ => {
            // Few letters, so that two windows often play the same.
            let n = 1 + random.below(3);
            let letter = |_| ['r', 'R', 'u'][random.below(3)];
            let letters = (0..n).map(letter).collect();
            let by = Maker::ALL[random.below(Maker::ALL.len())];
            let after = node;
            Deed::Line { after, letters, by }
        }
    }
}

/// Two windows that play at the same time, each seeing the other's deeds late, and a
/// third that gets everything in any order and some of it twice.
#[test]
fn windows_that_see_events_in_any_order_have_the_same_tree() {
    let mut random = SplitMix(16);
    for round in 0..300 {
        // 1. They play; the store numbers what they do as it comes in.
        let mut store: Vec<Event> = Vec::new();
        let mut windows = [(GameTree::default(), 0), (GameTree::default(), 0)];
        for _ in 0..random.below(60) {
            let (tree, known) = &mut windows[random.below(2)];
            if random.below(3) == 0 {
                store[*known..].iter().cloned().for_each(|e| tree.apply(e));
                *known = store.len();
            }
            let deed = some_deed(tree, &mut random);
            let seq = store.len() as u64 + 1;
            store.push(Event { seq, deed });
            tree.apply(store[store.len() - 1].clone());
        }
        // 2. They see the rest; what they had seen before comes again.
        for (tree, _) in &mut windows {
            store.iter().cloned().for_each(|event| tree.apply(event));
        }
        let mut late = GameTree::default();
        let mut shuffled = store.clone();
        for i in (1..shuffled.len()).rev() {
            shuffled.swap(i, random.below(i + 1));
        }
        let twice = shuffled.iter().take(random.below(5)).cloned();
        twice.for_each(|event| late.apply(event));
        shuffled.into_iter().for_each(|event| late.apply(event));
        // 3. They agree, and with a reader from the first event to the last.
        let mut reader = GameTree::default();
        store.into_iter().for_each(|event| reader.apply(event));
        let expected = seen(&reader);
        for (tree, _) in &windows {
            assert_eq!(seen(tree), expected, "round {round}");
        }
        assert_eq!(seen(&late), expected, "round {round}");
        assert_eq!(late.last(), reader.last());
    }
}

/// Paths written out in full, with the makers of each.
#[test]
fn a_tree_has_every_line_ever_played_and_no_other() {
    let mut random = SplitMix(3);
    let mut tree = GameTree::default();
    let mut model: BTreeMap<String, u8> = BTreeMap::from([(String::new(), 0)]);
    for seq in 1..2000 {
        let node = anywhere(&tree, &mut random);
        let mut path = tree.path(node);
        let n = 1 + random.below(4);
        let letter = |_| ['l', 'u', 'R', 'D'][random.below(4)];
        let letters: String = (0..n).map(letter).collect();
        let by = Maker::ALL[random.below(Maker::ALL.len())];
        tree.apply(line(seq, tree.place(node), &letters, by));
        for letter in letters.chars() {
            path.push(letter);
            *model.entry(path.clone()).or_default() |= by.bit();
        }
        let (end, n) = tree.follow(NodeId::ROOT, &path);
        assert_eq!((n, tree.path(end)), (path.len(), path.clone()));
        assert_eq!(tree.depth(end) as usize, path.len());
    }
    let (nodes, _, _) = seen(&tree);
    let makers: BTreeMap<String, u8> = nodes.into_iter().map(|(k, v)| (k, v.1)).collect();
    assert_eq!(makers, model);
}

#[test]
fn a_path_that_is_not_there_is_followed_as_far_as_it_is() {
    let mut tree = GameTree::default();
    tree.apply(line(1, Place::default(), "rrU", Maker::You));
    let (node, n) = tree.follow(NodeId::ROOT, "rrDD");
    assert_eq!((tree.path(node).as_str(), n), ("rr", 2));
}

#[test]
fn whose_a_solution_is() {
    let after = |event, letters| Place { event, letters };
    let mut tree = GameTree::default();
    let credit = |tree: &GameTree, path: &str| {
        let (node, n) = tree.follow(NodeId::ROOT, path);
        assert_eq!(n, path.len());
        tree.credit(node)
    };
    // The solver's line, and the player's own end of it.
    tree.apply(line(1, after(0, 0), "rRuR", Maker::Solver));
    tree.apply(line(2, after(1, 3), "L", Maker::You));
    assert_eq!(credit(&tree, "rRuR"), Maker::Solver);
    assert_eq!(credit(&tree, "rRuL"), Maker::Solver, "one push is not his");
    // He plays the same push himself; walks count for nobody.
    tree.apply(line(3, after(1, 1), "R", Maker::You));
    assert_eq!(credit(&tree, "rRuL"), Maker::You);
    assert_eq!(credit(&tree, "rRuR"), Maker::Solver);
    tree.apply(line(4, after(1, 3), "R", Maker::Hints));
    assert_eq!(credit(&tree, "rRuR"), Maker::Hints);
}

/// Rows that a damaged store might give.
#[test]
fn events_that_make_no_sense_are_left_out() {
    let mut tree = GameTree::default();
    tree.apply(line(1, Place::default(), "rR", Maker::You));
    let before = seen(&tree);
    let at = |event, letters| Place { event, letters };
    tree.apply(line(2, at(1, 3), "u", Maker::You));
    tree.apply(line(3, at(0, 1), "u", Maker::You));
    tree.apply(line(4, at(1, 1), "u?", Maker::You));
    tree.apply(line(0, at(0, 0), "u", Maker::You));
    tree.apply(line(9, at(77, 1), "u", Maker::You));
    assert_eq!(seen(&tree), before);
    let mut kinds = BTreeSet::new();
    for kind in 0..=255 {
        for number in [0, 1, 2, 3, 64, 257] {
            if let Some(deed) = Deed::from_row((kind, 1, 1, "u", number)) {
                kinds.insert(deed.row().0);
            }
        }
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

#[test]
fn a_step_on_a_long_line_is_as_quick_as_on_a_short_one() {
    // A hundred thousand nodes by single steps: quadratic work would not end.
    let mut tree = GameTree::default();
    let mut after = Place::default();
    for seq in 1..=100_000 {
        tree.apply(line(
            seq,
            after,
            if seq % 7 == 0 { "R" } else { "u" },
            Maker::You,
        ));
        after = Place {
            event: seq,
            letters: 1,
        };
    }
    assert_eq!(tree.n_nodes(), 100_001);
    assert!(tree.bytes() < 16 << 20, "{}", tree.bytes());
    let (tip, depth) = tree.cursor();
    assert_eq!(tree.path(tip).len(), depth as usize);
}
