//! Tournaments against other engines: the referee speaks both protocols, edits the board of engines that do not support
//! FEN, and reports no faults of correct engines.

use std::fs::File;
use std::io::BufReader;

use engine_tests::partners;
use engine_tests::tournament::Tournament;
use kurier_engine::session::Board;
use kurier_formats::pgn::Reader;
use kurier_rules::rules::Catalogue;
use libtest_mimic::Trial;
use serde_json::Value;

const ALL: &str = "courier,shatranj,chess";

pub fn tests() -> Vec<Trial> {
    let opponent = |name: &str, program: &'static [&'static str], settings: &'static str, variants: &'static str| {
        partners::test(&format!("referee_{name}"), program, move |programs| {
            let (options, settings) = settings.split_once(';').unwrap_or(("", settings));
            let engine = format!("cmd='{} {options}' {settings}", programs[0].display());
            play_and_read_back(&engine, variants);
        })
    };
    // GNU Chess ignores depth limits, and misses lines that arrive in quick succession.
    let gnu_chess = "--xboard;proto=xboard pace=100 tc=20+0.2 name='GNU Chess'";
    vec![
        opponent("fairy_stockfish", &["fairy-stockfish"], "name=Fairy-Stockfish", ALL),
        opponent(
            "fairy_stockfish_by_xboard",
            &["fairy-stockfish"],
            "proto=xboard name=Fairy-Stockfish",
            ALL,
        ),
        opponent("fairy_max", &["fairymax"], "proto=xboard name=Fairy-Max", ALL),
        opponent("sjaak", &["sjaakii"], "proto=xboard name='Sjaak II'", ALL),
        opponent("stockfish", &["stockfish"], "name=Stockfish", "chess"),
        opponent("gnu_chess", &["gnuchess"], gnu_chess, "chess"),
    ]
}

/// Returns whether Sjaak II or Fairy-Max claimed a draw in shatranj after 50 moves. The limit in shatranj is 70 moves,
/// so the referee rejects the claim.
fn is_early_claim(game: &Value) -> bool {
    let ending = game["ending"].as_str().unwrap_or_default();
    let side = if ending.starts_with("White: ") {
        "white"
    } else {
        "black"
    };
    game["variant"] == "shatranj"
        && game["termination"] == "false claim"
        && ((game[side] == "Sjaak II" && ending.contains("50-move rule"))
            || (game[side] == "Fairy-Max" && ending.contains("fifty move rule")))
}

/// Plays a game with each colour in every variant, and then reads the saved games back.
fn play_and_read_back(engine: &str, variants: &str) {
    let arguments = [
        "-e",
        "self name=Kurier",
        "-e",
        engine,
        "--variant",
        variants,
        "--games",
        "2",
        "--depth",
        "3",
        "--random-plies",
        "5",
        "--max-moves",
        "150",
        "--move-limit",
        "60",
        "--timeout",
        "60",
        "--margin",
        "5000",
        "--pgn",
        "games.pgn",
    ];
    let tournament = Tournament::play(&arguments);
    tournament.assert_faultless_but(is_early_claim);

    let catalogue = Catalogue::built_in();
    let file = File::open(tournament.path("games.pgn")).expect("the games are written");
    let mut games = 0;
    for game in Reader::new(BufReader::new(file)) {
        let game = game.expect("what is written is read back");
        let definition = game.definition(&catalogue).expect("a known variant");
        let mut board = Board::new(&definition);
        let record = game.replay(&mut board).expect("every move is legal");
        assert_eq!(Some(record.moves.len().to_string().as_str()), game.tag("PlyCount"));
        if let Some(outcome) = board.outcome() {
            assert_eq!(outcome.result(), record.result.text());
        }
        games += 1;
    }
    assert_eq!(games, tournament.games.len());
    assert!(games >= 2, "{engine}: {games} games");
}
