//! The rules, and the order of this repository, in one program: a program a file would be linked for each.

mod faults;
mod game;
mod game_tree;
mod perft;
mod tidy;
