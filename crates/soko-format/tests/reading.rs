//! How files look in the wild, and what is read from them.

use soko_format::{Collection, Note, Severity, read_collection};

fn read(text: &str) -> Collection {
    read_collection(text.as_bytes())
}

/// The titles of all levels; each must be the one-push level.
fn titles(text: &str) -> Vec<Option<String>> {
    let collection = read(text);
    for entry in &collection.entries {
        assert_eq!(entry.setup.to_string(), "#####\n#@$.#\n#####\n");
    }
    let titles = collection
        .entries
        .iter()
        .map(|e| e.title().map(String::from));
    titles.collect()
}

fn some(titles: &[&str]) -> Vec<Option<String>> {
    titles.iter().map(|t| Some(t.to_string())).collect()
}

const A: &str = "#####\n#@$.#\n#####\n";

#[test]
fn titles_above_with_semicolons() {
    assert_eq!(
        titles(&format!("; One\n{A}\n; Two\n\n{A}")),
        some(&["One", "Two"])
    );
}

#[test]
fn titles_above_without_marks() {
    assert_eq!(
        titles(&format!("One\n\n{A}\nTwo\n\n{A}")),
        some(&["One", "Two"])
    );
}

#[test]
fn titles_below_with_semicolons() {
    assert_eq!(
        titles(&format!("{A}; One\n\n{A}; Two\n")),
        some(&["One", "Two"])
    );
}

#[test]
fn titles_below_as_keys() {
    assert_eq!(
        titles(&format!("1\n{A}Title: One\n\n2\n{A}Title : Two\n")),
        some(&["One", "Two"])
    );
}

#[test]
fn titles_between_boards_without_gaps() {
    assert_eq!(
        titles(&format!("; 0\n{A}; 1\n{A}; 2\n{A}")),
        some(&["0", "1", "2"])
    );
}

#[test]
fn levels_without_titles() {
    assert_eq!(titles(&format!("{A}\n{A}")), [None, None]);
}

#[test]
fn a_header_is_no_title() {
    let collection = read(&format!("Collection: Mine\nAuthor: Me\n\n{A}"));
    assert_eq!(collection.title(), Some("Mine"));
    assert_eq!(collection.author(), Some("Me"));
    assert_eq!(collection.entries[0].title(), None);
}

#[test]
fn variants_of_characters_are_read() {
    for row in [
        "#@$.#",
        "#p$.#",
        "#mb.#",
        "#@bo#",
        "\"#@$.#\"",
        "> #@$.#",
        ">> #@$.#",
    ] {
        let prefix = if row.starts_with('>') { "> " } else { "" };
        let text = format!("{prefix}#####\n{row}\n{prefix}#####\n");
        assert_eq!(titles(&text), [None], "{row}");
    }
    let floors = read("#######\n#@-_ $#\n#.    #\n#######\n");
    assert_eq!(
        floors.entries[0].setup.to_string(),
        "#######\n#@   $#\n#.    #\n#######\n"
    );
}

#[test]
fn line_ends_tabs_and_margins_do_not_matter() {
    assert_eq!(titles(&A.replace('\n', "\r\n")), [None]);
    assert_eq!(titles(&A.replace("#@$.#", "#@$.#   ")), [None]);
    let indented: String = A.lines().map(|l| format!("\t{l}\n")).collect();
    assert_eq!(titles(&indented), [None]);
    let mixed = "\t#####\n        #@$.#\n\t#####\n";
    assert_eq!(titles(mixed), [None]);
}

#[test]
fn run_length_boards_are_read() {
    assert_eq!(titles("One\n\n5#|#@$.#|5#\n"), some(&["One"]));
    assert_eq!(titles("5#|#@$.#|5#|\n"), [None]);
    assert_eq!(titles("5#\n#@$.#\n5(#)\n"), [None]);
    assert_eq!(titles("2(2#)#\n#@$.#\n5#\n"), [None]);
}

#[test]
fn empty_rows_inside_a_board_carry_a_floor_mark() {
    let collection = read("####\n#@ #\n#$ #\n#. #\n####\n-\n#\n");
    assert_eq!(collection.entries[0].setup.height(), 7);
}

#[test]
fn solutions_and_snapshots_are_read() {
    let text = format!(
        "One\n\n{A}Author: Me\nWeird Key: 7\n\nSolution/Pushes\nr\nr\nTime: 3\n\n\
         Reverse Mode Snapshot\n[]L\n\nTwo\n\n{A}Solution: R\n\n{A}"
    );
    let collection = read(&text);
    assert_eq!(collection.entries.len(), 3);
    let first = &collection.entries[0];
    assert_eq!(first.author(), Some("Me"));
    let weird = Note::Field {
        key: "Weird Key".into(),
        value: "7".into(),
    };
    assert!(first.notes.contains(&weird));
    let games: Vec<_> = first
        .games
        .iter()
        .map(|g| (g.title.as_str(), g.moves.as_str()))
        .collect();
    assert_eq!(
        games,
        [("Solution/Pushes", "rr"), ("Reverse Mode Snapshot", "[]L")]
    );
    assert!(first.games[0].is_solution() && !first.games[1].is_solution());
    assert_eq!(collection.entries[1].title(), Some("Two"));
    assert_eq!(collection.entries[1].games[0].moves, "R");
    assert_eq!(collection.entries[2].title(), None);
}

#[test]
fn comments_of_several_lines_may_hold_anything() {
    let text = format!("{A}Comment:\n#####\n\nSolution\nComment-End:\n\n{A}");
    let collection = read(&text);
    assert_eq!(collection.entries.len(), 2);
    let comments: Vec<_> = collection.entries[0].comments().collect();
    assert_eq!(comments, ["#####\n\nSolution"]);
}

#[test]
fn a_comment_without_an_end_loses_no_level() {
    let collection = read(&format!("{A}Comment:\nforgotten\n\n{A}"));
    assert_eq!(collection.entries.len(), 2);
    assert_eq!(collection.diagnostics[0].severity, Severity::Warning);
    assert_eq!(collection.diagnostics[0].line, Some(4));
}

#[test]
fn windows_1252_is_read() {
    let collection = read_collection(b"; Andr\xe9\n#####\n#@$.#\n#####\n");
    assert_eq!(collection.entries[0].title(), Some("André"));
}

#[test]
fn slc_is_read() {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<SokobanLevels>\n\
        <Title>Some &amp; more</Title>\n<LevelCollection Copyright=\"Me\" MaxWidth=\"9\">\n\
        <Level Id=\"First &lt;1&gt;\" Width=\"99\">\n<L> #####</L>\n<L>##@$.#</L>\n\
        <L>#   ##</L>\n<L>#####</L>\n</Level>\n<Level Id=\"bad\"></Level>\n\
        <Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>\n</LevelCollection></SokobanLevels>";
    let collection = read(text);
    assert_eq!(collection.title(), Some("Some & more"));
    assert_eq!(collection.author(), Some("Me"));
    assert_eq!(collection.entries.len(), 2);
    assert_eq!(collection.entries[0].title(), Some("First <1>"));
    assert!(collection.entries[0].level().is_ok());
    assert_eq!(collection.diagnostics.len(), 1);
    assert_eq!(collection.diagnostics[0].message, "the level has no rows");
    let broken = read(&text[..text.len() - 60]);
    assert!(!broken.entries.is_empty());
}

#[test]
fn places_are_those_of_the_file() {
    let cases = [
        ("#####\n# $.#\n#####\n", 1, None),
        ("title\n\n> ######\n> #@$.@#\n> ######\n", 4, Some(7)),
        ("6#|#@$.@#|6#\n", 1, Some(8)),
        ("\"######\"\n\"#p$.m#\"\n\"######\"\n", 2, Some(6)),
    ];
    for (text, line, column) in cases {
        let collection = read(text);
        let problems = collection.entries[0].level().unwrap_err();
        let problem = problems.last().unwrap();
        assert_eq!(
            (problem.line, problem.column),
            (Some(line), column),
            "{text}"
        );
    }
}

#[test]
fn clipboard_tags_and_decoration_are_passed_over() {
    assert_eq!(titles(&format!("<board>\n{A}</board>\n")), [None]);
    assert_eq!(
        titles(&format!("*****\n\nOne\n\n{A}\n****\n\n{A}")).len(),
        2
    );
}

/// The same board twice, the second time spread over lines; and a board with two men and
/// one without, which other formats can hold too.
#[test]
fn coordinates_are_boards() {
    let file = "5 3\n12 1 1 1 2 1 3 1 4 1 5 2 1 2 5 3 1 3 2 3 3 3 4 3 5\n1 2 3\n1 2 4\n2 2\n\n\
                5\n3 12 1 1 1 2 1 3 1 4 1 5 2 1\n2 5 3 1 3 2 3 3 3 4 3 5 1 2 3 1\n2 4\n2 2\n";
    // The first line must show what it is.
    assert!(!soko_format::lists_coordinates(b"5\n3 12"));
    let read = read_collection(file.as_bytes());
    assert_eq!(read.diagnostics, []);
    let boards: Vec<String> = read.entries.iter().map(|e| e.setup.to_string()).collect();
    assert_eq!(boards, ["#####\n#@$.#\n#####\n"; 2]);
    let men = "3 2\n3 1 1 1 2 1 3\n0\n1 2 1\n2 1 2 3\n\n3 1\n3 1 1 1 2 1 3\n0\n0\n0 0\n";
    let read = read_collection(men.as_bytes());
    let boards: Vec<String> = read.entries.iter().map(|e| e.setup.to_string()).collect();
    assert_eq!(boards, ["###\n+ @\n", "###\n"]);
    assert_eq!(soko_format::Format::Coordinates.write(&read), men);
}

/// What is wrong with coordinates is told with line and column, and a board that cannot
/// be read does not lose the next.
#[test]
fn mistakes_in_coordinates_have_places() {
    let good = "5 3\n12 1 1 1 2 1 3 1 4 1 5 2 1 2 5 3 1 3 2 3 3 3 4 3 5\n1 2 3\n1 2 4\n2 2\n";
    let problem = |bad: &str| {
        let file = format!("{bad}\n\n{good}");
        let read = read_collection(file.as_bytes());
        assert_eq!(read.entries.len(), 1, "{bad}");
        let first = &read.diagnostics[0];
        (first.line.unwrap(), first.column, first.message.clone())
    };
    for (bad, line, column, words) in [
        ("5 3\n1 x 1", 2, Some(3), "\"x\" is no number"),
        (
            "5 3\n1 4 1",
            2,
            Some(3),
            "rows count from 1 to 3, this is 4",
        ),
        (
            "5 3\n1 1 6",
            2,
            Some(5),
            "columns count from 1 to 5, this is 6",
        ),
        (
            "5 3\n1 0 1",
            2,
            Some(3),
            "rows count from 1 to 3, this is 0",
        ),
        ("5 3\n99", 2, Some(1), "99 walls do not fit"),
        ("0 3\n1 1 1", 1, Some(1), "a board of 0 by 3 cannot be"),
        (
            "5 3\n0\n0\n0\n0 0",
            1,
            Some(1),
            "there is nothing on the board",
        ),
        (
            "5 3\n0\n1 2 2\n0\n2 3",
            1,
            Some(1),
            "the first row of the board has no wall",
        ),
    ] {
        let (at_line, at_column, message) = problem(bad);
        assert_eq!((at_line, at_column), (line, column), "{bad}: {message}");
        assert!(message.contains(words), "{bad}: {message}");
    }
}

/// A file that ends too soon; things on top of each other, and a fault of the level, at
/// their own places.
#[test]
fn faults_of_coordinates_have_places() {
    let good = "5 3\n12 1 1 1 2 1 3 1 4 1 5 2 1 2 5 3 1 3 2 3 3 3 4 3 5\n1 2 3\n1 2 4\n2 2\n";
    let read = read_collection(b"5 3\n2 1 1");
    assert!(read.diagnostics[0].message.contains("ends too soon"));
    let file = good.replace("\n1 2 3\n", "\n3 2 3 2 1 2 3\n");
    let entry = &read_collection(file.as_bytes()).entries[0];
    let told: Vec<_> = entry.mistakes.iter().map(|p| (p.line, p.column)).collect();
    assert_eq!(told, [(Some(3), Some(7)), (Some(3), Some(11))]);
    let outside = good
        .replace("5 3\n", "9 3\n")
        .replace("\n1 2 3\n", "\n2 2 3 2 8\n");
    let faults = read_collection(outside.as_bytes()).entries[0]
        .level()
        .unwrap_err();
    assert!(
        faults
            .iter()
            .any(|f| (f.line, f.column) == (Some(3), Some(7))),
        "{faults:?}"
    );
}
