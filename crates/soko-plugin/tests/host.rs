//! The plug-in as a host meets it: a program in C loads the library and calls it.

#![cfg(unix)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

/// The host, compiled once with the system's compiler and our header.
static HOST: LazyLock<PathBuf> = LazyLock::new(|| {
    let here = env!("CARGO_MANIFEST_DIR");
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("host");
    let compiler = std::env::var("CC").unwrap_or("cc".into());
    let compiled = Command::new(compiler)
        .args(["-Wall", "-Werror", "-I", &format!("{here}/include"), "-o"])
        .arg(&program)
        .args([&format!("{here}/tests/host.c"), "-ldl"])
        .status()
        .expect("a C compiler");
    assert!(compiled.success());
    program
});

/// The library lies beside this test, or one folder up.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a file");
    let names = ["libsoko_plugin.so", "libsoko_plugin.dylib"];
    let folders = test.ancestors().skip(1).take(2);
    let mut places = folders.flat_map(|folder| names.map(|name| folder.join(name)));
    places
        .find(|place| place.exists())
        .expect("the library was built with the test")
}

fn host(words: &[&str]) -> String {
    let run = Command::new(&*HOST).arg(library()).args(words).output();
    let run = run.expect("the host starts");
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{words:?}: {stderr}");
    String::from_utf8_lossy(&run.stdout).trim_end().to_owned()
}

/// A call with this board of rows, these moves in the buffer, and room for so many
/// characters; `calls` callbacks say go on before one says stop, none if negative.
fn call(
    function: &str,
    rows: &[&str],
    moves: &str,
    length: usize,
    flags: u32,
    calls: i32,
) -> String {
    let (width, height) = (rows[0].len().to_string(), rows.len().to_string());
    let (length, flags, calls) = (length.to_string(), flags.to_string(), calls.to_string());
    host(&[
        function,
        &width,
        &height,
        &rows.concat(),
        moves,
        &length,
        &flags,
        &calls,
    ])
}

const ROWS: [&str; 4] = ["#######", "#@ $ .#", "#     #", "#######"];

#[test]
fn a_host_knows_who_we_are() {
    assert_eq!(host(&["about"]), "Sokos 200 200 0 1 1 0 0");
}

#[test]
fn levels_are_solved() {
    assert_eq!(call("SolveEx", &ROWS, "", 100, 0, -1), "0 rRR 1 3 2");
    // Blank rows outside, other letters, boxes that can never get there.
    let rows = ["       ", "#######", "#p_b_o#", "#######"];
    assert_eq!(call("SolveEx", &rows, "", 100, 0, -1), "0 rRR 1 3 2");
    let stuck = ["######", "#$ @.#", "######"];
    assert!(call("SolveEx", &stuck, "", 100, 0, -1).starts_with("3 "));
}

#[test]
fn what_is_wrong_has_its_number() {
    let no_man = ["#####", "# $.#", "#####"];
    assert!(call("SolveEx", &no_man, "", 100, 0, -1).starts_with("2 "));
    // Room for the moves and the end, and for one less.
    assert_eq!(call("SolveEx", &ROWS, "", 4, 0, -1), "0 rRR 1 3 2");
    assert!(call("SolveEx", &ROWS, "", 3, 0, -1).starts_with("5 "));
    assert!(call("SolveEx", &ROWS, "", 0, 0, -1).starts_with("2 "));
    let wide = ["#".repeat(201)];
    assert!(call("SolveEx", &[&wide[0]], "", 9, 0, -1).starts_with("1 "));
    assert!(call("Optimize", &ROWS, "rR", 100, 4, -1).starts_with("2 "));
    assert!(call("Optimize", &ROWS, "rRR", 100, 8, -1).starts_with("6 "));
}

#[test]
fn solutions_are_made_shorter() {
    assert_eq!(
        call("Optimize", &ROWS, "drluRRR", 100, 2, -1),
        "0 rRR 1 3 2"
    );
}

/// An open hall that no engine solves at once.
#[test]
fn a_host_can_stop_us() {
    let inside = "#$ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ #";
    let other = "# $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $ $#";
    let wall = "#".repeat(inside.len());
    let blank = format!("#{}#", " ".repeat(inside.len() - 2));
    let man = format!("#@{}#", " ".repeat(inside.len() - 3));
    let goals = format!("#{}#", ".".repeat(inside.len() - 2));
    let mut rows = vec![wall.as_str(), &man, &blank];
    for row in [inside, other] {
        rows.extend([row, &blank]);
    }
    rows.extend([&goals, wall.as_str()]);
    assert!(call("SolveEx", &rows, "", 100_000, 0, 0).starts_with("9 "));
}
