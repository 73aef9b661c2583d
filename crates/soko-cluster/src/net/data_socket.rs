//! The connections for states, as timely uses them.
//!
//! timely's threads panic when a connection breaks. Whoever runs this must see who has
//! gone, and not where a thread was, so a broken connection is never shown to them: who
//! reads from it waits, who writes to it writes to nowhere, and the connections for
//! words say what has happened (`links.rs`). The end that timely expects, a message of
//! nothing but zeros and then the end of the stream, is let through when all is done.
//!
//! Bytes that go out are counted here.

use super::links::Links;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use timely::communication::allocator::zero_copy::stream::Stream;

/// Bytes of timely's last message.
const FAREWELL: usize = 48;

/// A connection for states to one peer.
#[derive(Debug)]
pub struct DataSocket {
    stream: TcpStream,
    process: usize,
    links: Arc<Links>,
    /// Zeros at the end of what was read, up to a farewell.
    zeros: usize,
}

impl DataSocket {
    /// To this process.
    pub fn new(stream: TcpStream, process: usize, links: Arc<Links>) -> DataSocket {
        DataSocket {
            stream,
            process,
            links,
            zeros: 0,
        }
    }

    /// The stream has ended: in order, or for ever.
    fn ended(&mut self) -> io::Result<usize> {
        if self.zeros < FAREWELL {
            self.links.data_ended(self.process);
        }
        while self.zeros < FAREWELL || !self.links.is_done() {
            thread::sleep(Duration::from_millis(50));
        }
        Ok(0)
    }
}

impl Read for DataSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(0) => return self.ended(),
                Ok(n) => {
                    let zeros = buffer[..n].iter().rev().take(FAREWELL);
                    let zeros = zeros.take_while(|byte| **byte == 0).count();
                    let all = if zeros == n { self.zeros + n } else { zeros };
                    self.zeros = all.min(FAREWELL);
                    return Ok(n);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => {
                    self.zeros = 0;
                    return self.ended();
                }
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
        Ok(DataSocket::new(stream, self.process, Arc::clone(&self.links)))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
