//! Promotions.

use super::{keys, refusal, text};
use crate::import::FairyGames;
use kurier_rules::rules::Definition;

#[test]
fn promotions_keep_piece_types_when_letters_change() {
    let with_w = "[x:chess]\nqueen = w\nstartFen = rnbwkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBWKBNR w KQkq - 0 1\n";
    assert!(keys(with_w, "x", 'P').contains("promotes-to = \"WRBN\""));
    // The custom piece takes the queen's letter: pawns are promoted neither to the queen nor to the custom piece.
    let other = "[x:chess]\ncustomPiece1 = q:WD\n";
    assert!(keys(other, "x", 'P').contains("promotes-to = \"RBN\""));
    // The order in a section does not matter, because pieces are read first.
    let early = "[x:chess]\npromotionPieceTypes = w\nqueen = w\n\
                 startFen = rnbwkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBWKBNR w KQkq - 0 1\n";
    assert!(keys(early, "x", 'P').contains("promotes-to = \"W\""));
    // A game without a base has no promotions; in Fairy-Stockfish its pawns never enter the last rank.
    let none = "[x]\npawn = p\nrook = r\nking = k\nstartFen = 4k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w - - 0 1\n";
    assert!(keys(none, "x", 'P').contains("promotes-up-to = { R = 0 }"));
    let nothing = "[x]\npawn = p\nking = k\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
    assert!(keys(nothing, "x", 'P').contains("promotes-up-to = { P = 0 }"));
}

#[test]
fn promotion_of_pieces_is_translated() {
    let base = "rook = r\nsilver = s\ngold = g\nking = k\ncastling = false\npromotedPieceType = s:g\n\
                promotionRegionWhite = *8\npromotionRegionBlack = *1\nstartFen = 4k2s/8/8/8/8/8/8/4K2S w - - 0 1\n";
    let optional = keys(&format!("[x]\n{base}"), "x", 'S');
    assert!(
        optional.contains("must-promote-from = \"never\"\npromotes-leaving = true"),
        "{optional}"
    );
    let forced = keys(&format!("[x]\n{base}mandatoryPiecePromotion = true\n"), "x", 'S');
    assert!(
        forced.contains("must-promote-from = 1\npromotes-leaving = true\nmust-promote-leaving = true"),
        "{forced}"
    );
    // Such a promotion resets the count towards the move limit, though the piece is not a pawn.
    assert!(text(&format!("[x]\n{base}"), "x").contains("promotions-reset = true"));
    assert!(!text(&format!("[x]\n{base}nMoveRule = 0\n"), "x").contains("promotions-reset"));
    let limited = keys(&format!("[x]\n{base}promotionLimit = g:2\n"), "x", 'S');
    assert!(limited.contains("promotes-up-to = { G = 2 }"), "{limited}");
    let both = refusal(
        &format!("[x]\n{base}mandatoryPiecePromotion = true\npromotionLimit = g:2\n"),
        "x",
    );
    assert!(both.contains("promotionLimit"), "{both}");
    // A pawn is promoted like a chess pawn.
    let pawn = keys(
        "[x:chess]\npromotionPieceTypes = -\npromotedPieceType = p:r\n",
        "x",
        'P',
    );
    assert!(
        pawn.contains("promotes-to = \"R\"") && !pawn.contains("promotes-leaving"),
        "{pawn}"
    );
    // Pieces can already be promoted in the start position.
    let promoted = "startFen = 4k2s/8/8/8/8/8/8/4K2+S[] w - - 0 1\npieceDrops = true\ncapturesToHand = true\n";
    assert!(text(&format!("[x]\n{base}{promoted}"), "x").contains("4K2+S[] w"));
}

#[test]
fn pieces_that_become_royal_are_translated() {
    let text = "[x:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\npromotionPieceTypes = kq\n\
                extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n";
    assert!(keys(text, "x", 'K').contains("royal = true\nroyal-up-to = 1"));
    assert!(keys(text, "x", 'P').contains("promotes-to = \"KQ\""));
}

#[test]
fn promotion_regions_are_translated() {
    let pawn = |text: &str| keys(&format!("[x:chess]\n{text}\n"), "x", 'P');
    let early = "promotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2";
    let compulsory = pawn(&format!("{early}\ndoubleStep = false"));
    assert!(
        compulsory.contains("promotion-rank = 7\nmust-promote-from = 7"),
        "{compulsory}"
    );
    let optional = pawn(&format!("{early}\nmandatoryPawnPromotion = false"));
    assert!(
        optional.contains("promotion-rank = 7\nmust-promote-from = \"never\""),
        "{optional}"
    );
    let stuck = pawn(&format!(
        "{early}\nmandatoryPawnPromotion = false\nimmobilityIllegal = true"
    ));
    assert!(
        stuck.contains("promotion-rank = 7") && !stuck.contains("must-promote-from"),
        "{stuck}"
    );
    let part = pawn("promotionRegionWhite = *8 d7\npromotionRegionBlack = *1 d2\ndoubleStep = false");
    assert!(
        part.contains("promotes-in = [\"a8\", \"b8\"") && part.contains("\"d7\""),
        "{part}"
    );
    assert!(
        part.contains("must-promote-from = 1") && !part.contains("promotes-in-black"),
        "{part}"
    );
    let different = pawn("promotionRegionWhite = *8\npromotionRegionBlack = a1 *2\ndoubleStep = false");
    assert!(different.contains("promotes-in-black = [\"a2\", \"a1\""), "{different}");
}

#[test]
fn the_sides_may_be_promoted_differently() {
    let pawn = |keys_of_it: &str| keys(&format!("[x:chess]\n{keys_of_it}\n"), "x", 'P');
    let both = pawn("promotionPieceTypesBlack = qn\npromotionLimit = n:3");
    assert!(
        both.contains("promotes-to = \"QRBN\"\npromotes-to-black = \"QN\"\n"),
        "{both}"
    );
    assert!(both.contains("promotes-up-to = { N = 3 }"), "{both}");
    assert!(!pawn("promotionPieceTypesBlack = nbrq").contains("promotes-to-black"));
    assert!(refusal("[x:chess]\npromotionPieceTypesBlack = -\n", "x").contains("one side only"));
}

#[test]
fn promotion_limits_may_differ_from_the_start_position() {
    let limited = |limits: &str| keys(&format!("[x:chess]\npromotionLimit = {limits}\n"), "x", 'P');
    assert!(limited("q:2 r : 3").contains("promotes-up-to = { Q = 2, R = 3 }"));
    assert!(limited("q:1 r:2 b:2 n:2").contains("promotes-to-lost = true"));
    // Zero means that there is no limit.
    assert!(!limited("q:0").contains("promotes-up-to"));
    let inherited = "[x:grand]\npromotionLimit = q:2\n";
    assert!(keys(inherited, "x", 'P').contains("promotes-up-to = { A = 1, C = 1, Q = 2, R = 2, B = 2, N = 2 }"));
}

#[test]
fn pawns_wait_where_they_would_have_to_be_promoted() {
    let waits = |keys: &str, region: &str| {
        let text = format!("[x:chess]\npromotionRegionWhite = {region}\n{keys}\n");
        let games = FairyGames::read(&text, "variants.ini").expect("a correct file");
        games.translate("x").expect("the game is there").map(|text| {
            let game = Definition::parse(&text, "translated.toml").expect("translations are correct");
            let (_, pawn) = game
                .piece_types()
                .find(|(_, piece)| piece.letter == 'P')
                .expect("a pawn");
            pawn.must_promote_leaving
        })
    };
    let drops = "pieceDrops = true\ncapturesToHand = true\npromotionZonePawnDrops = true";
    assert_eq!(waits(drops, "*6 *7 *8"), Ok(true));
    // A pawn could leave such a region without being promoted.
    let refused = waits(drops, "*6 *8").expect_err("no rule for such a pawn");
    assert!(refused[0].message.contains("drops of a Pawn"), "{refused:?}");
    assert_eq!(waits("", "*6 *7 *8"), Ok(true));
    for (keys, region) in [
        ("", "*7 *8"),
        ("enPassantRegionWhite = -", "*6 *7 *8"),
        ("doubleStep = false", "*6 *7 *8"),
    ] {
        assert_eq!(waits(keys, region), Ok(false), "{keys} {region}");
    }
}

#[test]
fn pieces_that_turn_back_are_promoted_to_what_they_were() {
    let base = "[x]\nmaxRank = 5\nmaxFile = 5\nking = k\nrook = r\ncustomPiece1 = p:fW\ncastling = false\npieceDrops = true\n\
                capturesToHand = true\ndropPromoted = true\npieceDemotion = true\nmandatoryPiecePromotion = true\n\
                promotionPieceTypes = -\npromotedPieceType = p:r\npromotionRegionWhite = *1 *2 *3 *4 *5\n\
                promotionRegionBlack = *1 *2 *3 *4 *5\n";
    let start = "startFen = k3p/5/5/5/P2+PK[] w - - 0 1\n";
    let translated = |keys: &str, start: &str| {
        let games = FairyGames::read(&format!("{base}{keys}{start}"), "variants.ini").expect("a correct file");
        let text = games.translate("x").expect("the game is there");
        text.map(|text| {
            (
                Definition::parse(&text, "x.toml").expect("translations are correct"),
                text,
            )
        })
    };
    let (game, text) = translated("", start).expect("a translation");
    let [pawn, rook] = ['P', 'R'].map(|letter| game.piece_of_letter(letter).expect("a piece").0);
    assert_eq!((game.held_as(rook), game.dropped_promoted(pawn)), (pawn, Some(rook)));
    assert_eq!(game.only_promotion(rook), Some(pawn));
    // Turning back does not reset the count towards the move limit.
    assert!(!text.contains("promotions-reset"), "{text}");
    for (keys, start, why) in [
        ("mandatoryPiecePromotion = false\n", start, "mandatoryPiecePromotion"),
        ("promotionRegionWhite = *5\n", start, "promotionRegion"),
        ("dropLoop = true\n", start, "dropLoop"),
        ("customPiece2 = q:F\npromotedPieceType = p:r q:r\n", start, "two pieces"),
        (
            "customPiece2 = q:F\npromotedPieceType = p:r r:q\n",
            start,
            "promoted twice",
        ),
        ("", "startFen = k3p/5/5/5/P2RK[] w - - 0 1\n", "cannot turn back"),
    ] {
        let refused = translated(keys, start).expect_err(why);
        assert!(
            refused.iter().any(|reason| reason.message.contains(why)),
            "{why}: {refused:?}"
        );
    }
}

#[test]
fn a_piece_that_is_given_again_is_no_promotion() {
    // In Fairy-Stockfish a letter that is defined again is first taken from its piece, which removes the piece from the
    // promotions.
    assert!(keys("[x:chess]\nknight = n\n", "x", 'P').contains("promotes-to = \"QRB\""));
    let chosen = "[x:chess]\nknight = n\npromotionPieceTypes = nq\n";
    assert!(keys(chosen, "x", 'P').contains("promotes-to = \"NQ\""));
}
