//! Draws a level with dead squares and pushes as SVG:
//! `cargo run --example draw_board -- tutorial 3 dead,pushes > level.svg`

use sokoscope::{Control, builtin, draw, read_collection};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize, or: &str| arguments.get(at).cloned().unwrap_or(or.into());
    let (name, number) = (argument(0, "tutorial"), argument(1, "3").parse::<usize>()?);
    let collection = match builtin::collection(&name) {
        Some(builtin) => builtin.read(),
        None => read_collection(&std::fs::read(&name)?),
    };
    let mut entries = collection.entries.iter();
    let entry = entries.find(|entry| entry.number == number);
    let level = entry.ok_or("there is no such level")?.level()?;
    let names = argument(2, "dead,pushes");
    let layers: Vec<&str> = names.split(',').collect();
    let title = format!("{name} {number}");
    let control = &mut Control::default();
    let picture = draw::svg(&level, &level.start(), &layers, &title, control)?;
    print!("{picture}");
    Ok(())
}
