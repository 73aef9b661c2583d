//! Where an engine fails, by kinds of levels: what a survey of many collections says.
//!
//! Work that goes to single levels makes an engine that knows these levels. So each
//! level is put into kinds by what can be told of it, solved or not: how many boxes it
//! has, in how many parts its goals lie, how dense it is; and by what the engine told of
//! its run: whether it had a packing plan for all boxes, how much of the plan was done,
//! and which strategy came furthest. The tables have a line a kind, with what is unsolved
//! in it, and the levels of every kind are all levels, so that shares can be compared.
//!
//! What an engine told is read from its notes ([`Telling`]); a test holds the words
//! against what the champion writes.

use crate::{Record, TextTable, Verdict, seconds};
use soko_core::{Board, Level, Square, SquareSet, Squares, facts};
use std::collections::BTreeMap;

/// What a strategy along a plan told of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The strategy's name.
    pub strategy: String,
    /// The steps of its plan.
    pub steps: u32,
    /// Boxes that the plan has no step for.
    pub unplanned: u32,
    /// The most steps that were done in one position.
    pub done: u32,
}

impl Telling {
    /// Reads a note such as `plan-way: 1500 positions expanded; a plan of 16 steps, 0
    /// boxes unplanned, 9 steps done`; none if it says nothing of a plan.
    ///
    /// ```
    /// use soko_bench::survey::Telling;
    /// let note = "plan-way: 15 positions expanded; a plan of 16 steps, 1 boxes unplanned, 9 steps done";
    /// let told = Telling::read(note).unwrap();
    /// assert_eq!((told.strategy.as_str(), told.steps, told.unplanned, told.done), ("plan-way", 16, 1, 9));
    /// assert_eq!(Telling::read("backward: 80 positions expanded"), None);
    /// ```
    pub fn read(note: &str) -> Option<Telling> {
        let (strategy, rest) = note.split_once(": ")?;
        let (_, plan) = rest.split_once("; a plan of ")?;
        let (steps, rest) = plan.split_once(" steps, ")?;
        let (unplanned, rest) = rest.split_once(" boxes unplanned, ")?;
        let (done, _) = rest.split_once(" steps done")?;
        Some(Telling {
            strategy: strategy.to_owned(),
            steps: steps.parse().ok()?,
            unplanned: unplanned.parse().ok()?,
            done: done.parse().ok()?,
        })
    }
}

/// What all strategies along plans told in a record.
pub fn tellings(record: &Record) -> Vec<Telling> {
    let notes = record
        .details
        .get("notes")
        .and_then(|notes| notes.as_array());
    let notes = notes.into_iter().flatten().filter_map(|note| note.as_str());
    notes.filter_map(Telling::read).collect()
}

/// A way to sort levels into kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// By the number of boxes.
    Boxes,
    /// By the parts in which the goals lie: goals side by side are one part.
    GoalParts,
    /// By the share of the squares that a box may stand on which the boxes take.
    Density,
    /// By whether a plan has a step for every box.
    Plan,
    /// By how much of a plan was done at best.
    Done,
    /// By the strategy that has done most of its plan.
    Furthest,
}

impl Sorting {
    /// All of them.
    pub const ALL: [Sorting; 6] = [
        Sorting::Boxes,
        Sorting::GoalParts,
        Sorting::Density,
        Sorting::Plan,
        Sorting::Done,
        Sorting::Furthest,
    ];

    /// The head of its column.
    pub const fn name(self) -> &'static str {
        match self {
            Sorting::Boxes => "boxes",
            Sorting::GoalParts => "goals in parts",
            Sorting::Density => "squares taken",
            Sorting::Plan => "plan",
            Sorting::Done => "of the plan done",
            Sorting::Furthest => "came furthest",
        }
    }

    /// The kind of a level, and where it stands among the others.
    fn kind(self, level: &Level, record: &Record) -> (u32, String) {
        match self {
            Sorting::Boxes => in_range(level.n_boxes(), &[6, 12, 20, 40], ""),
            Sorting::GoalParts => in_range(goal_parts(level.board()), &[1, 3, 8], ""),
            Sorting::Density => {
                let live = facts::live_squares(level.board()).len().max(1);
                in_range(level.n_boxes() * 100 / live, &[9, 19, 29, 39], " %")
            }
            Sorting::Plan | Sorting::Done | Sorting::Furthest => self.by_plan(record),
        }
    }

    /// The kind by what strategies told.
    fn by_plan(self, record: &Record) -> (u32, String) {
        let told = tellings(record);
        // The first of equals is the best; a plan of no steps is done.
        let share = |t: &Telling| t.done * 100 / t.steps.max(1);
        let Some(best) = told.iter().rev().max_by_key(|t| share(t)) else {
            return (9, "nothing told".to_owned());
        };
        let unplanned = told.iter().map(|t| t.unplanned).min().unwrap_or(0);
        match self {
            Sorting::Plan if unplanned == 0 => (0, "for all boxes".to_owned()),
            Sorting::Plan if told.iter().any(|t| t.steps > 0) => (1, "for some boxes".to_owned()),
            Sorting::Plan => (2, "none".to_owned()),
            Sorting::Done => in_range(share(best) as usize, &[24, 49, 74, 99], " %"),
            _ => (0, best.strategy.clone()),
        }
    }
}

/// The range of a number that lies between these last numbers of ranges.
fn in_range(n: usize, lasts: &[usize], unit: &str) -> (u32, String) {
    let place = lasts.iter().take_while(|&&last| last < n).count();
    let first = if place == 0 { 0 } else { lasts[place - 1] + 1 };
    let text = match lasts.get(place) {
        Some(&last) if last == first => format!("{first}{unit}"),
        Some(&last) => format!("{first} to {last}{unit}"),
        None => format!("{first}{unit} and more"),
    };
    (place as u32, text)
}

/// In how many parts the goals lie.
pub fn goal_parts(board: &Board) -> usize {
    let mut left: SquareSet = board.goals().clone();
    let mut n_parts = 0;
    while let Some(first) = left.lowest() {
        n_parts += 1;
        left.remove(first);
        let mut open: Vec<Square> = vec![first];
        while let Some(square) = open.pop() {
            for (_, next) in board.neighbours(square) {
                if left.contains(next) {
                    left.remove(next);
                    open.push(next);
                }
            }
        }
    }
    n_parts
}

/// What became of some levels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Count {
    /// All levels.
    pub levels: usize,
    /// Those with a solution.
    pub solved: usize,
    /// Those that are proved to have none.
    pub unsolvable: usize,
    /// The seconds of work of each that is solved.
    times: Vec<f64>,
}

impl Count {
    fn add(&mut self, record: &Record) {
        self.levels += 1;
        self.unsolvable += usize::from(record.outcome == Verdict::Unsolvable);
        if record.is_solved() {
            self.solved += 1;
            self.times.push(record.seconds_of_work());
        }
    }

    /// Levels without an answer.
    pub fn unsolved(&self) -> usize {
        self.levels - self.solved - self.unsolvable
    }

    fn cells(&self) -> [String; 5] {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2);
        let share = self.unsolved() as f64 * 100.0 / self.levels.max(1) as f64;
        [
            self.levels.to_string(),
            self.solved.to_string(),
            self.unsolved().to_string(),
            format!("{share:.1} %"),
            median.map_or("–".to_owned(), |&time| seconds(time)),
        ]
    }
}

const HEADS: [&str; 5] = ["levels", "solved", "unsolved", "share", "median s"];

/// The table by collection, with a line for all.
pub fn by_collection<'a>(records: impl IntoIterator<Item = &'a Record>) -> TextTable {
    let (mut all, mut counts) = (Count::default(), BTreeMap::<&str, Count>::new());
    for record in records {
        all.add(record);
        counts.entry(&record.collection).or_default().add(record);
    }
    let mut table = TextTable::new(["collection"].into_iter().chain(HEADS));
    let lines = counts.iter().map(|(&name, count)| (name, count));
    for (name, count) in lines.chain([("all", &all)]) {
        table.row([name.to_owned()].into_iter().chain(count.cells()));
    }
    table
}

/// The table of one sorting. A record comes with its level.
pub fn by_kind<'a>(
    sorting: Sorting,
    levels: impl IntoIterator<Item = (&'a Level, &'a Record)>,
) -> TextTable {
    let mut counts = BTreeMap::<(u32, String), Count>::new();
    for (level, record) in levels {
        let kind = sorting.kind(level, record);
        counts.entry(kind).or_default().add(record);
    }
    let mut table = TextTable::new([sorting.name()].into_iter().chain(HEADS));
    for ((_, kind), count) in counts {
        table.row([kind].into_iter().chain(count.cells()));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Job, Knowledge, RecordLimits, answer};
    use soko_solve::Objective;
    use std::sync::atomic::AtomicBool;

    /// A goal room behind a door, and boxes before it.
    const ROOM: &str = "##########\n#    #.. #\n# $$  ...#\n#@$ $#   #\n#  $ #####\n#    #\n######";

    fn asked(board: &str, engine: &str, expansions: u64) -> Record {
        let job = Job {
            collection: "test".into(),
            level: 1,
            title: None,
            board: board.into(),
            engine: engine.into(),
            goal: Objective::Any,
            limits: RecordLimits {
                expansions: Some(expansions),
                ..RecordLimits::default()
            },
            knowledge: Knowledge::default(),
            part: None,
        };
        answer(&job, &AtomicBool::new(false), &mut |_| {})
    }

    /// The words are those that the champion writes.
    #[test]
    fn what_the_champion_tells_is_read() {
        let told = tellings(&asked(ROOM, "champion/no-shorter", 3));
        let [first, ..] = &told[..] else {
            panic!("nothing was told");
        };
        assert_eq!((first.strategy.as_str(), first.steps), ("plan-way", 5));
        assert_eq!(first.unplanned, 0);
        let done = |n| tellings(&asked(ROOM, "champion/no-shorter", n))[0].done;
        assert!(done(3) < done(10_000), "{} {}", done(3), done(10_000));
    }

    fn record(outcome: Verdict, seconds: f64, notes: &[&str]) -> Record {
        let mut record = Record::new("test", 1, None, "champion");
        record.outcome = outcome;
        record.seconds = seconds;
        let notes: Vec<String> = notes.iter().map(|&note| note.to_owned()).collect();
        record.details.insert("notes".into(), notes.into());
        record
    }

    const HALF: &str =
        "plan-way: 9 positions expanded; a plan of 4 steps, 0 boxes unplanned, 2 steps done";
    const MOST: &str =
        "plan-walk: 9 positions expanded; a plan of 4 steps, 1 boxes unplanned, 3 steps done";
    const NONE: &str =
        "plan-way: 9 positions expanded; a plan of 0 steps, 5 boxes unplanned, 0 steps done";

    #[test]
    fn levels_are_sorted_into_kinds() {
        let level: Level = ROOM.parse().unwrap();
        let kind = |sorting: Sorting, notes: &[&str]| {
            sorting
                .kind(&level, &record(Verdict::Stopped, 1.0, notes))
                .1
        };
        assert_eq!(kind(Sorting::Boxes, &[]), "0 to 6");
        assert_eq!(kind(Sorting::GoalParts, &[]), "0 to 1");
        assert_eq!(kind(Sorting::Plan, &[HALF, MOST]), "for all boxes");
        assert_eq!(kind(Sorting::Plan, &[MOST]), "for some boxes");
        assert_eq!(kind(Sorting::Plan, &[NONE]), "none");
        assert_eq!(
            kind(Sorting::Plan, &["solved by the strategy open"]),
            "nothing told"
        );
        assert_eq!(kind(Sorting::Done, &[HALF, MOST]), "75 to 99 %");
        assert_eq!(kind(Sorting::Furthest, &[HALF, MOST]), "plan-walk");
        assert_eq!(kind(Sorting::Furthest, &[HALF, HALF]), "plan-way");
    }

    #[test]
    fn ranges_end_where_they_say() {
        let text = |n| in_range(n, &[1, 3, 8], "").1;
        let texts = [1, 2, 3, 4, 8, 9].map(text);
        assert_eq!(
            texts,
            [
                "0 to 1",
                "2 to 3",
                "2 to 3",
                "4 to 8",
                "4 to 8",
                "9 and more"
            ]
        );
    }

    #[test]
    fn goals_side_by_side_are_one_part() {
        let parts = |text: &str| goal_parts(text.parse::<Level>().unwrap().board());
        assert_eq!(parts(ROOM), 1);
        assert_eq!(parts("########\n#. $ $ #\n# .@ $.#\n#      #\n########"), 3);
    }

    #[test]
    fn tables_count_what_is_unsolved() {
        let records = [
            record(Verdict::Solved, 0.5, &[HALF]),
            record(Verdict::Solved, 2.0, &[HALF]),
            record(Verdict::Stopped, 10.0, &[NONE]),
            record(Verdict::Unsolvable, 0.1, &[]),
        ];
        let table = by_collection(&records);
        assert_eq!(table.rows()[0], ["test", "4", "2", "1", "25.0 %", "2.00"]);
        assert_eq!(table.rows()[1], ["all", "4", "2", "1", "25.0 %", "2.00"]);
        let level: Level = ROOM.parse().unwrap();
        let table = by_kind(Sorting::Plan, records.iter().map(|r| (&level, r)));
        let rows: Vec<&[String]> = table.rows().iter().map(|row| &row[..4]).collect();
        assert_eq!(rows[0], ["for all boxes", "2", "2", "0"]);
        assert_eq!(rows[1], ["none", "1", "0", "1"]);
        assert_eq!(rows[2], ["nothing told", "1", "0", "0"]);
    }
}
