//! Whole graphs, in one program: a program a file would be linked for each.

mod count;
mod estimate;
mod exports;
mod plain_search;
mod small_graphs;
