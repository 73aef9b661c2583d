//! Lists, checks, generates and keeps patterns.

use super::args::{AddArgs, Args, CheckArgs, GenerateArgs, ListArgs, PatternsCommand};
use super::told::{Fate, tell, tell_problems};
use crate::exit_code::{Exit, Failure};
use crate::{data_folder, files, interrupt, output, pattern_arg, progress};
use soko_bench::{DrawnPattern, PatternFile, read_patterns, write_patterns};
use soko_solve::deadlock::{Pattern, Patterns, generate_patterns};
use std::path::{Path, PathBuf};

/// Does what is asked for.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.command {
        PatternsCommand::List(args) => list(args),
        PatternsCommand::Check(args) => check(args),
        PatternsCommand::Generate(args) => generate(args),
        PatternsCommand::Add(args) => add(args),
    }
}

/// What the program's own patterns are called where files have their names.
const BUILT_IN: &str = "built-in";

/// A pattern that stands in no file.
fn drawn(pattern: Pattern) -> DrawnPattern {
    DrawnPattern {
        name: None,
        line: 0,
        pattern,
        verdict: pattern.verify(),
    }
}

fn list(args: &ListArgs) -> anyhow::Result<Exit> {
    for pattern in Patterns::built_in() {
        tell(BUILT_IN, &drawn(pattern), Fate::Deadlock, args.json)?;
    }
    let own = own(args.file.as_deref())?;
    let Some(file) = read_own(&own)? else {
        return Ok(Exit::Ok);
    };
    tell_file(&own.to_string_lossy(), &file, args.json)
}

fn check(args: &CheckArgs) -> anyhow::Result<Exit> {
    let (name, file) = pattern_arg::read(&args.file)?;
    tell_file(&name, &file, args.json)
}

/// Tells of every pattern of a file, and what is wrong with it.
fn tell_file(name: &str, file: &PatternFile, as_json: bool) -> anyhow::Result<Exit> {
    for drawn in &file.patterns {
        let fate = match drawn.verdict {
            Ok(_) => Fate::Deadlock,
            Err(_) => Fate::Refused,
        };
        tell(name, drawn, fate, as_json)?;
        if interrupt::is_set() {
            return Ok(Exit::Interrupted);
        }
    }
    tell_problems(name, &file.diagnostics, as_json)?;
    Ok(match file.is_wrong() {
        true => Exit::Invalid,
        false => Exit::Ok,
    })
}

fn generate(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let _job = interrupt::Job::listen();
    let line = progress::line();
    let (width, height) = args.size;
    let found = generate_patterns(width, height, &mut |share| {
        line.set_message(format!("{:.0}% of all windows", share * 100.0));
        !interrupt::is_set()
    });
    line.finish_and_clear();
    let Some(found) = found else {
        return Ok(Exit::Interrupted);
    };
    if args.json {
        for pattern in found {
            tell("generated", &drawn(pattern), Fate::Deadlock, true)?;
        }
        return Ok(Exit::Ok);
    }
    let text = write_patterns(found.iter().map(|pattern| (None, pattern)));
    output::write_to(args.out.as_deref(), text.as_bytes())?;
    output::remark(&format!("{} patterns", found.len()));
    Ok(Exit::Ok)
}

fn own(file: Option<&Path>) -> anyhow::Result<PathBuf> {
    file.map_or_else(pattern_arg::own_file, |file| Ok(file.to_owned()))
}

/// The user's own patterns, if there are any yet.
fn read_own(path: &Path) -> anyhow::Result<Option<PatternFile>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(read_patterns(&bytes))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => {
            let message = format!("cannot read {}: {error}", path.display());
            Err(Failure::invalid(message))
        }
    }
}

fn add(args: &AddArgs) -> anyhow::Result<Exit> {
    // 1. Nothing is added unless all is right, in both files.
    let (name, file) = pattern_arg::read(&args.from)?;
    let own = own(args.file.as_deref())?;
    let kept = read_own(&own)?.unwrap_or_default();
    if file.is_wrong() {
        tell_file(&name, &file, args.json)?;
        return Err(Failure::invalid("nothing was added"));
    }
    if kept.is_wrong() && !kept.patterns.is_empty() {
        output::diagnostics(&own.to_string_lossy(), &kept.diagnostics);
        let message = format!("{} is wrong itself; nothing was added", own.display());
        return Err(Failure::invalid(message));
    }
    // 2. What follows from known patterns brings nothing.
    let mut all = kept.patterns;
    let mut known = Patterns::with_own(all.iter().map(|drawn| drawn.pattern).collect());
    for drawn in &file.patterns {
        let fate = match known.cover(&drawn.pattern) {
            true => Fate::Known,
            false => Fate::Added,
        };
        if fate == Fate::Added {
            all.push(drawn.clone());
            known = Patterns::with_own(all.iter().map(|drawn| drawn.pattern).collect());
        }
        tell(&name, drawn, fate, args.json)?;
    }
    // 3. The file is replaced as a whole.
    if let Some(folder) = own.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        data_folder::make(folder)?;
    }
    let text = write_patterns(all.iter().map(|d| (d.name.as_deref(), &d.pattern)));
    files::replace(&own, text.as_bytes())?;
    output::remark(&format!("{} patterns in {}", all.len(), own.display()));
    Ok(Exit::Ok)
}
