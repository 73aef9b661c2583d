//! A lower bound for giving each box a goal of its own, which proves itself.
//!
//! Let it cost c(b, g) to bring box b to goal g. Take any number x(b) for each box and
//! any y(g) ≤ 0 for each goal with x(b) + y(g) ≤ c(b, g) for all pairs. Whatever goals
//! the boxes end on, each on its own, their costs are at least the sum of all x and
//! all y: add up the inequalities of the pairs chosen, and the y of the goals left over
//! are not above 0. The Hungarian method finds such numbers whose sum is the very
//! least cost. It is not trusted here: the inequalities are looked at afterwards, and
//! if one did not hold the bound would be 0. So a fault in it could make certificates
//! larger, but none wrong.
//!
//! Cost: boxes squared times goals.

/// A lower bound on the cost of giving each row a column of its own. There are at least
/// as many columns as rows; costs are not negative.
pub(crate) fn bound(costs: &[i64], n_columns: usize) -> i64 {
    let (rows, columns) = potentials(costs, n_columns);
    let holds = |(index, &cost): (usize, &i64)| {
        rows[index / n_columns] + columns[index % n_columns] <= cost
    };
    let is_sound = costs.iter().enumerate().all(holds) && columns.iter().all(|&y| y <= 0);
    if is_sound {
        rows.iter().sum::<i64>() + columns.iter().sum::<i64>()
    } else {
        0
    }
}

/// The Hungarian method: rows come one by one, each by a cheapest path of changes. In
/// `of_column`, `slack` and the like, column 0 stands for the row that is being added.
fn potentials(costs: &[i64], n_columns: usize) -> (Vec<i64>, Vec<i64>) {
    let n_rows = costs.len() / n_columns.max(1);
    let mut x = vec![0_i64; n_rows + 1];
    let mut y = vec![0_i64; n_columns + 1];
    let mut of_column = vec![0_usize; n_columns + 1];
    for row in 1..=n_rows {
        of_column[0] = row;
        let mut at = 0;
        let mut slack = vec![i64::MAX; n_columns + 1];
        let mut before = vec![0_usize; n_columns + 1];
        let mut is_in = vec![false; n_columns + 1];
        // 1. Grow a tree of tight pairs until it meets a free column.
        while of_column[at] != 0 {
            is_in[at] = true;
            let from = of_column[at];
            let mut nearest = (i64::MAX, 0);
            for column in (1..=n_columns).filter(|&column| !is_in[column]) {
                let cost = costs[(from - 1) * n_columns + column - 1];
                let reduced = cost - x[from] - y[column];
                if reduced < slack[column] {
                    (slack[column], before[column]) = (reduced, at);
                }
                nearest = nearest.min((slack[column], column));
            }
            let (step, next) = nearest;
            for column in 0..=n_columns {
                if is_in[column] {
                    x[of_column[column]] += step;
                    y[column] -= step;
                } else if slack[column] != i64::MAX {
                    slack[column] -= step;
                }
            }
            at = next;
        }
        // 2. Change along the path to it.
        while at != 0 {
            of_column[at] = of_column[before[at]];
            at = before[at];
        }
    }
    (x.split_off(1), y.split_off(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    /// The least cost by trying everything.
    fn least(costs: &[i64], n_columns: usize, row: usize, taken: u32) -> i64 {
        if (row + 1) * n_columns > costs.len() {
            return 0;
        }
        let free = (0..n_columns).filter(|column| taken >> column & 1 == 0);
        let cost = |column| {
            let rest = least(costs, n_columns, row + 1, taken | 1_u32 << column);
            costs[row * n_columns + column] + rest
        };
        free.map(cost).min().expect("there are columns enough")
    }

    #[test]
    fn it_is_the_least_cost() {
        let mut random = SplitMix(5);
        for round in 0..400 {
            let n_rows = 1 + round % 5;
            let n_columns = n_rows + random.below(3);
            let range = [3, 20, 1 << 25][round % 3];
            let mut cost = || random.below(range) as i64;
            let costs: Vec<i64> = (0..n_rows * n_columns).map(|_| cost()).collect();
            assert_eq!(bound(&costs, n_columns), least(&costs, n_columns, 0, 0));
        }
        assert_eq!(bound(&[], 0), 0);
    }
}
