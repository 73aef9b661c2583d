//! Searches from both ends, and where they meet.

pub(crate) mod assignment_test;
pub(crate) mod meet;
pub(crate) mod meeting_table;
pub(crate) mod pull_freeze;
