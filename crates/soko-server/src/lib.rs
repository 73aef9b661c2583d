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
//! `GET /` is the page, with the token of this run inside. What can be asked below `/api`
//! is the table [`soko_page::QUESTIONS`], and `docs/openapi.json` describes it for other
//! programs; the server hands that out as `/api/openapi.json`. Jobs (solve, optimise, hint,
//! judge, way back, map, grade, tiles) are asked for over a WebSocket at `/api/jobs`, with
//! progress and stop, or by `POST /api/jobs`, which answers when the job is done.
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
