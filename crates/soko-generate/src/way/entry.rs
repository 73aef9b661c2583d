//! What is known of a way to make levels.

use crate::draft::Draft;
use crate::wish::Wish;
use soko_core::SplitMix;
use soko_search::Control;

/// One way to make a level.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// One attempt; none if nothing came of it, or if the job was stopped.
    pub(crate) make: fn(&Wish, &mut SplitMix, &mut Control<'_>) -> Option<Draft>,
}
