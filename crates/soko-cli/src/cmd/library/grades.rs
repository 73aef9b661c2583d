//! How hard the levels of the library are: rated once, by all cores, and kept.
//!
//! A grade is the same as that of `soko rate`. Grades are kept as they are found, so that
//! a run that was interrupted goes on where it was.

use super::shelf::Shelved;
use super::store::unkept;
use crate::{interrupt, progress};
use soko_core::Level;
use soko_page::keep::Keep;
use soko_rate::{MOST_STATES, NotMeasured, Rating, edition};
use soko_search::Control;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// So many grades are kept at once: each time takes a moment.
const AT_ONCE: usize = 20;

/// A key, and the grade of its level.
type Graded = (String, Option<f64>);

/// The grades that are known, by key.
pub struct Grades(BTreeMap<String, Option<f64>>);

impl Grades {
    /// Those that are kept.
    pub fn kept(store: &dyn Keep) -> anyhow::Result<Grades> {
        Ok(Grades(store.grades(&edition()).map_err(unkept)?))
    }

    /// The grade of a level, if it is known and has one.
    pub fn of(&self, level: &Shelved) -> Option<f64> {
        self.0.get(&level.key()).copied().flatten()
    }

    /// Rates the levels that have not been rated yet, and keeps that. Says whether all
    /// were: an interrupt leaves some.
    pub fn complete<'a>(
        &mut self,
        store: &dyn Keep,
        levels: impl Iterator<Item = &'a Shelved>,
    ) -> anyhow::Result<bool> {
        let levels = levels.map(|level| (level.key(), &level.level));
        let new = levels.filter(|(key, _)| !self.0.contains_key(key));
        let new: BTreeMap<String, &Level> = new.collect();
        let new: Vec<(String, &Level)> = new.into_iter().collect();
        let next = AtomicUsize::new(0);
        let _job = interrupt::Job::listen();
        let kept = std::thread::scope(|scope| {
            let (found, heard) = channel();
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                let (found, new, next) = (found.clone(), &new, &next);
                scope.spawn(move || rate(new, next, &found));
            }
            drop(found);
            self.hear(store, new.len(), &heard)
        });
        kept.map(|()| !interrupt::is_set())
    }

    /// Keeps grades as they come, until there are no more.
    fn hear(&mut self, store: &dyn Keep, n: usize, heard: &Receiver<Graded>) -> anyhow::Result<()> {
        let bar = progress::bar(n as u64);
        let mut fresh = Vec::new();
        for graded in heard {
            fresh.push(graded);
            bar.inc(1);
            let left = progress::duration(bar.eta().as_secs_f64());
            bar.set_message(format!("rated, about {left} left"));
            if fresh.len() == AT_ONCE {
                self.keep(store, &mut fresh)?;
            }
        }
        bar.finish_and_clear();
        self.keep(store, &mut fresh)
    }

    fn keep(&mut self, store: &dyn Keep, fresh: &mut Vec<Graded>) -> anyhow::Result<()> {
        store.keep_grades(&edition(), fresh).map_err(unkept)?;
        self.0.extend(fresh.drain(..));
        Ok(())
    }
}

/// Rates levels, one after another, until none is left or the user has enough.
fn rate(levels: &[(String, &Level)], next: &AtomicUsize, found: &Sender<Graded>) {
    while let Some((key, level)) = levels.get(next.fetch_add(1, Ordering::Relaxed)) {
        let mut control = Control::default().with_stop(interrupt::flag());
        let grade = match Rating::new(level, MOST_STATES, &mut control) {
            Err(NotMeasured::Stopped) => return,
            rating => rating.ok().map(|rating| rating.grade),
        };
        if found.send((key.clone(), grade)).is_err() {
            return;
        }
    }
}
