//! Times one count.
use soko_cluster::checkpoint::Survey;
use soko_cluster::{Crew, lasting_steps};
use soko_graph::Rules;
use soko_search::Control;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let level: soko_core::Level = text.parse().unwrap();
    let steps = lasting_steps(&level, Rules::default()).unwrap();
    for w in &args[2..] {
        let workers: usize = w.parse().unwrap();
        let t = std::time::Instant::now();
        if workers == 0 {
            let c = soko_graph::count::count(steps, 1, &mut Control::default()).counts;
            println!(
                "plain {} states {} edges {} dead {:?}",
                c.states(),
                c.edges,
                c.dead(),
                t.elapsed()
            );
            continue;
        }
        let o = Crew::alone(workers, Survey::NOTHING)
            .count(steps, None, &mut Control::default())
            .unwrap();
        let c = &o.part.counts;
        println!(
            "{workers}: {} states {} edges {} dead {} layers+{} in {:?}, {:.2} bytes/state",
            c.states(),
            c.edges,
            c.dead(),
            c.layers.len(),
            c.alive_layers.len(),
            t.elapsed(),
            o.part.bytes as f64 / c.states() as f64
        );
    }
}
