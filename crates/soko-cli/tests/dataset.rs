//! `soko dataset`, as a user meets it; what is in the tables is tested in soko-dataset.

use crate::common::{Folder, soko};
use std::fs;

#[test]
fn files_folders_and_collections_become_tables() {
    let folder = Folder::new("dataset");
    let out = folder.file("out");
    let words = [
        "dataset",
        "tutorial",
        "--out",
        &out,
        "--level",
        "1-3",
        "--max-states",
        "2000",
    ];
    let run = soko(&words, b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("positions of 3 levels"),
        "{}",
        run.stdout
    );
    let part = fs::read(format!("{out}/positions/part-0.parquet")).unwrap();
    // The same words once more find everything done; others are refused.
    assert_eq!(soko(&words, b"").stdout, run.stdout);
    let other = soko(&[&words[..], &["--seed", "5"]].concat(), b"");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("other settings"), "{}", other.stderr);
    assert_eq!(
        fs::read(format!("{out}/positions/part-0.parquet")).unwrap(),
        part
    );
}

#[test]
fn a_folder_is_read_file_by_file_and_bad_levels_are_told() {
    let folder = Folder::new("dataset-folder");
    let (boards, out) = (folder.file("boards"), folder.file("out"));
    fs::create_dir(&boards).unwrap();
    let good = "; 0\n#####\n#@$.#\n#####\n";
    fs::write(format!("{boards}/000.txt"), good).unwrap();
    fs::write(
        format!("{boards}/001.txt"),
        format!("{good}\n; 1\n#####\n#@$ #\n#####\n"),
    )
    .unwrap();
    let run = soko(&["dataset", &boards, "--out", &out], b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("001.txt:8:3"), "{}", run.stderr);
    assert!(
        run.stdout.contains("4 positions of 2 levels"),
        "{}",
        run.stdout
    );
    assert!(
        fs::read_to_string(format!("{out}/parts.csv"))
            .unwrap()
            .lines()
            .count()
            == 3
    );
}

/// What cannot become a dataset is refused in words, with a place where there is one.
#[test]
fn bad_requests_are_told() {
    let folder = Folder::new("dataset-bad");
    let refused = |args: &[&str], code: i32, words: &str| {
        let out = folder.file(&format!("out-{}", args.join(" ").replace('/', "-")));
        let level = b"#####\n#@$ #\n#####\n";
        let run = soko(&[&["dataset"], args, &["--out", &out]].concat(), level);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{args:?}: {}", run.stderr);
    };
    refused(&["-"], 4, "stdin:2:3 (level 1)");
    refused(&["no-such-levels"], 4, "there is no file");
    refused(&["tutorial", "--max-states", "0"], 2, "--max-states");
    refused(&["tutorial", "--threads", "many"], 2, "--threads");
    let empty = folder.file("empty");
    fs::create_dir(&empty).unwrap();
    refused(&[&empty], 4, "there is no file in");
    fs::write(format!("{empty}/000.txt"), "nothing at all\n").unwrap();
    refused(&[&empty, "--level", "1"], 2, "not for a folder");
    refused(&[&empty], 4, "000.txt");
    // A folder whose place is taken by a file.
    let taken = folder.write("taken", "");
    let run = soko(
        &["dataset", "tutorial", "--level", "1", "--out", &taken],
        b"",
    );
    assert!(
        run.code == 4 && run.stderr.contains("taken"),
        "{}",
        run.stderr
    );
}
