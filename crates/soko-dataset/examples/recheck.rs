//! Labels random positions once more, each by a complete graph of its own, and holds the
//! dataset against that.
//!
//!     cargo run --release -p soko-dataset --example recheck -- DIR 100000
//!
//! Nothing is shared with what made the labels but the rules: a position is read from its
//! text, every position that can be reached from it is found by a plain search that
//! leaves nothing out, and pushes to go are counted back through it.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{ListAccessor, Row, RowAccessor};
use soko_core::{Level, Reach, SplitMix, Square, SquareSet, Squares, pushes};
use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};

type Position = (SquareSet, Square);

/// The pushes that are left from every position that can be reached, by its number, and
/// where the pushes of each lead; the start is 0.
fn whole(level: &Level) -> (HashMap<Position, usize>, Vec<Option<u32>>) {
    let (board, reach) = (level.board(), Reach::<SquareSet>::new(level.board()));
    let first = |boxes: &SquareSet, man| reach.area(boxes, man).lowest().unwrap_or(man);
    let start = (level.boxes().clone(), first(level.boxes(), level.man()));
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let (mut positions, mut before) = (vec![start], vec![Vec::new()]);
    let mut at = 0;
    while at < positions.len() {
        let (boxes, man) = positions[at].clone();
        let area = reach.area(&boxes, man);
        for push in pushes(board, &boxes, &area) {
            let mut after = boxes.clone();
            push.apply(board, &mut after);
            let next = (after.clone(), first(&after, push.from));
            let new = positions.len();
            let number = *numbers.entry(next.clone()).or_insert(new);
            if number == new {
                positions.push(next);
                before.push(Vec::new());
            }
            before[number].push(at);
        }
        at += 1;
    }
    let is_solved = |n: &usize| level.is_solved(&positions[*n].0);
    let mut queue: VecDeque<usize> = (0..positions.len()).filter(is_solved).collect();
    let mut left = vec![None; positions.len()];
    queue.iter().for_each(|&n| left[n] = Some(0));
    while let Some(n) = queue.pop_front() {
        for &earlier in &before[n] {
            if left[earlier].is_none() {
                left[earlier] = left[n].map(|pushes: u32| pushes + 1);
                queue.push_back(earlier);
            }
        }
    }
    (numbers, left)
}

/// Whether a row is right.
fn is_right(row: &Row) -> Result<bool, Box<dyn Error>> {
    let text = row.get_string(5)?;
    let level: Level = text.parse().map_err(|_| format!("no level:\n{text}"))?;
    let (numbers, left) = whole(&level);
    let to_go = row.get_int(7).ok().map(|pushes| pushes as u32);
    if left[0] != to_go || row.get_bool(6)? != to_go.is_none() {
        return Ok(false);
    }
    let (board, reach) = (level.board(), Reach::<SquareSet>::new(level.board()));
    let area = reach.area(level.boxes(), level.man());
    let mut best = Vec::new();
    for push in pushes(board, level.boxes(), &area) {
        let mut after = level.boxes().clone();
        push.apply(board, &mut after);
        let man = reach.area(&after, push.from).lowest().unwrap_or(push.from);
        let then = left[numbers[&(after, man)]];
        if then.is_some() && then.map(|pushes| pushes + 1) == to_go {
            let at = board.coord(push.from);
            let letter = push.direction.letter().to_string();
            best.push((at.row as i32 + 1, at.col as i32 + 1, letter));
        }
    }
    let mut told = Vec::new();
    if let Ok(list) = row.get_list(8) {
        for i in 0..list.len() {
            let push = list.get_group(i)?;
            told.push((
                push.get_int(0)?,
                push.get_int(1)?,
                push.get_string(2)?.clone(),
            ));
        }
    }
    best.sort();
    told.sort();
    Ok(best == told)
}

fn rows_of(path: &Path) -> Result<SerializedFileReader<File>, Box<dyn Error>> {
    Ok(SerializedFileReader::new(File::open(path)?)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().ok_or("which dataset?")?).join("positions");
    let wanted: i64 = args.next().map_or(Ok(100_000), |n| n.parse())?;
    let mut files = Vec::new();
    for file in std::fs::read_dir(&folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "parquet") {
            files.push(path);
        }
    }
    files.sort();
    let mut n_rows = 0;
    for path in &files {
        n_rows += rows_of(path)?.metadata().file_metadata().num_rows();
    }
    // Each row with the same chance, so that about as many are drawn as wanted.
    let mut random = SplitMix(1);
    let (mut n_drawn, mut n_wrong, mut n_dead) = (0u64, 0u64, 0u64);
    for path in &files {
        for row in rows_of(path)?.get_row_iter(None)? {
            if random.below(n_rows.max(1) as usize) as i64 >= wanted {
                continue;
            }
            let row = row?;
            n_drawn += 1;
            n_dead += u64::from(row.get_bool(6)?);
            if !is_right(&row)? {
                n_wrong += 1;
                eprintln!("wrong: {row}\n{}", row.get_string(5)?);
            }
            if n_drawn.is_multiple_of(1000) {
                eprint!("\r{n_drawn} positions, {n_wrong} wrong");
            }
        }
    }
    eprintln!();
    println!(
        "{n_drawn} of {n_rows} positions labelled again, {n_dead} lost: {n_wrong} wrong labels"
    );
    if n_wrong > 0 || n_drawn == 0 {
        return Err("labels are wrong".into());
    }
    Ok(())
}
