//! Drills for counting on many machines, with the real command on this one:
//!
//! ```text
//! drill SOKO bench [LEVELS N]   speed and bytes of one worker, two, and two processes
//! drill SOKO agreement          Microban with 1, 2, 3 and 5 workers against whole graphs
//! drill SOKO kills [N]          N kills (20) at random moments, and going on
//! ```

mod agreement;
mod bench;
mod kills;
mod processes;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [soko, "bench"] => bench::run(soko, None),
        [soko, "bench", levels, number] => bench::run(soko, Some((levels, number))),
        [soko, "agreement"] => agreement::run(soko),
        [soko, "kills"] => kills::run(soko, 20),
        [soko, "kills", n] => kills::run(soko, n.parse().expect("a number of kills")),
        _ => panic!("drill SOKO bench|agreement|kills"),
    }
}
