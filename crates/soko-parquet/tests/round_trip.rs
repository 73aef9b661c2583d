//! What is written comes back: the tables of random levels, read with the reader of the
//! same library, against the rows of the graph itself. That other readers agree is
//! tested by `make test-parquet`.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use soko_core::{Level, SplitMix, Squares, random_level};
use soko_graph::{
    Convergence, Deed, Edge, Folding, Node, Records, Rules, StateGraph, StateHash, View,
    absorbing_chain, explore, explore_hashed,
};
use soko_parquet::{About, ComponentTable, EdgeTable, StateRow, StateTable, Whereabouts};
use soko_search::Control;
use std::io::{self, Write};

/// The names and values of a row's fields.
type Fields = Vec<(String, Field)>;

fn read(file: Vec<u8>) -> (Vec<Fields>, SerializedFileReader<bytes::Bytes>) {
    let reader = SerializedFileReader::new(bytes::Bytes::from(file)).unwrap();
    let fields = |row: Row| row.into_columns();
    let rows = reader.get_row_iter(None).unwrap();
    (rows.map(|row| fields(row.unwrap())).collect(), reader)
}

fn named(fields: Vec<(&str, Field)>) -> Fields {
    let own = |(name, field): (&str, Field)| (name.to_string(), field);
    fields.into_iter().map(own).collect()
}

fn number(n: impl TryInto<i64>) -> Field {
    Field::Long(n.try_into().ok().unwrap())
}

fn small(n: u32) -> Field {
    Field::Int(n as i32)
}

fn option(value: Option<Field>) -> Field {
    value.unwrap_or(Field::Null)
}

/// Row and column as the tables have them, with the fields in order.
fn is_at(field: &Field, (row, col): (u32, u32)) -> bool {
    let Field::Group(group) = field else {
        return false;
    };
    let wanted = named(vec![("row", small(row)), ("col", small(col))]);
    group.clone().into_columns() == wanted
}

/// The fields that states and components share, from `start` on.
fn judged(node: &Node) -> Vec<(&'static str, Field)> {
    vec![
        ("start", Field::Bool(node.is_start)),
        ("solved", Field::Bool(node.is_solved)),
        ("sink", Field::Bool(node.is_sink)),
        ("dead", Field::Bool(node.is_dead)),
        ("solution_factor", Field::Double(node.solution_factor)),
    ]
}

fn check_state(fields: &Fields, node: &Node, place: &Whereabouts) {
    // 1. What is known of it.
    let mut wanted = vec![
        ("id", number(node.id)),
        ("depth", small(node.depth)),
        ("component", number(node.component)),
    ];
    wanted.extend(judged(node));
    let chain = node.chain;
    wanted.extend([
        (
            "chain_factor",
            option(chain.map(|c| Field::Double(c.lower))),
        ),
        (
            "chain_factor_at_most",
            option(chain.map(|c| Field::Double(c.upper))),
        ),
    ]);
    assert_eq!(fields[..wanted.len()], named(wanted));
    // 2. Where everything stands.
    let [boxes, area, board] = &fields[fields.len() - 3..] else {
        panic!("too few fields");
    };
    match (&boxes.1, &place.boxes) {
        (Field::ListInternal(list), Some(boxes)) => {
            assert_eq!(list.elements().len(), boxes.len());
            let mut pairs = list.elements().iter().zip(boxes);
            assert!(pairs.all(|(field, at)| is_at(field, *at)), "{list:?}");
        }
        (field, boxes) => assert_eq!((field, boxes), (&Field::Null, &None)),
    }
    match place.area {
        Some(at) => assert!(is_at(&area.1, at)),
        None => assert_eq!(area.1, Field::Null),
    }
    let names = [&boxes.0, &area.0, &board.0];
    assert_eq!(names, ["boxes", "area", "board"]);
    assert_eq!(board.1, Field::Str(place.board.clone()));
}

fn component(node: &Node) -> Fields {
    let mut wanted = vec![
        ("id", number(node.id)),
        ("state", number(node.state)),
        ("depth", small(node.depth)),
        ("size", number(node.size)),
    ];
    wanted.extend(judged(node));
    named(wanted)
}

fn edge(edge: &Edge) -> Fields {
    let deed = edge.deed;
    let letter = |deed: Deed| Field::Str(deed.direction.to_string());
    named(vec![
        ("source", number(edge.from)),
        ("target", number(edge.to)),
        ("row", option(deed.map(|deed| small(deed.row)))),
        ("col", option(deed.map(|deed| small(deed.column)))),
        ("direction", option(deed.map(letter))),
    ])
}

/// Where everything stands in a state; every kind of row comes up: with boxes, with an
/// empty list of them, without.
fn place(graph: &StateGraph, id: u32) -> Whereabouts {
    let (board, state) = (graph.level().board(), graph.state(id));
    let at = |square| (board.coord(square).row + 1, board.coord(square).col + 1);
    let boxes = match id % 7 {
        5 => Some(Vec::new()),
        6 => None,
        _ => Some(state.boxes.iter().map(at).collect()),
    };
    Whereabouts {
        boxes,
        area: (!id.is_multiple_of(5)).then(|| at(state.area)),
        board: graph.level().picture(&graph.shown(id)).to_string(),
    }
}

/// Writes the three tables of a graph in groups of so many rows, and reads them.
fn check(graph: &StateGraph, view: View, with_chain: bool, group_rows: usize) {
    let folding = Folding::new(graph);
    let mut records = Records::new(&folding, view);
    if with_chain {
        records = records.with_chain(absorbing_chain(&folding, Convergence::default()));
    }
    let about = About::new().with("level_text", graph.level().setup().to_string());
    // 1. Edges and components, of either view.
    let mut table = EdgeTable::new(Vec::new(), &about).unwrap();
    table = table.with_group_rows(group_rows);
    records.edges().for_each(|edge| table.push(&edge).unwrap());
    let (rows, _) = read(table.finish().unwrap());
    assert_eq!(rows, records.edges().map(|e| edge(&e)).collect::<Vec<_>>());
    let mut table = ComponentTable::new(Vec::new(), &about).unwrap();
    table = table.with_group_rows(group_rows);
    records
        .components()
        .for_each(|node| table.push(&node).unwrap());
    let (rows, reader) = read(table.finish().unwrap());
    let components: Vec<Node> = records.components().collect();
    assert_eq!(rows, components.iter().map(component).collect::<Vec<_>>());
    let n_groups = components.len().div_ceil(group_rows);
    assert_eq!(reader.metadata().num_row_groups(), n_groups);
    if view == View::Components {
        assert_eq!(components, records.nodes().collect::<Vec<_>>());
        return;
    }
    // 2. The states, with where everything stands.
    let mut table = StateTable::new(Vec::new(), &about).unwrap();
    table = table.with_group_rows(group_rows);
    for node in records.nodes() {
        let place = place(graph, node.id);
        table
            .push(StateRow {
                node: &node,
                place: &place,
            })
            .unwrap();
    }
    let (rows, _) = read(table.finish().unwrap());
    assert_eq!(rows.len(), records.n_nodes());
    for (fields, node) in rows.iter().zip(records.nodes()) {
        check_state(fields, &node, &place(graph, node.id));
    }
}

#[test]
fn random_levels_come_back_row_by_row() {
    let mut random = SplitMix(71);
    let mut largest = 0;
    for round in 0..60 {
        let (width, height, n_boxes) = [(7, 6, 2), (8, 7, 3), (13, 9, 2)][round % 3];
        let level = random_level(&mut random, width, height, n_boxes);
        let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
        largest = largest.max(graph.n_states());
        let group_rows = [1 << 17, 64, 3][round / 3 % 3];
        check(&graph, View::States, round % 2 == 0, group_rows);
        check(&graph, View::Components, false, group_rows);
    }
    assert!(largest > 500, "something to write: {largest}");
}

#[test]
fn hashed_graphs_have_edges_without_a_push() {
    let level: Level = "#######\n#.   .#\n#  $$ #\n# @   #\n#######"
        .parse()
        .unwrap();
    let control = &mut Control::default();
    let graph = explore_hashed(&level, &Rules::default(), StateHash::NoMan, control).unwrap();
    check(&graph, View::States, true, 10);
    let graph = explore_hashed(&level, &Rules::default(), StateHash::Bits(8), control).unwrap();
    let folding = Folding::new(&graph);
    let records = Records::new(&folding, View::States);
    let without = records.edges().filter(|edge| edge.deed.is_none()).count();
    assert!(without > 0 && without < graph.n_edges(), "{without}");
    check(&graph, View::States, true, 10);
}

#[test]
fn a_file_says_what_it_holds() {
    let about = About::new().with("level_text", "#####\n#@$.#\n#####\n");
    let file = EdgeTable::new(Vec::new(), &about)
        .unwrap()
        .finish()
        .unwrap();
    let (rows, reader) = read(file);
    assert!(rows.is_empty(), "a table without rows is whole, too");
    let metadata = reader.metadata().file_metadata();
    let pairs = metadata.key_value_metadata().unwrap().iter();
    let pairs: Vec<(&str, &str)> = pairs
        .map(|pair| (pair.key.as_str(), pair.value.as_deref().unwrap()))
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let wanted = [
        ("soko.schema", "1"),
        ("soko.version", version),
        ("soko.level_text", "#####\n#@$.#\n#####\n"),
        ("soko.table", "edges"),
    ];
    assert_eq!(pairs, wanted);
    let program = format!("sokoscope version {version}");
    assert_eq!(metadata.created_by(), Some(program.as_str()));
}

/// An output with room for so many bytes.
struct Room(usize);

impl Write for Room {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(data.len());
        self.0 = left.ok_or(io::ErrorKind::StorageFull)?;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_as_such() {
    let write = |room: usize| {
        let mut table = EdgeTable::new(Room(room), &About::new())?.with_group_rows(1000);
        for from in 0..20_000u32 {
            let to = from.wrapping_mul(0x9E37_79B9);
            let deed = None;
            table.push(&Edge { from, to, deed })?;
        }
        table.finish().map(|left| room - left.0)
    };
    let needed = write(1 << 20).unwrap();
    assert_eq!(write(needed).unwrap(), needed);
    for room in [0, 3, needed / 3, needed - 1] {
        let error = write(room).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{room}: {error}");
    }
}
