//! How processes find each other, agree on what to count, and notice that one is gone.

mod data_socket;
mod frame;
mod hello;
mod hosts;
mod links;
mod meet;
mod visitors;

pub use data_socket::DataSocket;
pub use hosts::Hosts;
pub use links::{Links, Loss};
pub use meet::{Met, Place, meet};
