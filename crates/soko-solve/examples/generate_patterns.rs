//! Generates the file of deadlock patterns: `src/deadlock/patterns.txt`.
//!
//! `cargo run --release -p soko-solve --example generate_patterns -- 4 3`

use soko_solve::deadlock::generate_patterns;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .map_or(default, |a| a.parse().expect("a number"))
    };
    let (width, height) = (number(4), number(3));
    let patterns = generate_patterns(width, height);
    eprintln!("{} patterns", patterns.len());
    for pattern in patterns {
        println!("{pattern}");
    }
}
