//! The page's questions and searches in a browser, without a server.
//!
//! A worker of the page loads this as WebAssembly and calls it with JSON texts:
//! [`ask`] for what is answered at once, [`work`] for a search. What they do is in
//! `soko-page`, the same code that the server runs; here is only the door, and what is
//! kept for the player as rows (`rows.rs`).
//!
//! A search fills its worker until it ends, so it is stopped by ending the worker;
//! and it has a worker of its own, so that play goes on meanwhile.

mod rows;

use rows::{Change, Now, Rows};
use serde::Deserialize;
use serde_json::{Value, json};
use soko_page::jobs::{Desk, Job};
use soko_page::{Fault, Page, Patterns};
use std::sync::atomic::AtomicBool;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a search may hold, in bytes.
const MEMORY: usize = 1 << 30;

/// A page, and the rows under it.
struct Desktop {
    page: Page,
    rows: Rows,
}

impl Default for Desktop {
    fn default() -> Desktop {
        let rows = Rows::default();
        let page = Page::new(Box::new(rows.clone()), &Patterns::default());
        Desktop { page, rows }
    }
}

thread_local! {
    static DESKTOP: Desktop = Desktop::default();
}

#[wasm_bindgen]
extern "C" {
    /// Hears how far a search is; the worker defines it.
    #[wasm_bindgen(js_name = sokoProgress)]
    fn progress(text: &str);
}

/// What the worker asks.
#[derive(Deserialize)]
struct Asked {
    method: String,
    path: String,
    #[serde(default)]
    body: Value,
    #[serde(default)]
    now: Now,
}

/// Answers a question: method and path, a body, and what time it is. The answer
/// comes with what has to be written before it is true.
///
/// ```
/// let told = soko_wasm::ask(r#"{"method": "POST", "path": "read", "body": {"text": ""}}"#);
/// assert!(told.starts_with(r#"{"answer":{"name":null,"levels":[]"#), "{told}");
/// assert!(told.ends_with(r#""changes":[]}"#), "{told}");
/// ```
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    DESKTOP.with(|desktop| {
        let told = answer(desktop, question);
        let changes = desktop.rows.take_changes();
        match told {
            Ok(answer) => json!({"answer": answer, "changes": changes}),
            Err(fault) => json!({"error": fault.message(), "changes": changes}),
        }
        .to_string()
    })
}

/// Takes over rows, a JSON list of changes: from the database if `anew`, when those
/// that are here are forgotten, or from another window.
#[wasm_bindgen]
pub fn take_over(changes: &str, anew: bool) {
    DESKTOP.with(|desktop| {
        if anew {
            desktop.rows.clear();
        }
        let changes: Vec<Change> = serde_json::from_str(changes).unwrap_or_default();
        desktop.rows.take_over(changes);
        if anew {
            desktop.page.forget_trees();
        }
    });
}

/// Does a search: a job as the server's tabs ask for it. `sokoProgress` hears how far
/// it is.
#[wasm_bindgen]
pub fn work(job: &str) -> String {
    let found = search(job, &mut |how_far| progress(&how_far.to_string()));
    match found {
        Ok(answer) => json!({ "answer": answer }),
        Err(fault) => json!({ "error": fault.message() }),
    }
    .to_string()
}

/// Does a search; `report` hears how far it is.
pub fn search(job: &str, report: &mut (dyn FnMut(Value) + Send)) -> Result<Value, Fault> {
    let job: Job = serde_json::from_str(job).map_err(senseless)?;
    let never = AtomicBool::new(false);
    job.work(Desk {
        stop: &never,
        memory: MEMORY,
        patterns: Patterns::default(),
        report,
    })
}

fn answer(desktop: &Desktop, question: &str) -> Result<Value, Fault> {
    let asked: Asked = serde_json::from_str(question).map_err(senseless)?;
    desktop.rows.tell_time(asked.now);
    soko_page::ask(&desktop.page, &asked.method, &asked.path, asked.body)
}

fn senseless(error: serde_json::Error) -> Fault {
    Fault::bad(error.to_string())
}
