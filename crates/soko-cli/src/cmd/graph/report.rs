//! What a graph says, as text and as JSON.

use super::explored::Explored;
use crate::exit_code::Exit;
use crate::level_lines::{Keys, level_object, whole_line};
use crate::output;
use crate::source::Loaded;
use serde_json::{Map, Value, json};
use soko_bench::{TextTable, grouped};
use soko_core::Level;
use soko_format::Entry;
use soko_graph::{Chain, ComponentWays, Difficulty, Ratio, StateGraph, StateHash, encoding_sizes};
use soko_search::StopReason;
use std::io::Write;
use std::time::Duration;

/// The keys of every line.
pub const KEYS: Keys = "hash outcome reason diagnostics states expanded edges components largest_component \
    solved_states dead_states sinks solution_factor solution_factor_exact \
    solution_factor_log2 chain_factor chain_factor_at_most chain_sweeps chain_converged \
    shortest_pushes shortest_solutions shortest_moves box_changes farthest_pushes \
    longest_way component_steps shortest_component_ways component_ways component_ways_log2 \
    branching seconds bytes_per_state wire_bytes layers solved_layers alive_layers";

/// The line of a level that is too wide for a graph.
pub fn refused_line(
    loaded: &Loaded,
    entry: &Entry,
    hash: StateHash,
    why: &str,
) -> anyhow::Result<()> {
    let mut object = level_object(loaded, entry);
    object.insert("hash".into(), json!(hash.name()));
    object.insert("outcome".into(), json!("stopped"));
    object.insert("reason".into(), json!(why));
    whole_line(object, KEYS)
}

/// The findings about one graph.
pub struct Report {
    hash: StateHash,
    stopped: Option<StopReason>,
    states: usize,
    expanded: usize,
    edges: usize,
    bytes_per_state: f64,
    seconds: f64,
    /// None where the graph is not whole.
    difficulty: Option<Difficulty>,
}

impl Report {
    /// Folds and measures a graph.
    pub fn new(hash: StateHash, explored: &Explored<'_>, exploring: Duration) -> Report {
        let begin = std::time::Instant::now();
        let graph = explored.graph;
        let difficulty = explored.folding.as_ref().map(Difficulty::of);
        Report {
            hash,
            stopped: explored.stopped,
            states: graph.n_states(),
            expanded: graph.n_expanded(),
            edges: graph.n_edges(),
            bytes_per_state: graph.bytes() as f64 / graph.n_states() as f64,
            seconds: (exploring + begin.elapsed()).as_secs_f64(),
            difficulty,
        }
    }

    /// A whole exact graph without a solution proves that there is none.
    pub fn exit(&self) -> Exit {
        match (&self.difficulty, self.stopped) {
            (_, Some(StopReason::Cancelled)) => Exit::Interrupted,
            (None, _) => Exit::NoAnswer,
            (Some(d), _) if self.hash == StateHash::Exact && d.shortest.is_none() => {
                Exit::Unsolvable
            }
            _ => Exit::Ok,
        }
    }

    /// The JSON line.
    pub fn json(&self, loaded: &Loaded, entry: &Entry) -> Map<String, Value> {
        let mut object = level_object(loaded, entry);
        let mut put = |name: &str, value: Value| {
            object.insert(name.into(), value);
        };
        let outcome = if self.stopped.is_some() {
            "stopped"
        } else {
            "complete"
        };
        // 1. What was explored.
        put("hash", json!(self.hash.name()));
        put("outcome", json!(outcome));
        put("reason", json!(self.stopped.map(StopReason::name)));
        put("states", json!(self.states));
        put("expanded", json!(self.expanded));
        put("edges", json!(self.edges));
        // 2. What the whole graph says; nothing is said about a part of it.
        let d = self.difficulty.as_ref();
        put("components", json!(d.map(|d| d.components)));
        put("largest_component", json!(d.map(|d| d.largest_component)));
        put("solved_states", json!(d.map(|d| d.solved_states)));
        put("dead_states", json!(d.map(|d| d.dead_states)));
        put("sinks", json!(d.map(|d| d.sinks)));
        put("solution_factor", json!(d.map(|d| d.solution_factor.value)));
        let exact = d.and_then(|d| d.solution_factor.exact);
        put("solution_factor_exact", json!(exact.map(|r| r.to_string())));
        let log2 = d.map(|d| d.solution_factor.log2).filter(|l| l.is_finite());
        put("solution_factor_log2", json!(log2));
        let chain = d.and_then(|d| d.chain.as_ref());
        put("chain_factor", json!(chain.map(|c| c.last().lower)));
        put("chain_factor_at_most", json!(chain.map(|c| c.last().upper)));
        put("chain_sweeps", json!(chain.map(|c| c.sweeps.len())));
        put("chain_converged", json!(chain.map(|c| c.has_converged)));
        put(
            "shortest_pushes",
            json!(d.and_then(|d| d.shortest).map(|s| s.pushes)),
        );
        let count = d.and_then(|d| d.shortest).map(|s| s.count as f64);
        put("shortest_solutions", json!(count));
        put("shortest_moves", json!(d.and_then(|d| d.shortest_moves)));
        put("box_changes", json!(d.and_then(|d| d.fewest_box_changes)));
        put("farthest_pushes", json!(d.map(|d| d.farthest_pushes)));
        put("longest_way", json!(d.map(|d| d.longest_way)));
        let ways = d.and_then(|d| d.ways);
        put("component_steps", json!(ways.map(|w| w.steps)));
        let shortest = ways.map(|w| w.shortest as f64);
        put("shortest_component_ways", json!(shortest));
        put("component_ways", json!(ways.map(|w| w.all as f64)));
        put("component_ways_log2", json!(ways.map(|w| w.log2_all)));
        put("branching", json!(d.map(Difficulty::branching)));
        // 3. What it took.
        put("seconds", json!(self.seconds));
        put("bytes_per_state", json!(self.bytes_per_state));
        object
    }

    /// The findings for people.
    pub fn print(&self, entry: &Entry, level: &Level) -> anyhow::Result<()> {
        let mut out = output::screen();
        let bold = output::BOLD;
        let title = entry.title().unwrap_or("untitled");
        writeln!(out, "{bold}{}. {title}{bold:#}", entry.number)?;
        write!(out, "{}", level.setup())?;
        // Of a graph that is not whole only its size is told.
        if let Some(reason) = self.stopped {
            writeln!(
                out,
                "{}: {} states found, {} of them expanded, {} edges;",
                why(reason),
                grouped(self.states as u64),
                grouped(self.expanded as u64),
                grouped(self.edges as u64)
            )?;
            writeln!(out, "nothing is claimed about the rest of the graph\n")?;
            return Ok(());
        }
        let Some(d) = &self.difficulty else {
            return Ok(());
        };
        for (name, value) in lines(d) {
            writeln!(out, "  {name:<34} {value}")?;
        }
        if let Some(chain) = &d.chain {
            print_chain(&mut out, chain)?;
        }
        writeln!(
            out,
            "  {:<34} {:.3} s, {:.1} bytes a state with its edges\n",
            "effort", self.seconds, self.bytes_per_state
        )?;
        Ok(())
    }
}

/// Why a graph is not whole, for people.
pub fn why(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "stopped at the limit on time",
        StopReason::Memory => "stopped at the limit on memory",
        StopReason::Expansions => "stopped at the limit on expansions",
        StopReason::Cancelled => "stopped on request",
    }
}

/// The numbers of a graph, each with its name.
fn lines(d: &Difficulty) -> Vec<(&'static str, String)> {
    let number = |n: usize| grouped(n as u64);
    let or_unknown = |n: Option<String>| n.unwrap_or_else(|| "–".into());
    let dead_share = 100.0 * d.dead_share();
    let dead = format!("{} ({dead_share:.1} %)", number(d.dead_states));
    let shortest = match d.shortest {
        Some(s) => format!("{} pushes; {} as short", s.pushes, s.count),
        None => "none: no solved state can be reached".into(),
    };
    let moves = or_unknown(d.shortest_moves.map(|n| n.to_string()));
    let changes = or_unknown(d.fewest_box_changes.map(|n| n.to_string()));
    let largest = number(d.largest_component);
    // The factor over states is found by sweeps, which may not have ended.
    let by_states = or_unknown(d.chain.as_ref().map(chain_factor));
    let longest_way = number(d.longest_way as usize);
    vec![
        ("states", number(d.states)),
        ("edges (pushes between states)", number(d.edges)),
        ("components", number(d.components)),
        ("states in the largest component", largest),
        ("solved states", number(d.solved_states)),
        ("dead states", dead),
        ("sinks", number(d.sinks)),
        ("solution factor (components)", component_factor(d)),
        ("solution factor (states)", by_states),
        ("shortest solution", shortest),
        ("fewest moves", moves),
        ("fewest box changes", changes),
        ("pushes to the farthest state", number(d.farthest_pushes)),
        ("longest way through components", longest_way),
        ("ways through components", or_unknown(d.ways.map(ways_told))),
        ("pushes a state", format!("{:.2}", d.branching())),
        ("boxes a valid square", format!("{:.3}", d.box_ratio())),
    ]
}

/// How many ways lead through the components to a solution: the shortest, and all.
fn ways_told(ways: ComponentWays) -> String {
    let (steps, shortest) = (ways.steps, ways.shortest);
    let all = match ways.all {
        u128::MAX => format!("2^{:.1}", ways.log2_all),
        all => all.to_string(),
    };
    format!("{all} to a solution, {shortest} of them in {steps} steps, the fewest")
}

/// The solution factor over components: as a fraction where that is known, as a
/// power of two where it is too small for a number.
fn component_factor(d: &Difficulty) -> String {
    let factor = d.solution_factor;
    let is_fraction = |r: &Ratio| r.denominator != 1;
    let exact = factor.exact.filter(is_fraction).map(|r| format!(" = {r}"));
    if factor.value > 0.0 || !factor.log2.is_finite() {
        format!("{}{}", factor.value, exact.unwrap_or_default())
    } else {
        format!("2^{:.3}", factor.log2)
    }
}

/// The solution factor over states, or what it lies between.
fn chain_factor(chain: &Chain) -> String {
    let last = chain.last();
    if chain.has_converged {
        format!("{:.6e}", last.lower)
    } else {
        format!("between {:.6e} and {:.6e}", last.lower, last.upper)
    }
}

/// The bounds at some of the sweeps: 1, 2, 4, … and the last.
fn print_chain(out: &mut impl Write, chain: &Chain) -> anyhow::Result<()> {
    let n = chain.sweeps.len();
    let word = if chain.has_converged {
        "converged"
    } else {
        "not converged"
    };
    let name = "solution factor (states), by sweep";
    writeln!(out, "  {name:<34} {word} after {n} sweeps:")?;
    for (i, sweep) in chain.sweeps.iter().enumerate() {
        if (i + 1).is_power_of_two() || i + 1 == n {
            let (lower, upper) = (sweep.lower, sweep.upper);
            writeln!(out, "  {:<34} {:>6}  {lower:.6e} … {upper:.6e}", "", i + 1)?;
        }
    }
    Ok(())
}

/// What each hash loses.
pub fn print_comparison(entry: &Entry, reports: &[Report]) -> anyhow::Result<()> {
    let head = [
        "hash",
        "states",
        "components",
        "solution factor",
        "solved",
        "looks",
        "states kept",
    ];
    let mut table = TextTable::new(head);
    // The exact graph comes first; the others lose states against it.
    let exact = reports.first().map_or(1, |report| report.states);
    for report in reports {
        let looks = match &report.difficulty {
            None => "stopped",
            Some(d) if d.shortest.is_some() => "solvable",
            Some(_) => "unsolvable",
        };
        let d = report.difficulty.as_ref();
        let share = 100.0 * report.states as f64 / exact as f64;
        table.row([
            report.hash.name().to_string(),
            grouped(report.states as u64),
            d.map_or("–".into(), |d| grouped(d.components as u64)),
            d.map_or("–".into(), |d| format!("{:.6e}", d.solution_factor.value)),
            d.map_or("–".into(), |d| d.solved_states.to_string()),
            looks.to_string(),
            format!("{share:.1} %"),
        ]);
    }
    let title = entry.title().unwrap_or("untitled");
    let mut out = output::screen();
    writeln!(out, "{}. {title}\n{table}", entry.number)?;
    Ok(())
}

/// The sizes of all encodings.
pub fn print_encodings(graph: &StateGraph, as_json: bool) -> anyhow::Result<()> {
    let sizes = encoding_sizes(graph);
    if as_json {
        for size in sizes {
            let mut object = Map::new();
            object.insert("schema".into(), json!(output::SCHEMA));
            object.insert("encoding".into(), json!(size.name));
            object.insert("mean_bits".into(), json!(size.mean_bits));
            object.insert("most_bits".into(), json!(size.most_bits));
            output::json_line(&object)?;
        }
        return Ok(());
    }
    let mut table = TextTable::new(["bits a state, mean", "most", "encoding"]);
    for size in sizes {
        let mean = format!("{:.2}", size.mean_bits);
        table.row([mean, size.most_bits.to_string(), size.name]);
    }
    writeln!(output::screen(), "{table}")?;
    Ok(())
}
