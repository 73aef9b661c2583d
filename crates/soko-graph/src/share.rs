//! Work shared out among threads.

use std::sync::Mutex;

/// Does a job for every item. Each thread takes the next one when it is free.
pub(crate) fn share_out<T>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    job: impl Fn(T) + Sync,
) {
    if threads == 1 {
        return items.for_each(job);
    }
    let items = Mutex::new(items);
    let next = || items.lock().ok()?.next();
    let work = || {
        while let Some(item) = next() {
            job(item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}
