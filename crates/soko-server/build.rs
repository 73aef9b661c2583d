//! Makes sure that the folder of the built page exists, so that the server
//! compiles from a fresh clone; without the page it serves a note on how to
//! build it.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo:warning=no folder for the page: {error}");
    }
    println!("cargo:rerun-if-changed={}", dist.display());
    println!("cargo:rerun-if-changed=build.rs");
}
