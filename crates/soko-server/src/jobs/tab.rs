//! A tab and its socket: takes orders, starts jobs, and hands on their events.

use super::pool::{ByLane, Stop, places};
use super::process::{cancelled, do_job};
use crate::Server;
use crate::fault::Fault;
use axum::extract::State as Shared;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_page::jobs::{Job, Lane};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::Instant;

/// The most jobs of one tab, those that wait among them.
const MAX_PER_TAB: usize = 8;

/// The largest message that a tab may send.
const MAX_MESSAGE: usize = 1 << 20;

/// A tab is asked now and then whether it is still there; browsers answer by
/// themselves.
const KNOCK_EVERY: Duration = Duration::from_secs(30);
const MAX_UNANSWERED: u32 = 3;

/// The jobs of one tab; dropped with its connection, it stops them all.
#[derive(Default)]
struct Tab(HashMap<u64, Arc<Stop>>);

impl Drop for Tab {
    fn drop(&mut self) {
        self.0.drain().for_each(|(_, stop)| stop.stop());
    }
}

/// What a tab wants. The job is read apart, so that a fault in it is told with the
/// number of the job.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Order {
    Start { start: u64, job: Value },
    Stop { stop: u64 },
}

pub(crate) async fn socket(
    Shared(server): Shared<Arc<Server>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Fault> {
    let place = server.pool.tabs.clone().try_acquire_owned();
    let place = place.map_err(|_| Fault::busy("too many tabs are open"))?;
    let answer = upgrade
        .max_message_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            tend(server, socket).await;
            drop(place);
        });
    Ok(answer)
}

/// Serves one tab until it is gone.
async fn tend(server: Arc<Server>, mut socket: WebSocket) {
    let mut tab = Tab::default();
    let turns = places(1, 1);
    let (events, mut inbox) = mpsc::channel::<(u64, bool, Value)>(64);
    let mut knock = tokio::time::interval_at(Instant::now() + KNOCK_EVERY, KNOCK_EVERY);
    let mut unanswered = 0;
    loop {
        tokio::select! {
            // 1. A tab that no longer answers is gone.
            _ = knock.tick() => {
                unanswered += 1;
                let ping = Message::Ping(Default::default());
                if unanswered > MAX_UNANSWERED || socket.send(ping).await.is_err() {
                    return;
                }
            }
            // 2. What the page wants.
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if let Some(refusal) = obey(&server, &mut tab, &turns, &events, &text)
                        && socket.send(Message::text(refusal.to_string())).await.is_err()
                    {
                        return;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => unanswered = 0,
            },
            // 3. What the jobs have to say.
            Some((id, is_last, event)) = inbox.recv() => {
                if is_last {
                    tab.0.remove(&id);
                }
                if socket.send(Message::text(event.to_string())).await.is_err() {
                    return;
                }
            }
        }
    }
}

type Events = mpsc::Sender<(u64, bool, Value)>;

/// Does what a message asks; an event is given back if that is refused.
fn obey(
    server: &Arc<Server>,
    tab: &mut Tab,
    turns: &ByLane<Arc<Semaphore>>,
    events: &Events,
    text: &str,
) -> Option<Value> {
    // 1. What is it?
    let (id, sent) = match serde_json::from_str(text) {
        Ok(Order::Stop { stop }) => {
            if let Some(known) = tab.0.get(&stop) {
                known.stop();
            }
            return None;
        }
        Ok(Order::Start { start, job }) => (start, job),
        Err(error) => return Some(json!({"event": "failed", "error": error.to_string()})),
    };
    let refuse = |error: &str| Some(json!({"id": id, "event": "failed", "error": error}));
    let job: Job = match serde_json::from_value(sent.clone()) {
        Ok(job) => job,
        Err(error) => return refuse(&error.to_string()),
    };
    // 2. Is there room for it?
    if tab.0.contains_key(&id) || tab.0.len() >= MAX_PER_TAB {
        return refuse("this tab has too many jobs");
    }
    let lane = job.lane();
    let Ok(place) = server.pool.waiting.of(lane).clone().try_acquire_owned() else {
        return refuse("the server is busy; try again in a moment");
    };
    // 3. It waits for its turn by itself.
    let stop = Arc::new(Stop::default());
    tab.0.insert(id, stop.clone());
    let task = Task {
        server: server.clone(),
        turn: turns.of(lane).clone(),
        lane,
        events: events.clone(),
        id,
        stop,
    };
    tokio::spawn(task.run(job, sent, place));
    None
}

/// One job from its start to its last event.
struct Task {
    server: Arc<Server>,
    turn: Arc<Semaphore>,
    lane: Lane,
    events: Events,
    id: u64,
    stop: Arc<Stop>,
}

impl Task {
    async fn run(self, job: Job, sent: Value, place: OwnedSemaphorePermit) {
        self.tell(false, json!({"event": "waiting"})).await;
        let permits = tokio::select! {
            permits = self.permits() => permits,
            () = self.stop.wake.notified() => None,
        };
        drop(place);
        let Some(permits) = permits else {
            return self
                .tell(true, json!({"event": "done", "result": cancelled()}))
                .await;
        };
        let (server, stop) = (self.server.clone(), self.stop.clone());
        let (events, id) = (self.events.clone(), self.id);
        let result = tokio::task::spawn_blocking(move || {
            // The places are held until the work is really over.
            let _permits = permits;
            let mut report = |progress: Value| {
                let event = json!({"id": id, "event": "progress", "progress": progress});
                // A slow reader misses some of the progress, never the end.
                let _ = events.try_send((id, false, event));
            };
            do_job(&server, &job, sent, &stop.flag, &mut report)
        })
        .await;
        let last = match result {
            Ok(Ok(result)) => json!({"event": "done", "result": result}),
            Ok(Err(fault)) => json!({"event": "failed", "error": fault.message()}),
            Err(_) => json!({"event": "failed", "error": "this job stumbled; please report it"}),
        };
        self.tell(true, last).await;
    }

    /// The turn of this tab, then one of the places for all.
    async fn permits(&self) -> Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)> {
        let turn = self.turn.clone().acquire_owned().await.ok()?;
        let running = self
            .server
            .pool
            .running
            .of(self.lane)
            .clone()
            .acquire_owned()
            .await
            .ok()?;
        Some((turn, running))
    }

    async fn tell(&self, is_last: bool, mut event: Value) {
        event["id"] = json!(self.id);
        // Nobody listens any more once the tab is gone.
        let _ = self.events.send((self.id, is_last, event)).await;
    }
}
