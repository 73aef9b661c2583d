//! `soko learn`: what features are worth to the champion's walks, from solutions.

use crate::exit_code::{Exit, Failure};
use crate::solutions::{self, Claim};
use crate::source::{self, LevelArgs, Loaded};
use crate::{files, interrupt, output, progress};
use serde_json::{Map, Value, json};
use soko_bench::learn::{Contest, Course, Stopped, Validation, cross_validate, learn};
use soko_bench::{TextTable, grouped, write_values};
use soko_core::{Level, LevelId, Push, pushes_of_steps, verify};
use soko_format::Entry;
use soko_solve::champion::Weights;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko learn --solutions tutorial,starter --out values.toml
  soko bench Microban_155 --engine champion --time 5s --out run.jsonl
  soko learn --solutions run.jsonl --out values.toml
  soko learn --solutions moves.txt --boards my.xsb --out values.toml --rounds 20
  soko solve my.xsb --values values.toml

Every move of a solution is a lesson: it was the right one among those that a walk
had open. The weights under which these moves look best are fitted, bettered in so
many --rounds of trying them out, and tested on levels that had no part in it: the
levels are dealt into folds, and each fold is tested with what the others teach.
The file is written whatever the test says; read the table.";

/// Learn from solutions what guides the champion's walks
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Levels with solutions in them, or JSON lines of `soko solve` and `soko bench`
    #[arg(long, value_name = "FILES", value_delimiter = ',', num_args = 1.., required = true)]
    solutions: Vec<String>,

    /// The levels of files that hold nothing but solutions
    #[arg(long = "boards", value_name = "LEVELS")]
    boards: Option<String>,

    /// Where the values go
    #[arg(long, value_name = "VALUES.toml")]
    out: PathBuf,

    /// Parts into which the levels are dealt for the test
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=50))]
    folds: u8,

    /// Rounds in which the fitted weights are bettered by trying them out
    #[arg(long, value_name = "N", default_value_t = 0)]
    rounds: usize,

    /// Positions that a walk may expand on a level
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    expansions: u64,

    /// The seed of all lots
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Learns, tests and writes.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for file in &args.solutions {
        files::refuse_input(file, &args.out, "choose another file for --out")?;
    }
    // 1. What there is to learn from.
    let _job = interrupt::Job::listen();
    let line = progress::line();
    let mut gathered = Gathered::default();
    for file in &args.solutions {
        line.set_message(format!("lessons of {file}"));
        gathered.take_file(file, args.boards.as_deref())?;
    }
    let courses: Vec<Course> = gathered
        .courses
        .into_values()
        .map(|(course, _)| course)
        .collect();
    let n_lessons: usize = courses.iter().map(|course| course.lessons.len()).sum();
    if courses.len() < usize::from(args.folds) || n_lessons == 0 {
        line.finish_and_clear();
        let message = format!(
            "there are {} levels with solutions; at least {} are needed for {} folds",
            courses.len(),
            args.folds,
            args.folds
        );
        return Err(Failure::error(Exit::NoAnswer, message));
    }
    // 2. Learn and test.
    let found = study(&courses, args, &|done| line.set_message(done));
    line.finish_and_clear();
    let Some((weights, validation)) = found? else {
        return Ok(Exit::Interrupted);
    };
    // 3. Write and tell.
    let facts = [
        ("levels", courses.len() as u64),
        ("lessons", n_lessons as u64),
        ("rounds", args.rounds as u64),
    ];
    files::replace(&args.out, write_values(&weights, &facts).as_bytes())?;
    match args.json {
        true => output::json_line(&to_json(
            &facts,
            gathered.n_passed_over,
            &weights,
            &validation,
        ))?,
        false => tell(&facts, gathered.n_passed_over, &weights, &validation, args)?,
    }
    Ok(Exit::Ok)
}

/// Learns from all courses, and tests on each fold what the others teach; none if
/// interrupted.
fn study(
    courses: &[Course],
    args: &Args,
    say: &dyn Fn(String),
) -> anyhow::Result<Option<(Weights, Validation)>> {
    let Args {
        rounds,
        seed,
        expansions,
        ..
    } = *args;
    say("learning from all levels".into());
    let all: Vec<&Course> = courses.iter().collect();
    let go_on = &mut || !interrupt::is_set();
    let weights = learn(&all, rounds, seed, expansions, go_on);
    let tell = &mut |hundredths| {
        say(format!("testing on levels held out: {hundredths}%"));
        !interrupt::is_set()
    };
    let tested = weights.and_then(|weights| {
        let folds = usize::from(args.folds);
        let validation = cross_validate(courses, folds, rounds, seed, expansions, tell)?;
        Ok((weights, validation))
    });
    match tested {
        Ok(found) if !interrupt::is_set() => Ok(Some(found)),
        Ok(_) | Err(Stopped::Ended) => Ok(None),
        Err(Stopped::Fault(error)) => Err(error.into()),
    }
}

/// The courses so far, by level, each with its number of pushes.
#[derive(Default)]
struct Gathered {
    courses: BTreeMap<LevelId, (Course, usize)>,
    /// Levels and solutions that are none.
    n_passed_over: usize,
}

impl Gathered {
    /// Takes in one file of solutions.
    fn take_file(&mut self, file: &str, levels: Option<&str>) -> anyhow::Result<()> {
        if let Some(levels) = levels {
            let loaded = load(levels)?;
            let claims = solutions::read(file, &loaded)?;
            return self.take_levels(&loaded, &|entry| solutions::of_level(&claims, entry));
        }
        let (_, bytes) = source::read(file)?;
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return self.take_levels(&load(file)?, &solutions::stored);
        }
        // Records name their collections.
        let claims = solutions::of_records(file, &String::from_utf8_lossy(&bytes))?;
        let mut names: Vec<&str> = claims.iter().filter_map(Claim::collection).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let loaded = load(name).map_err(|error| {
                Failure::invalid(format!("{error}; say with --boards where {name} is"))
            })?;
            self.take_levels(&loaded, &|entry| {
                let mut own = solutions::of_level(&claims, entry);
                own.retain(|claim| claim.collection() == Some(name));
                own
            })?;
        }
        Ok(())
    }

    fn take_levels(
        &mut self,
        loaded: &Loaded,
        claims: &dyn Fn(&Entry) -> Vec<Claim>,
    ) -> anyhow::Result<()> {
        for entry in loaded.entries() {
            let claims = claims(entry);
            for claim in &claims {
                let solved = loaded.level(entry).ok().and_then(|level| {
                    let pushes = pushes(&level, claim)?;
                    Some((level, pushes))
                });
                match solved {
                    Some((level, pushes)) => self.add(level, &pushes),
                    None => self.n_passed_over += 1,
                }
            }
            if interrupt::is_set() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Of several solutions of a level the one with the fewest pushes teaches.
    fn add(&mut self, level: Level, pushes: &[Push]) {
        let known = self.courses.get(&level.canonical_id());
        if known.is_none_or(|(_, n)| pushes.len() < *n) {
            let course = Course::new(level, pushes);
            self.courses.insert(course.id, (course, pushes.len()));
        }
    }
}

fn load(levels: &str) -> anyhow::Result<Loaded> {
    let args = LevelArgs {
        levels: levels.to_owned(),
        selection: None,
        lenient: false,
    };
    args.load()
}

/// The pushes of a solution, if the referee lets it pass.
fn pushes(level: &Level, claim: &Claim) -> Option<Vec<Push>> {
    let directions = claim.directions().ok()?;
    let solution = verify(level.setup(), directions).ok()?;
    Some(pushes_of_steps(level, solution.steps()))
}

fn tell(
    facts: &[(&str, u64)],
    n_passed_over: usize,
    weights: &Weights,
    validation: &Validation,
    args: &Args,
) -> anyhow::Result<()> {
    let mut out = output::screen();
    let (levels, lessons) = (grouped(facts[0].1), grouped(facts[1].1));
    writeln!(
        out,
        "{levels} levels, {lessons} lessons; {n_passed_over} solutions passed over\n"
    )?;
    // 1. What was learned.
    let mut table = TextTable::new(["feature", "shipped", "learned", "least of folds", "most"]);
    for (i, name) in Weights::NAMES.iter().enumerate() {
        let folds = || validation.learned.iter().map(|weights| weights.0[i]);
        let of = |value: Option<i32>| value.map_or(String::new(), |value| value.to_string());
        table.row([
            (*name).to_owned(),
            Weights::default().0[i].to_string(),
            weights.0[i].to_string(),
            of(folds().min()),
            of(folds().max()),
        ]);
    }
    writeln!(out, "{table}")?;
    // 2. What it is worth.
    let (n, folds, most) = (validation.n_levels, args.folds, grouped(args.expansions));
    writeln!(
        out,
        "Levels held out: {n} in {folds} folds, a walk alone, at most {most} positions a level.\n"
    )?;
    let common = format!("expanded on the {} that all solve", validation.n_common);
    let mut table = TextTable::new([
        "weights",
        "right move first",
        "better moves",
        "solved",
        "expanded",
        &common,
    ]);
    for contest in &validation.contests {
        table.row([
            contest.name.to_owned(),
            format!("{:.1}%", contest.ranking.first * 100.0),
            format!("{:.1}%", contest.ranking.better * 100.0),
            contest.effort.solved.to_string(),
            grouped(contest.effort.expanded),
            grouped(contest.effort.expanded_in_common),
        ]);
    }
    writeln!(out, "{table}")?;
    writeln!(out, "{}", conclusion(validation))?;
    writeln!(out, "The values are in {}.", args.out.display())?;
    Ok(())
}

/// What the test says, in a sentence.
fn conclusion(validation: &Validation) -> String {
    let [_, shipped, learned] = &validation.contests;
    let of = |contest: &Contest| (contest.effort.solved, contest.effort.expanded);
    let ((solved, expanded), (shipped_solved, shipped_expanded)) = (of(learned), of(shipped));
    let verdict = match solved.cmp(&shipped_solved) {
        std::cmp::Ordering::Greater => "better: more levels solved",
        std::cmp::Ordering::Less => "no better: fewer levels solved",
        std::cmp::Ordering::Equal if expanded < shipped_expanded => {
            "better: as many solved with fewer positions"
        }
        std::cmp::Ordering::Equal => "no better: as many solved with no fewer positions",
    };
    format!(
        "On levels held out the learned weights are {verdict}. The shipped ones were trained on \
         Microban and our own levels, and have seen those."
    )
}

fn to_json(
    facts: &[(&str, u64)],
    n_passed_over: usize,
    weights: &Weights,
    validation: &Validation,
) -> Map<String, Value> {
    let values = |weights: &Weights| -> Map<String, Value> {
        let named = Weights::NAMES.iter().zip(weights.0);
        named
            .map(|(name, weight)| ((*name).to_owned(), json!(weight)))
            .collect()
    };
    let contest = |contest: &Contest| {
        json!({
            "weights": contest.name,
            "first": contest.ranking.first,
            "better": contest.ranking.better,
            "solved": contest.effort.solved,
            "expanded": contest.effort.expanded,
            "expanded_in_common": contest.effort.expanded_in_common,
        })
    };
    let mut object = Map::new();
    object.insert("schema".into(), json!(output::SCHEMA));
    for (name, number) in facts {
        object.insert((*name).to_owned(), json!(number));
    }
    object.insert("passed_over".into(), json!(n_passed_over));
    object.insert("values".into(), json!(values(weights)));
    let folds: Vec<Value> = validation
        .learned
        .iter()
        .map(|w| json!(values(w)))
        .collect();
    object.insert("folds".into(), json!(folds));
    object.insert("in_common".into(), json!(validation.n_common));
    object.insert(
        "held_out".into(),
        validation.contests.iter().map(contest).collect(),
    );
    object
}
