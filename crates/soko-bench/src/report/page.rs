//! A run as one HTML file that needs nothing else: plots, tables, and each level
//! with its picture and its solutions.

use super::picture::picture;
use super::plot::{Dot, Quantity, Series, duel_plot, solved_plot};
use crate::table::{grouped, seconds};
use crate::{Comparison, Contestant, LevelKey, Record, Verdict};
use soko_core::{Measure, Setup};
use soko_format::xml::escaped;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The report as a whole page. Levels whose boards are not given have no picture.
pub fn html(title: &str, contestants: &[Contestant], boards: &BTreeMap<LevelKey, Setup>) -> String {
    let comparison = Comparison::of(contestants);
    let levels: BTreeSet<&LevelKey> = contestants.iter().flat_map(|c| c.records.keys()).collect();
    let sections = [
        heading(title, &levels, contestants),
        conflicts(&comparison),
        standings(&comparison),
        solved_plots(contestants, levels.len()),
        duel_plots(contestants),
        level_table(contestants, &levels),
        level_cards(contestants, &levels, boards),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n{}\n<script>\n{}</script>\n</body>\n</html>\n",
        escaped(title),
        include_str!("style.css"),
        sections.concat(),
        include_str!("sort.js"),
    )
}

/// The name of a level's card on the page.
fn anchor((collection, level): &LevelKey) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let collection: String = collection.chars().map(plain).collect();
    format!("level-{collection}-{level}")
}

fn heading(title: &str, levels: &BTreeSet<&LevelKey>, contestants: &[Contestant]) -> String {
    let limits: BTreeSet<String> = contestants
        .iter()
        .flat_map(|c| c.records.values())
        .map(limits_of)
        .collect();
    let limits: Vec<String> = limits.into_iter().collect();
    format!(
        "<h1>{}</h1>\n<p>{} levels, {} runs. Limits a level: {}.</p>\n",
        escaped(title),
        levels.len(),
        contestants.len(),
        escaped(&limits.join("; "))
    )
}

fn limits_of(record: &Record) -> String {
    let limits = &record.limits;
    let parts = [
        limits.seconds.map(|s| format!("{s} s")),
        limits
            .bytes
            .map(|b| format!("{:.1} GiB", b as f64 / (1u64 << 30) as f64)),
        limits
            .expansions
            .map(|n| format!("{} expansions", grouped(n))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

fn conflicts(comparison: &Comparison) -> String {
    let mut html = String::new();
    for conflict in &comparison.conflicts {
        let (collection, level) = &conflict.level;
        let _ = writeln!(
            html,
            "<p class=\"conflict\"><strong>Contradiction</strong> on <a href=\"#{}\">{} {level}</a>: {}</p>",
            anchor(&conflict.level),
            escaped(collection),
            escaped(&conflict.message)
        );
    }
    html
}

fn standings(comparison: &Comparison) -> String {
    let mut html = String::from(
        "<h2>Solved</h2>\n<div class=\"scroll\"><table><thead><tr><th>run</th><th>levels</th><th>solved</th>\
         <th>proved shortest</th><th>proved unsolvable</th><th>open</th><th>states expanded</th><th>seconds</th></tr></thead><tbody>\n",
    );
    for standing in &comparison.standings {
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&standing.name),
            standing.levels,
            standing.solved,
            standing.optimal,
            standing.unsolvable,
            standing.open,
            grouped(standing.expanded),
            seconds(standing.seconds)
        );
    }
    html + "</tbody></table></div>\n<p>States expanded and seconds are sums over the levels that each run solved.</p>\n"
}

fn effort(record: &Record, quantity: Quantity) -> Option<f64> {
    let value = match quantity {
        Quantity::Seconds => record.seconds,
        Quantity::Expansions => record.expanded as f64,
    };
    record.is_solved().then_some(value)
}

fn solved_plots(contestants: &[Contestant], n_levels: usize) -> String {
    let mut html = String::from("<h2>Solved against effort</h2>\n<div class=\"plots\">\n");
    for quantity in [Quantity::Seconds, Quantity::Expansions] {
        let series: Vec<Series> = contestants
            .iter()
            .map(|contestant| Series {
                name: contestant.name.clone(),
                efforts: contestant
                    .records
                    .values()
                    .filter_map(|record| effort(record, quantity))
                    .collect(),
            })
            .collect();
        let plot = solved_plot(&series, quantity, n_levels);
        let _ = writeln!(
            html,
            "<figure>{plot}<figcaption>How many of the {n_levels} levels each run solves when it may spend so many {} on each.</figcaption></figure>",
            quantity.name()
        );
    }
    html + "</div>\n"
}

fn duel_plots(contestants: &[Contestant]) -> String {
    let Some((first, others)) = contestants.split_first() else {
        return String::new();
    };
    if others.is_empty() {
        return String::new();
    }
    let mut html = String::from("<h2>One against another</h2>\n<div class=\"plots\">\n");
    for second in others {
        for quantity in [Quantity::Expansions, Quantity::Seconds] {
            let dots = dots(first, second, quantity);
            let plot = duel_plot(&first.name, &second.name, quantity, &dots);
            let _ = writeln!(
                html,
                "<figure>{plot}<figcaption>A mark is a level, its place the {}. Above the diagonal {} is better, below it {}. \
                 Circles: both solved it; triangles: one; crosses: neither. Each mark leads to its level.</figcaption></figure>",
                quantity.name(),
                escaped(&first.name),
                escaped(&second.name)
            );
        }
    }
    html + "</div>\n"
}

fn dots(first: &Contestant, second: &Contestant, quantity: Quantity) -> Vec<Dot> {
    let pairs = first
        .records
        .iter()
        .filter_map(|(key, a)| Some((key, a, second.records.get(key)?)));
    let dot = |(key, a, b): (&LevelKey, &Record, &Record)| Dot {
        first: effort(a, quantity),
        second: effort(b, quantity),
        name: level_name(key, a),
        anchor: anchor(key),
    };
    pairs.map(dot).collect()
}

fn level_name((collection, level): &LevelKey, record: &Record) -> String {
    match &record.title {
        Some(title) if *title != level.to_string() => format!("{collection} {level}: {title}"),
        _ => format!("{collection} {level}"),
    }
}

/// The first record of a level.
fn any_record<'a>(contestants: &'a [Contestant], key: &LevelKey) -> Option<&'a Record> {
    contestants.iter().find_map(|c| c.records.get(key))
}

fn level_table(contestants: &[Contestant], levels: &BTreeSet<&LevelKey>) -> String {
    let mut html = String::from(
        "<h2>Levels</h2>\n<p>Pushes / moves, states expanded and seconds of each run; ✓ solved, ∅ proved unsolvable, – open. \
         A star marks a solution proved the shortest in that metric. A click on a head sorts.</p>\n\
         <div class=\"scroll\"><table><thead><tr><th data-sort>level</th>",
    );
    for contestant in contestants {
        let name = escaped(&contestant.name);
        let _ = write!(
            html,
            "<th data-sort>{name}</th><th data-sort>expanded</th><th data-sort>seconds</th>"
        );
    }
    html += "</tr></thead><tbody>\n";
    for (index, key) in levels.iter().enumerate() {
        let name = any_record(contestants, key).map_or(String::new(), |r| level_name(key, r));
        let _ = write!(
            html,
            "<tr><td data-value=\"{index}\"><a href=\"#{}\">{}</a></td>",
            anchor(key),
            escaped(&name)
        );
        for contestant in contestants {
            html += &result_cells(contestant.records.get(*key));
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

fn result_cells(record: Option<&Record>) -> String {
    let Some(record) = record else {
        return "<td data-value=\"1e18\"></td><td data-value=\"1e18\"></td><td data-value=\"1e18\"></td>".to_owned();
    };
    let class = match record.outcome {
        Verdict::Solved => "solved",
        Verdict::Unsolvable => "unsolvable",
        _ => "open",
    };
    let value = record.pushes.map_or(1e17, |pushes| pushes as f64);
    format!(
        "<td class=\"{class}\" data-value=\"{value}\">{}</td><td data-value=\"{}\">{}</td><td data-value=\"{}\">{}</td>",
        escaped(&result_text(record)),
        record.expanded,
        grouped(record.expanded),
        record.seconds,
        seconds(record.seconds)
    )
}

/// `31 / 86` with a star at what is proved the shortest, or why there is nothing.
fn result_text(record: &Record) -> String {
    let starred = |n: Option<u64>, measure| {
        let star = if record.optimal == Some(measure) {
            "*"
        } else {
            ""
        };
        n.map_or(String::new(), |n| format!("{n}{star}"))
    };
    match (record.outcome, &record.reason) {
        (Verdict::Solved, _) => format!(
            "{} / {}",
            starred(record.pushes, Measure::Pushes),
            starred(record.moves, Measure::Moves)
        ),
        (verdict, Some(reason)) => format!("{}: {reason}", verdict.name()),
        (verdict, None) => verdict.name().to_owned(),
    }
}

fn level_cards(
    contestants: &[Contestant],
    levels: &BTreeSet<&LevelKey>,
    boards: &BTreeMap<LevelKey, Setup>,
) -> String {
    let mut html = String::from("<h2>Pictures and solutions</h2>\n<div class=\"cards\">\n");
    for key in levels {
        let name = any_record(contestants, key).map_or(String::new(), |r| level_name(key, r));
        let _ = write!(
            html,
            "<div class=\"card\" id=\"{}\"><h3>{}</h3>",
            anchor(key),
            escaped(&name)
        );
        html += &boards.get(*key).map(picture).unwrap_or_default();
        for contestant in contestants {
            if let Some(record) = contestant.records.get(*key) {
                html += &answer(contestant, record);
            }
        }
        html += "</div>\n";
    }
    html + "</div>\n"
}

fn answer(contestant: &Contestant, record: &Record) -> String {
    let head = format!("{}: {}", contestant.name, result_text(record));
    match &record.solution {
        Some(solution) => format!(
            "<details><summary>{}</summary><code>{}</code></details>",
            escaped(&head),
            escaped(solution)
        ),
        None => format!("<div>{}</div>", escaped(&head)),
    }
}
