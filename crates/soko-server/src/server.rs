//! How a server is set up, and what its handlers share.

use crate::Store;
use crate::jobs::{Pool, Workers};
use crate::token::fresh_token;
use soko_page::{Elsewhere, Page, Patterns};
use std::sync::Arc;
use std::time::Duration;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The names under which it may be asked for, without ports.
    pub hosts: Vec<String>,
    /// What every request to `/api` must carry.
    pub token: String,
    /// Whether it hands out the page; without, it answers programs alone.
    pub has_page: bool,
    /// A collection that the user opened on the command line: name and bytes.
    pub opened: Option<(String, Vec<u8>)>,
    /// Collections that are known by name, if any are.
    pub elsewhere: Option<Elsewhere>,
    /// How many jobs of a kind may run at once.
    pub n_jobs: usize,
    /// Where jobs are done.
    pub workers: Workers,
    /// What a job may hold, in bytes.
    pub job_memory: usize,
    /// The deadlock patterns that engines and layers look for.
    pub patterns: Patterns,
    /// How long the head of a request may take, and how long a connection may be
    /// idle.
    pub head_time: Duration,
}

impl Default for Config {
    /// Loopback only, a fresh token, as many jobs as there are cores, in this
    /// process, with 1 GiB each.
    fn default() -> Config {
        let cores = std::thread::available_parallelism();
        Config {
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(String::from).into(),
            token: fresh_token(),
            has_page: true,
            opened: None,
            elsewhere: None,
            n_jobs: cores.map_or(1, |n| n.get()),
            workers: Workers::Here,
            job_memory: 1 << 30,
            patterns: Patterns::default(),
            head_time: Duration::from_secs(15),
        }
    }
}

/// Everything the handlers share.
///
/// ```
/// use soko_server::{Config, Server, Store, app};
/// let store = Store::ephemeral().unwrap();
/// let config = Config::default();
/// assert_eq!(config.token.len(), 48);
/// let _router = app(Server::new(config, store));
/// ```
pub struct Server {
    pub(crate) config: Config,
    pub(crate) page: Page,
    pub(crate) pool: Pool,
}

impl Server {
    /// A server over a store.
    pub fn new(config: Config, store: Store) -> Arc<Server> {
        let pool = Pool::new(config.n_jobs);
        let page = Page::new(Box::new(store), &config.patterns)
            .with_opened(config.opened.clone())
            .with_elsewhere(config.elsewhere);
        Arc::new(Server { config, page, pool })
    }
}
