//! Players' attempts beside the numbers of state graphs.

use crate::common::{Folder, soko};
use serde_json::Value;

const HEADER: &str =
    "level_id,title,started,seconds,moves,pushes,undos,hints,first_losing_push,solved,rating\n";

/// The exact ids of the first levels of the tutorial.
fn ids() -> Vec<String> {
    let run = soko(&["analyse", "tutorial", "--level", "1-4", "--json"], b"");
    let lines = run.stdout.lines();
    let ids = lines.map(|line| serde_json::from_str::<Value>(line).unwrap()["exact_id"].clone());
    ids.map(|id| id.as_str().unwrap().to_owned()).collect()
}

fn correlate(file: &str) -> crate::common::Run {
    let args = ["graph", "tutorial", "--level", "1-4", "--correlations"];
    soko(&[&args[..], &["--attempts", file]].concat(), b"")
}

#[test]
fn attempts_stand_beside_the_numbers_of_graphs() {
    // 1. Ratings grow from level to level, times fall; each level has two attempts, of
    //    which one was not rated.
    let mut text = String::from(HEADER);
    for (n, id) in ids().into_iter().enumerate() {
        let (seconds, rating) = (100 - n, n + 1);
        text += &format!("{id},\"A, b\",0,{seconds},9,4,0,0,,1,{rating}\n");
        text += &format!("{id},\"A, b\",0,{seconds},9,4,0,0,,0,\n");
    }
    text += "unknown,x,0,1,1,1,1,1,1,1,1\n";
    let folder = Folder::new("attempts");
    let run = correlate(&folder.write("attempts.csv", &text));
    assert_eq!(run.code, 0, "{}", run.stderr);
    // 2. They are columns and rows like the others.
    let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len() + 1, headers.len());
    let row = |name: &str| rows.iter().find(|row| &row[0] == name).unwrap();
    let rating = row("attempt_rating");
    assert_eq!(&rating[column("attempt_seconds")], "-1.000");
    assert_eq!(&rating[column("attempt_rating")], "1.000");
    // What never changes, or is not there, goes with nothing.
    assert_eq!(&rating[column("attempt_moves")], "");
    assert_eq!(&rating[column("attempt_first_losing_push")], "");
    assert_eq!(
        rating[column("states")],
        row("states")[column("attempt_rating")]
    );
    assert!(!rating[column("states")].is_empty());
}

#[test]
fn files_that_are_no_attempts_are_refused() {
    let folder = Folder::new("no-attempts");
    for (text, told) in [
        ("level_id,title\n", "there is no column seconds"),
        (
            &format!("{HEADER}k,x,0,1,1,1,1,1,,1,3\nk,x,0,1,1,1,1,1,,1,much\n"),
            "line 3: rating is no number",
        ),
    ] {
        let run = correlate(&folder.write("attempts.csv", text));
        assert_eq!(run.code, 4, "{}", run.stderr);
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
    let missing = correlate(&folder.file("none.csv"));
    assert_eq!(missing.code, 4, "{}", missing.stderr);
    let alone = soko(&["graph", "tutorial", "--attempts", "x.csv"], b"");
    assert_eq!(alone.code, 2);
}
