//! What is wrong with a level, and what is wrong with a solution.

use soko_core::{
    Cell, Coord, Direction, Fault, Foul, Level, MAX_SQUARES, Metrics, Setup, Squares, verify,
};

fn faults(rows: &str) -> Vec<Fault> {
    let setup: Setup = rows.parse().unwrap();
    Level::from_setup(setup).unwrap_err().faults
}

fn at(row: u32, col: u32) -> Coord {
    Coord::new(row, col)
}

#[test]
fn each_fault_alone() {
    assert_eq!(faults("#####\n# $.#\n#####"), [Fault::NoMan]);
    assert_eq!(
        faults("######\n#@$.@#\n######"),
        [Fault::ExtraMan(at(1, 4))]
    );
    assert_eq!(faults("####\n#@.#\n####"), [Fault::NoBox]);
    assert_eq!(faults("#####\n#@$.\n#####"), [Fault::Open(at(1, 4))]);
    assert_eq!(
        faults("#####  ##\n#@$.# #$#\n#####  ##"),
        [Fault::BoxOutside(at(1, 7))]
    );
    let too_many = Fault::TooManyBoxes {
        boxes: 2,
        goals: 1,
        at: at(1, 4),
    };
    assert_eq!(faults("#######\n#@$.$ #\n#######"), [too_many]);
}

#[test]
fn all_faults_are_reported_together() {
    let found = faults("#######\n#@$$@ \n##### $");
    assert!(found.contains(&Fault::ExtraMan(at(1, 4))), "{found:?}");
    assert!(
        found.iter().any(|f| matches!(f, Fault::Open(_))),
        "{found:?}"
    );
    let is_surplus = |f: &Fault| matches!(f, Fault::TooManyBoxes { goals: 0, .. });
    assert!(found.iter().any(is_surplus), "{found:?}");
    let error = Level::from_setup("#######\n#@$$@ \n##### $".parse().unwrap()).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("more than one man (row 2, column 5)"),
        "{text}"
    );
    assert!(text.contains("; "), "{text}");
}

#[test]
fn without_a_man_the_other_faults_still_show() {
    let found = faults("#####\n#$$.#\n#####");
    assert!(found.contains(&Fault::NoMan));
    let is_surplus = |f: &Fault| {
        matches!(
            f,
            Fault::TooManyBoxes {
                boxes: 2,
                goals: 1,
                ..
            }
        )
    };
    assert!(found.iter().any(is_surplus), "{found:?}");
    assert!(faults("####\n#  #\n####").contains(&Fault::NoBox));
}

#[test]
fn a_board_may_be_large_but_not_too_large() {
    let setup = |width: u32, height: u32| {
        let mut setup = Setup::new(width + 2, height + 2);
        let all: Vec<_> = setup.cells().map(|(at, _)| at).collect();
        for at in all {
            let ring = at.row == 0 || at.col == 0 || at.row > height || at.col > width;
            if ring {
                setup.set(at, Cell::Wall);
            }
        }
        setup.set(at(1, 1), Cell::Man);
        setup.set(at(2, 2), Cell::Box);
        setup.set(at(2, 4), Cell::Goal);
        setup
    };
    let level = Level::from_setup(setup(254, 258)).unwrap();
    assert_eq!(level.board().n_squares(), 65_532);
    assert!(level.board().n_squares() <= MAX_SQUARES);
    let steps = [Direction::Down, Direction::Right, Direction::Right];
    assert_eq!(verify(level.setup(), steps).unwrap().metrics().pushes, 2);
    let error = Level::from_setup(setup(256, 256)).unwrap_err();
    assert_eq!(error.faults, [Fault::TooLarge { squares: 65_536 }]);
}

#[test]
fn more_goals_than_boxes_and_solved_starts_are_levels() {
    let level: Level = "#######\n#@$. .#\n#######".parse().unwrap();
    assert!(level.n_boxes() < level.board().goals().len());
    let solved: Level = "####\n#@*#\n####".parse().unwrap();
    assert!(solved.is_solved(solved.boxes()));
    let nothing = verify(solved.setup(), []).unwrap();
    assert_eq!(
        (nothing.steps(), nothing.metrics()),
        (&[][..], &Metrics::default())
    );
}

fn judge(rows: &str, moves: &str) -> Result<Metrics, Foul> {
    let setup: Setup = rows.parse().unwrap();
    let moves = moves.chars().map(|c| Direction::from_letter(c).unwrap());
    verify(&setup, moves).map(|solution| *solution.metrics())
}

const LEVEL: &str = "#######\n#@ $ .#\n#  $ .#\n#######";

#[test]
fn fouls_name_the_move_the_square_and_the_reason() {
    let foul = judge(LEVEL, "ru").unwrap_err();
    let direction = Direction::Up;
    let (number, place) = (2, at(1, 2));
    assert_eq!(
        foul,
        Foul::Wall {
            number,
            direction,
            at: place
        }
    );
    assert_eq!(
        foul.to_string(),
        "move 2 (up): the man at row 2, column 3 walks into a wall"
    );
    let foul = judge(LEVEL, "rRRR").unwrap_err();
    let direction = Direction::Right;
    let (number, place) = (4, at(1, 5));
    assert_eq!(
        foul,
        Foul::BoxIntoWall {
            number,
            direction,
            at: place
        }
    );
    let foul = judge("#######\n#@$$..#\n#######", "r").unwrap_err();
    let (number, place) = (1, at(1, 2));
    assert_eq!(
        foul,
        Foul::TwoBoxes {
            number,
            direction,
            at: place
        }
    );
    let foul = judge(LEVEL, "rRR").unwrap_err();
    let unsolved = Foul::Unsolved {
        moves: 3,
        boxes_left: 1,
        at: at(2, 3),
    };
    assert_eq!(foul, unsolved);
    assert_eq!(judge("###\n# #\n###", "l"), Err(Foul::NoMan));
    assert!(
        matches!(judge("@$", "l"), Err(Foul::Wall { .. })),
        "off the board"
    );
    assert!(matches!(judge("@$", "r"), Err(Foul::BoxIntoWall { .. })));
}

/// The six numbers, counted by hand.
#[test]
fn the_numbers_of_a_solution() {
    let metrics = judge(LEVEL, "rRRlldRR").unwrap();
    assert_eq!(metrics.moves, 8);
    assert_eq!(metrics.pushes, 4);
    assert_eq!(metrics.box_lines, 2);
    assert_eq!(metrics.box_changes, 2);
    assert_eq!(metrics.pushing_sessions, 2);
    // r RR | ll | d | RR
    assert_eq!(metrics.player_lines, 4);
}

#[test]
fn a_box_taken_up_again_counts_as_a_change() {
    let rows = "########\n#@$  . #\n# $  . #\n########";
    let metrics = judge(rows, "RldRRRlluRR").unwrap();
    assert_eq!((metrics.box_changes, metrics.box_lines), (3, 3));
    assert_eq!(metrics.pushes, 6);
}

#[test]
fn a_box_pushed_round_a_corner_is_two_lines_of_one_box() {
    let rows = "######\n#    #\n#@$  #\n#    #\n#  .##\n######";
    let metrics = judge(rows, "RurDD").unwrap();
    assert_eq!((metrics.box_changes, metrics.box_lines), (1, 2));
    assert_eq!((metrics.pushing_sessions, metrics.player_lines), (2, 4));
}
