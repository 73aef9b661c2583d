//! `soko play` as it is started by a user: jobs in processes of their own.

#[path = "../../soko-server/tests/common/tab.rs"]
mod tab;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tab::Tab;

const EASY: &str = "########\n#@     #\n# $ $  #\n#   .. #\n#      #\n########\n";

/// Twenty boxes in a hall: breadth-first search does not end in the time of a test.
fn hard() -> String {
    let rows = "# $ $ $ $   ....   #\n#                  #\n".repeat(5);
    let wall = "#".repeat(20);
    format!("{wall}\n#@                 #\n{rows}{wall}\n")
}

/// A running server; ended with the test.
struct Host {
    child: Child,
    address: SocketAddr,
    token: String,
}

impl Host {
    fn start(arguments: &[&str]) -> Host {
        let mut child = Command::new(env!("CARGO_BIN_EXE_soko"))
            .args(["play", "--no-open", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = child.stdout.as_mut().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line
            .split("http://")
            .nth(1)
            .unwrap()
            .trim()
            .trim_end_matches('/');
        let address: SocketAddr = address.parse().unwrap();
        let page = get(address);
        let token = page.split("name=\"token\" content=\"").nth(1).unwrap();
        let token = token.split('"').next().unwrap().to_owned();
        Host {
            child,
            address,
            token,
        }
    }

    /// The processes that the server has started and that are not over.
    fn workers(&self) -> Vec<u32> {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_worker = |id: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            // Behind the name, which may hold anything: the state and the parent.
            let mut words = stat
                .rsplit(')')
                .next()
                .unwrap_or_default()
                .split_whitespace();
            let (state, parent) = (words.next(), words.next());
            parent == Some(&self.child.id().to_string()) && state != Some("Z")
        };
        ids.filter(is_worker).collect()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn get(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// `soko serve` answers programs that have its token, and nobody else; it has no page.
#[test]
fn a_server_for_programs_has_a_token_and_no_page() {
    let serve = |token: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soko"));
        command
            .args(["serve", "--port", "0", "--ephemeral"])
            .env_remove("SOKO_TOKEN");
        if let Some(token) = token {
            command.env("SOKO_TOKEN", token);
        }
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let weak = serve(Some("secret")).wait_with_output().unwrap();
    assert_eq!(weak.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&weak.stderr).contains("at least 16 letters"));
    let mut child = serve(None);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut line = || lines.next().unwrap().unwrap();
    let (address, token) = (line(), line());
    let address = address
        .split("http://")
        .nth(1)
        .unwrap()
        .trim_end_matches("/api/")
        .to_owned();
    let address: SocketAddr = address.parse().unwrap();
    let host = Host {
        child,
        address,
        token: token.strip_prefix("x-soko-token: ").unwrap().to_owned(),
    };
    let ask = |path: &str, head: &str, body: &str| {
        let method = if body.is_empty() { "GET" } else { "POST" };
        let mut stream = TcpStream::connect(host.address).unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n{head}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let token = format!("x-soko-token: {}\r\n", host.token);
    assert!(ask("/", &token, "").starts_with("HTTP/1.1 404"));
    assert!(ask("/api/engines", "", "").starts_with("HTTP/1.1 401"));
    assert!(ask("/api/engines", &token, "").contains("champion"));
    assert!(ask("/api/openapi.json", "", "").contains("\"openapi\": \"3.1.0\""));
    let job = json!({"type": "rate", "level": EASY}).to_string();
    let rated = ask("/api/jobs", &token, &job);
    assert!(rated.contains("\"outcome\":\"rated\""), "{rated}");
}

/// A database that is not Sokoscope's is refused by its name, before anything is
/// served, and stays as it was.
#[test]
fn a_foreign_database_is_refused() {
    let folder = std::env::temp_dir().join(format!("soko-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sokoscope.db");
    let diary = "Dear diary, ".repeat(40);
    std::fs::write(&file, &diary).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_soko"))
        .args(["play", "--no-open", "--port", "0", "--data"])
        .arg(&folder)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(4));
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.contains("sokoscope.db: it is no database"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), diary);
    std::fs::remove_dir_all(&folder).unwrap();
}

fn solve(level: &str) -> Value {
    json!({"type": "solve", "game": {"level": level}, "engine": "bfs", "goal": "pushes", "seconds": 60})
}

/// Without the page there is no token to be read.
fn is_page_built() -> bool {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/index.html");
    std::path::Path::new(page).exists()
}

/// Ctrl-C is how the server is meant to end, with a search under way or not.
#[cfg(unix)]
#[test]
fn an_interrupt_is_a_good_end() {
    if !is_page_built() {
        return;
    }
    let mut host = Host::start(&["--ephemeral"]);
    let id = host.child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.unwrap().success());
    assert_eq!(host.child.wait().unwrap().code(), Some(0));
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_a_process_and_its_death_is_one_failed_job() {
    if !is_page_built() {
        return;
    }
    let host = Host::start(&["--ephemeral"]);
    let mut tab = Tab::open(host.address, &host.token).await;
    // Every kind of job gives its result from its process.
    assert_eq!(tab.ask(solve(EASY)).await["outcome"], "solved");
    let game = json!({"level": EASY});
    let hint = json!({"type": "hint", "game": game, "seconds": 20});
    assert_eq!(tab.ask(hint).await["rungs"].as_array().unwrap().len(), 3);
    let judged = tab
        .ask(json!({"type": "judge", "game": game, "seconds": 20}))
        .await;
    assert_eq!(judged["outcome"], "solvable");
    let back = tab
        .ask(json!({"type": "back", "game": game, "seconds": 20}))
        .await;
    assert_eq!(back["solvable"], 0);
    let map = tab.ask(json!({"type": "map", "level": EASY})).await;
    assert!(map["states"].as_u64().unwrap() > 10 && map["stopped"].is_null());
    assert_eq!(host.workers(), [0u32; 0], "none is left");

    // One that is killed, as the system does when memory runs out.
    tab.send(json!({"start": 7, "job": solve(&hard())})).await;
    tab.until("progress").await;
    let workers = host.workers();
    assert_eq!(workers.len(), 1);
    let kill = Command::new("kill")
        .args(["-9", &workers[0].to_string()])
        .status();
    assert!(kill.unwrap().success());
    let failed = tab.until("failed").await;
    let error = failed["error"].as_str().unwrap();
    assert!(error.contains("signal: 9"), "{error}");
    assert_eq!(tab.ask(solve(EASY)).await["outcome"], "solved");

    // Stopped, a job hands over what it has; of a closed tab nothing is left.
    tab.send(json!({"start": 8, "job": solve(&hard())})).await;
    tab.until("progress").await;
    tab.send(json!({"stop": 8})).await;
    let stopped = tab.until("done").await;
    assert_eq!(stopped["result"]["reason"], "cancelled");
    assert!(stopped["result"]["expanded"].as_u64().unwrap() > 0);
    tab.send(json!({"start": 9, "job": solve(&hard())})).await;
    tab.until("progress").await;
    drop(tab);
    for _ in 0..100 {
        if host.workers().is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the worker of a closed tab lives on");
}
