//! The local web application: the page, the levels and the engines behind one
//! port of this machine.
//!
//! # The interface
//!
//! JSON over HTTP, and one WebSocket a tab for long jobs. The server holds **no
//! session**: every request carries the level as text and the game as a string
//! of moves, so a reload, a second tab or a restarted server changes nothing.
//! Replaying a game costs microseconds; what is dear to compute about a level is
//! kept in a bounded cache. The page knows no rules: it asks what a
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
//! | request | does |
//! | --- | --- |
//! | `GET /` | the page, with the token of this run inside |
//! | `GET /api/library` | the collections |
//! | `GET /api/library/{id}` | the levels of one, with what the player has done |
//! | `POST /api/read` | reads text in any format: levels and diagnostics |
//! | `POST /api/collections`, `DELETE /api/collections/{id}` | keeps or drops a collection |
//! | `POST /api/open` | a level for the board, and the game kept for it |
//! | `POST /api/play` | does one thing in a game, and keeps the game |
//! | `POST /api/box` | where a box can be brought |
//! | `POST /api/way` | the moves that bring a box somewhere, without making them |
//! | `POST /api/runs` | the cursors to which a run of one box's pushes leads back and on |
//! | `POST /api/positions`, `DELETE /api/positions/{id}` | named saved positions |
//! | `POST /api/solutions` | keeps a solution that passes the referee |
//! | `POST /api/check` | what is wrong with a drawing, and its dead squares |
//! | `GET /api/layers` | the layers and presets there are |
//! | `POST /api/layers` | what layers show of a position |
//! | `POST /api/map/place` | where a game is on the map of its level |
//! | `POST /api/map/go` | the moves to a state of the map |
//! | `POST /api/map/look` | the position of a state of the map |
//! | `POST /api/map/open` | the states of one component, drawn |
//! | `GET /api/engines` | what can solve, and what it can be asked for |
//! | `GET /api/jobs` (WebSocket) | solve, hint, judge, way back, map: progress, results, stop |
//!
//! Everything that changes something answers after the transaction is committed:
//! a killed process loses nothing that was acknowledged. Faults of a request are
//! answered with 4xx and `{"error": …}`.
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
mod fault;
mod game_text;
mod jobs;
mod layers;
mod levels;
mod library;
mod maps;
mod page;
mod play;
mod positions;
mod store;

pub use levels::{MAX_CELLS, MAX_SIDE};
pub use store::Store;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{delete, get, post};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The largest body of a request, in bytes.
pub const MAX_BODY: usize = 4 << 20;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The names under which it may be asked for, without ports.
    pub hosts: Vec<String>,
    /// What every request to `/api` must carry.
    pub token: String,
    /// A collection that the user opened on the command line: name and bytes.
    pub opened: Option<(String, Vec<u8>)>,
    /// How many jobs may run at once.
    pub n_jobs: usize,
}

impl Default for Config {
    /// Loopback only, a fresh token, as many jobs as there are cores.
    fn default() -> Config {
        let cores = std::thread::available_parallelism();
        Config {
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(String::from).into(),
            token: access::fresh_token(),
            opened: None,
            n_jobs: cores.map_or(1, |n| n.get()),
        }
    }
}

/// Everything the handlers share.
pub struct Server {
    config: Config,
    store: Store,
    levels: levels::LevelCache,
    pool: jobs::Pool,
    maps: maps::Shelf,
}

impl Server {
    /// A server over a store.
    pub fn new(config: Config, store: Store) -> Arc<Server> {
        let pool = jobs::Pool::new(config.n_jobs);
        Arc::new(Server {
            config,
            store,
            levels: levels::LevelCache::default(),
            pool,
            maps: maps::Shelf::default(),
        })
    }
}

/// The application as a router, testable without a socket.
pub fn app(server: Arc<Server>) -> Router {
    let api = Router::new()
        .route("/library", get(library::collections))
        .route("/library/{id}", get(library::levels))
        .route("/read", post(library::read))
        .route("/collections", post(library::keep))
        .route("/collections/{id}", delete(library::drop_collection))
        .route("/open", post(play::open))
        .route("/play", post(play::play))
        .route("/box", post(play::box_reach))
        .route("/way", post(play::way))
        .route("/runs", post(play::runs))
        .route("/positions", post(positions::keep))
        .route("/positions/{id}", delete(positions::drop_position))
        .route("/solutions", post(positions::keep_solution))
        .route("/check", post(library::check))
        .route("/layers", get(layers::catalogue).post(layers::layers))
        .route("/map/place", post(maps::place))
        .route("/map/go", post(maps::go))
        .route("/map/look", post(maps::look))
        .route("/map/open", post(maps::open))
        .route("/engines", get(library::engines))
        .route("/jobs", get(jobs::socket))
        .fallback(fault::no_such_request)
        .layer(middleware::from_fn_with_state(
            server.clone(),
            access::require_token,
        ));
    Router::new()
        .nest("/api", api)
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(
            server.clone(),
            access::require_own_host,
        ))
        .with_state(server)
}

/// Serves until the listener fails or the future that waits is dropped.
pub async fn serve(server: Arc<Server>, listener: TcpListener) -> std::io::Result<()> {
    axum::serve(listener, app(server)).await
}
