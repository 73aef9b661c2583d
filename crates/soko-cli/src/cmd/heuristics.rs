//! `soko heuristics`: the heuristics and what each promises.

use super::list_args::ListArgs;
use crate::exit_code::Exit;
use crate::output;
use serde_json::{Value, json};
use soko_search::Claims;
use soko_solve::heuristic::{HEURISTICS, HeuristicEntry};

/// For the help.
pub const EXAMPLES: &str = "\
Examples:
  soko heuristics
  soko solve Microban_155 --level 1 --engine nash --heuristic on-switches-near

Admissible: never more than what is left. Consistent: a step never lowers the
guess by more than it costs. An engine proves a solution to be shortest only with
an admissible heuristic.";

/// Lists all heuristics.
pub fn run(args: &ListArgs) -> anyhow::Result<Exit> {
    output::list(HEURISTICS, args.json, to_json, about)?;
    Ok(Exit::Ok)
}

fn about(entry: &HeuristicEntry) -> (String, Vec<String>) {
    let pushes = entry.pushes.map_or("cannot be used".into(), promises);
    let lines = vec![
        entry.summary.to_string(),
        format!("from    {}", entry.paper),
        format!("pushes  {pushes}"),
        format!("moves   {}", promises(entry.moves)),
        format!("cost    {}", entry.cost),
    ];
    (entry.name.to_string(), lines)
}

fn promises(claims: Claims) -> String {
    let word = |is: bool, name: &str| {
        if is {
            name.into()
        } else {
            format!("not {name}")
        }
    };
    let admissible = word(claims.admissible, "admissible");
    format!("{admissible}, {}", word(claims.consistent, "consistent"))
}

fn to_json(entry: &HeuristicEntry) -> Value {
    let claims = |c: Claims| json!({ "admissible": c.admissible, "consistent": c.consistent });
    json!({
        "schema": output::SCHEMA,
        "heuristic": entry.name,
        "summary": entry.summary,
        "paper": entry.paper,
        "pushes": entry.pushes.map(claims),
        "moves": claims(entry.moves),
        "cost": entry.cost,
    })
}
