//! Serves a few files, whose contents may change, to everybody on this machine who knows the URL. Accepts no data.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};

use super::guard::{only, same, with_headers};
use super::key::salt;
use super::page::content_type;

/// The preferred port.
const PORT: u16 = 4782;

/// The headers of all responses. The page is one file with its scripts in it, and loads nothing but its data.
const HEADERS: [(&str, &str); 3] = [
    (
        "content-security-policy",
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline' data:; \
         connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// A function that returns the bytes of a file by its name; `None` if there is no such file.
type Files = dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync;

/// The files, the token with which the path of every URL begins, and the host name of this server.
#[derive(Clone)]
struct Site {
    files: Arc<Files>,
    token: Arc<str>,
    host: Arc<str>,
}

/// Serves files in a thread until the program ends, and returns their URL. The file `index.html` is served at the URL
/// itself.
///
/// # Errors
/// Fails if there is no free port, or if the system cannot provide random numbers or threads.
pub fn serve(files: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> io::Result<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = runtime.block_on(super::listen_preferably(Ipv4Addr::LOCALHOST.into(), PORT))?;
    let host = listener.local_addr()?.to_string();
    let token = salt()?;
    let url = format!("http://{host}/{token}/");
    let site = Site {
        files: Arc::new(files),
        token: token.into(),
        host: host.into(),
    };
    let router = Router::new().fallback(file).with_state(site);
    thread::Builder::new().spawn(move || {
        // The listener is bound already, and the server runs until the program ends.
        let _ = runtime.block_on(async { axum::serve(listener, router).await });
    })?;
    Ok(url)
}

/// Serves a file. Refuses requests that name a different host, have a wrong token, or try to do more than read.
async fn file(State(site): State<Site>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let (token, name) = path.split_once('/').unwrap_or((path, ""));
    let name = if name.is_empty() { "index.html" } else { name };
    let response = if only(request.headers(), HOST) != Some(&*site.host) {
        StatusCode::FORBIDDEN.into_response()
    } else if !same(token, &site.token) {
        StatusCode::NOT_FOUND.into_response()
    } else if !request.method().is_safe() {
        StatusCode::METHOD_NOT_ALLOWED.into_response()
    } else {
        match (site.files)(name) {
            Some(bytes) => ([(CONTENT_TYPE, content_type(name)), (CACHE_CONTROL, "no-cache")], bytes).into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        }
    };
    with_headers(response, &HEADERS)
}
