//! A tab of the page, as far as the server knows it: one socket for jobs.
#![allow(dead_code)]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub struct Tab(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Tab {
    pub async fn open(address: SocketAddr, token: &str) -> Tab {
        let url = format!("ws://{address}/api/jobs?token={token}");
        Tab(connect_async(url).await.unwrap().0)
    }

    pub async fn send(&mut self, order: Value) {
        let text = Message::text(order.to_string());
        self.0.send(text).await.unwrap();
    }

    pub async fn next(&mut self) -> Value {
        let wait = Duration::from_secs(20);
        let message = tokio::time::timeout(wait, self.0.next()).await.unwrap();
        serde_json::from_str(message.unwrap().unwrap().to_text().unwrap()).unwrap()
    }

    /// The first event of this kind.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next().await;
            if event["event"] == kind {
                return event;
            }
        }
    }

    pub async fn ask(&mut self, job: Value) -> Value {
        self.send(json!({"start": 1, "job": job})).await;
        self.until("done").await["result"].clone()
    }
}
