//! Games that XBoard 4.9.1 has written, in every variant that it can show: they replay, and our notation is XBoard's. And
//! games that we have written: XBoard loads them.

use std::fs::File;
use std::io::BufReader;

use engine_tests::tournament::Tournament;
use engine_tests::xboard::{load_game, require};
use kurier::pgn::Reader;
use kurier::rules::Catalogue;
use kurier::search::Settings;
use kurier::session::open;

/// What XBoard writes in its own way: a king's leap of two files is a castling for it, and a castling with the
/// neighbour the capture of that rook.
const ITS_OWN: [(&str, &str); 5] = [
    ("O-O", "Kb1"),
    ("O-O-O", "Kf8"),
    ("Kxe1xe1", "O-O"),
    ("Kxb1-c1", "O-O-O"),
    ("Kxb8-c8", "O-O-O"),
];

#[test]
fn xboards_games_replay_and_are_written_alike() {
    let catalogue = Catalogue::built_in();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/xboard.pgn");
    let mut seen = Vec::new();
    let mut games = 0;
    for game in Reader::new(BufReader::new(File::open(path).unwrap())) {
        let game = game.unwrap();
        let definition = game.definition(&catalogue).unwrap();
        let settings = Settings {
            hash: 1,
            ..Settings::default()
        };
        let mut session = open(definition.clone(), settings);
        let record = game.replay(session.as_mut()).unwrap_or_else(|error| panic!("{error}"));
        for (ours, theirs) in record.moves.iter().zip(&game.moves) {
            let pair = (theirs.text.as_str(), ours.san.as_str());
            let place = (game.number, theirs.line);
            assert!(pair.0 == pair.1 || ITS_OWN.contains(&pair), "{place:?}: {pair:?}");
        }
        // XBoard does not end a game where only our rules do.
        assert!(record.moves.len() == game.moves.len() || session.outcome().is_some());
        games += 1;
        if !seen.contains(&definition.name) {
            seen.push(definition.name.clone());
        }
    }
    assert_eq!(games, 23);
    let shown = catalogue.core().filter(|definition| definition.xboard.playable);
    let missing: Vec<_> = shown
        .map(|definition| &definition.name)
        .filter(|name| !seen.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// In the games that XBoard knows without an engine.
#[test]
fn xboard_loads_our_games() {
    if require(&["xboard", "Xvfb"]).is_none() {
        return;
    }
    let catalogue = Catalogue::built_in();
    for variant in ["chess", "courier", "shatranj"] {
        let engines = ["-e", "self name=A", "-e", "self name=B", "--variant", variant];
        let games = ["--nodes", "100", "--random-plies", "6", "--pgn", "games.pgn"];
        let tournament = Tournament::play(&[engines.as_slice(), &games].concat());
        let path = tournament.path("games.pgn");
        let game = Reader::new(BufReader::new(File::open(&path).unwrap())).next();
        let game = game.expect("a game was played").unwrap();
        let definition = game.definition(&catalogue).unwrap();
        let record = game
            .replay(open(definition.clone(), Settings::default()).as_mut())
            .unwrap();
        let turns: Vec<&str> = record.moves.iter().map(|turn| turn.turn.as_str()).collect();
        let loaded = load_game(&definition.xboard.name, &path);
        assert_eq!(loaded, turns, "{variant}");
        println!("{variant}: {} plies", loaded.len());
    }
}
