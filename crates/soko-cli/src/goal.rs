//! `--goal`: what an engine is asked for, the same for every command that solves.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use soko_solve::Objective;

/// The option `--goal`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct GoalArg {
    /// What to look for: any solution, the fewest pushes or the fewest moves
    #[arg(long, value_name = "GOAL", default_value = "any", value_parser = parser())]
    pub goal: Objective,
}

fn parser() -> impl TypedValueParser<Value = Objective> {
    let names = PossibleValuesParser::new(Objective::ALL.map(Objective::name));
    names.map(|name| Objective::from_name(&name).expect("one of the names"))
}
