//! How processes meet before a run: everybody hears everybody, all see that they count
//! the same, and only then does the run begin.
//!
//! 1. Every process listens at its own address and goes to all that are before it in
//!    the list, again and again until they are there. Both say hello.
//! 2. When a process has heard all hellos, it holds each against its own. Since all
//!    hear all, whatever differs is seen by everybody, and each ends by itself.
//! 3. A second connection for the states is made between each two, with the ticket
//!    that was given over the first.
//! 4. Everybody says that it is ready, and the run begins when all have said so.
//!
//! A process that ends and is started again while others wait is met anew.

use super::frame::{Ear, Frame, MAGIC};
use super::hello::{Hello, Purpose};
use super::hosts::Hosts;
use super::links::{Links, Loss};
use super::visitors::{self, Door, Event};
use crate::checkpoint::Survey;
use crate::error::ClusterError;
use crate::manifest::Manifest;
use soko_search::{Control, Counters};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// How often those who wait look around.
const LOOK: Duration = Duration::from_millis(20);
/// How long a process that saw a difference stays, so that all others see it too.
const LINGER: Duration = Duration::from_secs(3);
/// How long those who have met may take for the rest.
const SETTING_UP: Duration = Duration::from_secs(10);

/// The place of a process among all.
#[derive(Clone, Debug)]
pub struct Place {
    /// All processes.
    pub hosts: Hosts,
    /// Which of them this is.
    pub process: usize,
    /// Where to listen, if not at the address in the list.
    pub listen: Option<String>,
    /// How long to wait for the others.
    pub wait: Duration,
}

/// What comes of a meeting.
#[derive(Debug)]
pub struct Met {
    /// The connections for words.
    pub links: Arc<Links>,
    /// Those for states, by process.
    pub sockets: Vec<Option<TcpStream>>,
    /// How far all together have counted before.
    pub survey: Survey,
    /// What happened meanwhile.
    pub notes: Vec<String>,
}

/// A process that has said hello.
struct Peer {
    stream: TcpStream,
    ear: Ear,
    hello: Hello,
}

struct Meeting<'a> {
    place: &'a Place,
    door: Door,
    events: Receiver<Event>,
    peers: Vec<Option<Peer>>,
    sockets: Vec<Option<TcpStream>>,
    notes: Vec<String>,
}

/// Meets all other processes of the list.
pub fn meet(
    place: &Place,
    manifest: &Manifest,
    survey: Survey,
    control: &mut Control<'_>,
) -> Result<Met, ClusterError> {
    let own = place.hosts.name(place.process);
    let address = place.listen.as_deref().unwrap_or(own);
    let listener = TcpListener::bind(address).map_err(|source| ClusterError::Listen {
        address: address.to_owned(),
        source,
    })?;
    let (sender, events) = mpsc::channel();
    let door = Door {
        hosts: place.hosts.clone(),
        hello: Hello {
            purpose: Purpose::Control,
            from: place.process,
            ticket: RandomState::new().hash_one(0),
            survey,
            manifest: manifest.clone(),
        },
        events: sender,
        is_over: Arc::new(AtomicBool::new(false)),
    };
    let is_over = Arc::clone(&door.is_over);
    visitors::receive(door.clone(), listener)?;
    let n = place.hosts.len();
    let mut meeting = Meeting {
        place,
        door,
        events,
        peers: (0..n).map(|_| None).collect(),
        sockets: (0..n).map(|_| None).collect(),
        notes: Vec::new(),
    };
    let met = meeting.hold(control);
    is_over.store(true, Relaxed);
    met?;
    meeting.end(survey)
}

impl Meeting<'_> {
    fn hold(&mut self, control: &mut Control<'_>) -> Result<(), ClusterError> {
        for process in 0..self.place.process {
            visitors::visit(self.door.clone(), process)?;
        }
        self.hear_all(control)?;
        self.connect_all(control)?;
        self.all_ready(control)
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.place.hosts.name(process))
    }

    /// Whether to go on waiting; takes in what happens meanwhile.
    fn look(&mut self, control: &mut Control<'_>) -> Result<(), ClusterError> {
        if control.check_now(&mut Counters::default()).is_some() {
            return Err(ClusterError::Interrupted);
        }
        let mut event = self.events.recv_timeout(LOOK).ok();
        while let Some(now) = event {
            self.take(now)?;
            event = self.events.try_recv().ok();
        }
        Ok(())
    }

    fn take(&mut self, event: Event) -> Result<(), ClusterError> {
        match event {
            Event::Came(came) => {
                let (stream, ear, hello) = *came;
                let from = hello.from;
                match hello.purpose {
                    Purpose::Control => {
                        // Who comes anew has no connection for states yet.
                        self.sockets[from] = None;
                        self.peers[from] = Some(Peer { stream, ear, hello });
                    }
                    Purpose::Data => self.sockets[from] = Some(stream),
                }
            }
            Event::Note(note) => {
                if self.notes.len() < 8 {
                    self.notes.push(note);
                }
            }
            Event::Refused(process, why) => {
                let name = self.name(process);
                return Err(ClusterError::Refused { name, why });
            }
        }
        Ok(())
    }

    /// Steps 1 and 2.
    fn hear_all(&mut self, control: &mut Control<'_>) -> Result<(), ClusterError> {
        let begin = Instant::now();
        let mut differed = None;
        loop {
            self.look(control)?;
            let missing = self.missing();
            let waits_for: Vec<&str> = missing.iter().map(|p| self.place.hosts.name(*p)).collect();
            control.set_phase(format!("waiting for {}", waits_for.join(", ")));
            if let Some(difference) = self.difference() {
                let (_, since) = differed.get_or_insert((difference, Instant::now()));
                if missing.is_empty() || since.elapsed() > LINGER {
                    break;
                }
            } else if missing.is_empty() {
                return Ok(());
            } else if differed.is_some() {
                break;
            }
            if begin.elapsed() > self.place.wait {
                let names = missing.iter().map(|process| self.name(*process));
                return Err(ClusterError::NeverCame {
                    names: names.collect(),
                    wait: self.place.wait,
                    notes: std::mem::take(&mut self.notes),
                });
            }
            self.forget_gone(differed.is_some())?;
        }
        let difference = differed.map_or_else(String::new, |(difference, _)| difference);
        Err(ClusterError::Mismatch(difference))
    }

    fn missing(&self) -> Vec<usize> {
        let all = 0..self.peers.len();
        all.filter(|process| *process != self.place.process && self.peers[*process].is_none())
            .collect()
    }

    /// In what somebody differs from us.
    fn difference(&self) -> Option<String> {
        self.peers.iter().flatten().find_map(|peer| {
            let there = format!("at {}", self.name(peer.hello.from));
            let (ours, theirs) = (&self.door.hello.manifest, &peer.hello.manifest);
            ours.difference(theirs, "here", &there)
        })
    }

    /// Forgets who has gone while others are waited for, unless it differed from us.
    fn forget_gone(&mut self, differs: bool) -> Result<(), ClusterError> {
        for process in 0..self.peers.len() {
            let Some(peer) = &self.peers[process] else {
                continue;
            };
            if differs || !has_gone(&peer.stream) {
                continue;
            }
            self.peers[process] = None;
            self.sockets[process] = None;
            if process < self.place.process {
                visitors::visit(self.door.clone(), process)?;
            }
        }
        Ok(())
    }

    /// Step 3.
    fn connect_all(&mut self, control: &mut Control<'_>) -> Result<(), ClusterError> {
        control.set_phase("connecting");
        for process in 0..self.place.process {
            let Some(peer) = &self.peers[process] else {
                continue;
            };
            let hello = Hello {
                purpose: Purpose::Data,
                ticket: peer.hello.ticket,
                ..self.door.hello.clone()
            };
            let words = Frame::Hello(hello.to_text());
            let stream = visitors::connect(&self.place.hosts, process).and_then(|mut stream| {
                stream.write_all(MAGIC).ok()?;
                words.write(&mut stream).ok()?;
                Some(stream)
            });
            match stream {
                Some(stream) => self.sockets[process] = Some(stream),
                None => return Err(self.lost(process, "cannot be reached any more")),
            }
        }
        let begin = Instant::now();
        let patience = self.place.wait + SETTING_UP;
        let later = self.place.process + 1..self.peers.len();
        while let Some(process) = later.clone().find(|p| self.sockets[*p].is_none()) {
            self.look(control)?;
            let peer = self.peers[process].as_ref();
            if begin.elapsed() > patience || peer.is_some_and(|peer| has_gone(&peer.stream)) {
                return Err(self.lost(process, "has gone before the start"));
            }
        }
        Ok(())
    }

    /// Step 4.
    fn all_ready(&mut self, control: &mut Control<'_>) -> Result<(), ClusterError> {
        control.set_phase("waiting until all are ready");
        for peer in self.peers.iter_mut().flatten() {
            peer.stream.set_read_timeout(Some(LOOK))?;
            // Who has gone is noticed below.
            let _ = Frame::Ready.write(&mut peer.stream);
        }
        let begin = Instant::now();
        let patience = self.place.wait + SETTING_UP;
        for process in 0..self.peers.len() {
            while let Some(peer) = &mut self.peers[process] {
                match peer.ear.next() {
                    Ok(Some(Frame::Ready)) => break,
                    Ok(None) if begin.elapsed() < patience => self.look(control)?,
                    Ok(Some(Frame::Fail(why))) => {
                        return Err(self.lost(process, &format!("has stopped: {why}")));
                    }
                    _ => return Err(self.lost(process, "has gone before the start")),
                }
            }
        }
        Ok(())
    }

    fn lost(&self, process: usize, why: &str) -> ClusterError {
        ClusterError::Lost(Loss {
            process,
            name: self.place.hosts.name(process).to_owned(),
            why: why.to_owned(),
        })
    }

    fn end(self, own: Survey) -> Result<Met, ClusterError> {
        let hosts = &self.place.hosts;
        let names = (0..hosts.len()).map(|p| hosts.name(p).to_owned()).collect();
        let hellos = self.peers.iter().flatten().map(|peer| peer.hello.survey);
        let survey = hellos.fold(own, Survey::and);
        let streams = self.peers.into_iter();
        let streams = streams.map(|peer| peer.map(|peer| (peer.stream, peer.ear)));
        for socket in self.sockets.iter().flatten() {
            socket.set_read_timeout(None)?;
            socket.set_write_timeout(None)?;
        }
        Ok(Met {
            links: Links::start(names, streams.collect())?,
            sockets: self.sockets,
            survey,
            notes: self.notes,
        })
    }
}

/// Whether the other end has closed a connection on which nothing is expected yet.
fn has_gone(stream: &TcpStream) -> bool {
    let look = || -> io::Result<bool> {
        stream.set_nonblocking(true)?;
        let seen = stream.peek(&mut [0]);
        stream.set_nonblocking(false)?;
        match seen {
            Ok(n) => Ok(n == 0),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    };
    look().unwrap_or(true)
}
