//! The library without a socket: duplicates, links, exports, names, neighbourhoods.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use soko_core::Level;
use soko_format::read_collection;
use soko_server::{Config, Elsewhere, Server, Store, app};
use tower::ServiceExt;

const TOKEN: &str = "token-of-this-test";
const LEVEL: &str = "#######\n#@ $ .#\n#######\n";
/// The same turned, and one that nobody else has.
const TURNED: &str = "###\n#@#\n# #\n#$#\n# #\n#.#\n###\n";
const FRESH: &str = "###########\n#@  $   # #\n#   #  .  #\n# $   . # #\n###########\n";

fn fresh() -> Router {
    let elsewhere = Elsewhere {
        names: || Ok(vec!["Far_1".into()]),
        read: |name| match name {
            "Far_1" => Ok(b"#########\n#@  $  .#\n#########\n".to_vec()),
            _ => Err("there is no such collection".into()),
        },
    };
    let config = Config {
        token: TOKEN.into(),
        elsewhere: Some(elsewhere),
        ..Config::default()
    };
    app(Server::new(config, Store::ephemeral().unwrap()))
}

async fn ask(app: &Router, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, "127.0.0.1:7271")
        .header("x-soko-token", TOKEN)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()));
    let response = app.clone().oneshot(request.unwrap()).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let answer = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    (status, answer)
}

async fn ok(app: &Router, method: Method, path: &str, body: Value) -> Value {
    let (status, answer) = ask(app, method, path, body).await;
    assert_eq!(status, StatusCode::OK, "{path}: {answer}");
    answer
}

async fn keep(app: &Router, name: &str, text: &str, wish: &str) -> Value {
    let body = json!({"name": name, "text": text, "duplicates": wish});
    ok(app, Method::POST, "/api/collections", body).await
}

async fn boards(app: &Router, id: &Value) -> Vec<String> {
    let path = format!("/api/library/{}", id.as_str().unwrap());
    let shelf = ok(app, Method::GET, &path, Value::Null).await;
    let levels = shelf["levels"].as_array().unwrap().iter();
    levels
        .map(|level| level["text"].as_str().unwrap().to_string())
        .collect()
}

#[tokio::test]
async fn duplicates_are_told_skipped_linked_and_kept() {
    let app = fresh();
    let text = format!("{TURNED}\n{FRESH}\n{FRESH}");
    // 1. Told: nothing is kept as long as the player has not chosen.
    let told = keep(&app, "Mine", &text, "ask").await;
    assert_eq!((&told["id"], &told["count"]), (&Value::Null, &json!(0)));
    let found = told["duplicates"].as_array().unwrap();
    assert_eq!(found.len(), 2, "{told}");
    assert_eq!(found[0]["number"], 1);
    assert_eq!(found[0]["known"]["name"], "Tutorial");
    assert_eq!(found[1]["number"], 3);
    assert_eq!(found[1]["known"]["collection"], Value::Null);
    assert_eq!(found[1]["known"]["number"], 2);
    // 2. Skipped, linked, kept.
    let skipped = keep(&app, "Skipped", &text, "skip").await;
    assert_eq!(boards(&app, &skipped["id"]).await, [FRESH]);
    let linked = keep(&app, "Linked", &text, "link").await;
    assert_eq!(boards(&app, &linked["id"]).await, [LEVEL, FRESH, FRESH]);
    let kept = keep(&app, "Kept", &text, "keep").await;
    assert_eq!(boards(&app, &kept["id"]).await, [TURNED, FRESH, FRESH]);
    // 3. A text without anything new makes no collection.
    let nothing = keep(&app, "Nothing", &text, "skip").await;
    assert_eq!(nothing["id"], Value::Null);
    let list = ok(&app, Method::GET, "/api/library", Value::Null).await;
    assert!(!list.to_string().contains("Nothing"));
}

#[tokio::test]
async fn collections_known_by_name_are_listed_opened_and_compared() {
    let app = fresh();
    let known = ok(&app, Method::GET, "/api/known", Value::Null).await;
    assert_eq!(
        known,
        json!([{"id": "Far_1", "name": "Far 1", "count": 1, "own": false}])
    );
    assert_eq!(boards(&app, &json!("Far_1")).await.len(), 1);
    let (status, _) = ask(&app, Method::GET, "/api/library/Near_2", Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let told = keep(&app, "Mine", "#########\n#@  $  .#\n#########\n", "ask").await;
    assert_eq!(told["duplicates"][0]["known"]["name"], "Far 1");
}

#[tokio::test]
async fn levels_and_collections_are_renamed_and_dropped() {
    let app = fresh();
    let id = keep(&app, "Mine", &format!("{TURNED}\n{FRESH}"), "keep").await["id"].clone();
    let path = format!("/api/collections/{}", id.as_str().unwrap());
    let key = |board: &str| {
        let level: Level = board.parse().unwrap();
        level.exact_id().to_string()
    };
    // Another tab's idea of what is where does no harm.
    let wrong = json!({"key": key(FRESH), "title": "No"});
    let (status, _) = ask(&app, Method::PATCH, &format!("{path}/1"), wrong.clone()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (status, _) = ask(&app, Method::DELETE, &format!("{path}/1"), wrong).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (status, _) = ask(
        &app,
        Method::DELETE,
        &format!("{path}/0"),
        json!({"key": "k"}),
    )
    .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let right = json!({"key": key(TURNED)});
    ok(&app, Method::DELETE, &format!("{path}/1"), right).await;
    let right = json!({"key": key(FRESH), "title": "First now"});
    ok(&app, Method::PATCH, &format!("{path}/1"), right).await;
    ok(&app, Method::PATCH, &path, json!({"name": "Yours"})).await;
    let shelf = format!("/api/library/{}", id.as_str().unwrap());
    let shelf = ok(&app, Method::GET, &shelf, Value::Null).await;
    assert_eq!(shelf["name"], "Yours");
    assert_eq!(shelf["levels"][0]["title"], "First now");
    assert_eq!(shelf["levels"].as_array().unwrap().len(), 1);
    keep(&app, "Other", FRESH, "keep").await;
    let (status, _) = ask(&app, Method::PATCH, &path, json!({"name": "Other"})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    ok(&app, Method::DELETE, &path, Value::Null).await;
    let (status, _) = ask(&app, Method::PATCH, &path, json!({"name": "Gone"})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_export_has_the_solutions_and_is_read_again() {
    let app = fresh();
    let id = keep(&app, "Mine", &format!("{LEVEL}\n{FRESH}"), "keep").await["id"].clone();
    let game = json!({"level": LEVEL, "moves": "rRR", "action": {"type": "look"}});
    ok(&app, Method::POST, "/api/play", game).await;
    let path = format!("/api/export/{}", id.as_str().unwrap());
    let file = ok(&app, Method::GET, &path, Value::Null).await;
    assert_eq!(
        (&file["name"], &file["solutions"]),
        (&json!("Mine"), &json!(1))
    );
    let read = read_collection(file["text"].as_str().unwrap().as_bytes());
    assert_eq!(read.title(), Some("Mine"));
    let texts = read.entries.iter().map(|entry| entry.setup.to_string());
    assert_eq!(texts.collect::<Vec<_>>(), [LEVEL, FRESH]);
    assert_eq!(read.entries[0].games[0].moves, "rRR");
    assert!(read.entries[1].games.is_empty());
    // What is in the file already is not written twice.
    let built_in = ok(&app, Method::GET, "/api/export/tutorial", Value::Null).await;
    assert_eq!(built_in["solutions"], 0);
}

#[tokio::test]
async fn moves_from_elsewhere_are_played_as_far_as_the_rules_allow() {
    let app = fresh();
    let line = |moves: &str| json!({"level": LEVEL, "moves": moves});
    for (moves, played, words, column) in [
        ("rRR", "rRR", "", 0),
        ("Rrr", "rRR", "", 0),
        ("3r", "rRR", "", 0),
        (
            "rRRR",
            "rRR",
            "the box at row 2, column 6 goes into a wall",
            4,
        ),
        (
            "u",
            "",
            "move 1 (up): the man at row 2, column 2 walks into a wall",
            1,
        ),
        ("rxR", "", "x", 2),
        ("[]R", "", "these are the moves of a reverse game", 1),
    ] {
        let answer = ok(&app, Method::POST, "/api/line", line(moves)).await;
        assert_eq!(answer["moves"], played, "{moves}: {answer}");
        let refused = &answer["refused"];
        assert_eq!(refused.is_null(), words.is_empty(), "{moves}: {answer}");
        if column > 0 {
            let message = refused["message"].as_str().unwrap();
            assert!(message.contains(words), "{moves}: {message}");
            assert_eq!(
                (&refused["line"], &refused["column"]),
                (&json!(1), &json!(column))
            );
        }
    }
}

#[tokio::test]
async fn every_text_without_a_level_is_told_with_its_place() {
    let app = fresh();
    for (text, line, column) in [
        ("", 1, 1),
        ("\n\n  ", 1, 1),
        ("\n  Dear friend\n", 2, 3),
        ("<html></html>", 1, 1),
    ] {
        let read = ok(&app, Method::POST, "/api/read", json!({"text": text})).await;
        let problem = &read["diagnostics"][0];
        assert_eq!(
            (&problem["line"], &problem["column"]),
            (&json!(line), &json!(column)),
            "{text:?}: {read}"
        );
    }
    let wide = format!("{0}\n#@$.{1}#\n{0}\n", "#".repeat(300), " ".repeat(295));
    let read = ok(&app, Method::POST, "/api/read", json!({"text": wide})).await;
    assert_eq!(read["diagnostics"][0]["line"], 1, "{read}");
}

/// A neighbourhood as large as the graph is the whole graph, and its nodes can be gone
/// to; a small one is open at its rim.
#[tokio::test]
async fn a_neighbourhood_grows_to_the_whole() {
    let app = fresh();
    let level = "#######\n#     #\n# @$ .#\n#     #\n#######\n";
    let near =
        |moves: &str, states: usize| json!({"level": level, "moves": moves, "states": states});
    let few = ok(&app, Method::POST, "/api/map/near", near("", 3)).await;
    assert_eq!(few["drawing"]["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(few["whole"], false);
    let nodes = few["drawing"]["nodes"].as_array().unwrap().iter();
    assert!(nodes.clone().any(|node| node["open"] == true));
    let all = ok(&app, Method::POST, "/api/map/near", near("", 600)).await;
    assert_eq!(all["whole"], true);
    let nodes = all["drawing"]["nodes"].as_array().unwrap();
    assert!(nodes.len() > 3, "{}", nodes.len());
    for node in nodes {
        assert_eq!(
            (&node["known"], &node["open"]),
            (&json!(true), &json!(false))
        );
        let place = &all["places"][node["id"].as_u64().unwrap() as usize];
        let moves = place["moves"].as_str().unwrap();
        let look = json!({"level": level, "moves": moves, "action": {"type": "look"}});
        let played = ok(&app, Method::POST, "/api/play", look).await;
        assert_eq!(played["solved"], node["solved"], "{moves}");
    }
    // A solution that is none proves nothing; a true one colours the way to it.
    let with = |solution: &str| json!({"level": level, "states": 1, "solutions": [solution]});
    for (solution, is_known) in [("RRR", false), ("nonsense", false), ("RR", true)] {
        let one = ok(&app, Method::POST, "/api/map/near", with(solution)).await;
        assert_eq!(one["drawing"]["nodes"][0]["known"], is_known, "{solution}");
    }
}
