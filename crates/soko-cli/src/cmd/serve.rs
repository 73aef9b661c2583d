//! `soko serve`: the engines, the assistant and the library for other programs over HTTP.

use super::host::HostArgs;
use crate::exit_code::{Exit, Failure};
use soko_server::Config;

/// The setting that names a token.
const TOKEN: &str = "SOKO_TOKEN";

/// A token is not to be guessed.
const SHORTEST: usize = 16;

const EXAMPLES: &str = "\
Examples:
  soko serve
  SOKO_TOKEN=$(cat secret) soko serve --port 8000 --ephemeral
  curl -H \"x-soko-token: $SOKO_TOKEN\" http://127.0.0.1:8000/api/engines
  curl -H \"x-soko-token: $SOKO_TOKEN\" -H 'content-type: application/json' \\
      -d '{\"type\": \"solve\", \"game\": {\"level\": \"#####\\n#@$.#\\n#####\"}}' \\
      http://127.0.0.1:8000/api/jobs

What can be asked is described at /api/openapi.json, with an example of each request. The
token is that of the setting SOKO_TOKEN, or a new one, which is printed.";

/// Answer other programs over HTTP: what the web application asks, without its page
#[derive(Clone, Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub host: HostArgs,
}

/// Serves until Ctrl-C.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let own = own_token()?;
    let config = args.host.config()?;
    let config = Config {
        has_page: false,
        token: own.clone().unwrap_or(config.token),
        ..config
    };
    let token = own.is_none().then(|| config.token.clone());
    args.host.serve(config, |address| {
        println!("Sokoscope answers at http://{address}/api/");
        if let Some(token) = &token {
            println!("x-soko-token: {token}");
        }
        eprintln!("Requests are described at http://{address}/api/openapi.json; Ctrl-C ends it.");
    })
}

/// The token that the user has set.
fn own_token() -> anyhow::Result<Option<String>> {
    let Some(token) = std::env::var_os(TOKEN) else {
        return Ok(None);
    };
    let token = token.into_string().unwrap_or_default();
    if token.len() < SHORTEST || !token.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(Failure::usage(format!(
            "{TOKEN} must be at least {SHORTEST} letters and digits"
        )));
    }
    Ok(Some(token))
}
