//! A level that makes sense: checked once, trusted everywhere.

use crate::{
    Board, Cell, Coord, Direction, MAX_SQUARES, Setup, Square, SquareSet, Squares, State,
    UnknownCell,
};
use std::fmt;

/// A playable level: one man inside closed walls, at least one box, and a goal
/// for every box.
///
/// Floor that the man could never reach is not part of the [`Board`]; it stays in
/// the [`Setup`] for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    setup: Setup,
    board: Board,
    boxes: SquareSet,
    man: Square,
}

/// One reason why a setup is no level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// There is no man.
    NoMan,
    /// There is more than one man; all places after the first.
    ExtraMan(Coord),
    /// The man can walk off the board; the square where he leaves.
    Open(Coord),
    /// There is no box that the man could ever touch.
    NoBox,
    /// A box that is not on a goal stands outside the man's part of the board.
    BoxOutside(Coord),
    /// There are more boxes than goals inside the walls.
    TooManyBoxes {
        /// Boxes inside.
        boxes: usize,
        /// Goals inside.
        goals: usize,
        /// The last box.
        at: Coord,
    },
    /// There are more floor squares than [`MAX_SQUARES`].
    TooLarge {
        /// Floor squares inside.
        squares: usize,
    },
}

impl Fault {
    /// Where the fault lies, if it lies anywhere.
    pub fn coord(&self) -> Option<Coord> {
        match self {
            Fault::NoMan | Fault::NoBox | Fault::TooLarge { .. } => None,
            Fault::ExtraMan(at) | Fault::Open(at) | Fault::BoxOutside(at) => Some(*at),
            Fault::TooManyBoxes { at, .. } => Some(*at),
        }
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> String {
        match self {
            Fault::NoMan => "there is no man".into(),
            Fault::ExtraMan(_) => "there is more than one man".into(),
            Fault::Open(_) => "the walls are open: the man can leave the board here".into(),
            Fault::NoBox => "there is no box".into(),
            Fault::BoxOutside(_) => "this box stands outside the walls".into(),
            Fault::TooManyBoxes { boxes, goals, .. } => {
                format!("there are more boxes ({boxes}) than goals ({goals})")
            }
            Fault::TooLarge { squares } => {
                format!("there are {squares} floor squares, more than {MAX_SQUARES}")
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.coord() {
            Some(at) => write!(f, "{} ({at})", self.message()),
            None => write!(f, "{}", self.message()),
        }
    }
}

/// Everything that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// The reasons, at least one.
    pub faults: Vec<Fault>,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LevelError {}

impl Level {
    /// Checks a setup; all faults are reported together.
    ///
    /// ```
    /// use soko_core::{Level, Fault, Setup};
    /// let setup: Setup = "#####\n#@$.#\n#####".parse().unwrap();
    /// let level = Level::from_setup(setup).unwrap();
    /// assert_eq!(level.board().n_squares(), 3);
    ///
    /// let setup: Setup = "####\n#  #\n####".parse().unwrap();
    /// let faults = Level::from_setup(setup).unwrap_err().faults;
    /// assert_eq!(faults, [Fault::NoMan, Fault::NoBox]);
    /// ```
    pub fn from_setup(setup: Setup) -> Result<Level, LevelError> {
        let mut faults = Vec::new();
        // 1. The man: without him nobody knows what is inside.
        let mut men = setup.cells().filter(|(_, c)| c.has_man()).map(|(at, _)| at);
        let Some(man) = men.next() else {
            return Err(LevelError {
                faults: faults_without_man(&setup),
            });
        };
        faults.extend(men.map(Fault::ExtraMan));

        // 2. The floor that he could reach, on which all squares are numbered.
        let (floor, exits) = inside(&setup, man);
        faults.extend(exits.into_iter().map(Fault::Open));
        if floor.len() > MAX_SQUARES {
            let squares = floor.len();
            faults.push(Fault::TooLarge { squares });
            return Err(LevelError { faults });
        }
        let board = Board::new(setup.width(), setup.height(), floor, |at| {
            setup.cell(at).has_goal()
        });

        // 3. The boxes. One on a goal outside is decoration, any other a mistake.
        let mut boxes = board.no_squares();
        let mut last_box = man;
        for (at, cell) in setup.cells() {
            match board.square(at) {
                Some(square) if cell.has_box() => {
                    boxes.insert(square);
                    last_box = at;
                }
                None if cell == Cell::Box => faults.push(Fault::BoxOutside(at)),
                _ => {}
            }
        }
        // 4. Something to push, and a goal for each.
        if boxes.is_empty() {
            faults.push(Fault::NoBox);
        }
        if boxes.len() > board.goals().len() {
            faults.push(Fault::TooManyBoxes {
                boxes: boxes.len(),
                goals: board.goals().len(),
                at: last_box,
            });
        }
        if !faults.is_empty() {
            faults.sort();
            return Err(LevelError { faults });
        }
        let man = board.square(man).expect("the man stands inside");
        Ok(Level {
            setup,
            board,
            boxes,
            man,
        })
    }

    /// The level as written.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The floor and the goals.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The boxes at the start.
    #[inline]
    pub fn boxes(&self) -> &SquareSet {
        &self.boxes
    }

    /// The man at the start.
    #[inline]
    pub fn man(&self) -> Square {
        self.man
    }

    /// The number of boxes.
    #[inline]
    pub fn n_boxes(&self) -> usize {
        self.boxes.len()
    }

    /// The start of the game.
    pub fn start(&self) -> State {
        State {
            boxes: self.boxes.clone(),
            man: self.man,
        }
    }

    /// Whether every one of these boxes stands on a goal.
    #[inline]
    pub fn is_solved(&self, boxes: &SquareSet) -> bool {
        boxes.is_subset(self.board.goals())
    }

    /// The level as written, with boxes and man where this state has them.
    pub fn picture(&self, state: &State) -> Setup {
        let mut setup = self.setup.clone();
        for square in self.board.squares() {
            let cell = Cell::of(
                self.board.is_goal(square),
                state.boxes.contains(square),
                state.man == square,
            );
            setup.set(self.board.coord(square), cell);
        }
        setup
    }

    /// The same board with another position as its start.
    ///
    /// # Panics
    ///
    /// If the man stands on a box or there are more boxes than goals.
    pub fn with_start(&self, state: &State) -> Level {
        assert!(!state.boxes.contains(state.man) && !state.boxes.is_empty());
        assert!(state.boxes.len() <= self.board.goals().len());
        Level {
            setup: self.picture(state),
            board: self.board.clone(),
            boxes: state.boxes.clone(),
            man: state.man,
        }
    }
}

/// Why a text is no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLevel {
    /// A character means nothing.
    Unknown(UnknownCell),
    /// The board makes no sense.
    Faulty(LevelError),
}

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLevel::Unknown(cell) => write!(f, "{cell}"),
            NoLevel::Faulty(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for NoLevel {}

impl std::str::FromStr for Level {
    type Err = NoLevel;

    /// Reads and checks plain board rows; handy in tests and examples.
    fn from_str(text: &str) -> Result<Level, NoLevel> {
        let setup = text.parse().map_err(NoLevel::Unknown)?;
        Level::from_setup(setup).map_err(NoLevel::Faulty)
    }
}

/// Without a man nobody knows what is inside, so boxes and goals are counted on the
/// whole paper.
fn faults_without_man(setup: &Setup) -> Vec<Fault> {
    let mut faults = vec![Fault::NoMan];
    let goals = setup.cells().filter(|(_, cell)| cell.has_goal()).count();
    let has_box = |(at, cell): (Coord, Cell)| cell.has_box().then_some(at);
    let boxes: Vec<Coord> = setup.cells().filter_map(has_box).collect();
    match boxes.last() {
        None => faults.push(Fault::NoBox),
        Some(&at) if boxes.len() > goals => faults.push(Fault::TooManyBoxes {
            boxes: boxes.len(),
            goals,
            at,
        }),
        Some(_) => {}
    }
    faults
}

/// The places that the man could reach without boxes, and those of them from
/// which he would step off the rectangle.
fn inside(setup: &Setup, man: Coord) -> (Vec<Coord>, Vec<Coord>) {
    let (width, height) = (setup.width(), setup.height());
    let index = |at: Coord| at.row as usize * width as usize + at.col as usize;
    let mut seen = vec![false; width as usize * height as usize];
    let mut exits = Vec::new();
    let mut floor = vec![man];
    seen[index(man)] = true;
    let mut next = 0;
    while next < floor.len() {
        let at = floor[next];
        next += 1;
        let around = Direction::ALL.map(|direction| at.next(direction, width, height));
        if around.contains(&None) {
            exits.push(at);
        }
        for there in around.into_iter().flatten() {
            if !seen[index(there)] && setup.cell(there) != Cell::Wall {
                seen[index(there)] = true;
                floor.push(there);
            }
        }
    }
    exits.sort();
    exits.truncate(1);
    (floor, exits)
}
