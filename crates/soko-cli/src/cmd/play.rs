//! `soko play`, and `soko` alone: the web application on this machine.

use super::host::HostArgs;
use crate::exit_code::Exit;
use crate::source;
use soko_server::serve_job;
use std::net::SocketAddr;

const EXAMPLES: &str = "\
Examples:
  soko play
  soko play my-levels.xsb
  soko play Microban_155 --port 8000 --no-open
  soko play --ephemeral";

/// Open the web application: play, layers, hints, solver, map, editor
#[derive(Clone, Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file of levels, `-` for stdin, or a known collection, shown first
    #[arg(value_name = "LEVELS")]
    pub levels: Option<String>,

    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,

    #[command(flatten)]
    pub host: HostArgs,

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
    let mut config = args.host.config()?;
    if let Some(levels) = &args.levels {
        config.opened = Some(source::read(levels)?);
    }
    args.host.serve(config, |address| greet(args, address))
}

fn greet(args: &Args, address: SocketAddr) {
    let address = format!("http://{address}/");
    println!("Sokoscope is at {address}");
    eprintln!("Ctrl-C ends it.");
    if !args.no_open && open::that(&address).is_err() {
        eprintln!("No browser could be opened; open the address yourself.");
    }
}
