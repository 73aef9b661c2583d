//! What processes say to each other, beside the states that they exchange.
//!
//! A frame is a letter, a length of four bytes and as many bytes of text or numbers.
//! Every connection begins with [`MAGIC`], so that who speaks something else is noticed
//! at once, and no frame may be longer than its reader allows.

use crate::reins::{number_of, reason_of};
use soko_search::StopReason;
use std::io::{self, Read, Write};
use std::net::TcpStream;

/// What every connection begins with.
pub const MAGIC: &[u8; 8] = b"SOKOCLU1";

/// One thing said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Who speaks, and what for.
    Hello(String),
    /// No: and why not.
    Refuse(String),
    /// All is set up here.
    Ready,
    /// Still here.
    Beat,
    /// All shall stop in order.
    Stop(StopReason),
    /// What this process has counted.
    Part(Vec<u8>),
    /// Everything has arrived, and this is what all have counted: all may go.
    Done(Vec<u8>),
    /// This process cannot go on.
    Fail(String),
}

impl Frame {
    fn parts(&self) -> (u8, Vec<u8>) {
        match self {
            Frame::Hello(text) => (b'H', text.clone().into_bytes()),
            Frame::Refuse(text) => (b'N', text.clone().into_bytes()),
            Frame::Ready => (b'R', Vec::new()),
            Frame::Beat => (b'B', Vec::new()),
            Frame::Stop(reason) => (b'S', vec![number_of(*reason)]),
            Frame::Part(bytes) => (b'P', bytes.clone()),
            Frame::Done(bytes) => (b'D', bytes.clone()),
            Frame::Fail(text) => (b'F', text.clone().into_bytes()),
        }
    }

    fn of(letter: u8, body: Vec<u8>) -> Option<Frame> {
        let text = |body: Vec<u8>| String::from_utf8(body).ok();
        Some(match letter {
            b'H' => Frame::Hello(text(body)?),
            b'N' => Frame::Refuse(text(body)?),
            b'R' => Frame::Ready,
            b'B' => Frame::Beat,
            b'S' => Frame::Stop(reason_of(*body.first()?)?),
            b'P' => Frame::Part(body),
            b'D' => Frame::Done(body),
            b'F' => Frame::Fail(text(body)?),
            _ => return None,
        })
    }

    /// Says it.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (letter, body) = self.parts();
        let mut bytes = vec![letter];
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&body);
        out.write_all(&bytes)
    }
}

/// Hears frames; what has come of one that is not complete is kept.
#[derive(Debug)]
pub struct Ear {
    stream: TcpStream,
    heard: Vec<u8>,
    longest: usize,
}

impl Ear {
    /// Hears this stream, and frames up to this length. Waiting is bounded by the
    /// stream's own limit on reading.
    pub fn new(stream: TcpStream, longest: usize) -> Ear {
        Ear {
            stream,
            heard: Vec::new(),
            longest,
        }
    }

    /// Hears frames up to this length from now on.
    pub fn allow(&mut self, longest: usize) {
        self.longest = longest;
    }

    /// Takes the eight bytes that every connection begins with; no frame may have been
    /// asked for before.
    pub fn magic(&mut self) -> io::Result<()> {
        let mut magic = [0; MAGIC.len()];
        self.stream.read_exact(&mut magic)?;
        match &magic == MAGIC {
            true => Ok(()),
            false => Err(wrong("it does not speak our language")),
        }
    }

    /// The next frame; none if none has come within the stream's limit.
    pub fn next(&mut self) -> io::Result<Option<Frame>> {
        loop {
            if let Some(frame) = self.complete()? {
                return Ok(Some(frame));
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => self.heard.extend_from_slice(&bytes[..n]),
                Err(error) if is_timeout(&error) => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn complete(&mut self) -> io::Result<Option<Frame>> {
        let Some((head, rest)) = self.heard.split_first_chunk::<5>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        if length > self.longest {
            return Err(wrong("it says too much at once"));
        }
        let Some(body) = rest.get(..length) else {
            return Ok(None);
        };
        let frame = Frame::of(head[0], body.to_vec());
        self.heard.drain(..5 + length);
        match frame {
            Some(frame) => Ok(Some(frame)),
            None => Err(wrong("it says something that we do not know")),
        }
    }
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Whether nothing came in time, which is no fault.
pub fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}
