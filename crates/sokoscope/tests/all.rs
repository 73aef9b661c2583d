//! The door for other programs, in one program: a program a file would be linked for each.

mod examples;
mod outside;
