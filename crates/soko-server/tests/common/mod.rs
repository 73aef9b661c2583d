//! What several tests of the server share.

pub mod tab;
