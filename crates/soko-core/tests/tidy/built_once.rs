//! Nothing that `make test` needs is compiled a second time for other features.
//!
//! Cargo compiles a crate anew for every set of features that the chosen members ask of
//! what it stands on. So all builds of `make test` choose the same members, the Python
//! package among them, which shares lock file and profiles as one of the workspace; and
//! so clippy looks at it, too.

use super::root;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The lines of a rule of the makefile.
fn rule<'a>(makefile: &'a str, name: &str) -> Vec<&'a str> {
    let lines = makefile.lines();
    let body = lines.skip_while(|line| !line.starts_with(&format!("{name}: ")));
    body.skip(1)
        .take_while(|line| line.starts_with('\t'))
        .collect()
}

#[test]
fn the_steps_of_make_test_choose_the_same_members() {
    let makefile = read("Makefile");
    let test = makefile
        .lines()
        .find_map(|line| line.strip_prefix("test: "));
    let (steps, _) = test.unwrap().split_once("##").unwrap();
    let compiles = ["build", "test", "clippy"].map(|verb| format!("$(CARGO) {verb} "));
    let mut n_compiling = 0;
    for step in steps.split_whitespace() {
        for line in rule(&makefile, step) {
            if compiles.iter().any(|start| line.contains(start)) {
                assert!(line.contains("$(MEMBERS)"), "{step}: {line}");
                n_compiling += 1;
            }
        }
    }
    assert!(n_compiling >= 6, "{n_compiling} lines were looked at");
}

#[test]
fn the_python_package_is_a_member_with_no_lock_file_of_its_own() {
    let members = "members = [\"crates/*\", \"python\"]";
    assert!(read("Cargo.toml").lines().any(|line| line == members));
    assert!(!root().join("python/Cargo.lock").exists());
    let manifest = read("python/Cargo.toml");
    for table in ["[workspace]", "[profile."] {
        assert!(!manifest.contains(table), "{table} of its own");
    }
}
