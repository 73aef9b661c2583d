//! What goes from the parent to the worker.

use serde::{Deserialize, Serialize};

/// The first line: the job, and the data that the worker can have at all.
#[derive(Serialize, Deserialize)]
pub(crate) struct Order<J> {
    pub most_data: Option<u64>,
    pub job: J,
}

/// The second line, if there is one: stop, and hand over what there is.
pub(crate) const STOP: &str = "stop";
