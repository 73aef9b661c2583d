//! The chance that blind pushes solve the level: the solution factor on the
//! state graph itself, cycles and all.
//!
//! From a state that is not solved and not dead one of its pushes is chosen,
//! each as likely as the others; solved states and dead ones (from which no
//! solution can be reached) hold the walk for ever. That is an absorbing Markov
//! chain. Its probabilities solve a linear system, here by Gauss-Seidel sweeps
//! from the sinks back to the start, as PageRank does it. Veger 2011 names this
//! as future work.
//!
//! Two iterations run side by side: one starts from 0 and only rises, the other
//! starts from 1 (0 for dead states) and only falls. The truth lies between them
//! at every sweep, so the gap shows the convergence and bounds the error.

use crate::{Folding, Solvable};

/// When the sweeps end.
#[derive(Clone, Copy, Debug)]
pub struct Convergence {
    /// When the bounds of the start are this close, relative to the lower one.
    pub relative_gap: f64,
    /// After so many sweeps in any case.
    pub most_sweeps: usize,
}

impl Default for Convergence {
    fn default() -> Self {
        Convergence {
            relative_gap: 1e-9,
            most_sweeps: 2_000,
        }
    }
}

/// The bounds of the start after one sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// The probability is at least this.
    pub lower: f64,
    /// The probability is at most this.
    pub upper: f64,
}

/// What the sweeps have found.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The bounds of the start, sweep by sweep.
    pub sweeps: Vec<Sweep>,
    /// Whether the bounds came as close as asked.
    pub has_converged: bool,
    /// The lower bound of every state.
    pub lower: Vec<f64>,
    /// The upper bound of every state.
    pub upper: Vec<f64>,
}

impl Chain {
    /// The bounds after the last sweep.
    pub fn last(&self) -> Sweep {
        let nothing = Sweep {
            lower: 0.0,
            upper: 1.0,
        };
        self.sweeps.last().copied().unwrap_or(nothing)
    }
}

/// Solves the chain of a folded graph.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Convergence, Folding, Rules, absorbing_chain, explore};
/// use soko_search::Control;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let folding = Folding::new(&graph);
/// let chain = absorbing_chain(&folding, Convergence::default());
/// // Half the pushes of one state lose, half of the next go back to it.
/// assert!((chain.last().lower - 1.0 / 3.0).abs() < 1e-9);
/// ```
pub fn absorbing_chain<G: Solvable>(folding: &Folding<'_, G>, when: Convergence) -> Chain {
    // 1. Both ends: below, only what is solved counts; above, all that is alive.
    let graph = folding.graph();
    let n = graph.n_nodes();
    let solved: Vec<bool> = (0..n as u32).map(|s| graph.is_solved(s)).collect();
    let mut lower: Vec<f64> = solved.iter().map(|&s| f64::from(u8::from(s))).collect();
    let alive = |s: u32| f64::from(u8::from(folding.is_alive(s)));
    let mut upper: Vec<f64> = (0..n as u32).map(alive).collect();
    let mut sweeps = Vec::new();
    let mut has_converged = false;
    // 2. Sweeps from the sinks back, in which every state takes the mean of its
    //    successors as they are by now.
    while !has_converged && sweeps.len() < when.most_sweeps {
        for component in (0..folding.n_components() as u32).rev() {
            if !folding.kind(component).is_alive {
                continue;
            }
            for &state in folding.states(component).iter().rev() {
                if !solved[state as usize] {
                    let next = graph.successors(state);
                    lower[state as usize] = mean(next, &lower);
                    upper[state as usize] = mean(next, &upper);
                }
            }
        }
        // 3. What is left between the bounds of the start is the error.
        let (lower, upper) = (lower[0], upper[0]);
        sweeps.push(Sweep { lower, upper });
        has_converged = upper - lower <= when.relative_gap * lower.max(f64::MIN_POSITIVE);
    }
    Chain {
        sweeps,
        has_converged,
        lower,
        upper,
    }
}

fn mean(nodes: &[u32], values: &[f64]) -> f64 {
    let sum: f64 = nodes.iter().map(|&node| values[node as usize]).sum();
    sum / nodes.len() as f64
}
