//! Jobs over a real socket: results, stopping, and what happens to the jobs of a
//! tab that goes away.

use crate::common::TOKEN;
use crate::common::tab::Tab;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use soko_server::Config;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tower::ServiceExt;

const EASY: &str = "########\n#@     #\n# $ $  #\n#   .. #\n#      #\n########\n";
const TRAP: &str = "########\n#      #\n# @$ . #\n#      #\n########\n";

/// Twenty boxes in a hall: breadth-first search does not end in the time of a test.
fn hard() -> String {
    let rows = "# $ $ $ $   ....   #\n#                  #\n".repeat(5);
    let wall = "#".repeat(20);
    format!("{wall}\n#@                 #\n{rows}{wall}\n")
}

async fn start(n_jobs: usize) -> SocketAddr {
    let config = Config {
        n_jobs,
        ..Config::default()
    };
    crate::common::start(config).await.1
}

fn solve(level: &str) -> Value {
    let game = json!({"level": level});
    json!({"type": "solve", "game": game, "engine": "bfs", "goal": "pushes", "seconds": 60})
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_give_their_results() {
    let address = start(2).await;
    let mut tab = Tab::open(address, TOKEN).await;
    let solved = tab.ask(solve(EASY)).await;
    assert_eq!(solved["outcome"], "solved");
    let game = json!({"level": EASY});
    let hint = tab
        .ask(json!({"type": "hint", "game": game, "seconds": 20}))
        .await;
    let has = |rung: usize, what: &str| !hint["rungs"][rung][what].is_null();
    let told: Vec<[bool; 3]> = (0..3)
        .map(|rung| ["box", "target", "push"].map(|what| has(rung, what)))
        .collect();
    let ladder = [
        [true, false, false],
        [true, true, false],
        [true, true, true],
    ];
    assert_eq!(told, ladder, "{hint}");
    let (rest, stretch) = (hint["rest"].as_str(), hint["stretch"].as_str());
    assert!(rest.unwrap().starts_with(stretch.unwrap()) && stretch != Some(""));
    let map = tab.ask(json!({"type": "map", "level": EASY})).await;
    assert!(map["states"].as_u64().unwrap() > 10 && map["stopped"].is_null());
    assert!(!map["drawings"].as_array().unwrap().is_empty());
    // Right three times: the last push goes to the wall, beyond the goal.
    let game = json!({"level": TRAP, "moves": "RRR"});
    let judged = tab
        .ask(json!({"type": "judge", "game": game, "seconds": 20}))
        .await;
    assert_eq!(judged["outcome"], "lost");
    let back = tab
        .ask(json!({"type": "back", "game": game, "seconds": 20}))
        .await;
    assert_eq!(back, json!({"solvable": 2, "lost": 3}));
}

/// A bound names what it counts, and a goal that nobody knows is refused.
#[tokio::test(flavor = "multi_thread")]
async fn bounds_and_goals_are_said_in_known_words() {
    let address = start(1).await;
    let mut tab = Tab::open(address, TOKEN).await;
    for (engine, goal, measure) in [("nash", "any", "moves"), ("bfs", "pushes", "pushes")] {
        let mut job = solve(&hard());
        job["engine"] = json!(engine);
        job["goal"] = json!(goal);
        job["seconds"] = json!(1);
        let stopped = tab.ask(job).await;
        assert_eq!(stopped["outcome"], "stopped");
        assert!(stopped["lowerBound"].as_u64().unwrap() > 0, "{stopped}");
        assert_eq!(stopped["boundMeasure"], measure);
    }
    let mut job = solve(EASY);
    job["goal"] = json!("steps");
    tab.send(json!({"start": 2, "job": job})).await;
    let refused = tab.until("failed").await;
    let words = "there is no goal \"steps\"; there are any, pushes, moves";
    assert_eq!(refused, json!({"id": 2, "event": "failed", "error": words}));
    // A mistyped field or kind of job is no other job, and the tab hears which it was.
    let misspelt = [
        json!({"type": "solve", "game": {"level": EASY}, "gaol": "moves"}),
        json!({"type": "slove", "game": {"level": EASY}}),
    ];
    for (id, job) in (3..).zip(misspelt) {
        tab.send(json!({"start": id, "job": job})).await;
        assert_eq!(tab.until("failed").await["id"], id);
    }
}

/// A map that a tab has asked for can be looked at and opened over plain requests.
#[tokio::test(flavor = "multi_thread")]
async fn a_map_shows_its_positions_and_opens_its_components() {
    let (server, address) = crate::common::start(Config::default()).await;
    let app = soko_server::app(server);
    let early = post(&app, "look", json!({"level": TRAP, "state": 0})).await;
    assert_eq!(early.0, StatusCode::NOT_FOUND);
    let job = json!({"type": "map", "level": TRAP});
    let map = Tab::open(address, TOKEN).await.ask(job).await;
    // Every component opens into as many states as it says, and all into all.
    let drawing = &map["drawings"][0];
    let mut n_states = 0;
    for node in drawing["nodes"].as_array().unwrap() {
        let body = json!({"level": TRAP, "component": node["id"]});
        let (status, opened) = post(&app, "open", body).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(opened["view"], "states");
        let states = opened["nodes"].as_array().unwrap().len();
        assert_eq!(node["size"], states);
        n_states += states;
    }
    assert_eq!(map["states"], n_states);
    let (_, start) = post(&app, "look", json!({"level": TRAP, "state": 0})).await;
    assert_eq!(start["text"].as_str().unwrap().matches('$').count(), 1);
    for body in [
        json!({"level": TRAP, "state": 99_999}),
        json!({"level": TRAP}),
    ] {
        assert!(post(&app, "look", body).await.0.is_client_error());
    }
    let nowhere = json!({"level": TRAP, "component": 99_999});
    assert!(post(&app, "open", nowhere).await.0.is_client_error());
}

async fn post(app: &axum::Router, what: &str, body: Value) -> (StatusCode, Value) {
    let request = Request::post(format!("/api/map/{what}"))
        .header("host", "127.0.0.1")
        .header("x-soko-token", TOKEN)
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()));
    let response = app.clone().oneshot(request.unwrap()).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_stops_when_asked() {
    let address = start(1).await;
    let mut tab = Tab::open(address, TOKEN).await;
    tab.send(json!({"start": 7, "job": solve(&hard())})).await;
    let progress = tab.until("progress").await;
    assert_eq!(progress["id"], 7);
    let asked = Instant::now();
    tab.send(json!({"stop": 7})).await;
    let done = tab.until("done").await;
    assert_eq!(done["result"]["reason"], "cancelled");
    assert!(asked.elapsed() < Duration::from_secs(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_job_of_a_closed_tab_is_gone_within_a_second() {
    let address = start(1).await;
    let mut first = Tab::open(address, TOKEN).await;
    first.send(json!({"start": 1, "job": solve(&hard())})).await;
    first.until("progress").await;
    let mut second = Tab::open(address, TOKEN).await;
    second.send(json!({"start": 1, "job": solve(EASY)})).await;
    assert_eq!(second.next().await["event"], "waiting");
    let closed = Instant::now();
    drop(first);
    assert_eq!(second.until("done").await["result"]["outcome"], "solved");
    assert!(closed.elapsed() < Duration::from_secs(1));
}

/// Long searches of other tabs, and of its own, do not keep a tab from a hint.
#[tokio::test(flavor = "multi_thread")]
async fn a_hint_does_not_wait_for_the_searches_of_others() {
    let address = start(1).await;
    let mut others = [
        Tab::open(address, TOKEN).await,
        Tab::open(address, TOKEN).await,
        Tab::open(address, TOKEN).await,
    ];
    let search = json!({"start": 1, "job": solve(&hard())});
    others[0].send(search.clone()).await;
    others[0].until("progress").await;
    for tab in &mut others[1..] {
        tab.send(search.clone()).await;
    }
    let hint = json!({"type": "hint", "game": {"level": EASY}, "seconds": 20});
    let mut modest = Tab::open(address, TOKEN).await;
    assert_eq!(modest.ask(hint.clone()).await["outcome"], "solved");
    others[0].send(json!({"start": 2, "job": hint})).await;
    let answer = others[0].until("done").await;
    assert_eq!(
        (&answer["id"], &answer["result"]["outcome"]),
        (&json!(2), &json!("solved"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_with_many_jobs_leaves_room_for_others() {
    let address = start(2).await;
    let mut greedy = Tab::open(address, TOKEN).await;
    for id in 0..8 {
        greedy
            .send(json!({"start": id, "job": solve(&hard())}))
            .await;
    }
    greedy.until("progress").await;
    let mut modest = Tab::open(address, TOKEN).await;
    assert_eq!(modest.ask(solve(EASY)).await["outcome"], "solved");
    greedy.send(json!({"start": 99, "job": solve(EASY)})).await;
    let refused = greedy.until("failed").await;
    assert_eq!(refused["id"], 99);
}

#[tokio::test]
async fn strangers_get_no_socket_and_nonsense_no_job() {
    let address = start(1).await;
    let stranger = connect_async(format!("ws://{address}/api/jobs?token=guess")).await;
    assert!(stranger.unwrap_err().to_string().contains("401"));
    let mut request = format!("ws://{address}/api/jobs?token={TOKEN}")
        .into_client_request()
        .unwrap();
    let origin = "http://evil.example".parse().unwrap();
    request.headers_mut().insert("origin", origin);
    assert!(
        connect_async(request)
            .await
            .unwrap_err()
            .to_string()
            .contains("403")
    );
    let mut tab = Tab::open(address, TOKEN).await;
    for nonsense in [
        json!({}),
        json!([]),
        json!({"start": 1, "job": {"type": "fly"}}),
    ] {
        tab.send(nonsense).await;
        assert_eq!(tab.next().await["event"], "failed");
    }
}

/// A job can be asked for by a single request; whoever hangs up has stopped it, and its
/// place is free for others.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_given_up_stops_its_job() {
    use tokio::io::AsyncWriteExt;
    let address = start(1).await;
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let body = solve(&hard()).to_string();
    let head = format!(
        "POST /api/jobs HTTP/1.1\r\nHost: {address}\r\nX-Soko-Token: {TOKEN}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.unwrap();
    // It has the only place by now, and another waits.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut tab = Tab::open(address, TOKEN).await;
    tab.send(json!({"start": 1, "job": solve(EASY)})).await;
    assert_eq!(tab.next().await["event"], "waiting");
    let next = tokio::time::timeout(Duration::from_millis(300), tab.next()).await;
    assert!(next.is_err(), "{next:?}");
    drop(stream);
    assert_eq!(tab.until("done").await["result"]["outcome"], "solved");
}
