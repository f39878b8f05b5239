//! The engine and the reference implementation agree in variants from random definition files.
//!
//! `KURIER_INVENTED=10 cargo test --release -p engine-tests --test rules invented` compares ten times as many variants.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine_tests::comparison::{compare, compare_everything};
use engine_tests::games::{engine, play, search};
use engine_tests::invented::{
    invent, with_blast, with_doubles, with_gating, with_hand, with_janggi, with_kings_in_hand, with_passing,
    with_prelude, with_promoted_drops, with_regions, with_royal_promotions, with_royals_together, with_sides,
    with_standing, with_starts, with_successors, without_kings,
};
use engine_tests::long_form;
use engine_tests::parallel::check_all;
use engine_tests::reference::Reference;
use engine_tests::strategies::check_positions;
use kurier_engine::search::Limits;
use kurier_engine::session::Board;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Definition, StartError};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// The number of random definition files of each kind.
const GAMES: u64 = 24;
const TURNS: u32 = 40;
const POSITIONS: u32 = 40;
const NODES: u64 = 3000;

#[test]
fn random_variants_agree_with_the_reference() {
    agree(invent);
}

#[test]
fn random_variants_without_kings_agree_with_the_reference() {
    agree(without_kings);
}

#[test]
fn random_variants_with_promotions_to_kings_agree_with_the_reference() {
    agree(with_royal_promotions);
}

#[test]
fn random_variants_with_royal_pieces_that_count_together_agree_with_the_reference() {
    agree(with_royals_together);
}

#[test]
fn random_variants_with_successors_of_kings_agree_with_the_reference() {
    agree(with_successors);
}

#[test]
fn random_variants_with_regions_agree_with_the_reference() {
    agree(with_regions);
}

#[test]
fn random_variants_with_pieces_in_hand_agree_with_the_reference() {
    agree(with_hand);
}

#[test]
fn random_variants_with_kings_in_hand_agree_with_the_reference() {
    agree(with_kings_in_hand);
}

#[test]
fn random_variants_with_promoted_drops_agree_with_the_reference() {
    agree(with_promoted_drops);
}

#[test]
fn random_variants_with_blasts_agree_with_the_reference() {
    agree(with_blast);
}

#[test]
fn random_variants_with_double_captures_agree_with_the_reference() {
    agree(with_doubles);
}

#[test]
fn random_variants_with_promotions_of_standing_pieces_agree_with_the_reference() {
    agree(with_standing);
}

#[test]
fn random_variants_with_chosen_starts_agree_with_the_reference() {
    agree(with_starts);
}

#[test]
fn random_variants_with_gating_agree_with_the_reference() {
    agree(with_gating);
}

#[test]
fn random_variants_with_passing_agree_with_the_reference() {
    agree(with_passing);
}

#[test]
fn random_variants_with_rules_of_janggi_agree_with_the_reference() {
    agree(with_janggi);
}

#[test]
fn random_variants_with_preludes_agree_with_the_reference() {
    agree(with_prelude);
}

#[test]
fn random_variants_with_different_sides_agree_with_the_reference() {
    agree(with_sides);
}

/// Returns the factor by which `KURIER_INVENTED` multiplies the number of random definition files; 1 if it is not set.
fn factor() -> u64 {
    long_form::number("KURIER_INVENTED").unwrap_or(1)
}

/// Compares engine and reference in random variants.
fn agree(make: fn(u64) -> String) {
    let games = GAMES * factor();
    let seeds: Vec<u64> = (0..games).collect();
    let playable = AtomicUsize::new(0);
    check_all(&seeds, |seed| {
        let text = make(*seed);
        match Definition::parse(&text, "invented.toml") {
            Ok(definition) => {
                let definition = match definition.with_random_start(&mut SplitMix64::new(*seed)) {
                    Ok(begun) => begun,
                    Err(StartError::Only) => definition,
                    // Hardly any start position is playable.
                    Err(StartError::Unsafe(_)) => return,
                    Err(error) => panic!("{error}\n{text}"),
                };
                play_game(&Arc::new(definition), &mut ChaCha8Rng::seed_from_u64(*seed));
                playable.fetch_add(1, Ordering::Relaxed);
            }
            // A definition may be refused only because a king can be captured in its start position.
            Err(error) => assert!(is_start(&error.message), "{error}\n{text}"),
        }
    });
    let playable = playable.into_inner() as u64;
    println!("{playable} of {games} invented games are playable");
    assert!(playable > games / 2);
}

/// Returns whether a definition is refused because of its random start position.
fn is_start(message: &str) -> bool {
    // A second king may stand in place of a piece with a special first move.
    let start = ["king can be taken", "kings face", "as the rights"];
    // The random moves of a prelude may give check, or reach squares where a pawn is promoted.
    let prelude = ["no king is attacked", "does not promote", "written like a castling"];
    // If no side has a second royal piece at the start or can get one by promotion, the limit on their number is
    // refused.
    let royals = ["that may have more than"];
    // Groups of shuffled pieces may consist of one random piece, or stand differently on the two sides.
    let starts = [
        "more than one order",
        "as many orders of Black's",
        "a king is in danger",
    ];
    start
        .iter()
        .chain(&prelude)
        .chain(&royals)
        .chain(&starts)
        .any(|why| message.contains(why))
}

fn play_game(definition: &Arc<Definition>, random: &mut ChaCha8Rng) {
    let mut board = Board::new(definition);
    let mut reference = Reference::start(definition);
    for _ in 0..TURNS {
        let turns = compare(&board, &reference);
        let Some((turn, after)) = turns.into_iter().choose(random) else {
            break;
        };
        assert_eq!(play(&mut board, &turn).expect("a legal turn is taken"), turn);
        reference = after;
    }
    check_positions(definition, POSITIONS, |fen| compare_everything(&mut board, fen));
    search_from_the_start(definition);
}

/// Checks that a search ends, and that it finds a legal turn if there is one.
fn search_from_the_start(definition: &Arc<Definition>) {
    let board = Board::new(definition);
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let turns = board.turns();
    match search(&mut engine(&board), &board, &limits).turn {
        Some(turn) => assert!(turns.contains(&turn), "{turn:?}"),
        None => assert!(turns.is_empty()),
    }
}
