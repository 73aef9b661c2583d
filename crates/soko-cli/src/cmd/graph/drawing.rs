//! Boards of one level as texts, many of them: the level without boxes and man is
//! drawn once, and for each state only what stands on it is put in. The same texts as
//! those of `Level::picture`, many times faster.

use soko_core::{Cell, Level, Square, Squares, State};

/// A level without boxes and man, ready to be drawn on.
pub struct Drawing<'a> {
    level: &'a Level,
    /// The rows, parted by line ends; all characters are of one byte.
    empty: String,
    /// Where each row begins.
    rows: Vec<usize>,
}

impl<'a> Drawing<'a> {
    /// Draws the level.
    pub fn new(level: &'a Level) -> Drawing<'a> {
        let board = level.board();
        let mut setup = level.setup().clone();
        for square in board.squares() {
            let floor = Cell::of(board.is_goal(square), false, false);
            setup.set(board.coord(square), floor);
        }
        let empty = setup.to_string().trim_end_matches('\n').to_string();
        let ends = empty.match_indices('\n').map(|(at, _)| at + 1);
        let rows = std::iter::once(0).chain(ends).collect();
        Drawing { level, empty, rows }
    }

    /// Draws a state into a text, which is emptied first.
    pub fn draw(&self, state: &State, text: &mut String) {
        text.clear();
        text.push_str(&self.empty);
        for square in state.boxes.iter() {
            self.put(text, square, true);
        }
        self.put(text, state.man, false);
    }

    fn put(&self, text: &mut String, square: Square, is_box: bool) {
        let board = self.level.board();
        let at = board.coord(square);
        let place = self.rows[at.row as usize] + at.col as usize;
        let cell = Cell::of(board.is_goal(square), is_box, !is_box);
        text.replace_range(place..=place, cell.to_char().encode_utf8(&mut [0; 4]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, random_level};
    use soko_graph::{Rules, explore};
    use soko_search::Control;

    #[test]
    fn the_texts_are_those_of_the_level() {
        let mut random = SplitMix(89);
        let mut levels: Vec<Level> = (0..12)
            .map(|_| random_level(&mut random, 8, 7, 3))
            .collect();
        // Rows of several lengths, and a man on a goal.
        let odd = "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#+ #\n#########";
        levels.push(odd.parse().unwrap());
        for level in levels {
            let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
            let drawing = Drawing::new(&level);
            let mut text = "left over".to_string();
            for state in (0..graph.n_states() as u32).map(|id| graph.shown(id)) {
                drawing.draw(&state, &mut text);
                assert_eq!(format!("{text}\n"), level.picture(&state).to_string());
            }
        }
    }
}
