//! `soko check`: the referee's verdict on moves, and the state of a file.

use super::check_certificate;
use crate::exit_code::{Exit, Failure};
use crate::level_lines::{Keys, NO_SOLUTION, each_level, level_object, missing_line, whole_line};
use crate::output;
use crate::solutions::{self, Claim, REVERSE, Unreadable};
use crate::source::{self, LevelArgs, Loaded};
use serde_json::json;
use soko_core::{Foul, Level, Verified, verify};
use soko_format::{Entry, pddl};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko check tutorial                              the levels and their stored solutions
  soko check my.xsb --level 3 --moves rrUUlD
  soko check Microban_155 --solutions solved.sok
  soko solve my.xsb --json | soko check my.xsb --solutions -
  soko check my.xsb --level 3 --certificate proof.soko
  soko check Microban_155 --level 1 --plan sas_plan

--solutions takes JSON lines as `soko solve --json` writes them, a collection with
stored solutions (matched by board), or plain moves, a line for each chosen level.
Moves may be in small letters and have run-length codes: 3r2(uL).
--certificate takes what soko solve --certificate has written, and says what it proves:
how many pushes or moves are needed at least, or that there is no solution. It knows no
engine and believes nothing of the file; docs/certificates.md has the argument.
--plan takes what a planner answers to soko convert --to pddl.";

/// Check levels and solutions with the referee
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// Moves to check on the one chosen level
    #[arg(long, value_name = "LURD", conflicts_with = "solutions")]
    moves: Option<String>,

    /// A file of solutions to check
    #[arg(long, value_name = "FILE")]
    solutions: Option<String>,

    /// A certificate to check on the one chosen level
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "solutions"])]
    certificate: Option<PathBuf>,

    /// A planner's plan to check on the one chosen level
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "solutions", "certificate"])]
    plan: Option<String>,

    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// The keys of every line.
const KEYS: Keys = "outcome reason diagnostics solution_title line column move moves pushes box_lines \
    box_changes pushing_sessions player_lines certificate";

/// Checks the chosen levels.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let loaded = args.levels.load()?;
    let for_one = [
        (args.moves.is_some(), "--moves"),
        (args.certificate.is_some(), "--certificate"),
        (args.plan.is_some(), "--plan"),
    ];
    if let Some((_, name)) = for_one.iter().find(|(is_given, _)| *is_given)
        && loaded.entries().len() != 1
    {
        let message = format!("{name} is for one level; choose it with --level");
        return Err(Failure::usage(message));
    }
    let claims = match &args.solutions {
        Some(file) => Some(solutions::read(file, &loaded)?),
        None => None,
    };
    let json = args.json.then_some(KEYS);
    each_level(&loaded, json, |entry, level| {
        if let Some(path) = &args.certificate {
            return check_certificate::run(&loaded, entry, level, path, json);
        }
        if let Some(file) = &args.plan {
            return check_plan(&loaded, entry, level, file, args);
        }
        let claimed = match (&args.moves, &claims) {
            (Some(moves), _) => vec![Claim::of_moves("--moves", moves)],
            (None, Some(claims)) => solutions::of_level(claims, entry),
            (None, None) => solutions::stored(entry),
        };
        check_level(&loaded, entry, level, &claimed, args)
    })
}

fn check_level(
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    claims: &[Claim],
    args: &Args,
) -> anyhow::Result<Exit> {
    if claims.is_empty() && args.solutions.is_some() {
        report_missing(loaded, entry, args)?;
        return Ok(Exit::NoAnswer);
    }
    if claims.is_empty() || args.solutions.is_none() && args.moves.is_none() {
        report_valid(loaded, entry, level, args)?;
    }
    let mut exit = Exit::Ok;
    for claim in claims {
        let (title, file) = (claim.title.as_str(), claim.file.as_str());
        let verdict = judge(level, claim);
        let judged = Judged {
            title,
            file,
            verdict,
        };
        exit = exit.and(judged.report(loaded, entry, args)?);
    }
    Ok(exit)
}

/// A planner's plan: every action must be one of the domain, and all of them together
/// a solution.
fn check_plan(
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    file: &str,
    args: &Args,
) -> anyhow::Result<Exit> {
    let (name, bytes) = source::read(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let steps = pddl::read_plan(level, &text).map_err(|problem| {
        let problem = Unreadable::Text(problem);
        Fault::Unreadable(problem)
    });
    let verdict = steps.and_then(|steps| verify(level.setup(), steps).map_err(Fault::Foul));
    let judged = Judged {
        title: "plan",
        file: &name,
        verdict,
    };
    judged.report(loaded, entry, args)
}

/// A verdict on moves, and where these come from.
struct Judged<'a> {
    title: &'a str,
    file: &'a str,
    verdict: Result<Verified, Fault>,
}

/// Why a claim does not hold.
enum Fault {
    /// There are no moves to judge.
    Unreadable(Unreadable),
    /// The referee says no.
    Foul(Foul),
}

fn judge(level: &Level, claim: &Claim) -> Result<Verified, Fault> {
    let directions = claim.directions().map_err(Fault::Unreadable)?;
    verify(level.setup(), directions).map_err(Fault::Foul)
}

fn report_valid(loaded: &Loaded, entry: &Entry, level: &Level, args: &Args) -> anyhow::Result<()> {
    let warnings = entry.warnings(level);
    if args.json {
        let mut object = level_object(loaded, entry);
        object.insert("outcome".into(), json!("valid"));
        object.insert("diagnostics".into(), output::diagnostics_json(&warnings));
        return whole_line(object, KEYS);
    }
    output::diagnostics(&loaded.file, &warnings);
    let mut out = output::screen();
    writeln!(out, "{}: valid", entry_name(loaded, entry))?;
    Ok(())
}

fn report_missing(loaded: &Loaded, entry: &Entry, args: &Args) -> anyhow::Result<()> {
    if args.json {
        return missing_line(loaded, entry, KEYS);
    }
    let mut out = output::screen();
    writeln!(out, "{}: {NO_SOLUTION}", entry_name(loaded, entry))?;
    Ok(())
}

impl Judged<'_> {
    fn report(&self, loaded: &Loaded, entry: &Entry, args: &Args) -> anyhow::Result<Exit> {
        match args.json {
            true => self.report_json(loaded, entry)?,
            false => self.report_text(loaded, entry)?,
        }
        Ok(match self.verdict {
            Ok(_) => Exit::Ok,
            Err(_) => Exit::Invalid,
        })
    }

    fn report_text(&self, loaded: &Loaded, entry: &Entry) -> anyhow::Result<()> {
        let (name, title) = (entry_name(loaded, entry), self.title);
        let mut out = output::screen();
        // The verdict is data and goes to stdout; where a text breaks goes to stderr.
        match &self.verdict {
            Ok(solution) if solution.steps().is_empty() => {
                writeln!(out, "{name}: solved at the start, by the empty solution")?;
            }
            Ok(solution) => {
                let m = solution.metrics();
                writeln!(
                    out,
                    "{name}: solved with {} moves and {} pushes ({} box lines, {} box changes, \
                     {} pushing sessions, {} player lines)",
                    m.moves,
                    m.pushes,
                    m.box_lines,
                    m.box_changes,
                    m.pushing_sessions,
                    m.player_lines
                )?;
            }
            Err(Fault::Unreadable(Unreadable::Text(problem))) => {
                writeln!(out, "{name}: {title}: not readable as moves")?;
                output::diagnostic(self.file, problem);
            }
            Err(Fault::Unreadable(Unreadable::Reverse)) => {
                writeln!(out, "{name}: {title}: {REVERSE}")?;
            }
            Err(Fault::Foul(foul)) => writeln!(out, "{name}: {title}: no solution: {foul}")?,
        }
        Ok(())
    }

    fn report_json(&self, loaded: &Loaded, entry: &Entry) -> anyhow::Result<()> {
        let mut object = level_object(loaded, entry);
        object.insert("solution_title".into(), json!(self.title));
        let reason = match &self.verdict {
            Ok(solution) => {
                object.insert("outcome".into(), json!("solved"));
                object.insert("reason".into(), json!(null));
                object.extend(output::metrics_fields(solution.metrics()));
                return whole_line(object, KEYS);
            }
            Err(Fault::Unreadable(Unreadable::Text(problem))) => {
                object.insert("line".into(), json!(problem.line));
                object.insert("column".into(), json!(problem.column));
                problem.message.clone()
            }
            Err(Fault::Unreadable(Unreadable::Reverse)) => REVERSE.to_string(),
            Err(Fault::Foul(foul)) => {
                object.insert("move".into(), json!(move_number(foul)));
                foul.to_string()
            }
        };
        object.insert("outcome".into(), json!("invalid"));
        object.insert("reason".into(), json!(reason));
        whole_line(object, KEYS)
    }
}

fn move_number(foul: &Foul) -> Option<usize> {
    match foul {
        Foul::NoMan => None,
        Foul::Wall { number, .. }
        | Foul::BoxIntoWall { number, .. }
        | Foul::TwoBoxes { number, .. } => Some(*number),
        Foul::Unsolved { moves, .. } => Some(*moves),
    }
}

fn entry_name(loaded: &Loaded, entry: &Entry) -> String {
    let title = entry.title().map_or(String::new(), |t| format!(" ({t})"));
    format!("{} {}{title}", loaded.name, entry.number)
}
