//! The application without a socket.
#![allow(dead_code)]

use super::TOKEN;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use soko_server::{Config, Server, Store, app};
use tower::ServiceExt;

/// An application that keeps nothing.
pub fn fresh() -> Router {
    over(Store::ephemeral().unwrap())
}

/// An application over a store.
pub fn over(store: Store) -> Router {
    let token = TOKEN.into();
    let config = Config {
        token,
        ..Config::default()
    };
    app(Server::new(config, store))
}

pub fn request(method: Method, path: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, "127.0.0.1:7271")
        .header("x-soko-token", TOKEN)
        .header(header::CONTENT_TYPE, "application/json")
}

pub async fn send(app: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (
        status,
        serde_json::from_slice(&bytes).unwrap_or(Value::Null),
    )
}

pub async fn post(app: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    let request = request(Method::POST, path).body(Body::from(body.to_string()));
    send(app, request.unwrap()).await
}

pub async fn ok(app: &Router, path: &str, body: Value) -> Value {
    let (status, answer) = post(app, path, body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}
