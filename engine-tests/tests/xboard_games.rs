//! Games saved by XBoard 4.9.1, in every variant that it can show: Kurier must be able to replay them and must write
//! their moves as XBoard does.

use std::fs::File;
use std::io::BufReader;

use kurier_engine::session::Board;
use kurier_formats::pgn::Reader;
use kurier_protocol::xboard::is_playable;
use kurier_rules::rules::Catalogue;

/// Moves that XBoard and Kurier write differently, in XBoard's and in Kurier's notation. XBoard writes a king's leap
/// over two files as castling, and castling with an adjacent rook as the capture of that rook.
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
        let mut board = Board::new(&definition);
        let record = game.replay(&mut board).unwrap_or_else(|error| panic!("{error}"));
        for (ours, theirs) in record.moves.iter().zip(&game.moves) {
            let pair = (theirs.text.as_str(), ours.san.as_str());
            let place = (game.number, theirs.line);
            assert!(pair.0 == pair.1 || ITS_OWN.contains(&pair), "{place:?}: {pair:?}");
        }
        // XBoard's game may continue after an end by a rule that XBoard does not know.
        assert!(record.moves.len() == game.moves.len() || board.outcome().is_some());
        games += 1;
        if !seen.contains(&definition.name) {
            seen.push(definition.name.clone());
        }
    }
    assert_eq!(games, 23);
    let shown = catalogue.core().filter(|definition| is_playable(definition));
    let missing: Vec<_> = shown
        .map(|definition| &definition.name)
        .filter(|name| !seen.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
