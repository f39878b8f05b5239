//! The board in the browser: a server of the page and of the engine behind it, for this machine alone.
//!
//! It listens on the loopback interface. Everything lies below a random token in the address, so that neither other users
//! of the machine nor other pages in the browser find it; the host and the origin that a browser names are checked besides.
//! Pages of an earlier run find the new token by a [`Key`]. Each tab has a socket with a [`Desk`](kurier_api::Desk) of its own; the page writes nothing to the disk.

mod guard;
mod key;
mod page;
mod private;
mod share;
mod socket;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use self::guard::Guard;
pub use self::key::Key;
use self::share::Share;
use kurier_engine::eval::EvalParams;
use kurier_rules::rules::{Catalogue, Definition};

/// The port that is taken if it is free: what the page keeps in the browser belongs to its port.
const USUAL_PORT: u16 = 4780;

/// Games that have an evaluation of their own, with its numbers.
pub type Evaluations = Vec<(Arc<Definition>, Arc<EvalParams>)>;

/// What the routes share.
#[derive(Clone)]
struct Server {
    guard: Arc<Guard>,
    catalogue: Arc<Catalogue>,
    evaluations: Arc<Evaluations>,
    share: Arc<Share>,
}

/// Serves the board until the program is ended. `on_ready` gets the address for the browser.
///
/// `port` is the port to listen on; `None`: 4780, or any where that is taken. Pages that are open when the server is started
/// again with the same `key` and port go on by themselves.
///
/// # Errors
/// The port is taken, or the system has no random numbers or no threads.
pub fn run(
    catalogue: Catalogue,
    evaluations: Evaluations,
    port: Option<u16>,
    key: &Key,
    on_ready: impl FnOnce(&str),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = match port {
            Some(port) => listen(port).await?,
            None => match listen(USUAL_PORT).await {
                Ok(listener) => listener,
                Err(_) => listen(0).await?,
            },
        };
        let address = listener.local_addr()?;
        let server = Server {
            guard: Arc::new(Guard::new(key, address.port())?),
            catalogue: Arc::new(catalogue),
            evaluations: Arc::new(evaluations),
            share: Arc::default(),
        };
        let url = server.guard.url();
        let router = router(server);
        on_ready(&url);
        axum::serve(listener, router).await
    })
}

/// Writes a page that leads the browser to an address, for its owner alone. A browser is started with the name of this page:
/// all users of a machine can read the command lines of its programs, and the address is the key to the board.
///
/// # Errors
/// The file cannot be written.
pub fn write_way(page: &Path, url: &str) -> io::Result<()> {
    // The address consists of letters, digits and `:/.` only.
    let text = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>Kurier</title>\n<a href=\"{url}\">The board</a>\n"
    );
    private::write(page, text.as_bytes())
}

async fn listen(port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await;
    listener.map_err(|error| io::Error::new(error.kind(), format!("port {port}: {error}")))
}

fn router(server: Server) -> Router {
    // The guard has seen the token before a route is chosen.
    Router::new()
        .route("/{token}/socket", get(socket::open))
        .route("/{token}/key", get(key_of_pages))
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(server.guard.clone(), guard::check))
        .with_state(server)
}

/// Returns what a page needs to find this server after a restart. The browser keeps it no longer than the page.
async fn key_of_pages(State(server): State<Server>) -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], server.guard.key().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_has_a_token_that_cannot_be_guessed() {
        let key = Key::new().expect("random numbers");
        let [one, two] = [1, 2].map(|_| Guard::new(&key, 4780).expect("random numbers").url());
        assert_ne!(one, two);
        let token = one
            .strip_prefix("http://127.0.0.1:4780/")
            .and_then(|rest| rest.strip_suffix('/'));
        assert!(token.is_some_and(|token| token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit())));
    }
}
