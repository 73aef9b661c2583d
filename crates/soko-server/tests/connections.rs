//! Sockets that do nothing, or little, keep nobody out.

use soko_server::{Config, MOST_CONNECTIONS};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn start(head_time: Duration) -> SocketAddr {
    let config = Config {
        head_time,
        ..Config::default()
    };
    crate::common::start(config).await.1
}

/// Asks for the page over a connection that may stay open.
async fn ask(stream: &mut TcpStream) -> String {
    let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = vec![0; 1 << 14];
    let n = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..n]).into_owned()
}

/// Whether the server closes a connection within such a time.
async fn is_closed(stream: &mut TcpStream, within: Duration) -> bool {
    let mut rest = Vec::new();
    let read = stream.read_to_end(&mut rest);
    tokio::time::timeout(within, read).await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_sockets_keep_nobody_out() {
    let address = start(Duration::from_secs(60)).await;
    // One that has just been used stays, however many come and wait.
    let mut used = TcpStream::connect(address).await.unwrap();
    let mut idle = Vec::new();
    for _ in 0..MOST_CONNECTIONS + 100 {
        idle.push(TcpStream::connect(address).await.unwrap());
        if idle.len() % 50 == 0 {
            assert!(ask(&mut used).await.starts_with("HTTP/1.1 200"));
        }
    }
    let asked = Instant::now();
    let mut fresh = TcpStream::connect(address).await.unwrap();
    assert!(ask(&mut fresh).await.starts_with("HTTP/1.1 200"));
    assert!(ask(&mut used).await.starts_with("HTTP/1.1 200"));
    assert!(asked.elapsed() < Duration::from_secs(5));
    // The first that came had to go, the last are there.
    assert!(is_closed(&mut idle[0], Duration::from_secs(5)).await);
    let last = idle.last_mut().unwrap();
    assert!(!is_closed(last, Duration::from_millis(50)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_heads_and_idle_connections_are_closed() {
    let address = start(Duration::from_millis(300)).await;
    let wait = Duration::from_secs(5);
    // Nothing at all; half a head; and a head that goes on for ever.
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut half = TcpStream::connect(address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHos").await.unwrap();
    let mut dripping = TcpStream::connect(address).await.unwrap();
    dripping.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let drip = async {
        // Either side of a connection that is closed may notice first.
        while dripping.write_all(b"x: y\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(wait, drip).await.is_ok());
    assert!(is_closed(&mut silent, wait).await);
    assert!(is_closed(&mut half, wait).await);
    // One that was used and then does nothing.
    let mut idle = TcpStream::connect(address).await.unwrap();
    assert!(ask(&mut idle).await.starts_with("HTTP/1.1 200"));
    assert!(is_closed(&mut idle, wait).await);
}
