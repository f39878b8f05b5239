//! `kurier annotate`: games come back with scores, lines and marks, and mistakes in the files are reported.

use engine_tests::command;
use kurier::pgn::Reader;
use tempfile::TempDir;

const SHORT: &str = "[White \"A <b>\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {oops} 4. Qxf7# 1-0\n";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_blunder_is_marked_and_what_was_there_stays() {
    let folder = folder();
    let path = file(&folder, "short.pgn", SHORT);
    let text = command::text(&["annotate", &path, "--depth", "4"], "");
    let game = Reader::new(text.as_bytes())
        .next()
        .expect("a game")
        .expect("it is read back");
    let moves: Vec<&str> = game.moves.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[5], "Nf6??");
    let comment = &game.moves[5].comment;
    assert!(
        comment.starts_with("oops [%eval #1,") && comment.contains("Blunder; better "),
        "{comment}"
    );
    assert!(game.moves[..5].iter().all(|turn| turn.comment.contains("[%eval ")));
    assert_eq!((game.moves[6].comment.as_str(), moves[6]), ("", "Qxf7#"));
    assert!(
        game.tag("Annotator")
            .is_some_and(|annotator| annotator.starts_with("Kurier"))
    );
}

#[test]
fn broken_games_are_refused_with_their_place() {
    let folder = folder();
    for (name, text, wanted) in [
        ("illegal.pgn", "1. e4 e5 2. Ke3 *", "game 1, line 1: move 3"),
        ("unknown.pgn", "[Variant \"ludo\"]\n\n1. e4 *", "unknown variant 'ludo'"),
        ("empty.pgn", "", "there is no game in it"),
    ] {
        let path = file(&folder, name, text);
        let complaint = command::refusal(&["annotate", &path], "");
        assert!(complaint.contains(wanted), "{complaint}");
    }
    assert!(command::refusal(&["annotate", "no/such.pgn"], "").contains("no/such.pgn"));
}
