//! The arguments of a count on many machines, and the list of its processes.

use crate::exit_code::Failure;
use crate::limits::{parse_threads, parse_time};
use soko_cluster::{Hosts, Place};
use std::path::PathBuf;
use std::time::Duration;

/// Which process of a count on many machines this is.
#[derive(Debug, clap::Args)]
pub struct ClusterArgs {
    /// Count on many machines: a file with one address:port a line, the same on all of
    /// them; run the same command once on each, with its --process
    #[arg(long, value_name = "FILE", requires = "counts", requires = "process")]
    pub cluster: Option<PathBuf>,

    /// Which line of that file is this process, from 0; process 0 prints the result
    #[arg(long, value_name = "I", requires = "cluster")]
    pub process: Option<usize>,

    /// Workers in each process, each a thread with a share of the states
    #[arg(long, value_name = "W", requires = "counts", conflicts_with = "threads", value_parser = parse_threads)]
    pub workers: Option<usize>,

    /// How long to wait for the other processes
    #[arg(long, value_name = "D", default_value = "60s", requires = "cluster", value_parser = parse_time)]
    pub wait: Duration,

    /// Where to listen, if not at the address in the file
    #[arg(long, value_name = "ADDRESS:PORT", requires = "cluster")]
    pub listen: Option<String>,
}

impl ClusterArgs {
    /// Whether the states are shared out among workers.
    pub fn is_wanted(&self) -> bool {
        self.cluster.is_some() || self.workers.is_some()
    }

    /// Workers in each process.
    pub fn workers(&self) -> usize {
        self.workers.unwrap_or(1)
    }

    /// The place of this process, if there are several.
    pub fn place(&self) -> anyhow::Result<Option<Place>> {
        let (Some(path), Some(process)) = (&self.cluster, self.process) else {
            return Ok(None);
        };
        let wrong = |why: String| Failure::invalid(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let hosts = Hosts::parse(&text).map_err(wrong)?;
        if process >= hosts.len() {
            let (n, path) = (hosts.len(), path.display());
            return Err(Failure::usage(format!(
                "--process {process}: {path} has {n} addresses, so processes go from 0 to {}",
                n - 1
            )));
        }
        Ok(Some(Place {
            hosts,
            process,
            listen: self.listen.clone(),
            wait: self.wait,
        }))
    }
}
