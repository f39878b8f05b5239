//! Threefold repetition: the engine claims it exactly when the reference has seen an equal position twice before.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine_tests::games::{definition, play};
use engine_tests::reference::Reference;
use kurier_engine::session::Board;
use kurier_rules::position::Reason;
use kurier_rules::rules::Definition;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A variant with multi-steps over several squares. A capture en passant is possible on some of the passed squares but
/// not on all.
const LONG_STEPS: &str = r#"
name = "long-steps"
start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
[board]
files = 8
ranks = 8
[pieces]
K = { name = "King", move = "K", royal = true }
R = { name = "Rook", move = "R" }
B = { name = "Bishop", move = "B" }
[pieces.P]
name = "Pawn"
move = "fmWfcF"
pawn = true
multi-step = { 2 = 4, 3 = 2 }
en-passant = true
promotes-to = "RB"
"#;

fn long_steps() -> Arc<Definition> {
    Arc::new(Definition::parse(LONG_STEPS, "long-steps").expect("a correct file"))
}

/// Plays turns from a FEN and returns the number of turns after which the game is drawn by repetition; `None` if it is
/// not drawn.
fn drawn_after(definition: &Arc<Definition>, fen: &str, turns: &str) -> Option<usize> {
    let mut board = Board::new(definition);
    board.set_up(Some(fen)).expect("a legal position");
    let repeated = |board: &Board| {
        board
            .outcome()
            .is_some_and(|outcome| outcome.reason == Reason::Repetition)
    };
    turns.split(' ').position(|turn| {
        play(&mut board, turn).unwrap_or_else(|error| panic!("{turn}: {error:?}"));
        repeated(&board)
    })
}

#[test]
fn an_en_passant_capture_that_is_illegal_tells_no_positions_apart() {
    let shuffle = "a4b4 e1e2 b4a4 e2e1 a4b4 e1e2 b4a4 e2e1";
    // The capture en passant is illegal: both pawns would leave the rank on which the rook attacks the king.
    let pinned = "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1";
    assert_eq!(
        drawn_after(&definition("chess"), pinned, &format!("d2d4 {shuffle}")),
        Some(8)
    );
    // With the rook on another rank the capture is legal, so the position before it differs from the later ones.
    let free = "8/8/8/8/k3p3/7R/3P4/4K3 w - - 0 1";
    assert_eq!(
        drawn_after(&definition("chess"), free, &format!("d2d4 {shuffle}")),
        None
    );
    assert_eq!(
        drawn_after(&definition("chess"), free, &format!("d2d4 {shuffle} a4b4")),
        Some(9)
    );
    // The bishop pins the pawn on e4, so no capture en passant is legal.
    let long = "k7/8/8/8/4p3/8/3P4/4K2B w - - 0 1";
    let shuffle = "a8a7 e1e2 a7a8 e2e1 a8a7 e1e2 a7a8 e2e1";
    assert_eq!(drawn_after(&long_steps(), long, &format!("d2d4 {shuffle}")), Some(8));
}

#[test]
fn repetition_is_that_of_the_reference() {
    let positions = [
        (definition("chess"), "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1"),
        (definition("chess"), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        (definition("chess"), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"),
        (definition("leap64"), "4k3/8/8/8/1q2p3/8/3P4/B1K5 w - - 0 1"),
        (long_steps(), "1k6/8/8/8/4p2R/4p3/1P1P4/3K3B w - - 0 1"),
        (long_steps(), "3k4/1p1p2p1/8/4P3/r3P3/8/8/4K2b b - - 0 1"),
    ];
    let random = &mut ChaCha8Rng::seed_from_u64(1);
    let (mut drawn, mut unusable) = (0, 0);
    for (definition, fen) in &positions {
        for _ in 0..40 {
            let mut board = Board::new(definition);
            board
                .set_up(Some(fen))
                .unwrap_or_else(|error| panic!("{fen}: {error:?}"));
            let mut reference = Reference::from_fen(definition, fen).expect("a position");
            let mut seen: BTreeMap<String, u32> = BTreeMap::new();
            let mut played: Vec<String> = Vec::new();
            for _ in 0..60 {
                let times = seen.entry(reference.identity()).or_default();
                *times += 1;
                let repeated = board
                    .outcome()
                    .is_some_and(|outcome| outcome.reason == Reason::Repetition);
                let ended = board.outcome().is_some() && !repeated;
                assert!(ended || repeated == (*times >= 3), "{fen} {played:?}");
                drawn += u32::from(repeated);
                let passed = board.fen().split(' ').nth(3).is_some_and(|field| field != "-");
                unusable += u32::from(passed && reference.identity().ends_with("{}"));
                if ended || repeated {
                    break;
                }
                let turns = reference.turns();
                // Prefer to move a piece back to where it came from, so that positions repeat.
                let back = played.iter().rev().nth(1).map(|turn| [&turn[2..], &turn[..2]].concat());
                let back = back.filter(|turn| random.random_bool(0.7) && turns.contains_key(turn));
                let Some(turn) = back.or_else(|| turns.keys().choose(random).cloned()) else {
                    break;
                };
                play(&mut board, &turn).expect("a legal turn is taken");
                reference = turns[&turn].clone();
                played.push(turn);
            }
        }
    }
    println!("{drawn} games were drawn, {unusable} positions had a right that no move could use");
    assert!(drawn > 50 && unusable > 10, "{drawn} {unusable}");
}
