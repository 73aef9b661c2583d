//! Games on tiles, in one program: a program a file would be linked for each.

mod bad_rules;
mod games;
mod graphs;
mod sokoban;
