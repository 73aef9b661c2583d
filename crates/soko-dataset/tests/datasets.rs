//! Datasets are true, and whole however often they were interrupted.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use soko_core::{Level, Reach, SplitMix, SquareSet, Squares, pushes, random_level};
use soko_dataset::{DatasetError, LabelledGraph, Options, Parts, Progress, Summary, write_dataset};
use soko_format::Diagnostic;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A folder of its own that goes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("soko-dataset-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Random levels, three a part.
struct Levels(Vec<Level>);

impl Levels {
    fn new(n: usize, seed: u64) -> Levels {
        let mut random = SplitMix(seed);
        Levels((0..n).map(|_| random_level(&mut random, 6, 6, 2)).collect())
    }
}

impl Parts for Levels {
    fn names(&self) -> Vec<String> {
        let n_parts = self.0.len().div_ceil(3);
        (0..n_parts)
            .map(|part| format!("part, no {part}"))
            .collect()
    }

    fn weights(&self) -> Vec<u64> {
        self.0.chunks(3).map(|part| part.len() as u64).collect()
    }

    fn fingerprint(&self, part: usize) -> Result<u64, String> {
        Ok(part as u64)
    }

    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String> {
        let numbered = self.0.iter().cloned().enumerate();
        Ok(numbered.skip(3 * part).take(3).collect())
    }
}

type Position = (SquareSet, soko_core::Square);

/// Every position that can be reached, box on dead squares or not, with the pushes that
/// are left: a plain search and as many rounds as it takes.
fn brute_force(level: &Level) -> BTreeMap<Position, Option<u32>> {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let first = |boxes: &SquareSet, man| reach.area(boxes, man).lowest().unwrap();
    let mut edges: BTreeMap<Position, Vec<Position>> = BTreeMap::new();
    let mut queue = vec![(level.boxes().clone(), first(level.boxes(), level.man()))];
    while let Some((boxes, man)) = queue.pop() {
        if edges.contains_key(&(boxes.clone(), man)) {
            continue;
        }
        let area = reach.area(&boxes, man);
        let after = pushes(board, &boxes, &area).map(|push| {
            let mut after = boxes.clone();
            push.apply(board, &mut after);
            let man = first(&after, push.from);
            (after, man)
        });
        let after: Vec<Position> = after.collect();
        queue.extend(after.iter().cloned());
        edges.insert((boxes, man), after);
    }
    let solved = |at: &Position| level.is_solved(&at.0).then_some(0);
    let mut left: BTreeMap<Position, Option<u32>> =
        edges.keys().map(|at| (at.clone(), solved(at))).collect();
    loop {
        let mut is_changed = false;
        for (at, after) in &edges {
            let best = after.iter().filter_map(|there| left[there]).min();
            let better = best.map(|pushes| pushes + 1);
            if better.is_some_and(|new| left[at].is_none_or(|old| new < old)) {
                left.insert(at.clone(), better);
                is_changed = true;
            }
        }
        if !is_changed {
            return left;
        }
    }
}

#[test]
fn labels_are_what_brute_force_finds() {
    let (mut n_dead, mut n_best) = (0, 0);
    for level in Levels::new(40, 3).0 {
        let truth = brute_force(&level);
        let options = Options {
            keep_dead_squares: true,
            ..Options::default()
        };
        let graph = LabelledGraph::of(&level, &options, &AtomicBool::new(false)).unwrap();
        let board = level.board();
        let reach = Reach::<SquareSet>::new(board);
        let mut n_labels = 0;
        for label in graph.labels() {
            n_labels += 1;
            let (boxes, man) = (&label.position.boxes, label.position.man);
            assert_eq!(label.to_go, truth[&(boxes.clone(), man)]);
            n_dead += usize::from(label.to_go.is_none());
            let area = reach.area(boxes, man);
            for push in pushes(board, boxes, &area) {
                let mut after = boxes.clone();
                push.apply(board, &mut after);
                let man = reach.area(&after, push.from).lowest().unwrap();
                let then = truth[&(after, man)];
                let is_best = then.is_some() && then.map(|p| p + 1) == label.to_go;
                assert_eq!(label.best.contains(&push), is_best);
                n_best += usize::from(is_best);
            }
        }
        assert_eq!(n_labels, truth.len());
    }
    assert!(n_dead > 100 && n_best > 20, "{n_dead} {n_best}");
}

/// All files of a dataset but the list, whose lines come as the parts are done.
fn bytes_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder.join("positions")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    paths
        .map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap()))
        .collect()
}

fn whole(levels: &Levels, folder: &Path, options: &Options) -> Summary {
    write_dataset(levels, folder, options, &AtomicBool::new(false), &|_| {}).unwrap()
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let (levels, options) = (Levels::new(20, 5), Options::default());
    let once = Folder::new("once");
    let summary = whole(&levels, &once.0, &options);
    assert_eq!(
        (summary.parts, summary.levels, summary.is_stopped),
        (7, 20, false)
    );

    let (often, mut n_runs) = (Folder::new("often"), 0);
    loop {
        n_runs += 1;
        // In the middle of the third part.
        let stop = AtomicBool::new(false);
        let stop_after_two = |now: &Progress| {
            let of_this_run = ((now.share - now.before) * 20.0).round() as u32;
            stop.store(of_this_run >= 7, Ordering::Relaxed);
        };
        let part = write_dataset(&levels, &often.0, &options, &stop, &stop_after_two).unwrap();
        if !part.is_stopped {
            assert_eq!(part, summary);
            break;
        }
        assert_eq!(part.parts, 2 * n_runs);
        // A crash leaves half a line and half a part.
        let list = often.0.join("parts.csv");
        let text = fs::read_to_string(&list).unwrap();
        fs::write(&list, text + "6,\"par").unwrap();
        fs::write(often.0.join("positions/part-6.parquet"), "half").unwrap();
    }
    assert_eq!(n_runs, 4);
    assert_eq!(bytes_of(&once.0), bytes_of(&often.0));
    let threads = Folder::new("threads");
    assert_eq!(
        whole(
            &levels,
            &threads.0,
            &Options {
                threads: 3,
                ..options
            }
        ),
        summary
    );
    assert_eq!(bytes_of(&once.0), bytes_of(&threads.0));
}

/// Labels the files of a folder: what is done, and the files that have bad levels.
fn label_files(levels: &Path, out: &Path) -> (Summary, Vec<String>) {
    let bad = Mutex::new(Vec::new());
    let on_bad = |file: &str, _: &[Diagnostic]| bad.lock().unwrap().push(file.to_owned());
    let parts = soko_dataset::Folder::open(levels, &on_bad).unwrap();
    let (options, stop) = (Options::default(), AtomicBool::new(false));
    let summary = write_dataset(&parts, out, &options, &stop, &|_| {}).unwrap();
    (summary, bad.into_inner().unwrap())
}

#[test]
fn a_file_that_was_changed_is_labelled_again_and_no_other() {
    let (levels, out) = (Folder::new("files"), Folder::new("labels"));
    let short = "#####\n#@$.#\n#####\n";
    let long = "######\n#@$ .#\n######\n";
    let (file, other) = (levels.0.join("a.xsb"), levels.0.join("b.xsb"));
    fs::write(&file, format!("{short}\n#####\n#@$$#\n#####\n")).unwrap();
    fs::write(&other, long).unwrap();
    let (first, bad) = label_files(&levels.0, &out.0);
    assert_eq!((first.levels, first.positions), (2, 5));
    assert_eq!(bad, [file.display().to_string()]);
    let before = bytes_of(&out.0);
    let other_part = out.0.join("positions/part-1.parquet");
    let written = fs::metadata(&other_part).unwrap().modified().unwrap();
    // Nothing has changed, nothing is done.
    assert_eq!(label_files(&levels.0, &out.0), (first.clone(), vec![]));
    assert_eq!(bytes_of(&out.0), before);
    // The bad level is mended.
    fs::write(&file, format!("{short}\n{long}")).unwrap();
    let (second, bad) = label_files(&levels.0, &out.0);
    assert_eq!((second.parts, second.levels, second.positions), (2, 3, 8));
    assert_eq!(bad, [""; 0]);
    assert_ne!(bytes_of(&out.0), before);
    assert_eq!(label_files(&levels.0, &out.0).0, second);
    // What was in the list once is not believed when the file is as it was.
    fs::write(&file, format!("{short}\n#####\n#@$$#\n#####\n")).unwrap();
    assert_eq!(label_files(&levels.0, &out.0).0, first);
    assert_eq!(bytes_of(&out.0), before);
    let still = fs::metadata(&other_part).unwrap().modified().unwrap();
    assert_eq!(still, written);
}

#[test]
fn a_list_with_another_level_is_labelled_again() {
    let out = Folder::new("list");
    let level = |text: &str| (1, text.parse::<Level>().unwrap());
    let written = |text| {
        let (name, levels) = ("mine".to_owned(), vec![level(text)]);
        let (options, stop) = (Options::default(), AtomicBool::new(false));
        let list = soko_dataset::List { name, levels };
        let summary = write_dataset(&list, &out.0, &options, &stop, &|_| {});
        summary.unwrap().positions
    };
    assert_eq!(written("#####\n#@$.#\n#####"), 2);
    assert_eq!(written("######\n#@$ .#\n######"), 3);
    assert_eq!(written("######\n#@$ .#\n######"), 3);
}

#[test]
fn another_dataset_is_not_gone_on_with() {
    let (levels, folder) = (Levels::new(3, 6), Folder::new("other"));
    whole(&levels, &folder.0, &Options::default());
    for options in [
        Options {
            seed: 1,
            ..Options::default()
        },
        Options {
            sample: Some(3),
            ..Options::default()
        },
    ] {
        let run = write_dataset(
            &levels,
            &folder.0,
            &options,
            &AtomicBool::new(false),
            &|_| {},
        );
        assert!(matches!(run, Err(DatasetError::Other(_))), "{run:?}");
    }
}

#[test]
fn rows_say_what_the_labels_say() {
    let (levels, folder) = (Levels::new(3, 7), Folder::new("rows"));
    let options = Options {
        sample: Some(10),
        max_states: 300,
        ..Options::default()
    };
    let summary = whole(&levels, &folder.0, &options);
    let file = File::open(folder.0.join("positions/part-0.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows: Vec<_> = reader
        .get_row_iter(None)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(rows.len() as u64, summary.positions);
    let mut rows = rows.iter();
    for (number, level) in levels.0.iter().enumerate() {
        let stop = AtomicBool::new(false);
        let Some(graph) = LabelledGraph::of(level, &options, &stop) else {
            continue;
        };
        let labels: Vec<_> = graph.labels().collect();
        assert!(labels.len() <= 10);
        for label in labels {
            let row = rows.next().unwrap();
            assert_eq!(row.get_string(0).unwrap(), "part, no 0");
            assert_eq!(row.get_long(1).unwrap(), number as i64);
            assert_eq!(row.get_long(3).unwrap(), i64::from(label.state));
            let board: Level = row.get_string(5).unwrap().parse().unwrap();
            assert_eq!(board, level.with_start(&label.position));
            assert_eq!(row.get_bool(6).unwrap(), label.to_go.is_none());
            assert_eq!(row.get_int(7).ok(), label.to_go.map(|n| n as i32));
            let n_best = row.get_list(8).ok().map(|list| list.len());
            assert_eq!(n_best, label.to_go.map(|_| label.best.len()));
        }
    }
    assert!(rows.next().is_none());
}
