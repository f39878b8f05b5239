//! `kurier serve`: serves the board in the browser.

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, SocketAddr};

use clap::Args;

use super::args::TableArgs;
use super::error::CliError;
use super::games::evaluation;
use super::output::to_stderr;
use super::user;
use kurier_rules::rules::Catalogue;
use kurier_server::{self as serve, Guests, Key, Ports};

/// The arguments of `kurier serve`.
#[derive(Args, Debug)]
pub(super) struct Serve {
    /// Listen on this port [default: 4780, or any free port if 4780 is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Let a friend on another machine in the network join a game to which you invite, at this machine's address in the
    /// network or at ADDRESS; without this option, no other machine can reach Kurier
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    invite: Option<Option<IpAddr>>,
    #[command(flatten)]
    tables: TableArgs,
}

/// Serves the board until the program is interrupted.
pub(super) fn run(out: &mut impl Write, catalogue: Catalogue, arguments: &Serve) -> Result<(), CliError> {
    let mut printed = Ok(());
    let own = catalogue.added().filter(|game| game.evaluation.is_some());
    let evaluations = own.map(|game| (game.clone(), evaluation(game))).collect();
    let key = key()?;
    let endgames = arguments.tables.library()?;
    let ports = Ports {
        port: arguments.port,
        guests: arguments
            .invite
            .map(|address| address.map_or(Guests::Network, Guests::Address)),
    };
    serve::run(
        catalogue,
        evaluations,
        endgames,
        user::learned(),
        ports,
        &key,
        |url, guests| {
            printed = announce(out, url, guests);
            // A user who wants to invite a friend begins on the page for invitations.
            let first_page = guests.map_or("", |_| "#friend");
            if !arguments.no_open
                && let Err(error) = open_browser(&format!("{url}{first_page}"))
            {
                to_stderr(&format!("warning: no browser could be opened: {error}"));
            }
        },
    )?;
    Ok(printed?)
}

/// Prints where the board is, and what other machines can reach.
fn announce(out: &mut impl Write, url: &str, guests: Option<SocketAddr>) -> io::Result<()> {
    writeln!(out, "The board is at {url}")?;
    if let Some(address) = guests {
        writeln!(
            out,
            "Other machines in the network reach {address}, and there only the game that you invite to: choose Friend."
        )?;
    }
    writeln!(out, "Ctrl+C ends it.")?;
    out.flush()
}

/// Opens the browser with a local page that redirects to `url` and that only the user can read. The browser is not
/// started with the URL itself, because arguments of programs are visible to all users of the machine and the URL
/// contains the key of the server.
fn open_browser(url: &str) -> io::Result<()> {
    let missing = || io::Error::new(ErrorKind::NotFound, "there is no folder for the page that leads there");
    let page = user::board_page().ok_or_else(missing)?;
    serve::write_redirect(&page, url)?;
    open::that_detached(page)
}

/// Reads or creates the key that protects the server. If it cannot be stored, creates a key for this run only.
fn key() -> io::Result<Key> {
    let Some(path) = user::board_key() else {
        return Key::new();
    };
    Key::kept(&path).or_else(|error| {
        let place = path.display();
        to_stderr(&format!(
            "warning: {place}: {error}; open pages will not find the board again after a restart"
        ));
        Key::new()
    })
}
