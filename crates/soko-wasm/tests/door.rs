//! The door of the browser, tried on this machine: every question is answered or
//! refused in words, what is kept comes back from its rows, two windows merge, and a
//! search tells how far it is.
//!
//! A thread has a desktop of its own, as a window of the browser has.

use serde_json::{Value, json};
use soko_page::{Method, QUESTIONS, WORKERS};
use soko_wasm::{ask, search, take_over};

const LEVEL: &str = "########\n#      #\n# @$ . #\n#      #\n########\n";

fn told(method: &str, path: &str, body: Value) -> Value {
    let now = json!({"seconds": 1_800_000_000, "day": "2027-01-15"});
    let question = json!({"method": method, "path": path, "body": body, "now": now});
    serde_json::from_str(&ask(&question.to_string())).unwrap()
}

fn answer(method: &str, path: &str, body: Value) -> Value {
    let told = told(method, path, body);
    assert!(told["error"].is_null(), "{method} {path}: {told}");
    told["answer"].clone()
}

fn post(path: &str, body: Value) -> Value {
    answer("POST", path, body)
}

/// The example of a question with a body.
fn body(path: &str) -> Value {
    let questions = QUESTIONS.iter().chain(WORKERS);
    let mut posts = questions.filter(|question| question.method == Method::Post);
    let found = posts.find(|question| question.path == path);
    (found.expect("there is such a question").example)()
}

#[test]
fn every_question_is_answered() {
    // The map and a game come first: others ask for places on them.
    post("jobs/settle", body("jobs/settle"));
    post("play", body("play"));
    for question in QUESTIONS.iter().chain(WORKERS) {
        let method = question.method.name();
        match question.path {
            "library/{name}" => drop(answer(method, "library/tutorial", Value::Null)),
            path if path.contains('{') => {
                let path = path.replace("{id}", "99").replace("{place}", "1");
                let refused = told(method, &path, (question.example)());
                assert!(refused["error"].is_string(), "{path}: {refused}");
            }
            path if method == "POST" => {
                post(path, body(path));
                let refused = told(method, path, json!({"level": 7, "nonsense": []}));
                assert!(refused["error"].is_string(), "{path}");
                assert_eq!(refused["changes"], json!([]), "{path}");
            }
            path => drop(answer(method, path, Value::Null)),
        }
    }
    assert!(told("GET", "fly", Value::Null)["error"].is_string());
    assert!(ask("no question").starts_with(r#"{"error":"#));
}

/// What a window has written so far, by table and number.
fn rows(of: &mut Vec<Value>, told: &Value) {
    of.extend(told["changes"].as_array().unwrap().iter().cloned());
}

#[test]
fn what_is_kept_comes_back_from_its_rows() {
    let mut written = Vec::new();
    for path in ["play", "lines", "collections", "tally", "attempts"] {
        rows(&mut written, &told("POST", path, body(path)));
    }
    let opened = post("open", json!({"level": LEVEL, "tree": true}));
    let (days, attempts) = (
        answer("GET", "statistics", Value::Null),
        answer("GET", "attempts", Value::Null),
    );
    assert_eq!(opened["game"]["moves"], "RR");
    assert_eq!(opened["best"]["pushes"]["moves"], "RR");
    // A window that is opened later has the rows from the database.
    take_over("[]", true);
    assert!(post("open", json!({"level": LEVEL}))["game"].is_null());
    take_over(&json!(written).to_string(), true);
    assert_eq!(post("open", json!({"level": LEVEL, "tree": true})), opened);
    assert_eq!(answer("GET", "statistics", Value::Null), days);
    assert_eq!(answer("GET", "attempts", Value::Null), attempts);
    let library = answer("GET", "library", Value::Null);
    let mine = library
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["own"] == true);
    let id = mine.unwrap()["id"].as_str().unwrap();
    let shelf = answer("GET", &format!("library/{id}"), Value::Null);
    assert_eq!(shelf["levels"][0]["pushes"], 2);
    // What is dropped is dropped from the rows.
    let dropped = told("DELETE", &format!("collections/{id}"), Value::Null);
    assert_eq!(dropped["changes"][0]["row"], Value::Null);
}

/// Two windows that play at once: new rows are marked as new, so that the database
/// refuses the second of the same number; asked again over all rows, both lines stay.
#[test]
fn two_windows_merge() {
    let play = |moves: &str| {
        let action = json!({"type": "steps", "steps": moves});
        told(
            "POST",
            "play",
            json!({"level": LEVEL, "moves": "", "action": action}),
        )
    };
    let first = play("r");
    take_over("[]", true);
    let second = play("u");
    let (one, other) = (&first["changes"][0], &second["changes"][0]);
    assert_eq!((&one["table"], &one["id"]), (&other["table"], &other["id"]));
    assert!(one["is_new"] == true && other["is_new"] == true);
    // The second is overtaken: it takes over what the first has written, and plays again.
    take_over(&first["changes"].to_string(), true);
    let again = play("u");
    assert!(again["changes"][0]["id"].as_i64() > one["id"].as_i64());
    let opened = post("open", json!({"level": LEVEL, "tree": true}));
    assert_eq!(opened["events"].as_array().unwrap().len(), 2);
    assert_eq!(opened["game"]["moves"], "u");
}

/// A window hears only what it does not know, and a solution belongs to the one who is
/// more like the player, whoever came first.
#[test]
fn what_is_new_and_whose_it_is() {
    let steps = |moves: &str, steps: &str, since: u64| {
        let action = json!({"type": "steps", "steps": steps});
        post(
            "play",
            json!({"level": LEVEL, "moves": moves, "action": action, "since": since}),
        )
    };
    let first = steps("", "r", 0);
    let seq = first["events"][0][0].as_u64().unwrap();
    assert_eq!(steps("R", "u", seq)["events"].as_array().unwrap().len(), 1);
    let keep = |by: &str| {
        let kept = post(
            "solutions",
            json!({"level": LEVEL, "moves": "RR", "by": by}),
        );
        kept["solutions"][0]["by"].clone()
    };
    assert_eq!(keep("solver"), "solver");
    assert_eq!(keep("you"), "you");
    assert_eq!(keep("solver"), "you");
    // Only what is asked with the right method is answered.
    assert!(told("GET", "play", body("play"))["error"].is_string());
}

#[test]
fn a_job_of_each_kind_is_done() {
    for example in soko_page::example::jobs() {
        let result = search(&example.job.to_string(), &mut |_| ());
        assert!(
            result.is_ok_and(|result| result.is_object()),
            "{}",
            example.kind
        );
    }
}

#[test]
fn a_search_solves_and_tells_how_far_it_is() {
    let solve =
        json!({"type": "solve", "game": {"level": LEVEL}, "goal": "pushes", "engine": "astar"});
    let result = search(&solve.to_string(), &mut |_| ()).unwrap();
    assert_eq!(
        (&result["outcome"], &result["nPushes"]),
        (&json!("solved"), &json!(2))
    );
    assert_eq!(result["optimal"], "pushes");
    // A hall that takes longer than a report.
    let rows = ["#####################", "#@                  #"];
    let hall = rows.into_iter().chain(["# $ $ $ $   . . . . #"; 6]);
    let hall: Vec<&str> = hall.chain(["#####################"]).collect();
    let game = json!({"level": hall.join("\n")});
    let solve =
        json!({"type": "solve", "game": game, "goal": "moves", "engine": "astar", "seconds": 1});
    let mut n_reports = 0;
    let result = search(&solve.to_string(), &mut |_| n_reports += 1).unwrap();
    assert_eq!(result["outcome"], "stopped");
    assert!(n_reports > 2, "{n_reports}");
}
