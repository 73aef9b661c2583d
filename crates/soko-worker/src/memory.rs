//! The memory of a process: as the system counts it, and a cap on it.

/// What a process holds, 0 where the system does not tell.
pub(crate) fn resident_bytes(process: u32) -> u64 {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
        return 0;
    };
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.unwrap_or(0u64) * 1024
}

/// Allocations of this process beyond so many bytes of data fail from now on, which
/// ends it. A lower cap that is there already stays.
#[cfg(unix)]
pub(crate) fn cap_data(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let known = getrlimit(Resource::Data);
    let lower = |limit: Option<u64>| Some(limit.map_or(bytes, |limit| limit.min(bytes)));
    let capped = Rlimit {
        current: lower(known.current),
        maximum: lower(known.maximum),
    };
    // Where the system has no such cap, the parent's watching remains.
    let _ = setrlimit(Resource::Data, capped);
}

/// No such cap here; the parent's watching remains.
#[cfg(not(unix))]
pub(crate) fn cap_data(_bytes: u64) {}

/// If the machine runs out of memory, this process is to go before its parent does.
pub(crate) fn go_first() {
    // Only Linux can be asked; elsewhere the system chooses by itself.
    let _ = std::fs::write("/proc/self/oom_score_adj", "500");
}

/// Whether these last words are those of a process that was refused memory.
pub(crate) fn is_refusal(last_words: &str) -> bool {
    last_words.starts_with("memory allocation of ")
}
