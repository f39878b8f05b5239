//! Access control: which requests the server answers.

use std::io;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::key::{Key, PortKey, salt};

/// The path prefix of the request by which a page of an earlier run finds out whether this server is its own server,
/// restarted. The page appends a random number.
const AGAIN: &str = "/again/";

/// The message to users who open the URL of an earlier run.
const UNKNOWN: &str = "There is no board at this address: open the latest address that `kurier serve` has printed.\n";

/// The headers of all responses. They tell the browser to load nothing from other servers, not to reveal the URL to
/// other servers, and not to show the board within another page.
pub const HEADERS: [(&str, &str); 5] = [
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

/// The token of this run, the key and the salt from which it is derived, and the host names of this server.
pub struct Guard {
    key: PortKey,
    salt: String,
    token: String,
    hosts: [String; 2],
}

impl Guard {
    /// Creates a guard with a new token of 128 bits.
    ///
    /// # Errors
    /// Fails if the system cannot provide random numbers.
    pub fn new(key: &Key, port: u16) -> io::Result<Self> {
        let (key, salt) = (key.of_port(port), salt()?);
        Ok(Self {
            token: key.token(&salt),
            key,
            salt,
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        })
    }

    /// Returns the key by which an open page recognises this server after a restart.
    pub fn key(&self) -> &str {
        self.key.as_str()
    }

    /// Returns the URL of the board for the browser.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Returns whether a path begins with the token.
    fn knows_token(&self, path: &str) -> bool {
        same(path.split('/').nth(1).unwrap_or_default(), &self.token)
    }

    /// Proves to a page with the key that this server also has the key, and sends the salt of the token. `nonce` is the
    /// random number that the page has chosen: 128 bits in hexadecimal.
    fn prove_key(&self, nonce: &str) -> Response {
        if nonce.len() != 32 || !nonce.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return StatusCode::BAD_REQUEST.into_response();
        }
        let text = format!("{} {}", self.salt, self.key.proof(&self.salt, nonce));
        ([(CACHE_CONTROL, "no-store")], text).into_response()
    }

    /// Returns whether a request names this server as its host. Another name may resolve to this machine if an attacker
    /// controls its DNS entry (DNS rebinding).
    fn host_is_ours(&self, headers: &HeaderMap) -> bool {
        only(headers, HOST).is_some_and(|host| self.is_ours(host))
    }

    /// Returns whether a request comes from a page of this server. Browsers let every page open a socket to any server,
    /// but send the origin of the page.
    pub fn origin_is_ours(&self, headers: &HeaderMap) -> bool {
        let origin = only(headers, ORIGIN);
        let host = origin.and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.is_ours(host))
    }

    /// Returns whether `host`, a host name with its port, is a name of this server.
    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|ours| ours == host)
    }
}

/// Tests whether two tokens are equal. The comparison takes constant time, so that an attacker cannot measure how much
/// of a guess is right.
pub fn same(guess: &str, token: &str) -> bool {
    let pairs = guess.bytes().zip(token.bytes());
    guess.len() == token.len() && pairs.fold(0, |wrong, (a, b)| wrong | (a ^ b)) == 0
}

/// Returns the value of a header. Returns `None` unless the request has the header exactly once and its value is text.
/// A repeated header is not trusted, because programs disagree on which of its values counts.
pub fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok())?
}

/// Refuses requests that name another host or origin or do not contain the token, and adds [`HEADERS`] to all
/// responses. The only request that is allowed without the token asks for the proof that pages of an earlier run need.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    // The first line of a request may name a host as well, as in `GET http://host/path`.
    let named = request.uri().authority();
    let foreign = !guard.host_is_ours(headers)
        || named.is_some_and(|host| !guard.is_ours(host.as_str()))
        || (headers.contains_key(ORIGIN) && !guard.origin_is_ours(headers));
    let response = if foreign {
        StatusCode::FORBIDDEN.into_response()
    } else if let Some(nonce) = request.uri().path().strip_prefix(AGAIN) {
        guard.prove_key(nonce)
    } else if !guard.knows_token(request.uri().path()) {
        (StatusCode::NOT_FOUND, UNKNOWN).into_response()
    } else {
        next.run(request).await
    };
    with_headers(response, &HEADERS)
}

/// Adds headers to a response.
pub fn with_headers(mut response: Response, headers: &[(&'static str, &'static str)]) -> Response {
    for (name, value) in headers {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}
