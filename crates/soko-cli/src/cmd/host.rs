//! What `soko play` and `soko serve` have in common: a server over a store, on an address.

use crate::exit_code::{Exit, Failure};
use crate::pattern_arg::PatternArg;
use crate::{data_folder, interrupt};
use anyhow::Context;
use soko_bench::suite;
use soko_server::{Config, Elsewhere, Server, Store, Workers, serve};
use soko_worker::Program;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpListener;

/// The most requests that are worked at once, beside the jobs.
const MOST_THREADS: usize = 32;

/// The port that is tried first when none is asked for.
const USUAL_PORT: u16 = 7271;

/// The public collections, which a checkout knows by name.
const PUBLIC: Elsewhere = Elsewhere {
    names: || suite::names().map_err(|error| error.to_string()),
    read: |name| suite::bytes(name).map_err(|error| error.to_string()),
};

/// Where a server listens, and what it keeps.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct HostArgs {
    /// The port to listen on [default: 7271, or any free one]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,

    /// The folder for progress and solutions [default: the user's data folder]
    #[arg(long, value_name = "DIR", conflicts_with = "ephemeral")]
    pub data: Option<PathBuf>,

    /// Keep nothing after the end
    #[arg(long)]
    pub ephemeral: bool,

    /// The address to listen on; anything but loopback lets others in
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<IpAddr>,

    /// A further host name under which the server may be asked for
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,

    #[command(flatten)]
    pub patterns: PatternArg,
}

impl HostArgs {
    /// How the server is set up.
    pub fn config(&self) -> anyhow::Result<Config> {
        let mut config = Config {
            workers: Workers::Processes(Program::this(&["play", "--worker"])?),
            elsewhere: Some(PUBLIC),
            patterns: self.patterns.load()?,
            ..Config::default()
        };
        if let Some(address) = self.listen {
            config.hosts.push(match address {
                IpAddr::V4(v4) => v4.to_string(),
                IpAddr::V6(v6) => format!("[{v6}]"),
            });
        }
        config.hosts.extend(self.allow_host.iter().cloned());
        Ok(config)
    }

    /// Serves until Ctrl-C; `greet` hears where, once there is somebody to ask.
    pub fn serve(&self, config: Config, greet: impl Fn(SocketAddr)) -> anyhow::Result<Exit> {
        let store = self.open_store()?;
        // From here on Ctrl-C is answered by leaving in order.
        let _job = interrupt::Job::listen_at_leisure();
        // Each thread that works costs memory for good, so there are not many.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(MOST_THREADS + 4 * config.n_jobs)
            .build()?;
        let exit = runtime.block_on(self.serve_until_interrupted(config, store, greet));
        // Jobs that still run are not waited for.
        runtime.shutdown_background();
        exit
    }

    fn open_store(&self) -> anyhow::Result<Store> {
        if self.ephemeral {
            return Store::ephemeral().context("cannot make a database in memory");
        }
        let folder =
            data_folder::given_or_usual(self.data.as_deref(), "use --data or --ephemeral")?;
        let file = data_folder::database(&folder);
        let store =
            Store::open(&file).map_err(|error| Failure::invalid(format!("cannot use {error}")))?;
        if let Some(why) = store.unsaved() {
            eprintln!("Nothing will be saved: {why} ({}).", file.display());
        }
        Ok(store)
    }

    async fn serve_until_interrupted(
        &self,
        config: Config,
        store: Store,
        greet: impl Fn(SocketAddr),
    ) -> anyhow::Result<Exit> {
        let _job = interrupt::Job::listen_at_leisure();
        let listener = self.bind().await?;
        greet(listener.local_addr()?);
        tokio::select! {
            ended = serve(Server::new(config, store), listener) => {
                ended.context("the server ended")?;
            }
            () = interrupted() => {}
        }
        Ok(Exit::Ok)
    }

    async fn bind(&self) -> anyhow::Result<TcpListener> {
        let ip = self.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        if let Some(port) = self.port {
            return TcpListener::bind((ip, port)).await.map_err(|error| {
                Failure::usage(format!("cannot listen on {ip}, port {port}: {error}"))
            });
        }
        match TcpListener::bind((ip, USUAL_PORT)).await {
            Ok(listener) => Ok(listener),
            Err(_) => TcpListener::bind((ip, 0))
                .await
                .map_err(|error| Failure::usage(format!("cannot listen on {ip}: {error}"))),
        }
    }
}

async fn interrupted() {
    while !interrupt::is_set() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
