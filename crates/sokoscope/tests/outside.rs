//! A new crate outside the workspace that depends on `sokoscope` alone: it builds offline,
//! with the versions of our lock file, and what it prints is right. This takes a build of
//! its own, so it is asked for by name: `make test-outside`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let name = format!("sokoscope-outside-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(folder.join("src/bin")).expect("a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over is in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a user would write: the manifest, and programs from the documentation.
fn written(folder: &Path, door: &Path) {
    let manifest = format!(
        "[package]\nname = \"outside\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nsokoscope = {{ path = {door:?} }}\n\n[workspace]\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("written");
    let lock = std::fs::copy(door.join("../../Cargo.lock"), folder.join("Cargo.lock"));
    lock.expect("copied");
    for example in std::fs::read_dir(door.join("examples")).expect("examples") {
        let example = example.expect("an example");
        let place = folder.join("src/bin").join(example.file_name());
        std::fs::copy(example.path(), place).expect("copied");
    }
    // The first program of the page.
    let page = std::fs::read_to_string(door.join("README.md")).expect("the page");
    let program = page
        .split("```rust\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    std::fs::write(folder.join("src/main.rs"), program.expect("a program")).expect("written");
}

fn ran(folder: &Path, target: &Path, program: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet", "--bin", program])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
#[ignore = "builds everything anew: make test-outside"]
fn a_crate_outside_needs_nothing_else() {
    let door = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = door.join("../../target/outside");
    let folder = Folder::new();
    written(&folder.0, door);
    assert!(ran(&folder.0, &target, "outside").contains("there is more than one man"));
    let proved = ran(&folder.0, &target, "own_parts");
    assert_eq!(proved, "7 pushes, proved: LurrrdLulldLurrrdLLulDrdL\n");
    assert!(ran(&folder.0, &target, "draw_board").starts_with("<svg"));
}
