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
