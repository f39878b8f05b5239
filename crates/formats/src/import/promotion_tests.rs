use super::FairyGames;
use kurier_rules::rules::Definition;

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
    // From such a region a pawn could go on unpromoted.
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
    // Turning back is no progress.
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
