//! The board in the browser: a local web server for the page and for its engine.
//!
//! The server listens on the loopback interface. All paths begin with a random token, so that neither other users of
//! the machine nor other pages in the browser find the board; the host and the origin that a browser names are checked
//! as well. Pages of an earlier run find out the new token with the help of a [`Key`]. Each tab has its own socket and
//! its own [`Desk`](kurier_api::Desk). A page cannot write to the disk, with one exception: what is learned about games
//! is stored in one folder.
//!
//! If the user asks for it, other machines in the network can reach one game; see `friend`.

pub mod files;
mod friend;
mod guard;
mod key;
mod page;
mod private;
mod share;
mod socket;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::CACHE_CONTROL;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

use self::friend::Friends;
use self::guard::Guard;
pub use self::key::Key;
use self::page::Role;
use self::share::Share;
use kurier_engine::eval::EvalParams;
use kurier_engine::session::EndgameLibrary;
use kurier_rules::rules::{Catalogue, Definition};

/// The preferred port. Browsers store the data of a page by port, so a page on a constant port keeps its settings and
/// games.
const USUAL_PORT: u16 = 4780;

/// The preferred port for guests.
const GUEST_PORT: u16 = 4781;

/// Where the server listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ports {
    /// The port of the loopback interface; `None` means 4780, or any free port if 4780 is taken.
    pub port: Option<u16>,
    /// Whether, and where, the server listens for guests from other machines.
    pub guests: Option<Guests>,
}

/// Where the server listens for guests.
#[derive(Clone, Copy, Debug)]
pub enum Guests {
    /// The address of this machine in its network.
    Network,
    /// Another address of this machine.
    Address(IpAddr),
}

/// The games with a custom evaluation, and the parameters of that evaluation.
pub type Evaluations = Vec<(Arc<Definition>, Arc<EvalParams>)>;

/// The state that all routes share.
#[derive(Clone)]
struct Server {
    guard: Arc<Guard>,
    catalogue: Arc<Catalogue>,
    evaluations: Arc<Evaluations>,
    endgames: Option<EndgameLibrary>,
    /// The folder for what is learned about games; `None` if pages cannot learn games.
    learning: Option<PathBuf>,
    share: Arc<Share>,
    /// The game against a friend, if the user wants to invite one.
    friends: Option<Arc<Friends>>,
}

/// Serves the board until the program ends. Calls `on_ready` with the URL for the browser, and with the address at
/// which guests reach this machine, if any.
///
/// `endgames` are the endgame tables that the page quotes. `learning` is the folder for what is learned about games; if
/// it is `None`, the page cannot learn games. Open pages reconnect by themselves after a restart of the server if `key`
/// and the port are unchanged.
///
/// # Errors
/// Fails if the port is taken, if there is no network for guests, or if the system cannot provide random numbers or
/// threads.
pub fn run(
    catalogue: Catalogue,
    evaluations: Evaluations,
    endgames: Option<EndgameLibrary>,
    learning: Option<PathBuf>,
    ports: Ports,
    key: &Key,
    on_ready: impl FnOnce(&str, Option<SocketAddr>),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let here = Ipv4Addr::LOCALHOST.into();
        let listener = match ports.port {
            Some(port) => listen(here, port).await?,
            None => listen_preferably(here, USUAL_PORT).await?,
        };
        let guests = match ports.guests {
            Some(guests) => Some(listen_for_guests(guests, ports.port).await?),
            None => None,
        };
        let friends = match &guests {
            Some(listener) => Some(Arc::new(Friends::new(listener.local_addr()?))),
            None => None,
        };
        let address = listener.local_addr()?;
        let server = Server {
            guard: Arc::new(Guard::new(key, address.port())?),
            catalogue: Arc::new(catalogue),
            evaluations: Arc::new(evaluations),
            endgames,
            learning,
            share: Arc::default(),
            friends: friends.clone(),
        };
        let url = server.guard.url();
        on_ready(&url, friends.as_deref().map(Friends::address));
        let own = axum::serve(listener, router(server.clone()));
        match guests.zip(friends) {
            Some((listener, friends)) => {
                let theirs = axum::serve(listener, friend::guest_router(server, friends));
                tokio::try_join!(own.into_future(), theirs.into_future()).map(drop)
            }
            None => own.await,
        }
    })
}

/// Writes a page that redirects the browser to `url`. On Unix, only the owner can read the page. The browser is started
/// with the path of this page instead of the URL, because all users of a machine can read the command lines of its
/// processes, and whoever knows the URL has access to the board.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write_redirect(page: &Path, url: &str) -> io::Result<()> {
    // The URL consists of letters, digits and `:/.#` only, so it needs no escaping.
    let text = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>Kurier</title>\n<a href=\"{url}\">The board</a>\n"
    );
    private::write(page, text.as_bytes())
}

/// Binds a port; port 0 means any free port.
async fn listen(address: IpAddr, port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(SocketAddr::from((address, port))).await;
    listener.map_err(|error| io::Error::new(error.kind(), format!("port {port}: {error}")))
}

/// Binds a port, or any free port if it is taken.
async fn listen_preferably(address: IpAddr, port: u16) -> io::Result<TcpListener> {
    match listen(address, port).await {
        Ok(listener) => Ok(listener),
        Err(_) => listen(address, 0).await,
    }
}

/// Binds the port for guests: port 4781, or any free port if 4781 is taken or if `own`, the user's port, is 0.
async fn listen_for_guests(guests: Guests, own: Option<u16>) -> io::Result<TcpListener> {
    let address = match guests {
        Guests::Address(address) => address,
        Guests::Network => friend::own_address()
            .map_err(|error| io::Error::new(error.kind(), format!("this machine is in no network: {error}")))?,
    };
    match own {
        Some(0) => listen(address, 0).await,
        _ => listen_preferably(address, GUEST_PORT).await,
    }
}

/// Creates the routes of the server.
fn router(server: Server) -> Router {
    // The guard checks the token before a route is chosen, so the routes ignore the token.
    Router::new()
        .route("/{token}/socket", get(socket::open))
        .route("/{token}/key", get(key_of_pages))
        .route("/{token}/friend", get(friend::host))
        .fallback(file)
        .layer(middleware::from_fn_with_state(server.guard.clone(), guard::check))
        .with_state(server)
}

/// Serves a file of the page.
async fn file(State(server): State<Server>, uri: Uri) -> Response {
    let role = match server.friends {
        Some(_) => Role::Host,
        None => Role::Alone,
    };
    page::file(&uri, role)
}

/// Sends the key by which an open page recognises this server after a restart. The browser must not store the response.
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
