//! A game as a tree, through the application: nothing is ever overwritten, whoever
//! plays, and whose a solution is.

use crate::common::without_socket::{fresh, ok, over, post, request, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use soko_core::{Deed, Event, GameTree, NodeId};
use soko_server::Store;
use std::time::Instant;

/// A hall in which one may walk about.
const HALL: &str = "########\n#@     #\n# $  . #\n#      #\n########\n";

async fn steps(app: &Router, moves: &str, steps: &str) -> Value {
    let action = json!({"type": "steps", "steps": steps});
    let body = json!({"level": HALL, "moves": moves, "action": action, "since": 0});
    ok(app, "/api/play", body).await
}

/// The tree that events make.
fn tree_of(answer: &Value) -> GameTree {
    let mut tree = GameTree::default();
    for event in answer["events"].as_array().unwrap() {
        let number = |at: usize| event[at].as_u64().unwrap();
        let text = event[4].as_str().unwrap();
        let row = (
            number(1) as u8,
            number(2),
            number(3) as u32,
            text,
            number(5) as u32,
        );
        let deed = Deed::from_row(row).unwrap();
        let seq = number(0);
        tree.apply(Event { seq, deed });
    }
    tree
}

async fn tree(app: &Router, mode: &str) -> (GameTree, Value) {
    let answer = ok(app, "/api/tree", json!({"level": HALL, "mode": mode})).await;
    (tree_of(&answer), answer["game"].clone())
}

fn has(tree: &GameTree, path: &str) -> bool {
    tree.follow(NodeId::ROOT, path).1 == path.len()
}

async fn game(app: &Router) -> Value {
    ok(app, "/api/open", json!({"level": HALL})).await["game"].clone()
}

/// Lines that are entered whole have their common beginning once.
#[tokio::test]
async fn lines_that_begin_alike_share_their_beginning() {
    let app = fresh();
    for moves in ["rrrd", "rrd", "rrdl", "rrrd"] {
        let line = json!({"level": HALL, "moves": moves, "by": "imported"});
        ok(&app, "/api/lines", line).await;
    }
    let (tree, _) = tree(&app, "forward").await;
    assert!(has(&tree, "rrrd") && has(&tree, "rrdl"));
    // The root, three steps to the right, one down; one down beside them, one left.
    assert_eq!(tree.n_nodes(), 7);
}

#[tokio::test]
async fn a_step_beside_an_old_one_opens_a_variation() {
    let app = fresh();
    steps(&app, "", "rrd").await;
    // Restart, then a step; and a walk along the first line once more.
    steps(&app, "", "d").await;
    steps(&app, "r", "r").await;
    let (tree, _) = tree(&app, "forward").await;
    assert!(has(&tree, "rrd") && has(&tree, "d"));
    assert_eq!(tree.n_nodes(), 5);
    assert_eq!(
        game(&app).await,
        json!({"mode": "forward", "moves": "rr", "cursor": 2})
    );
    // Steps along what lies ahead keep it ahead.
    let body = json!({"level": HALL, "moves": "rrd", "cursor": 1, "action": {"type": "steps", "steps": "r"}});
    ok(&app, "/api/play", body).await;
    assert_eq!(
        game(&app).await,
        json!({"mode": "forward", "moves": "rrd", "cursor": 2})
    );
}

#[tokio::test]
async fn reverse_games_are_trees_of_their_own() {
    let app = fresh();
    steps(&app, "", "rr").await;
    for (mode, step) in [("reverse", "r"), ("reverse@25", "u"), ("reverse@025", "r")] {
        let action = json!({"type": "steps", "steps": step});
        ok(
            &app,
            "/api/play",
            json!({"level": HALL, "mode": mode, "action": action}),
        )
        .await;
    }
    assert_eq!(game(&app).await["mode"], "reverse@25");
    let (jumped, at) = tree(&app, "reverse@25").await;
    assert!(has(&jumped, "u") && has(&jumped, "r"));
    assert_eq!(at["moves"], "r");
    let (forward, at) = tree(&app, "forward").await;
    assert!(has(&forward, "rr") && !has(&forward, "u"));
    assert_eq!(at, json!({"mode": "forward", "moves": "rr", "cursor": 2}));
}

/// Two windows that know nothing of each other play from the same place.
#[tokio::test]
async fn windows_merge_and_see_each_other() {
    let app = fresh();
    let first = steps(&app, "", "r").await;
    let last = first["events"].as_array().unwrap().last().unwrap()[0].clone();
    steps(&app, "r", "d").await;
    steps(&app, "r", "rr").await;
    let since = json!({"level": HALL, "since": last});
    let news = ok(&app, "/api/tree", since).await;
    assert_eq!(news["events"].as_array().unwrap().len(), 2);
    let (tree, _) = tree(&app, "forward").await;
    assert!(has(&tree, "rD") && has(&tree, "rrr"));
}

#[tokio::test]
async fn a_solvers_line_is_entered_and_is_not_the_players() {
    let app = fresh();
    steps(&app, "", "rr").await;
    let solution = json!({"level": HALL, "moves": "dRRR", "by": "solver", "name": "Found"});
    let entered = ok(&app, "/api/lines", solution).await;
    assert_eq!(
        entered["game"]["moves"], "rr",
        "the player stays where he was"
    );
    // He goes to its end: the board is solved, the level is not his.
    let look = json!({"level": HALL, "moves": "dRRR", "action": {"type": "look"}});
    let there = ok(&app, "/api/play", look).await;
    assert_eq!(
        (&there["solved"], &there["by"]),
        (&json!(true), &json!("solver"))
    );
    let list = json!({"level": HALL});
    assert_eq!(
        ok(&app, "/api/solutions/list", list.clone()).await["solutions"],
        json!([])
    );
    // He plays on from its middle; then all of it himself, with a hint; then alone.
    for (moves, by, credit, n) in [
        ("dR", "you", "solver", 0),
        ("", "hints", "hints", 1),
        ("", "you", "you", 1),
    ] {
        let action = json!({"type": "steps", "steps": &"dRRR"[moves.len()..]});
        let body =
            json!({"level": HALL, "moves": moves, "by": by, "action": action, "seconds": 4.5});
        assert_eq!(ok(&app, "/api/play", body).await["by"], credit);
        let kept = ok(&app, "/api/solutions/list", list.clone()).await;
        assert_eq!(kept["solutions"].as_array().unwrap().len(), n, "{kept}");
        if n > 0 {
            let one = &kept["solutions"][0];
            assert_eq!((&one["by"], &one["seconds"]), (&json!(credit), &json!(4.5)));
            assert_eq!(
                (&one["boxLines"], &one["playerLines"]),
                (&json!(1), &json!(2))
            );
        }
    }
}

/// What the library says of a level solved by somebody.
#[tokio::test]
async fn the_library_tells_whose_a_solution_is() {
    let app = fresh();
    let kept = ok(
        &app,
        "/api/collections",
        json!({"name": "Mine", "text": HALL}),
    )
    .await;
    let path = format!("/api/library/{}", kept["id"].as_str().unwrap());
    let level = async || {
        let get = request(Method::GET, &path).body(Body::empty()).unwrap();
        send(&app, get).await.1["levels"][0].clone()
    };
    let solution = json!({"level": HALL, "moves": "dRRR", "by": "solver", "engine": "champion"});
    ok(&app, "/api/solutions", solution).await;
    let entry = level().await;
    assert_eq!(
        (&entry["by"], &entry["pushes"]),
        (&json!("solver"), &Value::Null)
    );
    assert_eq!(entry["started"], false);
    steps(&app, "", "dRRR").await;
    let entry = level().await;
    assert_eq!((&entry["by"], &entry["pushes"]), (&json!("you"), &json!(3)));
    assert_eq!(entry["started"], true);
}

#[tokio::test]
async fn lines_are_named_folded_deleted_and_brought_back() {
    let app = fresh();
    steps(&app, "", "rr").await;
    steps(&app, "", "dd").await;
    let mark = |moves: &str, mark: Value| json!({"level": HALL, "moves": moves, "mark": mark});
    let name = json!({"type": "name", "name": " end "});
    ok(&app, "/api/marks", mark("rr", name)).await;
    let on = |kind: &str, on: bool| json!({"type": kind, "on": on});
    ok(&app, "/api/marks", mark("r", on("fold", true))).await;
    ok(&app, "/api/marks", mark("r", on("delete", true))).await;
    let look = |tree: &GameTree| {
        let (r, _) = tree.follow(NodeId::ROOT, "r");
        let (rr, _) = tree.follow(r, "r");
        let name = tree.name(rr).map(String::from);
        (tree.is_hidden(r), tree.is_folded(r), name)
    };
    let end = Some("end".to_string());
    assert_eq!(
        look(&tree(&app, "forward").await.0),
        (true, true, end.clone())
    );
    ok(&app, "/api/marks", mark("r", on("delete", false))).await;
    assert_eq!(
        look(&tree(&app, "forward").await.0),
        (false, true, end.clone())
    );
    // Whoever plays a deleted line brings it back.
    ok(&app, "/api/marks", mark("r", on("delete", true))).await;
    steps(&app, "", "rr").await;
    assert_eq!(look(&tree(&app, "forward").await.0), (false, true, end));
    let nowhere = mark("rrr", on("delete", true));
    let (status, _) = post(&app, "/api/marks", nowhere).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_second_application_over_the_same_file_goes_on() {
    let folder = std::env::temp_dir().join(format!("soko-trees-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a.db");
    let (one, two) = (
        over(Store::open(&file).unwrap()),
        over(Store::open(&file).unwrap()),
    );
    steps(&one, "", "rr").await;
    steps(&two, "rr", "d").await;
    steps(&one, "rr", "l").await;
    let (tree, _) = tree(&two, "forward").await;
    assert!(has(&tree, "rrd") && has(&tree, "rrl"));
    drop((one, two));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A hundred thousand nodes: a step is as quick at the end of it as at its beginning,
/// and all of it is a few megabytes.
#[tokio::test]
async fn large_trees_do_not_lag() {
    let folder = std::env::temp_dir().join(format!("soko-large-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let app = over(Store::open(&folder.join("a.db")).unwrap());
    // 1. Five lines of 20,000 moves, no two of them the same.
    for first in ["r", "rr", "rrr", "rrrr", "rrrrr"] {
        let back = "l".repeat(first.len());
        let moves = format!("{first}{back}{}", "rl".repeat(10_000));
        let line = json!({"level": HALL, "moves": moves, "by": "imported"});
        ok(&app, "/api/lines", line).await;
    }
    let long = format!("rl{}", "rl".repeat(10_000));
    // 2. A step on the long line against one at the start.
    let mut times = [Vec::new(), Vec::new()];
    for i in 0..10 {
        for (moves, times) in ["", long.as_str()].into_iter().zip(&mut times) {
            let step = ["r", "d"][i % 2];
            let action = json!({"type": "steps", "steps": step});
            let body = json!({"level": HALL, "moves": moves, "action": action});
            let begin = Instant::now();
            ok(&app, "/api/play", body).await;
            times.push(begin.elapsed());
        }
    }
    let [short, long] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    });
    println!("a step at the start {short:?}, after 20,000 moves {long:?}");
    let spare = std::time::Duration::from_millis(100);
    assert!(long < short + spare, "{short:?} and {long:?}");
    let (tree, _) = tree(&app, "forward").await;
    assert!(tree.n_nodes() > 80_000, "{}", tree.n_nodes());
    let size: u64 = std::fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    assert!(size < 8 << 20, "{size}");
    drop(app);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn days_and_attempts_add_up() {
    let app = fresh();
    ok(
        &app,
        "/api/collections",
        json!({"name": "Mine", "text": HALL}),
    )
    .await;
    let tally = |day: &str| json!({"level": HALL, "day": day, "seconds": 2.5, "moves": 3, "undos": 1, "hints": 0, "lost": 1});
    for day in ["2026-11-16", "2026-11-17", "2026-11-17"] {
        ok(&app, "/api/tally", tally(day)).await;
    }
    steps(&app, "", "dRRR").await;
    let get = |path: &str| request(Method::GET, path).body(Body::empty()).unwrap();
    let (_, all) = send(&app, get("/api/statistics")).await;
    assert_eq!(
        (&all["total"]["seconds"], &all["total"]["solved"]),
        (&json!(7.5), &json!(1))
    );
    assert_eq!(
        (&all["days"][1]["day"], &all["days"][1]["moves"]),
        (&json!("2026-11-17"), &json!(6))
    );
    let mine = all["collections"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&mine["name"], &mine["undos"], &mine["solved"]),
        (&json!("Mine"), &json!(3), &json!(1))
    );
    assert_eq!(mine["next"], Value::Null);
    assert_eq!(all["collections"][0]["next"], 1);
    assert_eq!(all["last"]["name"], "Mine");
    // An attempt is kept, completed and exported.
    let attempt = |id: Value, rating: Value| {
        json!({"level": HALL, "id": id, "title": "A \"hall\"", "seconds": 9.04,
        "moves": 4, "pushes": 3, "undos": 1, "hints": 0, "firstLosingPush": 2, "solved": true, "rating": rating})
    };
    let id = ok(&app, "/api/attempts", attempt(Value::Null, Value::Null)).await;
    assert_eq!(
        ok(&app, "/api/attempts", attempt(id.clone(), json!(4))).await,
        id
    );
    let (status, _) = post(&app, "/api/attempts", attempt(Value::Null, json!(6))).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (_, csv) = send(&app, get("/api/attempts")).await;
    let lines: Vec<&str> = csv.as_str().unwrap().lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("level_id,title,started,seconds,moves"));
    assert!(lines[1].contains(",\"A \"\"hall\"\"\","), "{}", lines[1]);
    assert!(lines[1].ends_with(",9.0,4,3,1,0,2,1,4"), "{}", lines[1]);
    let all = request(Method::DELETE, "/api/attempts").body(Body::empty());
    assert_eq!(send(&app, all.unwrap()).await.1, 1);
}
