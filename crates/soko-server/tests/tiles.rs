//! Games on tiles as the page asks for them.

use crate::common::tab::Tab;
use crate::common::{TOKEN, start};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use soko_server::{Config, Server, Store, app};
use tower::ServiceExt;

fn fresh() -> Router {
    let token = TOKEN.into();
    let config = Config {
        token,
        ..Config::default()
    };
    app(Server::new(config, Store::ephemeral().unwrap()))
}

async fn ask(app: &Router, path: &str, body: Option<Value>) -> (StatusCode, Value) {
    let method = if body.is_some() {
        Method::POST
    } else {
        Method::GET
    };
    let request = Request::builder()
        .method(method)
        .uri(format!("/api/tiles{path}"))
        .header(header::HOST, "127.0.0.1:7271")
        .header("x-soko-token", TOKEN)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(
            body.map_or(String::new(), |body| body.to_string()),
        ));
    let response = app.clone().oneshot(request.unwrap()).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (
        status,
        serde_json::from_slice(&bytes).unwrap_or(Value::Null),
    )
}

#[tokio::test]
async fn every_level_is_opened_and_a_step_is_done_and_refused() {
    let app = fresh();
    let (_, games) = ask(&app, "", None).await;
    assert_eq!(games.as_array().unwrap().len(), 6);
    for game in games.as_array().unwrap() {
        for level in game["levels"].as_array().unwrap() {
            let source = json!({"game": game["name"], "board": level["board"]});
            let (status, board) = ask(&app, "/open", Some(source.clone())).await;
            assert_eq!(status, StatusCode::OK, "{board}");
            let size = board["width"].as_u64().unwrap() * board["height"].as_u64().unwrap();
            assert_eq!(board["at"]["stacks"].as_array().unwrap().len() as u64, size);
            let tiles = board["tiles"].as_array().unwrap();
            assert_eq!(tiles.iter().filter(|tile| tile["agent"] == true).count(), 1);
            // All four ways, one after the other; what changes nothing is left out.
            let game = json!({"level": source, "moves": ""});
            let (_, played) =
                ask(&app, "/play", Some(json!({"game": game, "steps": "lurd"}))).await;
            let added = played["added"].as_str().unwrap().to_string();
            assert!(!added.is_empty() && added.len() <= 4);
            let game = json!({"level": source, "moves": added});
            let (_, again) = ask(&app, "/play", Some(json!({"game": game}))).await;
            assert_eq!(again["at"], played["at"]);
        }
    }
}

#[tokio::test]
async fn steps_that_break_the_rules_are_told() {
    let app = fresh();
    let board = "######\n#@ $.#\n######\n";
    let play = |moves: &str| {
        let level = json!({"game": "sokoban", "board": board});
        Some(json!({"game": {"level": level, "moves": moves}, "steps": ""}))
    };
    for (moves, fault) in [
        ("rrrr", "step 3 (right) changes nothing"),
        ("ru", "step 2 (up) changes nothing"),
        ("rx", "'x' is no step"),
    ] {
        let (status, answer) = ask(&app, "/play", play(moves)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(
            answer["error"].as_str().unwrap().contains(fault),
            "{answer}"
        );
    }
    let (_, won) = ask(&app, "/play", play("rr")).await;
    assert_eq!(won["at"]["won"], true);
    for (source, fault) in [
        (
            json!({"game": "chess", "board": board}),
            "there is no game \"chess\"",
        ),
        (
            json!({"game": "sokoban", "board": "#@&#"}),
            "line 1, column 3",
        ),
        (json!({"rules": "name = 1", "board": board}), "line 1"),
    ] {
        let (status, answer) = ask(&app, "/open", Some(source)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(
            answer["error"].as_str().unwrap().contains(fault),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn rules_of_ones_own_are_read_with_their_faults() {
    let app = fresh();
    let (_, games) = ask(&app, "", None).await;
    let rules = games[0]["rules"].as_str().unwrap();
    let board = "#####\n#@$.#\n#####\n";
    let texts = |rules: &str, levels: &str| Some(json!({"rules": rules, "levels": levels}));
    let (_, sound) = ask(&app, "/read", texts(rules, board)).await;
    assert_eq!(sound["levels"][0]["board"], board);
    let named = format!("game: mine\ntitle: One\n\n{board}\ngame: mine\n\n{board}");
    let (_, two) = ask(&app, "/read", texts(rules, &named)).await;
    assert_eq!(
        (
            two["levels"].as_array().unwrap().len(),
            &two["levels"][0]["title"]
        ),
        (2, &json!("One"))
    );
    let (_, wrong) = ask(
        &app,
        "/read",
        texts(&rules.replace("\"man\"", "\"cat\""), board),
    )
    .await;
    assert!(
        wrong["inRules"][0]["line"].is_u64() && wrong["inRules"][0]["column"].is_u64(),
        "{wrong}"
    );
    let (_, wrong) = ask(&app, "/read", texts(rules, "#####\n#@?.#\n#####\n")).await;
    assert_eq!(
        (
            &wrong["inLevels"][0]["line"],
            &wrong["inLevels"][0]["column"]
        ),
        (&json!(2), &json!(3))
    );
}

#[tokio::test]
async fn a_game_is_solved_from_where_it_stands() {
    let (_server, address) = start(Config::default()).await;
    let mut tab = Tab::open(address, TOKEN).await;
    let job = |moves: &str, board: &str| {
        let level = json!({"game": "sokoban", "board": board});
        json!({"type": "tiles", "game": {"level": level, "moves": moves}, "seconds": 20})
    };
    let board = "#######\n#@ $ .#\n#######\n";
    let whole = tab.ask(job("", board)).await;
    assert_eq!(
        (&whole["moves"], &whole["fewest"]),
        (&json!("rrr"), &json!(true)),
        "{whole}"
    );
    let rest = tab.ask(job("rr", board)).await;
    assert_eq!(rest["moves"], "r");
    let lost = tab
        .ask(job("", "######\n#@$ .#\n##$###\n # .#\n ####\n"))
        .await;
    assert_eq!(lost["outcome"], "unsolvable", "{lost}");
}
