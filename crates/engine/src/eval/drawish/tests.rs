//! Tests of drawish endgames in several variants.

use std::sync::Arc;

use super::*;
use crate::eval::hce::HandCrafted;
use kurier_rules::rules::{Catalogue, Definition};

fn scale<const W: usize>(game: &str, board: &str) -> Option<i32> {
    let definition = Catalogue::built_in().get(game).expect("a built-in game");
    let variant = Arc::new(Variant::<W>::compile(definition));
    let weights = Weights::built_in(&variant.definition);
    let position = Position::from_fen(variant.clone(), &format!("{board} w - - 0 1")).expect("a sound FEN");
    let phase = HandCrafted::new(variant.clone(), &weights).state(&position).phase;
    Some(DrawishEndgames::new(&variant, &weights)?.scale(&position, phase))
}

/// Asserts that the scale of the score, in 1/[`FULL_SCALE`], is `part` in several chess positions.
fn assert_in_chess(part: i32, boards: &[&str]) {
    for board in boards {
        assert_eq!(scale::<1>("chess", board), Some(part), "{board}");
    }
}

#[test]
fn bishops_of_opposite_colours_halve_a_score() {
    assert_in_chess(OPPOSITE_BISHOPS, &["2b1k3/p7/8/8/8/8/PP6/2B1K3"]);
    let whole = [
        "2b1k3/p7/8/8/8/8/PP6/1B2K3",
        "2b1k3/p7/8/8/8/8/PP6/2N1K3",
        "2b1k3/p7/8/8/8/8/PP6/2B1K2R",
        "2b1k2r/p7/8/8/8/8/PP6/2B1K3",
        "4k3/p7/8/8/8/8/PP6/2B1K3",
    ];
    assert_in_chess(FULL_SCALE, &whole);
}

#[test]
fn the_corner_that_a_bishop_never_attacks_holds() {
    let drawn = [
        "1k6/8/8/PK6/8/8/8/2B5",
        "1k6/8/8/PK6/P7/8/8/2B5",
        "7k/8/7K/7P/8/8/8/5B2",
        "8/8/8/8/4b3/p1k5/8/1K6",
        "1k6/8/8/PK6/8/8/8/8",
        "1k6/8/8/PK6/8/8/8/2B1B3",
        "8/8/8/7k/8/8/6BP/7K",
    ];
    assert_in_chess(NOT_WON, &drawn);
    let won = [
        "8/8/8/8/5b2/p1k5/8/1K6",
        "1k6/8/8/PK6/8/8/8/5B2",
        "3k4/8/8/PK6/8/8/8/2B5",
        "1k6/8/8/PK6/1P6/8/8/2B5",
        "1k6/8/8/PK6/8/8/8/2N5",
        "1k6/7p/8/PK6/8/8/8/2B5",
        "1k6/8/8/PK6/8/8/8/2BB4",
        "8/5K2/7k/8/8/8/6BP/8",
    ];
    assert_in_chess(FULL_SCALE, &won);
}

#[test]
fn two_knights_do_not_mate() {
    assert_in_chess(NOT_WON, &["8/8/8/3nn3/3k4/8/5K2/8", "8/8/8/3NN3/3K4/8/5k2/8"]);
    let won = [
        "8/8/8/3nb3/3k4/8/5K2/8",
        "8/8/8/3nnn2/3k4/8/5K2/8",
        "8/7p/8/3nn3/3k4/8/5K2/8",
        "8/7P/8/3nn3/3k4/8/5K2/8",
    ];
    assert_in_chess(FULL_SCALE, &won);
    let courier = scale::<2>("courier", "12/12/12/3nn7/3k8/12/5K6/12");
    assert_eq!(courier, Some(FULL_SCALE), "a lone king has lost");
}

#[test]
fn drawish_endgames_depend_on_the_rules_of_the_game() {
    let courier = |board| scale::<2>("courier", board);
    assert_eq!(courier("2b2k6/p11/12/12/12/12/PP10/3B1K6"), Some(FULL_SCALE));
    assert_eq!(courier("2b2k6/p11/12/12/12/12/PP10/2B2K6"), Some(OPPOSITE_BISHOPS));
    assert_eq!(
        courier("1k10/12/12/PK10/12/12/12/3B8"),
        Some(FULL_SCALE),
        "a lone king has lost"
    );
    assert_eq!(scale::<1>("leap64", "2b1k3/p7/8/8/8/8/PP6/2B1K3"), None, "no sliders");

    let mut forced = Definition::clone(&Catalogue::built_in().get("chess").expect("chess"));
    forced.rules.captures.mandatory = true;
    let weights = Weights::built_in(&forced);
    assert!(DrawishEndgames::new(&Variant::<1>::compile(forced.into()), &weights).is_none());
}
