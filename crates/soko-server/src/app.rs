//! The application: which request goes to which handler.

use crate::{Server, access, fault, jobs, page, questions};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::Arc;

/// The largest body of a request, in bytes.
pub const MAX_BODY: usize = 4 << 20;

/// What can be asked, for programs; `tests/openapi/` makes it of the table of questions.
const DESCRIPTION: &str = include_str!("../../../docs/openapi.json");

/// The application as a router, testable without a socket.
pub fn app(server: Arc<Server>) -> Router {
    // Requests to the interface need the token of this run; the page itself does not.
    let api = Router::new()
        .route("/jobs", get(jobs::socket).post(jobs::once))
        .merge(questions::routes())
        .fallback(fault::no_such_request)
        .layer(middleware::from_fn_with_state(
            server.clone(),
            access::require_token,
        ));
    let outside = match server.config.has_page {
        true => Router::new().fallback(page::page),
        false => Router::new().fallback(fault::no_such_request),
    };
    outside
        .route("/api/openapi.json", get(description))
        .nest("/api", api)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(
            server.clone(),
            access::require_own_host,
        ))
        .with_state(server)
}

async fn description() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DESCRIPTION)
}
