//! What is known about Sokoban, and the engines that use it.

pub mod deadlock;
pub mod optimise;
