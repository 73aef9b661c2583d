//! Several processes on this machine: they count what one does, and when something is
//! wrong every one of them says what.
//!
//! The processes are this very test program, told by its environment to be one
//! (`be_a_process`).

use crate::common::{big_level, counted_whole, folded_whole, levels, scratch};
use soko_cluster::checkpoint::{Folder, Survey};
use soko_cluster::{ClusterError, Crew, Hosts, Manifest, Outcome, Place, lasting_steps, meet};
use soko_core::{Direction, Level};
use soko_graph::Rules;
use soko_graph::count::Steps;
use soko_search::{Control, Limits};
use std::env;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Steps that take their time, so that a run can be killed in the middle.
struct Slow {
    steps: &'static dyn Steps,
    nap: Duration,
}

impl Steps for Slow {
    fn space(&self) -> u64 {
        self.steps.space()
    }
    fn start(&self) -> u64 {
        self.steps.start()
    }
    fn solved(&self) -> Option<Vec<u64>> {
        self.steps.solved()
    }
    fn moves(&self, way: &[u64]) -> Option<Vec<Direction>> {
        self.steps.moves(way)
    }
    fn is_solved(&self, state: u64) -> bool {
        self.steps.is_solved(state)
    }
    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        std::thread::sleep(self.nap * states.len() as u32);
        self.steps.successors(states, out);
    }
    fn predecessors(&self, states: &[u64], out: &mut Vec<u64>) {
        std::thread::sleep(self.nap * states.len() as u32);
        self.steps.predecessors(states, out);
    }
}

fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    env::var(format!("SOKO_TEST_{name}")).ok()?.parse().ok()
}

/// What a process does that was started by one of the tests below.
#[test]
fn be_a_process() {
    let Some(process) = setting::<usize>("PROCESS") else {
        return;
    };
    match run_process(process) {
        Ok(outcome) => {
            println!("COUNTS {:?}", outcome.part.counts);
            println!("FOLDED {:?}", outcome.part.folded);
            println!("STOPPED {:?}", outcome.stopped);
            println!("SENT {}", outcome.part.sent);
        }
        Err(error) => println!("ERROR {error}"),
    }
}

fn run_process(process: usize) -> Result<Outcome, ClusterError> {
    let level: Level = setting::<String>("LEVEL").unwrap().parse().unwrap();
    let workers: usize = setting("WORKERS").unwrap_or(1);
    let mut steps = lasting_steps(&level, Rules::default()).unwrap();
    if let Some(micros) = setting("NAP") {
        let nap = Duration::from_micros(micros);
        steps = Box::leak(Box::new(Slow { steps, nap }));
    }
    let hosts = setting::<String>("HOSTS").unwrap();
    let place = Place {
        hosts: Hosts::parse(&hosts).unwrap(),
        process,
        listen: None,
        wait: Duration::from_millis(setting("WAIT").unwrap_or(60_000)),
    };
    let options: String = setting("OPTIONS").unwrap_or_default();
    let mut manifest = Manifest::of(&level, &options, steps);
    manifest.set("processes", place.hosts.len());
    manifest.set("workers", workers);
    let folder = setting::<PathBuf>("FOLDER").map(|path| {
        let own = process * workers..(process + 1) * workers;
        let path = path.join(format!("p{process}"));
        Folder::open(&path, &manifest, steps.space(), own)
    });
    let folder = folder.transpose()?;
    let survey = folder.as_ref().map_or(Survey::NOTHING, Folder::found);
    let met = meet(&place, &manifest, survey, &mut Control::default())?;
    println!("MET {:?}", met.survey);
    let mut crew = Crew::of(met, process, workers);
    if setting("COMPONENTS") == Some(true) {
        crew = crew.with_components();
    }
    let time = setting("TIME").map(Duration::from_millis);
    let limits = Limits {
        time,
        ..Limits::default()
    };
    crew.count(steps, folder, &mut Control::new(limits))
}

/// Processes to be started.
struct Run {
    hosts: String,
    settings: Vec<(&'static str, String)>,
}

impl Run {
    fn new(n: usize, level: &Level) -> Run {
        // Ports that are free now.
        let held: Vec<TcpListener> = (0..n)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        let hosts = held
            .iter()
            .map(|l| format!("{}\n", l.local_addr().unwrap()));
        Run {
            hosts: hosts.collect(),
            settings: vec![("LEVEL", level.setup().to_string())],
        }
    }

    fn with(mut self, name: &'static str, value: impl ToString) -> Run {
        self.settings.push((name, value.to_string()));
        self
    }

    fn host(&self, process: usize) -> &str {
        self.hosts.lines().nth(process).unwrap()
    }

    fn start(&self, process: usize, more: &[(&str, &str)]) -> Child {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args([
                "processes::be_a_process",
                "--exact",
                "--nocapture",
                "--test-threads=1",
            ])
            .env("SOKO_TEST_PROCESS", process.to_string())
            .env("SOKO_TEST_HOSTS", &self.hosts)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for (name, value) in &self.settings {
            command.env(format!("SOKO_TEST_{name}"), value);
        }
        for (name, value) in more {
            command.env(format!("SOKO_TEST_{name}"), value);
        }
        command.spawn().unwrap()
    }

    fn start_all(&self) -> Vec<Child> {
        let n = self.hosts.lines().count();
        (0..n).map(|process| self.start(process, &[])).collect()
    }
}

/// What a process said; nothing on stderr but what the test program itself may say.
fn said(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn line<'a>(said: &'a str, word: &str) -> Option<&'a str> {
    said.lines()
        .find_map(|line| Some(line.split_once(&format!("{word} "))?.1))
}

#[test]
fn processes_count_what_the_whole_graph_has() {
    for (i, level) in levels(10).iter().enumerate() {
        let (processes, workers) = [(2, 1), (2, 2), (3, 1), (2, 3)][i % 4];
        let run = Run::new(processes, level).with("WORKERS", workers);
        let expected = format!("{:?}", counted_whole(level, &Rules::default()));
        let all: Vec<String> = run.start_all().into_iter().map(said).collect();
        for said in &all {
            assert_eq!(line(said, "COUNTS"), Some(&*expected), "{all:?}");
        }
        let sent: u64 = line(&all[0], "SENT").unwrap().parse().unwrap();
        assert!(sent > 100, "{sent}");
    }
}

/// Up to the factor itself, which may be rounded in another way.
#[test]
fn processes_find_the_components_of_the_whole_graph() {
    for (i, level) in levels(4).iter().chain([&big_level()]).enumerate() {
        let (processes, workers) = [(2, 1), (3, 1), (2, 2)][i % 3];
        let run = Run::new(processes, level)
            .with("WORKERS", workers)
            .with("COMPONENTS", true);
        let expected = format!(
            "{:?}",
            Some(Ok::<_, ()>(folded_whole(level, &Rules::default())))
        );
        let (expected, _) = expected.split_once(", factor:").unwrap();
        let all: Vec<String> = run.start_all().into_iter().map(said).collect();
        for said in &all {
            let found = line(said, "FOLDED").unwrap_or_else(|| panic!("{all:?}"));
            let (found, _) = found.split_once(", factor:").unwrap();
            assert_eq!(found, expected, "{all:?}");
        }
    }
}

#[test]
fn a_killed_process_ends_the_others_soon_and_the_run_goes_on() {
    let level = big_level();
    let folder = scratch("killed");
    let expected = format!("{:?}", counted_whole(&level, &Rules::default()));
    let run = Run::new(3, &level).with("FOLDER", folder.display());
    let slow = [("NAP", "150")];
    for victim in 0..3 {
        let mut all: Vec<Child> = (0..3).map(|p| run.start(p, &slow)).collect();
        wait_for_layers(&folder, 5 + 4 * victim);
        all[victim].kill().unwrap();
        let begin = Instant::now();
        for (process, child) in all.into_iter().enumerate() {
            let said = said(child);
            if process != victim {
                let error = line(&said, "ERROR").unwrap_or_else(|| panic!("{said}"));
                let name = format!("process {victim} ({}) has gone", run.host(victim));
                assert!(error.contains(&name), "{error}");
            }
        }
        assert!(
            begin.elapsed() < Duration::from_secs(10),
            "{:?}",
            begin.elapsed()
        );
    }
    let all: Vec<String> = run.start_all().into_iter().map(said).collect();
    assert_eq!(line(&all[0], "COUNTS"), Some(&*expected), "{all:?}");
    let met = line(&all[0], "MET").unwrap();
    assert!(!met.contains("forward: Nothing"), "{met}");
}

/// Waits until every process has kept so many layers.
fn wait_for_layers(folder: &Path, layers: usize) {
    let begin = Instant::now();
    let name = |p: usize| folder.join(format!("p{p}/forward-{layers:04}.w{p}"));
    while !(0..3).all(|p| name(p).exists()) {
        assert!(begin.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_limit_on_one_process_stops_all_in_order() {
    let level = big_level();
    let run = Run::new(2, &level).with("NAP", 500);
    let first = run.start(0, &[]);
    let second = run.start(1, &[("TIME", "500")]);
    let (first, second) = (said(first), said(second));
    assert_eq!(
        line(&first, "STOPPED"),
        Some("Some(Time)"),
        "{first}{second}"
    );
    assert_eq!(
        line(&second, "STOPPED"),
        Some("Some(Time)"),
        "{first}{second}"
    );
}

#[test]
fn who_counts_something_else_is_told_so_and_so_are_all_others() {
    let level = big_level();
    let run = Run::new(3, &level);
    let first = run.start(0, &[]);
    let second = run.start(1, &[]);
    let third = run.start(2, &[("OPTIONS", "other")]);
    for child in [first, second, third] {
        let said = said(child);
        let error = line(&said, "ERROR").unwrap_or_else(|| panic!("{said}"));
        assert!(error.contains("do not agree: options: "), "{error}");
        assert!(error.contains("other"), "{error}");
    }
}

#[test]
fn a_host_that_never_comes_is_named() {
    let run = Run::new(2, &big_level()).with("WAIT", 1_500);
    let said = said(run.start(0, &[]));
    let error = line(&said, "ERROR").unwrap();
    let name = format!("process 1 ({}) did not come within 1 s", run.host(1));
    assert!(error.contains(&name), "{error}");
}

#[test]
fn a_port_in_use_is_told() {
    let run = Run::new(2, &big_level());
    let _held = TcpListener::bind(run.host(0)).unwrap();
    let said = said(run.start(0, &[]));
    let error = line(&said, "ERROR").unwrap();
    assert!(
        error.starts_with(&format!("cannot listen at {}", run.host(0))),
        "{error}"
    );
    assert!(error.contains("another program"), "{error}");
}

/// Somebody else knocks: says nothing, speaks another language, or has no right to be
/// the process that it says it is. The run goes on without it.
#[test]
fn strangers_are_sent_away() {
    let level = &levels(1)[0];
    let run = Run::new(2, level);
    let first = run.start(0, &[]);
    let mut strangers = Vec::new();
    for words in [
        &b""[..],
        b"GET / HTTP/1.1\r\n\r\n",
        b"SOKOCLU1H\xff\xff\xff\xff",
        b"SOKOCLU1H\x05\x00\x00\x00hello",
        b"SOKOCLU1X\x00\x00\x00\x00",
        b"SOKOCLU1H\x4a\x00\x00\x00purpose control\nfrom 7\nticket 1\nforward nothing\nbackward nothing\n\nformat 1\n",
    ] {
        let mut stream = connect(run.host(0));
        stream.write_all(words).unwrap();
        strangers.push(stream);
    }
    // Those that said something wrong see the end of their connection.
    for stream in &mut strangers[1..] {
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    let second = run.start(1, &[]);
    let expected = format!("{:?}", counted_whole(level, &Rules::default()));
    assert_eq!(line(&said(first), "COUNTS"), Some(&*expected));
    said(second);
}

fn connect(host: &str) -> TcpStream {
    let begin = Instant::now();
    loop {
        match TcpStream::connect(host) {
            Ok(stream) => return stream,
            Err(error) => assert!(begin.elapsed() < Duration::from_secs(30), "{error}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
