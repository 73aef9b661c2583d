//! The application without a socket: what it does, and what it refuses.

use crate::common::TOKEN;
use crate::common::without_socket::{fresh, ok, over, post, request, send};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use soko_server::{MAX_BODY, Store};
use tower::ServiceExt;

const LEVEL: &str = "#######\n#@ $ .#\n#######\n";

#[tokio::test]
async fn a_level_is_played_to_its_end_and_kept() {
    let app = fresh();
    let play =
        |moves: &str, action: Value| json!({"level": LEVEL, "moves": moves, "action": action});
    let steps = |steps: &str| json!({"type": "steps", "steps": steps});
    let first = ok(&app, "/api/play", play("", steps("ru"))).await;
    assert_eq!(first["added"], "r");
    assert_eq!(first["refused"], "there is a wall");
    let goal = 7 + 5;
    let last = ok(
        &app,
        "/api/play",
        play("r", json!({"type": "box", "from": 10, "to": goal})),
    )
    .await;
    assert_eq!(last["added"], "RR");
    assert_eq!(last["solved"], true);
    let opened = ok(&app, "/api/open", json!({"level": LEVEL})).await;
    assert_eq!(opened["game"]["moves"], "rRR");
    assert_eq!(opened["best"]["pushes"]["nPushes"], 2);
}

#[tokio::test]
async fn the_way_of_a_box_is_told_before_it_goes() {
    let app = fresh();
    let ask = |from: u32, to: u32| json!({"level": LEVEL, "from": from, "to": to});
    assert_eq!(ok(&app, "/api/way", ask(10, 12)).await["moves"], "rRR");
    // Nothing was played, and what cannot be done has no way.
    let opened = ok(&app, "/api/open", json!({"level": LEVEL})).await;
    assert_eq!(opened["game"], Value::Null);
    for (from, to) in [(10, 8), (9, 12), (10, 0)] {
        let (status, _) = post(&app, "/api/way", ask(from, to)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{from} to {to}");
    }
}

/// A run is what happens to one box, with the walks between its pushes.
#[tokio::test]
async fn runs_of_one_box_lead_back_and_on() {
    let app = fresh();
    let level = "########\n#      #\n# @$ $ #\n#    ..#\n########\n";
    // The left box goes right and down, and then the right one down.
    let runs = |cursor: usize| json!({"level": level, "moves": "RurDurD", "cursor": cursor});
    for (cursor, back, on) in [(7, 6, 7), (6, 0, 7), (4, 0, 7), (2, 0, 4), (0, 0, 4)] {
        let answer = ok(&app, "/api/runs", runs(cursor)).await;
        assert_eq!(answer, json!({"back": back, "on": on}), "{cursor}");
    }
    // Nothing was played by asking.
    let opened = ok(&app, "/api/open", json!({"level": level})).await;
    assert_eq!(opened["game"], Value::Null);
}

#[tokio::test]
async fn undone_moves_are_kept_for_redo() {
    let app = fresh();
    let body = json!({"level": LEVEL, "moves": "rRR", "cursor": 1, "action": {"type": "look"}});
    let answer = ok(&app, "/api/play", body).await;
    assert_eq!(answer["solved"], false);
    let opened = ok(&app, "/api/open", json!({"level": LEVEL})).await;
    assert_eq!(
        opened["game"],
        json!({"mode": "forward", "moves": "rRR", "cursor": 1})
    );
    assert_eq!(opened["best"]["pushes"], Value::Null);
}

#[tokio::test]
async fn false_solutions_are_not_kept() {
    let app = fresh();
    let (status, _) = post(
        &app,
        "/api/solutions",
        json!({"level": LEVEL, "moves": "rR"}),
    )
    .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let best = ok(
        &app,
        "/api/solutions",
        json!({"level": LEVEL, "moves": "rRR"}),
    )
    .await;
    assert_eq!(best["moves"]["nMoves"], 3);
}

/// A database that is deleted under the server's feet: the game goes on, and says
/// that it is not saved.
#[tokio::test]
async fn without_its_database_the_game_goes_on_and_says_so() {
    let folder = std::env::temp_dir().join(format!("soko-app-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let app = over(Store::open(&folder.join("a.db")).unwrap());
    let steps = |steps: &str| json!({"type": "steps", "steps": steps});
    let first = json!({"level": LEVEL, "action": steps("r")});
    assert_eq!(ok(&app, "/api/play", first).await["unsaved"], Value::Null);
    std::fs::remove_dir_all(&folder).unwrap();
    let on = json!({"level": LEVEL, "moves": "r", "action": steps("RR")});
    let answer = ok(&app, "/api/play", on).await;
    assert_eq!(answer["added"], "RR");
    assert_eq!(answer["best"]["pushes"]["moves"], "rRR");
    let why = answer["unsaved"].as_str().unwrap();
    assert!(why.contains("the database file is gone"), "{why}");
    let opened = ok(&app, "/api/open", json!({"level": LEVEL})).await;
    assert!(opened["unsaved"].is_string());
    let list = request(Method::GET, "/api/library").body(Body::empty());
    assert_eq!(send(&app, list.unwrap()).await.0, StatusCode::OK);
    // What is nothing but saving is refused.
    let body = json!({"level": LEVEL, "moves": "rR", "mark": {"type": "name", "name": "here"}});
    let (status, answer) = post(&app, "/api/marks", body).await;
    assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE);
    assert!(answer["error"].as_str().unwrap().contains("not saved"));
}

#[tokio::test]
async fn a_broken_level_is_diagnosed_with_its_place() {
    let app = fresh();
    let answer = ok(&app, "/api/read", json!({"text": "#####\n#@$.\n#####\n"})).await;
    assert_eq!(answer["levels"], json!([]));
    let found = &answer["diagnostics"][0];
    assert_eq!(found["severity"], "error");
    assert!(found["line"].is_number(), "{found}");
}

#[tokio::test]
async fn collections_are_kept_listed_and_dropped() {
    let app = fresh();
    let kept = ok(
        &app,
        "/api/collections",
        json!({"name": "Mine", "text": LEVEL}),
    )
    .await;
    let list = request(Method::GET, "/api/library").body(Body::empty());
    let (_, list) = send(&app, list.unwrap()).await;
    let mine = list.as_array().unwrap().iter().find(|c| c["own"] == true);
    assert_eq!(mine.unwrap()["name"], "Mine");
    let path = format!("/api/library/{}", kept["id"].as_str().unwrap());
    let levels = request(Method::GET, &path).body(Body::empty());
    let (_, shelf) = send(&app, levels.unwrap()).await;
    assert_eq!(shelf["levels"][0]["boxes"], 1);
    let path = format!("/api/collections/{}", kept["id"].as_str().unwrap());
    let drop = request(Method::DELETE, &path).body(Body::empty());
    assert_eq!(send(&app, drop.unwrap()).await.0, StatusCode::OK);
}

#[tokio::test]
async fn lessons_and_known_solutions_go_with_the_levels() {
    let app = fresh();
    let tutorial = request(Method::GET, "/api/library/tutorial").body(Body::empty());
    let (_, shelf) = send(&app, tutorial.unwrap()).await;
    let first = &shelf["levels"][0];
    let lesson = first["comments"][0].as_str().unwrap();
    assert!(lesson.starts_with("Walk into a box"), "{lesson}");
    assert_eq!(first["known"], json!({"pushes": 2, "moves": 3}));
    // What does not solve the level counts for nothing, and of the rest the fewest.
    let text = format!("{LEVEL}Comment: mine\n\nSolution\nr\n\nSolution\nrlrRR\n\nSolution\nrRR\n");
    let read = ok(&app, "/api/read", json!({"text": text})).await;
    assert_eq!(read["levels"][0]["comments"], json!(["mine"]));
    assert_eq!(read["levels"][0]["known"], json!({"pushes": 2, "moves": 3}));
}

#[tokio::test]
async fn a_drawing_is_checked() {
    let app = fresh();
    let good = ok(&app, "/api/check", json!({"level": LEVEL})).await;
    assert_eq!(good["faults"], json!([]));
    assert_eq!(good["dead"], json!([8]));
    let bad = ok(&app, "/api/check", json!({"level": "####\n#  #\n####\n"})).await;
    assert_eq!(bad["faults"][0]["message"], "there is no man");
}

#[tokio::test]
async fn foreign_hosts_origins_and_strangers_are_refused() {
    let app = fresh();
    let get = |host: &str, origin: Option<&str>, token: &str| {
        let mut builder = Request::builder()
            .uri("/api/library")
            .header(header::HOST, host)
            .header("x-soko-token", token);
        if let Some(origin) = origin {
            builder = builder.header(header::ORIGIN, origin);
        }
        builder.body(Body::empty()).unwrap()
    };
    // Our own names and origin pass; look-alikes and guesses do not.
    let own = "http://localhost:9";
    let cases = [
        (get("localhost:9", Some(own), TOKEN), StatusCode::OK),
        (get("[::1]:9", None, TOKEN), StatusCode::OK),
        (
            get("localhost:9", Some("http://localhost:10"), TOKEN),
            StatusCode::FORBIDDEN,
        ),
        (
            get("localhost:9", Some("null"), TOKEN),
            StatusCode::FORBIDDEN,
        ),
        (get("evil.example", None, TOKEN), StatusCode::FORBIDDEN),
        (
            get("localhost:9; script-src *", None, TOKEN),
            StatusCode::FORBIDDEN,
        ),
        (
            get("127.0.0.1.evil.example:80", None, TOKEN),
            StatusCode::FORBIDDEN,
        ),
        (get("localhost:9", None, "guess"), StatusCode::UNAUTHORIZED),
        (get("localhost:9", None, ""), StatusCode::UNAUTHORIZED),
    ];
    for (request, expected) in cases {
        let what = format!("{:?}", request.headers());
        assert_eq!(send(&app, request).await.0, expected, "{what}");
    }
}

/// Bodies that are no request.
fn malformed() -> Vec<(&'static str, String)> {
    let level = |text: String| json!({"level": text}).to_string();
    let mut bodies = vec![
        ("/api/open", "{".to_string()),
        ("/api/open", "{}".to_string()),
        ("/api/open", "[1,2,3]".to_string()),
        ("/api/open", "\u{0}\u{1}".to_string()),
        ("/api/open", level("#".repeat(5_000))),
        ("/api/open", level("#\n".repeat(5_000))),
        ("/api/open", level(String::new())),
        ("/api/open", level("#@$.#x".into())),
        (
            "/api/read",
            json!({"text": "x".repeat(MAX_BODY)}).to_string(),
        ),
        ("/api/nothing", "{}".to_string()),
    ];
    let nonsense = json!({"name": "x", "text": "no level here"});
    bodies.push(("/api/collections", nonsense.to_string()));
    bodies
}

/// Fields that make no sense beside a level that does.
fn senseless() -> Vec<(&'static str, Value)> {
    // Words, cursors, letters and cells that the level does not have.
    let look = || json!({"type": "look"});
    vec![
        ("/api/play", json!({"action": {"type": "fly"}})),
        ("/api/play", json!({"moves": "uu", "action": look()})),
        (
            "/api/play",
            json!({"moves": "r", "cursor": 9, "action": look()}),
        ),
        (
            "/api/play",
            json!({"moves": "ä", "cursor": 1, "action": look()}),
        ),
        ("/api/play", json!({"mode": "reversed", "action": look()})),
        ("/api/play", json!({"mode": "reverse@x", "action": look()})),
        (
            "/api/play",
            json!({"moves": "r".repeat(300_000), "action": look()}),
        ),
        (
            "/api/play",
            json!({"action": {"type": "walk", "to": 4_000_000_000u32}}),
        ),
        ("/api/play", json!({"action": {"type": "walk", "to": -1}})),
        (
            "/api/play",
            json!({"action": {"type": "steps", "steps": "rx"}}),
        ),
        ("/api/runs", json!({"moves": "rRx", "cursor": 1})),
        ("/api/box", json!({"from": 8})),
        ("/api/layers", json!({"layers": ["undead"]})),
        ("/api/play", json!({"by": "solver", "action": look()})),
        (
            "/api/play",
            json!({"moves": "rRu", "cursor": 1, "action": look()}),
        ),
        ("/api/lines", json!({"moves": "rRu"})),
        ("/api/lines", json!({"moves": "r", "by": "you"})),
        ("/api/lines", json!({"moves": "r", "name": "x".repeat(300)})),
        (
            "/api/marks",
            json!({"moves": "r", "mark": {"type": "fold", "on": true}}),
        ),
        ("/api/marks", json!({"mark": {"type": "burn"}})),
        ("/api/tally", json!({"day": "today", "seconds": 1})),
        (
            "/api/tally",
            json!({"day": "2026-11-17", "seconds": -1, "moves": 1}),
        ),
        ("/api/solutions", json!({"moves": "rR?R"})),
    ]
}

#[tokio::test]
async fn malformed_and_oversized_requests_get_4xx() {
    let app = fresh();
    let with_level = senseless().into_iter().map(|(path, mut body)| {
        body["level"] = json!(LEVEL);
        (path, body.to_string())
    });
    for (path, body) in malformed().into_iter().chain(with_level) {
        let shown: String = body.chars().take(80).collect();
        let request = request(Method::POST, path).body(Body::from(body)).unwrap();
        let (status, answer) = send(&app, request).await;
        assert!(status.is_client_error(), "{path} {shown}: {status}");
        assert!(answer["error"].is_string(), "{path} {shown}: {answer}");
    }
}

/// A square on which a box is lost is the same in a layer, for a box in hand and in
/// the editor.
#[tokio::test]
async fn dead_squares_are_the_same_everywhere() {
    let app = fresh();
    let shaft = "#######\n#. @$ #\n### ###\n### ###\n#######\n";
    let dead = json!([12, 17, 24]);
    let cells = |list: &Value| -> Value {
        let cells = list.as_array().unwrap().iter();
        cells.map(|one| one["cell"].clone()).collect()
    };
    let layers = ok(
        &app,
        "/api/layers",
        json!({"level": shaft, "layers": ["dead"]}),
    )
    .await;
    assert_eq!(cells(&layers[0]["tints"]), dead);
    let opened = ok(&app, "/api/open", json!({"level": shaft})).await;
    assert_eq!(opened["level"]["dead"], dead);
    let checked = ok(&app, "/api/check", json!({"level": shaft})).await;
    assert_eq!(checked["dead"], dead);
    // A box at the mouth of the shaft, with the man above it, is lost in it.
    let mouth = "#######\n#. @  #\n###$###\n### ###\n### ###\n#######\n";
    let reach = ok(&app, "/api/box", json!({"level": mouth, "from": 17})).await;
    let targets = reach["targets"].as_array().unwrap();
    assert!(!targets.is_empty() && targets.iter().all(|target| target["dead"] == true));
}

#[tokio::test]
async fn no_path_reaches_the_file_system() {
    let app = fresh();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/api/library/..%2f..%2fetc%2fpasswd",
        "/api/library/%00",
    ] {
        let get = request(Method::GET, path).body(Body::empty()).unwrap();
        assert_eq!(send(&app, get).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn the_page_comes_with_its_policy() {
    let get = request(Method::GET, "/").body(Body::empty()).unwrap();
    let response = fresh().oneshot(get).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let policy = &response.headers()[header::CONTENT_SECURITY_POLICY];
    let policy = policy.to_str().unwrap();
    assert!(policy.contains("default-src 'self'"));
    // Connections go to this host alone, forms nowhere.
    assert!(policy.contains("connect-src 'self' ws://127.0.0.1:7271;"));
    assert!(policy.contains("form-action 'none'"));
    for name in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
        assert_eq!(response.headers()[name], "same-origin");
    }
}

#[tokio::test]
async fn a_game_won_backwards_is_a_solution() {
    let app = fresh();
    let level = "########\n#@ $ . #\n########\n";
    let play = |moves: &str, mode: &str, steps: &str| {
        let action = json!({"type": "steps", "steps": steps});
        json!({"level": level, "mode": mode, "moves": moves, "action": action})
    };
    // The box is pulled from the goal back to its start, cell 11.
    let pull =
        json!({"level": level, "mode": "reverse", "action": {"type": "box", "from": 13, "to": 11}});
    let won = ok(&app, "/api/play", pull).await;
    assert_eq!(won["added"], "rrrLL");
    assert_eq!(won["solved"], true);
    assert_eq!(won["best"]["pushes"]["moves"], "rRR");
    // The man may start elsewhere, but not after a pull, and not on a box.
    let jumped = ok(&app, "/api/play", play("", "reverse@12", "LL")).await;
    assert_eq!(jumped["added"], "LL");
    let (status, _) = post(&app, "/api/play", play("", "reverse@13", "l")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (status, _) = post(&app, "/api/play", play("", "sideways", "l")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn layers_and_the_alert() {
    let app = fresh();
    let get = request(Method::GET, "/api/layers").body(Body::empty());
    let (_, catalogue) = send(&app, get.unwrap()).await;
    let names: Vec<&str> = catalogue["layers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|layer| layer["name"].as_str().unwrap())
        .collect();
    let level = "########\n#      #\n# @$ . #\n#      #\n########\n";
    let ask = json!({"level": level, "layers": names, "focus": 19});
    let shown = ok(&app, "/api/layers", ask).await;
    assert_eq!(shown.as_array().unwrap().len(), names.len());
    assert_eq!(shown[0]["layer"], "alert", "the alert waits for no arrows");
    // Pushed into the corner: right, right, right, and then down from above.
    let moves = "RRRurD";
    let alert = json!({"level": level, "moves": moves, "layers": ["alert"]});
    let shown = ok(&app, "/api/layers", alert).await;
    assert!(
        shown[0]["tints"]
            .as_array()
            .unwrap()
            .iter()
            .any(|t| t["kind"] == "guilty-box")
    );
    assert!(!shown[0]["sentences"].as_array().unwrap().is_empty());
    let unknown = json!({"level": level, "layers": ["x"]});
    let (status, answer) = post(&app, "/api/layers", unknown).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let all = format!("there is no layer \"x\"; there are {}", names.join(", "));
    assert_eq!(answer["error"], all);
}
