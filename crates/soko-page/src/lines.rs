//! The tree of a game: what happened in it since a window looked, lines from
//! elsewhere than the board, and what a player says of them.

use crate::fault::Fault;
use crate::game_text::{GameText, maker};
use crate::games::{SavedGame, saved_game};
use crate::page::Page;
use crate::trees::{Held, Told};
use serde::{Deserialize, Serialize};
use soko_core::{Deed, Maker, NodeId};

const MAX_NAME: usize = 200;

/// A tree as far as a window does not know it.
#[derive(Serialize)]
pub struct TreeView {
    /// The line on which the player was last, if he ever was on one.
    game: Option<SavedGame>,
    events: Vec<Told>,
}

#[derive(Deserialize)]
pub struct TreeRequest {
    #[serde(flatten)]
    game: GameText,
    #[serde(default)]
    since: u64,
}

/// What happened in a tree since.
pub fn tree(page: &Page, request: &TreeRequest) -> Result<TreeView, Fault> {
    change(page, &request.game, request.since, |_| Ok(()))
}

#[derive(Deserialize)]
pub struct LineRequest {
    #[serde(flatten)]
    game: GameText,
    /// The name of its end; an end that has one keeps it.
    #[serde(default)]
    name: String,
    by: Option<String>,
    #[serde(default)]
    since: u64,
}

/// Enters a line; the player stays where he is.
pub fn enter(page: &Page, request: &LineRequest) -> Result<TreeView, Fault> {
    let by = maker(request.by.as_deref(), Maker::Imported)?;
    let name = checked_name(&request.name)?;
    // The player's own moves are made on the board alone.
    if by.is_player() {
        return Err(Fault::bad("a line that is entered is not played by you"));
    }
    let moves = &request.game.moves;
    change(page, &request.game, request.since, |held| {
        let Some(end) = held.enter(moves, by) else {
            return Ok(());
        };
        let mut deeds: Vec<Deed> = held
            .tree
            .hidden_above(end)
            .into_iter()
            .map(|node| Deed::Hide {
                node: held.tree.place(node),
                is_hidden: false,
            })
            .collect();
        if held.tree.name(end).is_none() && !name.is_empty() {
            deeds.push(Deed::Name {
                node: held.tree.place(end),
                name: name.into(),
            });
        }
        held.append(&deeds);
        Ok(())
    })
}

/// What a player says of a node.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Mark {
    /// Its name; none if this is empty.
    Name { name: String },
    /// It is deleted with all behind it, or brought back.
    Delete { on: bool },
    /// What branches off behind it is folded, or unfolded.
    Fold { on: bool },
}

#[derive(Deserialize)]
pub struct MarkRequest {
    /// The node is where the cursor is.
    #[serde(flatten)]
    game: GameText,
    mark: Mark,
    #[serde(default)]
    since: u64,
}

/// Names, deletes or folds.
pub fn mark(page: &Page, request: &MarkRequest) -> Result<TreeView, Fault> {
    let moves = request.game.played()?;
    if let Mark::Name { name } = &request.mark {
        checked_name(name)?;
    }
    change(page, &request.game, request.since, |held| {
        let (node, n) = held.tree.follow(NodeId::ROOT, moves);
        let node = match n == moves.len() {
            true => held.tree.place(node),
            false => return Err(Fault::unknown("there is no such line")),
        };
        held.append(&[match &request.mark {
            Mark::Name { name } => Deed::Name {
                node,
                name: name.trim().into(),
            },
            Mark::Delete { on } => Deed::Hide {
                node,
                is_hidden: *on,
            },
            Mark::Fold { on } => Deed::Fold {
                node,
                is_folded: *on,
            },
        }]);
        Ok(())
    })
}

fn checked_name(name: &str) -> Result<&str, Fault> {
    let name = name.trim();
    if name.len() > MAX_NAME {
        return Err(Fault::bad("this name is too long"));
    }
    Ok(name)
}

/// Changes the tree of a game whose moves are legal, and tells what is new in it.
fn change(
    page: &Page,
    game: &GameText,
    since: u64,
    work: impl FnOnce(&mut Held<'_>) -> Result<(), Fault>,
) -> Result<TreeView, Fault> {
    let known = page.memory.levels.know(&game.level)?;
    game.line(&known)?;
    let mode = game.tree_mode();
    page.trees
        .with(page.store.as_ref(), (&known.key, &mode), |held| {
            work(held)?;
            let (game, events) = (saved_game(held, &mode), held.events(since));
            match held.trouble.take() {
                Some(trouble) => Err(trouble.into()),
                None => Ok(TreeView { game, events }),
            }
        })
}
