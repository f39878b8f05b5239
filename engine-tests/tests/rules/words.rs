//! Single keys and values of definition files, each tested in a small game.

use std::sync::Arc;

use engine_tests::games::play;
use kurier_engine::session::Board;
use kurier_rules::position::{Outcome, Reason};
use kurier_rules::rules::{Color, Definition};

/// Returns a game on 4x5 squares with kings and the given pieces and further sections.
fn game(start: &str, pieces: &str, sections: &str) -> Arc<Definition> {
    let text = format!(
        "name = \"small\"\nstart = \"{start} w - - 0 1\"\n[board]\nfiles = 4\nranks = 5\n[pieces]\n\
         K = {{ name = \"King\", move = \"K\", royal = true }}\nR = {{ name = \"Rook\", move = \"R\" }}\n{pieces}\n{sections}"
    );
    Arc::new(Definition::parse(&text, "small").unwrap_or_else(|error| panic!("{error}\n{text}")))
}

fn board(definition: &Arc<Definition>, fen: &str) -> Board {
    let mut board = Board::new(definition);
    board.set_up(Some(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
    board
}

fn turns(board: &Board, from: &str) -> Vec<String> {
    let all = board.turns().into_iter().map(|turn| board.spell(&turn));
    let mut own: Vec<String> = all.filter(|text| text.starts_with(from)).collect();
    own.sort();
    own
}

fn play_all(board: &mut Board, turns: &str) {
    for turn in turns.split(' ') {
        play(board, turn).unwrap_or_else(|error| panic!("{turn}: {error:?}"));
    }
}

#[test]
fn a_pawn_that_captures_en_passant_into_its_zone_waits_there() {
    let pawn = "P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"R\", promotes-in = [\"a3-d5\"], \
                promotes-in-black = [\"a1-d1\"], must-promote-from = 1, promotes-leaving = true, \
                must-promote-leaving = true, double-step = 2, en-passant = true }";
    let game = game("k3/1p2/4/2P1/3K", pawn, "");
    let mut board = board(&game, "k3/1p2/4/2P1/3K b - - 0 1");
    play_all(&mut board, "b4b2");
    assert_eq!(turns(&board, "c2"), ["c2b3", "c2c3r", "c2c4r"]);
    play_all(&mut board, "c2b3 a5b5");
    assert_eq!(turns(&board, "b3"), ["b3b4r"]);
}

#[test]
fn a_piece_must_be_promoted_when_it_leaves_its_zone() {
    let silver = "S = { name = \"Silver\", move = \"FfW\", promotes-to = \"G\", promotion-rank = 4, must-promote-from = 1, \
                  promotes-leaving = true, must-promote-leaving = true }\nG = { name = \"Gold\", move = \"WfF\" }";
    let game = game("k3/4/4/S3/K3", silver, "[hand]");
    assert_eq!(
        turns(&board(&game, "k3/4/1S2/4/K3[] w - - 0 1"), "b3"),
        ["b3a2", "b3a4g", "b3b4g", "b3c2", "b3c4g"]
    );
    // A piece that was dropped in the zone may stand there unpromoted, and every move promotes it.
    let dropped = board(&game, "k3/4/4/4/K3[S] w - - 0 1");
    assert!(turns(&dropped, "S@").contains(&"S@c4".to_owned()));
    assert_eq!(
        turns(&board(&game, "k3/2S1/4/4/K3[] w - - 0 1"), "c4"),
        ["c4b3g", "c4b5g", "c4c5g", "c4d3g", "c4d5g"]
    );
}

#[test]
fn the_sides_may_step_and_be_promoted_differently() {
    let pawn = "P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, double-step-in = [\"a1-d2\"], \
                double-step-in-black = [\"b4\"], en-passant = true, en-passant-on = [\"a3-d3\"], promotes-to = \"R\", \
                promotes-to-black = \"RB\" }\nB = { name = \"Bishop\", move = \"B\" }";
    let game = game("k3/4/4/4/K3", pawn, "");
    let in_position = |fen: &str, from: &str| turns(&board(&game, fen), from);
    assert_eq!(in_position("k3/4/4/4/KP2 w - - 0 1", "b1"), ["b1b2", "b1b3"]);
    assert_eq!(in_position("k3/1p1p/4/4/K3 b - - 0 1", "b4"), ["b4b2", "b4b3"]);
    assert_eq!(in_position("k3/1p1p/4/4/K3 b - - 0 1", "d4"), ["d4d3"]);
    assert_eq!(in_position("k3/2P1/4/4/K3 w - - 0 1", "c4"), ["c4c5r"]);
    assert_eq!(in_position("k3/4/4/2p1/K3 b - - 0 1", "c2"), ["c2c1b", "c2c1r"]);
    // Captures en passant are possible on the third rank only, not on the second.
    for (fen, turn, pawn, expected) in [
        ("k3/4/2p1/4/K2P w - - 0 1", "d1d3", "c3", &["c3c2"][..]),
        ("k3/2p1/4/3P/K3 w - - 0 1", "d2d4", "c4", &["c4c3", "c4d3"]),
    ] {
        let mut board = board(&game, fen);
        play(&mut board, turn).expect("it is legal");
        assert_eq!(turns(&board, pawn), expected);
    }
}

#[test]
fn a_count_draws_an_endgame() {
    let pieces = "P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"R\" }";
    let ends =
        "[ends]\nmove-limit = 50\ncounting = { board = 6, alone = [{ pieces = \"R\", moves = 4 }], counts-men = true }";
    let game = game("k3/4/4/4/K3", pieces, ends);
    let mut pawns = board(&game, "k1r1/4/P3/4/K2R w - - 0 1");
    play_all(&mut pawns, "d1d2 c5c3");
    assert_eq!(pawns.count(), None);
    play_all(&mut pawns, "a1a2 c3a3");
    // The last pawn is gone, so the count for White begins.
    assert_eq!(pawns.count(), Some((0, 12)));
    assert_eq!(pawns.fen(), "k3/4/r3/K2R/4 w - 12 0 3");
    let capture = pawns.fen();
    play_all(&mut pawns, "a2a3");
    // Black has only the king, and three pieces are left.
    assert_eq!(pawns.count(), Some((6, 8)));
    play_all(&mut pawns, "a5b5 a3b3 b5a5");
    assert_eq!(pawns.count(), Some((9, 8)));
    let outcome = pawns.outcome().expect("the count is completed");
    assert_eq!((outcome.winner, outcome.reason.text()), (None, "count completed"));
    // A FEN contains the count, so a game that is set up from the FEN continues it.
    let mut read = board(&game, &capture);
    assert_eq!((read.count(), read.halfmoves()), (Some((0, 12)), 0));
    assert_eq!(read.fen(), capture);
    play_all(&mut read, "a2a3");
    assert_eq!(read.count(), Some((6, 8)));
    // If a lone king captures the last pawn, the count includes this move.
    let mut lone = board(&game, "k3/1P2/4/4/K2R b - - 0 1");
    play_all(&mut lone, "a5b4");
    assert_eq!(lone.count(), Some((5, 8)));
}

#[test]
fn moves_of_pawns_that_can_be_taken_back_do_not_reset_the_counter() {
    let pawn = "P = { name = \"Pawn\", move = \"fsmWfcF\", pawn = true }";
    let game = game("k3/4/4/P3/K3", pawn, "");
    let mut board = board(&game, "k3/4/4/P3/K3 w - - 7 1");
    play_all(&mut board, "a2b2");
    assert_eq!(board.halfmoves(), 8);
    play_all(&mut board, "a5a4 b2b3");
    assert_eq!(board.halfmoves(), 0);
}

#[test]
fn a_pawn_that_could_step_or_capture_en_passant_captures() {
    let pawn = "P = { name = \"Pawn\", move = \"fKsW\", pawn = true, double-step = 2, en-passant = true }";
    let game = game("k3/2p1/4/1P2/3K", pawn, "");
    let mut board = board(&game, "k3/2p1/1P2/4/K3 b - - 0 1");
    play_all(&mut board, "c4c2");
    assert_eq!(turns(&board, "b3"), ["b3a3", "b3a4", "b3b4", "b3c3", "b3c4"]);
    play_all(&mut board, "b3c3");
    assert_eq!(board.fen(), "k3/4/2P1/4/K3 b - - 0 2");
    // One move later, the step to the passed square is no longer a capture.
    let mut late = self::board(&game, "k3/4/1P2/2p1/K3 w - - 0 1");
    play_all(&mut late, "b3c3");
    assert_eq!(late.fen(), "k3/4/2P1/2p1/K3 b - - 1 1");
}

#[test]
fn a_pawn_that_the_prelude_moves_backwards_does_not_reset_the_counter() {
    let pawn = "P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true }";
    for (moves, halfmoves) in [("b2b1", 1), ("b2b3", 0), ("b2c3", 0)] {
        let prelude = format!("[prelude]\nmoves = [\"{moves}\"]\nmoves-black = [\"d5c5\"]");
        let game = game("k2r/4/4/1P2/K3", pawn, &prelude);
        let mut board = Board::new(&game);
        play_all(&mut board, moves);
        assert_eq!(board.halfmoves(), halfmoves, "{moves}");
    }
}

#[test]
fn promotions_of_other_pieces_than_pawns_reset_the_counter_if_the_game_says_so() {
    let silver = "S = { name = \"Silver\", move = \"FfW\", promotes-to = \"R\" }";
    for (sections, expected) in [("", 10), ("[ends]\npromotions-reset = true", 0)] {
        let mut board = board(&game("k3/4/4/S3/K3", silver, sections), "k3/3S/4/4/K3 w - - 9 1");
        play_all(&mut board, "d4d5r");
        assert_eq!(board.halfmoves(), expected);
    }
}

#[test]
fn repetition_may_decide_the_fate_of_white() {
    let sections = "[ends]\nrepetitions = 2\nrepetition = \"loss\"\nrepetition-of = \"white\"";
    let lost = Outcome {
        winner: Some(Color::Black),
        reason: Reason::Repeated,
    };
    let game = game("k2r/4/4/4/K2R", "", sections);
    for (start, turns) in [("w", "a1a2 a5a4 a2a1 a4a5"), ("b", "a5a4 a1a2 a4a5 a2a1")] {
        let mut board = board(
            &game,
            &format!("k3/4/4/4/K3 {start} - - 0 1")
                .replace("k3", "k2r")
                .replace("K3", "K1R1"),
        );
        play_all(&mut board, turns);
        assert_eq!(board.outcome(), Some(lost));
    }
}

#[test]
fn a_region_may_ask_for_safety() {
    let game_of = |time: &str| {
        let flags = format!("[ends]\nflags = [{{ pieces = \"K\", squares = [\"a5-d5\"], time = \"{time}\" }}]");
        game("k3/4/4/4/K3", "P = { name = \"Pawn\", move = \"fmWcF\" }", &flags)
    };
    let won = |fen: &str, time: &str| board(&game_of(time), fen).outcome().map(|outcome| outcome.winner);
    let white = Some(Some(Color::White));
    // Nothing can capture the king, so it wins whichever side is to move.
    for time in ["safe", "safe-or-held"] {
        assert_eq!(won("2K1/4/k3/4/4 b - - 0 1", time), white);
        assert_eq!(won("2K1/4/k3/4/4 w - - 0 1", time), white);
    }
    // Pawns are not royal, so a pawn may be captured there.
    let pawns = |time: &str| {
        let flags = format!("[ends]\nflags = [{{ pieces = \"P\", squares = [\"a5-d5\"], time = \"{time}\" }}]");
        game("k3/4/4/4/K3", "P = { name = \"Pawn\", move = \"fmWcF\" }", &flags)
    };
    let with_pawn = |fen: &str, time: &str| board(&pawns(time), fen).outcome().map(|outcome| outcome.winner);
    let attacked = "r2P/4/k3/4/K3";
    for (side, time, expected) in [
        ("b", "safe", None),
        ("w", "safe", None),
        ("b", "safe-or-held", None),
        ("w", "safe-or-held", white),
    ] {
        assert_eq!(
            with_pawn(&format!("{attacked} {side} - - 0 1"), time),
            expected,
            "{side} {time}"
        );
    }
    // One of two pawns may be captured, because the other one is enough.
    assert_eq!(with_pawn("r1PP/4/k3/4/K3 b - - 0 1", "safe"), white);
    assert_eq!(with_pawn("3P/4/k3/4/p2K w - - 0 1", "safe"), Some(None));
}

#[test]
fn pieces_may_become_royal() {
    let squire = "S = { name = \"Squire\", move = \"W\", promotes-to = \"K\" }";
    let game = game("k3/4/4/S3/K3", squire, "");
    let mut board = board(&game, "k3/3S/4/4/K3 w - - 0 1");
    assert_eq!(turns(&board, "d4"), ["d4c4", "d4d3", "d4d5k"]);
    play_all(&mut board, "d4d5k");
    assert_eq!(board.fen(), "k2K/4/4/4/K3 b - - 1 1");
    // White must keep both kings safe.
    let attacked = self::board(&game, "k2K/4/4/4/K2r w - - 0 1");
    assert!(attacked.in_check() && attacked.turns().is_empty());
}

#[test]
fn a_piece_without_moves_stays_where_it_is() {
    let game = game(
        "k3/4/4/W3/K3",
        "W = { name = \"Wall\", move = \"-\" }",
        "[hand]\ncaptured = \"lost\"",
    );
    let board = board(&game, "k3/4/4/W3/K3[w] w - - 0 1");
    assert_eq!(turns(&board, "a2"), [""; 0]);
    assert_eq!(turns(&board, "a1"), ["a1b1", "a1b2"]);
}

#[test]
fn a_promotion_of_which_nothing_is_left_keeps_a_piece_out() {
    let pawn =
        "P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"R\", promotes-up-to = { R = 0 } }";
    let game = game("k3/4/4/P3/K3", pawn, "");
    assert_eq!(
        turns(&board(&game, "1k2/2P1/4/4/K3 b - - 0 1"), "b5"),
        ["b5a4", "b5a5", "b5b4", "b5c4", "b5c5"]
    );
    assert_eq!(turns(&board(&game, "k3/2P1/4/4/K3 w - - 0 1"), "c4"), [""; 0]);
}

#[test]
fn in_its_zone_a_piece_may_be_promoted_by_captures_alone() {
    let silver = "S = { name = \"Silver\", move = \"FfW\", promotes-to = \"G\", promotion-rank = 4, must-promote-from = 5, \
                  promotes-leaving = \"captures\" }\nG = { name = \"Gold\", move = \"WfF\" }";
    let game = game("k3/4/4/S3/K3", silver, "");
    let silver_moves = |fen: &str, from: &str| turns(&board(&game, fen), from);
    assert_eq!(
        silver_moves("3k/4/1S2/4/3K w - - 0 1", "b3"),
        ["b3a2", "b3a4", "b3a4g", "b3b4", "b3b4g", "b3c2", "b3c4", "b3c4g"]
    );
    // On the last rank promotion is compulsory, so that any move there promotes.
    assert_eq!(
        silver_moves("4/1S2/2r1/4/k2K w - - 0 1", "b4"),
        ["b4a3", "b4a5g", "b4b5g", "b4c3", "b4c3g", "b4c5g"]
    );
    assert_eq!(
        silver_moves("3k/4/1R2/2s1/K3 b - - 0 1", "c2"),
        ["c2b1g", "c2b3", "c2b3g", "c2c1g", "c2d1g", "c2d3"]
    );
}

#[test]
fn what_a_piece_becomes_may_depend_on_the_square() {
    let pawn = "P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"RN\", promotion-rank = 3, \
                promotes-to-in = { R = [\"a5-d5\"], N = [\"a4-b5\"] } }\n\
                N = { name = \"Knight\", move = \"N\" }";
    let game = game("k3/4/4/P3/K3", pawn, "");
    let pawn_moves = |fen: &str, from: &str| turns(&board(&game, fen), from);
    assert_eq!(pawn_moves("3k/4/P3/4/K3 w - - 0 1", "a3"), ["a3a4", "a3a4n"]);
    assert_eq!(pawn_moves("4/P1P1/4/k3/3K w - - 0 1", "a4"), ["a4a5n", "a4a5r"]);
    assert_eq!(pawn_moves("3r/P1P1/4/k3/2K1 w - - 0 1", "c4"), ["c4c5r", "c4d5r"]);
    assert_eq!(
        pawn_moves("k3/4/2p1/p3/3K b - - 0 1", "c3"),
        ["c3c2"],
        "no piece is possible on c2"
    );
    assert_eq!(pawn_moves("k3/4/2p1/p3/3K b - - 0 1", "a2"), ["a2a1n", "a2a1r"]);
}

#[test]
fn a_prelude_comes_before_all_other_moves() {
    let pawn = "P = { name = \"Pawn\", move = \"fmWfcF\", pawn = true }";
    let game = game(
        "k2r/4/4/P3/K2R",
        pawn,
        "[prelude]\nmoves = [\"d1c3\", \"a2b3\"]\nmoves-black = [\"d5c5\"]",
    );
    let mut board = Board::new(&game);
    let mut fens = vec![board.fen()];
    for (only, next) in [("d1c3", "d5c5"), ("d5c5", "a2b3")] {
        assert_eq!(turns(&board, ""), [only]);
        play_all(&mut board, only);
        fens.push(board.fen());
        assert_eq!(turns(&board, ""), [next], "{}", board.fen());
    }
    play_all(&mut board, "a2b3");
    assert_eq!(board.fen(), "k1r1/4/1PR1/4/K3 b - - 0 2");
    assert_eq!(turns(&board, "a5"), ["a5b4", "a5b5"]);
    // A FEN shows how many moves of the prelude have been played.
    for fen in fens {
        let read = self::board(&game, &fen);
        assert_eq!((read.fen(), read.turns().len()), (fen, 1));
    }
    // These pieces later in the game, and other pieces at the beginning of the game, move by their normal rules.
    for fen in [
        "k2r/4/4/P3/K2R w - - 0 3",
        "k2r/4/P3/4/K2R w - - 0 1",
        "k2r/4/4/P3/K1R1 w - - 0 1",
    ] {
        assert!(turns(&self::board(&game, fen), "").len() > 1, "{fen}");
    }
    // Impossible moves of the prelude are left out.
    let blocked = self::board(&game, "k2r/4/2r1/P3/K2R w - - 0 1");
    assert!(blocked.turns().len() > 1);
}

#[test]
fn a_prelude_may_be_played_in_any_order_or_not_at_all() {
    let moves = "[prelude]\nmoves = [\"d1c3\", \"a1b2\"]\nmoves-black = []";
    let free = game("k2r/4/4/4/K2R", "", &format!("{moves}\norder = \"free\""));
    assert_eq!(turns(&Board::new(&free), ""), ["a1b2", "d1c3"]);
    let optional = game(
        "k2r/4/4/4/K2R",
        "",
        &format!("{moves}\norder = \"free\"\noptional = true"),
    );
    let mut board = Board::new(&optional);
    let all = turns(&board, "");
    // The king can also make its move of the prelude, from a1 to b2, by its normal rules. The move is listed only once.
    assert_eq!(all.iter().filter(|text| *text == "a1b2").count(), 1);
    assert!(all.contains(&"d1c3".to_owned()) && all.contains(&"d1d2".to_owned()));
    // After a move that does not belong to the prelude, the position cannot have arisen by the prelude, so the rest of
    // the prelude is void.
    play_all(&mut board, "d1d2 a5a4");
    assert_eq!(turns(&board, "a1"), ["a1a2", "a1b1", "a1b2"]);
    assert!(!turns(&board, "d2").contains(&"d2c3".to_owned()));
    // In the given order only the next move is possible.
    let given = game("k2r/4/4/4/K2R", "", moves);
    assert_eq!(turns(&Board::new(&given), ""), ["d1c3"]);
}

#[test]
fn positions_of_a_prelude_are_told_apart() {
    let game = game(
        "k2r/4/4/4/K2R",
        "",
        "[prelude]\nmoves = [\"d1c3\"]\nmoves-black = []\noptional = true",
    );
    let key = |fen: &str| board(&game, fen).key();
    let start = "k2r/4/4/4/K2R w - - 0";
    assert_ne!(key(&format!("{start} 1")), key(&format!("{start} 2")));
    assert_eq!(key(&format!("{start} 3")), key(&format!("{start} 2")));
}
