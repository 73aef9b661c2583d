//! Pictures are read back: what stands on a cell is told by the shapes that cover its
//! points, in a scene and in the text of its SVG.

use soko_core::{Coord, Level};
use soko_format::picture::{
    Align, Form, LegendLine, Look, Paint, PictureLayer, Polygon, Sample, Scene, Shape, svg,
};

const BOARD: &str = "  #####\n###   #\n# $.* #\n#  +  #\n#######\n";

fn covers(form: &Form, px: f64, py: f64) -> bool {
    match form {
        Form::Rect { x, y, w, h } => (*x..x + w).contains(&px) && (*y..y + h).contains(&py),
        Form::Disc { x, y, r } => (px - x).hypot(py - y) <= *r,
        Form::Polygons(polygons) => polygons.iter().any(|polygon| holds(polygon, px, py)),
        Form::Text { .. } => false,
    }
}

/// Whether a point is inside, by the sides that a ray to the right crosses.
fn holds(polygon: &Polygon, px: f64, py: f64) -> bool {
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let crossed = sides.filter(|((ax, ay), (bx, by))| {
        let is_between = (*ay > py) != (*by > py);
        is_between && px < ax + (py - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}

/// The paint that is seen at a point.
fn paint_at(shapes: &[Shape], x: f64, y: f64) -> Paint {
    let covering = shapes.iter().rfind(|shape| covers(&shape.form, x, y));
    covering.map_or(Paint::Outside, |shape| shape.paint)
}

/// What the cells show, as a level has it: `~` is the outside, `m` marked floor.
fn drawn(shapes: &[Shape], width: u32, height: u32) -> String {
    let cell = |row: u32, col: u32| {
        let at = |x, y| paint_at(shapes, f64::from(col) + x, f64::from(row) + y);
        let has_goal = at(0.655, 0.5) == Paint::Goal;
        let has_man = at(0.5, 0.22) == Paint::Man;
        match (at(0.02, 0.02), at(0.15, 0.5), at(0.25, 0.25)) {
            (Paint::Wall, ..) => '#',
            (Paint::Outside, ..) => '~',
            (_, Paint::Edge, Paint::Box) if !has_goal => '$',
            (_, Paint::Edge, Paint::Home) if has_goal => '*',
            (..) if has_man => ['@', '+'][usize::from(has_goal)],
            (..) if has_goal => '.',
            (_, _, Paint::Mark) => 'm',
            (_, _, Paint::Floor) => ' ',
            _ => '?',
        }
    };
    let row = |row| -> String { (0..width).map(|col| cell(row, col)).collect() };
    (0..height).map(|r| row(r) + "\n").collect()
}

/// The shapes of an SVG text, one a line.
fn read(text: &str) -> Vec<Shape> {
    text.lines().filter_map(read_shape).collect()
}

fn read_shape(line: &str) -> Option<Shape> {
    let value = |name: &str| {
        let (_, rest) = line.split_once(&format!(" {name}=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    let number = |name: &str| value(name)?.parse::<f64>().ok();
    let class = value("class")?;
    let paint = Paint::all().find(|p| p.class() == class)?;
    let form = match line.split(' ').next()? {
        "<rect" => Form::Rect {
            x: number("x")?,
            y: number("y")?,
            w: number("width")?,
            h: number("height")?,
        },
        "<circle" => Form::Disc {
            x: number("cx")?,
            y: number("cy")?,
            r: number("r")?,
        },
        "<path" => Form::Polygons(
            value("d")?
                .split_terminator('z')
                .map(read_polygon)
                .collect(),
        ),
        _ => {
            let (_, rest) = line.split_once('>')?;
            Form::Text {
                x: number("x")?,
                y: number("y")?,
                text: rest.strip_suffix("</text>")?.into(),
                size: 1.0,
                align: Align::Middle,
            }
        }
    };
    Some(Shape { form, paint })
}

fn read_polygon(text: &str) -> Polygon {
    let point = |point: &str| {
        let (x, y) = point.split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    text.trim_start_matches('M').split('L').map(point).collect()
}

#[test]
fn a_scene_shows_the_level() {
    let level: Level = BOARD.parse().unwrap();
    let scene = Scene::of(level.setup(), Some(&level), &[]);
    let expected = BOARD.replacen("  #", "~~#", 1);
    assert_eq!(drawn(&scene.shapes, scene.width, scene.height), expected);
    // Without a level nobody knows what is inside.
    let scene = Scene::of(level.setup(), None, &[]);
    assert_eq!(drawn(&scene.shapes, scene.width, scene.height), BOARD);
}

#[test]
fn svg_has_the_shapes_of_the_scene() {
    let level: Level = BOARD.parse().unwrap();
    let layer = PictureLayer {
        labels: vec![
            (Coord::new(1, 4), "12".to_string()),
            (Coord::new(2, 2), "<".to_string()),
        ],
        ..PictureLayer::default()
    };
    let scene = Scene::of(level.setup(), Some(&level), &[layer]);
    let shapes = read(&svg::shapes(&scene, 1.0));
    let shown = drawn(&shapes, scene.width, scene.height);
    assert_eq!(shown, "~~#####\n### m #\n# $.* #\n#  +  #\n#######\n");
    let texts = shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text { x, y, text, .. } => Some((*x, *y, text.as_str())),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    assert_eq!(texts, [(4.5, 1.5, "12"), (2.5, 2.5, "&lt;")]);
}

#[test]
fn a_file_is_larger_and_has_a_title_and_colours() {
    let level: Level = BOARD.parse().unwrap();
    let scene = Scene::of(level.setup(), Some(&level), &[]);
    let file = svg::file(&scene, "A & B");
    assert!(file.contains("<title>A &amp; B</title>"));
    assert!(file.contains("viewBox=\"0 0 224 160\""));
    for paint in Paint::OF_BOARDS {
        assert!(file.contains(&format!(".{} {{ fill: #", paint.class())));
    }
    let scaled = |shape: Shape| {
        let form = match shape.form {
            Form::Rect { x, y, w, h } => {
                let [x, y, w, h] = [x, y, w, h].map(|n| n / 32.0);
                Form::Rect { x, y, w, h }
            }
            Form::Disc { x, y, r } => {
                let [x, y, r] = [x, y, r].map(|n| n / 32.0);
                Form::Disc { x, y, r }
            }
            other => other,
        };
        Shape { form, ..shape }
    };
    let shapes: Vec<Shape> = read(&file).into_iter().map(scaled).collect();
    let expected = BOARD.replacen("  #", "~~#", 1);
    assert_eq!(drawn(&shapes, scene.width, scene.height), expected);
}

/// Several layers: each in its part of the cell, arrows beside each other, and a line
/// of the legend for each sign.
#[test]
fn layers_are_told_apart_by_place_and_shape() {
    let level: Level = BOARD.parse().unwrap();
    let at = Coord::new(3, 1);
    let (from, to) = (Coord::new(2, 2), Coord::new(2, 1));
    let line = |sample: Sample| LegendLine {
        sample,
        text: "what it means".into(),
    };
    let layer = |look: Look| PictureLayer {
        tints: vec![(at, "x".into())],
        labels: Vec::new(),
        arrows: vec![(from, to, look)],
        legend: vec![line(Sample::Tint("x".into())), line(Sample::Arrow(look))],
    };
    let looks = [Look::Plain, Look::Barred, Look::Double, Look::Dashed];
    let layers = looks.map(layer);
    let scene = Scene::of(level.setup(), Some(&level), &layers);
    let shapes = read(&svg::shapes(&scene, 100.0));
    let seen = |paint: Paint, x: std::ops::Range<u32>, y: std::ops::Range<u32>| {
        let mut points = x.flat_map(|x| y.clone().map(move |y| (f64::from(x), f64::from(y))));
        points.any(|(x, y)| paint_at(&shapes, x, y) == paint)
    };
    for (index, (col, row)) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().enumerate() {
        for other in 0..4 {
            let (x, y) = (100 + col * 50, 300 + row * 50);
            let paint = Paint::Layer(other as u8);
            let is_there = seen(paint, x + 3..x + 47, y + 3..y + 47);
            assert_eq!(is_there, other == index, "part {index}, layer {other}");
        }
    }
    // The arrows cross the edge of the two cells at different heights.
    let lanes: Vec<Paint> = (0..100)
        .map(|y| paint_at(&shapes, 190.0, 200.0 + f64::from(y)))
        .collect();
    for paint in [Paint::Layer(0), Paint::Barred, Paint::Layer(2)] {
        assert!(lanes.contains(&paint), "{paint:?}");
    }
    let texts = shapes.iter().filter(|shape| match &shape.form {
        Form::Text { text, .. } => text == "what it means",
        _ => false,
    });
    assert_eq!(texts.count(), 8);
    assert!(scene.height > level.setup().height());
}
