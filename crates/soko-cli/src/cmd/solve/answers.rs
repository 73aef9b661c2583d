//! Where the answers of `soko solve` go: into a file, and onto the screen.

use super::args::Args;
use crate::exit_code::Exit;
use crate::line_file::LineFile;
use crate::output;
use soko_bench::{Record, Verdict};
use soko_format::Diagnostic;
use std::io::Write;

/// What records call the certificate that was written.
pub const CERTIFICATE: &str = "certificate";

/// Takes answers one by one.
pub struct Answers {
    file: Option<LineFile>,
    json: bool,
    explain: bool,
    /// What diagnostics call the file of levels.
    levels: String,
}

impl Answers {
    /// Sees to it that the answers can be written.
    pub fn open(args: &Args, levels: &str) -> anyhow::Result<Answers> {
        let file = args.out.as_deref().map(LineFile::open).transpose()?;
        Ok(Answers {
            file,
            json: args.json,
            explain: args.explain,
            levels: levels.to_owned(),
        })
    }

    /// Writes and shows a record, with what is wrong with an invalid level.
    ///
    /// It is written before it is shown, so that no answer is lost, and shown even
    /// where it could not be written.
    pub fn take(&mut self, record: &Record, problems: &[Diagnostic]) -> anyhow::Result<Exit> {
        let mut object = serde_json::to_value(record)?;
        if record.outcome == Verdict::Invalid {
            object["diagnostics"] = output::diagnostics_json(problems);
        }
        let line = output::json_text(&object)?;
        let mut exit = match record.is_crash() {
            true => Exit::Internal,
            false => Exit::from(record.outcome),
        };
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_line(&line)
        {
            output::error(&error.to_string());
            exit = exit.and(Exit::Invalid);
        }
        match (self.json, problems.is_empty()) {
            (true, _) => output::line(&line)?,
            (false, true) => self.show(record)?,
            (false, false) => output::diagnostics(&self.levels, problems),
        }
        Ok(exit)
    }

    /// A level's answer for people.
    fn show(&self, record: &Record) -> anyhow::Result<()> {
        let mut out = output::screen();
        let bold = output::BOLD;
        let title = record.title.as_deref().unwrap_or_default();
        let name = format!("{} {} {title}", record.collection, record.level);
        writeln!(out, "{bold}{}{bold:#}: {}", name.trim_end(), answer(record))?;
        if let Some(solution) = &record.solution {
            writeln!(out, "{solution}")?;
        }
        if let Some(certificate) = record.details.get(CERTIFICATE) {
            let file = certificate["file"].as_str().unwrap_or_default();
            let (positions, bytes) = (&certificate["positions"], &certificate["bytes"]);
            writeln!(
                out,
                "certificate: {file}, {positions} positions, {bytes} bytes, checked"
            )?;
        }
        if self.explain {
            explain(&mut out, record)?;
        }
        out.flush()?;
        Ok(())
    }
}

/// What the engine told of its run, a fact a line.
fn explain(out: &mut impl Write, record: &Record) -> anyhow::Result<()> {
    for (name, fact) in record
        .details
        .iter()
        .filter(|(name, _)| *name != CERTIFICATE)
    {
        match fact.as_array() {
            Some(facts) => {
                for fact in facts.iter().filter_map(|fact| fact.as_str()) {
                    writeln!(out, "  {fact}")?;
                }
            }
            None => writeln!(out, "  {}: {fact}", name.replace('_', " "))?,
        }
    }
    let (generated, mib) = (record.generated, record.peak_bytes >> 20);
    writeln!(
        out,
        "  {generated} states generated, at most {mib} MiB held"
    )?;
    Ok(())
}

/// The answer in a line.
fn answer(record: &Record) -> String {
    let work = format!(
        "{} states in {:.2} s, {}",
        record.expanded, record.seconds, record.engine
    );
    let bound = record.lower_bound;
    let bound = bound.map_or(String::new(), |bound| format!(", at least {bound}"));
    match record.outcome {
        Verdict::Solved => {
            let (moves, pushes) = (record.moves.unwrap_or(0), record.pushes.unwrap_or(0));
            let proof = match (record.optimal, record.lower_bound) {
                (Some(measure), _) => format!(" (the fewest {measure}, proved)"),
                (None, Some(bound)) => format!(" (at least {bound} are needed)"),
                (None, None) => String::new(),
            };
            format!("{moves} moves, {pushes} pushes{proof}; {work}")
        }
        Verdict::Unsolvable => format!("proved to have no solution; {work}"),
        Verdict::Incomplete => format!("unknown: nothing found, parts left out; {work}"),
        Verdict::Stopped | Verdict::Invalid => {
            let reason = record.reason.as_deref().unwrap_or("no reason given");
            format!("unknown: stopped by {reason}{bound}; {work}")
        }
    }
}
