//! The description of the interface for other programs, `docs/openapi.json`, is made here:
//! of the table of questions, of the jobs there are, and of what the server answers to the
//! example of each. So it cannot say what is not so; where it lags behind,
//! `OPENAPI=write cargo test -p soko-server --test all openapi` makes it anew.

mod document;
mod shape;

use crate::common::TOKEN;
use crate::common::without_socket::{post, request, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Method as HttpMethod, StatusCode};
use document::{Answered, document};
use serde_json::{Value, json};
use soko_page::{Method, QUESTIONS, Question, example};
use soko_server::{Config, Elsewhere, Server, Store, app};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");

/// An application that knows a collection by name and keeps nothing.
fn fresh(has_page: bool) -> Router {
    let elsewhere = Elsewhere {
        names: || Ok(vec!["Known".into()]),
        read: |_| Ok(b"#####\n#@$.#\n#####\n".to_vec()),
    };
    let config = Config {
        token: TOKEN.into(),
        elsewhere: Some(elsewhere),
        has_page,
        ..Config::default()
    };
    app(Server::new(config, Store::ephemeral().unwrap()))
}

/// The path with something for each word in braces.
fn filled(path: &str) -> String {
    let path = path.replace("{name}", "tutorial");
    format!("/api/{}", path.replace("{id}", "1").replace("{place}", "1"))
}

/// Asks a question with a body; the answer must be a good one.
async fn answer(app: &Router, question: &Question, body: &Value) -> (StatusCode, Value) {
    let method: HttpMethod = question.method.name().parse().unwrap();
    let body = match body {
        Value::Null => Body::empty(),
        body => Body::from(body.to_string()),
    };
    let request = request(method, &filled(question.path)).body(body);
    send(app, request.unwrap()).await
}

/// The order in which examples can be asked: what is dropped or renamed must be there.
fn order(question: &&Question) -> (usize, usize) {
    let first = [Method::Post, Method::Get, Method::Patch, Method::Delete];
    let rank = first.iter().position(|method| *method == question.method);
    // A level is dropped before its collection.
    let depth = question.path.matches('{').count();
    (rank.unwrap(), if rank == Some(3) { 9 - depth } else { 0 })
}

/// The fields of a body without which the question is refused as senseless.
async fn required(app: &Router, question: &Question, body: &Value) -> Vec<String> {
    let mut needed = Vec::new();
    for name in body
        .as_object()
        .into_iter()
        .flat_map(|fields| fields.keys())
    {
        let mut less = body.clone();
        less.as_object_mut().unwrap().remove(name);
        let (status, told) = answer(app, question, &less).await;
        let told = told["error"].as_str().unwrap_or_default().to_owned();
        if status == StatusCode::BAD_REQUEST && told.contains("missing field") {
            needed.push(name.clone());
        }
    }
    needed
}

/// Asks everything; every example must have an answer.
async fn ask_all(app: &Router) -> Vec<Answered> {
    let mut all = Vec::new();
    // Jobs come first: questions about the map want it mapped.
    for example in example::jobs() {
        let (status, answer) = post(app, "/api/jobs", example.job.clone()).await;
        assert_eq!(status, StatusCode::OK, "{}: {answer}", example.kind);
        all.push(Answered::job(&example, answer));
    }
    let mut questions: Vec<&Question> = QUESTIONS.iter().collect();
    questions.sort_by_key(order);
    for question in questions {
        let body = (question.example)();
        let (status, told) = answer(app, question, &body).await;
        assert_eq!(status, StatusCode::OK, "{}: {told}", question.path);
        let needed = required(&fresh(true), question, &body).await;
        all.push(Answered::question(question, body, needed, told));
    }
    all
}

#[tokio::test]
async fn the_description_is_what_the_server_does() {
    let made = document(&ask_all(&fresh(true)).await);
    let made = serde_json::to_string_pretty(&made).unwrap() + "\n";
    if std::env::var_os("OPENAPI").is_some() {
        std::fs::write(FILE, &made).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap();
    assert!(
        kept == made,
        "docs/openapi.json lags behind; OPENAPI=write cargo test -p soko-server --test all openapi"
    );
}

/// Every kind of job has an example: an unknown kind is refused with the list of them.
#[tokio::test]
async fn every_kind_of_job_is_described() {
    let (status, answer) = post(&fresh(true), "/api/jobs", json!({"type": "fly"})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let told = answer["error"].as_str().unwrap();
    let mut kinds: Vec<&str> = told.split('`').skip(3).step_by(2).collect();
    let mut own: Vec<&str> = example::jobs().iter().map(|job| job.kind).collect();
    kinds.sort_unstable();
    own.sort_unstable();
    assert_eq!(kinds, own, "{told}");
}

/// The description needs no token, the rest does; without the page there is no page.
#[tokio::test]
async fn a_server_for_programs_hands_out_its_description_and_no_page() {
    let app = fresh(false);
    let get = |path: &str| request(HttpMethod::GET, path).body(Body::empty()).unwrap();
    let mut asked = get("/api/openapi.json");
    asked.headers_mut().remove("x-soko-token");
    let (status, described) = send(&app, asked).await;
    assert_eq!(
        (status, &described["openapi"]),
        (StatusCode::OK, &json!("3.1.0"))
    );
    let mut asked = get("/api/library");
    asked.headers_mut().remove("x-soko-token");
    assert_eq!(send(&app, asked).await.0, StatusCode::UNAUTHORIZED);
    for path in ["/", "/index.html", "/api/nothing"] {
        assert_eq!(
            send(&app, get(path)).await.0,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    // A foreign host gets nothing at all.
    let mut asked = get("/api/openapi.json");
    asked
        .headers_mut()
        .insert("host", "elsewhere.example".parse().unwrap());
    assert_eq!(send(&app, asked).await.0, StatusCode::FORBIDDEN);
}
