//! Properties: what is written is read back, and nothing makes the reader fall.

use proptest::prelude::*;
use soko_core::{Cell, Setup};
use soko_format::{Collection, Entry, Format, Game, MoveText, Note, read_collection, rle};

/// Boards with walls all round, so that every format can hold them.
fn setups() -> impl Strategy<Value = Setup> {
    let cells = prop::sample::select(vec![
        Cell::Floor,
        Cell::Wall,
        Cell::Goal,
        Cell::Box,
        Cell::BoxOnGoal,
        Cell::Man,
        Cell::ManOnGoal,
    ]);
    let rows = (1usize..8, 1usize..8);
    rows.prop_flat_map(move |(height, width)| {
        let row = prop::collection::vec(cells.clone(), width);
        prop::collection::vec(row, height)
    })
    .prop_map(|mut rows| {
        let width = rows[0].len() + 2;
        for row in &mut rows {
            row.insert(0, Cell::Wall);
            row.push(Cell::Wall);
        }
        rows.insert(0, vec![Cell::Wall; width]);
        rows.push(vec![Cell::Wall; width]);
        Setup::from_rows(&rows)
    })
}

fn notes() -> impl Strategy<Value = Vec<Note>> {
    let text = "[a-zA-Z0-9 #.$:;*()-]{0,12}";
    let note = prop_oneof![
        ("[A-Z][a-z]{1,6}", text).prop_map(|(key, value)| Note::Field { key, value }),
        prop::collection::vec(text, 1..4).prop_map(|lines| Note::Comment(lines.join("\n"))),
        text.prop_map(Note::Text),
    ];
    prop::collection::vec(note, 0..4)
}

fn games() -> impl Strategy<Value = Vec<Game>> {
    let title = prop::sample::select(vec!["Solution", "Solution/Moves", "Snapshot"]);
    let game = (title, "[lurdLURD]{1,200}").prop_map(|(title, moves)| Game {
        title: title.into(),
        moves,
        line: 0,
        notes: Vec::new(),
    });
    prop::collection::vec(game, 0..3)
}

fn collections() -> impl Strategy<Value = Collection> {
    let heading = prop::option::of("[a-zA-Z0-9 #.:;*@$()-]{1,14}");
    let entry =
        (heading, setups(), notes(), games()).prop_map(|(heading, setup, notes, games)| Entry {
            notes,
            games,
            ..Entry::new(0, heading, setup)
        });
    (notes(), prop::collection::vec(entry, 1..5)).prop_map(|(notes, mut entries)| {
        for (index, entry) in entries.iter_mut().enumerate() {
            entry.number = index + 1;
        }
        Collection {
            notes,
            entries,
            diagnostics: Vec::new(),
        }
    })
}

proptest! {
    /// Boards survive every format, whatever is written about them, and a
    /// collection that was read is written the same for ever.
    #[test]
    fn boards_survive_and_writing_settles(collection in collections()) {
        for format in Format::ALL {
            let written = format.write(&collection);
            let read = read_collection(written.as_bytes());
            let before: Vec<_> = collection.entries.iter().map(|e| &e.setup).collect();
            let after: Vec<_> = read.entries.iter().map(|e| &e.setup).collect();
            prop_assert_eq!(before, after, "{}", &written);
            let settled = format.write(&read);
            let again = format.write(&read_collection(settled.as_bytes()));
            prop_assert_eq!(settled, again, "{}", format.name());
        }
    }

    /// Stored moves survive the formats that hold them.
    #[test]
    fn games_survive(collection in collections()) {
        for format in [Format::Xsb, Format::Sok, Format::Rle] {
            let read = read_collection(format.write(&collection).as_bytes());
            for (before, after) in collection.entries.iter().zip(&read.entries) {
                let moves = |e: &Entry| -> Vec<_> {
                    e.games.iter().map(|g| (g.title.clone(), g.moves.clone())).collect()
                };
                prop_assert_eq!(moves(before), moves(after));
            }
        }
    }

    /// No bytes make the reader panic, and every diagnostic can be shown.
    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let collection = read_collection(&bytes);
        for problem in &collection.diagnostics {
            problem.render("file");
        }
    }

    /// Neither does text that looks like levels.
    #[test]
    fn any_board_like_text_can_be_read(text in "[#@$.*+ pb0-9()|>\"\n;:a-]{0,200}") {
        let collection = read_collection(text.as_bytes());
        for entry in &collection.entries {
            if let Err(problems) = entry.level() {
                prop_assert!(!problems.is_empty());
                for problem in problems {
                    problem.render("file");
                }
            }
        }
    }

    #[test]
    fn run_lengths_expand_to_what_was_compressed(text in "[lurdLURD#$.@-]{0,200}") {
        let mut expanded = String::new();
        rle::expand(&rle::compress(&text), 1000, |c, _| expanded.push(c)).unwrap();
        prop_assert_eq!(expanded, text);
    }

    #[test]
    fn moves_read_back(text in "([lurdLURD]|\\[[lurd]{0,3}\\]){0,40}") {
        let game: MoveText = text.parse().unwrap();
        prop_assert_eq!(game.to_string(), text);
        prop_assert_eq!(game.run_lengths().parse::<MoveText>().unwrap(), game);
    }
}
