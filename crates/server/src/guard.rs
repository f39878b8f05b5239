//! Who may speak to the server.

use std::io;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::key::{Key, PortKey, salt};

/// Where a page asks whether this is its server, started anew. The number that it has chosen follows.
const AGAIN: &str = "/again/";

/// For people who open the address of an earlier run.
const UNKNOWN: &str = "There is no board at this address: open the one that `kurier serve` has printed last.\n";

/// What all replies say to the browser: load nothing from elsewhere, tell nobody the address, be shown in no other page.
const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
         script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The token of this run, what it comes from, and the names of this server.
pub struct Guard {
    key: PortKey,
    salt: String,
    token: String,
    hosts: [String; 2],
}

impl Guard {
    /// Returns a guard with a new token of 128 bits.
    pub fn new(key: &Key, port: u16) -> io::Result<Self> {
        let (key, salt) = (key.of_port(port), salt()?);
        Ok(Self {
            token: key.token(&salt),
            key,
            salt,
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        })
    }

    /// Returns what a page needs to find this server after a restart.
    pub fn key(&self) -> &str {
        self.key.as_str()
    }

    /// Returns the address for the browser.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Returns whether a path begins with the token. The time that it takes says nothing of where they differ.
    fn knows_token(&self, path: &str) -> bool {
        let first = path.split('/').nth(1).unwrap_or_default();
        let pairs = first.bytes().zip(self.token.bytes());
        first.len() == self.token.len() && pairs.fold(0, |wrong, (a, b)| wrong | (a ^ b)) == 0
    }

    /// Proves to a page that has the key that this server has it, too, and says of what salt its token is made.
    fn again(&self, nonce: &str) -> Response {
        if nonce.len() != 32 || !nonce.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return StatusCode::BAD_REQUEST.into_response();
        }
        let text = format!("{} {}", self.salt, self.key.proof(&self.salt, nonce));
        ([(CACHE_CONTROL, "no-store")], text).into_response()
    }

    /// Returns whether a request names this server as its host: another name may lead here by a DNS entry that an
    /// attacker changed.
    fn host_is_ours(&self, headers: &HeaderMap) -> bool {
        only(headers, HOST).is_some_and(|host| self.is_ours(host))
    }

    /// Returns whether a page of this server asks. Browsers let any page open a socket anywhere, but name its origin.
    pub fn origin_is_ours(&self, headers: &HeaderMap) -> bool {
        let origin = only(headers, ORIGIN);
        let host = origin.and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.is_ours(host))
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|ours| ours == host)
    }
}

/// Returns the value of a header that a request has exactly once. Of several nobody can say which one others go by.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok())?
}

/// Refuses requests that name another host or origin or do not know the token, and adds the headers. Without the token there is
/// nothing but the proof for pages of an earlier run.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    // A request line may name a host, too (`GET http://host/path`).
    let named = request.uri().authority();
    let foreign = !guard.host_is_ours(headers)
        || named.is_some_and(|host| !guard.is_ours(host.as_str()))
        || (headers.contains_key(ORIGIN) && !guard.origin_is_ours(headers));
    let mut response = if foreign {
        StatusCode::FORBIDDEN.into_response()
    } else if let Some(nonce) = request.uri().path().strip_prefix(AGAIN) {
        guard.again(nonce)
    } else if !guard.knows_token(request.uri().path()) {
        (StatusCode::NOT_FOUND, UNKNOWN).into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}
