//! The local web application: the page, the levels and the engines behind one
//! port of this machine.
//!
//! # The interface
//!
//! JSON over HTTP, and one WebSocket a tab for long jobs. The server holds **no
//! session**: every request carries the level as text and the game as a string
//! of moves, so a reload, a second tab or a restarted server changes nothing.
//! Replaying a game costs microseconds; what is dear to compute about a level is
//! kept in a bounded cache. What the questions about rules, layers and maps answer is
//! in the crate `soko-page`; here are transport, store and processes. The page knows no rules: it asks what a
//! key, a click or a drag does, gets the moves back as letters, and only plays
//! letters forwards and backwards.
//!
//! A *cell* is `row * width + column` of the level as written. A *game* is
//!
//! ```json
//! {"level": "#####\n#@$.#\n#####", "mode": "forward", "moves": "R", "cursor": 1}
//! ```
//!
//! where the moves behind the cursor are those that redo would play.
//!
//! Every line ever played stays: the games of a level are a tree
//! ([`soko_core::GameTree`]), kept as events that are appended and never changed
//! (`store.rs`). A window holds a mirror of the tree and asks for what is new *since*
//! the last event that it knows. An event is an array
//!
//! ```json
//! [seq, kind, event, letters, text, number]
//! ```
//!
//! whose last five are the row of [`soko_core::Deed`].
//!
//! | request | does |
//! | --- | --- |
//! | `GET /` | the page, with the token of this run inside |
//! | `GET /api/library` | the collections |
//! | `GET /api/library/{id}` | the levels of one, with what the player has done |
//! | `POST /api/read` | reads text in any format: levels and diagnostics |
//! | `GET /api/known` | the collections that somebody else knows by name |
//! | `GET /api/export/{id}` | a collection as a file, with the player's solutions |
//! | `POST /api/collections` | keeps a collection: duplicates are told, skipped, linked or kept |
//! | `PATCH`, `DELETE /api/collections/{id}` | renames or drops a collection of the player's |
//! | `PATCH`, `DELETE /api/collections/{id}/{number}` | renames or drops a level of it |
//! | `POST /api/open` | a level for the board, and the game kept for it, with its tree if asked |
//! | `POST /api/play` | does one thing in a game, and keeps the game |
//! | `POST /api/tree` | what happened in a tree since |
//! | `POST /api/lines` | enters a line from elsewhere: a solution, a shared game, a place of the map |
//! | `POST /api/marks` | names, deletes or folds a line |
//! | `POST /api/box` | where a box can be brought |
//! | `POST /api/line` | what the rules allow of moves from elsewhere |
//! | `POST /api/way` | the moves that bring a box somewhere, without making them |
//! | `POST /api/runs` | the cursors to which a run of one box's pushes leads back and on |
//! | `POST /api/solutions`, `DELETE /api/solutions/{id}` | keeps a solution that passes the referee, drops one |
//! | `POST /api/solutions/list` | the solutions of a level, with all their numbers |
//! | `GET /api/statistics`, `POST /api/tally` | the player's sums by day and collection; adds to them |
//! | `GET`, `POST`, `DELETE /api/attempts` | attempts logged with consent: as CSV, one more, none at all |
//! | `POST /api/check` | what is wrong with a drawing, and its dead squares |
//! | `GET /api/layers` | the layers and presets there are |
//! | `POST /api/layers` | what layers show of a position |
//! | `POST /api/map/place` | where a game is on the map of its level |
//! | `POST /api/map/go` | the moves to a state of the map |
//! | `POST /api/map/look` | the position of a state of the map |
//! | `POST /api/map/open` | the states of one component, drawn |
//! | `GET /api/tiles` | the games on tiles, with their levels and rules |
//! | `POST /api/tiles/read` | reads rules and levels of a game of the player's own |
//! | `POST /api/tiles/open` | a level of such a game for the board |
//! | `POST /api/tiles/play` | does steps in such a game |
//! | `POST /api/map/near` | the states around a game, drawn, with what can be proved of them |
//! | `GET /api/engines` | what can solve, and what it can be asked for |
//! | `GET /api/jobs` (WebSocket) | solve, optimise, hint, judge, way back, map, tiles: progress, results, stop |
//!
//! Everything that changes something answers after the transaction is on the disk:
//! neither a killed process nor a power cut loses what was acknowledged. Where that
//! cannot be done, a game goes on all the same: the answers to `open` and `play`
//! then say why in `unsaved`, and requests that do nothing but save get 507. Faults
//! of a request are answered with 4xx and `{"error": …}`.
//!
//! # Who may ask
//!
//! The server listens on the loopback address unless told otherwise. It answers
//! only requests whose `Host` is one of its own names (so no other name can be
//! pointed at it), whose `Origin`, if there is one, is that same host, and, under
//! `/api`, which carry the token of this run. No path of a request reaches the
//! file system: the page is part of the program, and everything else is in one
//! database.

mod access;
mod app;
mod collections;
mod connections;
mod database;
mod fault;
mod jobs;
mod page;
mod questions;
mod schema;
mod server;
mod store;
mod token;
mod trouble;

pub use app::{MAX_BODY, app};
pub use connections::{MOST_CONNECTIONS, serve};
pub use jobs::{Workers, serve_job};
pub use server::{Config, Server};
pub use soko_page::{Elsewhere, MAX_CELLS, MAX_SIDE};
pub use store::Store;
pub use trouble::Refused;
