//! Connections from others while processes meet: who comes is heard by a thread of its
//! own, with little patience, and is let in if it is in the list and says hello as it
//! should. All others are sent away, and that is noted.

use super::frame::{Ear, Frame, MAGIC};
use super::hello::{Hello, Purpose};
use super::hosts::Hosts;
use super::links::Links;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// How long a visitor may take for its hello.
const PATIENCE: Duration = Duration::from_secs(5);
/// Visitors that are heard at the same time at the most.
const AT_ONCE: usize = 64;
/// The longest hello.
const LONGEST_HELLO: usize = 1 << 16;

/// What happens while processes meet.
#[derive(Debug)]
pub enum Event {
    /// A process has said hello; it hears ours then, if the connection is for words.
    Came(Box<(TcpStream, Ear, Hello)>),
    /// Somebody was sent away, or could not be understood.
    Note(String),
    /// A process that we went to does not want us.
    Refused(usize, String),
}

/// What is needed to receive visitors and to make visits.
#[derive(Clone, Debug)]
pub struct Door {
    /// Who may come.
    pub hosts: Hosts,
    /// Our own hello, for connections for words.
    pub hello: Hello,
    /// Where events go.
    pub events: Sender<Event>,
    /// Set when all have met.
    pub is_over: Arc<AtomicBool>,
}

/// Receives visitors until all have met.
pub fn receive(door: Door, listener: TcpListener) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let guests = Arc::new(AtomicUsize::new(0));
    thread::Builder::new()
        .name("receives visitors".into())
        .spawn(move || {
            while !door.is_over.load(Relaxed) {
                match listener.accept() {
                    Ok((stream, from)) if guests.load(Relaxed) < AT_ONCE => {
                        guests.fetch_add(1, Relaxed);
                        let (door, guests) = (door.clone(), Arc::clone(&guests));
                        thread::spawn(move || {
                            tell_and_answer(&door, hear(&door, stream, from));
                            guests.fetch_sub(1, Relaxed);
                        });
                    }
                    // One too many: its connection ends here.
                    Ok(_) => {}
                    Err(_) => thread::sleep(Duration::from_millis(10)),
                }
            }
        })?;
    Ok(())
}

/// Tells who came before it is answered: the moment it has heard us it may come again for
/// states, and who comes anew has no such connection yet.
fn tell_and_answer(door: &Door, event: Event) {
    let answer = match &event {
        Event::Came(came) if came.2.purpose == Purpose::Control => came.0.try_clone().ok(),
        _ => None,
    };
    let _ = door.events.send(event);
    if let Some(mut voice) = answer {
        // Who has gone is noticed by those who wait for it.
        let _ = Frame::Hello(door.hello.to_text()).write(&mut voice);
    }
}

fn hear(door: &Door, stream: TcpStream, from: SocketAddr) -> Event {
    let away = |why: &str| Event::Note(format!("sent away a connection from {from}: {why}"));
    if !door.hosts.has(from.ip()) {
        return away("that address is not in the list");
    }
    let settings = stream
        .set_nonblocking(false)
        .and_then(|()| stream.set_nodelay(true))
        .and_then(|()| stream.set_read_timeout(Some(PATIENCE)))
        .and_then(|()| stream.set_write_timeout(Some(PATIENCE)))
        .and_then(|()| stream.try_clone());
    let Ok(mut voice) = settings else {
        return away("it has gone");
    };
    let mut ear = Ear::new(stream, LONGEST_HELLO);
    if let Err(error) = ear.magic() {
        return away(&error.to_string());
    }
    let hello = match ear.next() {
        Ok(Some(Frame::Hello(text))) => Hello::parse(&text),
        Ok(None) => return away("it said nothing"),
        _ => None,
    };
    let Some(hello) = hello else {
        return away("its hello cannot be understood");
    };
    let mut refuse = |why: String| {
        let _ = Frame::Refuse(why.clone()).write(&mut voice);
        away(&why)
    };
    let own = door.hello.from;
    if hello.from <= own || hello.from >= door.hosts.len() {
        let n = door.hosts.len();
        let from = hello.from;
        return refuse(format!("process {own} of {n} expects no process {from}"));
    }
    if !door.hosts.is_at(hello.from, from.ip()) {
        return refuse(format!("process {} has another address", hello.from));
    }
    if hello.purpose == Purpose::Data && hello.ticket != door.hello.ticket {
        return refuse("it belongs to another run".into());
    }
    ear.allow(Links::longest());
    Event::Came(Box::new((voice, ear, hello)))
}

/// Goes to a process until it answers or all have met.
pub fn visit(door: Door, process: usize) -> std::io::Result<()> {
    thread::Builder::new()
        .name(format!("goes to process {process}"))
        .spawn(move || {
            while !door.is_over.load(Relaxed) {
                if let Some(event) = visit_once(&door, process) {
                    let _ = door.events.send(event);
                    return;
                }
                thread::sleep(Duration::from_millis(100));
            }
        })?;
    Ok(())
}

fn visit_once(door: &Door, process: usize) -> Option<Event> {
    let mut stream = connect(&door.hosts, process)?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    stream.write_all(MAGIC).ok()?;
    Frame::Hello(door.hello.to_text()).write(&mut stream).ok()?;
    let mut ear = Ear::new(stream.try_clone().ok()?, LONGEST_HELLO);
    match ear.next().ok()?? {
        Frame::Hello(text) => {
            let hello = Hello::parse(&text).filter(|hello| hello.from == process)?;
            ear.allow(Links::longest());
            Some(Event::Came(Box::new((stream, ear, hello))))
        }
        Frame::Refuse(why) => Some(Event::Refused(process, why)),
        _ => None,
    }
}

/// A connection to a process, if it is there.
pub fn connect(hosts: &Hosts, process: usize) -> Option<TcpStream> {
    let addresses = hosts.resolve(process);
    let mut streams = addresses
        .iter()
        .filter_map(|address| TcpStream::connect_timeout(address, Duration::from_secs(2)).ok());
    let stream = streams.next()?;
    stream.set_nodelay(true).ok()?;
    Some(stream)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::Survey;
    use crate::manifest::Manifest;
    use std::sync::mpsc::channel;

    fn hello(manifest: Manifest) -> Hello {
        Hello {
            purpose: Purpose::Control,
            from: 0,
            ticket: 1,
            survey: Survey::NOTHING,
            manifest,
        }
    }

    /// Who came is told although it has not heard a word of our answer, which is too long
    /// to be on its way as a whole.
    #[test]
    fn who_comes_is_told_before_it_is_answered() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let visitor = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let mut long = Manifest::default();
        long.set("level", "#".repeat(64 << 20));
        let (events, told) = channel();
        let door = Door {
            hosts: Hosts::parse("127.0.0.1:1").unwrap(),
            hello: hello(long),
            events,
            is_over: Arc::default(),
        };
        let ear = Ear::new(stream.try_clone().unwrap(), LONGEST_HELLO);
        let came = Event::Came(Box::new((stream, ear, hello(Manifest::default()))));
        let answering = thread::spawn(move || tell_and_answer(&door, came));
        let event = told.recv_timeout(PATIENCE);
        assert!(matches!(event, Ok(Event::Came(_))), "{event:?}");
        assert!(!answering.is_finished(), "it would be answered by now");
        drop((visitor, event));
        answering.join().unwrap();
    }
}
