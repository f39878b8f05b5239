//! Tests of rules that only one variant has, through the interface of boards.

use std::sync::Arc;

use super::*;
use kurier_rules::position::Reason;
use kurier_rules::rules::{Catalogue, Color, Definition};

fn definition(name: &str) -> Arc<Definition> {
    Catalogue::built_in().get(name).expect("the game is built in")
}

/// Returns the moves among `moves` that are legal in a position of Modern Courier.
fn legal_of(fen: &str, moves: &[&str]) -> Vec<String> {
    let board = Board::from_fen(&definition("modern-courier"), fen).expect("the FEN is good");
    let legal = board.spelled_turns();
    let wanted = moves.iter().filter(|text| legal.contains(&(**text).to_owned()));
    wanted.map(|text| (*text).to_owned()).collect()
}

#[test]
fn a_king_of_modern_courier_makes_two_single_steps() {
    assert_eq!(Board::new(&definition("modern-courier")).turns().len(), 40);
    let steps = ["g1e1", "g1e3", "g1g3", "g1i1", "g1i3", "g1i2"];
    // Own pieces on all neighbouring squares leave no square to step over.
    assert!(legal_of("k11/12/12/12/12/12/5PPP4/5QKF4 w G - 0 1", &steps).is_empty());
    // A gap at h1 lets the king step through it to i1, or to i2, which is a knight's move away.
    assert_eq!(
        legal_of("k11/12/12/12/12/12/5PPP4/5QK5 w G - 0 1", &steps),
        ["g1i1", "g1i2"]
    );
    // All squares of at least one path must be safe: attacked squares, checks and enemy pieces bar a path.
    assert_eq!(legal_of("5qk5/12/12/8B3/12/12/12/K11 b g - 0 1", &["g8e8"]), ["g8e8"]);
    assert!(legal_of("5qk5/5p6/12/8B3/12/12/12/K11 b g - 0 1", &["g8e8"]).is_empty());
    assert!(legal_of("5qk5/12/12/12/2B9/12/12/K11 b g - 0 1", &["g8e8"]).is_empty());
    assert!(legal_of("6k5/12/12/12/12/12/6R5/K11 b g - 0 1", &["g8e8", "g8i8"]).is_empty());
    assert!(legal_of("6k5/7R4/12/12/12/12/12/K11 b g - 0 1", &["g8i6", "g8g6"]).is_empty());
    assert!(legal_of("5qk5/12/12/8B3/12/12/12/K11 b - - 0 1", &["g8e8"]).is_empty());
}

/// Plays through the game R. Talbot - P. V. Byway, 1991, in which both special first moves occur.
#[test]
fn a_game_of_modern_courier_is_played_through() {
    let game = "f4 f5 a4 c5 Ra3 Cc6 g4 fxg4 Rg3 h5 i4 Ch6 e3 g5 ixh5 gxf4 Rxg4+ Fg7 Qj5+ i6 hxi6 Ni7 Qi5 Ng6 Qxk7 Rj8 \
                Rxg6 Bxg6 i7 Ri8 Qxj7 Fe6 Ch3 Ke8 Nj3 l6 Ni5 Bxk2 Rk1 Bi4 Rk8";
    let mut board = Board::new(&definition("modern-courier"));
    for (ply, text) in game.split_whitespace().enumerate() {
        if ply == 26 {
            let published = "rn1bfqk1br2/pp1pp1f2pQp/2c3ncP3/2p9/P4pR5/4P7/1PPP3P1PPP/1NCBF1KFBCNR";
            assert_eq!(board.fen().split(' ').next(), Some(published));
        }
        let turn = board
            .parse_san(text)
            .unwrap_or_else(|error| panic!("{ply}: {text}: {error}"));
        board.play(&turn).expect("a legal turn");
    }
}

#[test]
fn a_promotion_that_completes_the_set_wins() {
    // White lacks one empress (M) of the winning set, and promotes to it.
    let board_of = |fen: &str| Board::from_fen(&definition("courierleapale"), fen).expect("the FEN is good");
    let fen = |ranks: [&str; 6], side: char| format!("{} {side} - - 0 1", ranks.join("|"));
    let white = [
        "K5/6/6/6/6/6",
        "AAA3/6/6/6/6/6",
        "MM4/6/6/6/6/6",
        "UUU3/6/6/6/6/6",
        "6/5P/6/6/6/6",
        "6/6/6/6/6/5k",
    ];
    let mut game = board_of(&fen(white, 'w'));
    let turn = game.parse("yf5yf6m").expect("it is legal");
    game.play(&turn).expect("it is legal");
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Color::White), Reason::PromotionSet)
    );
    // A position in which the set is already complete is not won: only the promotion itself wins.
    let complete = game.fen();
    assert_eq!(board_of(&complete).outcome(), None);
    let other_side = complete.replace(" b ", " w ");
    assert!(Board::from_fen(&definition("courierleapale"), &other_side).is_ok_and(|board| board.outcome().is_none()));
    // A promotion also wins if the set was already complete. Here Black promotes.
    let black = [
        "5k/6/6/6/6/6",
        "aaa3/6/6/6/6/6",
        "mmm3/6/6/6/6/6",
        "uuu3/6/6/6/6/6",
        "6/6/6/6/5p/6",
        "6/6/6/6/6/K5",
    ];
    let mut game = board_of(&fen(black, 'b'));
    assert_eq!(game.outcome(), None);
    let turn = game.parse("yf2yf1a").expect("it is legal");
    game.play(&turn).expect("it is legal");
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Color::Black));
}

/// Returns the reason why a position, given by the placement of its pieces, is a draw, or `None` if the position is not
/// drawn.
fn drawn_by(game: &str, placement: &str) -> Option<Reason> {
    let board = Board::from_fen(&definition(game), &format!("{placement} w - - 0 1"));
    let outcome = board
        .unwrap_or_else(|error| panic!("{game}: {placement}: {error}"))
        .outcome();
    outcome
        .filter(|outcome| outcome.winner.is_none())
        .map(|outcome| outcome.reason)
}

#[test]
fn material_that_never_mates_is_a_draw() {
    let drawn = [
        ("chess", "3K4/5k2/8/8/2n5/8/8/8"),
        ("chess", "3K4/7k/8/8/2B5/8/8/8"),
        ("chess", "3K1B1B/5k2/8/8/3b1B2/b7/8/8"),
        ("column-courier", "5k6/12/12/12/12/12/12/B4K6"),
        ("column-courier", "5k6/12/12/12/12/12/12/E3EK6"),
        ("column-courier", "5k6/12/12/12/12/12/9G2/E1B2K6"),
        ("modern-courier", "5k6/12/12/12/12/12/12/B4K6"),
        ("modern-courier", "5k6/12/12/12/12/12/12/N4K6"),
        ("grand", "5k4/10/10/10/10/10/10/10/10/B4K4"),
        ("courierviii", "3k4/8/8/8/8/8/8/E2K4"),
    ];
    for (game, placement) in drawn {
        assert_eq!(
            drawn_by(game, placement),
            Some(Reason::InsufficientMaterial),
            "{game}: {placement}"
        );
    }
    assert_eq!(drawn_by("chess", "3K4/5k2/8/8/8/8/8/8"), Some(Reason::BareKings));
}

#[test]
fn material_that_can_still_mate_is_no_draw() {
    let open = [
        ("chess", "3K4/5k2/8/8/2n5/2n5/8/8"),
        ("chess", "3K4/5k2/8/8/2n5/2N5/8/8"),
        ("chess", "3K4/5k2/8/8/2nb4/8/8/8"),
        ("chess", "3K4/7k/8/8/2BB4/8/8/8"),
        ("chess", "3K4/5k2/8/8/2r5/8/8/8"),
        ("chess", "3K4/5k2/8/8/2p5/8/8/8"),
        ("column-courier", "5k6/12/12/12/12/12/12/C4K6"),
        ("de-la-dama", "5k6/12/12/12/12/12/12/B4K6"),
    ];
    for (game, placement) in open {
        assert_eq!(drawn_by(game, placement), None, "{game}: {placement}");
    }
}

/// Tests that a first-move right keeps a game open if it lets a piece reach other squares or attack, but not if it only
/// lets a king escape.
#[test]
fn rights_that_matter_keep_a_game_open() {
    let open =
        |fen: &str| Board::from_fen(&definition("modern-courier"), fen).is_ok_and(|board| board.outcome().is_none());
    assert!(open("5k6/12/12/12/12/12/12/4F1K5 w E - 0 1"));
    assert!(!open("5k6/12/12/12/12/12/12/4F1K5 w - - 0 1"));
    assert!(!open("5k6/12/12/12/12/12/12/3F2K5 w G - 0 1"));
}
