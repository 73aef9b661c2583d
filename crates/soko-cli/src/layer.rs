//! The layers of `soko show`: static facts of a level, square by square, and what
//! the assistant shows of its start.
//!
//! A layer marks squares, each mark with a short text, so that nothing depends on
//! colour. `soko_core::facts` and `soko_assist` find the facts; this table only
//! names them.

use crate::assist_layer;
use clap::ValueEnum;
use soko_assist::LayerId;
use soko_core::facts::{self, Deadspots, PushDistances, RoomNumbers, Rooms, SafeSquares, Sides};
use soko_core::{Level, Reach, Square, SquareSet, Squares};

/// A layer by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LayerName {
    /// Squares from which a box never reaches a goal (x)
    Dead,
    /// The dead squares that are corners (c), and the others (i), as Veger sorts them
    Deadspots,
    /// Squares where boxes may stand (s): back- and forward-reachable, after Movers and Packers
    Safe,
    /// Corners (c) and wall lines (w) without goals, after LISA and Greco
    WallLines,
    /// Rooms, numbered from 1, and tunnels (t), after LISA
    Rooms,
    /// Squares whose loss would part the floor (a)
    Articulation,
    /// The man's areas between the boxes, numbered after Veger
    Areas,
    /// Where the man can walk now (r)
    Reach,
    /// Steps to the nearest goal, boxes thought away
    WalkingDistance,
    /// Pushes a lone box needs to the nearest goal
    PushDistance,
    /// Every possible push (arrows)
    Pushes,
    /// Every possible push, those that are proved to lose crossed out (x)
    Prevention,
    /// The boxes that prove that the position is lost (!)
    Alert,
    /// Where the box at --at can be brought, with the pushes it takes
    BoxReach,
    /// Which boxes can be brought to the square at --at
    Reachers,
    /// Free ways of boxes to goals (arrows)
    Paths,
    /// Boxes and the goals that suit them (a letter for each pair)
    Matching,
    /// Squares where a box can wait (p)
    Parking,
    /// An order in which the goals can be filled
    Packing,
}

impl LayerName {
    /// The name as written on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |v| v.get_name().to_string())
    }

    /// What the marks mean.
    pub fn about(self) -> String {
        let value = self.to_possible_value();
        let help = value.and_then(|v| v.get_help().map(ToString::to_string));
        help.unwrap_or_default()
    }

    /// The layer of the assistant that this one shows, if it is one of those.
    fn assisted(self) -> Option<LayerId> {
        Some(match self {
            LayerName::Pushes => LayerId::Pushes,
            LayerName::Prevention => LayerId::Prevention,
            LayerName::Alert => LayerId::Alert,
            LayerName::BoxReach => LayerId::ReachOfBox,
            LayerName::Reachers => LayerId::Reachers,
            LayerName::Paths => LayerId::FreePaths,
            LayerName::Matching => LayerId::Matching,
            LayerName::Parking => LayerId::Parking,
            LayerName::Packing => LayerId::Packing,
            _ => return None,
        })
    }

    /// The marks on a level, in reading order, and what there is to say.
    pub fn show(self, level: &Level, focus: Option<Square>) -> (Vec<Mark>, Vec<String>) {
        match self.assisted() {
            Some(layer) => {
                let overlay = assist_layer::overlay(layer, level, focus);
                let marks = assist_layer::marks(level.board(), &overlay);
                (marks, overlay.sentences)
            }
            None => (self.facts(level), Vec::new()),
        }
    }

    /// The marks of a static fact.
    fn facts(self, level: &Level) -> Vec<Mark> {
        let board = level.board();
        match self {
            LayerName::Dead => letters(&[(&facts::dead_squares(board), "x")]),
            LayerName::Deadspots => {
                let spots = Deadspots::new(board);
                letters(&[(&spots.in_corners, "c"), (&spots.indirect, "i")])
            }
            LayerName::Safe => letters(&[(&SafeSquares::new(level).safe(), "s")]),
            LayerName::WallLines => letters(&[
                (&facts::corner_squares(board), "c"),
                (&facts::wall_line_squares(board), "w"),
            ]),
            LayerName::Rooms => room_marks(&Rooms::new(board)),
            LayerName::Articulation => letters(&[(&Sides::new(board).articulations(board), "a")]),
            LayerName::Areas => {
                let numbers = RoomNumbers::new(board, level.boxes());
                let mark = |square| Some(Mark::new(square, numbers.of(square)?.to_string()));
                board.squares().filter_map(mark).collect()
            }
            LayerName::Reach => {
                let reach = Reach::<SquareSet>::new(board);
                letters(&[(&reach.area(level.boxes(), level.man()), "r")])
            }
            LayerName::WalkingDistance => {
                distances(level, &facts::walking_distances_to_goals(board))
            }
            LayerName::PushDistance => {
                let distances_to_goals = PushDistances::new(board);
                distances(level, distances_to_goals.nearest().best_by_square())
            }
            // The assistant's layers are no static facts.
            _ => Vec::new(),
        }
    }
}

/// A square with a short text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// A letter or a number.
    pub text: String,
}

impl Mark {
    fn new(square: Square, text: impl Into<String>) -> Mark {
        let text = text.into();
        Mark { square, text }
    }

    /// One character for a text board: numbers go on with letters after 9.
    pub fn character(&self) -> char {
        match self.text.parse::<u32>() {
            Ok(number) => char::from_digit(number, 36).unwrap_or('>'),
            Err(_) => self.text.chars().next().unwrap_or('?'),
        }
    }
}

fn letters(sets: &[(&SquareSet, &str)]) -> Vec<Mark> {
    let marks = |(set, letter): &(&SquareSet, &str)| -> Vec<Mark> {
        set.iter()
            .map(|square| Mark::new(square, *letter))
            .collect()
    };
    let mut marks: Vec<Mark> = sets.iter().flat_map(marks).collect();
    marks.sort_by_key(|mark| mark.square);
    marks
}

fn room_marks(rooms: &Rooms) -> Vec<Mark> {
    let mut marks = letters(&[(&rooms.tunnel_squares, "t")]);
    for (index, room) in rooms.rooms.iter().enumerate() {
        let number = (index + 1).to_string();
        marks.extend(room.iter().map(|square| Mark::new(square, number.clone())));
    }
    marks.sort_by_key(|mark| mark.square);
    marks
}

fn distances(level: &Level, distances: &[u16]) -> Vec<Mark> {
    let squares = level.board().squares().zip(distances);
    squares
        .filter(|(_, distance)| **distance != u16::MAX)
        .map(|(square, distance)| Mark::new(square, distance.to_string()))
        .collect()
}
