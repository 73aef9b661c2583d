//! The champion on a whole collection, one JSON line a level.
//!
//! ```text
//! cargo run --release -p soko-bench --example champion_suite -- XSokoban_90 --expansions 5000
//!     --time 60            seconds a level
//!     --memory 4           gibibytes a level
//!     --levels 1-20,30     some levels only
//!     --without plan,way   techniques switched off
//!     --values FILE        weights for plan-trained instead of the stored ones
//!     --strategy backward  these strategies only
//!     --threads 2          threads a level
//!     --baseline FILE      compare with a stored run: solved set, then expansions
//!     --ablation           switch techniques off one at a time, a table line each
//! ```
//!
//! With a limit on expansions alone the run is the same on every machine. Lines go
//! to stdout, the summary to stderr.

use serde_json::{Value, json};
use soko_bench::suite;
use soko_core::Level;
use soko_search::{Control, Limits};
use soko_solve::champion::Weights;
use soko_solve::{Options, Switch, Switches, solve};
use std::process::ExitCode;
use std::time::{Duration, Instant};

struct Run {
    collection: String,
    limits: Limits,
    levels: Option<Vec<usize>>,
    switches: Switches,
    weights: Weights,
    strategies: Vec<String>,
    threads: usize,
    baseline: Option<String>,
    ablation: bool,
}

#[derive(Default)]
struct Total {
    solved: Vec<usize>,
    n_levels: usize,
    expanded: u64,
    pushes: u64,
    seconds: f64,
}

fn main() -> ExitCode {
    let run = match Run::from_arguments() {
        Ok(run) => run,
        Err(why) => {
            eprintln!("champion_suite: {why}");
            return ExitCode::from(2);
        }
    };
    let worse = if run.ablation {
        run.print_ablation();
        false
    } else {
        let (total, lines) = run.measure(&run.switches, |line| println!("{line}"));
        total.print("champion");
        run.is_worse(&lines)
    };
    ExitCode::from(u8::from(worse))
}

impl Run {
    fn from_arguments() -> Result<Run, String> {
        let mut arguments = std::env::args().skip(1);
        let mut run = Run {
            collection: arguments.next().ok_or("which collection?")?,
            limits: Limits::default(),
            levels: None,
            switches: Switches::default(),
            weights: Weights::default(),
            strategies: Vec::new(),
            threads: 1,
            baseline: None,
            ablation: false,
        };
        while let Some(name) = arguments.next() {
            if name == "--ablation" {
                run.ablation = true;
                continue;
            }
            let value = arguments.next().ok_or(format!("{name} needs a value"))?;
            let number = || value.parse::<f64>().map_err(|e| format!("{name}: {e}"));
            match name.as_str() {
                "--time" => run.limits.time = Some(Duration::from_secs_f64(number()?)),
                "--expansions" => run.limits.expansions = Some(number()? as u64),
                "--memory" => run.limits.memory = Some((number()? * f64::from(1 << 30)) as usize),
                "--levels" => run.levels = Some(numbers(&value)?),
                "--threads" => run.threads = number()? as usize,
                "--strategy" => run.strategies = value.split(',').map(String::from).collect(),
                "--baseline" => run.baseline = Some(value),
                "--values" => {
                    let text = std::fs::read_to_string(&value).map_err(|e| e.to_string())?;
                    run.weights = Weights::parse(&text).ok_or(format!("{value}: no weights"))?;
                }
                "--without" => {
                    for switch in value.split(',') {
                        let Some(switch) = Switch::from_name(switch) else {
                            return Err(format!("{switch:?} cannot be switched off"));
                        };
                        run.switches = run.switches.without(switch);
                    }
                }
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(run)
    }

    /// Solves all levels; hands each record out as it is made.
    fn measure(&self, switches: &Switches, mut tell: impl FnMut(&Value)) -> (Total, Vec<Value>) {
        let entries = suite::collection(&self.collection).expect("a public collection");
        let mut total = Total::default();
        let mut lines = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let number = index + 1;
            if self.levels.as_ref().is_some_and(|l| !l.contains(&number)) {
                continue;
            }
            let Ok(level) = Level::from_setup(entry.setup.clone()) else {
                continue;
            };
            let line = self.solve(number, &level, switches);
            total.add(number, &line);
            tell(&line);
            lines.push(line);
        }
        (total, lines)
    }

    fn solve(&self, number: usize, level: &Level, switches: &Switches) -> Value {
        let mut control = Control::new(self.limits).with_slow_steps();
        let options = Options {
            switches: *switches,
            values: self.weights,
            strategies: self.strategies.clone(),
            threads: self.threads,
            ..Options::default()
        };
        let start = Instant::now();
        let report = solve("champion", level, &options, &mut control).expect("a sound report");
        let seconds = start.elapsed().as_secs_f64();
        json!({
            "collection": self.collection,
            "level": number,
            "outcome": report.outcome.name(),
            "pushes": report.solution().map(|s| s.metrics().pushes),
            "moves": report.solution().map(|s| s.metrics().moves),
            "expanded": report.counters.expanded,
            "seconds": (seconds * 1000.0).round() / 1000.0,
            "peak_bytes": report.counters.peak_bytes,
            "how": report.notes.first(),
        })
    }

    fn print_ablation(&self) {
        let quiet = |_: &Value| {};
        self.measure(&Switches::ALL, quiet).0.print("everything on");
        for switch in Switch::all() {
            let switches = Switches::ALL.without(switch);
            let label = format!("without {}", switch.name());
            self.measure(&switches, quiet).0.print(&label);
        }
    }

    /// Compares with the stored run: true if a level solved there is not now.
    fn is_worse(&self, lines: &[Value]) -> bool {
        let Some(file) = &self.baseline else {
            return false;
        };
        let text = std::fs::read_to_string(file).expect("the stored run");
        let mut lost = Vec::new();
        let (mut before, mut now) = (0, 0);
        for old in text.lines() {
            let old: Value = serde_json::from_str(old).expect("a line of JSON");
            let Some(new) = lines.iter().find(|new| new["level"] == old["level"]) else {
                continue;
            };
            let solved = |line: &Value| line["outcome"] == "solved";
            if solved(&old) && !solved(new) {
                lost.push(old["level"].clone());
            } else if solved(&old) {
                before += old["expanded"].as_u64().unwrap_or(0);
                now += new["expanded"].as_u64().unwrap_or(0);
            }
        }
        eprintln!("against {file}: lost {lost:?}; expansions on common levels {before} -> {now}");
        !lost.is_empty()
    }
}

impl Total {
    fn add(&mut self, number: usize, line: &Value) {
        self.n_levels += 1;
        if line["outcome"] == "solved" {
            self.solved.push(number);
            self.expanded += line["expanded"].as_u64().unwrap_or(0);
            self.pushes += line["pushes"].as_u64().unwrap_or(0);
            self.seconds += line["seconds"].as_f64().unwrap_or(0.0);
        }
    }

    fn print(&self, label: &str) {
        eprintln!(
            "{label:<20} solved {:>3} of {:>3}; on them {:>8} expansions, {:>6} pushes, {:.1} s",
            self.solved.len(),
            self.n_levels,
            self.expanded,
            self.pushes,
            self.seconds
        );
    }
}

/// Reads `1-20,30`.
fn numbers(text: &str) -> Result<Vec<usize>, String> {
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |t: &str| t.parse::<usize>().map_err(|e| format!("{t:?}: {e}"));
        all.extend(number(first)?..=number(last)?);
    }
    Ok(all)
}
