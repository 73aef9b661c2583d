//! The server as browsers and programs meet it, in one program: a program a file would be linked for each.

mod app;
mod common;
mod connections;
mod jobs;
mod library;
mod openapi;
mod tiles;
mod trees;
