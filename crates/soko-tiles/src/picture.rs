//! A field of a tile game as a picture: what nobody may enter is wall, what can move is
//! a box, the agent a disc; the character of the level file tells the rest.

use crate::{CellId, Field, TileLevel};
use soko_format::picture::{Align, Form, Paint, Scene, Shape};

/// The picture of a field.
pub(crate) fn scene_of(level: &TileLevel, field: &Field) -> Scene {
    let mut scene = Scene {
        width: field.width() as u32,
        height: field.height() as u32,
        shapes: Vec::new(),
    };
    for cell in field.cells() {
        draw_cell(&mut scene.shapes, level, field, cell);
    }
    scene
}

fn draw_cell(shapes: &mut Vec<Shape>, level: &TileLevel, field: &Field, cell: CellId) {
    let rules = level.rules();
    let (row, column) = field.row_and_column(cell);
    let (x, y) = (column as f64, row as f64);
    let square = |inset: f64, paint: Paint| {
        let side = 1.0 - 2.0 * inset;
        let (x, y) = (x + inset, y + inset);
        let (w, h) = (side, side);
        let form = Form::Rect { x, y, w, h };
        Shape { form, paint }
    };
    // 1. The ground.
    let stack = field.stack(cell);
    let Some(&top) = stack.last() else {
        return;
    };
    let kind = rules.kind_of(top);
    let is_movable = rules.is_movable(kind);
    let is_wall = !is_movable && rules.kind(kind).entered_by.is_empty();
    let ground = if is_wall { Paint::Wall } else { Paint::Floor };
    shapes.push(square(0.0, ground));
    // 2. What stands there.
    let middle = (x + 0.5, y + 0.5);
    if kind == rules.agent() {
        let (x, y) = middle;
        let form = Form::Disc { x, y, r: 0.34 };
        shapes.push(Shape {
            form,
            paint: Paint::Man,
        });
    } else if is_movable {
        shapes.extend([square(0.12, Paint::Edge), square(0.18, Paint::Box)]);
    }
    // 3. Its character, unless the shapes say it all.
    let character = rules.character_of(stack).unwrap_or('?');
    let is_plain = is_wall || stack.len() == 1 && !is_movable && character == ' ';
    if !is_plain {
        let (x, y) = middle;
        let form = Form::Text {
            x,
            y,
            text: character.to_string(),
            size: 1.0,
            align: Align::Middle,
        };
        shapes.push(Shape {
            form,
            paint: Paint::Ink,
        });
    }
}
