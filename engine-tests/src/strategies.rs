//! Random positions for property tests: pieces scattered over the empty board or over the start position.

use std::cell::RefCell;
use std::sync::Arc;

use kurier_rules::board::Shape;
use kurier_rules::rules::{Color, Definition};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::arrays::{all_rights, array_of, board_field, empty};
use crate::parallel::in_every_game;

/// Returns a strategy for FENs of a variant. All FENs are well-formed and have one king per side, perhaps in hand, but
/// many of the positions are impossible: the side that is not to move may be in check, or a pawn may be on its last
/// rank. Shrinks towards the empty board.
pub fn fens(definition: &Arc<Definition>) -> impl Strategy<Value = String> + use<> {
    let shape = definition.shape.clone();
    let piece_types = definition.pieces.iter().filter(|piece_type| !piece_type.royal);
    let letters: Vec<char> = piece_types
        .flat_map(|piece_type| [piece_type.letter, piece_type.letter.to_ascii_lowercase()])
        .collect();
    let in_hand = match definition.hand {
        Some(_) => vec(prop::sample::select(letters.clone()), 0..6).boxed(),
        None => Just(Vec::new()).boxed(),
    };
    // A side with one king gets it on a random square. A side with other royal pieces keeps them where the start
    // position has them.
    let wanted_kings = Color::BOTH.map(|color| definition.king(color).map(|king| definition.letter(king, color)));
    let checks = match definition.ends.checks {
        0 => Just(String::new()).boxed(),
        most => (0..=most, 0..=most)
            .prop_map(|(white, black)| format!(" {white}+{black}"))
            .boxed(),
    };
    let squares: Vec<usize> = shape.squares().map(|square| square.index()).collect();
    let square = prop::sample::select(squares.clone());
    let scattered = vec(
        (
            square.clone(),
            prop::option::weighted(0.8, prop::sample::select(letters)),
        ),
        0..squares.len() / 2,
    );
    let names: Vec<String> = shape.squares().map(|square| shape.name(square)).collect();
    let passed = prop::option::of(prop::sample::select(names));
    let definition = Arc::clone(definition);
    let parts = (
        any::<bool>(),
        scattered,
        vec(prop::option::of(square), 2),
        prop::sample::select(vec!['w', 'b']),
    );
    let hands = (in_hand, any::<u64>());
    (parts, passed, any::<bool>(), 0u32..120, checks, hands).prop_map(
        move |((array, changes, kings, side), passed, rights, halfmoves, checks, (held, marks))| {
            let mut board = if array {
                array_of(&definition)
            } else {
                empty(&definition)
            };
            for (square, piece) in changes {
                board[square] = piece.unwrap_or(' ');
            }
            for (king, wanted) in wanted_kings.into_iter().zip(kings) {
                if let Some(king) = king {
                    place_king(&mut board, king, wanted, &squares);
                }
            }
            let mut held = held;
            for (number, king) in wanted_kings.into_iter().enumerate() {
                // In games that begin with a king in hand, it is often still there.
                let waits = marks.rotate_left(2) >> number & 1 != 0;
                let may_wait = king
                    .and_then(|king| definition.piece_of_letter(king))
                    .is_some_and(|(king, _)| definition.may_be_held(king));
                if let Some(king) = king.filter(|_| waits && may_wait) {
                    board
                        .iter_mut()
                        .filter(|square| **square == king)
                        .for_each(|square| *square = ' ');
                    held.push(king);
                }
            }
            let board = board_field(&definition, &board);
            let board = match definition.hand {
                Some(_) => with_hand(&definition, &board, &held, marks),
                None => board,
            };
            let rights = if rights {
                all_rights(&definition)
            } else {
                "-".to_owned()
            };
            // In games with a move count for endgames, the en passant field may contain the limit of the count instead
            // of squares.
            let limit = marks % 24 + 1;
            let passed = match definition.ends.counting.is_some() && limit % 2 == 0 {
                true => limit.to_string(),
                false => passed.unwrap_or_else(|| "-".to_owned()),
            };
            format!("{board} {side} {rights} {passed}{checks} {halfmoves} 1")
        },
    )
}

/// Appends the pieces in hand to the board field of a FEN, and marks some pieces as promoted, according to the bits of
/// `marks`.
fn with_hand(definition: &Definition, board: &str, held: &[char], marks: u64) -> String {
    let mut text = String::new();
    for (number, letter) in board.chars().enumerate() {
        text.push(letter);
        let piece = definition.piece_of_letter(letter);
        let marked = marks >> (number % 64) & 1 != 0 && number % 3 == 0;
        if marked && piece.is_some_and(|(piece_type, _)| definition.origin_of(piece_type).is_some()) {
            text.push('~');
        }
    }
    format!("{text}[{}]", held.iter().collect::<String>())
}

/// Leaves exactly one king with the letter `king`. It stands on the `wanted` square if possible, otherwise where a king
/// with this letter stood, otherwise on the first square without a king.
fn place_king(board: &mut [char], king: char, wanted: Option<usize>, squares: &[usize]) {
    let stands = board.iter().position(|square| *square == king);
    for square in board.iter_mut().filter(|square| **square == king) {
        *square = ' ';
    }
    let free = |square: &usize| !board[*square].eq_ignore_ascii_case(&king);
    let place = wanted
        .filter(free)
        .or(stands)
        .or_else(|| squares.iter().copied().find(free));
    if let Some(place) = place {
        board[place] = king;
    }
}

/// Checks a property on random positions of every built-in variant, on all cores: `cases` positions per variant, fewer
/// on three-dimensional boards, which are slower. `property_of` creates the property once per variant, so that the
/// property can keep expensive state.
///
/// # Panics
/// Panics if the property panics, and shows the smallest position found for which it panics.
pub fn on_random_positions<P: FnMut(&str)>(cases: u32, property_of: impl Fn(&Arc<Definition>) -> P + Sync) {
    in_every_game(|definition| check_positions(definition, cases, property_of(definition)));
}

/// Checks a property on random positions of one variant. Every run uses the same positions.
///
/// # Panics
/// Panics if the property panics, and shows the smallest position found for which it panics.
pub fn check_positions(definition: &Arc<Definition>, cases: u32, property: impl FnMut(&str)) {
    let cases = effort(&definition.shape, cases);
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let property = RefCell::new(property);
    let result = TestRunner::new_with_rng(config, random).run(&fens(definition), |fen| {
        property.borrow_mut()(&fen);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{}: {error}", definition.name);
    }
}

/// Returns the number of test cases for a board: `on_flat_boards`, but fewer for large boards, on which the reference
/// implementation is very slow.
pub fn effort(shape: &Shape, on_flat_boards: u32) -> u32 {
    if shape.area() > 128 {
        on_flat_boards / 20
    } else {
        on_flat_boards
    }
}
