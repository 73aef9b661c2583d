//! The connections for states, as timely uses them.
//!
//! timely's threads panic when a connection breaks. Whoever runs this must see who has
//! gone, and not where a thread was, so a broken connection is never shown to them: who
//! reads from it waits, who writes to it writes to nowhere, and the connections for
//! words say what has happened (`links.rs`). The end that timely expects is an empty
//! message and then the end of the stream; to tell it from all others, the heads of
//! messages are followed.
//!
//! Bytes that go out are counted here.

use super::links::Links;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use timely::communication::allocator::zero_copy::stream::Stream;

/// Bytes of the head of a message.
const HEAD: usize = 48;
/// Where the head says how long the message is.
const LENGTH: std::ops::Range<usize> = 32..40;

/// Follows the messages of a stream.
#[derive(Debug, Default)]
struct Messages {
    head: Vec<u8>,
    /// Bytes of the message under way that are still to come.
    left: usize,
    /// Whether the last message was empty.
    is_farewell: bool,
}

impl Messages {
    fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.left > 0 {
                let n = self.left.min(bytes.len());
                self.left -= n;
                bytes = &bytes[n..];
                continue;
            }
            let n = (HEAD - self.head.len()).min(bytes.len());
            self.head.extend_from_slice(&bytes[..n]);
            bytes = &bytes[n..];
            if self.head.len() == HEAD {
                let length = self.head[LENGTH].iter();
                self.left = length.fold(0, |n, byte| n << 8 | usize::from(*byte));
                self.is_farewell = self.left == 0;
                self.head.clear();
            }
        }
    }
}

/// A connection for states to one peer.
#[derive(Debug)]
pub struct DataSocket {
    stream: TcpStream,
    process: usize,
    links: Arc<Links>,
    messages: Messages,
}

impl DataSocket {
    /// To this process.
    pub fn new(stream: TcpStream, process: usize, links: Arc<Links>) -> DataSocket {
        DataSocket {
            stream,
            process,
            links,
            messages: Messages::default(),
        }
    }

    /// The stream has ended: in order, or for ever.
    fn ended(&self, is_broken: bool) -> io::Result<usize> {
        if is_broken || !self.messages.is_farewell {
            self.links.data_ended(self.process);
            loop {
                thread::sleep(Duration::from_secs(3600));
            }
        }
        Ok(0)
    }
}

impl Read for DataSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(0) => return self.ended(false),
                Ok(n) => {
                    self.messages.follow(&buffer[..n]);
                    return Ok(n);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // What comes after the last message is the end, whatever it is.
                Err(_) => return self.ended(!self.messages.is_farewell),
            }
        }
    }
}

impl Write for DataSocket {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Ok(n) => {
                self.links.count_sent(n);
                Ok(n)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(_) => Ok(buffer.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for DataSocket {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(DataSocket::new(
            stream,
            self.process,
            Arc::clone(&self.links),
        ))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_message_is_a_farewell() {
        let message = |length: u64| {
            let mut bytes = vec![0; HEAD];
            bytes[LENGTH].copy_from_slice(&length.to_be_bytes());
            bytes.resize(HEAD + length as usize, 0);
            bytes
        };
        let all = [message(100), message(8), message(300), message(0)].concat();
        for piece in [1, 7, 48, 49, 1000] {
            let mut messages = Messages::default();
            let mut seen = 0;
            for bytes in all.chunks(piece) {
                assert!(!messages.is_farewell);
                messages.follow(bytes);
                seen += bytes.len();
                assert_eq!(messages.is_farewell, seen == all.len(), "{piece} {seen}");
            }
        }
    }
}
