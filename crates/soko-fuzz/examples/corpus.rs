//! Packs a folder of inputs into one file of the repository, or unpacks it:
//!
//!     corpus unpack FILE FOLDER
//!     corpus seeds TARGET FOLDER
//!     corpus pack FOLDER FILE BYTES
//!
//! Seeds are the inputs from which a target's search begins.
//! Packing sorts the inputs by length and takes all, or every second, or every third,
//! so that short and long ones stay and the file has at most so many bytes.

use soko_fuzz::TARGETS;
use soko_fuzz::corpus::{pack, unpack};
use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["unpack", file, folder] => {
            fs::create_dir_all(folder)?;
            for (index, input) in unpack(&fs::read_to_string(file)?).iter().enumerate() {
                fs::write(format!("{folder}/kept-{index:04}"), input)?;
            }
        }
        ["seeds", name, folder] => {
            fs::create_dir_all(folder)?;
            let target = TARGETS.iter().find(|target| target.name == name);
            let target = target.ok_or("there is no such target")?;
            for (index, seed) in target.seeds.iter().enumerate() {
                fs::write(format!("{folder}/seed-{index}"), seed)?;
            }
        }
        ["pack", folder, file, bytes] => {
            let most: usize = bytes.parse()?;
            let mut inputs = Vec::new();
            for entry in fs::read_dir(folder)? {
                inputs.push(fs::read(entry?.path())?);
            }
            inputs.sort_by_key(|input: &Vec<u8>| (input.len(), input.clone()));
            let every = |n: usize| pack_every(&inputs, n);
            let fitting = (1..).map(every).find(|text| text.len() <= most);
            fs::write(file, fitting.unwrap_or_default())?;
        }
        _ => {
            return Err(
                "corpus unpack FILE FOLDER | seeds TARGET FOLDER | pack FOLDER FILE BYTES".into(),
            );
        }
    }
    Ok(())
}

/// Every n-th input, packed.
fn pack_every(inputs: &[Vec<u8>], n: usize) -> String {
    let chosen: Vec<Vec<u8>> = inputs.iter().step_by(n).cloned().collect();
    pack(&chosen)
}
