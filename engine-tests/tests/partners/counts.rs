//! Perft counts of random positions, compared with Fairy-Stockfish in the variants that it supports.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use engine_tests::Process;
use engine_tests::games::{definition, play};
use engine_tests::partners;
use kurier_engine::session::Board;
use libtest_mimic::Trial;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

pub fn tests() -> Vec<Trial> {
    vec![partners::test(
        "perft_agrees_with_fairy_stockfish",
        &["fairy-stockfish"],
        perft_agrees,
    )]
}

fn perft_agrees(programs: &[PathBuf]) {
    for variant in ["chess", "courier", "shatranj", "capablanca", "grand", "crazyhouse"] {
        let mut peer = Process::spawn(Command::new(&programs[0]));
        peer.send("uci");
        peer.read_until("uciok");
        peer.send(&format!("setoption name UCI_Variant value {variant}"));
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut compared = 0;
        for _ in 0..8 {
            let mut game = Board::new(&definition(variant));
            // Stop before kings are bare, because the two engines end such games differently.
            for played in 0..120 {
                let Some(turn) = game
                    .spelled_turns()
                    .choose(&mut random)
                    .cloned()
                    .filter(|_| game.outcome().is_none())
                else {
                    break;
                };
                play(&mut game, &turn).expect("a legal turn is taken");
                if played % 6 != 5 {
                    continue;
                }
                let fen = game.fen();
                let ours: BTreeMap<String, u64> = game.perft(3, 1).spelled(&game).into_iter().collect();
                assert_eq!(ours, divided(&mut peer, &fen, 3), "{variant}: {fen}");
                compared += 1;
            }
        }
        println!("{variant}: {compared} positions agree");
        peer.send("quit");
    }
}

/// Returns Fairy-Stockfish's perft counts of a position, by turn.
fn divided(peer: &mut Process, fen: &str, depth: u32) -> BTreeMap<String, u64> {
    peer.send(&format!("position fen {fen}"));
    peer.send(&format!("go perft {depth}"));
    let said = peer.read_until("Nodes searched: ");
    let parts = said.iter().filter_map(|line| line.split_once(": "));
    parts
        .filter(|(turn, _)| !turn.contains(' '))
        .filter_map(|(turn, count)| Some((turn.to_owned(), count.parse().ok()?)))
        .collect()
}
