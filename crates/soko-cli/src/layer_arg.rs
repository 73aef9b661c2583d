//! A layer on the command line: the table of `soko_assist`, asked about the start of
//! a level.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use soko_assist::{Assistant, LAYERS, Layer, Mark, Overlay, Question, layer, marks};
use soko_core::{Level, Square, State};
use soko_search::Control;

/// Takes the names of the layers, with what each shows as help.
pub fn parser() -> impl TypedValueParser<Value = &'static Layer> {
    let values = LAYERS
        .iter()
        .map(|layer| PossibleValue::new(layer.name).help(about(layer)));
    PossibleValuesParser::new(values)
        .map(|name| layer::named(&name).expect("every possible value is in the table"))
}

/// What a layer shows, and with which marks.
pub fn about(layer: &Layer) -> String {
    format!("{} ({})", layer.summary, layer.marks)
}

/// The marks on the start of a level, in reading order, and what there is to say.
pub fn show(layer: &Layer, level: &Level, focus: Option<Square>) -> (Vec<Mark>, Vec<String>) {
    let mut assistant = Assistant::new(level.clone());
    let overlay = ask(&mut assistant, layer, &level.start(), focus);
    (marks(level.board(), &overlay), overlay.sentences)
}

/// Asks a layer about a position, without limits; with nothing pointed at, layers
/// that need it get the first that suits them.
pub fn ask(
    assistant: &mut Assistant,
    layer: &Layer,
    state: &State,
    focus: Option<Square>,
) -> Overlay {
    let board = assistant.level().board();
    let focus = focus.or_else(|| layer.needs.default_at(board, state));
    assistant.ask(layer, &Question { state, focus }, &mut Control::default())
}
