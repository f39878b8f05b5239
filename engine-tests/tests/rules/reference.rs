//! The engine and the slow reference agree on the legal turns, the positions after them, and the ends of games.
//!
//! `KURIER_REFERENCE=8 cargo test --release -p engine-tests --test rules reference::` compares eight times as many
//! positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine_tests::arrays::{board_field, empty};
use engine_tests::comparison::{compare, compare_everything};
use engine_tests::games::{definition, play};
use engine_tests::long_form;
use engine_tests::parallel::{check_all, in_every_game};
use engine_tests::reference::Reference;
use engine_tests::strategies::{check_positions, effort, on_random_positions};
use kurier_engine::session::Board;
use kurier_rules::position::{Generate, Move, MoveList, Position};
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Catalogue, Definition, Variant};
use kurier_rules::with_width;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// Returns the factor by which `KURIER_REFERENCE` multiplies the number of positions; 1 if it is not set.
fn factor() -> u32 {
    long_form::number("KURIER_REFERENCE").unwrap_or(1)
}

/// Compares engine and reference in a random game of at most `most` turns. Returns the number of turns.
fn compare_game(definition: &Arc<Definition>, random: &mut ChaCha8Rng, most: u32) -> u32 {
    let mut board = Board::new(definition);
    let mut reference = Reference::start(definition);
    for played in 0..most {
        let turns = compare(&board, &reference);
        let next = turns.into_iter().choose(random);
        let Some((turn, after)) = next.filter(|_| board.outcome().is_none()) else {
            return played;
        };
        assert_eq!(play(&mut board, &turn).expect("a legal turn is taken"), turn);
        reference = after;
    }
    most
}

#[test]
fn random_games_agree() {
    in_every_game(|definition| {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut left = effort(&definition.shape, 1000 * factor());
        while left > 0 {
            left -= compare_game(definition, &mut random, left);
        }
    });
}

/// Checks random games of all variants with several start positions, from randomly chosen start positions.
#[test]
fn games_from_chosen_start_positions_agree() {
    let mut begun = Vec::new();
    for definition in Catalogue::built_in().iter().filter(|game| game.starts.is_some()) {
        let mut random = SplitMix64::new(1);
        let one = || definition.with_random_start(&mut random).expect("a start position");
        begun.extend(std::iter::repeat_with(one).map(Arc::new).take(12 * factor() as usize));
    }
    check_all(&begun, |definition| {
        compare_game(definition, &mut ChaCha8Rng::seed_from_u64(1), 60);
    });
}

#[test]
fn random_positions_agree() {
    on_random_positions(1000 * factor(), |definition| {
        let mut board = Board::new(definition);
        move |fen: &str| compare_everything(&mut board, fen)
    });
}

/// Checks insufficient material with a single piece of every type and colour on every square of the boards with one
/// level, and with some pairs of pieces.
#[test]
fn material_that_never_mates_agrees() {
    use kurier_rules::rules::Color;
    in_every_game(|definition| {
        let kings: Vec<usize> = match definition.shape.squares().collect::<Vec<_>>()[..] {
            [.., last] if definition.shape.levels() == 1 => vec![last.index() / 2, last.index() / 2 + 2],
            _ => return,
        };
        let Some(king) = definition
            .king(Color::White)
            .filter(|king| definition.king(Color::Black) == Some(*king))
        else {
            return;
        };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let men: Vec<_> = definition
            .piece_types()
            .filter(|(_, piece)| !piece.royal && piece.promotion.is_none())
            .flat_map(|(piece_type, _)| Color::BOTH.map(|color| (piece_type, color)))
            .collect();
        let squares: Vec<_> = definition
            .shape
            .squares()
            .filter(|square| !kings.contains(&square.index()))
            .collect();
        let mut board = Board::new(definition);
        for man in &men {
            for square in &squares {
                let mut placed = vec![(*square, *man)];
                for compared in 0..2 {
                    let mut letters = empty(definition);
                    letters[kings[0]] = definition.letter(king, Color::White);
                    letters[kings[1]] = definition.letter(king, Color::Black);
                    for (square, (piece_type, color)) in &placed {
                        letters[square.index()] = definition.letter(*piece_type, *color);
                    }
                    let fen = format!("{} w - - 0 1", board_field(definition, &letters));
                    let reference = Reference::from_fen(definition, &fen).expect("well-formed");
                    if board.set_up(Some(&fen)).is_ok() {
                        compare(&board, &reference);
                    }
                    if compared == 0 {
                        let another = squares.iter().filter(|other| *other != square).choose(&mut random);
                        let man = men.iter().choose(&mut random);
                        placed.extend(another.copied().zip(man.copied()));
                    }
                }
            }
        }
    });
}

#[test]
fn moves_are_generated_if_and_only_if_legal() {
    fn check<const W: usize>(definition: &Arc<Definition>) {
        let variant = Arc::new(Variant::<W>::compile(Arc::clone(definition)));
        check_positions(definition, 100 * factor(), |fen| check_one(&variant, fen));
    }
    fn check_one<const W: usize>(variant: &Arc<Variant<W>>, fen: &str) {
        let definition = &variant.definition;
        let Ok(mut position) = Position::from_fen(Arc::clone(variant), fen) else {
            return;
        };
        let legal = position.legal_moves();
        let set: BTreeSet<u32> = legal.iter().map(|m| m.bits()).collect();
        assert_eq!(
            set.len(),
            legal.len(),
            "{}: {fen}: a move is generated twice",
            definition.name
        );
        // Also test moves that belong to other positions, because key collisions in the transposition table may supply
        // them.
        let mut random = ChaCha8Rng::seed_from_u64(legal.len() as u64);
        for _ in 0..200 {
            let bits = plausible_bits(&mut random, definition, &set);
            let m = Move::from_bits(bits);
            assert_eq!(
                position.is_legal(m),
                set.contains(&bits),
                "{}: {fen}: {m:?}",
                definition.name
            );
        }
        let (mut checks, mut quiets) = (MoveList::new(), MoveList::new());
        position.generate_quiet_checks(&mut checks);
        position.generate(Generate::Quiet, &mut quiets);
        quiets.retain(|m| position.gives_check(*m));
        assert_eq!(checks, quiets, "{}: {fen}", definition.name);
        for m in legal {
            assert!(position.is_legal(m), "{}: {fen}: {m:?}", definition.name);
            let announced = position.gives_check(m);
            position.make(m);
            // Compare checks only outside of chains, in which the side to move does not change.
            if position.chain().is_none() {
                assert_eq!(announced, position.in_check(), "{}: {fen}: {m:?}", definition.name);
            }
            position.unmake();
        }
    }
    in_every_game(|definition| with_width!(definition.shape, W => check::<W>(definition)));
}

/// Returns random bits, or the bits of a legal move with one field replaced by random bits.
fn plausible_bits(random: &mut ChaCha8Rng, definition: &Definition, legal: &BTreeSet<u32>) -> u32 {
    use rand::Rng;
    let squares = definition.shape.area() as u32;
    let base = legal.iter().copied().choose(random).unwrap_or_default();
    match random.random_range(0..5) {
        0 => random.random(),
        1 => base & !0xff | random.random_range(0..squares),
        2 => base & !0xff00 | random.random_range(0..squares) << 8,
        3 => base & !0x7_0000 | random.random_range(0..8) << 16,
        _ => base & !(63 << 19) | random.random_range(0..64) << 19,
    }
}

/// Checks a double check that other pieces can stop, on a square shared by the paths of both checkers.
#[test]
fn two_checks_are_stopped_where_their_paths_meet() {
    let fen = "12/12/8K3/1R10/12/5c1z4/12/k11 w - - 0 1";
    let board = Board::from_fen(&definition("furious-courier"), fen).expect("a possible position");
    assert_eq!(board.spelled_turns(), ["b5h5", "i6h6", "i6i5", "i6i7", "i6j5", "i6j6"]);
}
