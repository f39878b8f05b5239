use super::*;

/// Returns the order to play a turn.
fn turn(ply: usize, text: &str) -> Order {
    Order::Play { ply, text: text.into() }
}

/// Returns the state of a server, and its host's order to invite a guest to a game.
fn host() -> (Friends, Catalogue, HostOrder) {
    let friends = Friends::new(SocketAddr::from(([192, 0, 2, 7], 4781)));
    let order = r#"{"order":"invite","game":"courier","black":true,"minutes":5}"#;
    (
        friends,
        Catalogue::built_in(),
        serde_json::from_str(order).expect("an order"),
    )
}

#[test]
fn each_game_has_tokens_of_its_own() {
    let (friends, catalogue, order) = host();
    assert_eq!(friends.seat(""), None, "nobody is invited yet");
    assert!(friends.view(Seat::Host).state.is_none());
    let tokens = || {
        let table = friends.table();
        let table = table.as_ref().expect("a game");
        [table.player.clone(), table.watcher.clone()]
    };
    friends.host_obeys(&catalogue, order.clone()).expect("a game");
    let [player, watcher] = tokens();
    assert!([&player, &watcher].iter().all(|token| token.len() == 32));
    assert_eq!(friends.seat(&player), Some(Seat::Guest));
    assert_eq!(friends.seat(&watcher), Some(Seat::Watcher));
    assert_eq!(friends.seat(&player[..31]), None);
    friends.host_obeys(&catalogue, order).expect("another game");
    let [again, _] = tokens();
    assert_eq!(friends.seat(&player), None, "the old link leads nowhere");
    assert_eq!(friends.seat(&again), Some(Seat::Guest));
    friends.host_obeys(&catalogue, HostOrder::Close).expect("an end");
    assert_eq!(friends.seat(&again), None);
}

#[test]
fn every_seat_sees_the_game_and_the_host_alone_the_links() {
    let (friends, catalogue, order) = host();
    friends.host_obeys(&catalogue, order).expect("a game");
    let [host, guest, watcher] = [Seat::Host, Seat::Guest, Seat::Watcher].map(|seat| friends.view(seat));
    assert_eq!([host.you, guest.you, watcher.you], [Some("Black"), Some("White"), None]);
    assert!(guest.links.is_none() && watcher.links.is_none());
    let links = host.links.expect("the links");
    assert!(links.player.starts_with("http://192.0.2.7:4781/") && links.player != links.watcher);
    assert!(links.qr.contains("<svg") && links.qr.contains("path"));
    let state = watcher.state.expect("a game");
    assert_eq!((state.game.as_str(), state.clock), ("courier", Some([300_000; 2])));
}

#[test]
fn players_play_and_spectators_do_not() {
    let (friends, catalogue, order) = host();
    assert!(friends.obey(Seat::Guest, turn(0, "b1c3")).is_err(), "there is no game");
    friends.host_obeys(&catalogue, order).expect("a game");
    assert!(matches!(
        friends.obey(Seat::Watcher, turn(0, "b1c3")),
        Err(Refusal::OnlyWatching)
    ));
    assert!(matches!(
        friends.obey(Seat::Watcher, Order::Resign),
        Err(Refusal::OnlyWatching)
    ));
    friends.obey(Seat::Guest, turn(0, "b1c3")).expect("White's turn");
    friends.obey(Seat::Host, turn(1, "b8c6")).expect("Black's turn");
    let moves = friends.view(Seat::Watcher).state.map(|state| state.moves);
    assert_eq!(moves, Some(vec!["b1c3".to_owned(), "b8c6".into()]));
}

#[test]
fn whoever_comes_and_goes_is_seen() {
    let (friends, catalogue, order) = host();
    friends.host_obeys(&catalogue, order).expect("a game");
    let mut changed = friends.changed.subscribe();
    let guest = friends.sit(Seat::Guest);
    let watcher = friends.sit(Seat::Watcher);
    assert!(changed.has_changed().expect("the server is there"));
    changed.mark_unchanged();
    let view = friends.view(Seat::Host);
    assert_eq!((view.host_here, view.guest_here, view.watchers), (false, true, 1));
    drop((guest, watcher));
    assert!(changed.has_changed().expect("the server is there"));
    let view = friends.view(Seat::Host);
    assert_eq!((view.guest_here, view.watchers), (false, 0));
}

#[test]
fn an_earlier_game_is_continued() {
    let (friends, catalogue, _) = host();
    let order = r#"{"order":"invite","game":"chess","moves":["e2e4","e7e5"],"minutes":5,"clock":[1000,400000]}"#;
    let order = serde_json::from_str(order).expect("an order");
    friends.host_obeys(&catalogue, order).expect("legal turns");
    let state = friends.view(Seat::Guest).state.expect("a game");
    assert_eq!(state.moves.len(), 2);
    assert_eq!(state.clock.map(|[_, black]| black), Some(300_000), "nobody gains time");
    for wrong in [
        r#"{"order":"invite","game":"no such game"}"#,
        r#"{"order":"invite","game":"chess","moves":["e2e5"]}"#,
        r#"{"order":"invite","game":"chess","fen":"8/8"}"#,
    ] {
        let order = serde_json::from_str(wrong).expect("an order");
        assert!(friends.host_obeys(&catalogue, order).is_err(), "{wrong}");
        assert!(friends.view(Seat::Guest).state.is_some(), "the game goes on");
    }
}
