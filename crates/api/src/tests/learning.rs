//! Tests of learning.

use super::*;

/// A small game: kings, rooks and pawns.
const SMALL: &str = r#"name = "small"
start = "r1k2r/pppppp/6/6/PPPPPP/R1K2R w - - 0 1"
[board]
files = 6
ranks = 6
[pieces]
K = { name = "King", move = "K", royal = true }
R = { name = "Rook", move = "R" }
P = { name = "Pawn", move = "fmWfcF", pawn = true, promotes-to = "R" }
"#;

/// Creates a request to learn the small game.
fn learn(generations: usize, games: u64) -> Request {
    Request::Learn(LearnRequest {
        game: "ignored".into(),
        text: Some(SMALL.into()),
        nodes: Some(20),
        budget: LearnBudget::Work {
            generations,
            games,
            pairs: 1,
        },
        engine: 1,
    })
}

/// Creates a request for what has been learned about the small game.
fn learned() -> Request {
    Request::Learned(LearnedRequest {
        game: "ignored".into(),
        text: Some(SMALL.into()),
    })
}

/// Creates a request to delete what was learned about the small game.
fn forget() -> Request {
    Request::Forget(LearnedRequest {
        game: "ignored".into(),
        text: Some(SMALL.into()),
    })
}

/// Returns what was learned, according to a reply.
fn view(reply: Reply) -> LearnedView {
    match reply {
        Reply::Learned { learned: Some(view) } => view,
        other => panic!("{other:?}"),
    }
}

impl TestDesk {
    /// Explains the evaluation at the start of the small game, as if for a page that has just connected.
    fn explanation(folder: Option<&std::path::Path>) -> Reply {
        let mut client = Self::new();
        if let Some(folder) = folder {
            client.desk.set_learning(folder.to_owned());
        }
        client.ask(Request::Define { text: SMALL.into() });
        client.ask(Request::Explain {
            position: position("small", None, &[]),
        })
    }
}

#[test]
fn a_game_is_learned_and_then_played_with_what_was_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut client = TestDesk::new();
    assert!(matches!(client.ask(learn(1, 30)), Reply::Error { .. }));
    client.desk.set_learning(folder.path().to_owned());
    let able = client.ask(Request::Abilities);
    assert!(matches!(able, Reply::Abilities { learn: true, .. }), "{able:?}");
    assert_eq!(client.ask(learned()), Reply::Learned { learned: None });
    let view = view(client.ask(learn(1, 30)));
    let [generation] = view.generations.as_slice() else {
        panic!("{view:?}")
    };
    assert_eq!(
        (generation.kind, generation.games, generation.match_games),
        ("weights", 30, 2)
    );
    assert_eq!(view.best.is_some(), generation.taken);
    assert_eq!(client.ask(learned()), Reply::Learned { learned: Some(view) });

    // The generation is marked as taken, because this test is not about whether it wins its only pair of games.
    let run = std::fs::read_dir(folder.path())
        .expect("a folder")
        .next()
        .expect("a run")
        .expect("a run");
    let state = run.path().join("state.json");
    let text = std::fs::read_to_string(&state).expect("a state");
    std::fs::write(&state, text.replace("\"taken\": false", "\"taken\": true")).expect("a state");
    let best = self::view(client.ask(learned())).best.expect("it was taken");
    assert_eq!(best.name, "best.toml");
    let definition = best.definition.expect("the game is the user's own");
    assert!(definition.contains("evaluation = \"best.toml\""), "{definition}");
    let plain = TestDesk::explanation(None);
    assert!(matches!(plain, Reply::Explained(_)), "{plain:?}");
    assert_ne!(TestDesk::explanation(Some(folder.path())), plain);

    // What was learned is forgotten, even by a page that is already open.
    let explain = || Request::Explain {
        position: position("small", None, &[]),
    };
    client.ask(Request::Define { text: SMALL.into() });
    assert_ne!(client.ask(explain()), plain);
    assert_eq!(client.ask(forget()), Reply::Learned { learned: None });
    assert_eq!(client.ask(explain()), plain);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    assert_eq!(client.ask(forget()), Reply::Learned { learned: None });
}

#[test]
fn learning_is_stopped_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut client = TestDesk::new();
    client.desk.set_learning(folder.path().to_owned());
    client.asked += 1;
    let id = client.asked;
    client.desk.handle(Message {
        id,
        body: learn(1, 100_000),
    });
    assert_eq!(client.ask(Request::Stop { engine: 1 }), Reply::Done);
    assert!(!client.desk.searching());
    let replies = client.replies.lock().expect("no panic").clone();
    let ends: Vec<_> = replies.iter().filter(|reply| !is_passing(&reply.body)).collect();
    assert_eq!(ends.iter().map(|reply| reply.id).collect::<Vec<_>>(), [id, id + 1]);
    let stopped = view(ends[0].body.clone());
    assert!(stopped.generations.is_empty(), "{stopped:?}");
    // The games played so far are part of the run, which now needs fewer games than it was started with.
    assert_eq!(view(client.ask(learn(1, 30))).generations.len(), 1);
}
