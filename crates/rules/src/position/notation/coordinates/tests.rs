use std::sync::Arc;

use super::*;
use crate::rules::{Catalogue, Variant};

fn position(game: &str, fen: Option<&str>) -> Position<1> {
    let definition = Catalogue::built_in().get(game).expect("the game is built in");
    let variant = Arc::new(Variant::compile(definition));
    match fen {
        Some(fen) => Position::from_fen(variant, fen).expect("the FEN is good"),
        None => Position::start(variant),
    }
}

fn refused(position: &Position<1>, text: &str) -> String {
    position.parse_turn(text).expect_err(text).to_string()
}

#[test]
fn only_coordinates_get_a_reason_of_their_own() {
    let start = position("chess", None);
    let objection = |text: &str| {
        let error = start.parse_turn(text).err().filter(TurnError::is_telling);
        error.map(|error| error.to_string())
    };
    assert_eq!(objection("E2e5").as_deref(), Some("the Pawn cannot go from e2 to e5"));
    assert_eq!(objection("e7e5").as_deref(), Some("the piece on e7 is the opponent's"));
    assert_eq!(
        start.parse_san("e7e5"),
        Err(SanError::Coordinates(TurnError::Opponent("e7".into())))
    );
    for text in ["e2e4", "e5", "Nf4", "O-O", "e2e9", "foo", ""] {
        assert_eq!(objection(text), None, "{text}");
    }
}

#[test]
fn every_spelling_is_read_back() {
    for (game, fen) in [
        ("chess", "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
        ("leap", "*1qkn*/r1bbpr/p5/1N4/2p3/6/R1BBPR/*N1KN* w KQkq - 0 1"),
        ("leap64-multi", "4k3/8/3p4/8/1p1p4/8/1p6/R3K3 w - - 0 1"),
    ] {
        let position = position(game, Some(fen));
        for turn in position.turns() {
            let spelling = position.spell(&turn);
            assert_eq!(position.parse_turn(&spelling), Ok(turn), "{spelling}");
        }
    }
}

#[test]
fn castling_may_be_spelled_in_other_ways() {
    let chess = position("chess", Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    for (spelling, others) in [
        ("e1g1", ["O-O", "0-0", "o-o", "O-O+", "e1h1", "E1H1"]),
        ("e1c1", ["O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e1a1", "E1A1"]),
    ] {
        for text in others {
            assert_eq!(chess.parse_turn(text), chess.parse_turn(spelling), "{text}");
        }
        for text in &others[..5] {
            assert_eq!(chess.parse_san(text).ok(), chess.parse_turn(spelling).ok(), "{text}");
        }
    }
    for text in ["e1b1", "e1f1g1", "e1h1q", "O-O-O-O", "e1e8", "a1e1"] {
        assert!(chess.parse_turn(text).is_err(), "{text}");
    }
    // Without the right to castle, `O-O-O` is refused as a castling, and `e1a1` as a move onto White's own rook.
    let without = position("chess", Some("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1"));
    assert_eq!(refused(&without, "O-O-O"), "there is no such castling here");
    assert!(refused(&without, "e1a1").contains("same side"));
    assert!(without.parse_turn("O-O").is_ok());
    // In this game a castling is written with the square of the piece that castles with the king.
    let leap = position("leap", Some("*3k*/6/6/5p/6/6/6/*N1K1* w Q - 0 1"));
    let written = leap.parse_turn("d1b1");
    assert!(written.is_ok());
    assert_ne!(leap.parse_turn("d1c1"), written, "a plain move of the king comes first");
    assert_eq!(leap.parse_turn("O-O-O"), written);
}

#[test]
fn castlings_of_several_lengths_are_not_guessed() {
    let definition = Catalogue::built_in().get("wildebeest").expect("the game is built in");
    let variant = Arc::new(Variant::compile(definition));
    let fen = "4k6/11/11/11/11/11/11/11/11/R4K4R w KQ - 0 1";
    let wildebeest = Position::<2>::from_fen(variant, fen).expect("the FEN is good");
    let refused = |text: &str| wildebeest.parse_turn(text).expect_err(text).to_string();
    assert!(refused("O-O").starts_with("it may be f1"), "{}", refused("O-O"));
    assert!(wildebeest.parse_turn("f1i1").is_ok() && wildebeest.parse_turn("f1k1").is_ok());
}

#[test]
fn promotions_may_be_spelled_in_other_ways() {
    let chess = position("chess", Some("8/4P3/8/k7/8/8/8/K7 w - - 0 1"));
    let queen = chess.parse_turn("e7e8q");
    assert!(queen.is_ok());
    for text in ["E7E8Q", "e7e8=Q", "e7e8=q", " e7e8q "] {
        assert_eq!(chess.parse_turn(text), queen);
    }
    assert!(refused(&chess, "e7e8").contains("q"), "{}", refused(&chess, "e7e8"));
    let shatranj = position("shatranj", Some("r7/4P3/8/k7/8/8/8/K6R w - - 0 1"));
    assert_eq!(shatranj.parse_turn("e7e8"), shatranj.parse_turn("e7e8q"));
    assert!(refused(&shatranj, "e7e8r").contains("promoted"));
}

#[test]
fn errors_name_the_reason() {
    let chess = position("chess", Some("4k3/8/8/8/4r3/8/3pB3/R3K3 w Q - 0 1"));
    for (text, reason) in [
        ("", "not a move"),
        ("0000", "not a move"),
        ("e2", "not a move"),
        ("e2é4", "not a move"),
        ("i2e4", "no square i2"),
        ("e2e9", "no square e9"),
        ("c4c5", "no piece on c4"),
        ("e4e5", "opponent's"),
        ("a1e1", "same side"),
        ("a1b2", "cannot go"),
        ("e2d3", "in check"),
        ("a1a2", "in check"),
        ("e1d2q", "not promoted"),
        ("e1d2d3", "cannot continue"),
    ] {
        let refusal = refused(&chess, text);
        assert!(refusal.contains(reason), "{text}: {refusal}");
    }
    let mated = position("chess", Some("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"));
    assert!(refused(&mated, "h8g8").contains("checkmate"));
}

#[test]
fn obligatory_captures_are_named() {
    let leap = position("leap64", Some("4k3/8/8/8/8/3p4/8/1R1R1K2 w - - 0 1"));
    assert!(refused(&leap, "f1e1").contains("obligatory"));
    let multi = position("leap64-multi", Some("4k3/8/8/1p6/8/1p6/8/1R3K2 w - - 0 1"));
    assert!(multi.parse_turn("b1b3b5").is_ok());
    assert!(refused(&multi, "b1b3").contains("must continue capturing, for example b1b3b5"));
    assert!(refused(&multi, "b1b3b5b7").contains("cannot continue capturing after b1b3b5"));
    assert!(refused(&multi, "b1b3d3").contains("cannot capture like this"));
}

#[test]
fn a_square_is_no_prefix_of_a_longer_name() {
    let text = "name = \"tall\"\nstart = \"1k2/4/4/4/4/4/4/4/4/4/4/R2K w - - 0 1\"\n[board]\nfiles = 4\nranks = 12\n\
                [pieces]\nK = { name = \"King\", move = \"K\", royal = true }\nR = { name = \"Rook\", move = \"R\" }\n";
    let definition = Catalogue::built_in().add(text, "tall.toml").expect("a correct file");
    let tall = Position::<1>::start(Arc::new(Variant::compile(definition)));
    assert!(tall.parse_turn("a1a11").is_ok());
    assert_eq!(refused(&tall, "a1b12"), "the Rook cannot go from a1 to b12");
    assert_eq!(refused(&tall, "a1a1"), "there is a piece of the same side on a1");
}
