//! Ten levels that no player would open and any file may hold.

/// A level with its name.
pub(crate) struct Monster {
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

/// A board on which pieces are put.
struct Canvas {
    rows: Vec<Vec<u8>>,
}

impl Canvas {
    /// An open hall with walls around it.
    fn hall(width: usize, height: usize) -> Canvas {
        let mut rows = vec![vec![b' '; width]; height];
        rows[0].fill(b'#');
        rows[height - 1].fill(b'#');
        for row in &mut rows {
            row[0] = b'#';
            row[width - 1] = b'#';
        }
        Canvas { rows }
    }

    fn put(&mut self, row: usize, col: usize, piece: u8) {
        self.rows[row][col] = piece;
    }

    /// So many pieces, row by row from this row on, with this gap between them.
    fn scatter(&mut self, n: usize, first_row: usize, gap: usize, piece: u8) {
        let width = self.rows[0].len();
        let columns: Vec<usize> = (2..width - 2).step_by(gap).collect();
        for index in 0..n {
            let row = first_row + index / columns.len() * gap;
            self.put(row, columns[index % columns.len()], piece);
        }
    }

    fn text(&self) -> String {
        let lines = self
            .rows
            .iter()
            .map(|row| String::from_utf8_lossy(row).into_owned() + "\n");
        lines.collect()
    }
}

fn one_box(width: usize, height: usize) -> Canvas {
    let mut hall = Canvas::hall(width, height);
    hall.put(1, 1, b'@');
    hall.put(height / 2, width / 2, b'$');
    hall.put(height - 3, width - 3, b'.');
    hall
}

fn many_boxes(side: usize, n: usize) -> Canvas {
    let mut hall = Canvas::hall(side, side);
    hall.scatter(n, 2, 2, b'$');
    let columns = (side - 4).div_ceil(2);
    let first_free = 2 + n.div_ceil(columns) * 2 + 1;
    let mut left = n;
    for row in first_free..side - 1 {
        for col in 1..side - 1 {
            if left > 0 {
                hall.put(row, col, b'.');
                left -= 1;
            }
        }
    }
    assert_eq!(left, 0, "the hall is too small");
    hall.put(1, 1, b'@');
    hall
}

/// One long way that winds through the whole board.
fn corridor(width: usize, height: usize) -> Canvas {
    let mut hall = Canvas::hall(width, height);
    for row in (2..height - 1).step_by(2) {
        for col in 1..width - 1 {
            hall.put(row, col, b'#');
        }
        let gap = if row % 4 == 2 { width - 2 } else { 1 };
        hall.put(row, gap, b' ');
    }
    hall.put(1, 1, b'@');
    hall.put(1, 5, b'$');
    hall.put(1, width - 4, b'.');
    hall
}

/// A hall of boxes, a door of one square, and a room full of goals.
fn goal_room(side: usize, n: usize) -> Canvas {
    let mut hall = Canvas::hall(2 * side, side);
    for row in 1..side - 1 {
        hall.put(row, side, b'#');
    }
    hall.put(side / 2, side, b' ');
    let (mut boxes, mut goals) = (n, n);
    for row in (2..side - 2).step_by(2) {
        for col in (2..side - 2).step_by(2) {
            if boxes > 0 {
                hall.put(row, col, b'$');
                boxes -= 1;
            }
        }
    }
    for row in 1..side - 1 {
        for col in (side + 3..2 * side - 1).rev() {
            if goals > 0 {
                hall.put(row, col, b'.');
                goals -= 1;
            }
        }
    }
    hall.put(1, 1, b'@');
    hall
}

/// Rooms that the man can never enter, each with a box on its goal.
fn sealed_rooms(side: usize, n: usize) -> Canvas {
    let mut hall = one_box(side, side);
    for index in 0..n {
        let (row, col) = (2 + index / 8 * 8, 2 + index % 8 * 12);
        for r in row..row + 5 {
            for c in col..col + 5 {
                let is_edge = r == row || r == row + 4 || c == col || c == col + 4;
                hall.put(r, c, if is_edge { b'#' } else { b' ' });
            }
        }
        hall.put(row + 2, col + 2, b'*');
    }
    hall
}

/// Columns of wall, so that every square is a junction.
fn pillars(side: usize, n: usize) -> Canvas {
    let mut hall = Canvas::hall(side, side);
    for row in (2..side - 1).step_by(2) {
        for col in (2..side - 1).step_by(2) {
            hall.put(row, col, b'#');
        }
    }
    for index in 0..n {
        hall.put(3 + 4 * (index / 12), 5 + 4 * (index % 12), b'$');
        hall.put(side - 4 - 4 * (index / 12), 5 + 4 * (index % 12), b'.');
    }
    hall.put(1, 1, b'@');
    hall
}

/// All ten.
pub(crate) fn monsters() -> Vec<Monster> {
    let monster = |name, canvas: Canvas| Monster {
        name,
        text: canvas.text(),
    };
    vec![
        monster("hall of 150 x 150, one box", one_box(150, 150)),
        monster("hall of 150 x 150, 300 boxes", many_boxes(150, 300)),
        monster("hall of 150 x 150, 1,000 boxes", many_boxes(150, 1000)),
        monster("hall of 40 x 40, 60 boxes", many_boxes(40, 60)),
        monster("corridor through 150 x 151", corridor(150, 151)),
        monster("corridor through 400 x 9", corridor(400, 9)),
        monster("a goal room of 300", goal_room(60, 300)),
        monster("a goal room of 40", goal_room(20, 40)),
        monster("sealed rooms", sealed_rooms(110, 60)),
        monster("pillars, 60 boxes", pillars(121, 60)),
    ]
}
