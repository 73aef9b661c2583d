//! Levels in and out, in one program: a program a file would be linked for each.

mod builtin;
mod pictures;
mod reading;
mod round_trip;
mod writing;
