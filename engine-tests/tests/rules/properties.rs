//! Property tests: invariants of positions, FENs and spellings on random positions and in random games from them, and
//! damaged input that must not cause a panic.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine_tests::games::{definition, play};
use engine_tests::parallel::in_every_game;
use engine_tests::strategies::{check_positions, on_random_positions};
use kurier_engine::session::Board;
use kurier_rules::position::{Change, Piece, Position};
use kurier_rules::rules::{Color, Definition, Variant};
use kurier_rules::with_width;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Everything that unmaking a move must restore.
#[derive(PartialEq, Debug)]
struct Snapshot {
    fen: String,
    keys: [u64; 4],
    chain: Option<kurier_rules::board::Square>,
    pieces: Vec<Option<Piece>>,
}

fn snapshot<const W: usize>(position: &Position<W>) -> Snapshot {
    let pieces = position
        .variant()
        .definition
        .shape
        .squares()
        .map(|square| position.piece_at(square));
    Snapshot {
        fen: position.fen(),
        keys: [
            position.key(),
            position.pawn_key(),
            position.piece_key(Color::White),
            position.piece_key(Color::Black),
        ],
        chain: position.chain(),
        pieces: pieces.collect(),
    }
}

/// Returns the pieces of a snapshot after applying the changes that the position has recorded for its last move.
fn changed<const W: usize>(position: &Position<W>, before: &Snapshot) -> Vec<Option<Piece>> {
    let squares: Vec<_> = position.variant().definition.shape.squares().collect();
    let mut pieces = before.pieces.clone();
    // Apply removals first, because a capture adds a piece to a square from which another piece is removed.
    let mut changes: Vec<Change> = position.changes().to_vec();
    changes.sort_by_key(|change| change.added);
    for change in changes {
        let index = squares
            .iter()
            .position(|square| *square == change.square)
            .expect("changes are on the board");
        let expected = if change.added { None } else { Some(change.piece) };
        assert_eq!(pieces[index], expected, "{change:?}");
        pieces[index] = change.added.then_some(change.piece);
    }
    pieces
}

#[test]
fn unmake_restores_and_incremental_is_recomputed() {
    fn check<const W: usize>(definition: &Arc<Definition>) {
        let variant = Arc::new(Variant::<W>::compile(Arc::clone(definition)));
        check_positions(definition, 300, |fen| check_one(&variant, fen));
    }
    fn check_one<const W: usize>(variant: &Arc<Variant<W>>, fen: &str) {
        let definition = &variant.definition;
        let Ok(mut position) = Position::from_fen(Arc::clone(variant), fen) else {
            return;
        };
        let mut random = ChaCha8Rng::seed_from_u64(fen.len() as u64);
        let mut history = Vec::new();
        for _ in 0..60 {
            let before = snapshot(&position);
            let context = || format!("{}: {}", definition.name, before.fen);
            if !position.in_check() && position.chain().is_none() {
                position.make_null();
                assert!(position.changes().is_empty(), "{}", context());
                position.unmake();
                assert_eq!(snapshot(&position), before);
            }
            let Some(m) = position.legal_moves().choose(&mut random).copied() else {
                break;
            };
            position.make(m);
            let after = snapshot(&position);
            assert_eq!(changed(&position, &before), after.pieces, "{}: {m:?}", context());
            // Skip the comparison within chains, because a FEN cannot express an unfinished chain.
            if after.chain.is_none() {
                let read = Position::from_fen(Arc::clone(variant), &after.fen).expect("what is written can be read");
                assert_eq!(snapshot(&read), after, "{}: {m:?}", context());
            }
            history.push(before);
        }
        for before in history.into_iter().rev() {
            position.unmake();
            assert_eq!(snapshot(&position), before, "{}", definition.name);
        }
    }
    in_every_game(|definition| with_width!(definition.shape, W => check::<W>(definition)));
}

#[test]
fn noisy_and_quiet_moves_together_are_all_moves() {
    use kurier_rules::position::Generate;
    fn check<const W: usize>(definition: &Arc<Definition>) {
        let variant = Arc::new(Variant::<W>::compile(Arc::clone(definition)));
        check_positions(definition, 300, |fen| check_one(&variant, fen));
    }
    fn check_one<const W: usize>(variant: &Arc<Variant<W>>, fen: &str) {
        let definition = &variant.definition;
        let Ok(position) = Position::from_fen(Arc::clone(variant), fen) else {
            return;
        };
        let generated = |what| {
            let mut list = Default::default();
            position.generate(what, &mut list);
            let mut bits: Vec<u32> = list.iter().map(|m| m.bits()).collect();
            bits.sort();
            bits
        };
        let mut parts = [generated(Generate::Noisy), generated(Generate::Quiet)].concat();
        parts.sort();
        assert_eq!(parts, generated(Generate::All), "{}: {fen}", definition.name);
    }
    in_every_game(|definition| with_width!(definition.shape, W => check::<W>(definition)));
}

#[test]
fn spellings_are_distinct_and_read_back() {
    on_random_positions(300, |definition| {
        let mut board = Board::new(definition);
        move |fen| check(&mut board, fen)
    });
    fn check(board: &mut Board, fen: &str) {
        let definition = Arc::clone(board.definition());
        if board.set_up(Some(fen)).is_err() {
            return;
        }
        let before = board.fen();
        let turns = board.spelled_turns();
        assert_eq!(
            turns.iter().collect::<BTreeSet<_>>().len(),
            turns.len(),
            "{}: {fen}",
            definition.name
        );
        for turn in &turns {
            assert_eq!(
                play(board, turn).ok().as_ref(),
                Some(turn),
                "{}: {fen}",
                definition.name
            );
            assert!(board.undo().is_some());
            assert_eq!(board.fen(), before, "{}: {fen}", definition.name);
        }
        // If only one promotion is possible, its letter is optional.
        let promotions = turns
            .iter()
            .filter(|turn| turn.ends_with(|c: char| c.is_ascii_lowercase()));
        for turn in promotions {
            let short = &turn[..turn.len() - 1];
            // If promotion is optional, the spelling without a letter is a different turn.
            if turns.iter().any(|other| other == short) {
                continue;
            }
            let choices = turns.iter().filter(|other| other[..other.len() - 1] == *short).count();
            let read = play(board, short);
            assert_eq!(
                read.is_ok(),
                choices == 1,
                "{}: {fen}: {short}: {read:?}",
                definition.name
            );
            if let Ok(spelled) = read {
                assert_eq!(spelled, *turn);
                board.undo();
            }
        }
    }
}

#[test]
fn fens_are_read_as_written_also_in_their_shortened_forms() {
    on_random_positions(500, |definition| {
        let mut board = Board::new(definition);
        move |fen| check(&mut board, fen)
    });
    fn check(board: &mut Board, fen: &str) {
        let definition = Arc::clone(board.definition());
        if board.set_up(Some(fen)).is_err() {
            return;
        }
        let full = board.fen();
        let fields: Vec<&str> = full.split(' ').collect();
        let [placement, side, rights, passed, halfmoves, number] = fields[..] else {
            panic!("{full} has not six fields")
        };
        let mut reads_as = |text: String, expected: String| {
            let read = board.set_up(Some(&text));
            assert!(read.is_ok(), "{}: {text}: {read:?}", definition.name);
            assert_eq!(board.fen(), expected, "{}: {text}", definition.name);
        };
        reads_as(full.clone(), full.clone());
        reads_as(format!("  {}\t", full.replace(' ', "  ")), full.clone());
        reads_as(
            format!("{placement} {side} {rights} {}", passed.to_ascii_uppercase()),
            format!("{placement} {side} {rights} {passed} 0 1"),
        );
        reads_as(format!("{placement} {side}"), format!("{placement} {side} - - 0 1"));
        // In variants without castling, XBoard omits the fields for rights and en-passant square, or only the
        // en-passant square.
        reads_as(
            format!("{placement} {side} {halfmoves} {number}"),
            format!("{placement} {side} - - {halfmoves} {number}"),
        );
        reads_as(
            format!("{placement} {side} {rights} {halfmoves} {number}"),
            format!("{placement} {side} {rights} - {halfmoves} {number}"),
        );
    }
}

/// Returns the text with a few bytes changed, dropped, doubled or cut off.
fn damaged(random: &mut ChaCha8Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(1..4) {
        let place = random.random_range(0..=bytes.len());
        match random.random_range(0..5) {
            0 if place < bytes.len() => drop(bytes.remove(place)),
            1 => bytes.truncate(place),
            2 => bytes.insert(place, random.random()),
            3 => {
                const TYPICAL: &[u8] = b"*/|- 09K\"=[],z\n";
                bytes.insert(place, *TYPICAL.choose(random).unwrap_or(&b' '));
            }
            _ => {
                let end = random.random_range(place..=bytes.len());
                bytes.extend_from_within(place..end);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn marks_of_promoted_pieces_in_a_fen_are_read_and_not_written() {
    let mut board = Board::new(&definition("chess"));
    let marked = "4k3/8/8/8/3q~4/8/N~7/Q~1R~1K3 w - - 0 1";
    board.set_up(Some(marked)).expect("a position");
    assert_eq!(board.fen(), marked.replace('~', ""));
    for wrong in [
        "~4k3/8/8/8/8/8/8/4K3 w",
        "4k~~3/8/8/8/8/8/8/4K3 w",
        "4k3~/8/8/8/8/8/8/4K3 w",
    ] {
        assert!(board.set_up(Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn damaged_fens_and_turns_are_refused_or_read_but_never_panic() {
    in_every_game(|definition| {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let mut board = Board::new(definition);
        for _ in 0..3000 {
            let fen = damaged(&mut random, &definition.start);
            let before = board.fen();
            match board.set_up(Some(&fen)) {
                Ok(()) => {
                    let written = board.fen();
                    board.set_up(Some(&written)).expect("what is written can be read");
                    assert_eq!(board.fen(), written, "{}: {fen}", definition.name);
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    assert_eq!(board.fen(), before, "{}: the old position stays", definition.name);
                }
            }
            let turns = board.spelled_turns();
            if let Some(turn) = turns.choose(&mut random) {
                let turn = damaged(&mut random, turn);
                if let Ok(spelled) = play(&mut board, &turn) {
                    assert!(
                        turns.contains(&spelled),
                        "{}: {turn} is taken for {spelled}",
                        definition.name
                    );
                }
            }
        }
    });
}
