//! Games that Kurier has written: XBoard loads them, in the games that it knows without an engine.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use engine_tests::partners;
use engine_tests::tournament::Tournament;
use engine_tests::xboard::load_game;
use kurier::pgn::Reader;
use kurier::rules::Catalogue;
use kurier::session::Board;
use libtest_mimic::Trial;

pub fn tests() -> Vec<Trial> {
    vec![partners::test(
        "xboard_loads_our_games",
        &["xboard", "Xvfb"],
        load_our_games,
    )]
}

fn load_our_games(programs: &[PathBuf]) {
    let catalogue = Catalogue::built_in();
    for variant in ["chess", "courier", "shatranj"] {
        let engines = ["-e", "self name=A", "-e", "self name=B", "--variant", variant];
        let games = ["--nodes", "100", "--random-plies", "6", "--pgn", "games.pgn"];
        let tournament = Tournament::play(&[engines.as_slice(), &games].concat());
        let path = tournament.path("games.pgn");
        let game = Reader::new(BufReader::new(File::open(&path).unwrap())).next();
        let game = game.expect("a game was played").unwrap();
        let definition = game.definition(&catalogue).unwrap();
        let mut board = Board::new(&definition);
        let record = game.replay(&mut board).unwrap();
        board.set_up(record.start_fen.as_deref()).unwrap();
        let turns = board.spell_line(&record.moves.into_iter().map(|played| played.turn).collect::<Vec<_>>());
        let loaded = load_game(programs, &definition.xboard.name, &path);
        assert_eq!(loaded, turns, "{variant}");
        println!("{variant}: {} plies", loaded.len());
    }
}
