//! The server: any body to any request is answered or refused, never with a fault of
//! ours.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use soko_server::{Config, Server, Store, app};
use std::cell::RefCell;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// The requests that take a body, each with its path.
const PATHS: [&str; 22] = [
    "/read",
    "/collections",
    "/open",
    "/play",
    "/box",
    "/way",
    "/runs",
    "/marks",
    "/solutions",
    "/check",
    "/layers",
    "/map/place",
    "/map/go",
    "/map/look",
    "/map/open",
    "/map/near",
    "/line",
    "/tree",
    "/lines",
    "/solutions/list",
    "/tally",
    "/attempts",
];

/// A server without a socket, made once a thread.
struct Desk {
    runtime: Runtime,
    app: axum::Router,
    token: String,
}

impl Desk {
    fn new() -> Desk {
        let store = Store::ephemeral().expect("a database in memory");
        let config = Config::default();
        let token = config.token.clone();
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let app = runtime.block_on(async { app(Server::new(config, store)) });
        Desk {
            runtime,
            app,
            token,
        }
    }
}

/// What is kept by requests fills a database in memory, so a desk is used up.
const REQUESTS_A_DESK: usize = 5_000;

thread_local! {
    static DESK: RefCell<(usize, Desk)> = RefCell::new((0, Desk::new()));
}

/// The first byte chooses the request, the others are its body.
pub fn requests(bytes: &[u8]) {
    let Some((first, body)) = bytes.split_first() else {
        return;
    };
    let path = PATHS[usize::from(*first) % PATHS.len()];
    DESK.with_borrow_mut(|(n_requests, desk)| {
        *n_requests += 1;
        if (*n_requests).is_multiple_of(REQUESTS_A_DESK) {
            *desk = Desk::new();
        }
        let request = Request::post(format!("/api{path}"))
            .header("host", "127.0.0.1")
            .header("content-type", "application/json")
            .header("x-soko-token", &desk.token)
            .body(Body::from(body.to_vec()))
            .expect("a request");
        let answer = desk.runtime.block_on(async {
            let answer = desk.app.clone().oneshot(request).await;
            let answer = answer.expect("the router never fails");
            let status = answer.status();
            let body = answer.into_body().collect().await.expect("a body");
            (status, body.to_bytes())
        });
        let (status, body) = answer;
        assert!(
            status != StatusCode::FORBIDDEN,
            "{path} is asked in the right way"
        );
        assert!(
            !status.is_server_error(),
            "{path} answers {status}: {body:?}"
        );
    });
}
