//! What several tests of the server share.
#![allow(dead_code)]

pub mod tab;
pub mod without_socket;

use soko_server::{Config, Server, Store, serve};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The token of every server in these tests.
pub const TOKEN: &str = "token-of-this-test";

/// A server that keeps nothing, on a port of its own.
pub async fn start(config: Config) -> (Arc<Server>, SocketAddr) {
    let token = TOKEN.into();
    let config = Config { token, ..config };
    let server = Server::new(config, Store::ephemeral().unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(server.clone(), listener));
    (server, address)
}
