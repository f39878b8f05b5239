//! Royal pieces.

use super::{definition, refusal, translated};
use kurier_rules::rules::{Color, Facing};

#[test]
fn royal_pieces_are_found() {
    let royal = |text: &str| {
        let game = definition(&format!("files=5 ranks=6 maxPromote=0 pawn::fmWfcF::a2,b2 {text}"));
        game.piece(game.king(Color::White).expect("a king")).letter
    };
    assert_eq!(royal("king::K::a1 rook::::b1"), 'K');
    assert_eq!(royal("queen::::a1 royal=3 rook::::b1"), 'R');
    assert_eq!(royal("queen::::a1 royal=Q rook::::b1"), 'Q');
    assert_eq!(royal("king's man:M:F::a1 king:K:K::b1"), 'K');
    assert_eq!(royal("king:K:K::a1 dragon king:D:RF::b1"), 'K');
    // Without a king, the last piece of the list is royal, and the translation notes that.
    assert_eq!(royal("queen::::a1 emperor:E:K::b1"), 'E');
    assert_eq!(royal("dragon king:D:RF:: emperor:E:K::b1"), 'E');
    assert_eq!(royal("royal king:K:K::a1 rook::::c1,d1"), 'K');
    let assumed = translated("files=5 maxPromote=0 queen::::a1 emperor:E:K::b1").expect("a translation");
    assert!(
        assumed.contains("# The diagram does not say which piece is royal"),
        "{assumed}"
    );
    for (text, error) in [
        (
            "queen::::a1 rook::::b1,c1",
            "1: expected `royal=`, because it is not clear which piece is the king",
        ),
        (
            "dragon king:D:RF::a1 emperor:E:K::b1",
            "1: expected `royal=`, because it is not clear which piece is the king",
        ),
        (
            "dragon king:D:RF::a1 lion king:K:K::b1 rook::::c1",
            "1: expected `royal=`, because it is not clear which piece is the king",
        ),
        ("queen::::a1 king::K::b1 royal=3", "1: there is no piece `3`"),
        ("queen::::a1 king::K::b1 royal=KX", "1: there is no piece `X`"),
    ] {
        assert_eq!(refusal(&format!("maxPromote=0 {text}")), [error]);
    }
}

#[test]
fn several_royal_pieces_of_a_side_may_be_lost_but_one() {
    let game = definition("files=5 ranks=5 maxPromote=0 royal=1,2 queen::::a1 king::K::b1 rook::::d1");
    assert_eq!(
        (game.kings.royal_up_to, game.royal_at_start(Color::White)),
        (Some(1), 2)
    );
    let text = "files=5 ranks=5 symmetry=mirror maxPromote=1 promoOffset=1 promoChoice=+ holdingsType=1 royal=2 royal=3 \
                elephant::FsfW::a1 prince:C:K:: king::K::b1";
    let game = definition(text);
    assert_eq!(
        (game.kings.royal_up_to, game.royal_at_start(Color::White)),
        (Some(1), 1)
    );
    assert!(game.has_royal_promotions());
}

#[test]
fn a_king_with_a_successor_changes_places_with_it() {
    let text = "files=5 ranks=5 maxPromote=0 succession=1 prince:F:K::a1 rook::::c1 king::KdU::b1";
    let game = definition(text);
    let (prince, _) = game.piece_of_letter('F').expect("a prince");
    assert!(game.succeeds(prince) && game.kings.successors.count_ones() == 1);
    assert_eq!(
        definition(&text.replace("succession=1", "succession=F")).kings,
        game.kings
    );
    for (wrong, name) in
        [("KdU::b1", "K::b1"), ("rook::::c1", "rook::RdU::c1")].map(|(from, to)| (text.replace(from, to), from))
    {
        let piece = if name.starts_with("rook") { "rook" } else { "king" };
        assert_eq!(
            refusal(&wrong),
            [format!(
                "1: `succession` is supported only if the king changes places (`dU`), and no other piece does: the {piece}"
            )]
        );
    }
}

#[test]
fn the_sides_may_have_different_royal_pieces() {
    for royal in ["royal=KS", "royal=1 royal=2", "royal=K,S"] {
        let text =
            format!("files=5 ranks=6 maxPromote=0 king:K:KisO2::c1,, shah:S:K::,,b6 rook:R:R::a1,e1,,a6,e6 {royal}");
        let game = definition(&text);
        let letters = Color::BOTH.map(|color| game.king(color).map(|king| game.piece(king).letter));
        assert_eq!(letters, [Some('K'), Some('S')]);
        assert!(
            game.castlings
                .iter()
                .all(|castling| castling.only == Some(Color::White))
        );
    }
}

#[test]
fn kings_that_take_each_other_from_afar_may_not_face_each_other() {
    let facing = |moves: &str| {
        let text = format!("files=6 ranks=7 maxPromote=0 rook::::d2 king::{moves}::d1");
        definition(&text).kings.facing_forbidden
    };
    let lines = |files, ranks, diagonals| Facing {
        files,
        ranks,
        diagonals,
    };
    assert_eq!(facing("K"), Facing::default());
    assert_eq!(facing("fkRfkBK"), lines(true, false, true));
    assert_eq!(facing("KkR"), Facing::FILES_AND_RANKS);
    assert_eq!(facing("KkQ"), lines(true, true, true));
    assert_eq!(
        refusal("files=6 ranks=7 maxPromote=0 rook::RkB::a1 king::K::d1"),
        [
            "1: a rook that takes nothing but kings along a line is supported only if it is the king, and if both kings do"
        ]
    );
    assert!(refusal("files=6 ranks=7 maxPromote=0 king::KfskR::d1")[0].contains("`k`"));
}
