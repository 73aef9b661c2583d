//! The legend below a board: a line for each layer and each of its signs, cut at
//! words so that it fits.

use super::frame::Frame;
use super::layer::{PictureLayer, Slot, draw_sample};
use super::{Align, Form, Paint, Scene};

/// The fewest columns of a picture with a legend, so that sentences fit.
const LEAST_WIDTH: u32 = 15;
/// The height of a line, in cells.
const LINE: f64 = 0.62;
/// Where the text of a sample begins.
const INDENT: f64 = 1.0;
/// The width of a character, in cells.
const LETTER: f64 = 0.25;

/// Adds the legend of some layers below what is drawn.
pub(super) fn draw(scene: &mut Scene, layers: &[PictureLayer], slots: &[Slot]) {
    if layers.iter().all(|layer| layer.legend.is_empty()) {
        return;
    }
    scene.width = scene.width.max(LEAST_WIDTH);
    let n_letters = ((f64::from(scene.width) - INDENT) / LETTER) as usize;
    let mut y = f64::from(scene.height) + 0.3;
    for (layer, slot) in layers.iter().zip(slots) {
        for line in &layer.legend {
            let side = LINE * 0.9;
            let frame = Frame { x: 0.2, y, side };
            draw_sample(scene, *slot, &line.sample, frame);
            for text in wrapped(&line.text, n_letters) {
                let form = Form::Text {
                    x: INDENT,
                    y: y + LINE / 2.0,
                    text,
                    size: 1.0,
                    align: Align::Start,
                };
                scene.push(form, Paint::Ink);
                y += LINE;
            }
        }
    }
    scene.height = (y + 0.3).ceil() as u32;
}

/// A text in lines of at most so many characters, cut between words.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        let length = last.chars().count() + 1 + word.chars().count();
        if last.is_empty() {
            last.push_str(word);
        } else if length <= most {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_between_words_and_keep_them_all() {
        let text = "every possible push, barred where it is proved to lose";
        let lines = wrapped(text, 20);
        assert!(lines.iter().all(|line| line.len() <= 20), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrapped("unbreakable", 3), ["unbreakable"]);
    }
}
