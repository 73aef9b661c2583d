//! The application: which request goes to which handler.

use crate::{Server, access, fault, jobs, page, questions};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::get;
use std::sync::Arc;

/// The largest body of a request, in bytes.
pub const MAX_BODY: usize = 4 << 20;

/// The application as a router, testable without a socket.
pub fn app(server: Arc<Server>) -> Router {
    // Requests to the interface need the token of this run; the page itself does not.
    let api = Router::new()
        .route("/jobs", get(jobs::socket))
        .merge(questions::routes())
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
