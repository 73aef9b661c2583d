//! The cheapest matching: every row gets a column of its own, at the least cost.
//!
//! Rows are boxes, columns the squares where they are wanted, and there are as many
//! of the one as of the other. The Hungarian method (Kuhn, 1955) keeps a price for
//! each row and column such that no pair costs less than its two prices together;
//! a matching of pairs that cost just that is the cheapest. A row is matched by the
//! cheapest chain of changes, which Dijkstra's search finds over costs less prices
//! (Jonker and Volgenant, 1987). The prices of one matching are a good start for the
//! next: where one row has changed, one such search of n² small steps is enough.
//!
//! A row may also be *lifted*: one search says what all others cost for each column
//! that could be left to it, and then any costs for that row are weighed in n steps.
//!
//! Exact. A cost of [`NEVER`] stands for a pair that cannot be; a matching with such
//! a pair has no sum.

/// The cost of a pair that cannot be: more than all others together.
pub(crate) const NEVER: i32 = 1 << 20;

/// Costs by column, in lines that rows point at.
#[derive(Clone, Debug)]
pub(crate) struct CostTable {
    n_columns: usize,
    costs: Vec<i32>,
}

/// A line of a [`CostTable`], by where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line(usize);

impl CostTable {
    /// A table of so many lines in which nothing costs anything.
    pub(crate) fn new(n_lines: usize, n_columns: usize) -> CostTable {
        CostTable {
            n_columns,
            costs: vec![0; n_lines * n_columns],
        }
    }

    /// Sets the cost of a column in the line with this number.
    #[inline]
    pub(crate) fn set(&mut self, line: usize, column: usize, cost: i32) {
        self.costs[line * self.n_columns + column] = cost;
    }

    /// The number of columns.
    #[inline]
    pub(crate) fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// The number of lines.
    pub(crate) fn n_lines(&self) -> usize {
        self.costs.len() / self.n_columns.max(1)
    }

    /// The line with this number.
    #[inline]
    pub(crate) fn line(&self, number: usize) -> Line {
        Line(number * self.n_columns)
    }

    /// The last line.
    #[inline]
    pub(crate) fn last_line(&self) -> Line {
        Line(self.costs.len() - self.n_columns)
    }

    /// The costs of a line.
    #[inline]
    pub(crate) fn costs(&self, line: Line) -> &[i32] {
        &self.costs[line.0..][..self.n_columns]
    }

    /// The cost of one column in a line.
    #[inline]
    pub(crate) fn cost(&self, line: Line, column: usize) -> i32 {
        self.costs[line.0 + column]
    }
}

/// A matching of rows and columns, with prices that prove it the cheapest.
#[derive(Debug)]
pub(crate) struct CheapestMatching {
    lines: Vec<Line>,
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    row_of: Vec<u32>,
    column_of: Vec<u32>,
    sum: Option<u32>,
}

const NOBODY: u32 = u32::MAX;

impl Clone for CheapestMatching {
    fn clone(&self) -> Self {
        let mut copy = CheapestMatching::new(0);
        copy.clone_from(self);
        copy
    }

    /// Copies into the vectors that are there: a search does so at every push.
    fn clone_from(&mut self, other: &Self) {
        self.lines.clone_from(&other.lines);
        self.row_price.clone_from(&other.row_price);
        self.column_price.clone_from(&other.column_price);
        self.row_of.clone_from(&other.row_of);
        self.column_of.clone_from(&other.column_of);
        self.sum = other.sum;
    }
}

/// What is known while a row is lifted.
#[derive(Clone, Debug)]
pub(crate) struct Lift {
    /// For each column, what all other rows cost if it is left for this one.
    others: Vec<i32>,
    /// See [`CheapestMatching::fill_changes`]; empty if not known for the matching
    /// as it is now.
    changes: Vec<i32>,
    slack: Vec<i32>,
    settled: Vec<i32>,
}

impl Lift {
    /// Room for so many columns.
    pub(crate) fn new(n: usize) -> Lift {
        Lift {
            others: vec![0; n],
            changes: Vec::new(),
            slack: vec![0; n],
            settled: vec![0; n],
        }
    }

    /// The matching has changed.
    pub(crate) fn forget(&mut self) {
        self.changes.clear();
    }

    /// The sum of a matching in which the lifted row has these costs.
    #[inline]
    pub(crate) fn sum_with(&self, costs: &[i32]) -> Option<u32> {
        let pairs = costs.iter().zip(&self.others);
        let sum = pairs.fold(NEVER, |least, (cost, others)| least.min(cost + others));
        (sum < NEVER).then_some(sum as u32)
    }
}

/// Room for one round of matching.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    slack: Vec<i32>,
    from: Vec<u32>,
    is_done: Vec<bool>,
}

impl Scratch {
    /// Room for so many columns.
    pub(crate) fn new(n: usize) -> Scratch {
        Scratch {
            slack: vec![0; n],
            from: vec![0; n],
            is_done: vec![false; n],
        }
    }
}

impl CheapestMatching {
    /// So many rows and columns, not matched yet.
    pub(crate) fn new(n: usize) -> CheapestMatching {
        CheapestMatching {
            lines: vec![Line(0); n],
            row_price: vec![0; n],
            column_price: vec![0; n],
            row_of: vec![NOBODY; n],
            column_of: vec![NOBODY; n],
            sum: None,
        }
    }

    /// The costs of a row.
    #[inline]
    pub(crate) fn line(&self, row: usize) -> Line {
        self.lines[row]
    }

    /// Gives a row its costs; see [`CheapestMatching::solve`].
    #[inline]
    pub(crate) fn set_line(&mut self, row: usize, line: Line) {
        self.lines[row] = line;
    }

    /// The column of a row.
    #[inline]
    pub(crate) fn column(&self, row: usize) -> usize {
        self.column_of[row] as usize
    }

    /// The prices of the columns.
    pub(crate) fn column_prices(&self) -> &[i32] {
        &self.column_price
    }

    /// Appends what a row costs with each column beyond the prices of both; never less
    /// than nothing.
    pub(crate) fn fill_slack(&self, row: usize, table: &CostTable, slack: &mut Vec<i32>) {
        let costs = table.costs(self.lines[row]).iter();
        let price = self.row_price[row];
        slack.extend(
            costs
                .zip(&self.column_price)
                .map(|(cost, column)| cost - price - column),
        );
    }

    /// The sum of the costs when it was matched last; none if a pair cannot be.
    #[inline]
    pub(crate) fn sum(&self) -> Option<u32> {
        self.sum
    }

    /// Matches all rows, starting from the prices that are there; the sum.
    pub(crate) fn solve(&mut self, table: &CostTable, scratch: &mut Scratch) -> Option<u32> {
        self.row_of.fill(NOBODY);
        self.column_of.fill(NOBODY);
        // 1. Each row takes the column that is cheapest at these prices, if it is free.
        for row in 0..self.lines.len() {
            let line = table.costs(self.lines[row]);
            let mut best = (i32::MAX, 0);
            for (column, (cost, price)) in line.iter().zip(&self.column_price).enumerate() {
                let reduced = cost - price;
                if reduced < best.0 {
                    best = (reduced, column);
                }
            }
            let (price, column) = best;
            self.row_price[row] = price;
            if self.row_of[column] == NOBODY {
                self.row_of[column] = row as u32;
                self.column_of[row] = column as u32;
            }
        }
        // 2. The others are matched by chains of changes.
        for row in 0..self.lines.len() {
            if self.column_of[row] == NOBODY {
                self.augment(row, table, scratch);
            }
        }
        self.add_up(table)
    }

    /// Gives a row other costs and matches it anew; the sum.
    pub(crate) fn rematch(
        &mut self,
        row: usize,
        line: Line,
        table: &CostTable,
        scratch: &mut Scratch,
    ) -> Option<u32> {
        let column = self.column_of[row] as usize;
        self.lines[row] = line;
        self.row_of[column] = NOBODY;
        self.column_of[row] = NOBODY;
        self.row_price[row] = 0;
        self.augment(row, table, scratch);
        self.add_up(table)
    }

    /// Finds the cheapest chain of changes that gives a row a column: Dijkstra's
    /// search over columns with reduced costs.
    fn augment(&mut self, row: usize, table: &CostTable, scratch: &mut Scratch) {
        let n = table.n_columns;
        scratch.slack.fill(i32::MAX);
        scratch.is_done.fill(false);
        let mut at_row = row;
        let mut at_column = NOBODY;
        loop {
            // 1. Look at all columns from the current row.
            let line = table.costs(self.lines[at_row]);
            let price = self.row_price[at_row];
            let mut least = (i32::MAX, 0);
            for (column, cost) in line.iter().enumerate() {
                if !scratch.is_done[column] {
                    let reduced = cost - price - self.column_price[column];
                    if reduced < scratch.slack[column] {
                        scratch.slack[column] = reduced;
                        scratch.from[column] = at_column;
                    }
                    if scratch.slack[column] < least.0 {
                        least = (scratch.slack[column], column);
                    }
                }
            }
            // 2. Raise the prices until the nearest column costs nothing more.
            let (delta, next) = least;
            self.row_price[row] += delta;
            for column in 0..n {
                if scratch.is_done[column] {
                    self.row_price[self.row_of[column] as usize] += delta;
                    self.column_price[column] -= delta;
                } else {
                    scratch.slack[column] -= delta;
                }
            }
            // 3. Go on from whoever has that column, or stop if nobody has.
            scratch.is_done[next] = true;
            at_column = next as u32;
            if self.row_of[next] == NOBODY {
                break;
            }
            at_row = self.row_of[next] as usize;
        }
        self.move_up(row, at_column, scratch);
    }

    /// Everyone on the chain that ends at a free column moves up.
    fn move_up(&mut self, row: usize, mut at_column: u32, scratch: &Scratch) {
        while at_column != NOBODY {
            let before = scratch.from[at_column as usize];
            let owner = if before == NOBODY {
                row as u32
            } else {
                self.row_of[before as usize]
            };
            self.row_of[at_column as usize] = owner;
            self.column_of[owner as usize] = at_column;
            at_column = before;
        }
    }

    /// Lifts a row, to be given many different costs.
    pub(crate) fn lift(&self, row: usize, table: &CostTable, lift: &mut Lift) {
        if lift.changes.is_empty() {
            self.fill_changes(table, &mut lift.changes);
        }
        self.cost_of_others(row, table, lift);
    }

    /// The reduced costs of going from each column's row to a column, a line for each
    /// of the latter.
    fn fill_changes(&self, table: &CostTable, changes: &mut Vec<i32>) {
        changes.clear();
        for next in 0..table.n_columns {
            let price = self.column_price[next];
            changes.extend(self.row_of.iter().map(|&owner| {
                let owner = owner as usize;
                table.cost(self.lines[owner], next) - self.row_price[owner] - price
            }));
        }
    }

    /// What the other rows cost if one column is left over, for each column. That of
    /// the row itself is free to take. To leave another one, its row must go to a
    /// third, whose row goes on, and so forth until one takes the free column:
    /// Dijkstra's search from there, with reduced costs.
    fn cost_of_others(&self, row: usize, table: &CostTable, lift: &mut Lift) {
        let n = table.n_columns;
        let free = self.column_of[row] as usize;
        let sum: i32 = (self.lines.iter().zip(&self.column_of))
            .map(|(&line, &column)| table.cost(line, column as usize))
            .sum();
        let base = sum - table.cost(self.lines[row], free) + self.column_price[free];
        // A settled column has all bits of `settled` set, so that it is never the least.
        lift.slack.fill(i32::MAX);
        lift.settled.fill(0);
        lift.slack[free] = 0;
        for _ in 0..n {
            let waiting = || lift.slack.iter().zip(&lift.settled).map(|(s, d)| s | d);
            let least = waiting().fold(i32::MAX, i32::min);
            let Some(next) = waiting().position(|slack| slack == least) else {
                return;
            };
            lift.settled[next] = i32::MAX;
            lift.others[next] = base + least - self.column_price[next];
            let changes = &lift.changes[next * n..][..n];
            for (slack, change) in lift.slack.iter_mut().zip(changes) {
                *slack = (*slack).min(least + change);
            }
        }
    }

    fn add_up(&mut self, table: &CostTable) -> Option<u32> {
        let mut sum = 0;
        let mut is_possible = true;
        for (&line, &column) in self.lines.iter().zip(&self.column_of) {
            let cost = table.cost(line, column as usize);
            is_possible &= cost < NEVER;
            sum += cost;
        }
        self.sum = is_possible.then_some(sum as u32);
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    /// The cheapest matching by trying all; more than `NEVER` counts as that.
    fn by_trying(rows: &[&[i32]], used: u32) -> i32 {
        let Some((row, rest)) = rows.split_first() else {
            return 0;
        };
        let free = (0..row.len()).filter(|&column| used >> column & 1 == 0);
        let sums = free.map(|column| row[column] + by_trying(rest, used | 1 << column));
        sums.min().unwrap().min(NEVER)
    }

    fn random_table(random: &mut SplitMix, n_lines: usize, n: usize) -> CostTable {
        let mut table = CostTable::new(n_lines, n);
        for line in 0..n_lines {
            for column in 0..n {
                let cost = match random.below(4) {
                    0 => NEVER,
                    _ => random.below(30) as i32,
                };
                table.set(line, column, cost);
            }
        }
        table
    }

    /// The sum of rows with these lines, by trying all.
    fn truth(table: &CostTable, lines: &[Line]) -> Option<u32> {
        let rows: Vec<&[i32]> = lines.iter().map(|&line| table.costs(line)).collect();
        let sum = by_trying(&rows, 0);
        (sum < NEVER).then_some(sum as u32)
    }

    const LINES: usize = 12;

    /// Gives one row of a matching every line there is, in both ways; how many of the
    /// sums can be, and how many cannot.
    fn check_row(
        table: &CostTable,
        matching: &CheapestMatching,
        lift: &mut Lift,
        row: usize,
    ) -> [usize; 2] {
        let n = table.n_columns();
        let mut told = [0; 2];
        matching.lift(row, table, lift);
        for other in (0..LINES).map(|number| table.line(number)) {
            let mut lines: Vec<Line> = (0..n).map(|row| matching.line(row)).collect();
            lines[row] = other;
            let sum = truth(table, &lines);
            assert_eq!(lift.sum_with(table.costs(other)), sum);
            let mut child = matching.clone();
            let again = child.rematch(row, other, table, &mut Scratch::new(n));
            assert_eq!((again, child.sum()), (sum, sum));
            told[usize::from(sum.is_none())] += 1;
        }
        told
    }

    #[test]
    fn matchings_are_cheapest_from_scratch_with_a_row_changed_and_with_one_lifted() {
        let mut random = SplitMix(40);
        let mut n_told = [0; 2];
        for round in 0..300 {
            let n = 1 + round % 5;
            let table = random_table(&mut random, LINES, n);
            let mut matching = CheapestMatching::new(n);
            let mut lift = Lift::new(n);
            // The prices of each matching are the start of the next.
            for _ in 0..4 {
                let line = |_| table.line(random.below(LINES));
                let lines: Vec<Line> = (0..n).map(line).collect();
                for (row, &line) in lines.iter().enumerate() {
                    matching.set_line(row, line);
                }
                let sum = matching.solve(&table, &mut Scratch::new(n));
                assert_eq!(sum, truth(&table, &lines));
                lift.forget();
                for row in 0..n {
                    let told = check_row(&table, &matching, &mut lift, row);
                    n_told = [n_told[0] + told[0], n_told[1] + told[1]];
                }
            }
        }
        assert!(n_told.iter().all(|&n| n > 1_000), "{n_told:?}");
    }
}
