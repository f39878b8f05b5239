//! The routes that other machines can reach: one game, its page, and the rules of its variant.

use std::sync::Arc;

use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, http::Uri};

use super::{Friends, socket};
use crate::guard::{HEADERS, only, with_headers};
use crate::page::{self, Role};
use crate::share::Share;
use crate::{Server, socket as desk};

/// The message to somebody whose link belongs to another game.
const UNKNOWN: &str = "There is no game at this address. Ask your friend for a new link.\n";

/// The state that the routes for guests share.
#[derive(Clone)]
struct Guests {
    friends: Arc<Friends>,
    server: Server,
}

/// Creates the routes for guests. `server` is the host's server. Guests can use its catalogue of games, but neither its
/// endgame tables nor its threads.
pub fn router(server: Server, friends: Arc<Friends>) -> Router {
    let guests = Guests {
        friends,
        server: Server {
            endgames: None,
            share: Arc::new(Share::default()),
            ..server
        },
    };
    Router::new()
        .route("/{token}/friend", get(friend))
        .route("/{token}/socket", get(rules))
        .fallback(file)
        .layer(middleware::from_fn_with_state(guests.clone(), check))
        .with_state(guests)
}

/// Refuses requests without a token of the game, and requests from pages of other servers.
async fn check(State(guests): State<Guests>, request: Request, next: Next) -> Response {
    let token = request.uri().path().split('/').nth(1).unwrap_or_default();
    let headers = request.headers();
    let foreign = headers.contains_key(ORIGIN) && !origin_is_here(headers);
    let response = if foreign {
        StatusCode::FORBIDDEN.into_response()
    } else if guests.friends.seat(token).is_none() {
        (StatusCode::NOT_FOUND, UNKNOWN).into_response()
    } else {
        next.run(request).await
    };
    with_headers(response, &HEADERS)
}

/// Tests whether a request comes from a page of this server, under the host name that the guest uses for the server.
fn origin_is_here(headers: &HeaderMap) -> bool {
    let origin = only(headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some() && origin == only(headers, HOST)
}

/// Serves a file of the page.
async fn file(uri: Uri) -> Response {
    page::file(&uri, Role::Guest)
}

/// Opens the socket of the game.
async fn friend(
    State(guests): State<Guests>,
    Path(token): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let seat = guests.friends.seat(&token).filter(|_| origin_is_here(&headers));
    let Some(seat) = seat else {
        return StatusCode::FORBIDDEN.into_response();
    };
    socket::open(upgrade, move |socket| async move {
        socket::converse(socket, &guests.friends, seat, &guests.server.catalogue, &token).await;
    })
}

/// Opens the socket for the rules of the variant. There is no engine behind it.
async fn rules(State(guests): State<Guests>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !origin_is_here(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    desk::accept(guests.server, upgrade, desk::Access::Rules)
}
