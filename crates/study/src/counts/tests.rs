//! Counts of constructed games.

use kurier_formats::pgn::{MoveRecord, Ply};
use kurier_rules::rules::Catalogue;

use super::*;

/// Returns a game of chess from its turns in algebraic notation, with the score of each in the comment.
fn chess(turns: &[(&str, &str)], result: GameResult) -> (Arc<Definition>, GameRecord) {
    let definition = Catalogue::built_in().get("chess").expect("a built-in game");
    let mut board = Board::new(&definition);
    let mut record = GameRecord {
        variant: definition.name.clone(),
        start_ply: Ply::of(&board),
        result,
        ..GameRecord::default()
    };
    for (san, comment) in turns {
        let turn = board.parse_san(san).unwrap_or_else(|error| panic!("{san}: {error}"));
        board.play(&turn).expect("it is legal");
        record
            .moves
            .push(MoveRecord::new(turn, (*san).to_owned(), (*comment).to_owned()));
    }
    (definition, record)
}

/// Counts a game of chess without scores.
fn counted(turns: &str, result: GameResult) -> GameCount {
    let turns: Vec<(&str, &str)> = turns.split(' ').map(|san| (san, "")).collect();
    let (definition, record) = chess(&turns, result);
    GameCount::of(&definition, &record, None)
}

/// Returns what the pieces with a letter did.
fn piece(count: &GameCount, letter: char) -> PieceCount {
    let definition = Catalogue::built_in().get("chess").expect("a built-in game");
    let (kind, _) = definition.piece_of_letter(letter).expect("a piece");
    count.pieces[kind.index()]
}

#[test]
fn a_short_game_is_counted_exactly() {
    let count = counted("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", GameResult::WhiteWins);
    assert_eq!((count.plies(), count.end.as_str()), (7, "checkmate"));
    assert_eq!(count.first, ["e2e4", "e4"]);
    assert_eq!(count.branching[..2], [20, 20]);
    assert_eq!((count.captures, count.checks, count.left), (1, 1, 31));
    let queen = PieceCount {
        moves: 2,
        captures: 1,
        checks: 1,
        at_start: 2,
        stayed: 1,
        survived: 2,
        ..PieceCount::default()
    };
    assert_eq!(piece(&count, 'Q'), queen);
    // Two pawns moved, and one was captured on its square.
    let pawn = PieceCount {
        moves: 2,
        captured: 1,
        at_start: 16,
        stayed: 14,
        survived: 15,
        ..PieceCount::default()
    };
    assert_eq!(piece(&count, 'P'), pawn);
    let [white, black] = &count.material;
    assert_eq!((white.len(), black.len()), (16, 15));
    assert_eq!(black.matches('P').count(), 7);
    assert_eq!(count.score(), Some(1.0));
}

#[test]
fn a_castling_moves_the_rook_and_is_a_turn_of_the_king() {
    let count = counted("e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O", GameResult::Unfinished);
    assert_eq!((piece(&count, 'R').moves, piece(&count, 'K').moves), (0, 2));
    assert_eq!((piece(&count, 'R').stayed, piece(&count, 'K').stayed), (2, 0));
    assert_eq!((piece(&count, 'R').survived, piece(&count, 'R').captured), (4, 0));
    assert_eq!((count.end.as_str(), count.score()), ("stopped", None));
}

#[test]
fn captures_in_passing_and_promotions_are_counted() {
    let count = counted("e4 a6 e5 d5 exd6 Ra7 dxc7 h6 cxb8=N Ra8", GameResult::Draw);
    let pawn = piece(&count, 'P');
    assert_eq!((pawn.captures, pawn.captured, pawn.moves), (3, 2, 8));
    // The promoted pawn is not captured, so it survives.
    assert_eq!((pawn.at_start, pawn.survived), (16, 14));
    let knight = piece(&count, 'N');
    assert_eq!(
        (knight.promotions, knight.captured, knight.at_start, knight.survived),
        (1, 1, 4, 3)
    );
    // The captured knight never left its square; the rook did, though it came back.
    assert_eq!((knight.stayed, piece(&count, 'R').stayed), (4, 3));
    assert_eq!(count.captures, 3);
}

#[test]
fn a_game_is_decided_when_the_chances_stay_high() {
    let game = |comments: [&str; 7], result| {
        let turns = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"];
        let turns: Vec<(&str, &str)> = turns.into_iter().zip(comments).collect();
        let (definition, record) = chess(&turns, result);
        GameCount::of(&definition, &record, None).decided
    };
    let white = GameResult::WhiteWins;
    // Each score is from the mover's point of view.
    assert_eq!(
        game(["+0.20", "-0.10", "+9.00", "-8.00", "+0.00", "-9.50", "+M1"], white),
        Some(5)
    );
    assert_eq!(
        game(["+9.00", "-9.00", "+9.00", "-9.00", "+9.00", "-M1", "+M1"], white),
        Some(0)
    );
    assert_eq!(game(["+0.00"; 7], white), Some(7));
    assert_eq!(game(["+9.00"; 7], GameResult::Draw), None);
    assert_eq!(
        game(
            ["-9.00", "+9.00", "-9.00", "+9.00", "-9.00", "+9.00", "-9.00"],
            GameResult::BlackWins
        ),
        Some(0)
    );
}

#[test]
fn scores_are_read_from_comments() {
    assert_eq!(score("+0.31/14 0.200s"), Some(Value::Centipawns(31)));
    assert_eq!(score("-12.05"), Some(Value::Centipawns(-1205)));
    assert_eq!(score("-M5"), Some(Value::Mate(-5)));
    assert_eq!(score("+M2/9"), Some(Value::Mate(2)));
    assert_eq!(score("a good move"), None);
    assert_eq!(score(""), None);
}

#[test]
fn material_is_sampled_in_quiet_positions_after_the_opening() {
    let quiet = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 Nf3 Nf6";
    let count = counted(quiet, GameResult::Draw);
    assert_eq!(count.imbalances, [[0; 6]]);
    // The turn after the eighth ply is a capture, so the position is not quiet.
    let noisy = "e4 d5 Nf3 Nf6 Nc3 Nc6 Be2 e6 exd5 Nxd5";
    assert!(counted(noisy, GameResult::Draw).imbalances.is_empty());
}
