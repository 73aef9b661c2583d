//! The page, built by Vite into `web/dist` and carried inside the program.

use crate::Server;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// Where the page expects the token of this run.
const TOKEN_MARK: &str = "SOKO_TOKEN";

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
<title>Sokoscope</title><h1>The page is not built yet</h1>\
<p>Run <code>make web</code> and start again; <code>make run</code> does both.</p></html>";

/// Answers with a file of the page; every path that names none is the page
/// itself, whose views live in the fragment.
pub(crate) async fn page(
    State(server): State<Arc<Server>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match uri.path().trim_start_matches('/') {
        "" | "index.html" => index(&server.config.token),
        path => asset(path, &headers),
    }
}

fn index(token: &str) -> Response {
    let Some(file) = Dist::get("index.html") else {
        return Html(NOT_BUILT).into_response();
    };
    let text = String::from_utf8_lossy(&file.data).replace(TOKEN_MARK, token);
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    (no_store, Html(text)).into_response()
}

/// The encodings in which the build leaves each file, and how their names end; the
/// smallest first. What the build has compressed is not there as it was: the few who
/// take no encoding have it unpacked.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Whether a browser takes an encoding.
fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut words = accepted.filter_map(|value| value.to_str().ok());
    words.any(|words| {
        let mut words = words.split(',').map(|word| word.split(';'));
        words.any(|mut word| {
            let is_it = word.next().is_some_and(|name| name.trim() == encoding);
            is_it && !word.any(|weight| matches!(weight.trim(), "q=0" | "q=0.0"))
        })
    })
}

/// The bytes of a file as it was before the build compressed it.
fn unpacked(path: &str) -> Option<Cow<'static, [u8]>> {
    if let Some(file) = Dist::get(path) {
        return Some(file.data);
    }
    let packed = Dist::get(&format!("{path}.gz"))?.data;
    let mut bytes = Vec::new();
    GzDecoder::new(&*packed).read_to_end(&mut bytes).ok()?;
    Some(bytes.into())
}

fn asset(path: &str, headers: &HeaderMap) -> Response {
    let mut encoded = ENCODINGS.into_iter().filter_map(|(encoding, ending)| {
        let file = takes(headers, encoding).then(|| Dist::get(&format!("{path}.{ending}")));
        Some((file??.data, Some(encoding)))
    });
    let plain = || Some((unpacked(path)?, None));
    let Some((data, encoding)) = encoded.next().or_else(plain) else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") | Some("webmanifest") => "application/json",
        _ => "application/octet-stream",
    };
    let mut response = data.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        let encoding = HeaderValue::from_static(encoding);
        headers.insert(header::CONTENT_ENCODING, encoding);
    }
    // The names of assets carry a hash of their contents.
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(words: &'static str) -> HeaderMap {
        let words = HeaderValue::from_static(words);
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, words)])
    }

    #[test]
    fn an_encoding_is_taken_only_if_the_browser_says_so() {
        let usual = accepting("gzip, deflate, br;q=0.9, zstd");
        assert!(takes(&usual, "br") && takes(&usual, "gzip"));
        assert!(!takes(&accepting("gzip, br;q=0"), "br"));
        assert!(!takes(&accepting("x-br, brotli"), "br"));
        assert!(!takes(&HeaderMap::new(), "gzip"));
    }

    /// Every file of the page that was built is there compressed, and unpacked for those who
    /// want it so.
    #[test]
    fn files_come_as_small_as_the_browser_takes_them() {
        let packed: Vec<_> = Dist::iter().collect();
        let scripts = packed.iter().filter_map(|path| path.strip_suffix(".js.gz"));
        for path in scripts.map(|name| format!("{name}.js")) {
            assert!(Dist::get(&path).is_none(), "{path} is there twice");
            let length = |headers: &HeaderMap| {
                let response = asset(&path, headers);
                let encoding = response.headers().get(header::CONTENT_ENCODING).cloned();
                let hint = axum::body::HttpBody::size_hint(response.body());
                (hint.exact().unwrap(), encoding)
            };
            let (plain, none) = length(&HeaderMap::new());
            let (zipped, gzip) = length(&accepting("gzip"));
            let (small, br) = length(&accepting("gzip, br"));
            assert!(small < zipped && zipped < plain, "{path}");
            assert_eq!(
                (none, gzip.unwrap(), br.unwrap()),
                (None, "gzip".parse().unwrap(), "br".parse().unwrap())
            );
        }
    }
}
