//! A layer on the command line: the table of `soko_assist`, asked about the start of
//! a level.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use soko_assist::{
    Assistant, Certainty, LAYERS, Layer, Mark, Overlay, Question, layer, marks, within,
};
use soko_core::{Level, Square, State};
use soko_search::Control;
use soko_solve::deadlock::Patterns;
use std::time::Duration;

/// Takes the names of the layers, with what each shows as help.
pub fn parser() -> impl TypedValueParser<Value = &'static Layer> {
    let values = LAYERS
        .iter()
        .map(|layer| PossibleValue::new(layer.name).help(about(layer)));
    PossibleValuesParser::new(values)
        .map(|name| layer::named(&name).expect("every possible value is in the table"))
}

/// What a layer shows, with which marks, and whether that is a guess.
pub fn about(layer: &Layer) -> String {
    let guess = match layer.certainty {
        Certainty::Proved => "",
        Certainty::Heuristic => "; a guess",
    };
    format!("{} ({}{guess})", layer.summary, layer.marks)
}

/// The marks on the start of a level, in reading order, and what there is to say. A
/// layer that is not done in time says so and shows what it has.
pub fn show(
    layer: &Layer,
    level: &Level,
    focus: Option<Square>,
    patterns: &Patterns,
    time: Duration,
) -> (Vec<Mark>, Vec<String>) {
    let mut assistant = Assistant::new(level.clone()).with_patterns(patterns);
    let overlay = ask_within(&mut assistant, layer, &level.start(), focus, time);
    (marks(level.board(), &overlay), overlay.sentences)
}

/// Asks a layer about a position, for so long.
pub fn ask_within(
    assistant: &mut Assistant,
    layer: &Layer,
    state: &State,
    focus: Option<Square>,
    time: Duration,
) -> Overlay {
    let mut overlay = ask_with(assistant, layer, state, focus, &mut within(time));
    if !overlay.is_complete {
        let seconds = time.as_secs_f64();
        overlay.sentences.push(format!(
            "Not all was worked out within {seconds} s; --time gives it longer."
        ));
    }
    overlay
}

/// Asks a layer about a position, without limits.
pub fn ask(
    assistant: &mut Assistant,
    layer: &Layer,
    state: &State,
    focus: Option<Square>,
) -> Overlay {
    ask_with(assistant, layer, state, focus, &mut Control::default())
}

/// With nothing pointed at, layers that need it get the first that suits them.
fn ask_with(
    assistant: &mut Assistant,
    layer: &Layer,
    state: &State,
    focus: Option<Square>,
    control: &mut Control<'_>,
) -> Overlay {
    let board = assistant.level().board();
    let focus = focus.or_else(|| layer.needs.default_at(board, state));
    assistant.ask(layer, &Question { state, focus }, control)
}
