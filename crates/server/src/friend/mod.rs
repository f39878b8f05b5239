//! A game against a friend on another machine in the network.
//!
//! With `--invite`, the server also listens on the machine's address in its network, and nowhere else. There it serves
//! one game only: the host's page opens a game, which gets two random tokens, one for the guest who plays and one for
//! everybody who watches. The server keeps the game ([`Meeting`]); every page is sent a [`View`] of it, so a page that
//! reconnects finds the current state of the game.

mod clock;
mod guests;
mod meeting;
mod seat;
mod socket;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use qrcode::QrCode;
use qrcode::render::svg;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use self::meeting::{BadStart, Meeting, Order, Refusal, State};
use self::seat::{Presence, Seat, Sitting};
use super::guard::same;
use super::key::salt;
use kurier_rules::rules::{Catalogue, Color};

pub use self::guests::router as guest_router;
pub use self::socket::host;

/// The minimum width and height of the QR code of a link, in pixels.
const QR_SIZE: u32 = 200;

/// An order from the host.
#[derive(Deserialize, Clone, Debug)]
#[serde(tag = "order", rename_all = "kebab-case")]
enum HostOrder {
    /// Begins a game, which replaces any earlier one.
    Invite(Invitation),
    /// Ends the invitation, so that its links no longer work.
    Close,
}

/// The game to which the host invites guests.
#[derive(Deserialize, Clone, Debug)]
struct Invitation {
    /// The name of the variant.
    game: String,
    /// The position in which the game begins; `None` for the start position.
    #[serde(default)]
    fen: Option<String>,
    /// The turns with which the game begins, to continue an earlier game.
    #[serde(default)]
    moves: Vec<String>,
    /// Whether the host plays Black.
    #[serde(default)]
    black: bool,
    /// The thinking time of each player in minutes; 0 for a game without clocks.
    #[serde(default)]
    minutes: u32,
    /// The seconds that a player gains with every turn.
    #[serde(default)]
    increment: u32,
    /// The milliseconds that White and Black have left, to continue an earlier game.
    #[serde(default)]
    clock: Option<[u64; 2]>,
}

/// A game to which the host has invited guests.
struct Table {
    meeting: Meeting,
    host: Color,
    /// The token of the guest who plays.
    player: String,
    /// The token of all spectators.
    watcher: String,
    links: Links,
}

/// What a page sees of a game.
#[derive(Serialize, Clone, Debug)]
struct View {
    /// The game; `None` if the host has not invited anybody to one.
    #[serde(flatten)]
    state: Option<State>,
    /// The side of this page's user, `White` or `Black`; `None` for a spectator.
    you: Option<&'static str>,
    /// Whether the host's page is open.
    host_here: bool,
    /// Whether the guest's page is open.
    guest_here: bool,
    /// The number of spectators.
    watchers: usize,
    /// The links; `None` unless the page is the host's and there is a game.
    links: Option<Links>,
}

/// The links of a game.
#[derive(Serialize, Clone, Debug)]
struct Links {
    /// The link for the guest.
    player: String,
    /// The link for the guest as a QR code, in SVG.
    qr: String,
    /// The link for spectators.
    watcher: String,
}

/// The game against a friend, which all sockets share.
pub struct Friends {
    address: SocketAddr,
    table: Mutex<Option<Table>>,
    presence: Presence,
    /// Wakes all sockets when the game changes.
    changed: watch::Sender<()>,
}

impl Friends {
    /// Creates the state of a server that listens for guests on `address`.
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            table: Mutex::default(),
            presence: Presence::default(),
            changed: watch::Sender::new(()),
        }
    }

    /// Returns the address at which guests reach this machine.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    fn table(&self) -> MutexGuard<'_, Option<Table>> {
        // No operation on a table leaves it half changed.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the seat to which a token leads; `None` if there is no such token. The comparison takes constant time.
    fn seat(&self, token: &str) -> Option<Seat> {
        let table = self.table();
        let table = table.as_ref()?;
        if same(token, &table.player) {
            return Some(Seat::Guest);
        }
        same(token, &table.watcher).then_some(Seat::Watcher)
    }

    /// Counts an open page of a seat until the returned value is dropped.
    fn sit(&self, seat: Seat) -> Sitting<'_> {
        self.presence.sit(seat, &self.changed)
    }

    /// Carries out an order from the host.
    fn host_obeys(&self, catalogue: &Catalogue, order: HostOrder) -> Result<(), BadStart> {
        *self.table() = match order {
            HostOrder::Close => None,
            HostOrder::Invite(wanted) => Some(self.invite(catalogue, wanted)?),
        };
        self.changed.send_replace(());
        Ok(())
    }

    /// Carries out an order from a player.
    fn obey(&self, seat: Seat, order: Order) -> Result<(), Refusal> {
        let mut table = self.table();
        let Some(table) = table.as_mut() else {
            return Err(Refusal::Over);
        };
        let player = side(table, seat).ok_or(Refusal::OnlyWatching)?;
        let obeyed = table.meeting.obey(player, order, Instant::now());
        // Even a refused order can change the state: it may have detected that a player's time is up.
        self.changed.send_replace(());
        obeyed
    }

    /// Returns what the page of a seat sees.
    fn view(&self, seat: Seat) -> View {
        let table = self.table();
        let table = table.as_ref();
        View {
            state: table.map(|table| table.meeting.state(Instant::now())),
            you: table.and_then(|table| side(table, seat)).map(Color::name),
            host_here: self.presence.count(Seat::Host) > 0,
            guest_here: self.presence.count(Seat::Guest) > 0,
            watchers: self.presence.count(Seat::Watcher),
            links: table.filter(|_| seat == Seat::Host).map(|table| table.links.clone()),
        }
    }

    /// Begins the game of an invitation, with new tokens.
    fn invite(&self, catalogue: &Catalogue, wanted: Invitation) -> Result<Table, BadStart> {
        let definition = catalogue.find(&wanted.game)?;
        let clock = meeting::clock(wanted.minutes, wanted.increment, wanted.clock);
        let (player, watcher) = (salt()?, salt()?);
        Ok(Table {
            meeting: Meeting::new(&definition, wanted.fen, &wanted.moves, clock)?,
            host: if wanted.black { Color::Black } else { Color::White },
            links: self.links(&player, &watcher),
            player,
            watcher,
        })
    }

    /// Returns the links with the tokens of the guest and of the spectators.
    fn links(&self, player: &str, watcher: &str) -> Links {
        let link = |token: &str| format!("http://{}/{token}/", self.address);
        let player = link(player);
        let drawn =
            QrCode::new(&player).map(|code| code.render::<svg::Color<'_>>().min_dimensions(QR_SIZE, QR_SIZE).build());
        Links {
            // The link alone suffices if it is too long for a QR code.
            qr: drawn.unwrap_or_default(),
            player,
            watcher: link(watcher),
        }
    }
}

/// Returns the side that a seat plays; `None` for a spectator.
fn side(table: &Table, seat: Seat) -> Option<Color> {
    match seat {
        Seat::Host => Some(table.host),
        Seat::Guest => Some(!table.host),
        Seat::Watcher => None,
    }
}

/// Returns this machine's address in its network. Sends nothing: the system only chooses the address from which it
/// would send.
///
/// # Errors
/// Fails if the machine has no network.
pub fn own_address() -> io::Result<IpAddr> {
    // An address that is reserved for documentation, so it belongs to nobody.
    let elsewhere = SocketAddr::from((Ipv4Addr::new(192, 0, 2, 1), 9));
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect(elsewhere)?;
    Ok(socket.local_addr()?.ip())
}

#[cfg(test)]
mod tests;
