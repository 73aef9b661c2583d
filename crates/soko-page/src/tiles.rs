//! Games on tiles: the games there are, a level for the board, and one thing done in
//! a game. Solving is a job like any other.
//!
//! A level is named by its game, which is one of ours by name or rules of the player's
//! own as text, and by the rows of its board. A game is that and the letters of the
//! steps done so far. The rules stay here: the page draws stacks of tiles and asks.

use crate::fault::Fault;
use crate::memory::Memory;
use crate::reading::DiagnosticView;
use serde::{Deserialize, Serialize};
use soko_core::Direction;
use soko_format::Diagnostic;
use soko_tiles::{
    BUILT_IN, Field, Play, Rules, TileId, TileLevel, game_named, read_levels, read_rules,
};
use std::sync::Arc;

/// The longest game that is replayed, and the longest text that is read.
const MOST_STEPS: usize = 100_000;
const MOST_TEXT: usize = 200_000;

/// A game that comes with the program.
#[derive(Serialize)]
pub struct GameView {
    name: &'static str,
    title: String,
    about: String,
    /// Its rules as a file, to begin one's own with.
    rules: &'static str,
    levels: Vec<LevelLine>,
}

/// A level to choose.
#[derive(Serialize)]
pub struct LevelLine {
    title: Option<String>,
    board: String,
}

impl LevelLine {
    fn new(level: &TileLevel) -> LevelLine {
        LevelLine {
            title: level.title().map(String::from),
            board: level.text().into(),
        }
    }
}

/// The games that come with the program, with their levels.
pub fn games() -> Result<Vec<GameView>, Fault> {
    let view = |game: &'static soko_tiles::BuiltIn| {
        let levels =
            read_levels(game.levels, game_named).map_err(|faults| Fault::bad(first(&faults)))?;
        let rules = game_named(game.name).ok_or_else(|| Fault::bad("a game without rules"))?;
        Ok(GameView {
            name: game.name,
            title: rules.name().into(),
            about: rules.about().into(),
            rules: game.rules,
            levels: levels.iter().map(LevelLine::new).collect(),
        })
    };
    BUILT_IN.iter().map(view).collect()
}

/// Rules and levels of the player's own, as text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileTexts {
    rules: String,
    levels: String,
}

/// What is in such texts, or what is wrong with them.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextsRead {
    title: String,
    about: String,
    levels: Vec<LevelLine>,
    /// What is wrong with the rules, and with the levels.
    in_rules: Vec<DiagnosticView>,
    in_levels: Vec<DiagnosticView>,
}

/// Reads rules and levels. Levels name the game `own`, or have no `game:` line at all.
pub fn read(_: &Memory, texts: &TileTexts) -> Result<TextsRead, Fault> {
    if texts.rules.len() + texts.levels.len() > MOST_TEXT {
        return Err(Fault::bad("these texts are too long for the page"));
    }
    let rules = match read_rules(&texts.rules) {
        Ok(rules) => Arc::new(rules),
        Err(in_rules) => {
            return Ok(TextsRead {
                in_rules: views(in_rules),
                ..TextsRead::default()
            });
        }
    };
    let mut answer = TextsRead {
        title: rules.name().into(),
        about: rules.about().into(),
        ..TextsRead::default()
    };
    let has_game = texts.levels.lines().any(|line| line.starts_with("game:"));
    let found = match has_game {
        true => read_levels(&texts.levels, |_| Some(Arc::clone(&rules))),
        false => TileLevel::from_rows(rules, &texts.levels).map(|level| vec![level]),
    };
    match found {
        Ok(levels) => answer.levels = levels.iter().map(LevelLine::new).collect(),
        Err(faults) => answer.in_levels = views(faults),
    }
    Ok(answer)
}

fn views(found: Vec<Diagnostic>) -> Vec<DiagnosticView> {
    found.into_iter().map(DiagnosticView::from).collect()
}

/// A level: its game and its board.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileSource {
    /// The name of a game that comes with the program.
    game: Option<String>,
    /// Rules of the player's own; they go before the name.
    rules: Option<String>,
    board: String,
}

impl TileSource {
    fn rules(&self) -> Result<Arc<Rules>, String> {
        if let Some(text) = &self.rules {
            let rules = read_rules(text).map_err(|faults| first(&faults))?;
            return Ok(Arc::new(rules));
        }
        let name = self.game.as_deref().unwrap_or_default();
        game_named(name).ok_or_else(|| {
            let all: Vec<&str> = BUILT_IN.iter().map(|game| game.name).collect();
            format!("there is no game {name:?}; there are {}", all.join(", "))
        })
    }

    /// The level, checked.
    pub fn level(&self) -> Result<TileLevel, String> {
        let text = self.board.len() + self.rules.as_ref().map_or(0, String::len);
        if text > MOST_TEXT {
            return Err("this level is too long for the page".into());
        }
        TileLevel::from_rows(self.rules()?, &self.board).map_err(|faults| first(&faults))
    }
}

/// A game as far as it is played.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileGame {
    /// The level.
    pub level: TileSource,
    /// Letters of steps, every one of which the rules allow.
    #[serde(default)]
    pub moves: String,
}

/// The first thing that is wrong, with its place.
fn first(faults: &[Diagnostic]) -> String {
    let Some(fault) = faults.first() else {
        return "something is wrong".into();
    };
    let place = |name: &str, number: Option<usize>| {
        number.map_or(String::new(), |number| format!("{name} {number}, "))
    };
    let line = place("line", fault.line);
    let column = place("column", fault.column);
    let place = format!("{line}{column}");
    match place.strip_suffix(", ") {
        Some(place) => format!("{place}: {}", fault.message),
        None => fault.message.clone(),
    }
}

impl TileGame {
    /// Replays the steps; the first that the rules do not allow is told.
    pub fn replay<'a>(&self, level: &'a TileLevel) -> Result<Play<'a>, String> {
        let mut play = Play::new(level);
        for (index, letter) in self.moves.chars().enumerate() {
            let number = index + 1;
            let way = step(letter)?;
            if number > MOST_STEPS {
                return Err(format!("a game has at most {MOST_STEPS} steps"));
            }
            if play.agent().is_none() {
                return Err(format!("step {number}: nobody is left to move"));
            }
            if play.step(way).is_empty() {
                let way = format!("{way:?}").to_lowercase();
                return Err(format!("step {number} ({way}) changes nothing"));
            }
        }
        Ok(play)
    }
}

fn step(letter: char) -> Result<Direction, String> {
    Direction::from_letter(letter).ok_or_else(|| format!("{letter:?} is no step: use l, u, r, d"))
}

/// A tile for the page: what to draw.
#[derive(Serialize)]
pub struct TileView {
    kind: String,
    movable: bool,
    agent: bool,
    /// Whether nobody may enter its field.
    solid: bool,
    /// The ways that it can go, and those in which it can be entered, as letters; empty
    /// where nothing is forbidden.
    ways: String,
    entered: String,
    /// The character that has it on top.
    character: Option<char>,
}

/// A level for the board, and its start.
#[derive(Serialize)]
pub struct TileBoard {
    title: String,
    about: String,
    width: usize,
    height: usize,
    tiles: Vec<TileView>,
    at: Standing,
}

/// How things stand.
#[derive(Serialize)]
pub struct Standing {
    /// For each cell the numbers of its tiles, from the bottom.
    stacks: Vec<Vec<usize>>,
    /// The same as text.
    text: String,
    /// The agent's cell; none if he is gone.
    agent: Option<usize>,
    won: bool,
}

/// A level, checked, for the board.
pub fn open(_: &Memory, source: &TileSource) -> Result<TileBoard, Fault> {
    let level = source.level().map_err(Fault::bad)?;
    let rules = level.rules();
    let ids = rules.tile_ids();
    Ok(TileBoard {
        title: rules.name().into(),
        about: rules.about().into(),
        width: level.field().width(),
        height: level.field().height(),
        tiles: ids.map(|id| tile_view(rules, id)).collect(),
        at: standing(&level, &Play::new(&level)),
    })
}

fn tile_view(rules: &Rules, id: TileId) -> TileView {
    let tile = rules.tile(id);
    let kind = rules.kind(tile.kind);
    let letters = |set: soko_tiles::DirectionSet| {
        let ways = Direction::ALL.into_iter().filter(|way| set.contains(*way));
        let letters: String = ways.map(Direction::letter).collect();
        if letters.len() == 4 {
            String::new()
        } else {
            letters
        }
    };
    let has_on_top = |(_, stack): &(char, &[TileId])| stack.last() == Some(&id);
    TileView {
        kind: kind.name.clone(),
        movable: rules.is_movable(tile.kind),
        agent: tile.kind == rules.agent(),
        solid: kind.entered_by.is_empty(),
        ways: letters(tile.moves_towards),
        entered: letters(tile.entered_towards),
        character: rules.characters().find(has_on_top).map(|(c, _)| c),
    }
}

fn standing(level: &TileLevel, play: &Play<'_>) -> Standing {
    let field: &Field = play.field();
    let stack = |cell| field.stack(cell).iter().map(|tile| tile.index()).collect();
    Standing {
        stacks: field.cells().map(stack).collect(),
        text: level.draw(field),
        agent: play.agent().map(|cell| cell.index()),
        won: play.is_won(),
    }
}

/// Steps to be done in a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileSteps {
    game: TileGame,
    #[serde(default)]
    steps: String,
}

/// What came of it.
#[derive(Serialize)]
pub struct TilePlayed {
    /// The letters of the steps that changed something.
    added: String,
    at: Standing,
}

/// Does those steps that change something.
pub fn play(_: &Memory, request: &TileSteps) -> Result<TilePlayed, Fault> {
    let level = request.game.level.level().map_err(Fault::bad)?;
    let mut play = request.game.replay(&level).map_err(Fault::bad)?;
    let before = play.steps().len();
    for letter in request.steps.chars().take(MOST_STEPS) {
        play.step(step(letter).map_err(Fault::bad)?);
    }
    Ok(TilePlayed {
        added: play.steps().skip(before).map(Direction::letter).collect(),
        at: standing(&level, &play),
    })
}
