//! The list of processes: one `address:port` a line, in the order of their numbers.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};

/// The addresses of all processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
}

impl Hosts {
    /// Reads a list; empty lines and what follows a `#` are left out. The error names
    /// the line.
    pub fn parse(text: &str) -> Result<Hosts, String> {
        let mut addresses: Vec<String> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let address = line.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            let port = address
                .rsplit_once(':')
                .map(|(host, port)| (host, port.parse::<u16>()));
            let is_good = matches!(port, Some((host, Ok(1..))) if !host.is_empty());
            if !is_good || address.contains(char::is_whitespace) {
                return Err(format!(
                    "line {}: {address:?} is not of the form address:port",
                    i + 1
                ));
            }
            if addresses.iter().any(|other| other == address) {
                return Err(format!("line {}: {address} is there twice", i + 1));
            }
            addresses.push(address.to_owned());
        }
        match addresses.len() {
            0 => Err("there is no address in it; write one address:port a line".into()),
            _ => Ok(Hosts { addresses }),
        }
    }

    /// How many processes there are.
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Whether there is none, which no list is.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// The address of a process, as it was written.
    pub fn name(&self, process: usize) -> &str {
        &self.addresses[process]
    }

    /// What the name of a process stands for now; names may come to be known late.
    pub fn resolve(&self, process: usize) -> Vec<SocketAddr> {
        let found = self.addresses[process].to_socket_addrs();
        found.map(Iterator::collect).unwrap_or_default()
    }

    /// Whether a connection from this address can be that process.
    pub fn is_at(&self, process: usize, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.resolve(process).iter().any(|address| {
            let listed = address.ip().to_canonical();
            listed == ip || (listed.is_loopback() && ip.is_loopback())
        })
    }

    /// Whether a connection from this address can be any process of the list.
    pub fn has(&self, ip: IpAddr) -> bool {
        (0..self.len()).any(|process| self.is_at(process, ip))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_an_address_a_line() {
        let hosts = Hosts::parse("# ours\n127.0.0.1:7000\n\n 127.0.0.2:7000 # second\n").unwrap();
        assert_eq!((hosts.len(), hosts.name(1)), (2, "127.0.0.2:7000"));
        assert!(hosts.has([127, 0, 0, 1].into()));
        assert!(!hosts.has([10, 0, 0, 1].into()));
        for (text, said) in [
            ("", "no address"),
            ("# none\n", "no address"),
            ("a:1\nb\n", "line 2"),
            ("a:1\n:2\n", "line 2"),
            ("a:70000", "line 1"),
            ("a:0", "line 1"),
            ("a b:1", "line 1"),
            ("a:1\na:1", "twice"),
        ] {
            let error = Hosts::parse(text).unwrap_err();
            assert!(error.contains(said), "{text:?}: {error}");
        }
    }
}
