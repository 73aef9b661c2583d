//! Connections: a bounded number, each with a bounded patience.
//!
//! A connection that sends no whole head of a request in time (`Config::head_time`)
//! is closed, whether it is slow, idle or gone. There are [`MOST_CONNECTIONS`] at a
//! time. When all
//! are taken, the one that has been waiting longest makes room for a new one, so
//! that idle sockets, however many, keep nobody out. A body that does not come in
//! time is refused where it is read (`fault.rs`), and sockets for jobs have a number
//! of their own (`jobs/tab.rs`).

use crate::{Server, app};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The most connections at a time.
pub const MOST_CONNECTIONS: usize = 256;

/// The pause after a connection could not be accepted, for want of files mostly.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until the future that waits is dropped.
pub async fn serve(server: Arc<Server>, listener: TcpListener) -> std::io::Result<()> {
    let head_time = server.config.head_time;
    let app = TowerToHyperService::new(app(server));
    let room = Arc::new(Room::new());
    loop {
        // What goes wrong here concerns one connection, or passes.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Events of a job are small and follow each other; none is to wait until the
        // one before it is acknowledged. Where that cannot be set, they do.
        let _ = stream.set_nodelay(true);
        let seat = room.sit_down();
        let (app, room) = (app.clone(), room.clone());
        tokio::spawn(async move {
            let talk = talk(stream, seat.clone(), app, head_time);
            tokio::select! {
                () = talk => {}
                () = seat.leave.notified() => {}
            }
            room.get_up(&seat);
        });
    }
}

/// Serves one connection to its end.
async fn talk(
    stream: TcpStream,
    seat: Arc<Seat>,
    app: TowerToHyperService<axum::Router>,
    head_time: Duration,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        seat.is_busy.store(true, Ordering::Relaxed);
        let (seat, answer) = (seat.clone(), app.call(request));
        async move {
            let answer = answer.await;
            seat.wait();
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // How a connection ends is the business of its other end.
    let _ = connection.await;
}

/// All connections.
struct Room {
    start: Instant,
    seats: Mutex<Vec<Arc<Seat>>>,
}

/// One connection: whether it is being answered, and since when it waits if not.
struct Seat {
    start: Instant,
    is_busy: AtomicBool,
    waiting_since: AtomicU64,
    leave: Notify,
}

impl Room {
    fn new() -> Room {
        Room {
            start: Instant::now(),
            seats: Mutex::default(),
        }
    }

    /// A seat for a new connection; the one that has been waiting longest leaves if
    /// all are taken.
    fn sit_down(&self) -> Arc<Seat> {
        let seat = Arc::new(Seat {
            start: self.start,
            is_busy: AtomicBool::new(false),
            waiting_since: AtomicU64::new(0),
            leave: Notify::new(),
        });
        seat.wait();
        let mut seats = self.lock();
        if seats.len() >= MOST_CONNECTIONS {
            let order = |seat: &Seat| {
                let is_busy = seat.is_busy.load(Ordering::Relaxed);
                (is_busy, seat.waiting_since.load(Ordering::Relaxed))
            };
            let longest = (0..seats.len()).min_by_key(|&i| order(&seats[i]));
            if let Some(longest) = longest {
                seats.swap_remove(longest).leave.notify_one();
            }
        }
        seats.push(seat.clone());
        seat
    }

    fn get_up(&self, seat: &Arc<Seat>) {
        self.lock().retain(|other| !Arc::ptr_eq(other, seat));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Seat>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// From now on it waits for its next request.
    fn wait(&self) {
        let now = self.start.elapsed().as_micros() as u64;
        self.waiting_since.store(now, Ordering::Relaxed);
        self.is_busy.store(false, Ordering::Relaxed);
    }
}
