//! Tests of the notation: round trips in all games, and samples of what people and other programs write.

use std::collections::HashSet;
use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::SanError;
use crate::position::{MoveKind, Position, Turn};
use crate::rules::{Catalogue, Definition, Variant};
use crate::with_width;

fn open<const W: usize>(definition: Arc<Definition>, fen: Option<&str>) -> Position<W> {
    let variant = Arc::new(Variant::compile(definition));
    match fen {
        Some(fen) => Position::from_fen(variant, fen).unwrap(),
        None => Position::start(variant),
    }
}

/// Returns a position of a game whose bitboards have one word.
fn small(name: &str, fen: &str) -> Position<1> {
    open(Catalogue::built_in().get(name).unwrap(), Some(fen))
}

/// Returns a position of a game whose bitboards have two words.
fn wide(name: &str, fen: &str) -> Position<2> {
    open(Catalogue::built_in().get(name).unwrap(), Some(fen))
}

/// Returns a position on a three-dimensional board with `pieces` and with the two kings in opposite corners.
fn deep(pieces: &[(&str, char)]) -> Position<4> {
    let definition = Catalogue::built_in().get("courierleapale").unwrap();
    let pieces = [&[("ua1", 'K'), ("zf6", 'k')], pieces].concat();
    let square = |level: char, rank: u8, file: char| {
        let name = format!("{level}{file}{rank}");
        pieces
            .iter()
            .find(|(square, _)| *square == name)
            .map_or('.', |(_, letter)| *letter)
    };
    let row = |level, rank| ('a'..='f').map(|file| square(level, rank, file)).collect::<String>();
    let level = |level| (1..=6).rev().map(|rank| row(level, rank)).collect::<Vec<_>>().join("/");
    let mut board = ('u'..='z').map(level).collect::<Vec<_>>().join("|");
    for run in (1..=6).rev() {
        board = board.replace(&".".repeat(run), &run.to_string());
    }
    open(definition, Some(&format!("{board} w - - 0 1")))
}

/// Returns the SAN of the legal turn that is spelled `spelling` in coordinate notation.
fn written<const W: usize>(position: &Position<W>, spelling: &str) -> String {
    let turns = position.turns();
    let turn = turns.iter().find(|turn| position.spell(turn) == spelling);
    position.san(turn.unwrap_or_else(|| panic!("{spelling} is not legal in {}", position.fen())))
}

/// Returns, in coordinate notation, the turn that `text` names.
fn read<const W: usize>(position: &Position<W>, text: &str) -> Result<String, SanError> {
    position.parse_san(text).map(|turn| position.spell(&turn))
}

#[track_caller]
fn both_ways<const W: usize>(position: &Position<W>, spelling: &str, san: &str) {
    assert_eq!(written(position, spelling), san);
    assert_eq!(read(position, san).as_deref(), Ok(spelling));
    assert_eq!(read(position, spelling).as_deref(), Ok(spelling));
}

fn play_at_random<const W: usize>(definition: Arc<Definition>, games: usize, random: &mut ChaCha8Rng) {
    let name = definition.name.clone();
    let start: Position<W> = open(definition, None);
    for _ in 0..games {
        let mut position = start.clone();
        for ply in 0..80 {
            let turns = position.turns();
            // Check every position of the opening, and one in ten later.
            if ply < 6 || random.random_bool(0.1) {
                check_all(&name, &position, &turns);
            }
            let Some(turn) = turns.choose(random) else { break };
            position.play(turn);
        }
    }
}

fn check_all<const W: usize>(name: &str, position: &Position<W>, turns: &[Turn]) {
    let mut texts = HashSet::new();
    for turn in turns {
        let text = position.san(turn);
        let place = || format!("{name}: {text} ({}) in {}", position.spell(turn), position.fen());
        let castles = turn.first().kind() == MoveKind::Castling;
        assert!(
            castles || text.starts_with(&position.algebraic(turn)),
            "{} is spelled",
            place()
        );
        assert_eq!(position.parse_san(&text).as_ref(), Ok(turn), "{}", place());
        let spelling = position.spell(turn);
        assert_eq!(position.parse_san(&spelling).as_ref(), Ok(turn), "{}", place());
        assert_eq!(position.parse_turn(&spelling).as_ref(), Ok(turn), "{}", place());
        assert!(texts.insert(text.clone()), "{} is written twice", place());
    }
}

#[test]
fn every_turn_has_its_own_text_and_is_read_back() {
    for definition in Catalogue::built_in().menu() {
        let random = &mut ChaCha8Rng::seed_from_u64(1);
        // Positions on large boards take longer: play one game on boards of four words, two on boards of two words, and
        // three on boards of one word.
        let games = 3 - definition.shape.words() / 2;
        with_width!(definition.shape, W => play_at_random::<W>(definition.clone(), games, random));
    }
}

#[test]
fn strange_texts_do_not_panic() {
    let position = deep(&[("wb2", 'Q'), ("xc4", 'p'), ("wa5", 'P')]);
    let random = &mut ChaCha8Rng::seed_from_u64(2);
    let pieces = [
        "x", "w", "d", "1", "9", "Q", "=", "(", ")", "-", "O", "0", "+", "é", "Ø", ":", " ", "e.p.",
    ];
    for _ in 0..3_000 {
        let length = random.random_range(0..12);
        let text: String = (0..length).filter_map(|_| pieces.choose(random)).copied().collect();
        if let Ok(turn) = position.parse_san(&text) {
            assert!(position.turns().contains(&turn), "{text}");
        }
    }
}

#[test]
fn chess_is_written_as_usual() {
    let start = small("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    both_ways(&start, "e2e4", "e4");
    both_ways(&start, "g1f3", "Nf3");
    let castling = small("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    both_ways(&castling, "e1g1", "O-O");
    both_ways(&castling, "e1c1", "O-O-O");
    both_ways(&castling, "h1h8", "Rxh8+");
    let promotion = small("chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    both_ways(&promotion, "a7b8n", "axb8=N");
    both_ways(&promotion, "a7a8q", "a8=Q");
    let passing = small("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    both_ways(&passing, "e5d6", "exd6");
    assert_eq!(read(&passing, "e5xd6 e.p.").as_deref(), Ok("e5d6"));
    let mate = small("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    both_ways(&mate, "a1a8", "Ra8#");
}

#[test]
fn the_origin_is_as_short_as_possible() {
    let queens = small("chess", "8/7k/8/8/Q2Q4/8/8/Q3K3 w - - 0 1");
    both_ways(&queens, "a4a2", "Q4a2");
    both_ways(&queens, "a1a2", "Q1a2");
    both_ways(&queens, "d4a7", "Qda7+");
    both_ways(&queens, "a4d1", "Qa4d1");
    both_ways(&queens, "d4d1", "Qdd1");
    assert_eq!(
        read(&queens, "Qd1"),
        Err(SanError::Ambiguous("a1d1 or a4d1 or d4d1".into()))
    );
    assert_eq!(read(&queens, "Qad1"), Err(SanError::Ambiguous("a1d1 or a4d1".into())));
    // The pinned knight cannot go to d2, so the move of the other knight needs no disambiguation.
    let pinned = small("chess", "4r1k1/8/8/8/8/4N3/8/1N2K3 w - - 0 1");
    assert_eq!(read(&pinned, "Nd2").as_deref(), Ok("b1d2"));
    let pinned = small("chess", "4r1k1/8/8/8/8/5N2/4N3/4K3 w - - 0 1");
    both_ways(&pinned, "f3d4", "Nd4");
    // If both knights can block a check, the origin must be disambiguated.
    let checked = small("chess", "k3r3/8/8/8/8/2N3N1/8/4K3 w - - 0 1");
    both_ways(&checked, "c3e4", "Nce4");
}

#[test]
fn sloppy_writing_is_understood() {
    let position = small("chess", "r1b1k2r/1P3ppp/8/3p4/4P3/2N3N1/8/R3K2R w KQkq - 0 1");
    let samples = [
        ("e4-d5", "e4d5"),
        ("e4xd5", "e4d5"),
        ("ed5", "e4d5"),
        ("e:d5", "e4d5"),
        ("exd5!?", "e4d5"),
        ("Ke1-e2", "e1e2"),
        ("Nc3xd5", "c3d5"),
        ("Nd5", "c3d5"),
        ("Ncxd5??", "c3d5"),
        ("Ng3-f5", "g3f5"),
        ("0-0", "e1g1"),
        ("o-o-o", "e1c1"),
        ("OO", "e1g1"),
        ("Kg1", "e1g1"),
        ("b8Q", "b7b8q"),
        ("b8=q", "b7b8q"),
        ("b8(Q)", "b7b8q"),
        ("b8/Q+", "b7b8q"),
        ("b7xa8N", "b7a8n"),
        ("bxc8=R+", "b7c8r"),
        ("Pb7b8R", "b7b8r"),
        ("  Rxa8 # ", "a1a8"),
    ];
    for (text, expected) in samples {
        assert_eq!(read(&position, text).as_deref(), Ok(expected), "{text}");
    }
}

/// Checks that SAN without a promotion means the move that declines it.
#[test]
fn promotions_may_be_declined() {
    let position = wide("sho-shogi", "4k4/9/2p6/2R6/9/9/9/9/4K4 w - - 0 1");
    for text in ["c6c7", "Rc6c7", "Rc7", "Rxc7", "c6xc7"] {
        assert_eq!(read(&position, text).as_deref(), Ok("c6c7"), "{text}");
    }
    for text in ["c6c7d", "Rc7=D", "Rxc7D"] {
        assert_eq!(read(&position, text).as_deref(), Ok("c6c7d"), "{text}");
    }
}

#[test]
fn errors_name_the_reason() {
    let position = small("chess", "4k3/P7/8/8/8/8/8/4K2R w - - 0 1");
    let illegal = Err(SanError::Illegal);
    for text in ["e4", "Ke3", "Rb2", "O-O", "Kd1=Q", "a8=K"] {
        assert_eq!(read(&position, text), illegal, "{text}");
    }
    for text in [
        "", "--", "?", "Ke", "K", "0", "1", "a8=", "e1e2e", "a1é", "Kee1e2", "Z0",
    ] {
        assert!(read(&position, text).is_err(), "{text}");
    }
    assert_eq!(read(&position, "Xe4"), Err(SanError::Piece('X')));
    assert_eq!(read(&position, "Ke9"), Err(SanError::Square("e9".into())));
    assert_eq!(read(&position, "a8"), Err(SanError::Promotion("R N B Q".into())));
    let over = small("leap", "*2k1*/6/6/6/6/6/6/*NQK1* b - - 0 1");
    assert_eq!(read(&over, "Kd7"), Err(SanError::Over("bare king")));
}

#[test]
fn letters_come_from_the_definition() {
    let start = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1";
    let courier = wide("courier", start);
    both_ways(&courier, "g3f4", "Ff4");
    both_ways(&courier, "c1e3", "Ee3");
    both_ways(&courier, "h1g1", "Wg1");
    let promotion = wide("courier", "k5r5/4P7/12/12/12/12/12/11K w - - 0 1");
    both_ways(&promotion, "e7e8f", "e8=F");
    assert_eq!(read(&promotion, "e8").as_deref(), Ok("e7e8f"));
    assert!(read(&promotion, "e8=P").is_err());
    // In this game a pawn promotes to the piece of its file, so the letter is optional.
    let promotion = wide("column-courier", "k11/11P/12/12/12/12/12/K11 w - - 0 1");
    both_ways(&promotion, "l7l8r", "l8=R+");
    assert_eq!(read(&promotion, "l8").as_deref(), Ok("l7l8r"));
}

#[test]
fn first_move_leaps_are_moves_like_others() {
    let dama = "rnbcskqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCSKQFCBNR w CFJcfj - 0 1";
    let dama = wide("de-la-dama", dama);
    both_ways(&dama, "f1e3", "Ke3");
    both_ways(&dama, "c1e3", "Be3");
    let eight = small(
        "courierviii",
        "rn1ke1nr/pppecppp/3pp3/8/8/3PP3/PPPECPPP/RN1KE1NR w Dd - 0 1",
    );
    assert_eq!(read(&eight, "Kd1-c1").as_deref(), Ok("d1c1"));
    let leaps = small("courierviii", "k7/8/8/8/8/8/8/3K4 w D - 0 1");
    both_ways(&leaps, "d1b1", "Kb1");
    both_ways(&leaps, "d1d3", "Kd3");
    // XBoard writes a king's leap of two files as a castling.
    assert_eq!(read(&leaps, "O-O").as_deref(), Ok("d1b1"));
    assert_eq!(read(&leaps, "O-O-O").as_deref(), Ok("d1f1"));
}

#[test]
fn castling_with_a_neighbour_differs_from_a_step() {
    let leap = small("leap", "*2k1*/rpbbpr/6/6/6/6/RPBBPR/*N1KN* w KQ - 0 1");
    both_ways(&leap, "d1e1", "O-O");
    both_ways(&leap, "d1b1", "O-O-O");
    both_ways(&leap, "d1c1", "Kc1");
    // XBoard writes castlings of Leap Chess as the king's capture of its own rook.
    assert_eq!(read(&leap, "Kxe1xe1").as_deref(), Ok("d1e1"));
    assert_eq!(read(&leap, "Kxb1-c1").as_deref(), Ok("d1b1"));
}

#[test]
fn castlings_of_several_lengths_name_the_square() {
    let game = wide("wildebeest", "1k9/11/11/11/11/11/11/11/11/R4K4R w KQ - 0 1");
    for (spelling, text) in [
        ("f1g1", "Kg1"),
        ("f1k1", "O-O-g1"),
        ("f1h1", "O-O-h1"),
        ("f1j1", "O-O-j1"),
        ("f1a1", "O-O-O-e1"),
        ("f1b1", "O-O-O-b1"),
    ] {
        both_ways(&game, spelling, text);
    }
    for (text, spelling) in [("0-0-h1", "f1h1"), ("Kh1", "f1h1"), ("Kf1-c1", "f1c1"), ("Ke1", "f1e1")] {
        assert_eq!(read(&game, text).as_deref(), Ok(spelling), "{text}");
    }
    let several = "f1k1 or f1h1 or f1i1 or f1j1".to_owned();
    assert_eq!(read(&game, "O-O"), Err(SanError::Ambiguous(several)));
    assert_eq!(read(&game, "O-O-b1"), Err(SanError::Illegal));
    assert_eq!(read(&game, "O-O-x"), Err(SanError::Square("x".into())));
    // Only one castling is legal here, because the others pass through check.
    let narrow = wide("wildebeest", "1k5r3/11/11/11/11/11/11/11/11/R4K4R w K - 0 1");
    assert_eq!(read(&narrow, "O-O").as_deref(), Ok("f1k1"));
    both_ways(&narrow, "f1k1", "O-O-g1");
}

#[test]
fn chains_are_written_step_by_step() {
    let multi = small(
        "leap-multi",
        "*nqkn*/rpbbpr/pppp1p/4p1/P2P2/1PP1PP/RPBBPR/*NQKN* w KQkq - 0 1",
    );
    let chains: Vec<_> = multi
        .turns()
        .into_iter()
        .filter(|turn| turn.steps().len() > 1)
        .collect();
    assert!(!chains.is_empty());
    for turn in chains {
        let text = multi.san(&turn);
        assert_eq!(text.matches('x').count(), turn.steps().len(), "{text}");
    }
}

#[test]
fn squares_in_three_dimensions() {
    let queens = [("xb2", 'Q'), ("xd4", 'p'), ("wd2", 'Q')];
    let position = deep(&queens);
    both_ways(&position, "xb2xd4", "Q:xd4");
    assert_eq!(read(&position, "Qxxd4").as_deref(), Ok("xb2xd4"));
    both_ways(&position, "xb2xb3", "Qxb3");
    assert_eq!(
        read(&position, "Qbxd4"),
        Err(SanError::Illegal).or(read(&position, "xb2xd4"))
    );
    both_ways(&position, "xb2xd2", "Qbxd2");
    both_ways(&position, "wd2xd2", "Qdxd2");
    let pawns = deep(&[("wc2", 'P'), ("wd2", 'P'), ("xd3", 'p'), ("wa5", 'P')]);
    both_ways(&pawns, "wc2wc3", "cwc3");
    both_ways(&pawns, "wd2wc3", "dwc3");
    both_ways(&pawns, "wc2xd3", "wc:xd3");
    for text in ["wcxxd3", "wc2xd3", "wc2:xd3", "wc2xxd3", "wc2-xd3"] {
        assert_eq!(read(&pawns, text).as_deref(), Ok("wc2xd3"), "{text}");
    }
    both_ways(&pawns, "wa5wa6m", "wa6=M");
    // `x` is read as a level where a level may stand, otherwise as the mark of a capture.
    let levels = deep(&[("xa1", 'L'), ("za1", 'L'), ("xa3", 'p'), ("xd2", 'P')]);
    both_ways(&levels, "xa1xa3", "Lx:xa3");
    both_ways(&levels, "xd2xd3", "xd3");
    for text in ["Lx:xa3", "Lxxxa3", "Lxa1xxa3", "xa1:xa3"] {
        assert_eq!(read(&levels, text).as_deref(), Ok("xa1xa3"), "{text}");
    }
}

/// Checks boards on which one letter has several meanings, and games in which the usual notation is ambiguous.
#[test]
fn invented_games_are_read_back() {
    // On this board `x` is a level, a file and the mark of a capture.
    let letters = r#"
        name = "letters"
        title = "Letters"
        summary = "All letters."
        link = "none"
        start = "26/24k1/K21RR2|23R2/26/22RR2|20rr4/23R2/24R1 w - - 0 1"
        board = { files = 26, ranks = 3, levels = 3 }
        [pieces]
        K = { name = "King", move = "K", royal = true }
        R = { name = "Rook", move = "R" }
    "#;
    // This game has two types of pawns, neither called P, two castlings to one side, chains, and two-digit ranks.
    let tall = r#"
        name = "tall"
        title = "Tall"
        summary = "A tall board."
        link = "none"
        start = "r3k2r/1s2t1s1/8/2n2n2/8/3S1N2/8/1n4n1/8/2S1T1S1/1T2T1S1/R3K2R w KQXkqx - 0 1"
        board = { files = 8, ranks = 12 }
        captures = { chained = true }
        [pieces]
        K = { name = "King", move = "K", royal = true }
        R = { name = "Rook", move = "R" }
        N = { name = "Knight", move = "N" }
        S = { name = "Soldier", move = "fmWfcF", pawn = true, promotes-to = "NR" }
        T = { name = "Twin", move = "fmFfcW", pawn = true, promotes-to = "N" }
        [castling.K]
        king = ["e1", "g1"]
        rook = ["h1", "f1"]
        short = true
        [castling.X]
        king = ["e1", "f1"]
        rook = ["h1", "g1"]
        written = "rook"
        short = true
        [castling.Q]
        king = ["e1", "c1"]
        rook = ["a1", "d1"]
    "#;
    let random = &mut ChaCha8Rng::seed_from_u64(5);
    for text in [letters, tall] {
        let definition = Arc::new(Definition::parse(text, "test").unwrap_or_else(|error| panic!("{error}")));
        with_width!(definition.shape, W => play_at_random::<W>(definition.clone(), 2, random));
    }
    let definition = Arc::new(Definition::parse(tall, "test").unwrap());
    let castling: Position<2> = open(definition, Some("4k3/8/8/8/8/8/8/8/8/8/8/4K2R w KX - 0 1"));
    assert_eq!(read(&castling, "O-O"), Err(SanError::Ambiguous("e1g1 or e1h1".into())));
    both_ways(&castling, "e1g1", "O-O-g1");
    both_ways(&castling, "e1h1", "O-O-f1");
}
