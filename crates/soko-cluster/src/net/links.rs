//! The connections for words while a run is under way: who is still there, who wants to
//! stop, and what each has counted.
//!
//! A thread for each peer hears what it says. A peer that is silent for [`SILENCE`], or
//! whose connection ends before all is done, has gone: a process that was killed is
//! noticed at once by the end of its connection, a machine that was cut off by its
//! silence. The first loss is kept; nothing here ends the process.

use super::frame::{Ear, Frame};
use soko_search::StopReason;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process says that it is still there.
const BEAT: Duration = Duration::from_secs(1);
/// A peer that is silent for so long has gone.
const SILENCE: Duration = Duration::from_secs(8);
/// How long the connection for states may be broken before that is a loss by itself.
const GRACE: Duration = Duration::from_secs(3);
/// The longest frame: counts of a million layers.
const LONGEST: usize = 1 << 23;

/// A peer that has gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which process.
    pub process: usize,
    /// Its address.
    pub name: String,
    /// What is known.
    pub why: String,
}

#[derive(Debug, Default)]
struct Heard {
    stop: Option<StopReason>,
    loss: Option<Loss>,
    parts: Vec<Option<Vec<u8>>>,
    /// What all have counted, when all is done.
    result: Option<Vec<u8>>,
}

/// The peers of this process.
#[derive(Debug)]
pub struct Links {
    names: Vec<String>,
    voices: Vec<Option<Mutex<TcpStream>>>,
    heard: Mutex<Heard>,
    news: Condvar,
    sent: AtomicU64,
    last_beat: Mutex<Instant>,
}

impl Links {
    /// Begins to hear all peers, each over its connection; our own place is empty.
    pub fn start(
        names: Vec<String>,
        streams: Vec<Option<(TcpStream, Ear)>>,
    ) -> io::Result<Arc<Links>> {
        let mut ears = Vec::new();
        let mut voices = Vec::new();
        for (process, stream) in streams.into_iter().enumerate() {
            voices.push(None);
            if let Some((stream, ear)) = stream {
                stream.set_read_timeout(Some(SILENCE))?;
                stream.set_write_timeout(Some(SILENCE))?;
                voices[process] = Some(Mutex::new(stream));
                ears.push((process, ear));
            }
        }
        let heard = Heard {
            parts: vec![None; names.len()],
            ..Heard::default()
        };
        let links = Arc::new(Links {
            names,
            voices,
            heard: Mutex::new(heard),
            news: Condvar::new(),
            sent: AtomicU64::new(0),
            last_beat: Mutex::new(Instant::now()),
        });
        for (process, ear) in ears {
            let links = Arc::clone(&links);
            thread::Builder::new()
                .name(format!("hears process {process}"))
                .spawn(move || links.listen(process, ear))?;
        }
        Ok(links)
    }

    /// The longest frame that is heard.
    pub const fn longest() -> usize {
        LONGEST
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(&self, process: usize, mut ear: Ear) {
        loop {
            match ear.next() {
                Ok(Some(frame)) => self.take(process, frame),
                Ok(None) => {
                    let why = format!("was not heard of for {} s", SILENCE.as_secs());
                    return self.lose(process, why);
                }
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return self.lose(process, "has gone".into());
                }
                Err(error) => return self.lose(process, format!("cannot be heard: {error}")),
            }
        }
    }

    fn take(&self, process: usize, frame: Frame) {
        let mut heard = self.heard();
        match frame {
            Frame::Stop(reason) => {
                heard.stop.get_or_insert(reason);
            }
            Frame::Part(bytes) => heard.parts[process] = Some(bytes),
            Frame::Done(bytes) => heard.result = Some(bytes),
            Frame::Fail(why) => {
                drop(heard);
                return self.lose(process, format!("has stopped: {why}"));
            }
            _ => {}
        }
        drop(heard);
        self.news.notify_all();
    }

    /// A peer has gone. After the end that is as it should be.
    fn lose(&self, process: usize, why: String) {
        let mut heard = self.heard();
        if heard.result.is_none() {
            heard.loss.get_or_insert_with(|| Loss {
                process,
                name: self.names[process].clone(),
                why,
            });
        }
        drop(heard);
        self.news.notify_all();
    }

    /// The connection for states has ended. Most often the peer has gone, which the
    /// connection for words tells better, or all is done.
    pub fn data_ended(&self, process: usize) {
        thread::sleep(GRACE);
        self.lose(process, "can no longer be reached".into());
    }

    /// So many bytes went out.
    pub fn count_sent(&self, bytes: usize) {
        self.sent.fetch_add(bytes as u64, Relaxed);
    }

    /// All bytes that went out, of states.
    pub fn sent(&self) -> u64 {
        self.sent.load(Relaxed)
    }

    fn say(&self, process: usize, frame: &Frame) {
        let Some(voice) = &self.voices[process] else {
            return;
        };
        let mut voice = voice.lock().unwrap_or_else(PoisonError::into_inner);
        // Who cannot be spoken to cannot be heard either, and that is noticed.
        let _ = frame.write(&mut *voice);
    }

    fn say_to_all(&self, frame: &Frame) {
        for process in 0..self.names.len() {
            self.say(process, frame);
        }
    }

    /// Says that we are still there, if it is time to.
    pub fn beat(&self) {
        let mut last = self
            .last_beat
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= BEAT {
            *last = Instant::now();
            drop(last);
            self.say_to_all(&Frame::Beat);
        }
    }

    /// Asks all to stop.
    pub fn ask_to_stop(&self, reason: StopReason) {
        self.say_to_all(&Frame::Stop(reason));
    }

    /// Whether a peer has asked to stop.
    pub fn asked_to_stop(&self) -> Option<StopReason> {
        self.heard().stop
    }

    /// Who has gone, if somebody has.
    pub fn loss(&self) -> Option<Loss> {
        self.heard().loss.clone()
    }

    /// Tells the first process what was counted here.
    pub fn hand_over(&self, part: Vec<u8>) {
        self.say(0, &Frame::Part(part));
    }

    /// What all others have counted, once it is there.
    pub fn parts(&self) -> Option<Vec<Vec<u8>>> {
        let heard = self.heard();
        let others = heard.parts.iter().zip(&self.voices);
        let others = others.filter(|(_, voice)| voice.is_some());
        others.map(|(part, _)| part.clone()).collect()
    }

    /// All may go, and this is what they have counted. The first process says so when it
    /// has everything, and each other when it leaves, so that its end is none too soon.
    pub fn all_done(&self, result: Vec<u8>) {
        let frame = Frame::Done(result.clone());
        self.heard().result = Some(result);
        self.say_to_all(&frame);
    }

    /// What all have counted, once all may go.
    pub fn result(&self) -> Option<Vec<u8>> {
        self.heard().result.clone()
    }

    /// Tells all that this process cannot go on.
    pub fn fail(&self, why: &str) {
        self.say_to_all(&Frame::Fail(why.to_owned()));
    }

    /// Waits for news, but not long.
    pub fn wait(&self, time: Duration) {
        let heard = self.heard();
        drop(self.news.wait_timeout(heard, time));
    }
}

impl Drop for Links {
    fn drop(&mut self) {
        for voice in self.voices.iter().flatten() {
            let voice = voice.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = voice.shutdown(Shutdown::Both);
        }
    }
}
