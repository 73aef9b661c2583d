//! Bodies with which questions make sense, and jobs, on one small level. They are asked
//! in the order of the tables: what one names, another has kept before.

use crate::tiles;
use serde_json::{Value, json};
use soko_core::Level;

/// A box two pushes from its goal.
const LEVEL: &str = "\
########
#      #
# @$ . #
#      #
########
";

/// A kind of job, what it is for, and one of its kind.
pub struct JobExample {
    /// Its kind.
    pub kind: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The job.
    pub job: Value,
}

/// One job of each kind.
pub fn jobs() -> Vec<JobExample> {
    let job = |kind, about, fields: Value| JobExample {
        kind,
        about,
        job: with(json!({"type": kind}), fields),
    };
    let solve = json!({"game": game(), "engine": "astar", "goal": "pushes", "seconds": 10});
    let played = json!({"game": game(), "seconds": 10});
    let solved = json!({"level": LEVEL, "mode": "forward", "moves": "udRR", "cursor": 4});
    let optimise = json!({"game": solved, "goal": "moves", "seconds": 60});
    let tiles = json!({"game": {"level": tile_level(), "moves": ""}, "seconds": 10});
    vec![
        job("solve", "A solution of the present position.", solve),
        job(
            "hint",
            "The first box of a solution of the present position.",
            played.clone(),
        ),
        job(
            "judge",
            "Whether the present position can be solved at all.",
            played.clone(),
        ),
        job(
            "back",
            "The way back to the last solvable position.",
            played,
        ),
        job("map", "The whole state graph of a level.", level()),
        job(
            "rate",
            "How hard people are likely to find a level, and why.",
            level(),
        ),
        job("tiles", "A solution of a game on tiles.", tiles),
        job(
            "optimise",
            "A shorter solution than one that is known.",
            optimise,
        ),
    ]
}

/// One object with the fields of two.
fn with(mut object: Value, fields: Value) -> Value {
    if let (Some(object), Value::Object(fields)) = (object.as_object_mut(), fields) {
        object.extend(fields);
    }
    object
}

pub(crate) fn none() -> Value {
    Value::Null
}

pub(crate) fn level() -> Value {
    json!({"level": LEVEL})
}

/// One push of the two is made.
pub(crate) fn game() -> Value {
    json!({"level": LEVEL, "mode": "forward", "moves": "R", "cursor": 1})
}

pub(crate) fn text() -> Value {
    json!({"text": LEVEL})
}

pub(crate) fn collection() -> Value {
    json!({"name": "Mine", "text": LEVEL, "duplicates": "keep"})
}

pub(crate) fn name() -> Value {
    json!({"name": "Ours"})
}

pub(crate) fn titled() -> Value {
    let key = LEVEL
        .parse()
        .map(|level: Level| level.exact_id().to_string());
    json!({"key": key.unwrap_or_default(), "title": "Two pushes"})
}

pub(crate) fn opened() -> Value {
    with(level(), json!({"tree": true}))
}

pub(crate) fn turn() -> Value {
    let action = json!({"type": "steps", "steps": "r"});
    with(
        game(),
        json!({"action": action, "by": "you", "since": 0, "seconds": 3.5}),
    )
}

pub(crate) fn box_from() -> Value {
    with(game(), json!({"from": 20}))
}

pub(crate) fn box_to() -> Value {
    with(game(), json!({"from": 20, "to": 21}))
}

pub(crate) fn moves() -> Value {
    with(level(), json!({"moves": "RR"}))
}

pub(crate) fn since() -> Value {
    with(game(), json!({"since": 0}))
}

pub(crate) fn entered() -> Value {
    with(
        level(),
        json!({"moves": "ul", "by": "imported", "name": "up", "since": 0}),
    )
}

pub(crate) fn mark() -> Value {
    with(since(), json!({"mark": {"type": "name", "name": "pushed"}}))
}

pub(crate) fn solution() -> Value {
    with(
        moves(),
        json!({"by": "solver", "engine": "astar", "seconds": 0.5}),
    )
}

pub(crate) fn tally() -> Value {
    let sums = json!({"seconds": 3.5, "moves": 2, "undos": 0, "hints": 0, "lost": 0});
    with(with(level(), json!({"day": "2027-01-15"})), sums)
}

pub(crate) fn attempt() -> Value {
    let sums = json!({"seconds": 3.5, "moves": 2, "pushes": 2, "undos": 0, "hints": 0});
    with(
        with(level(), sums),
        json!({"title": "Two pushes", "solved": true, "rating": 1}),
    )
}

pub(crate) fn layers() -> Value {
    let asked = json!({"layers": ["alert", "dead"], "focus": 20, "nearest": 3, "patient": false});
    with(game(), asked)
}

pub(crate) fn state() -> Value {
    with(level(), json!({"state": 1}))
}

pub(crate) fn component() -> Value {
    with(level(), json!({"component": 0}))
}

pub(crate) fn near() -> Value {
    with(game(), json!({"states": 20, "solutions": ["RR"]}))
}

/// The first of the games on tiles.
fn first_game() -> Value {
    let games = tiles::games().map(|games| json!(games));
    games.map_or(Value::Null, |games| games[0].clone())
}

pub(crate) fn tile_texts() -> Value {
    let game = first_game();
    json!({"rules": game["rules"], "levels": game["levels"][0]["board"]})
}

pub(crate) fn tile_level() -> Value {
    let game = first_game();
    json!({"game": game["name"], "board": game["levels"][0]["board"]})
}

pub(crate) fn tile_steps() -> Value {
    json!({"game": {"level": tile_level(), "moves": ""}, "steps": "r"})
}

pub(crate) fn known_job() -> Value {
    json!({"type": "hint", "game": game(), "seconds": 5})
}

pub(crate) fn settled_job() -> Value {
    json!({"job": {"type": "map", "level": LEVEL}, "result": {"stopped": null}})
}
