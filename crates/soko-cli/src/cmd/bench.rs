//! `soko bench`: engines on levels, a record for each as it ends; runs compared
//! and drawn.

use crate::exit_code::{Exit, Failure};
use crate::goal::GoalArg;
use crate::limits::{LimitArgs, parse_threads};
use crate::source::{self, LevelArgs, Loaded};
use crate::{files, interrupt, output, progress, values_arg};
use clap::ArgMatches;
use soko_bench::{
    Comparison, Contestant, EngineSpec, Job, Knowledge, LevelKey, OverSeeds, ProcessExecutor,
    Record, RunEvent, RunFile, RunFileError, Shard, answer, contestants, deal, read_run, report,
    seeds_table, serve_one,
};
use soko_core::Setup;
use soko_solve::champion::Weights;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  soko bench Microban_155 --engine bfs,astar --goal pushes --time 10s --out run.jsonl
  soko bench tutorial --engine movers,movers/no-freeze --out ablation.jsonl
  soko bench my.xsb --engine champion/only-plan-trained --values values.toml --expansions 2000 --out values.jsonl
  soko bench XSokoban_90 --engine champion --seeds 20 --processor 60s --out seeds.jsonl
  soko bench compare old.jsonl new.jsonl
  soko bench report run.jsonl --out report.html
  soko bench XSokoban_90 --engine champion --time 60s --shard 2/8 --out part2.jsonl
  soko bench merge part*.jsonl --out run.jsonl

Each level runs in a process of its own. Records are written as levels end; the
same command takes up a run that was broken off. An engine may be named with a
heuristic (nash:closest-switch) and without techniques (movers/no-freeze).
A finished run exits with 0 whatever the engines could solve.";

/// Run engines on levels, compare runs, draw reports
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<BenchCommand>,

    #[command(flatten)]
    pub run: MaybeRun,
}

/// The arguments of a run, absent where a subcommand is given.
#[derive(Debug)]
pub struct MaybeRun(Option<RunArgs>);

impl clap::FromArgMatches for MaybeRun {
    fn from_arg_matches(matches: &ArgMatches) -> Result<MaybeRun, clap::Error> {
        let is_run = matches.contains_id("out");
        let run = is_run.then(|| RunArgs::from_arg_matches(matches));
        Ok(MaybeRun(run.transpose()?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = MaybeRun::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for MaybeRun {
    fn augment_args(command: clap::Command) -> clap::Command {
        RunArgs::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        RunArgs::augment_args_for_update(command)
    }
}

/// What can be done with runs.
#[derive(Debug, clap::Subcommand)]
pub enum BenchCommand {
    Compare(CompareArgs),
    Report(ReportArgs),
    Merge(super::bench_merge::MergeArgs),
    /// Answers one job from stdin; what `soko bench` starts for each level
    #[command(hide = true)]
    Worker,
}

/// A run to make or to take up.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub levels: LevelArgs,

    /// Engines by name, separated by commas (see: soko engines)
    #[arg(long = "engine", value_name = "NAME", value_delimiter = ',')]
    #[arg(required = true)]
    pub engines: Vec<String>,

    #[command(flatten)]
    pub goal: GoalArg,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Run each engine that takes values also with those of these files (see: soko learn)
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub values: Vec<String>,

    /// Run each engine with so many seeds, from its own on: how reliable is it?
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub seeds: u64,

    /// Levels at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub threads: usize,

    /// Only the I-th of N parts of the levels, for a run on many machines
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Where the records go, one JSON object a line
    #[arg(long, value_name = "RUN.jsonl")]
    pub out: PathBuf,
}

/// Compare runs: solved levels first, then expansions, then time
#[derive(Debug, clap::Args)]
pub struct CompareArgs {
    /// Runs; the first engine of the first is what the others are measured by
    #[arg(value_name = "RUN.jsonl", required = true)]
    pub runs: Vec<PathBuf>,

    /// Exit with 1 if records contradict each other, or none can
    #[arg(long)]
    pub agree: bool,

    /// Exit with 1 if a level that the first solves is lost by another
    #[arg(long)]
    pub no_loss: bool,
}

/// Draw runs as one HTML page
#[derive(Debug, clap::Args)]
pub struct ReportArgs {
    /// The runs
    #[arg(value_name = "RUN.jsonl", required = true)]
    pub runs: Vec<PathBuf>,

    /// The page
    #[arg(long, value_name = "REPORT.html")]
    pub out: PathBuf,

    /// Files or collections with the levels, where their names do not lead there
    #[arg(long = "boards", value_name = "LEVELS", value_delimiter = ',')]
    pub boards: Vec<String>,

    /// The heading
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
}

/// Does what is asked for.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match (&args.command, &args.run.0) {
        (Some(BenchCommand::Worker), _) => work(),
        (Some(BenchCommand::Compare(args)), _) => compare(args),
        (Some(BenchCommand::Report(args)), _) => draw(args),
        (Some(BenchCommand::Merge(args)), _) => super::bench_merge::run(args),
        (None, Some(args)) => bench(args),
        (None, None) => Err(Failure::usage(
            "soko bench needs LEVELS, --engine and --out",
        )),
    }
}

fn work() -> anyhow::Result<Exit> {
    serve_one(answer)?;
    Ok(Exit::Ok)
}

fn bench(args: &RunArgs) -> anyhow::Result<Exit> {
    let engines = engines(args)?;
    files::refuse_input(
        &args.levels.levels,
        &args.out,
        "choose another file for --out",
    )?;
    let loaded = args.levels.load()?;
    // 1. What a run that was broken off has done already is left out.
    let mut all = jobs(args, &engines, &loaded);
    if let Some(shard) = args.shard {
        all = deal(all, engines.len(), shard);
    }
    let mut file = open(&args.out)?;
    let bar = progress::bar(all.len() as u64);
    let jobs = file
        .missing(all.clone())
        .map_err(|error| run_file_failure(&args.out, &error))?;
    bar.inc((all.len() - jobs.len()) as u64);
    // 2. A process of its own for each job, so that none can harm the others.
    let executor = ProcessExecutor::this_program(&["bench", "worker"])?;
    let mut exit = Exit::Ok;
    let mut watch = |event: RunEvent<'_>| match event {
        RunEvent::Started(job) => bar.set_message(name_of(job)),
        RunEvent::Progress(job, now) => bar.set_message(format!(
            "{}: {} states, {}",
            name_of(job),
            soko_bench::grouped(now.expanded),
            now.phase
        )),
        RunEvent::Finished(record) => {
            bar.inc(1);
            exit = exit.and(exit_of(record));
        }
        // What the file has no room for is at least shown; a closed output is no
        // worse than the full disk that is told about in the end.
        RunEvent::Unwritten(record) => bar.suspend(|| drop(output::json_line(record))),
    };
    let stop = interrupt::flag();
    let job = interrupt::Job::listen();
    job.last_words(|| output::remark("interrupted; the same command goes on from here"));
    let ended = soko_bench::run(jobs, args.threads, &executor, &mut file, stop, &mut watch);
    drop(job);
    let summary = ended.map_err(|error| run_file_failure(&args.out, &error))?;
    bar.finish_and_clear();
    // 3. The whole file compared, earlier runs among it.
    let name = args.out.display().to_string();
    print(&contestants(&[(name, file.records().to_vec())]))?;
    if interrupt::is_set() {
        let left = summary.left;
        output::remark(&format!(
            "interrupted, {left} left; the same command goes on from here"
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// The engines by their whole names. Finds what is wrong before the first level runs.
fn engines(args: &RunArgs) -> anyhow::Result<Vec<String>> {
    let objective = args.goal.goal;
    let values = args.values.iter().map(|file| values_arg::load(file));
    let values: Vec<Weights> = values.collect::<anyhow::Result<_>>()?;
    let mut engines = Vec::new();
    for name in &args.engines {
        let spec: EngineSpec = name
            .parse()
            .map_err(|error| Failure::usage(format!("--engine: {error}")))?;
        spec.check(objective)
            .map_err(|error| Failure::usage(format!("--engine {name}: {error}")))?;
        engines.push(name.clone());
        for &values in &values {
            let variant = EngineSpec {
                values,
                ..spec.clone()
            };
            if variant.check(objective).is_ok() {
                engines.push(variant.to_string());
            }
        }
    }
    if !values.is_empty() && engines.len() == args.engines.len() {
        return Err(Failure::usage(
            "--values: none of these engines takes values",
        ));
    }
    with_seeds(&engines, args)
}

/// Each of these engines with each seed.
fn with_seeds(engines: &[String], args: &RunArgs) -> anyhow::Result<Vec<String>> {
    let mut seeded = Vec::new();
    for seed in 0..args.seeds {
        for name in engines {
            let spec: EngineSpec = name.parse()?;
            let spec = EngineSpec {
                seed: spec.seed.wrapping_add(seed),
                ..spec
            };
            spec.check(args.goal.goal)
                .map_err(|error| Failure::usage(format!("--seeds: {error}")))?;
            seeded.push(if seed == 0 {
                name.clone()
            } else {
                spec.to_string()
            });
        }
    }
    Ok(seeded)
}

/// Level by level, so that engines stay comparable when a run is broken off.
fn jobs(args: &RunArgs, engines: &[String], loaded: &Loaded) -> Vec<Job> {
    let mut jobs = Vec::new();
    for entry in loaded.entries() {
        for engine in engines {
            jobs.push(Job {
                collection: loaded.name.clone(),
                level: entry.number,
                title: entry.title().map(str::to_owned),
                board: entry.setup.to_string(),
                engine: engine.clone(),
                goal: args.goal.goal,
                limits: args.limits.limits().into(),
                knowledge: Knowledge::default(),
                part: None,
            });
        }
    }
    jobs
}

fn open(path: &Path) -> anyhow::Result<RunFile> {
    RunFile::open(path).map_err(|error| run_file_failure(path, &error))
}

/// A run under other limits, or of another part, is a wrong usage; all else is a fault of the file.
fn run_file_failure(path: &Path, error: &RunFileError) -> anyhow::Error {
    let message = format!("{}: {error}", path.display());
    match error {
        RunFileError::OtherLimits { .. } | RunFileError::OtherPart { .. } => {
            Failure::usage(message)
        }
        _ => Failure::invalid(message),
    }
}

fn name_of(job: &Job) -> String {
    format!("{} {} {}", job.collection, job.level, job.engine)
}

fn exit_of(record: &Record) -> Exit {
    match record.outcome {
        soko_bench::Verdict::Invalid => Exit::Invalid,
        _ if record.is_crash() => Exit::Internal,
        _ => Exit::Ok,
    }
}

/// Reads runs; they are named by their files.
fn read_all(paths: &[PathBuf]) -> anyhow::Result<Vec<Contestant>> {
    let mut runs = Vec::new();
    for path in paths {
        let records = read_run(path).map_err(|error| run_file_failure(path, &error))?;
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        runs.push((stem.to_string_lossy().into_owned(), records));
    }
    let contestants = contestants(&runs);
    if contestants.is_empty() {
        return Err(Failure::invalid("there is no record in these runs"));
    }
    Ok(contestants)
}

/// Prints how they compare, and over seeds where there are several.
fn print(contestants: &[Contestant]) -> anyhow::Result<Comparison> {
    let comparison = Comparison::of(contestants);
    write!(output::screen(), "{comparison}")?;
    let over_seeds = OverSeeds::of(contestants);
    if !over_seeds.is_empty() {
        write!(output::screen(), "\n{}", seeds_table(&over_seeds))?;
    }
    Ok(comparison)
}

fn compare(args: &CompareArgs) -> anyhow::Result<Exit> {
    let comparison = print(&read_all(&args.runs)?)?;
    let fails =
        (args.agree && !comparison.all_agree()) || (args.no_loss && !comparison.nothing_lost());
    Ok(if fails { Exit::NoAnswer } else { Exit::Ok })
}

fn draw(args: &ReportArgs) -> anyhow::Result<Exit> {
    for run in &args.runs {
        let run = run.to_string_lossy();
        files::refuse_input(&run, &args.out, "choose another file for --out")?;
    }
    let contestants = read_all(&args.runs)?;
    let boards = boards(args, &contestants)?;
    let title = args.title.as_deref().unwrap_or("Sokoscope benchmark");
    let page = report::html(title, &contestants, &boards);
    files::replace(&args.out, page.as_bytes())?;
    Ok(Exit::Ok)
}

/// The boards of all levels in the runs: those that the user names must be there,
/// others are looked for by the names in the runs.
fn boards(
    args: &ReportArgs,
    contestants: &[Contestant],
) -> anyhow::Result<BTreeMap<LevelKey, Setup>> {
    let keys = contestants.iter().flat_map(|c| c.records.keys());
    let mut wanted: BTreeSet<&str> = keys.map(|(collection, _)| collection.as_str()).collect();
    let mut sources = Vec::new();
    for given in &args.boards {
        sources.push(source::read(given)?);
    }
    sources.extend(wanted.iter().filter_map(|name| source::read(name).ok()));
    let mut boards = BTreeMap::new();
    for (name, bytes) in sources {
        wanted.remove(name.as_str());
        for entry in soko_format::read_collection(&bytes).entries {
            let key = (name.clone(), entry.number);
            boards.entry(key).or_insert(entry.setup);
        }
    }
    for collection in wanted {
        output::remark(&format!(
            "no pictures of {collection}: say where it is with --boards"
        ));
    }
    Ok(boards)
}
