//! What the characters of a level say, for the second implementations.

/// A place on the paper: row and column.
pub type At = (i32, i32);

/// Everything that stands on the paper, in reading order.
#[derive(Default)]
pub struct Characters {
    pub inside: Vec<At>,
    pub goals: Vec<At>,
    pub boxes: Vec<At>,
    pub man: At,
}

impl Characters {
    pub fn of(text: &str) -> Characters {
        let mut found = Characters::default();
        for (row, line) in text.lines().enumerate() {
            for (col, c) in line.chars().enumerate() {
                let at = (row as i32, col as i32);
                if c != '#' {
                    found.inside.push(at);
                }
                if ".*+".contains(c) {
                    found.goals.push(at);
                }
                if "$*".contains(c) {
                    found.boxes.push(at);
                }
                if "@+".contains(c) {
                    found.man = at;
                }
            }
        }
        found
    }
}
