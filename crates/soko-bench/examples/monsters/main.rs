//! Every engine and command on ten monster levels: are time, memory and Ctrl-C
//! obeyed?
//!
//! ```text
//! cargo run --release -p soko-bench --example monsters -- target/release/soko [WORD]
//! ```
//!
//! Each command is run three times on each level: with a second (it may take 1.2),
//! with 200 MiB (it may hold 250, its workers included), and interrupted after 300 ms (it must end within
//! 100). One table; a figure that is too high has a `!`, and the program fails. WORD
//! chooses commands and levels whose name holds it.

mod levels;
mod watch;

use levels::{Monster, monsters};
use soko_bench::TextTable;
use soko_solve::ENGINES;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use watch::{Seen, watch};

const MOST_TIME: Duration = Duration::from_millis(1_200);
const MOST_BYTES: u64 = 250 << 20;
const MOST_WAIT: Duration = Duration::from_millis(100);
const INTERRUPT_AFTER: Duration = Duration::from_millis(300);

/// A command line; `LEVELS` stands for the file.
struct Attack {
    name: String,
    words: Vec<String>,
    /// The limits that it takes.
    limits: &'static [&'static str],
}

const BOTH: &[&str] = &["--time", "--memory"];

fn attacks() -> Vec<Attack> {
    let attack = |line: &str, limits| Attack {
        name: line.replace(" LEVELS", ""),
        words: line.split(' ').map(String::from).collect(),
        limits,
    };
    let engines = ENGINES
        .iter()
        .map(|e| attack(&format!("solve LEVELS --engine {}", e.name), BOTH));
    let goals = ["pushes", "moves"].map(|g| attack(&format!("solve LEVELS --goal {g}"), BOTH));
    let layers = [
        "dead",
        "paths",
        "matching",
        "packing",
        "prevention",
        "alert",
        "areas",
    ];
    let layers = layers.map(|layer| attack(&format!("show LEVELS --layer {layer}"), &["--time"]));
    let others = [
        attack("graph LEVELS --level 1", BOTH),
        attack("analyse LEVELS", &[]),
    ];
    engines.chain(goals).chain(others).chain(layers).collect()
}

/// What is told of one run, with a mark if it is too much.
struct Told {
    cell: String,
    is_too_much: bool,
}

fn told(figure: String, is_too_much: bool) -> Told {
    let mark = if is_too_much { " !" } else { "" };
    Told {
        cell: figure + mark,
        is_too_much,
    }
}

struct Bench {
    program: PathBuf,
    folder: PathBuf,
}

impl Bench {
    /// Runs a command on a level with this time and memory, as far as it takes them.
    fn run(
        &self,
        attack: &Attack,
        index: usize,
        [time, memory]: [&str; 2],
        interrupt: Option<Duration>,
    ) -> Seen {
        let file = self.folder.join(format!("{index}.xsb"));
        let words = attack.words.iter().map(|word| match word.as_str() {
            "LEVELS" => file.display().to_string(),
            word => word.to_owned(),
        });
        let limits = [("--time", time), ("--memory", memory)];
        let taken = limits
            .iter()
            .filter(|(name, _)| attack.limits.contains(name));
        let limits = taken.flat_map(|(name, value)| [name.to_string(), value.to_string()]);
        let arguments: Vec<String> = words.chain(limits).collect();
        watch(&self.program, &arguments, interrupt).expect("the program runs")
    }

    /// Time, memory and the end after Ctrl-C.
    fn attack(&self, attack: &Attack, index: usize) -> [Told; 3] {
        let seen = self.run(attack, index, ["1s", "4GiB"], None);
        let seconds = format!("{:.2} s", seen.taken.as_secs_f64());
        let time = told(seconds, seen.taken > MOST_TIME || is_crash(&seen));
        let seen = self.run(attack, index, ["3s", "200MiB"], None);
        let mebibytes = format!("{} MiB", seen.peak_bytes >> 20);
        let memory = told(mebibytes, seen.peak_bytes > MOST_BYTES || is_crash(&seen));
        let seen = self.run(attack, index, ["20s", "4GiB"], Some(INTERRUPT_AFTER));
        let wait = match seen.ended_after {
            Some(wait) => told(format!("{} ms", wait.as_millis()), wait > MOST_WAIT),
            None => told("done before".into(), is_crash(&seen)),
        };
        [time, memory, wait]
    }
}

/// Whether a process was killed, met an error of its own, or did not understand what
/// it was told, so that nothing was measured.
fn is_crash(seen: &Seen) -> bool {
    let code = seen.status.and_then(|status| status.code());
    !matches!(code, Some(0 | 1 | 3 | 4 | 130))
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(program), chosen) = (words.next(), words.next().unwrap_or_default()) else {
        eprintln!("monsters: which program?");
        return ExitCode::from(2);
    };
    let folder = std::env::temp_dir().join(format!("sokoscope-monsters-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the levels");
    let monsters: Vec<Monster> = monsters();
    for (index, monster) in monsters.iter().enumerate() {
        std::fs::write(folder.join(format!("{index}.xsb")), &monster.text).expect("a level file");
    }
    let bench = Bench {
        program: Path::new(&program).to_path_buf(),
        folder,
    };
    let mut table = TextTable::new(["command", "level", "1 s", "200 MiB", "Ctrl-C"]);
    let mut n_bad = 0;
    for attack in attacks() {
        for (index, monster) in monsters.iter().enumerate() {
            if !attack.name.contains(&chosen) && !monster.name.contains(&chosen) {
                continue;
            }
            let told = bench.attack(&attack, index);
            n_bad += told.iter().filter(|told| told.is_too_much).count();
            let cells = told.map(|told| told.cell);
            eprintln!("{}, {}: {}", attack.name, monster.name, cells.join(", "));
            let [time, memory, wait] = cells;
            table.row([attack.name.clone(), monster.name.into(), time, memory, wait]);
        }
    }
    print!("{table}");
    println!("{n_bad} figures too high");
    // What cannot be removed is small.
    let _ = std::fs::remove_dir_all(&bench.folder);
    ExitCode::from(u8::from(n_bad > 0))
}
