//! Counting on many machines, in one program: a program a file would be linked for each.

mod common;
mod one_process;
mod processes;
