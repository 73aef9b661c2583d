//! The jobs of one part of a suite, each marked with where it stands.

use crate::part::{Part, Shard};
use crate::{Job, Knowledge, RecordLimits};

/// The jobs of one part, in their order, each marked with where it stands. `each` is
/// how many jobs in a row belong to one level.
pub fn deal(jobs: Vec<Job>, each: usize, shard: Shard) -> Vec<Job> {
    let suite = suite_mark(&jobs);
    let whole = Part {
        shard: shard.number(),
        of: shard.of(),
        position: 0,
        jobs: jobs.len(),
        each,
        suite,
    };
    let mine = |&(position, _): &(usize, Job)| whole.shard_at(position) == shard.number();
    let mark = |(position, job)| Job {
        part: Some(Part {
            position,
            ..whole.clone()
        }),
        ..job
    };
    jobs.into_iter()
        .enumerate()
        .filter(mine)
        .map(mark)
        .collect()
}

/// A number for what is asked, whatever the limits: FNV-1a with 64 bits, which tells
/// suites apart that were mixed up by mistake.
fn suite_mark(jobs: &[Job]) -> String {
    let mut mark: u64 = 0xcbf2_9ce4_8422_2325;
    for job in jobs {
        let bare = Job {
            limits: RecordLimits::default(),
            knowledge: Knowledge::default(),
            part: None,
            ..job.clone()
        };
        // A job can always be written; it goes to workers the same way.
        let text = serde_json::to_vec(&bare).unwrap_or_default();
        for byte in text {
            mark = (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{mark:016x}")
}
