//! What the report page says about three levels, as text.

use soko_bench::{Record, Verdict, contestants, report};
use soko_core::{Measure, Setup, verify};
use soko_format::lurd::MoveText;
use std::collections::BTreeMap;

const BOARD: &str = "#######\n#@ $ .#\n#######\n";

fn setup() -> Setup {
    BOARD.parse().unwrap()
}

fn record(engine: &str, level: usize, moves: Option<&str>, expanded: u64) -> Record {
    let title = format!("Level <{level}>");
    let mut record = Record::new("three", level, Some(&title), engine);
    record.expanded = expanded;
    record.seconds = 0.5 * level as f64;
    record.limits.seconds = Some(60.0);
    if let Some(moves) = moves {
        let moves: MoveText = moves.parse().unwrap();
        record.set_solution(&verify(&setup(), moves.directions().unwrap()).unwrap());
    }
    record
}

fn page() -> String {
    let mut proved = record("a", 1, Some("rRR"), 12);
    proved.optimal = Some(Measure::Pushes);
    let mut unsolvable = record("b", 2, None, 1000);
    unsolvable.outcome = Verdict::Unsolvable;
    let records = vec![
        proved,
        record("a", 2, Some("rRR"), 200),
        record("b", 1, Some("rlrRR"), 40),
        unsolvable,
        record("b", 3, None, 7),
    ];
    let boards = BTreeMap::from([(("three".to_owned(), 1), setup())]);
    let runs = contestants(&[("run".to_owned(), records)]);
    report::html("A & B", &runs, &boards)
}

/// The text of a part of the page without its tags, a line a row.
fn text(page: &str, from: &str, to: &str) -> String {
    let (_, rest) = page.split_once(from).expect(from);
    let (part, _) = rest.split_once(to).expect(to);
    let part = part.replace("</tr>", "\n").replace("</td>", " |");
    let mut text = String::new();
    let mut in_tag = false;
    for c in part.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if !in_tag => text.push(c),
            _ => {}
        }
    }
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_heading_and_the_contradiction() {
    let page = page();
    let expected = "A &amp; B\n3 levels, 2 runs. Limits a level: 60 s.\n\
        Contradiction on three 2: a solves it, b calls it unsolvable";
    assert_eq!(text(&page, "<body>", "<h2>Solved</h2>"), expected);
}

#[test]
fn the_standings() {
    let page = page();
    let standings = text(&page, "<h2>Solved</h2>", "</tbody>");
    let rows: Vec<&str> = standings.lines().skip(1).collect();
    assert_eq!(
        rows,
        [
            "a |2 |2 |1 |0 |0 |212 |1.50 |",
            "b |3 |1 |0 |1 |1 |40 |0.500 |"
        ]
    );
}

#[test]
fn a_row_a_level() {
    let page = page();
    let levels = text(&page, "A click on a head sorts.", "</tbody>");
    let rows: Vec<&str> = levels.lines().skip(1).collect();
    let expected = [
        "three 1: Level &lt;1&gt; |2* / 3 |12 |0.500 |2 / 5 |40 |0.500 |",
        "three 2: Level &lt;2&gt; |2 / 3 |200 |1.00 |unsolvable |1,000 |1.00 |",
        "three 3: Level &lt;3&gt; | | | |stopped |7 |1.50 |",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn a_card_a_level_with_pictures_where_there_are_boards() {
    let page = page();
    let (_, cards) = page.split_once("<h2>Pictures and solutions</h2>").unwrap();
    let cards: Vec<&str> = cards.split("<div class=\"card\"").skip(1).collect();
    assert_eq!(cards.len(), 3);
    let has_picture: Vec<bool> = cards.iter().map(|card| card.contains("<svg")).collect();
    assert_eq!(has_picture, [true, false, false]);
    assert!(cards[0].contains("id=\"level-three-1\""));
    assert!(cards[0].contains("<code>rRR</code>") && cards[0].contains("<code>rlrRR</code>"));
    for (level, anchor) in ["level-three-1", "level-three-2", "level-three-3"]
        .iter()
        .enumerate()
    {
        assert!(page.contains(&format!("href=\"#{anchor}\"")), "{level}");
    }
}

/// How many levels each solves within an effort, and a mark for each level that both
/// tried.
#[test]
fn the_plots() {
    let page = page();
    let lines = page.matches("<path class=\"line s").count();
    assert_eq!(lines, 2 * 2 * 2, "a line and its name, two runs, two plots");
    assert_eq!(page.matches("class=\"dot both\"").count(), 2);
    assert_eq!(page.matches("class=\"dot first\"").count(), 2);
    assert!(page.contains("three 1: Level &lt;1&gt;\na: 12\nb: 40"));
    assert!(page.contains(">2 a</text>") && page.contains(">1 b</text>"));
}
