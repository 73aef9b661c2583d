//! Sokoban levels and moves as text.
