//! `soko library report`: the whole library as one page of HTML with pictures.
//!
//! The file needs nothing beside it: boards are drawn as SVG of one unit a cell, and
//! all of them share one style sheet, so that a level takes one or two kilobytes.

use super::grades::Grades;
use super::search::Known;
use super::shelf::{Shelved, shelf};
use super::store::{collection_named, unkept};
use crate::exit_code::Exit;
use crate::output;
use soko_format::picture::{Scene, svg};
use soko_format::xml::escaped;
use soko_page::keep::Keep;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Write all levels with pictures as one page of HTML
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write, or `-` for stdout
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// Only this collection
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
}

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
.levels { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figure svg { width: 100%; height: 8rem; display: block; }
figure rect { shape-rendering: crispEdges; }
figcaption { font-size: .8rem; overflow-wrap: anywhere; }
figcaption b { display: block; }
";

/// Writes it.
pub fn run(store: &dyn Keep, args: &Args) -> anyhow::Result<Exit> {
    let only = args.collection.as_deref();
    let only = only.map(|name| collection_named(store, name)).transpose()?;
    let levels = shelf(store, only)?;
    let marks = store.marks().map_err(unkept)?;
    let grades = Grades::kept(store)?;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Sokoban levels</title>\n\
         <style>\n{STYLE}{}</style>\n<h1>{} levels</h1>\n",
        svg::style(),
        levels.len()
    );
    for part in levels.chunk_by(|a, b| a.id == b.id) {
        let name = escaped(&part[0].collection);
        writeln!(
            page,
            "<h2>{name} ({})</h2>\n<div class=\"levels\">",
            part.len()
        )?;
        for level in part {
            let known = Known::of(store, level, &marks)?;
            push_figure(&mut page, level, known, grades.of(level))?;
        }
        page += "</div>\n";
    }
    page += "</html>\n";
    let out = (args.out != Path::new("-")).then_some(args.out.as_path());
    output::write_to(out, page.as_bytes())?;
    Ok(Exit::Ok)
}

fn push_figure(
    page: &mut String,
    level: &Shelved,
    known: Known,
    grade: Option<f64>,
) -> std::fmt::Result {
    let scene = Scene::of(level.level.setup(), Some(&level.level), &[]);
    // Many collections call their levels by their numbers.
    let title = level.title.as_deref().unwrap_or_default();
    let title = if title == level.place.to_string() {
        ""
    } else {
        title
    };
    let boxes = match level.level.n_boxes() {
        1 => "1 box".to_string(),
        n => format!("{n} boxes"),
    };
    let solved = known
        .pushes
        .map_or("unsolved".to_string(), |n| format!("{n} pushes"));
    let grade = grade.map_or(String::new(), |grade| format!(", grade {grade:.0}"));
    writeln!(
        page,
        "<figure><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"level {}\">\n{}</svg>\
         <figcaption><b>{} {}</b>{boxes}, {solved}{grade}</figcaption></figure>",
        scene.width,
        scene.height,
        level.place,
        svg::shapes(&scene, 1.0),
        level.place,
        escaped(title),
    )
}
