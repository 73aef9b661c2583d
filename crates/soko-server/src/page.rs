//! The page, built by Vite into `web/dist` and carried inside the program.

use crate::Server;
use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// Where the page expects the token of this run.
const TOKEN_MARK: &str = "SOKO_TOKEN";

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
<title>Sokoscope</title><h1>The page is not built yet</h1>\
<p>Run <code>make web</code> and start again; <code>make run</code> does both.</p></html>";

/// Answers with a file of the page; every path that names none is the page
/// itself, whose views live in the fragment.
pub(crate) async fn page(State(server): State<Arc<Server>>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match uri.path().trim_start_matches('/') {
        "" | "index.html" => index(&server.config.token),
        path => asset(path),
    }
}

fn index(token: &str) -> Response {
    let Some(file) = Dist::get("index.html") else {
        return Html(NOT_BUILT).into_response();
    };
    let text = String::from_utf8_lossy(&file.data).replace(TOKEN_MARK, token);
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    (no_store, Html(text)).into_response()
}

fn asset(path: &str) -> Response {
    let Some(file) = Dist::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") | Some("webmanifest") => "application/json",
        _ => "application/octet-stream",
    };
    let mut response = file.data.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // The names of assets carry a hash of their contents.
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    response
}
