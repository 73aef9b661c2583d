//! `soko engines`: the engines, where they come from, what they prove and cost.

use super::list_args::ListArgs;
use crate::exit_code::Exit;
use crate::output;
use serde_json::{Value, json};
use soko_solve::{DEFAULT_ENGINE, ENGINES, EngineEntry, Objective, Switch};

/// For the help.
pub const EXAMPLES: &str = "\
Examples:
  soko engines
  soko engines --json
  soko solve Microban_155 --level 1 --engine movers";

/// Lists all engines.
pub fn run(args: &ListArgs) -> anyhow::Result<Exit> {
    output::list(ENGINES, args.json, to_json, about)?;
    Ok(Exit::Ok)
}

fn about(entry: &EngineEntry) -> (String, Vec<String>) {
    let is_default = entry.name == DEFAULT_ENGINE;
    let default = if is_default { " (default)" } else { "" };
    let lines = vec![
        entry.summary.to_string(),
        format!("from    {}", entry.paper),
        format!("proves  {}", proofs(entry)),
        format!("takes   {}", (entry.reads)(Objective::Any).told()),
        format!("cost    {}", entry.cost),
    ];
    (format!("{}{default}", entry.name), lines)
}

fn proofs(entry: &EngineEntry) -> String {
    let measures = entry.objectives.iter().filter_map(|o| o.measure());
    let best = measures.map(|measure| format!("the fewest {measure}"));
    let none = entry.complete.then(|| "that there is no solution".into());
    let all: Vec<String> = best.chain(none).collect();
    if all.is_empty() {
        return "nothing".into();
    }
    all.join(", ")
}

fn to_json(entry: &EngineEntry) -> Value {
    let goals: Vec<&str> = entry.objectives.iter().map(|o| o.name()).collect();
    let reads = (entry.reads)(Objective::Any);
    let options: Vec<&str> = reads.choices.iter().map(|choice| choice.name()).collect();
    let switches: Vec<&str> = reads.switches.iter().map(Switch::name).collect();
    json!({
        "schema": output::SCHEMA,
        "engine": entry.name,
        "summary": entry.summary,
        "paper": entry.paper,
        "complete": entry.complete,
        "goals": goals,
        "options": options,
        "switches": switches,
        "cost": entry.cost,
        "default": entry.name == DEFAULT_ENGINE,
    })
}
