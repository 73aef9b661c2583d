//! What the checker says of certificates that were made by hand.

use soko_certificate::{Certificate, Claim, Part, Refusal, Row, certify, check};
use soko_core::{Bound, Level, Measure, SplitMix, Square, Squares, random_level};

const CORRIDOR: &str = "######\n#@ $.#\n######";

fn level(text: &str) -> Level {
    text.parse().unwrap()
}

fn at_least(at_least: u64, measure: Measure) -> Claim {
    Claim::AtLeast(Bound { at_least, measure })
}

fn checked(level: &Level, certificate: &Certificate) -> Result<Claim, Refusal> {
    let mut file = Vec::new();
    let size = certificate.write(level, &mut file).unwrap();
    assert_eq!(size, file.len() as u64);
    check(level, file.as_slice(), &mut |_| true).map(|proved| proved.claim)
}

/// A solvable level whose fewest pushes take some positions to prove, with them.
fn crowded() -> (Level, Certificate) {
    let mut random = SplitMix(7);
    loop {
        let level = random_level(&mut random, 8, 7, 3);
        let certified = |claim| certify(&level, claim, None, &mut |_| true);
        if certified(Claim::NoSolution).is_ok() {
            continue;
        }
        let claims = (1..).map(|n| certified(at_least(n, Measure::Pushes)));
        let last = claims.map_while(Result::ok).last();
        if let Some(certificate) = last.filter(|last| last.positions.len() > 8) {
            return (level, certificate);
        }
    }
}

fn without(level: &Level, part: &Part, left_out: usize) -> Part {
    let mut less = Part::new(level.board(), part.n_boxes());
    for (index, row) in part.rows().iter().enumerate() {
        assert!(index == left_out || less.add(row));
    }
    less
}

#[test]
fn every_position_that_is_listed_is_needed() {
    let (level, certificate) = crowded();
    assert_eq!(checked(&level, &certificate).unwrap(), certificate.claim);
    assert!(certificate.positions.len() > 3);
    for index in 0..certificate.positions.len() {
        let positions = without(&level, &certificate.positions, index);
        let less = Certificate {
            positions,
            ..certificate.clone()
        };
        match checked(&level, &less).unwrap_err() {
            Refusal::Start => assert_eq!(index, 0),
            Refusal::Uncovered(uncovered) => {
                let told = uncovered.to_string();
                assert!(told.contains("which is not listed"), "{told}");
                assert_ne!(uncovered.position, uncovered.after);
                assert!(
                    told.contains(uncovered.after.to_string().trim_end()),
                    "{told}"
                );
            }
            refusal => panic!("{refusal}"),
        }
    }
}

#[test]
fn a_depth_that_is_too_great_is_refused() {
    let (level, certificate) = crowded();
    for index in 1..certificate.positions.len() {
        let mut rows = certificate.positions.rows();
        rows[index].depth += 1;
        let mut positions = Part::new(level.board(), level.n_boxes());
        assert!(rows.iter().all(|row| positions.add(row)));
        let changed = Certificate {
            positions,
            ..certificate.clone()
        };
        let refusal = checked(&level, &changed).unwrap_err();
        assert!(matches!(refusal, Refusal::Uncovered(u) if u.listed.is_some()));
    }
}

#[test]
fn too_much_is_neither_certified_nor_accepted() {
    let (level, certificate) = crowded();
    let Claim::AtLeast(bound) = certificate.claim else {
        panic!("pushes were asked for")
    };
    for more in [
        at_least(bound.at_least + 1, bound.measure),
        Claim::NoSolution,
    ] {
        assert!(certify(&level, more, None, &mut |_| true).is_err());
        let changed = Certificate {
            claim: more,
            ..certificate.clone()
        };
        assert!(checked(&level, &changed).is_err(), "{more}");
    }
}

#[test]
fn solved_positions_cannot_be_listed() {
    let level = level(CORRIDOR);
    let goal = level.board().goals().lowest().unwrap();
    let mut positions = Part::new(level.board(), 1);
    assert!(positions.add(&Row {
        depth: 0,
        boxes: vec![goal],
        man: Square(0),
    }));
    let wrong = Certificate {
        claim: Claim::NoSolution,
        solution: None,
        dead_sets: Vec::new(),
        positions,
    };
    assert!(matches!(checked(&level, &wrong), Err(Refusal::Start)));
    let mut with_start = Part::new(level.board(), 1);
    let start = level.start();
    let mut rows = wrong.positions.rows();
    rows.push(Row {
        depth: 0,
        boxes: start.boxes.iter().collect(),
        man: Square(0),
    });
    assert!(rows.iter().all(|row| with_start.add(row)));
    let wrong = Certificate {
        positions: with_start,
        ..wrong
    };
    assert!(matches!(
        checked(&level, &wrong),
        Err(Refusal::Solved { .. })
    ));
}

#[test]
fn positions_that_no_board_can_have_are_refused() {
    let level = level(CORRIDOR);
    let mut part = Part::new(level.board(), 1);
    let n = level.board().n_squares() as u16;
    let row = |boxes: &[u16], man: u16| Row {
        depth: 0,
        boxes: boxes.iter().map(|&square| Square(square)).collect(),
        man: Square(man),
    };
    for wrong in [
        row(&[1], 1),
        row(&[n], 1),
        row(&[1], n),
        row(&[1, 2], 3),
        row(&[], 3),
    ] {
        assert!(!part.add(&wrong), "{wrong:?}");
    }
    assert!(part.add(&row(&[1], 0)));
    assert!(!part.add(&row(&[1], 0)), "it is there already");
}

#[test]
fn a_watcher_can_stop_it() {
    let hall = "############\n#          #\n# $ $ $ $  #\n#          #\n#    @     #\n#          #\n\
                #          #\n#. . . .   #\n############";
    let level = level(hall);
    let claim = at_least(40, Measure::Moves);
    let mut told = 0;
    let made = certify(&level, claim, None, &mut |now| {
        told += 1;
        assert!(now.states > 0 || now.phase == "dead sets");
        told < 20
    });
    assert!(made.is_err());
    assert_eq!(told, 20);
}

/// On boards of more than 256 squares a square takes two bytes.
#[test]
fn large_boards_have_certificates() {
    let floor = format!("#{}#\n", " ".repeat(40)).repeat(8);
    let text = format!(
        "{0}\n#@ $ . $ .{1}#\n{floor}{0}",
        "#".repeat(42),
        " ".repeat(31)
    );
    let level = level(&text);
    assert!(level.board().n_squares() > 256);
    // Two pushes a box, and walks.
    let claim = at_least(8, Measure::Moves);
    let certificate = certify(&level, claim, None, &mut |_| true).unwrap();
    assert!(certificate.positions.len() > 1);
    assert_eq!(checked(&level, &certificate).unwrap(), claim);
    let row = &certificate.positions.rows()[0];
    let positions = without(&level, &certificate.positions, 0);
    assert_eq!((row.depth, row.man), (0, level.man()));
    let less = Certificate {
        positions,
        ..certificate
    };
    assert!(matches!(checked(&level, &less), Err(Refusal::Start)));
}
