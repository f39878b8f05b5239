//! The socket over which a page sees a game and takes part in it.

use axum::extract::State as Shared;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::time::interval;

use super::seat::Seat;
use super::{Friends, HostOrder, Order};
use crate::Server;
use crate::socket::{PING, RateLimiter, in_json};
use kurier_rules::rules::Catalogue;

/// The maximum size of a message in bytes: enough for the turns of a long game that is to be continued.
const LONGEST: usize = 1 << 16;

/// A message that tells a page why its order was refused.
#[derive(Serialize)]
struct Problem {
    /// The reason, in words for the user.
    problem: String,
}

/// Opens the socket of the host's page.
pub async fn host(Shared(server): Shared<Server>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    let Some(friends) = server.friends.clone() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if !server.guard.origin_is_ours(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    open(upgrade, move |socket| async move {
        converse(socket, &friends, Seat::Host, &server.catalogue, "").await;
    })
}

/// Accepts a socket for small messages.
pub fn open<F, T>(upgrade: WebSocketUpgrade, then: F) -> Response
where
    F: FnOnce(WebSocket) -> T + Send + 'static,
    T: Future<Output = ()> + Send + 'static,
{
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(then)
}

/// Sends the state of the game whenever it changes, and obeys the page's orders, until the page is closed or `token` is
/// no longer valid.
pub async fn converse(mut socket: WebSocket, friends: &Friends, seat: Seat, catalogue: &Catalogue, token: &str) {
    let mut changed = friends.changed.subscribe();
    let _sitting = friends.sit(seat);
    let mut limiter = RateLimiter::new();
    let mut ping = interval(PING);
    let mut problem: Option<String> = None;
    let mut news = true;
    loop {
        if seat != Seat::Host && friends.seat(token) != Some(seat) {
            return;
        }
        if let Some(problem) = problem.take()
            && socket.send(in_json(&Problem { problem })).await.is_err()
        {
            return;
        }
        if news && socket.send(in_json(&friends.view(seat))).await.is_err() {
            return;
        }
        news = false;
        tokio::select! {
            told = changed.changed() => {
                if told.is_err() {
                    return;
                }
                news = true;
            }
            _ = ping.tick() => {
                if socket.send(Frame::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(order))) if limiter.accept(std::time::Instant::now()) => {
                    problem = obey(friends, seat, catalogue, &order).err();
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => (),
                _ => return,
            },
        }
    }
}

/// Carries out an order in JSON.
///
/// # Errors
/// Fails if the order is refused. The error is the reason, in words for the user.
fn obey(friends: &Friends, seat: Seat, catalogue: &Catalogue, text: &str) -> Result<(), String> {
    if seat == Seat::Host
        && let Ok(order) = serde_json::from_str::<HostOrder>(text)
    {
        return friends.host_obeys(catalogue, order).map_err(|error| error.to_string());
    }
    let order: Order = serde_json::from_str(text).map_err(|error| format!("not understood: {error}"))?;
    friends.obey(seat, order).map_err(|error| error.to_string())
}
