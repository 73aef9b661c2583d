//! Our solver and optimiser for other programs: the plug-in interface that YASC,
//! Sokoban++ and their friends load.
//!
//! The library exports the functions of that interface under their usual names;
//! `include/sokoscope_plugin.h` declares them for C, and `docs/plugin.md` says what is
//! known of the dialect and what was assumed. A host calls [`SolveEx`] with the board
//! as rows of characters one after the other and a buffer for the moves; while the
//! call lasts it is told how far the search is and may say stop.
//!
//! What a host hands over is checked before it is used: sizes, characters, the level
//! itself, the moves to be made shorter. What comes back has passed the referee. A
//! panic never crosses the border: it becomes the result [`Answer::Failure`].

mod answer;
mod calls;
mod flags;
mod host;

pub use answer::Answer;
pub use calls::{optimised, solved};
pub use host::{PluginCallback, PluginStatus, Watch};

use host::{Buffer, filled};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The name under which a host lists us.
const NAME: &str = concat!("Sokoscope ", env!("CARGO_PKG_VERSION"));

/// The sides of the largest board.
const MAX_SIDE: c_uint = 200;

/// Writes the name, cut to the buffer.
///
/// # Safety
///
/// `name` must be valid for writing `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn GetPluginName(name: *mut c_char, length: c_uint) {
    // SAFETY: the caller promises it.
    let buffer = unsafe { Buffer::of(name, length) };
    if let Some(mut buffer) = buffer {
        buffer.write_cut(NAME);
    }
}

/// Writes the largest board that is taken; 0 stands for no limit.
///
/// # Safety
///
/// Each pointer must be null or valid for writing.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn GetConstraints(
    width: *mut c_uint,
    height: *mut c_uint,
    boxes: *mut c_uint,
) {
    for (place, value) in [(width, MAX_SIDE), (height, MAX_SIDE), (boxes, 0)] {
        if !place.is_null() {
            // SAFETY: the caller promises it.
            unsafe { place.write(value) };
        }
    }
}

/// There is nothing to configure.
#[unsafe(no_mangle)]
pub extern "system" fn Configure(_window: *mut c_void) {}

/// There is no window about us.
#[unsafe(no_mangle)]
pub extern "system" fn ShowAbout(_window: *mut c_void) {}

/// Whether [`Optimize`] can make solutions shorter in this way.
#[unsafe(no_mangle)]
pub extern "system" fn IsSupportedOptimization(flags: c_uint) -> c_int {
    c_int::from(flags::order(flags).is_some())
}

/// The rows of the board and the buffer of the moves, if there are both.
///
/// # Safety
///
/// As for [`SolveEx`].
unsafe fn given<'a>(
    width: c_uint,
    height: c_uint,
    board: *const c_char,
    moves: *mut c_char,
    length: c_uint,
) -> Option<(&'a [u8], Buffer<'a>)> {
    // SAFETY: the caller promises it.
    let rows = unsafe { filled(board, width, height) };
    // SAFETY: the caller promises it.
    let buffer = unsafe { Buffer::of(moves, length) };
    rows.zip(buffer)
}

/// Solves a level.
///
/// # Safety
///
/// `board` must be valid for reading `width * height` bytes, `solution` for writing
/// `length` bytes, `status` null or valid for as many bytes as its first field says.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn SolveEx(
    width: c_uint,
    height: c_uint,
    board: *const c_char,
    solution: *mut c_char,
    length: c_uint,
    status: *mut PluginStatus,
    callback: Option<PluginCallback>,
) -> c_int {
    let call = || {
        // SAFETY: the caller promises it.
        let watch = unsafe { Watch::of(status, callback) };
        // SAFETY: the caller promises it.
        let given = unsafe { given(width, height, board, solution, length) };
        let Some((rows, mut buffer)) = given else {
            return Answer::Invalid;
        };
        let (answer, moves) = solved(width, rows, &watch);
        watch.end(answer, buffer.write_moves(answer, moves))
    };
    answered(call)
}

/// Makes a solution shorter; `moves` holds it, and in the end the better one.
///
/// # Safety
///
/// As for [`SolveEx`], with `moves` valid for reading and writing `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Optimize(
    width: c_uint,
    height: c_uint,
    board: *const c_char,
    moves: *mut c_char,
    length: c_uint,
    status: *mut PluginStatus,
    callback: Option<PluginCallback>,
) -> c_int {
    let call = || {
        // SAFETY: the caller promises it.
        let watch = unsafe { Watch::of(status, callback) };
        // SAFETY: the caller promises it.
        let given = unsafe { given(width, height, board, moves, length) };
        let Some((rows, mut buffer)) = given else {
            return Answer::Invalid;
        };
        let Some(order) = flags::order(watch.flags()) else {
            return watch.end(Answer::BadConfiguration, Ok(()));
        };
        let (answer, better) = optimised(width, rows, &buffer.text(), order, &watch);
        watch.end(answer, buffer.write_moves(answer, better))
    };
    answered(call)
}

/// Ends a call of [`SolveEx`] or [`Optimize`] that another thread is in.
#[unsafe(no_mangle)]
pub extern "system" fn Terminate() -> c_int {
    host::stop_all();
    Answer::Ok as c_int
}

fn answered(call: impl FnOnce() -> Answer) -> c_int {
    let answer = catch_unwind(AssertUnwindSafe(call));
    answer.unwrap_or(Answer::Failure) as c_int
}
