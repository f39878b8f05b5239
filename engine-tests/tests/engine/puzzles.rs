//! Puzzles: they are found, their solutions are correct, and running a command again continues its set.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine_tests::command;
use engine_tests::games::definition;
use engine_tests::solver::Solver;
use kurier_engine::eval::EvalParams;
use kurier_engine::session::Board;
use kurier_formats::pgn::Reader;
use kurier_puzzles::{Effort, Maker, Puzzle, PuzzleSet};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;

/// The maximum number of positions that an independent proof of a mate may visit.
const POSITIONS: u64 = 50_000;

/// Plays the solution of a puzzle and returns the board at its end.
fn solved(definition: &Arc<Definition>, puzzle: &Puzzle) -> Board {
    let mut board = Board::from_fen(definition, &puzzle.fen).unwrap_or_else(|error| panic!("{}: {error}", puzzle.fen));
    for (text, san) in puzzle.solution.iter().zip(&puzzle.san) {
        let turn = board
            .parse(text)
            .unwrap_or_else(|error| panic!("{}: {error}", puzzle.fen));
        assert_eq!(board.san(&turn), *san, "{}", puzzle.fen);
        board.play(&turn).expect("it is legal");
    }
    board
}

/// Asserts that a puzzle is sound: its solution can be played, and an independent proof confirms that a short mate is
/// the only one. A proof that would visit too many positions is inconclusive.
fn assert_sound(definition: &Arc<Definition>, puzzle: &Puzzle) {
    assert_eq!(puzzle.solution.len() % 2, 1, "{}", puzzle.fen);
    assert_eq!(puzzle.solution.len(), puzzle.san.len(), "{}", puzzle.fen);
    let mover = Board::from_fen(definition, &puzzle.fen).expect("legal").side();
    let winner = solved(definition, puzzle).outcome().and_then(|outcome| outcome.winner);
    let Some(moves) = puzzle.goal.strip_prefix("mate in ") else {
        assert_eq!(puzzle.goal, "win", "{}", puzzle.fen);
        return;
    };
    let moves: u32 = moves.parse().expect("a number");
    assert_eq!(winner, Some(mover), "{}", puzzle.fen);
    assert_eq!(moves as usize, puzzle.solution.len().div_ceil(2), "{}", puzzle.fen);
    with_width!(definition.shape, W => {
        let variant = Arc::new(Variant::<W>::compile(definition.clone()));
        let position = Position::from_fen(variant, &puzzle.fen).expect("legal");
        if let Ok(win) = Solver::solve(&position, moves, POSITIONS) {
            let win = win.unwrap_or_else(|| panic!("{} has no mate", puzzle.fen));
            let best: Vec<String> = win.best.iter().map(|turn| position.spell(turn)).collect();
            assert_eq!((win.moves, &best[..]), (moves, &puzzle.solution[..1]), "{}", puzzle.fen);
        }
    });
}

#[test]
fn a_number_always_gives_the_same_puzzles() {
    let chess = definition("chess");
    let params = Arc::new(EvalParams::built_in(&chess));
    let effort = Effort {
        play: 100,
        prove: 4_000,
    };
    let games = |order: &mut dyn Iterator<Item = u64>| {
        let mut maker = Maker::new(&chess, &params, effort);
        let mut found: Vec<_> = order
            .map(|number| (number, maker.game(number, &|_| false).expect("a game")))
            .collect();
        found.sort_by_key(|(number, _)| *number);
        found
    };
    let found = games(&mut (0..12));
    assert!(
        found.iter().any(|(_, puzzles)| !puzzles.is_empty()),
        "no puzzle in twelve games"
    );
    assert_eq!(found, games(&mut (0..12).rev()));
    found
        .iter()
        .flat_map(|(_, puzzles)| puzzles)
        .for_each(|puzzle| assert_sound(&chess, puzzle));
}

#[test]
fn the_command_continues_a_set_and_writes_pgn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (json, pgn) = (path("chess.json"), path("chess.pgn"));
    let make = |games: &str, more: &[&str]| {
        let fixed = [
            "puzzles",
            "chess",
            "--output",
            &json,
            "--pgn",
            &pgn,
            "--prove-nodes",
            "4000",
            "--play-nodes",
            "100",
        ];
        command::output(&[&fixed[..], &["--games", games], more].concat(), "");
        let chess = definition("chess");
        PuzzleSet::parse(&fs::read_to_string(&json).expect("a file"), &chess).expect("a set")
    };
    let first = make("6", &["--threads", "2"]);
    assert_eq!(first.games, 6);
    let more = make("12", &["--threads", "1"]);
    assert_eq!(more.games, 12);
    assert!(!more.puzzles.is_empty(), "no puzzle in twelve games");
    assert_eq!(more.puzzles[..first.puzzles.len()], first.puzzles);
    let games: Vec<_> = Reader::new(&fs::read(&pgn).expect("a file")[..]).collect();
    assert_eq!(games.len(), more.puzzles.len());
    for (game, puzzle) in games.into_iter().zip(&more.puzzles) {
        let game = game.expect("it is read back");
        assert_eq!(game.tag("FEN"), Some(puzzle.fen.as_str()));
        assert_eq!(game.moves.len(), puzzle.solution.len());
    }
    let refused = command::refusal(&["puzzles", "shatranj", "--output", &json], "");
    assert!(refused.contains("do not match the rules of shatranj"), "{refused}");
    fs::write(&json, "[").expect("it is written");
    assert!(command::refusal(&["puzzles", "chess", "--output", &json], "").contains("not a set of puzzles"));
}

/// Checks that every puzzle of the shipped sets can be played, and that every tenth puzzle is sound. Proofs of all
/// puzzles would take minutes.
#[test]
fn the_sets_of_the_page_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page/puzzles");
    let read = |name: &str| fs::read_to_string(folder.join(format!("{name}.json"))).expect("a file of the page");
    let games: Vec<String> = serde_json::from_str(&read("index")).expect("the list of sets");
    assert_eq!(
        fs::read_dir(&folder).expect("the folder").count(),
        games.len() + 1,
        "each set is listed"
    );
    for game in games {
        let definition = definition(&game);
        let set = PuzzleSet::parse(&read(&game), &definition).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert!((80..=200).contains(&set.puzzles.len()), "{game}: {}", set.puzzles.len());
        for (number, puzzle) in set.puzzles.iter().enumerate() {
            match number % 10 {
                0 => assert_sound(&definition, puzzle),
                _ => drop(solved(&definition, puzzle)),
            }
        }
    }
}
