//! Rules as a file, in TOML.
//!
//! ```toml
//! name = "Sokoban"
//! about = "Push every box onto a goal."
//! agent = "man"                      # the kind that the player moves
//!
//! [[goals]]                          # all must hold: every/some KIND has KIND, none KIND
//! every = "goal"
//! has = "box"
//!
//! [kinds.floor]                      # nothing may enter or push a kind unless it says so
//! entered_by = "all"                 # or a list of kinds
//! entered_towards = ["left"]         # ways; all unless said
//!
//! [kinds.box]
//! moved_by = ["man"]
//! moves_towards = ["left", "right"]  # ways; all unless said
//! falls_off_edge = true              # stays on the field unless said
//! # slippery_for = ["man"]           # who slides on it
//!
//! [characters]                       # stacks from the bottom; what can move lies on top
//! "$" = ["floor", "box"]
//! "=" = ["floor", { kind = "box", moves_towards = ["left", "right"] }]
//! ```
//!
//! Everything that is wrong is told at once, each with line and column.

use crate::{DirectionSet, Goal, Kind, KindId, KindSet, Rules, Tile, TileId};
use soko_core::Direction;
use soko_format::Diagnostic;
use std::ops::Range;
use toml_edit::{Document, Item, Key, TableLike, Value};

/// Reads the rules of a game.
///
/// # Errors
///
/// All that is wrong, with line and column.
pub fn read_rules(text: &str) -> Result<Rules, Vec<Diagnostic>> {
    let mut reader = Reader {
        text,
        faults: Vec::new(),
        names: Vec::new(),
        tiles: Vec::new(),
    };
    let document = Document::parse(text).map_err(|error| {
        let message = error.message().trim().replace('\n', "; ");
        vec![reader.diagnostic(error.span(), &message)]
    })?;
    let rules = reader.rules(document.as_table());
    match reader.faults.is_empty() {
        true => Ok(rules),
        false => Err(reader.faults),
    }
}

type Span = Option<Range<usize>>;

struct Reader<'a> {
    text: &'a str,
    faults: Vec<Diagnostic>,
    /// The names of the kinds.
    names: Vec<String>,
    /// The tiles that characters have named so far.
    tiles: Vec<Tile>,
}

/// One table of the file with the keys that it may have.
struct Section<'t> {
    table: &'t dyn TableLike,
    what: &'static str,
    span: Span,
}

const KIND_KEYS: &[&str] = &[
    "entered_by",
    "entered_towards",
    "moved_by",
    "moves_towards",
    "falls_off_edge",
    "slippery_for",
];

impl Reader<'_> {
    fn diagnostic(&self, span: Span, message: &str) -> Diagnostic {
        let at = span.map_or(0, |span| span.start);
        Diagnostic::error(message).at_byte(self.text, at)
    }

    fn fault(&mut self, span: Span, message: impl AsRef<str>) {
        let problem = self.diagnostic(span, message.as_ref());
        self.faults.push(problem);
    }

    fn rules(&mut self, table: &toml_edit::Table) -> Rules {
        let keys = ["name", "about", "agent", "goals", "kinds", "characters"];
        let whole = Section {
            table,
            what: "a file of rules",
            span: Some(0..0),
        };
        self.refuse_unknown(&whole, &keys);
        // 1. The kinds, since all else names them.
        let kinds = self.section(&whole, "kinds");
        let kinds = kinds.map_or_else(Vec::new, |section| self.kinds(&section));
        // 2. Who plays, and when the game is won.
        let agent = self.needed(&whole, "agent");
        let agent = agent
            .and_then(|item| self.kind_named(item))
            .unwrap_or(KindId(0));
        let mut rules = Rules {
            name: self
                .needed(&whole, "name")
                .map_or_else(String::new, |i| self.string(i)),
            about: whole
                .table
                .get("about")
                .map_or_else(String::new, |i| self.string(i)),
            kinds,
            tiles: Vec::new(),
            characters: Vec::new(),
            agent,
            goals: self.goals(&whole),
        };
        // 3. What characters stand for.
        if let Some(section) = self.section(&whole, "characters") {
            rules.characters = self.characters(&section, &rules);
        }
        rules.tiles = std::mem::take(&mut self.tiles);
        let plays = |tile: &Tile| tile.kind == rules.agent;
        if self.faults.is_empty() && !rules.tiles.iter().any(plays) {
            self.fault(whole.span, "no character has the agent in its stack");
        }
        rules
    }

    fn refuse_unknown(&mut self, section: &Section<'_>, known: &[&str]) {
        for (name, item) in section.table.iter() {
            if !known.contains(&name) {
                let span = key_span(section.table, name).or(item.span());
                let (what, known) = (section.what, known.join(", "));
                self.fault(span, format!("{what} has no {name:?}; there are {known}"));
            }
        }
    }

    fn needed<'t>(&mut self, section: &Section<'t>, name: &str) -> Option<&'t Item> {
        let item = section.table.get(name);
        if item.is_none() {
            let what = section.what;
            self.fault(section.span.clone(), format!("{what} needs {name:?}"));
        }
        item
    }

    /// A table that the file must have, with something in it.
    fn section<'t>(&mut self, whole: &Section<'t>, what: &'static str) -> Option<Section<'t>> {
        let item = self.needed(whole, what)?;
        let span = item.span();
        match item.as_table_like() {
            Some(table) if !table.is_empty() => Some(Section { table, what, span }),
            _ => {
                self.fault(
                    span,
                    format!("{what:?} must be a table with something in it"),
                );
                None
            }
        }
    }

    fn string(&mut self, item: &Item) -> String {
        match item.as_str() {
            Some(text) => text.to_owned(),
            None => {
                self.fault(item.span(), "this must be a text in quotes");
                String::new()
            }
        }
    }

    fn kind_named(&mut self, item: &Item) -> Option<KindId> {
        let name = match item.as_str() {
            Some(name) => name,
            None => {
                self.fault(item.span(), "this must be the name of a kind");
                return None;
            }
        };
        self.find_kind(name, item.span())
    }

    fn find_kind(&mut self, name: &str, span: Span) -> Option<KindId> {
        let place = self.names.iter().position(|known| known == name);
        if place.is_none() {
            let known = self.names.join(", ");
            self.fault(
                span,
                format!("no kind is called {name:?}; there are {known}"),
            );
        }
        place.map(|place| KindId(place as u8))
    }

    fn kinds(&mut self, section: &Section<'_>) -> Vec<Kind> {
        self.names = section
            .table
            .iter()
            .map(|(name, _)| name.to_owned())
            .collect();
        if self.names.len() > KindId::MOST {
            let (n, most) = (self.names.len(), KindId::MOST);
            self.fault(
                section.span.clone(),
                format!("there are {n} kinds; at most {most}"),
            );
            self.names.truncate(KindId::MOST);
        }
        let entries = section.table.iter().take(KindId::MOST);
        entries.map(|(name, item)| self.kind(name, item)).collect()
    }

    fn kind(&mut self, name: &str, item: &Item) -> Kind {
        let mut kind = Kind {
            name: name.to_owned(),
            entered_by: KindSet::default(),
            entered_towards: DirectionSet::ALL,
            moved_by: KindSet::default(),
            moves_towards: DirectionSet::ALL,
            falls_off_edge: false,
            slippery_for: KindSet::default(),
        };
        // A fault leaves the kind as it is, so that all faults of a file are told.
        let Some(table) = item.as_table_like() else {
            self.fault(item.span(), format!("the kind {name:?} must be a table"));
            return kind;
        };
        let section = Section {
            table,
            what: "a kind",
            span: item.span(),
        };
        self.refuse_unknown(&section, KIND_KEYS);
        kind.entered_by = self.kind_set(&section, "entered_by");
        kind.moved_by = self.kind_set(&section, "moved_by");
        kind.slippery_for = self.kind_set(&section, "slippery_for");
        kind.entered_towards = self.directions(&section, "entered_towards", DirectionSet::ALL);
        kind.moves_towards = self.directions(&section, "moves_towards", DirectionSet::ALL);
        if let Some(item) = table.get("falls_off_edge") {
            match item.as_bool() {
                Some(falls) => kind.falls_off_edge = falls,
                None => self.fault(item.span(), "this must be true or false"),
            }
        }
        kind
    }

    /// `"all"` or a list of kinds; nobody if nothing is said.
    fn kind_set(&mut self, section: &Section<'_>, key: &str) -> KindSet {
        let mut set = KindSet::default();
        let Some(item) = section.table.get(key) else {
            return set;
        };
        if item.as_str() == Some("all") {
            return KindSet::ALL;
        }
        let Some(list) = item.as_array() else {
            self.fault(item.span(), "this must be \"all\" or a list of kinds");
            return set;
        };
        for value in list {
            match value.as_str() {
                Some(name) => {
                    if let Some(kind) = self.find_kind(name, value.span()) {
                        set.insert(kind);
                    }
                }
                None => self.fault(value.span(), "this must be the name of a kind"),
            }
        }
        set
    }

    /// A list of ways; `unsaid` if there is none.
    fn directions(
        &mut self,
        section: &Section<'_>,
        key: &str,
        unsaid: DirectionSet,
    ) -> DirectionSet {
        let Some(item) = section.table.get(key) else {
            return unsaid;
        };
        let Some(list) = item.as_array() else {
            self.fault(item.span(), "this must be a list of left, right, up, down");
            return unsaid;
        };
        let mut set = DirectionSet::NONE;
        for value in list {
            let named = value.as_str().and_then(direction_named);
            match named {
                Some(direction) => set = set.with(direction),
                None => self.fault(value.span(), "this must be left, right, up or down"),
            }
        }
        set
    }

    fn goals(&mut self, whole: &Section<'_>) -> Vec<Goal> {
        let Some(item) = self.needed(whole, "goals") else {
            return Vec::new();
        };
        let Some(tables) = item.as_array_of_tables() else {
            self.fault(item.span(), "goals are tables, each headed [[goals]]");
            return Vec::new();
        };
        let mut goals = Vec::new();
        for table in tables {
            let section = Section {
                table,
                what: "a goal",
                span: table.span(),
            };
            goals.extend(self.goal(&section));
        }
        goals
    }

    fn goal(&mut self, section: &Section<'_>) -> Option<Goal> {
        self.refuse_unknown(section, &["every", "some", "none", "has"]);
        let table = section.table;
        let named: Vec<&str> = ["every", "some", "none"]
            .into_iter()
            .filter(|key| table.contains_key(key))
            .collect();
        let [how] = named[..] else {
            self.fault(
                section.span.clone(),
                "a goal has one of every, some and none",
            );
            return None;
        };
        let first = self.kind_named(table.get(how)?)?;
        if how == "none" {
            if let Some(item) = table.get("has") {
                self.fault(item.span(), "a goal with none has no \"has\"");
            }
            return Some(Goal::None(first));
        }
        let has = self.needed(section, "has")?;
        let has = self.kind_named(has)?;
        Some(match how {
            "every" => Goal::Every(first, has),
            _ => Goal::Some(first, has),
        })
    }

    fn characters(&mut self, section: &Section<'_>, rules: &Rules) -> Vec<(char, Vec<TileId>)> {
        let mut characters = Vec::new();
        for (name, item) in section.table.iter() {
            let span = key_span(section.table, name);
            let mut letters = name.chars();
            let (Some(character), None) = (letters.next(), letters.next()) else {
                self.fault(span, format!("{name:?} is not one character"));
                continue;
            };
            let Some(list) = item.as_array() else {
                self.fault(item.span(), "this must be a list of kinds, from the bottom");
                continue;
            };
            let stack: Vec<TileId> = list
                .iter()
                .filter_map(|value| self.tile(value, rules))
                .collect();
            self.check_stack(&stack, rules, item.span());
            characters.push((character, stack));
        }
        characters
    }

    /// What can move must lie above what cannot.
    fn check_stack(&mut self, stack: &[TileId], rules: &Rules, span: Span) {
        let movable = |tile: &TileId| rules.is_movable(self.tiles[tile.index()].kind);
        let first = stack.iter().position(movable).unwrap_or(stack.len());
        if !stack[first..].iter().all(movable) {
            self.fault(span, "what cannot move lies above something that can");
        }
    }

    /// A kind, or a kind with arguments.
    fn tile(&mut self, value: &Value, rules: &Rules) -> Option<TileId> {
        let tile = match value {
            Value::String(name) => {
                let kind = self.find_kind(name.value(), value.span())?;
                plain_tile(rules, kind)?
            }
            Value::InlineTable(table) => {
                let section = Section {
                    table,
                    what: "a tile",
                    span: value.span(),
                };
                self.refuse_unknown(&section, &["kind", "moves_towards", "entered_towards"]);
                let item = self.needed(&section, "kind")?;
                let kind = self.kind_named(item)?;
                let plain = plain_tile(rules, kind)?;
                Tile {
                    kind,
                    moves_towards: self.directions(&section, "moves_towards", plain.moves_towards),
                    entered_towards: self.directions(
                        &section,
                        "entered_towards",
                        plain.entered_towards,
                    ),
                }
            }
            _ => {
                self.fault(value.span(), "this must be a kind, or { kind = …, … }");
                return None;
            }
        };
        // Equal tiles are one, so that a state fits into bytes.
        let known = self.tiles.iter().position(|known| *known == tile);
        let place = known.unwrap_or_else(|| {
            self.tiles.push(tile);
            self.tiles.len() - 1
        });
        if place > usize::from(u8::MAX) {
            self.fault(value.span(), "there are more than 256 tiles");
            return None;
        }
        Some(TileId(place as u8))
    }
}

/// A kind without arguments; none if the kind could not be read.
fn plain_tile(rules: &Rules, kind: KindId) -> Option<Tile> {
    let Kind {
        moves_towards,
        entered_towards,
        ..
    } = *rules.kinds.get(kind.index())?;
    Some(Tile {
        kind,
        moves_towards,
        entered_towards,
    })
}

fn key_span(table: &dyn TableLike, name: &str) -> Span {
    table
        .get_key_value(name)
        .and_then(|(key, _): (&Key, _)| key.span())
}

fn direction_named(name: &str) -> Option<Direction> {
    Some(match name {
        "left" => Direction::Left,
        "right" => Direction::Right,
        "up" => Direction::Up,
        "down" => Direction::Down,
        _ => return None,
    })
}
