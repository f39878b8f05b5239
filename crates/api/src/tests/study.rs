//! Tests of studies.

use super::*;

/// A game that ends soon: kings and a rook on four files.
const SMALL: &str = "name = \"small\"\nstart = \"k3/4/4/K2R w - - 0 1\"\n[board]\nfiles = 4\nranks = 4\n[pieces]\n\
     K = { name = \"King\", move = \"K\", royal = true }\nR = { name = \"Rook\", move = \"R\" }\n";

/// Creates a self-play request with a small node limit.
fn self_play(game: &str, text: Option<&str>, numbers: impl IntoIterator<Item = u64>) -> Request {
    Request::SelfPlay(SelfPlayRequest {
        game: game.into(),
        text: text.map(str::to_owned),
        numbers: numbers.into_iter().collect(),
        settings: SelfPlaySettings { nodes: 10, seed: 7 },
        engine: 1,
    })
}

/// Creates a request to study games that [`self_play`] asks for.
fn study(game: &str, text: Option<&str>, games: &str) -> Request {
    Request::Study(StudyRequest {
        game: game.into(),
        text: text.map(str::to_owned),
        settings: SelfPlaySettings { nodes: 10, seed: 7 },
        games: games.into(),
    })
}

impl TestDesk {
    /// Returns the games that were played so far for the last request, sorted by number.
    fn played(&self) -> Vec<PlayedView> {
        let replies = self.replies.lock().expect("no panic");
        let replies = replies.iter().filter(|reply| reply.id == self.asked);
        let mut games: Vec<PlayedView> = replies
            .filter_map(|reply| match &reply.body {
                Reply::Played(game) => Some(game.clone()),
                _ => None,
            })
            .collect();
        games.sort_by_key(|game| game.number);
        games
    }
}

#[test]
fn games_are_played_and_studied() {
    let mut client = TestDesk::new();
    assert_eq!(
        client.ask(Request::Abilities),
        Reply::Abilities {
            study: true,
            learn: false
        }
    );
    assert_eq!(client.ask(self_play("ignored", Some(SMALL), [0, 1, 2])), Reply::Done);
    let games = client.played();
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2]);
    // Neither the other games nor the number of threads affects what is played.
    client.desk.limit(1, 1);
    assert_eq!(client.ask(self_play("ignored", Some(SMALL), [2, 1])), Reply::Done);
    assert_eq!(client.played(), games[1..]);
    let text: String = games.iter().map(|game| game.pgn.as_str()).collect();
    let Reply::Studied(view) = client.ask(study("ignored", Some(SMALL), &text)) else {
        panic!("no study")
    };
    assert!(!view.verdict.is_empty());
    assert!(
        view.page
            .contains("3 games of Kurier against itself, 10 nodes a move, seed 7"),
        "{}",
        view.page
    );
    assert!(view.numbers.contains("\"games\": 3,"), "{}", view.numbers);
}

#[test]
fn self_play_ends_when_it_is_told_to() {
    let mut client = TestDesk::new();
    let number = 1_000_000;
    client.asked += 1;
    let id = client.asked;
    client.desk.handle(Message {
        id,
        body: self_play("courier", None, 0..number),
    });
    assert!(client.desk.searching());
    assert_eq!(client.ask(Request::Stop { engine: 1 }), Reply::Done);
    assert!(!client.desk.searching());
    // The last reply of the games came before the reply to the request to stop.
    let replies = client.replies.lock().expect("no panic");
    let ends: Vec<u32> = replies
        .iter()
        .filter(|reply| reply.body == Reply::Done)
        .map(|reply| reply.id)
        .collect();
    assert_eq!(ends, [id, id + 1]);
    assert!((replies.len() as u64) < number);
}

#[test]
fn impossible_studies_are_refused() {
    let mut client = TestDesk::new();
    let knights = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(200);
    for (request, reason) in [
        (self_play("chesss", None, [0]), "chesss"),
        (self_play("", Some("name = 5"), [0]), "line 1"),
        (study("chess", None, ""), "no game"),
        (study("chess", None, "1. Ke4 *"), "Ke4"),
        (study("chess", None, &format!("{knights} *")), "more than 600 turns"),
    ] {
        let Reply::Error { message } = client.ask(request.clone()) else {
            panic!("{request:?} is answered")
        };
        assert!(message.contains(reason), "{message}");
    }
    let Request::SelfPlay(request) = self_play("chess", None, [0]) else {
        unreachable!("it is a request for games")
    };
    let nobody = Request::SelfPlay(SelfPlayRequest {
        engine: Desk::ENGINES,
        ..request
    });
    assert!(matches!(client.ask(nobody), Reply::Error { .. }));
}
