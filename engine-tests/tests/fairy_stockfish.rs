//! Counts of random positions, compared with Fairy-Stockfish in the games that it knows. Skipped where it is not
//! installed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use engine_tests::Process;
use engine_tests::games::{definition, session};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// Where Debian puts it, or anywhere in the path.
fn fairy_stockfish() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders
        .map(|folder| folder.join("fairy-stockfish"))
        .find(|path| path.is_file())
}

#[test]
fn counts_agree_with_fairy_stockfish() {
    let Some(path) = fairy_stockfish() else {
        println!("skipped: fairy-stockfish is not installed");
        return;
    };
    for variant in ["chess", "courier", "shatranj", "capablanca", "grand"] {
        let mut peer = Process::spawn(Command::new(&path));
        peer.send("uci");
        peer.read_until("uciok");
        peer.send(&format!("setoption name UCI_Variant value {variant}"));
        let mut random = StdRng::seed_from_u64(3);
        let mut compared = 0;
        for _ in 0..8 {
            let mut game = session(&definition(variant));
            // Bare kings come late; how the two count there is no matter of moves.
            for played in 0..120 {
                let Some(turn) = game
                    .turns()
                    .choose(&mut random)
                    .cloned()
                    .filter(|_| game.outcome().is_none())
                else {
                    break;
                };
                game.push(&turn).expect("a legal turn is taken");
                if played % 6 != 5 {
                    continue;
                }
                let fen = game.fen();
                let ours: BTreeMap<String, u64> = game.perft(3, 1).divide.into_iter().collect();
                peer.send(&format!("position fen {fen}"));
                peer.send("go perft 3");
                let said = peer.read_until("Nodes searched: ");
                let parts = said.iter().filter_map(|line| line.split_once(": "));
                let theirs: BTreeMap<String, u64> = parts
                    .filter(|(turn, _)| !turn.contains(' '))
                    .filter_map(|(turn, count)| Some((turn.to_owned(), count.parse().ok()?)))
                    .collect();
                assert_eq!(ours, theirs, "{variant}: {fen}");
                compared += 1;
            }
        }
        println!("{variant}: {compared} positions agree");
        peer.send("quit");
    }
}
