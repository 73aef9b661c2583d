//! `soko graph --export NAME.parquet`: the tables say what the JSON export says, and
//! their folder is written whole or not at all. That other programs read them is tested
//! by `make test-parquet`.

use crate::common::{Folder, SIX_STATES, soko, soko_with_small_files};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::path::Path;

/// A field as JSON; a square is its row and column.
fn value(field: Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => json!(value),
        Field::Int(value) => json!(value),
        Field::Long(value) => json!(value),
        // Through a text, as the other number went.
        Field::Double(value) => serde_json::from_str(&json!(value).to_string()).unwrap(),
        Field::Str(value) => json!(value),
        Field::ListInternal(list) => list.elements().iter().cloned().map(value).collect(),
        Field::Group(row) => row
            .into_columns()
            .into_iter()
            .map(|(_, f)| value(f))
            .collect(),
        other => panic!("no column of ours: {other:?}"),
    }
}

/// The rows of a table as objects.
fn table(folder: &str, name: &str) -> Vec<Map<String, Value>> {
    let path = Path::new(folder).join(name).join("part-0.parquet");
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    let object = |fields: Vec<(String, Field)>| {
        let fields = fields.into_iter();
        fields.map(|(name, field)| (name, value(field))).collect()
    };
    rows.map(|row| object(row.into_columns())).collect()
}

/// Exports a graph and returns the other export of it, too: the folder, and the JSON.
fn export(folder: &Folder, args: &[&str], stdin: &str) -> (String, Value) {
    let (tables, json) = (folder.file("g.parquet"), folder.file("g.json"));
    for file in [&tables, &json] {
        let run = soko(
            &[args, &["--export", file.as_str()]].concat(),
            stdin.as_bytes(),
        );
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let json = std::fs::read_to_string(json).unwrap();
    (tables, serde_json::from_str(&json).unwrap())
}

/// The names of everything below a folder, hidden files too.
fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(names(&path));
        }
        found.push(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    found.sort();
    found
}

const WHOLE: [&str; 7] = [
    "components",
    "edges",
    "g.parquet",
    "part-0.parquet",
    "part-0.parquet",
    "part-0.parquet",
    "states",
];

#[test]
fn the_tables_say_what_the_json_export_says() {
    let folder = Folder::new("parquet-json");
    let graphs: [(&[&str], &str); 3] = [
        (&["graph", "-"], SIX_STATES),
        (&["graph", "tutorial", "--level", "9"], ""),
        (
            &["graph", "tutorial", "--level", "9", "--hash", "8-bit"],
            "",
        ),
    ];
    for (args, stdin) in graphs {
        let (tables, json) = export(&folder, args, stdin);
        let level: Vec<&str> = json["level"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(Value::as_str)
            .collect();
        // 1. States: all keys but the two that say nothing.
        let nodes = json["nodes"].as_array().unwrap();
        let states = table(&tables, "states");
        assert_eq!(states.len(), nodes.len());
        for (state, node) in states.iter().zip(nodes) {
            let mut wanted = node.as_object().unwrap().clone();
            assert_eq!(
                (wanted.remove("state"), wanted.remove("size")),
                (Some(state["id"].clone()), Some(json!(1)))
            );
            wanted.insert("board".into(), state["board"].clone());
            assert_eq!(state, &wanted);
        }
        assert_eq!(states[0]["board"], json!(level.join("\n")));
        // 2. Edges.
        let edges = table(&tables, "edges");
        let wanted = json["edges"].as_array().unwrap().iter().map(|edge| {
            let names = ["from", "to", "row", "column", "direction"];
            names.map(|name| edge.get(name).cloned().unwrap_or_default())
        });
        let found = edges.iter().map(|edge| {
            ["source", "target", "row", "col", "direction"].map(|name| edge[name].clone())
        });
        assert_eq!(found.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
    }
}

#[test]
fn components_have_the_edges_between_them() {
    let folder = Folder::new("parquet-components");
    let (tables, json) = export(&folder, &["graph", "-", "--view", "components"], SIX_STATES);
    let wanted = [
        "components",
        "edges",
        "g.json",
        "g.parquet",
        "part-0.parquet",
        "part-0.parquet",
    ];
    assert_eq!(names(folder.path()), wanted);
    let components = table(&tables, "components");
    let nodes = json["nodes"].as_array().unwrap();
    assert_eq!(components.len(), nodes.len());
    for (component, node) in components.iter().zip(nodes) {
        assert!(
            component.iter().all(|(name, value)| node[name] == *value),
            "{node}"
        );
    }
    let edges = table(&tables, "edges").into_iter();
    let edges: Vec<Value> = edges
        .map(|e| json!({"from": e["source"], "to": e["target"]}))
        .collect();
    assert_eq!(json!(edges), json["edges"]);
}

#[test]
fn games_on_tiles_have_boards() {
    let folder = Folder::new("parquet-tiles");
    let args = ["tiles", "sliders", "--level", "1", "--graph"];
    let (tables, json) = export(&folder, &args, "");
    let boards = json["nodes"].as_array().unwrap().iter().map(|node| {
        let rows = node["board"].as_array().unwrap().iter();
        rows.flat_map(Value::as_str).collect::<Vec<_>>().join("\n")
    });
    let states = table(&tables, "states");
    let found = states
        .iter()
        .map(|state| state["board"].as_str().unwrap().to_string());
    assert_eq!(found.collect::<Vec<_>>(), boards.collect::<Vec<_>>());
    assert!(
        states
            .iter()
            .all(|state| state["boxes"].is_null() && state["area"].is_null())
    );
}

#[test]
fn a_folder_is_written_over_but_nothing_else_is_mixed_in() {
    let folder = Folder::new("parquet-folder");
    let tables = folder.file("g.parquet");
    let run = |view: &str| {
        let args = ["graph", "-", "--export", &tables, "--view", view];
        soko(&args, SIX_STATES.as_bytes())
    };
    // 1. Twice is once.
    for _ in 0..2 {
        assert_eq!(run("states").code, 0);
        assert_eq!(names(folder.path()), WHOLE);
    }
    // 2. States of an earlier export would be read with the components of this one.
    let refuses = |view, why| {
        let refused = run(view);
        assert_eq!(refused.code, 4);
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    };
    refuses("components", "states is no part of this export");
    // 3. So would a part more.
    let other = folder.write("g.parquet/edges/part-1.parquet", "mine");
    refuses("states", "part-1.parquet is no part");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
    assert_eq!(names(folder.path()).len(), WHOLE.len() + 1);
}

#[test]
fn what_fails_leaves_nothing() {
    let folder = Folder::new("parquet-fails");
    let tables = folder.file("g.parquet");
    let args = ["graph", "tutorial", "--level", "9", "--export", &tables];
    // 1. A full disk.
    let run = soko_with_small_files(&args, b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    assert_eq!(names(folder.path()), [""; 0]);
    // 2. A graph that is not whole.
    let run = soko(&[&args[..], &["--expansions", "3"]].concat(), b"");
    assert_eq!(run.code, 1);
    assert_eq!(names(folder.path()), [""; 0]);
    // 3. No such folder to write into.
    let nowhere = folder.file("nowhere/g.parquet");
    let run = soko(&["graph", "-", "--export", &nowhere], SIX_STATES.as_bytes());
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("nowhere/g.parquet"), "{}", run.stderr);
    // 4. A file in its place stays what it is.
    folder.write("g.parquet", "mine");
    let run = soko(&args, b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("is a file"), "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&tables).unwrap(), "mine");
}
