//! Complete games against Fairy-Stockfish in UCI, in the variants that both support. At every turn both must agree on
//! the legal moves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine_tests::games::{self, definition};
use engine_tests::{Process, kurier_binary, partners};
use kurier_engine::session::Board;
use libtest_mimic::Trial;

/// The number of nodes per move: enough for sensible play, and deterministic on every machine.
const NODES: u32 = 1500;

/// The maximum length of a game, in plies; longer games are stopped.
const LONGEST: usize = 400;

fn start(program: &Path, variant: &str) -> Process {
    let mut engine = Process::spawn(Command::new(program));
    engine.send("uci");
    engine.expect("uciok");
    engine.send("setoption name Threads value 1");
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    engine.send("ucinewgame");
    engine.send("isready");
    engine.expect("readyok");
    engine
}

/// Returns the legal moves of a position, as listed by an engine's perft command.
fn legal(engine: &mut Process, position: &str) -> BTreeSet<String> {
    engine.send(position);
    engine.send("go perft 1");
    let lines = engine.read_until("Nodes searched");
    let counts = lines.iter().filter_map(|line| line.strip_suffix(": 1"));
    counts.filter(|turn| !turn.contains(' ')).map(str::to_owned).collect()
}

pub fn tests() -> Vec<Trial> {
    vec![partners::test(
        "uci_games_against_fairy_stockfish",
        &["fairy-stockfish"],
        play,
    )]
}

fn play(programs: &[PathBuf]) {
    for (variant, kurier_plays) in [("courier", 0), ("courier", 1), ("shatranj", 0), ("chess", 1)] {
        let mut engines = [start(&programs[0], variant), start(&kurier_binary(), variant)];
        if kurier_plays == 0 {
            engines.reverse();
        }
        let mut referee = Board::new(&definition(variant));
        let mut position = "position startpos moves".to_owned();
        while referee.outcome().is_none() && referee.history().len() < LONGEST {
            let mut ours = legal(&mut engines[kurier_plays], &position);
            assert_eq!(
                ours,
                legal(&mut engines[1 - kurier_plays], &position),
                "{variant}: {position}"
            );
            assert_eq!(
                ours,
                referee.spelled_turns().into_iter().collect(),
                "{variant}: {position}"
            );
            let mover = &mut engines[referee.history().len() % 2];
            mover.send(&position);
            mover.send(&format!("go nodes {NODES}"));
            let answer = mover.expect("bestmove");
            let turn = answer.split(' ').nth(1).unwrap_or_default();
            assert!(ours.remove(turn), "{variant}: {answer} after {position}");
            games::play(&mut referee, turn).expect("the referee lists it among its turns");
            position += &format!(" {turn}");
        }
        let played = referee.history().len();
        match referee.outcome() {
            Some(end) => println!(
                "{variant}: {} after {played} plies: {}",
                end.result(),
                end.reason.text()
            ),
            None => println!("{variant}: not over after {played} plies"),
        }
        for mut engine in engines {
            engine.send("quit");
            engine.expect_clean_end();
        }
    }
}
