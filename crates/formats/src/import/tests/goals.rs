//! Goals and other ends of the game.

use super::{definition, games, keys, refusal, text};
use kurier_rules::rules::{BareKing, Color, Facing, Fate, FlagTime, Stalemate};

#[test]
fn extinction_rules_about_bare_kings_are_recognised() {
    let idiom = "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n\
                 extinctionOpponentPieceCount = 2\n";
    for (text, expected) in [
        (
            format!("[x:chess]\n{idiom}extinctionClaim = true\n"),
            BareKing::LosesUnlessAnswered,
        ),
        (format!("[x:chess]\n{idiom}"), BareKing::Loses),
        ("[x:shatranj]\nextinctionClaim = false\n".into(), BareKing::Loses),
        ("[x:shatranj]\nextinctionValue = none\n".into(), BareKing::PlaysOn),
        // A player who has bared the opponent's king has two pieces or more, so a minimum of two or less changes
        // nothing.
        (
            "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n".into(),
            BareKing::Loses,
        ),
        (
            format!("[x:chess]\n{idiom}extinctionClaim = true\nextinctionOpponentPieceCount = 1\n"),
            BareKing::Loses,
        ),
        // Kings are never captured, so the rule has no effect.
        (
            format!("[x:chess]\n{idiom}extinctionPieceCount = 0\n"),
            BareKing::PlaysOn,
        ),
    ] {
        assert_eq!(definition(&text, "x").ends.bare_king, expected, "{text}");
    }
    // A side that begins with one queen would have lost at once.
    let text = format!("[x:chess]\n{idiom}extinctionPieceTypes = q\n");
    let errors = games(&text)
        .translate("x")
        .expect("it is there")
        .expect_err("no such rule");
    assert!(errors[0].message.contains("lacks at the start"), "{errors:?}");
}

#[test]
fn goals_are_translated() {
    let goals = |keys: &str| {
        let game = definition(&format!("[x:chess]\n{keys}"), "x");
        (game.ends.clone(), game.kings)
    };
    let extinct = |keys: &str| {
        let (ends, _) = goals(keys);
        let rule = ends.extinctions.first().cloned().expect("a rule");
        (rule.pieces.len(), rule.at_most, rule.opponent_at_least, rule.fate)
    };
    let idiom = "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 2\n";
    assert_eq!(extinct(idiom), (0, 2, 0, Fate::Loses));
    assert_eq!(
        extinct(&format!("{idiom}extinctionOpponentPieceCount = 3\n")),
        (0, 2, 3, Fate::Loses)
    );
    assert_eq!(
        extinct("extinctionValue = win\nextinctionPieceTypes = qr\n"),
        (2, 0, 0, Fate::Wins)
    );
    let (ends, _) = goals("flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\ncheckmateValue = win\n");
    let flag = &ends.flags[0];
    assert_eq!(
        (flag.squares[0].len(), flag.squares[1].len(), flag.time),
        (8, 8, FlagTime::AtOnce)
    );
    assert_eq!(ends.checkmate, Fate::Wins);
    let (ends, kings) =
        goals("flagPiece = k\nflagRegion = *8\nflagMove = true\nchecking = false\nflyingGeneral = true\n");
    assert_eq!(ends.flags[0].time, FlagTime::Answered);
    assert!(kings.checks_forbidden && kings.facing_forbidden == Facing::FILES_AND_RANKS);
    let (ends, _) = goals("nFoldRule = 4\nnFoldValue = loss\nperpetualCheckIllegal = true\nconnectN = 5\n");
    assert_eq!((ends.repetition.times, ends.repetition.fate), (Some(4), Fate::Wins));
    assert!(ends.repetition.perpetual_check_loses && ends.connections[0].count == 5);
    let (ends, _) =
        goals("checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+5 0 1\n");
    assert_eq!(ends.checks, 5);
}

#[test]
fn games_without_a_king_or_with_several_are_translated() {
    let antichess = definition("[x:antichess]\n", "x");
    assert_eq!(
        (antichess.king(Color::White), antichess.ends.stalemate),
        (None, Stalemate::Win)
    );
    let two = definition(
        "[x:chess]\nking = -\ncommoner = k\nextinctionValue = loss\nextinctionPseudoRoyal = true\n\
         extinctionPieceTypes = k\nstartFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1\n",
        "x",
    );
    let king = two.piece_of_letter('K').expect("a king").0;
    assert!(two.piece(king).royal && two.king(Color::White).is_none());
    assert_eq!(two.piece(king).royal_up_to, Some(1));
}

#[test]
fn repetitions_that_decide_the_fate_of_white_are_translated() {
    let game = "[x:chess]\nnFoldValue = loss\nnFoldValueAbsolute = true\n";
    assert!(text(game, "x").contains("repetition = \"loss\"\nrepetition-of = \"white\"\n"));
}

#[test]
fn counts_of_endgames_are_translated() {
    let makruk = text("[x:makruk]\n", "x");
    let first = "counting = { board = 64, alone = [{ pieces = \"R\", at-least = 2, moves = 8 }, { pieces = \"R\", moves = 16 },";
    assert!(makruk.contains(first), "{makruk}");
    let cambodian = text("[x:makruk]\ncountingRule = cambodian\n", "x");
    assert!(cambodian.contains("board = 63, board-men = 3, alone = "), "{cambodian}");
    assert!(cambodian.contains("counts-men = true }\n"), "{cambodian}");
    assert!(!text("[x:makruk]\ncountingRule = none\n", "x").contains("counting"));
    let pieces = "[x:makruk]\nnMoveRuleTypes = pn\n";
    assert!(refusal(pieces, "x").contains("`countingRule`"));
    assert!(refusal("[x:makruk]\ncountingRule = thai\n", "x").contains("`cambodian`"));
}

#[test]
fn immobility_rule_is_refused_if_it_has_an_effect() {
    let knight = "[x:chess]\nimmobilityIllegal = true\nshogiKnight = s\n\
                  startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR w KQkq - 0 1\n";
    assert!(
        refusal(knight, "x").contains("the Shogi Knight on a7"),
        "{}",
        refusal(knight, "x")
    );
    // In chess the rule has no effect, because pawns on the last rank are promoted.
    let chess = "[x:chess]\nimmobilityIllegal = true\nmandatoryPawnPromotion = false\n";
    assert!(keys(chess, "x", 'P').contains("promotes-to = \"QRBN\""));
    let stays = "[x:chess]\nmandatoryPawnPromotion = false\n";
    assert!(keys(stays, "x", 'P').contains("must-promote-from = \"never\""));
}
