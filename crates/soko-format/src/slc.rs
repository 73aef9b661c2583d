//! SLC, the XML format of levels: `SokobanLevels` with a `LevelCollection` of
//! `Level`s, one `L` element a row, in which spaces matter.
//!
//! Declared widths and heights are often wrong and are not believed. A broken
//! level or a broken end of the file does not lose the levels before it.

use crate::board_rows::{Row, build_entry};
use crate::classify::{RowKind, row_kind};
use crate::encoding::without_controls;
use crate::xml::escaped;
use crate::{Collection, Diagnostic, Entry, Note, caps, collection};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Whether a text is an SLC file.
pub(crate) fn is_slc(text: &str) -> bool {
    let start = text.trim_start().as_bytes();
    let start = &start[..start.len().min(4096)];
    let root = b"SokobanLevels";
    start.starts_with(b"<") && start.windows(root.len()).any(|window| window == root)
}

/// Reads a whole file.
pub(crate) fn read(text: &str) -> Collection {
    let mut reader = SlcReader {
        text,
        counted_to: 0,
        line: 1,
        collection: Collection::default(),
        level: None,
        element: String::new(),
        content: String::new(),
    };
    reader.read();
    let mut collection = reader.collection;
    if collection.entries.is_empty() && collection.diagnostics.is_empty() {
        let problem = Diagnostic::error("there is no level in the file");
        collection.diagnostics.push(problem);
    }
    collection
}

/// A level whose rows are being read: line and text of each.
struct OpenLevel {
    heading: Option<String>,
    notes: Vec<Note>,
    rows: Vec<(usize, String)>,
}

struct SlcReader<'a> {
    text: &'a str,
    counted_to: usize,
    line: usize,
    collection: Collection,
    level: Option<OpenLevel>,
    /// The element whose text is being collected.
    element: String,
    content: String,
}

impl SlcReader<'_> {
    fn read(&mut self) {
        let mut xml = Reader::from_str(self.text);
        loop {
            let event = xml.read_event();
            self.count_lines(xml.buffer_position() as usize);
            match event {
                Ok(Event::Start(start)) => self.start(&start),
                Ok(Event::Empty(start)) => {
                    self.start(&start);
                    self.end(start.local_name().as_ref());
                }
                Ok(Event::End(end)) => self.end(end.local_name().as_ref()),
                Ok(Event::Text(text)) => self.content += &text,
                Ok(Event::CData(text)) => self.content += &text,
                Ok(Event::GeneralRef(name)) => self.content += &resolve(&name),
                Ok(Event::Eof) => return,
                Ok(_) => {}
                // The levels before the break are kept.
                Err(error) => {
                    let text = self.text.lines().nth(self.line - 1).unwrap_or("");
                    let problem = Diagnostic::error(format!("the XML is broken: {error}"));
                    let problem = problem.at(self.line, None, text);
                    self.collection.diagnostics.push(problem);
                    return;
                }
            }
            if self.collection.entries.len() >= caps::LEVELS {
                let message = format!("the file has more than {} levels", caps::LEVELS);
                self.collection.diagnostics.push(Diagnostic::error(message));
                return;
            }
        }
    }

    fn count_lines(&mut self, position: usize) {
        let position = position.min(self.text.len());
        let new = &self.text.as_bytes()[self.counted_to..position];
        self.line += new.iter().filter(|&&b| b == b'\n').count();
        self.counted_to = position;
    }

    fn start(&mut self, start: &BytesStart<'_>) {
        self.content.clear();
        self.element = start.local_name().as_ref().to_string();
        let attribute = |name: &str| {
            let found = start.try_get_attribute(name).ok()??;
            let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
            let value = one_line(&without_controls(&value));
            (!value.is_empty()).then_some(value)
        };
        let copyright = attribute("Copyright").map(|value| field("Copyright", value));
        match self.element.as_str() {
            "Level" => {
                self.end_level();
                self.level = Some(OpenLevel {
                    heading: attribute("Id"),
                    notes: copyright.into_iter().collect(),
                    rows: Vec::new(),
                });
            }
            "LevelCollection" => self.collection.notes.extend(copyright),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        let content = std::mem::take(&mut self.content);
        match name {
            "L" => {
                if let Some(level) = &mut self.level
                    && level.rows.len() <= caps::SIDE
                {
                    level.rows.push((self.line, content));
                }
            }
            "Level" => self.end_level(),
            _ if self.level.is_some() => {}
            _ => self.file_note(name, &content),
        }
    }

    fn file_note(&mut self, name: &str, content: &str) {
        if one_line(content).is_empty() {
            return;
        }
        let note = match name {
            "Title" => field("Collection", one_line(content)),
            "Email" => field("Email", one_line(content)),
            "Url" => field("Homepage", one_line(content)),
            "Description" => {
                let lines: Vec<&str> = content.trim().lines().map(str::trim).collect();
                Note::Comment(lines.join("\n"))
            }
            _ => return,
        };
        self.collection.notes.push(note);
    }

    fn end_level(&mut self) {
        let Some(level) = self.level.take() else {
            return;
        };
        // What is no row of a board elsewhere is one here, with mistakes in it.
        let number = self.collection.entries.len() + 1;
        let rows: Vec<Row<'_>> = level
            .rows
            .iter()
            .map(|(line, text)| Row {
                number: *line,
                whole: text,
                text,
                kind: row_kind(text, true).unwrap_or(RowKind::Faulty),
            })
            .collect();
        let result = match rows.first() {
            None => Err(Diagnostic::error("the level has no rows").in_level(number)),
            Some(_) => build_entry(&rows, number),
        };
        match result {
            Ok(entry) => self.collection.entries.push(Entry {
                heading: level.heading,
                notes: level.notes,
                ..entry
            }),
            Err(problem) if self.collection.diagnostics.len() < caps::DIAGNOSTICS => {
                self.collection.diagnostics.push(problem.in_level(number));
            }
            Err(_) => {}
        }
    }
}

fn field(key: &str, value: String) -> Note {
    Note::Field {
        key: key.to_string(),
        value,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of `&name;`: the five names of XML and numbers; others stay as they
/// are written.
fn resolve(name: &str) -> String {
    let number = name.strip_prefix('#').and_then(|digits| {
        let number = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        char::from_u32(number).map(|c| without_controls(&c.to_string()).into_owned())
    });
    let known = match name {
        "lt" => Some("<"),
        "gt" => Some(">"),
        "amp" => Some("&"),
        "quot" => Some("\""),
        "apos" => Some("'"),
        _ => None,
    };
    number
        .or(known.map(String::from))
        .unwrap_or_else(|| format!("&{name};"))
}

/// Writes a collection as SLC.
pub(crate) fn write(collection: &Collection) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n");
    let noted = |keys: &[&str]| collection::field(&collection.notes, keys).unwrap_or("");
    let comments = collection.comments().collect::<Vec<_>>().join("\n");
    push_element(&mut out, "Title", collection.title().unwrap_or(""));
    push_element(&mut out, "Description", &comments);
    push_element(&mut out, "Email", noted(&["email"]));
    push_element(&mut out, "Url", noted(&["homepage", "url"]));
    let setups = || collection.entries.iter().map(|entry| &entry.setup);
    let width = setups().map(|s| s.width()).max().unwrap_or(0);
    let height = setups().map(|s| s.height()).max().unwrap_or(0);
    out += "  <LevelCollection";
    push_attribute(&mut out, "Copyright", collection.author().unwrap_or(""));
    out += &format!(" MaxWidth=\"{width}\" MaxHeight=\"{height}\">\n");
    for entry in &collection.entries {
        push_level(&mut out, entry);
    }
    out += "  </LevelCollection>\n</SokobanLevels>\n";
    out
}

fn push_level(out: &mut String, entry: &Entry) {
    let (width, height) = (entry.setup.width(), entry.setup.height());
    let copyright = collection::field(&entry.notes, &["author", "copyright"]);
    *out += "    <Level";
    push_attribute(out, "Id", entry.title().unwrap_or(""));
    *out += &format!(" Width=\"{width}\" Height=\"{height}\"");
    push_attribute(out, "Copyright", copyright.unwrap_or(""));
    *out += ">\n";
    for row in 0..height {
        let cells: String = entry.setup.row(row).iter().map(|c| c.to_char()).collect();
        *out += &format!("      <L>{}</L>\n", cells.trim_end());
    }
    *out += "    </Level>\n";
}

fn push_element(out: &mut String, name: &str, value: &str) {
    if !value.trim().is_empty() {
        *out += &format!("  <{name}>{}</{name}>\n", escaped(value));
    }
}

fn push_attribute(out: &mut String, name: &str, value: &str) {
    let value = one_line(value);
    if !value.is_empty() {
        *out += &format!(" {name}=\"{}\"", escaped(&value));
    }
}
