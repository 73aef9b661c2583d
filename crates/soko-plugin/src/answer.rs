//! The results of the interface.

/// What a call came to.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done.
    Ok = 0,
    /// The board is larger than we take.
    Constraints = 1,
    /// The board is no level, or the moves do not solve it.
    Invalid = 2,
    /// There is no solution: proved.
    Impossible = 3,
    /// Nothing was found, and nothing proved.
    GaveUp = 4,
    /// The moves do not fit into the buffer.
    TooLong = 5,
    /// Solutions cannot be made shorter in the way asked for.
    BadConfiguration = 6,
    /// A fault of ours.
    Failure = 7,
    /// Memory or time was used up.
    TimeOut = 8,
    /// The host said stop.
    Stopped = 9,
}
