//! Small random levels, for `make dataset-check`.
//!
//!     cargo run --release -p soko-dataset --example scatter -- 2000

use soko_core::{SplitMix, random_level};

fn main() {
    let wanted = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let mut random = SplitMix(19);
    for number in 0..wanted.unwrap_or(100) {
        let (width, height) = (6 + random.below(3) as u32, 6 + random.below(2) as u32);
        let n_boxes = 2 + random.below(2);
        let level = random_level(&mut random, width, height, n_boxes);
        println!("; {number}\n{}", level.setup());
    }
}
