//! A job as a single request: `POST /api/jobs` answers when it is done. For programs that
//! want neither progress nor a socket. Whoever does not wait for the answer has stopped
//! the job.

use super::pool::Stop;
use super::process::{do_job, read};
use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use axum::extract::State as Shared;
use serde_json::Value;
use std::sync::Arc;

/// Stops a job when nobody waits for it any more.
struct Waiting(Arc<Stop>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

pub(crate) async fn once(
    Shared(server): Shared<Arc<Server>>,
    Body(sent): Body<Value>,
) -> Answer<Value> {
    let job = read(sent.clone())?;
    let busy = || Fault::busy("the server is busy; try again in a moment");
    let place = server.pool.waiting.of(job.lane()).clone();
    let place = place.try_acquire_owned().map_err(|_| busy())?;
    let running = server.pool.running.of(job.lane()).clone();
    let running = running.acquire_owned().await.map_err(|_| busy())?;
    drop(place);
    let stop = Arc::new(Stop::default());
    let _waiting = Waiting(stop.clone());
    blocking(move || {
        // The place is held until the work is really over.
        let _running = running;
        do_job(&server, &job, sent, &stop.flag, &mut |_| ())
    })
    .await
}
