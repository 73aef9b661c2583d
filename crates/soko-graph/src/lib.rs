//! Whole state graphs of Sokoban levels.
