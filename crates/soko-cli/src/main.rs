//! The command `soko`.

fn main() {}
