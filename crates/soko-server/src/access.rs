//! Who may ask: own host names, own origin, and the token of this run.
//!
//! A page of another site can make a browser send requests here. It cannot read
//! our page (and so not the token), because the browser keeps origins apart; and
//! a host name of its own that resolves to this machine is refused by the check
//! of `Host`.

use crate::Server;
use crate::fault::Fault;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The header that carries the token; a WebSocket, which cannot set headers,
/// carries it as the query `token=…`.
const TOKEN: &str = "x-soko-token";

/// What the page may load and where it may connect to: this host and no other.
fn policy(host: &str) -> String {
    format!(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self' ws://{host}; form-action 'none'; frame-ancestors 'none'; \
         base-uri 'none'"
    )
}

/// What goes with every answer beside the policy: types are not guessed, addresses
/// not told, and pages of other sites get hold of neither window nor contents.
const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Refuses foreign hosts and origins, and says what the page may load.
pub(crate) async fn require_own_host(
    State(server): State<Arc<Server>>,
    request: Request,
    next: Next,
) -> Response {
    let host = own_host(&server.config.hosts, request.headers()).map(String::from);
    let (policy, mut response) = match host {
        Ok(host) => (policy(&host), next.run(request).await),
        Err(fault) => ("default-src 'none'".into(), fault.into_response()),
    };
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The host that a request names, with its port, if it is ours.
fn own_host<'a>(hosts: &[String], headers: &'a HeaderMap) -> Result<&'a str, Fault> {
    let foreign = || Fault::forbidden("this server answers only to its own host name");
    let host = headers.get(header::HOST).ok_or_else(foreign)?;
    let host = host.to_str().map_err(|_| foreign())?;
    let (name, port) = match host.rfind(':') {
        Some(colon) if !host.ends_with(']') => (&host[..colon], &host[colon + 1..]),
        _ => (host, "80"),
    };
    let is_own = hosts.iter().any(|own| own.eq_ignore_ascii_case(name));
    if !is_own || port.parse::<u16>().is_err() {
        return Err(foreign());
    }
    match headers.get(header::ORIGIN) {
        Some(origin) if origin.as_bytes() != format!("http://{host}").as_bytes() => Err(
            Fault::forbidden("pages of other origins may not ask this server"),
        ),
        _ => Ok(host),
    }
}

/// Refuses requests without the token of this run.
pub(crate) async fn require_token(
    State(server): State<Arc<Server>>,
    request: Request,
    next: Next,
) -> Result<Response, Fault> {
    let in_header = request.headers().get(TOKEN).map(HeaderValue::as_bytes);
    let in_query = request.uri().query().and_then(|query| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| *name == "token").map(|(_, v)| v)
    });
    let given = in_header.or(in_query.map(str::as_bytes));
    if given != Some(server.config.token.as_bytes()) {
        return Err(Fault::unauthorised("the token of this run is missing"));
    }
    let mut response = next.run(request).await;
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, no_store);
    Ok(response)
}
