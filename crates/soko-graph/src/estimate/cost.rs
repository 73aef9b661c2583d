//! What a whole graph takes, from how many states it has.
//!
//! The constants are measured (`make bench-graph`, the README's table): beyond 4
//! bytes an edge, a state took 26 bytes on Microban 139, whose keys have one word,
//! and 35 on Microban II 77, whose keys have two; and Holland 35 with 158,915,363
//! states and 715,266,488 edges took 171 s with two threads, which are 1.76 times as
//! fast as one. Other machines differ in time, hardly in memory.
//!
//! Other ways to go through a graph have other constants; each gets a function here.

/// Bytes a state beside its key and its edges.
const BYTES_A_STATE: f64 = 18.0;
/// Bytes a word of a key.
const BYTES_A_WORD: f64 = 8.0;
/// Bytes an edge.
const BYTES_AN_EDGE: f64 = 4.0;
/// Edges a second with one thread.
const EDGES_A_SECOND: f64 = 715_266_488.0 / 171.0 / 1.76;

/// Memory and time of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Bytes.
    pub bytes: f64,
    /// Seconds with one thread.
    pub seconds: f64,
}

impl Cost {
    /// What `soko graph` takes: states, edges and components.
    pub fn of_whole_graph(states: f64, edges_a_state: f64, n_words: usize) -> Cost {
        let edges = states * edges_a_state;
        let a_state = BYTES_A_STATE + BYTES_A_WORD * n_words as f64;
        Cost {
            bytes: states * a_state + edges * BYTES_AN_EDGE,
            seconds: edges / EDGES_A_SECOND,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs that the constants come from, and one that they do not: Microban 139
    /// has 2,955,792 states and 11,780,769 edges.
    #[test]
    fn gives_back_what_was_measured() {
        let huge = Cost::of_whole_graph(158_915_363.0, 715_266_488.0 / 158_915_363.0, 1);
        assert!((huge.seconds - 171.0 * 1.76).abs() < 0.1);
        let microban = Cost::of_whole_graph(2_955_792.0, 11_780_769.0 / 2_955_792.0, 1);
        assert!((microban.bytes - (2_955_792.0 * 26.0 + 11_780_769.0 * 4.0)).abs() < 1.0);
    }
}
