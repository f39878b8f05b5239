//! Perft counts of random positions, compared with Fairy-Stockfish in the variants that it supports.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use engine_tests::Process;
use engine_tests::games::{definition, play};
use engine_tests::{one_sided, partners};
use kurier_engine::session::Board;
use kurier_formats::import::FairyGames;
use kurier_rules::rules::Definition;
use libtest_mimic::Trial;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

pub fn tests() -> Vec<Trial> {
    vec![
        partners::test("perft_agrees_with_fairy_stockfish", &["fairy-stockfish"], perft_agrees),
        partners::test(
            "one_sided_pieces_agree_with_fairy_stockfish",
            &["fairy-stockfish"],
            one_sided_pieces_agree,
        ),
    ]
}

fn perft_agrees(programs: &[PathBuf]) {
    for variant in ["chess", "courier", "shatranj", "capablanca", "grand"] {
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

/// Checks random one-sided pieces: translated from a `variants.ini`, and exported from Kurier's definition files.
fn one_sided_pieces_agree(programs: &[PathBuf]) {
    let random = &mut ChaCha8Rng::seed_from_u64(13);
    let mut games: Vec<Arc<Definition>> = Vec::new();
    let mut sections = String::new();
    for number in 0..60 {
        let (name, piece) = (format!("one-sided{number}"), one_sided::piece(random));
        let (text, section) = if number % 2 == 0 {
            let section = one_sided::section(&name, &piece);
            let translated = FairyGames::read(&section, "variants.ini").expect("a correct file");
            let text = translated
                .translate(&name)
                .expect("it is there")
                .expect("all keys are known");
            (text, section)
        } else {
            let text = one_sided::file(&name, &piece);
            let ours = Definition::parse(&text, "ours.toml").expect("a correct file");
            (text, one_sided::section(&name, &one_sided::exported(&ours)))
        };
        games.push(Arc::new(Definition::parse(&text, &name).expect("a correct file")));
        sections += &section;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("variants.ini");
    std::fs::write(&file, sections).expect("it can be written");
    let mut peer = Process::spawn(Command::new(&programs[0]));
    peer.send("uci");
    peer.read_until("uciok");
    peer.send(&format!("setoption name VariantPath value {}", file.display()));
    let mut compared = 0;
    for definition in &games {
        peer.send(&format!("setoption name UCI_Variant value {}", definition.name));
        let mut board = Board::new(definition);
        for fen in (0..8).map(|_| one_sided::position(random)) {
            if board.set_up(Some(&fen)).is_err() {
                continue;
            }
            let ours: BTreeMap<String, u64> = board.perft(2, 1).spelled(&board).into_iter().collect();
            let betza = definition
                .pieces
                .iter()
                .find(|piece| piece.letter == 'A')
                .map(|piece| &piece.betza);
            assert_eq!(ours, divided(&mut peer, &fen, 2), "{betza:?}: {fen}");
            compared += 1;
        }
    }
    println!("{compared} positions agree");
    assert!(compared > 100, "{compared}");
    peer.send("quit");
}
