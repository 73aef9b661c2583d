//! The library from the command line: the same store as the page's, levels that are
//! the same however they are drawn, and solutions that pass the referee.

use crate::common::schema::Schema;
use crate::common::{Folder, Run, soko};
use serde_json::Value;
use soko_core::{Level, Reach, SplitMix, SquareSet, Squares, random_level};
use soko_format::read_collection;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A level, the same as written, decorated, mirrored, turned, with the man elsewhere in
/// his area; and two others.
const SAME_AND_OTHERS: &str = "\
; First
#######
#@  $.#
#######
Solution
rrR

; As written
#######
#@  $.#
#######

; Decorated
  ########
  #@  $.##
  ########

; Mirrored
#######
#.$  @#
#######
Solution
r

; Turned
###
#.#
#$#
# #
# #
#@#
###

; Elsewhere
#######
# @ $.#
#######

; Longer
########
#@   $.#
########
Author: somebody

; Two boxes
#######
#@ $ .#
#  $ .#
#######
";

struct Library {
    folder: Folder,
}

impl Library {
    fn new(name: &str) -> Library {
        Library {
            folder: Folder::new(name),
        }
    }

    fn run(&self, args: &[&str]) -> Run {
        let data = self.folder.file("data");
        soko(&[&["library", "--data", &data], args].concat(), b"")
    }

    /// What a command prints, which must end well.
    fn told(&self, args: &[&str]) -> String {
        let Run {
            code,
            stdout,
            stderr,
        } = self.run(args);
        assert_eq!(code, 0, "{args:?}: {stdout}{stderr}");
        stdout
    }

    /// The lines of a command with JSON output, held against their shape.
    fn lines(&self, shape: &str, args: &[&str]) -> Vec<Value> {
        let schema = Schema::published();
        let told = self.told(&[args, &["--json"]].concat());
        let lines = told.lines().map(|line| {
            let line: Value = serde_json::from_str(line).expect("an object a line");
            let faults = schema.faults(shape, &line);
            assert!(faults.is_empty(), "{faults:?}: {line}");
            line
        });
        lines.collect()
    }
}

#[test]
fn a_level_is_the_same_however_it_is_drawn() {
    let library = Library::new("library-same");
    let file = library.folder.write("some.xsb", SAME_AND_OTHERS);
    let told = library.told(&["import", &file]);
    assert!(told.contains("some: 8 levels kept"), "{told}");
    assert!(
        told.contains("1 solutions attached; 1 that do not solve"),
        "{told}"
    );
    let found = library.lines("library-duplicate", &["duplicates"]);
    let found: Vec<_> = found
        .iter()
        .map(|line| {
            (
                line["title"].as_str().unwrap(),
                line["same"].as_str().unwrap(),
            )
        })
        .collect();
    let wanted = [
        ("As written", "written"),
        ("Decorated", "decorated"),
        ("Mirrored", "plays-alike"),
        ("Turned", "plays-alike"),
        ("Elsewhere", "plays-alike"),
    ];
    assert_eq!(found, wanted);
    let told = library.told(&["duplicates", "--drop"]);
    assert!(
        told.contains("5 of 8 levels are there twice, taken out"),
        "{told}"
    );
    let left = library.lines("library-level", &["search"]);
    let left: Vec<_> = left
        .iter()
        .map(|line| line["title"].as_str().unwrap())
        .collect();
    assert_eq!(left, ["First", "Longer", "Two boxes"]);
}

#[test]
fn importing_again_adds_nothing() {
    let library = Library::new("library-again");
    let file = library.folder.write("some.xsb", SAME_AND_OTHERS);
    library.told(&["import", &file]);
    let told = library.told(&["import", &file]);
    assert!(told.contains("0 levels kept, 8 left out"), "{told}");
    let told = library.told(&["import", &file, "--name", "more", "--skip-duplicates"]);
    assert!(told.contains("0 levels kept, 8 left out"), "{told}");
    let told = library.told(&["import", &file, "--name", "more"]);
    assert!(told.contains("more: 8 levels kept"), "{told}");
    let listed = library.lines("library", &[]);
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[1]["levels"], 8);
    // Solutions belong to boards, wherever these are: as written twice, and decorated.
    assert_eq!(listed[1]["solved"], 3);
    let numbers = &library.lines("library-statistics", &["statistics"])[0];
    assert_eq!(numbers["levels"], 16);
    assert_eq!(numbers["distinct"], 3);
    assert_eq!(
        (&numbers["solved"], &numbers["solved_by_you"]),
        (&6.into(), &0.into())
    );
}

#[test]
fn search_takes_words_and_numbers() {
    let library = Library::new("library-search");
    let file = library.folder.write("some.xsb", SAME_AND_OTHERS);
    library.told(&["import", &file]);
    let titles = |args: &[&str]| -> Vec<String> {
        let found = library.lines("library-level", &[&["search"], args].concat());
        let titles = found
            .iter()
            .map(|line| line["title"].as_str().unwrap().to_owned());
        titles.collect()
    };
    assert_eq!(titles(&["SOMEbody"]), ["Longer"]);
    assert_eq!(titles(&["some", "two"]), ["Two boxes"]);
    assert_eq!(titles(&["--boxes", "2-3"]), ["Two boxes"]);
    assert_eq!(titles(&["--squares", "6"]), ["Longer"]);
    assert_eq!(titles(&["--solved"]), ["First", "As written", "Decorated"]);
    assert_eq!(titles(&["--unsolved"]).len(), 5);
    assert_eq!(titles(&["--sort", "title"])[0], "As written");
    assert_eq!(titles(&["--sort", "pushes"])[0], "First");
    assert_eq!(titles(&["--sort", "boxes"])[7], "Two boxes");
    let Run { code, stderr, .. } = library.run(&["search", "--boxes", "5-2"]);
    assert!(code == 2 && stderr.contains("5 is more than 2"), "{stderr}");
    let Run { code, stderr, .. } = library.run(&["search", "--collection", "none"]);
    assert!(code == 4 && stderr.contains("there are some"), "{stderr}");
}

/// Levels are rated when grades are asked for, once, and as soko rate does.
#[test]
fn grades_are_found_once_and_sorted_by() {
    let library = Library::new("library-grades");
    let hopeless = "\n; Hopeless\n######\n#$ @.#\n######\n";
    let text = format!("{SAME_AND_OTHERS}{hopeless}");
    let file = library.folder.write("some.xsb", &text);
    library.told(&["import", &file]);
    let search = |args: &[&str]| library.lines("library-level", &[&["search"], args].concat());
    assert!(search(&[]).iter().all(|line| line["grade"].is_null()));
    assert!(!library.told(&["report", "-"]).contains("grade"));
    let sorted = search(&["--sort", "grade"]);
    let rated = soko(&["rate", &file, "--json"], b"").stdout;
    let rated: Vec<Value> = rated
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for line in &sorted {
        let number = line["level"].as_u64().unwrap() as usize;
        assert_eq!(line["grade"], rated[number - 1]["grade"], "{line}");
    }
    let grades: Vec<_> = sorted
        .iter()
        .filter_map(|line| line["grade"].as_f64())
        .collect();
    assert!(grades.len() == 8 && grades.is_sorted(), "{grades:?}");
    assert_eq!(sorted[8]["title"], "Hopeless");
    // They are kept, and told from now on without being asked for.
    assert_eq!(search(&["two"])[0]["grade"], sorted[7]["grade"]);
    assert!(library.told(&["report", "-"]).contains(", grade "));
    let hardest = format!("{:.0}", grades[7]);
    assert!(
        library
            .told(&["search", "two"])
            .contains(&format!(", grade {hardest}"))
    );
    let within = search(&["--grade", &format!("{hardest}-100")]);
    assert!(
        within.iter().any(|line| line["title"] == "Two boxes"),
        "{within:?}"
    );
    assert!(search(&["--grade", "99-100"]).is_empty());
}

#[test]
fn solutions_are_attached_and_exported() {
    let library = Library::new("library-solutions");
    let file = library.folder.write("some.xsb", SAME_AND_OTHERS);
    library.told(&["import", &file]);
    let solved = soko(&["solve", &file, "--json", "--level", "7-8"], b"").stdout;
    let solved = library.folder.write("solved.jsonl", &solved);
    let told = library.told(&["attach", &solved]);
    assert!(told.contains("2 solutions attached"), "{told}");
    let out = library.folder.file("out.sok");
    library.told(&["export", "some", &out]);
    // What was exported is read again, as a library of its own.
    let other = Library::new("library-other");
    let told = other.told(&["import", &out]);
    assert!(
        told.contains("8 levels kept") && told.contains("solutions attached"),
        "{told}"
    );
    assert_eq!(
        other.lines("library-level", &["search", "--solved"]).len(),
        5
    );
    let stranger = other
        .folder
        .write("stranger.xsb", "####\n#@$.#\n#####\n\nSolution\nR\n");
    let told = library.run(&["attach", &stranger]).stdout;
    assert!(told.contains("not in the library"), "{told}");
}

#[test]
fn a_report_shows_every_level() {
    let library = Library::new("library-report");
    let file = library
        .folder
        .write("some.xsb", &SAME_AND_OTHERS.replace("First", "<b>&"));
    library.told(&["import", &file]);
    let page = library.told(&["report", "-"]);
    assert_eq!(page.matches("<svg").count(), 8);
    assert!(
        page.contains("&lt;b&gt;&amp;") && !page.contains("<b>&<"),
        "{page}"
    );
    assert!(page.contains("1 box, 1 pushes"), "{page}");
}

#[test]
fn levels_that_make_no_sense_are_told_about() {
    let library = Library::new("library-invalid");
    let file = library.folder.write(
        "some.xsb",
        "; Bad\n####\n#$.#\n####\n\n; Good\n#####\n#@$.#\n#####\n",
    );
    let Run {
        code,
        stdout,
        stderr,
    } = library.run(&["import", &file]);
    assert_eq!(code, 4, "{stdout}");
    assert!(
        stdout.contains("1 levels kept") && stderr.contains("some.xsb:"),
        "{stdout}{stderr}"
    );
    let Run { code, stderr, .. } = library.run(&["import", "no-such-file.xsb"]);
    assert!(code == 4 && stderr.contains("there is no file"), "{stderr}");
    let Run { code, stderr, .. } = library.run(&["attach", &file]);
    assert!(code == 4 && stderr.contains("some.xsb:"), "{stderr}");
    let told = Library::new("library-empty").told(&[]);
    assert!(told.contains("The library is empty"), "{told}");
}

/// The board as a grid of walls, goals, boxes and the man's area, without the walls
/// around it.
fn drawn(level: &Level) -> Vec<Vec<u8>> {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let area = reach.area(level.boxes(), level.man());
    let squares: Vec<_> = board
        .squares()
        .map(|square| (board.coord(square), square))
        .collect();
    let top = squares.iter().map(|(at, _)| at.row).min().unwrap();
    let left = squares.iter().map(|(at, _)| at.col).min().unwrap();
    let height = squares.iter().map(|(at, _)| at.row).max().unwrap() - top + 1;
    let width = squares.iter().map(|(at, _)| at.col).max().unwrap() - left + 1;
    let mut grid = vec![vec![0; width as usize]; height as usize];
    for (at, square) in squares {
        let bits = [
            board.is_goal(square),
            level.boxes().contains(square),
            area.contains(square),
        ];
        let bits = bits.iter().fold(1, |all, &bit| 2 * all + u8::from(bit));
        grid[(at.row - top) as usize][(at.col - left) as usize] = bits;
    }
    grid
}

fn turned(grid: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let width = grid[0].len();
    (0..width)
        .map(|col| grid.iter().rev().map(|row| row[col]).collect())
        .collect()
}

/// All eight ways to draw a grid.
fn all_ways(grid: &[Vec<u8>]) -> BTreeSet<Vec<Vec<u8>>> {
    let mirrored = grid
        .iter()
        .map(|row| row.iter().rev().copied().collect())
        .collect();
    let mut ways = BTreeSet::new();
    for mut way in [grid.to_vec(), mirrored] {
        for _ in 0..4 {
            way = turned(&way);
            ways.insert(way.clone());
        }
    }
    ways
}

/// Brute force: the numbers of the levels of which one before is drawn the same in any
/// of eight ways.
fn twins_by_brute_force(levels: &[Level]) -> Vec<usize> {
    let grids: Vec<_> = levels.iter().map(drawn).collect();
    let ways: Vec<_> = grids.iter().map(|grid| all_ways(grid)).collect();
    let is_twin = |&index: &usize| (0..index).any(|before| ways[before].contains(&grids[index]));
    let twins = (0..levels.len()).filter(is_twin);
    twins.map(|index| index + 1).collect()
}

/// The numbers of the levels that the library calls duplicates.
fn twins_by_library(name: &str, levels: &[Level]) -> Vec<usize> {
    let mut text = String::new();
    for level in levels {
        writeln!(text, "{}\n", level.setup()).expect("a string takes all");
    }
    let library = Library::new(name);
    let file = library.folder.write("levels.xsb", &text);
    library.told(&["import", &file]);
    let found = library.lines("library-duplicate", &["duplicates"]);
    let numbers = found
        .iter()
        .map(|line| line["level"].as_u64().expect("a number"));
    numbers.map(|number| number as usize).collect()
}

fn no_box_on_goal(level: &Level) -> bool {
    let is_goal = |square| level.board().is_goal(square);
    !level.boxes().iter().any(is_goal)
}

#[test]
fn duplicates_are_those_that_comparing_all_pairs_finds() {
    let mut random = SplitMix(4);
    let levels = std::iter::repeat_with(|| random_level(&mut random, 5, 4, 1));
    let levels: Vec<Level> = levels.filter(no_box_on_goal).take(250).collect();
    let wanted = twins_by_brute_force(&levels);
    assert_eq!(twins_by_library("library-random", &levels), wanted);
    assert!(wanted.len() > 20 && wanted.len() < 230, "{}", wanted.len());
}

/// XSokoban took levels over from the game that BoxWorld copied, some of them turned.
#[test]
fn duplicates_of_public_collections_are_those_that_comparing_all_pairs_finds() {
    let mut levels: Vec<Level> = Vec::new();
    for name in ["BoxWorld_100", "XSokoban_90"] {
        let Run {
            code,
            stdout,
            stderr,
        } = soko(&["convert", name, "-", "--to", "xsb"], b"");
        assert_eq!(code, 0, "{stderr}");
        let collection = read_collection(stdout.as_bytes());
        levels.extend(
            collection
                .entries
                .iter()
                .map(|entry| entry.level().expect("a level")),
        );
    }
    // Boxes that can never move are the same as walls to the library alone.
    levels.retain(no_box_on_goal);
    let wanted = twins_by_brute_force(&levels);
    assert_eq!(twins_by_library("library-public", &levels), wanted);
    assert!(!wanted.is_empty(), "{} levels", levels.len());
}
