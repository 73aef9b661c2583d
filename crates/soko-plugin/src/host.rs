//! What a host hands over: the board, a buffer for moves, a status to be kept up to
//! date, and a function that says whether to go on. This is where its pointers end.

use crate::Answer;
use crate::flags;
use soko_core::{Metrics, Verified};
use soko_search::Progress;
use std::ffi::{c_char, c_int, c_uint};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Called now and then; anything but 0 means stop.
pub type PluginCallback = unsafe extern "system" fn() -> c_int;

/// How many characters the text of a status has room for.
const TEXT: usize = 256;

/// What a host shows while it waits. A host sets the size, which is that of what it
/// knows of this, and the flags of what it wants.
#[repr(C)]
#[derive(Debug)]
pub struct PluginStatus {
    /// Bytes of this structure, as the host knows it.
    pub size: u32,
    /// Bits of `flags.rs`: what is wanted, and in the end whether there is a solution.
    pub flags: u32,
    /// Moves of the best solution so far.
    pub moves: i64,
    /// Pushes of the best solution so far.
    pub pushes: i64,
    /// States generated.
    pub states: i64,
    /// What is being done, ended by a 0.
    pub text: [c_char; TEXT],
    /// Time used, in milliseconds.
    pub milliseconds: u32,
}

/// Grows with every [`stop_all`]; a call that began at another number stops.
static STOPS: AtomicU64 = AtomicU64::new(0);

/// Ends all calls that are being worked on.
pub fn stop_all() {
    STOPS.fetch_add(1, Ordering::Relaxed);
}

/// The host's end of a call.
pub struct Watch {
    status: *mut PluginStatus,
    callback: Option<PluginCallback>,
    begin: Instant,
    stops: u64,
    /// Set when the host wants no more.
    pub stop: AtomicBool,
}

// SAFETY: a call writes its status and asks its callback from one thread at a time,
// the one that searches, and the host lends both for as long as the call lasts.
unsafe impl Send for Watch {}
// SAFETY: as above; the flag is atomic.
unsafe impl Sync for Watch {}

impl Watch {
    /// A host that neither looks nor stops.
    pub fn nobody() -> Watch {
        Watch {
            status: std::ptr::null_mut(),
            callback: None,
            begin: Instant::now(),
            stops: STOPS.load(Ordering::Relaxed),
            stop: AtomicBool::new(false),
        }
    }

    /// The host's status and callback. A status that is too small for us to know it is
    /// left alone.
    ///
    /// # Safety
    ///
    /// `status` must be null or valid for as many bytes as its first field says, until
    /// the watch is dropped; so must be what the callback uses.
    pub unsafe fn of(status: *mut PluginStatus, callback: Option<PluginCallback>) -> Watch {
        // SAFETY: the caller promises at least the first field.
        let is_whole = !status.is_null()
            && unsafe { (&raw const (*status).size).read() } as usize >= size_of::<PluginStatus>();
        Watch {
            status: if is_whole {
                status
            } else {
                std::ptr::null_mut()
            },
            callback,
            ..Watch::nobody()
        }
    }

    /// What the host wants; nothing if there is no status.
    pub fn flags(&self) -> u32 {
        // SAFETY: it is null or whole, as `of` has seen.
        unsafe { self.status.as_ref() }.map_or(0, |status| status.flags)
    }

    fn change(&self, change: impl FnOnce(&mut PluginStatus)) {
        // SAFETY: it is null or whole, and nobody else writes it during the call.
        if let Some(status) = unsafe { self.status.as_mut() } {
            let elapsed = self.begin.elapsed().as_millis();
            status.milliseconds = u32::try_from(elapsed).unwrap_or(u32::MAX);
            change(status);
        }
    }

    /// Tells the host how far the search is, and asks whether to go on.
    pub fn tell(&self, progress: &Progress<'_>) {
        self.change(|status| {
            status.states = i64::try_from(progress.counters.generated).unwrap_or(i64::MAX);
            write_text(&mut status.text, progress.phase);
        });
        // SAFETY: the host lends the function for the call.
        let wants_stop = self
            .callback
            .is_some_and(|callback| unsafe { callback() } != 0);
        if wants_stop || STOPS.load(Ordering::Relaxed) != self.stops {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The numbers of a solution.
    pub fn found(&self, metrics: &Metrics) {
        self.change(|status| {
            status.flags |= flags::SOLUTION;
            status.moves = i64::try_from(metrics.moves).unwrap_or(i64::MAX);
            status.pushes = i64::try_from(metrics.pushes).unwrap_or(i64::MAX);
        });
    }

    /// The end of a call: its answer, unless the moves could not be handed over.
    pub fn end(&self, answer: Answer, written: Result<(), Answer>) -> Answer {
        self.change(|_| {});
        written.err().unwrap_or(answer)
    }
}

fn write_text(place: &mut [c_char], text: &str) {
    let end = place.len() - 1;
    let bytes = text.bytes().take(end).chain([0]);
    for (place, byte) in place.iter_mut().zip(bytes) {
        *place = byte as c_char;
    }
}

/// The cells of a board; none if there are none, or more than any board has.
///
/// # Safety
///
/// `board` must be null or valid for reading `width * height` bytes for as long as they
/// are used.
pub unsafe fn filled<'a>(board: *const c_char, width: c_uint, height: c_uint) -> Option<&'a [u8]> {
    let n_cells = width.checked_mul(height).filter(|&n| n > 0)?;
    if board.is_null() {
        return None;
    }
    // SAFETY: the caller promises it.
    Some(unsafe { std::slice::from_raw_parts(board.cast::<u8>(), n_cells as usize) })
}

/// A place for text that ends with a 0.
pub struct Buffer<'a> {
    bytes: &'a mut [u8],
}

impl Buffer<'_> {
    /// The place; none if there is no room, not even for the 0.
    ///
    /// # Safety
    ///
    /// `start` must be null or valid for reading and writing `length` bytes for as long
    /// as the buffer is used.
    pub unsafe fn of<'a>(start: *mut c_char, length: c_uint) -> Option<Buffer<'a>> {
        if start.is_null() || length == 0 {
            return None;
        }
        // SAFETY: the caller promises it.
        let bytes = unsafe { std::slice::from_raw_parts_mut(start.cast::<u8>(), length as usize) };
        Some(Buffer { bytes })
    }

    /// The text up to the first 0.
    pub fn text(&self) -> String {
        let text = self.bytes.split(|&byte| byte == 0).next();
        String::from_utf8_lossy(text.unwrap_or_default()).into_owned()
    }

    /// As much of a text as fits.
    pub fn write_cut(&mut self, text: &str) {
        let end = self.bytes.len() - 1;
        let bytes = text.bytes().take(end).chain([0]);
        for (place, byte) in self.bytes.iter_mut().zip(bytes) {
            *place = byte;
        }
    }

    /// The moves of a solution, if there is one and it fits. Two zeros end them, as
    /// there could be several solutions; where only one more byte is left one is enough.
    pub fn write_moves(&mut self, answer: Answer, moves: Option<Verified>) -> Result<(), Answer> {
        let Some(solution) = moves else {
            return Ok(());
        };
        let moves = solution.lurd();
        if moves.len() >= self.bytes.len() {
            return Err(match answer {
                Answer::Ok => Answer::TooLong,
                other => other,
            });
        }
        self.write_cut(&moves);
        if let Some(place) = self.bytes.get_mut(moves.len() + 1) {
            *place = 0;
        }
        Ok(())
    }
}
