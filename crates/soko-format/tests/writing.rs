//! One collection in every format, in full: nothing that was read is lost on the
//! way, and what a format cannot hold is known.

use soko_format::{Collection, Entry, Format, Note, read_collection};

/// Two levels with everything that can be written about them.
const FULL: &str = "\
Collection: Two of a kind
Author: Somebody
Email: some@body.org
Homepage: body.org
:: About all of them.

; First & best

#####
#@$.#
#####
Author: Somebody else
Difficulty: 3
A line of text
Comment: short
Comment:
Two lines
of remarks
Comment-End:

Solution/Pushes
R
Time: 1

Snapshot
[]

; Second

 #####
##-  #
#@$* #
#  . #
######
";

fn full() -> Collection {
    let collection = read_collection(FULL.as_bytes());
    assert_eq!(collection.diagnostics, []);
    collection
}

fn field(key: &str, value: &str) -> Note {
    Note::Field {
        key: key.into(),
        value: value.into(),
    }
}

#[test]
fn everything_is_read() {
    let collection = full();
    let expected = [
        field("Collection", "Two of a kind"),
        field("Author", "Somebody"),
        field("Email", "some@body.org"),
        field("Homepage", "body.org"),
        Note::Comment("About all of them.".into()),
    ];
    assert_eq!(collection.notes, expected);
    let [first, second] = &collection.entries[..] else {
        panic!("two levels");
    };
    assert_eq!((first.number, second.number), (1, 2));
    assert_eq!((first.line(), second.line()), (9, 30));
    assert_eq!(first.heading.as_deref(), Some("First & best"));
    let expected = [
        field("Author", "Somebody else"),
        field("Difficulty", "3"),
        Note::Text("A line of text".into()),
        Note::Comment("short".into()),
        Note::Comment("Two lines\nof remarks".into()),
    ];
    assert_eq!(first.notes, expected);
    let [solution, snapshot] = &first.games[..] else {
        panic!("two games");
    };
    assert_eq!(
        (&*solution.title, &*solution.moves),
        ("Solution/Pushes", "R")
    );
    assert_eq!(solution.notes, [field("Time", "1")]);
    assert_eq!((&*snapshot.title, &*snapshot.moves), ("Snapshot", "[]"));
    assert_eq!(
        second.setup.to_string(),
        " #####\n##   #\n#@$* #\n#  . #\n######\n"
    );
}

/// The parts of an entry that a format should keep.
type Kept<'a> = (
    Option<&'a str>,
    String,
    &'a [Note],
    Vec<(&'a str, &'a str, &'a [Note])>,
);

fn kept(entry: &Entry) -> Kept<'_> {
    let games = entry.games.iter();
    let games = games.map(|game| (&*game.title, &*game.moves, &*game.notes));
    (
        entry.heading.as_deref(),
        entry.setup.to_string(),
        &entry.notes,
        games.collect(),
    )
}

#[test]
fn texts_keep_everything() {
    let before = full();
    for format in [Format::Xsb, Format::Sok, Format::Rle] {
        let text = format.write(&before);
        let after = read_collection(text.as_bytes());
        assert_eq!(after.diagnostics, [], "{text}");
        assert_eq!(before.notes, after.notes, "{text}");
        assert_eq!(before.entries.len(), after.entries.len(), "{text}");
        for (before, after) in before.entries.iter().zip(&after.entries) {
            assert_eq!(kept(before), kept(after), "{text}");
        }
    }
}

#[test]
fn xsb() {
    // As it was read, but for the title's place and the floor that needs no mark.
    let expected = FULL.replace("##-  #", "##   #");
    assert_eq!(Format::Xsb.write(&full()), expected);
}

#[test]
fn sok_has_plain_titles() {
    let expected = FULL.replace("##-  #", "##   #").replace("; Sec", "Sec");
    let expected = expected.replace("; First & best", "First & best");
    assert_eq!(Format::Sok.write(&full()), expected);
}

#[test]
fn rle_has_a_board_a_line() {
    let text = Format::Rle.write(&full());
    assert!(text.contains("\n5#|#@$.#|5#\n"), "{text}");
    assert!(text.contains("\n-5#|##3-#|#@$*-#|#--.-#|6#\n"), "{text}");
}

#[test]
fn boxoban_numbers_its_levels_and_holds_nothing_else() {
    let expected = "\
; 0
#####
#@$.#
#####

; 1
 #####
##   #
#@$* #
#  . #
######
";
    assert_eq!(Format::Boxoban.write(&full()), expected);
}

#[test]
fn slc_holds_titles_authors_and_remarks_about_the_file() {
    let expected = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<SokobanLevels>
  <Title>Two of a kind</Title>
  <Description>About all of them.</Description>
  <Email>some@body.org</Email>
  <Url>body.org</Url>
  <LevelCollection Copyright=\"Somebody\" MaxWidth=\"6\" MaxHeight=\"5\">
    <Level Id=\"First &amp; best\" Width=\"5\" Height=\"3\" Copyright=\"Somebody else\">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id=\"Second\" Width=\"6\" Height=\"5\">
      <L> #####</L>
      <L>##   #</L>
      <L>#@$* #</L>
      <L>#  . #</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
";
    let before = full();
    let text = Format::Slc.write(&before);
    assert_eq!(text, expected);
    let after = read_collection(text.as_bytes());
    assert_eq!(after.title(), before.title());
    assert_eq!(after.author(), before.author());
    assert_eq!(after.comments().collect::<Vec<_>>(), ["About all of them."]);
    assert_eq!(after.entries[0].title(), Some("First & best"));
    assert_eq!(
        after.entries[0].notes,
        [field("Copyright", "Somebody else")]
    );
}

/// Moves are wrapped where a count and its letter stay together.
#[test]
fn long_games_are_wrapped_and_read_back() {
    let mut collection = full();
    let moves = "12(rl)3u".repeat(40);
    collection.entries[0].games[0].moves = moves.clone();
    let text = Format::Sok.write(&collection);
    assert!(text.lines().all(|line| line.len() <= 72), "{text}");
    let after = read_collection(text.as_bytes());
    assert_eq!(after.entries[0].games[0].moves, moves);
}
