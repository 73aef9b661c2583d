//! Layers, in one program: a program a file would be linked for each.

mod alarms;
mod layers;
mod patterns;
