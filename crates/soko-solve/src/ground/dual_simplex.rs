//! Linear programs by the dual simplex method: prices of rows that no column exceeds.
//!
//! Columns have costs of at least 0 and a few coefficients in rows. The program is to
//! choose amounts of columns, none below 0, that together give each row its wanted sum as
//! cheaply as possible. Its *prices*, one a row, are such that no column costs less than
//! its coefficients are worth; what the wanted sums are worth is then never more than
//! what any amounts cost, and the same at the optimum.
//!
//! The dual method begins with all prices 0, which are allowed since no cost is negative,
//! and raises what the wanted sums are worth step by step while the prices stay allowed.
//! So it can be stopped anywhere; and when other sums are wanted it goes on from the
//! prices that it has, mostly for a few steps. At the beginning each row has a stand-in
//! column of its own; one that has left never comes back, and the coefficients of the
//! stand-ins are the inverse that new sums are multiplied with.
//!
//! Numbers are floating: prices may be wrong in the last digits. Whoever rests a proof on
//! them checks them in whole numbers.
//!
//! Cost: a step touches the whole table, rows times columns and rows; some tens of
//! microseconds for boards of fifty squares. Source: Lemke (1954), in its textbook form.

/// A column: its cost, and its coefficients in some rows.
pub(crate) type Column = (f64, Vec<(usize, f64)>);

/// Smaller numbers are taken for 0.
const NOTHING: f64 = 1e-9;
/// A sum that is wrong by less is right.
const RIGHT: f64 = 1e-7;

/// A program with the steps done so far.
#[derive(Clone, Debug)]
pub(crate) struct DualSimplex {
    n_columns: usize,
    /// For each row the coefficients of all columns, then of the stand-ins.
    table: Vec<Vec<f64>>,
    /// What each column costs beyond its worth.
    beyond: Vec<f64>,
    /// The column that each row is solved for, and its amount.
    solved_for: Vec<usize>,
    amounts: Vec<f64>,
}

impl DualSimplex {
    /// A program before the first step.
    pub fn new(n_rows: usize, columns: &[Column]) -> DualSimplex {
        let n_columns = columns.len();
        let mut table = vec![vec![0.0; n_columns + n_rows]; n_rows];
        for (j, (_, coefficients)) in columns.iter().enumerate() {
            for &(row, coefficient) in coefficients {
                table[row][j] += coefficient;
            }
        }
        for (i, row) in table.iter_mut().enumerate() {
            row[n_columns + i] = 1.0;
        }
        let mut beyond: Vec<f64> = columns.iter().map(|&(cost, _)| cost).collect();
        beyond.resize(n_columns + n_rows, 0.0);
        DualSimplex {
            n_columns,
            table,
            beyond,
            solved_for: (n_columns..n_columns + n_rows).collect(),
            amounts: vec![0.0; n_rows],
        }
    }

    /// Wants these sums from now on.
    pub fn want(&mut self, sums: &[f64]) {
        for (row, amount) in self.table.iter().zip(&mut self.amounts) {
            let inverse = &row[self.n_columns..];
            *amount = inverse.iter().zip(sums).map(|(a, b)| a * b).sum();
        }
    }

    /// Takes a step; false if the prices are as high as they get.
    pub fn step(&mut self) -> bool {
        let Some(row) = self.most_wrong_row() else {
            return false;
        };
        let Some(column) = self.column_for(row) else {
            return false;
        };
        self.pivot(row, column);
        true
    }

    /// The price of a row.
    pub fn price(&self, row: usize) -> f64 {
        -self.beyond[self.n_columns + row]
    }

    /// The row whose amount is farthest from what is allowed: stand-ins are to be 0,
    /// columns not below.
    fn most_wrong_row(&self) -> Option<usize> {
        let wrong = |row: usize| match self.solved_for[row] >= self.n_columns {
            true => self.amounts[row].abs(),
            false => -self.amounts[row],
        };
        let rows = 0..self.table.len();
        let worst = rows.max_by(|&a, &b| wrong(a).total_cmp(&wrong(b)))?;
        (wrong(worst) > RIGHT).then_some(worst)
    }

    /// The column that puts a row right and keeps all prices allowed; among those that
    /// do, the one with the largest coefficient.
    fn column_for(&self, row: usize) -> Option<usize> {
        let sign = self.amounts[row].signum();
        let mut best: Option<(f64, f64, usize)> = None;
        for (j, &coefficient) in self.table[row][..self.n_columns].iter().enumerate() {
            let size = coefficient * sign;
            if size <= NOTHING {
                continue;
            }
            let ratio = self.beyond[j].max(0.0) / size;
            let is_better = best.is_none_or(|(least, largest, _)| {
                ratio < least - NOTHING || ratio < least + NOTHING && size > largest
            });
            if is_better {
                best = Some((ratio, size, j));
            }
        }
        best.map(|(.., j)| j)
    }

    /// Solves a row for a column.
    fn pivot(&mut self, row: usize, column: usize) {
        // 1. The row itself.
        let mut pivot = std::mem::take(&mut self.table[row]);
        let coefficient = pivot[column];
        pivot.iter_mut().for_each(|value| *value /= coefficient);
        self.amounts[row] /= coefficient;
        // 2. Nothing of the column is left in the others.
        for other in 0..self.table.len() {
            let factor = self.table[other].get(column).copied().unwrap_or(0.0);
            if factor.abs() > NOTHING {
                subtract(&mut self.table[other], &pivot, factor);
                self.amounts[other] -= factor * self.amounts[row];
            }
        }
        let factor = self.beyond[column];
        subtract(&mut self.beyond, &pivot, factor);
        self.table[row] = pivot;
        self.solved_for[row] = column;
    }
}

/// Takes a multiple of one line from another.
fn subtract(line: &mut [f64], pivot: &[f64], factor: f64) {
    for (value, pivot) in line.iter_mut().zip(pivot) {
        *value -= factor * pivot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::cheapest_matching::{CheapestMatching, CostTable, Scratch};
    use soko_core::SplitMix;

    /// What the wanted sums are worth when no step is left.
    fn worth(program: &mut DualSimplex, sums: &[f64]) -> f64 {
        program.want(sums);
        while program.step() {}
        let prices = (0..sums.len()).map(|row| program.price(row));
        prices.zip(sums).map(|(price, sum)| price * sum).sum()
    }

    /// Matchings are linear programs; those of a second algorithm cost the same, also
    /// where the program goes on from another one's prices.
    #[test]
    fn matchings_cost_what_they_cost() {
        let mut random = SplitMix(5);
        for n in 2..7 {
            let mut costs = CostTable::new(n + 2, n);
            let mut columns: Vec<Column> = Vec::new();
            for line in 0..n + 2 {
                for column in 0..n {
                    let cost = random.below(20) as i32;
                    costs.set(line, column, cost);
                    let ends = vec![(line, -1.0), (n + 2 + column, 1.0)];
                    columns.push((f64::from(cost), ends));
                }
            }
            let mut program = DualSimplex::new(2 * n + 2, &columns);
            for without in (0..n + 2).flat_map(|a| (0..a).map(move |b| [a, b])) {
                let lines: Vec<usize> = (0..n + 2).filter(|l| !without.contains(l)).collect();
                let mut sums = vec![0.0; 2 * n + 2];
                sums[n + 2..].fill(1.0);
                let mut matching = CheapestMatching::new(n);
                for (row, &line) in lines.iter().enumerate() {
                    sums[line] = -1.0;
                    matching.set_line(row, costs.line(line));
                }
                let truth = matching.solve(&costs, &mut Scratch::new(n)).unwrap();
                let found = worth(&mut program, &sums);
                assert!((found - f64::from(truth)).abs() < 1e-6, "{found} {truth}");
            }
        }
    }

    /// Prices are allowed after every step.
    #[test]
    fn no_column_is_worth_more_than_it_costs() {
        let mut random = SplitMix(6);
        for _ in 0..60 {
            let n_rows = 3 + random.below(5);
            let mut column = || {
                let cost = random.below(6) as f64;
                let row = |random: &mut SplitMix| random.below(n_rows);
                let (a, b, c) = (row(&mut random), row(&mut random), row(&mut random));
                (cost, vec![(a, 1.0), (b, -1.0), (c, 1.0)])
            };
            let columns: Vec<Column> = (0..12).map(|_| column()).collect();
            let mut program = DualSimplex::new(n_rows, &columns);
            let sums: Vec<f64> = (0..n_rows).map(|_| random.below(5) as f64 - 2.0).collect();
            program.want(&sums);
            for _ in 0..50 {
                for (cost, coefficients) in &columns {
                    let worth = |&(row, n): &(usize, f64)| n * program.price(row);
                    let worth: f64 = coefficients.iter().map(worth).sum();
                    assert!(worth <= cost + 1e-6, "{worth} {cost}");
                }
                if !program.step() {
                    break;
                }
            }
        }
    }
}
