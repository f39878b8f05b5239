//! The socket of a tab, which exchanges JSON messages with the tab's desk.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::SplitStream;
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::Server;
use kurier_api::{Desk, Message, Outbox, Reply, Request};
use kurier_protocol::xboard;

/// The maximum size of a message in bytes: the longest text that a desk reads, plus 64 KiB for the JSON around it.
const LONGEST: usize = Desk::LONGEST_TEXT + (1 << 16);
/// The maximum number of messages per second. It is also the maximum number of messages in a burst.
const RATE: f64 = 500.0;
/// The maximum number of replies that wait to be sent to the browser.
const WAITING: usize = 256;
/// The interval at which the server pings a tab, to detect tabs that have disappeared.
pub const PING: Duration = Duration::from_secs(20);

/// Opens the socket of a tab. Refuses pages of other servers.
pub async fn open(State(server): State<Server>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    // A browser always names the origin of a page that opens a socket.
    if !server.guard.origin_is_ours(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    accept(server, upgrade, Access::Everything)
}

/// The requests that a tab may send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// All requests.
    Everything,
    /// Requests about the rules of games, positions and notation. The tab has no engine.
    Rules,
}

impl Access {
    /// Tests whether a tab may send a request.
    fn allows(self, request: &Request) -> bool {
        let rules = matches!(
            request,
            Request::Games
                | Request::Game { .. }
                | Request::Reach { .. }
                | Request::Position { .. }
                | Request::Play { .. }
                | Request::WritePgn { .. }
        );
        rules || self == Self::Everything
    }
}

/// Accepts the socket of a tab.
pub fn accept(server: Server, upgrade: WebSocketUpgrade, access: Access) -> Response {
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| converse(socket, server, access))
}

/// Serves a tab until the tab is closed. Dropping the desk ends its searches.
async fn converse(socket: WebSocket, server: Server, access: Access) {
    let (mut sink, stream) = socket.split();
    let Some(_tab) = server.share.open() else {
        let _ = sink.send(refusal(close_code::AGAIN, "too many tabs")).await;
        return;
    };
    let (outgoing, waiting) = mpsc::channel(WAITING);
    let mut sending = tokio::spawn(send(sink, waiting));
    let mut desk = Desk::new((*server.catalogue).clone(), outbox(outgoing.clone()));
    desk.set_lints(xboard::lints);
    for (game, params) in &*server.evaluations {
        desk.set_evaluation(game, params.clone());
    }
    if let Some(endgames) = &server.endgames {
        desk.set_endgames(endgames.clone());
    }
    if let Some(folder) = &server.learning {
        desk.set_learning(folder.clone());
    }
    tokio::select! {
        () = receive(stream, desk, outgoing, server.clone(), access) => {
            // The last replies, such as the reason for closing, get a second to arrive.
            let _ = tokio::time::timeout(Duration::from_secs(1), &mut sending).await;
        }
        _ = &mut sending => (),
    }
    sending.abort();
}

/// Returns the function that sends the replies of a desk. Lines of analysis and the progress of learning are dropped if
/// a slow browser cannot keep up.
fn outbox(outgoing: Sender<Frame>) -> Outbox {
    Arc::new(move |message: Message<Reply>| {
        let passing = matches!(message.body, Reply::Line(_) | Reply::Learning(_));
        let frame = Frame::Text(message.to_json().into());
        match passing {
            true => _ = outgoing.try_send(frame),
            false => _ = outgoing.blocking_send(frame),
        }
    })
}

/// Formats a message as JSON.
pub fn in_json(message: &impl Serialize) -> Frame {
    let json = serde_json::to_string(message).unwrap_or_else(|_| unreachable!("messages are plain data"));
    Frame::Text(json.into())
}

/// Returns the reply to a request that is refused before it reaches the desk.
fn error(id: u32, message: String) -> Frame {
    let body = Reply::Error { message };
    Frame::Text(Message { id, body }.to_json().into())
}

/// Sends replies and pings until the socket is closed.
async fn send(mut sink: impl SinkExt<Frame, Error = axum::Error> + Unpin, mut waiting: Receiver<Frame>) {
    let mut ping = tokio::time::interval(PING);
    loop {
        let frame = tokio::select! {
            frame = waiting.recv() => frame,
            _ = ping.tick() => Some(Frame::Ping(Vec::new().into())),
        };
        let Some(frame) = frame else { return };
        let last = matches!(frame, Frame::Close(_));
        if sink.send(frame).await.is_err() || last {
            return;
        }
    }
}

/// Passes the messages of a tab to its desk, one after the other, until the tab is closed, sends too many messages or
/// sends anything but text.
async fn receive(
    mut stream: SplitStream<WebSocket>,
    mut desk: Desk,
    outgoing: Sender<Frame>,
    server: Server,
    access: Access,
) {
    let mut limiter = RateLimiter::new();
    while let Some(Ok(frame)) = stream.next().await {
        if !limiter.accept(Instant::now()) {
            let _ = outgoing.send(refusal(close_code::POLICY, "too many messages")).await;
            break;
        }
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Binary(_) => {
                let _ = outgoing
                    .send(refusal(close_code::UNSUPPORTED, "messages are text"))
                    .await;
                break;
            }
            Frame::Close(_) => break,
            Frame::Ping(_) | Frame::Pong(_) => continue,
        };
        let message = match Message::from_json(&text) {
            Ok(message) => message,
            Err(reason) => {
                let _ = outgoing.send(error(0, format!("not understood: {reason}"))).await;
                continue;
            }
        };
        if !access.allows(&message.body) {
            let refused = error(message.id, "this page is for one game, without an engine".into());
            let _ = outgoing.send(refused).await;
            continue;
        }
        let (threads, hash) = server.share.each();
        let work = tokio::task::spawn_blocking(move || {
            desk.limit(threads, hash);
            desk.handle(message);
            desk
        });
        match work.await {
            Ok(returned) => desk = returned,
            // The panic hook has already reported the panic of the desk.
            Err(_) => return,
        }
    }
    // Dropping the desk waits a few milliseconds for its searches to end, so it happens on a thread that may block.
    let _ = tokio::task::spawn_blocking(move || drop(desk)).await;
}

/// Returns the frame that closes a socket for a reason.
fn refusal(code: u16, reason: &'static str) -> Frame {
    Frame::Close(Some(CloseFrame {
        code,
        reason: reason.into(),
    }))
}

/// A token bucket that holds up to [`RATE`] messages and gains [`RATE`] messages every second.
pub struct RateLimiter {
    /// The number of messages that could still arrive at the time `updated`.
    left: f64,
    /// The time of the last message.
    updated: Instant,
}

impl RateLimiter {
    /// Creates a limiter that allows a full burst.
    pub fn new() -> Self {
        Self {
            left: RATE,
            updated: Instant::now(),
        }
    }

    /// Counts a message that arrives at the time `now`. Returns whether the message is within the limit.
    pub fn accept(&mut self, now: Instant) -> bool {
        let gained = now.duration_since(self.updated).as_secs_f64() * RATE;
        self.updated = now;
        self.left = (self.left + gained).min(RATE) - 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_stopped_and_steady_traffic_is_not() {
        let start = Instant::now();
        let mut flooded = RateLimiter::new();
        let taken = (0..10_000)
            .take_while(|i| flooded.accept(start + Duration::from_micros(i * 10)))
            .count();
        assert!((500..1000).contains(&taken), "{taken}");
        let mut steady = RateLimiter::new();
        assert!((0..5000).all(|i| steady.accept(start + Duration::from_millis(i * 4))));
    }
}
