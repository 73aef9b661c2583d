//! `soko play`, and `soko` alone: the web application on this machine.

use crate::exit_code::{Exit, Failure};
use crate::pattern_arg::PatternArg;
use crate::{data_folder, interrupt, source};
use anyhow::Context;
use soko_bench::suite;
use soko_server::{Config, Elsewhere, Server, Store, Workers, serve, serve_job};
use soko_worker::Program;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpListener;

const EXAMPLES: &str = "\
Examples:
  soko play
  soko play my-levels.xsb
  soko play Microban_155 --port 8000 --no-open
  soko play --ephemeral";

/// The most requests that are worked at once, beside the jobs.
const MOST_THREADS: usize = 32;

/// The port that is tried first when none is asked for.
const USUAL_PORT: u16 = 7271;

/// The public collections, which a checkout knows by name.
const PUBLIC: Elsewhere = Elsewhere {
    names: || suite::names().map_err(|error| error.to_string()),
    read: |name| suite::bytes(name).map_err(|error| error.to_string()),
};

/// Open the web application: play, layers, hints, solver, map, editor
#[derive(Clone, Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file of levels, `-` for stdin, or a known collection, shown first
    #[arg(value_name = "LEVELS")]
    pub levels: Option<String>,

    /// The port to listen on [default: 7271, or any free one]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,

    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,

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

    /// Do one job of a server that is running, read from stdin
    #[arg(long, hide = true)]
    pub worker: bool,
}

/// Serves until Ctrl-C.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.worker {
        serve_job()?;
        return Ok(Exit::Ok);
    }
    let mut config = Config {
        workers: Workers::Processes(Program::this(&["play", "--worker"])?),
        elsewhere: Some(PUBLIC),
        patterns: args.patterns.load()?,
        ..Config::default()
    };
    if let Some(levels) = &args.levels {
        config.opened = Some(source::read(levels)?);
    }
    if let Some(address) = args.listen {
        config.hosts.push(match address {
            IpAddr::V4(v4) => v4.to_string(),
            IpAddr::V6(v6) => format!("[{v6}]"),
        });
    }
    config.hosts.extend(args.allow_host.iter().cloned());
    let store = open_store(args)?;
    // From here on Ctrl-C is answered by leaving in order.
    let _job = interrupt::Job::listen_at_leisure();
    // Each thread that works costs memory for good, so there are not many.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MOST_THREADS + 4 * config.n_jobs)
        .build()?;
    let exit = runtime.block_on(serve_until_interrupted(args, config, store));
    // Jobs that still run are not waited for.
    runtime.shutdown_background();
    exit
}

fn open_store(args: &Args) -> anyhow::Result<Store> {
    if args.ephemeral {
        return Store::ephemeral().context("cannot make a database in memory");
    }
    let folder = data_folder::given_or_usual(args.data.as_deref(), "use --data or --ephemeral")?;
    let file = data_folder::database(&folder);
    let store =
        Store::open(&file).map_err(|error| Failure::invalid(format!("cannot use {error}")))?;
    if let Some(why) = store.unsaved() {
        eprintln!("Nothing will be saved: {why} ({}).", file.display());
    }
    Ok(store)
}

async fn serve_until_interrupted(
    args: &Args,
    config: Config,
    store: Store,
) -> anyhow::Result<Exit> {
    let _job = interrupt::Job::listen_at_leisure();
    let listener = bind(args).await?;
    let address = format!("http://{}/", listener.local_addr()?);
    println!("Sokoscope is at {address}");
    eprintln!("Ctrl-C ends it.");
    if !args.no_open && open::that(&address).is_err() {
        eprintln!("No browser could be opened; open the address yourself.");
    }
    tokio::select! {
        ended = serve(Server::new(config, store), listener) => {
            ended.context("the server ended")?;
        }
        () = interrupted() => {}
    }
    Ok(Exit::Ok)
}

async fn bind(args: &Args) -> anyhow::Result<TcpListener> {
    let ip = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if let Some(port) = args.port {
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

async fn interrupted() {
    while !interrupt::is_set() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
