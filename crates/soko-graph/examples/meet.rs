//! The fewest pushes or moves of a level by layers from both ends: a file of plain board
//! rows, `pushes` or `moves`, and how many bytes may be held.
//!
//!     cargo run --release -p soko-graph --example meet -- level.txt moves 4000000000

use soko_core::Level;
use soko_graph::Rules;
use soko_graph::count::{BothEnds, CountOptions, Layered, LevelSteps, Meeting, Waves, layout};
use soko_search::{Control, Limits};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which file?")?;
    let measure = args.next().ok_or("pushes or moves?")?;
    let memory = args.next().map(|n| n.parse()).transpose()?;
    let level: Level = std::fs::read_to_string(path)?.parse()?;
    let rules = Rules::default();
    let layout = layout(&level, &rules);
    soko_core::with_width!(level.board().n_squares(), S => match measure.as_str() {
        "moves" => meet(Waves::<S>::new(&level, &layout)?, memory),
        _ => {
            let steps = LevelSteps::<S>::new(&level, &layout, &rules)?;
            meet(Meeting::new(&steps, &CountOptions::default()), memory);
        }
    });
    Ok(())
}

fn meet(ends: Option<impl BothEnds>, memory: Option<usize>) {
    let begin = Instant::now();
    let mut control = Control::new(Limits {
        memory,
        ..Limits::default()
    });
    let Some(mut meeting) = ends else {
        return println!("there are more goals than boxes");
    };
    loop {
        let layered = meeting.next_layer(&mut control);
        let (counters, seconds) = (meeting.counters(), begin.elapsed().as_secs_f64());
        println!(
            "at least {}, {} known, {} expanded, {} MB, {seconds:.1} s",
            meeting.at_least(),
            counters.stored,
            counters.expanded,
            counters.bytes / 1_000_000,
        );
        match layered {
            Ok(Layered::Apart) => {}
            other => return println!("{other:?}"),
        }
    }
}
