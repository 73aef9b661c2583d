//! The application: which request goes to which handler.

use crate::{Server, access, fault, jobs, layers, library, maps, page, play, positions};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{delete, get, post};
use std::sync::Arc;

/// The largest body of a request, in bytes.
pub const MAX_BODY: usize = 4 << 20;

/// The application as a router, testable without a socket.
pub fn app(server: Arc<Server>) -> Router {
    // Requests to the interface need the token of this run; the page itself does not.
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
