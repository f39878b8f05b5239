//! Tests of scores in endgames.

use std::sync::Arc;

use super::score;
use crate::eval::Evaluation;
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Definition, Stalemate, Variant};

#[test]
fn endings_without_mating_material_score_little() {
    assert!(score::<1>("chess", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1") < 60);
    assert!(score::<1>("chess", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1") > 300);
    assert!(score::<2>("column-courier", "5k6/12/12/12/12/12/12/2E2K6 w - - 0 1") < 60);
    // If a bare king loses, one extra piece is enough to win.
    assert!(score::<2>("courier", "5k6/6p5/12/12/12/12/12/R1E2K6 w - - 0 1") > 300);
}

#[test]
fn material_that_cannot_win_is_recognised_by_movement() {
    let drawn = [
        ("column-courier", "5k6/12/12/12/12/12/12/B4K6"),
        ("column-courier", "5k6/12/12/12/12/12/9G2/E1B2K6"),
        ("modern-courier", "5k6/12/12/12/12/12/12/N4K6"),
        ("modern-courier", "5k6/12/12/12/12/12/12/B1B2K6"),
    ];
    for (game, placement) in drawn {
        let score = score::<2>(game, &format!("{placement} w - - 0 1"));
        assert!(score < 150, "{game}: {placement}: {score}");
    }
    assert!(score::<2>("grand", "5k4/10/10/10/10/10/10/10/10/B4K4 w - - 0 1") < 100);
    // The score is also low if the opponent has more than a lone king.
    assert!(score::<2>("column-courier", "5k6/6s5/12/12/12/12/12/B4K6 w - - 0 1") < 100);
}

/// Checks that pieces that never mate still win where a player without a legal move loses.
#[test]
fn material_that_cannot_mate_wins_by_stalemate() {
    let with = |stalemate: Stalemate, placement: &str| {
        let mut definition = Definition::clone(&Catalogue::built_in().get("chess").expect("chess"));
        definition.rules.ends.stalemate = stalemate;
        let variant = Arc::new(Variant::<1>::compile(definition.into()));
        let fen = format!("{placement} w - - 0 1");
        let position = Position::from_fen(variant.clone(), &fen).expect("a sound FEN");
        Evaluation::built_in(variant).evaluate_from_scratch(&position)
    };
    for placement in [
        "4k3/8/8/8/8/8/8/2B1K3",
        "4k3/8/8/8/8/8/8/1N2K3",
        "4k3/8/8/8/8/4B3/8/2B1K3",
    ] {
        let [drawn, won] = [Stalemate::Draw, Stalemate::Loss].map(|stalemate| with(stalemate, placement));
        assert!(drawn < 100 && won > 90 && won > 2 * drawn, "{placement}: {drawn} {won}");
    }
}

#[test]
fn knights_are_recognised_whatever_the_notation_of_their_moves() {
    let text = include_str!("../../../../../variants/chess.toml").replace("move = \"N\"", "move = \"(2,1)\"");
    let spelled = Arc::new(Definition::parse(&text, "chess.toml").expect("a sound definition"));
    assert!(spelled.pieces.iter().any(|piece| piece.betza == "(2,1)"));
    let fen = "8/8/8/3NN3/3K4/8/5k2/8 w - - 0 1";
    let variant = Arc::new(Variant::<1>::compile(spelled));
    let position = Position::from_fen(variant.clone(), fen).expect("a sound FEN");
    let score = Evaluation::built_in(variant).evaluate_from_scratch(&position);
    assert!(score.abs() < 100, "{score}");
}

#[test]
fn a_king_before_the_rooks_pawn_holds_against_the_wrong_bishop() {
    for placement in ["7k/8/8/8/8/8/6BP/7K", "8/8/8/7k/8/8/6BP/7K", "8/8/6k1/8/7P/8/6B1/7K"] {
        let score = score::<1>("chess", &format!("{placement} w - - 0 1"));
        assert!((0..100).contains(&score), "{placement}: {score}");
    }
    for placement in ["7k/8/8/8/8/8/5B1P/7K", "8/5K2/7k/8/8/8/6BP/8", "8/8/8/8/3k4/8/6BP/7K"] {
        let score = score::<1>("chess", &format!("{placement} w - - 0 1"));
        assert!(score > 300, "{placement}: {score}");
    }
}

#[test]
fn last_pieces_that_can_escape_do_not_count_as_captured() {
    let [bishop, ferz] =
        ["4b7", "4f7"].map(|piece| score::<2>("courier", &format!("12/{piece}/12/5k6/12/12/3F8/R4K6 w - - 0 1")));
    // A third of the games against a bishop end in a draw, but hardly any against a ferz.
    assert!((400..800).contains(&bishop), "{bishop}");
    assert!(ferz > 1500, "{ferz}");
}

#[test]
fn a_lone_king_is_driven_to_the_edge() {
    let centre = score::<1>("chess", "8/8/8/4k3/8/8/4K3/R7 w - - 0 1");
    let edge = score::<1>("chess", "4k3/8/8/4K3/8/8/8/R7 w - - 0 1");
    let corner_and_close = score::<1>("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert!(
        centre < edge && edge < corner_and_close,
        "{centre} {edge} {corner_and_close}"
    );
}
