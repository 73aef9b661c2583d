//! Making a solution shorter: what it was, what it became, and where it became so.

use super::desk::Desk;
use crate::fault::Fault;
use crate::game_text::{GameText, solution};
use crate::levels::Known;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_core::Measure;
use soko_solve::optimise::{MetricOrder, optimise};
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Optimise {
    /// A solution from the level's start.
    game: GameText,
    /// What is to become less; `pushes` if not said.
    goal: Option<String>,
    pub(super) seconds: u64,
}

impl Optimise {
    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        let known = Known::read(&self.game.level, &desk.patterns)?;
        let given = solution(&known, self.game.played()?)
            .ok_or_else(|| Fault::bad("the referee says that this is no solution"))?;
        let word = self.goal.as_deref().unwrap_or(Measure::Pushes.name());
        let all = Measure::ALL.map(Measure::name);
        let measure = Measure::from_name(word).ok_or_else(|| Fault::no_such("goal", word, all))?;
        let mut control = desk.control_for(time);
        control.set_phase("looking for shorter ways");
        let order = MetricOrder::by(measure);
        let better = optimise(&known.level, &given, order, &mut control);
        let (before, after) = (given.lurd(), better.best.lurd());
        let metrics = better.best.metrics();
        Ok(json!({
            "outcome": if after == before { "same" } else { "better" },
            "reason": better.stopped.map(|reason| reason.name()),
            "moves": after,
            "nMoves": metrics.moves,
            "nPushes": metrics.pushes,
            "before": {"nMoves": better.before.moves, "nPushes": better.before.pushes},
            "gains": better.gains.len(),
            "stretches": stretches(&before, &after),
            "expanded": better.counters.expanded,
            "seconds": control.elapsed().as_secs_f64(),
        }))
    }
}

/// Where two lines differ: stretches of the one and of the other between which they
/// are the same, as pairs of a first and a last letter.
///
/// The longest common beginning and end are left out, and what lies between is cut
/// wherever a run of at least [`SAME`] letters is the same. That is not the fewest
/// changes, but it is linear in practice and shows a player where to look.
fn stretches(before: &str, after: &str) -> Vec<[usize; 4]> {
    let (a, b) = (before.as_bytes(), after.as_bytes());
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let (next_i, next_j) = rejoin(&a[i..], &b[j..]);
        found.push([i, i + next_i, j, j + next_j]);
        (i, j) = (i + next_i, j + next_j);
    }
    found
}

/// So many same letters are no accident.
const SAME: usize = 8;

/// So far is looked ahead for them.
const AHEAD: usize = 600;

/// After how many letters of each two lines that differ are the same again.
fn rejoin(a: &[u8], b: &[u8]) -> (usize, usize) {
    let (most_a, most_b) = (a.len().min(AHEAD), b.len().min(AHEAD));
    for sum in 1..most_a + most_b {
        for i in sum.saturating_sub(most_b)..=sum.min(most_a) {
            let j = sum - i;
            let left = (a.len() - i).min(b.len() - j);
            let is_end = a.len() - i == b.len() - j;
            let n = if is_end { left.min(SAME) } else { SAME };
            if n > 0 && left >= n && a[i..i + n] == b[j..j + n] {
                return (i, j);
            }
        }
    }
    (a.len(), b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_show_where_lines_differ() {
        assert!(stretches("rrUUll", "rrUUll").is_empty());
        // A detour left out in the middle, and one at the end.
        let same = "UUUUUUUUrDrD";
        let (long, short) = (format!("r{same}lrlr{same}uu"), format!("r{same}{same}"));
        assert_eq!(
            stretches(&long, &short),
            [[13, 17, 13, 13], [29, 31, 25, 25]]
        );
        assert_eq!(stretches("", "r"), [[0, 0, 0, 1]]);
    }

    /// Whatever the lines: what is outside the stretches is the same, letter by letter.
    #[test]
    fn outside_the_stretches_all_is_the_same() {
        let mut random = soko_core::SplitMix(5);
        for _ in 0..300 {
            let mut line = |n: usize| -> String {
                let letter = |_| ['l', 'U'][random.below(2)];
                (0..n).map(letter).collect()
            };
            let (head, a, mid, b) = (line(5), line(3), line(12), line(4));
            let (before, after) = (format!("{head}{a}{mid}"), format!("{head}{b}{mid}{a}"));
            let (mut i, mut j) = (0, 0);
            for [a_from, a_to, b_from, b_to] in stretches(&before, &after) {
                assert_eq!(before[i..a_from], after[j..b_from]);
                (i, j) = (a_to, b_to);
            }
            assert_eq!(before[i..], after[j..]);
        }
    }
}
