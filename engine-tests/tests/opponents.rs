//! Tournaments against other people's engines, as far as they are installed (`.ci/partners` does it): the referee has to
//! lead both protocols, set up boards where an engine knows no FEN, and find no fault in engines that have none.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use engine_tests::games::session;
use engine_tests::tournament::Tournament;
use kurier::pgn::Reader;
use kurier::rules::Catalogue;
use serde_json::Value;

/// An engine, and how it is entered.
struct Opponent {
    program: &'static str,
    arguments: &'static str,
    settings: &'static str,
}

const OPPONENTS: [Opponent; 6] = [
    Opponent {
        program: "fairy-stockfish",
        arguments: "",
        settings: "name=Fairy-Stockfish",
    },
    Opponent {
        program: "fairy-stockfish",
        arguments: "",
        settings: "proto=xboard name='Fairy-Stockfish, XBoard'",
    },
    Opponent {
        program: "fairymax",
        arguments: "",
        settings: "proto=xboard name=Fairy-Max",
    },
    Opponent {
        program: "sjaakii",
        arguments: "",
        settings: "proto=xboard name='Sjaak II'",
    },
    Opponent {
        program: "stockfish",
        arguments: "",
        settings: "name=Stockfish",
    },
    Opponent {
        program: "gnuchess",
        arguments: "--xboard",
        // It does not stop at a depth, and overlooks lines that come close together.
        settings: "proto=xboard pace=100 tc=20+0.2 name='GNU Chess'",
    },
];

/// Where Debian puts it, or anywhere in the path.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Whether Sjaak II claimed a draw in shatranj after 50 moves: there it takes 70, and the referee is right to say so.
fn is_early_claim(game: &Value) -> bool {
    let ending = game["ending"].as_str().unwrap_or_default();
    let side = if ending.starts_with("White: ") {
        "white"
    } else {
        "black"
    };
    game["variant"] == "shatranj"
        && game["termination"] == "false claim"
        && game[side] == "Sjaak II"
        && ending.contains("50-move rule")
}

#[test]
fn games_with_other_engines_are_faultless_and_can_be_read_back() {
    let mut engines = Vec::new();
    for opponent in &OPPONENTS {
        match find(opponent.program) {
            Some(path) => engines.push(format!(
                "cmd='{} {}' {}",
                path.display(),
                opponent.arguments,
                opponent.settings
            )),
            None => println!("skipped: {} is not installed", opponent.program),
        }
    }
    let mut arguments = vec![
        "-e",
        "self name=Kurier",
        "-e",
        "self proto=xboard name='Kurier, XBoard'",
    ];
    arguments.extend(engines.iter().flat_map(|engine| ["-e", engine.as_str()]));
    arguments.extend([
        "--format",
        "gauntlet",
        "--variant",
        "courier,shatranj,chess",
        "--games",
        "2",
        "--depth",
        "3",
    ]);
    arguments.extend([
        "--random-plies",
        "5",
        "--max-moves",
        "150",
        "--move-limit",
        "60",
        "--patience",
        "60",
        "--margin",
        "5000",
        "--pgn",
        "games.pgn",
    ]);
    let tournament = Tournament::play(&arguments);
    tournament.assert_faultless_but(is_early_claim);

    let catalogue = Catalogue::built_in();
    let file = File::open(tournament.path("games.pgn")).expect("the games are written");
    let mut games = 0;
    for game in Reader::new(BufReader::new(file)) {
        let game = game.expect("what is written is read back");
        let definition = game.definition(&catalogue).expect("a known variant");
        let mut session = session(&definition);
        let record = game.replay(&mut *session).expect("every move is legal");
        assert_eq!(Some(record.moves.len().to_string().as_str()), game.tag("PlyCount"));
        if let Some(outcome) = session.outcome() {
            assert_eq!(outcome.result(), record.result.text());
        }
        games += 1;
    }
    assert_eq!(games, tournament.games.len());
    println!("{games} games with {} engines, no faults", engines.len());
}
