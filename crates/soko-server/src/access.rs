//! Who may ask: own host names, own origin, and the token of this run.
//!
//! A page of another site can make a browser send requests here. It cannot read
//! our page (and so not the token), because the browser keeps origins apart; and
//! a host name of its own that resolves to this machine is refused by the check
//! of `Host`.

use crate::Server;
use crate::fault::Fault;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The header that carries the token; a WebSocket, which cannot set headers,
/// carries it as the query `token=…`.
const TOKEN: &str = "x-soko-token";

const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self' ws:; frame-ancestors 'none'; base-uri 'none'";

/// Refuses foreign hosts and origins, and says what the page may load.
pub(crate) async fn require_own_host(
    State(server): State<Arc<Server>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check_host(&server.config.hosts, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    response
}

fn check_host(hosts: &[String], headers: &HeaderMap) -> Result<(), Fault> {
    let foreign = || Fault::forbidden("this server answers only to its own host name");
    let host = headers.get(header::HOST).ok_or_else(foreign)?;
    let host = host.to_str().map_err(|_| foreign())?;
    let name = match host.rfind(':') {
        Some(colon) if !host.ends_with(']') => &host[..colon],
        _ => host,
    };
    if !hosts.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return Err(foreign());
    }
    match headers.get(header::ORIGIN) {
        Some(origin) if origin.as_bytes() != format!("http://{host}").as_bytes() => Err(
            Fault::forbidden("pages of other origins may not ask this server"),
        ),
        _ => Ok(()),
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
