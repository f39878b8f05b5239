//! The façade as its users see it.

use std::sync::mpsc::{Receiver, channel};

use super::*;
use crate::rules::Catalogue;

fn game(name: &str) -> Box<dyn Session> {
    let definition = Catalogue::built_in().get(name).expect("the game is built in");
    let settings = Settings {
        hash: 1,
        ..Settings::default()
    };
    open(definition, settings)
}

fn search(session: &mut dyn Session, request: &Request) -> Receiver<Event> {
    let (sender, receiver) = channel();
    let started = session.start(request, Box::new(move |event| _ = sender.send(event)));
    assert_eq!(started, Ok(()));
    receiver
}

fn to_depth(depth: u32) -> Request {
    Request {
        depth: Some(depth),
        ..Request::default()
    }
}

#[test]
fn every_width_opens() {
    for (name, turns) in [("leap", 13), ("courier", 26), ("de-la-dama", 39)] {
        assert_eq!(game(name).turns().len(), turns, "{name}");
    }
    let space = game("courierleapale");
    assert_eq!(space.perft(1, 1).nodes as usize, space.turns().len());
}

#[test]
fn turns_are_taken_back_whole() {
    let mut session = game("leap64-multi");
    let start = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1";
    assert_eq!(session.set_position(Some(start), &[]), Ok(()));
    assert_eq!(session.push("B1B3B5").as_deref(), Ok("b1b3b5"));
    assert_eq!((session.side(), session.turns_played()), (Color::Black, 1));
    assert!(session.pop());
    assert_eq!(session.fen(), start);
    assert!(!session.pop());
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut session = game("chess");
    assert_eq!(session.set_position(None, &["e2e4", "e7e5"]), Ok(()));
    let fen = session.fen();
    assert!(session.set_position(None, &["d2d4", "d2d4"]).is_err());
    assert!(session.set_position(Some("8/8/8/8/8/8/8/8 w - - 0 1"), &[]).is_err());
    assert!(session.push("e1e3").is_err());
    let request = Request {
        only: vec!["e1e3".into()],
        ..to_depth(1)
    };
    assert!(session.start(&request, Box::new(|_| ())).is_err());
    assert_eq!((session.fen(), session.turns_played()), (fen, 2));
}

#[test]
fn a_search_ends_with_a_legal_turn() {
    let mut session = game("leap-multi");
    let request = Request {
        only: vec!["c2a4".into(), "c2e4".into()],
        ..to_depth(4)
    };
    let events: Vec<Event> = search(&mut *session, &request).into_iter().collect();
    assert!(!session.searching());
    let (last, lines) = events.split_last().expect("there are events");
    let Event::Best { turn: Some(best), .. } = last else {
        panic!("{last:?}");
    };
    assert!(request.only.contains(best));
    assert!(!lines.is_empty());
    for event in lines {
        let Event::Line(line) = event else { panic!("{event:?}") };
        let turns: Vec<&str> = line.pv.iter().map(String::as_str).collect();
        assert_eq!(session.set_position(None, &turns), Ok(()), "{turns:?}");
    }
}

#[test]
fn without_a_turn_there_is_none() {
    let mut session = game("chess");
    assert_eq!(
        session.set_position(Some("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), &[]),
        Ok(())
    );
    let last = search(&mut *session, &to_depth(3)).into_iter().last();
    assert!(matches!(last, Some(Event::Best { turn: None, .. })), "{last:?}");
}

#[test]
fn changes_end_a_search() {
    let endless = Request {
        infinite: true,
        ..Request::default()
    };
    let changes: [fn(&mut dyn Session); 5] = [
        |session| assert!(session.push("e2e4").is_ok()),
        |session| assert!(session.pop()),
        |session| session.new_game(),
        |session| session.configure(session.settings().clone()),
        |session| session.stop(),
    ];
    let mut session = game("chess");
    for change in changes {
        let events = search(&mut *session, &endless);
        assert!(session.searching());
        change(&mut *session);
        assert!(matches!(events.into_iter().last(), Some(Event::Best { .. })));
    }
}

#[test]
fn counting_can_be_stopped_and_shared() {
    let mut session = game("courier");
    let (sender, receiver) = channel();
    let started = session.start_perft(100, 2, Box::new(move |count| _ = sender.send(count)));
    assert_eq!(started, Ok(()));
    session.stop();
    assert_eq!(receiver.recv(), Ok(None));

    let alone = session.perft(3, 1);
    assert_eq!((alone.nodes, alone.divide.len()), (18406, 26));
    assert_eq!(session.perft(3, 2), alone);
    assert_eq!(session.perft(0, 2).nodes, 1);
}
