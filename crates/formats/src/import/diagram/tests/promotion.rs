//! Promotion, reserves and drops.

use super::{SMALL, definition, refusal, translated};
use kurier_rules::rules::{Definition, PieceType, PromotesLeaving, Promotion};

#[test]
fn a_reserve_limits_promotions() {
    let pawn = |more: &str| {
        let text = format!(
            "files=6 ranks=8 holdingsType=1 {more} pawn:P:fmWfcF::a2 rook::::b1 queen::::d1:1 lion:L:KN::: king::K::c1"
        );
        translated(&text).expect("a translation")
    };
    assert!(pawn("promoChoice=*R").contains("promotes-to-lost = true"));
    assert!(pawn("promoChoice=*R*Q").contains("promotes-up-to = { R = 1, Q = 2 }"));
    let mixed = pawn("promoChoice=R*QL");
    assert!(
        mixed.contains("promotes-to = \"RQL\"") && mixed.contains("promotes-up-to = { Q = 2 }"),
        "{mixed}"
    );
    let refused = |text: &str| refusal(&format!("files=6 ranks=8 holdingsType=1 {text} king::K::c1\n"));
    assert_eq!(
        refused("maxPromote=2 promoChoice=*R*Q pawn:P:fmWfcF::a2 rook::::b1 queen::::d1"),
        ["1: `R` in `promoChoice` is not supported: a piece of the reserve is not promoted itself"]
    );
    assert_eq!(
        refused("symmetry=none promoChoice=Q*R pawn:P:fmWfcF::a2,,a7 rook::::b1 queen::::"),
        ["1: `R` in `promoChoice` is not supported: with a reserve, both sides have equally many at the start"]
    );
}

#[test]
fn promotions_are_translated() {
    let pawn = |more: &str| {
        let text = format!("files=4 ranks=8 {more} pawn:P:fmWfcF::a2 rook::::b1 queen:::: lion:L:KN::: king::K::c1");
        let game = definition(&text);
        game.pieces[0].clone()
    };
    let last = pawn("promoChoice=RQ");
    assert_eq!((last.promotion_rank, last.promotes_to_lost), (7, false));
    let waits = pawn("promoZone=3 promoChoice=!PRQ");
    assert_eq!((waits.promotion_rank, waits.must_promote_from), (5, Some(7)));
    let at_once = pawn("promoZone=3 promoChoice=RQ");
    assert_eq!((at_once.promotion_rank, at_once.must_promote_from), (5, Some(5)));
    assert!(pawn("holdingsType=1 promoChoice=*R*Q").promotes_to_lost);
    let late = pawn("promoZone=3 promoChoice=!PR2Q1L3");
    let squares: Vec<(u8, usize, usize)> = late
        .promotes_to_in
        .iter()
        .map(|bound| (bound.piece_type.0, bound.squares[0].len(), bound.squares[1].len()))
        .collect();
    assert_eq!(
        squares,
        [(1, 8, 8), (2, 4, 4)],
        "what the whole zone allows is not bound"
    );
    let declines = pawn("promoZone=2 promoChoice=RPQ");
    assert_eq!((declines.promotion_rank, declines.must_promote_from), (6, None));
    assert!(pawn("maxPromote=0").promotion.is_none());
    assert!(pawn("promoZone=0").promotion.is_none());
    let refused = |more: &str| {
        refusal(&format!(
            "files=4 ranks=8 pawn:P:fmWfcF::a2 rook::::b1 king::K::c1\n{more}"
        ))
        .join("; ")
    };
    for (more, error) in [
        ("promoChoice=RX", "2: there is no piece `X`"),
        (
            "promoChoice=PR maxPromote=2",
            "2: `P` in `promoChoice` is not supported: a promotion is declined only if one piece alone is promoted",
        ),
        ("promoChoice=P", "2: the pawn is promoted to none of `promoChoice`"),
        (
            "promoChoice=R99",
            "2: `R99` in `promoChoice` is not supported: the board does not have this number of last ranks",
        ),
        (
            "promoChoice=!P2R",
            "2: `!P2` in `promoChoice` is not supported: a promotion waits for the last rank",
        ),
        (
            "promoChoice=K",
            "2: `K` in `promoChoice` is not supported: nothing becomes royal",
        ),
        (
            "promoChoice=+",
            "2: `+` in `promoChoice` is not supported: without `promoOffset` it is not clear which piece is the counterpart",
        ),
        (
            "promoChoice=+R promoOffset=1",
            "2: `+` in `promoChoice` is not supported: either all pieces are promoted to their counterparts or none is",
        ),
        (
            "promoChoice=*R",
            "2: `*` in `promoChoice` is not supported: without `holdingsType=1` it is not clear what is in the reserve",
        ),
    ] {
        assert_eq!(refused(more), error);
    }
}

#[test]
fn a_choice_that_is_missing_or_empty_is_completed() {
    let promoted = |text: &str| {
        let game = definition(&format!(
            "files=4 ranks=8 pawn:P:fmWfcF::a2 rook::::b1 lion:L:KN::: king::K::c1 {text}"
        ));
        let Some(Promotion::Choice(choice)) = game.pieces[0].promotion.clone() else {
            panic!("no choice: {text}");
        };
        choice
            .into_iter()
            .map(|piece| game.piece(piece).letter)
            .collect::<String>()
    };
    assert_eq!(promoted(""), "R");
    assert_eq!(promoted("queen::::"), "QR");
    assert_eq!(promoted("promoChoice="), "RL");
    let file = translated("files=4 ranks=8 pawn:P:fmWfcF::a2 rook::::b1 king::K::c1").expect("a translation");
    assert!(file.contains("does not say what a piece is promoted to"), "{file}");
    assert_eq!(
        refusal("files=4 ranks=8 pawn:P:fmWfcF::a2 lion:L:KN::b1 king::K::c1"),
        ["1: which pieces the pawn is promoted to is missing (`promoChoice`)"]
    );
}

#[test]
fn where_the_list_ends_all_become_the_first_counterpart() {
    let text = |holdings: &str| {
        format!(
            "files=5 ranks=7 promoOffset=4 maxPromote=3 royal=K {holdings} soldier:S:fW::a2 guard:G:fF::b1 \
             lance:L:fR::c1 king:K:K::a1 tokin:T:WfF::"
        )
    };
    let game = definition(&text(""));
    for piece in &game.pieces[..3] {
        assert_eq!(
            piece.promotion,
            Some(Promotion::Choice(vec![PieceType(4)])),
            "{}",
            piece.name
        );
    }
    assert!(refusal(&text("holdingsType=-1"))[0].contains("the counterpart to which the guard"));
}

#[test]
fn drops_and_promotion_to_counterparts_are_translated() {
    let text = "files=5 ranks=5 symmetry=mirror holdingsType=-1 promoZone=2 maxPromote=3 promoOffset=3 promoChoice=+ royal=K \
                pawn:P:fW::a2:1 knight:N:fN::b1 silver:S:FfW::c1 tokin:T:WfF::, horse:H:WfF::, gold:G:WfF::, king:K:K::a1";
    let text = translated(text).expect("a translation");
    let game = Definition::parse(&text, "f").expect("a correct file");
    assert!(
        game.hand.is_some() && game.start.starts_with("kns2/p4/5/P4/KNS2[Pp] w"),
        "{text}"
    );
    let promotions: Vec<_> = ["P", "N", "S"]
        .into_iter()
        .map(|letter| {
            let (piece_type, _) = game.piece_of_letter(letter.chars().next()?)?;
            let piece = game.piece(piece_type);
            Some((
                piece.promotion.clone()?,
                piece.promotion_rank,
                piece.must_promote_from,
                piece.promotes_leaving,
            ))
        })
        .collect();
    let choice = |number: u8| Promotion::Choice(vec![PieceType(number)]);
    assert_eq!(
        promotions,
        [
            Some((choice(3), 3, Some(4), PromotesLeaving::Always)),
            Some((choice(4), 3, Some(3), PromotesLeaving::Always)),
            Some((choice(5), 3, None, PromotesLeaving::Always))
        ]
    );
    let house = translated(&format!("{SMALL}holdingsType=-1\n")).expect("a translation");
    assert!(
        house.contains("stays what it is (`promoted`)") && !text.contains("(`promoted`)"),
        "{house}"
    );
    // Without a choice, an offset alone determines what pieces are promoted to.
    let shogi = definition("files=5 ranks=5 promoOffset=2 pawn:P:fW::a2 king:K:K::a1 tokin:T:WfF::").pieces[0].clone();
    assert_eq!(
        (shogi.promotion, shogi.promotes_leaving),
        (Some(choice(2)), PromotesLeaving::Capturing)
    );
    let refused = |more: &str| refusal(&format!("{SMALL}{more}\n"));
    assert_eq!(
        refused("promoOffset=1"),
        ["8: `promoOffset` is supported only with `promoChoice=+` or without a choice"]
    );
    assert_eq!(
        refusal("files=5 ranks=5 promoOffset=9 promoChoice=+ pawn:P:fW::a2 king:K:K::a1"),
        ["1: the counterpart to which the pawn is promoted (`promoOffset`) is missing or royal"]
    );
}

#[test]
fn shuffled_starts_and_stuck_pawns_are_noted() {
    let text = translated(&format!("{SMALL}shuffle=RN\n")).expect("a translation");
    assert!(
        text.starts_with("# Translated from an Interactive Diagram") && text.contains("# Line 8, `shuffle=RN`"),
        "{text}"
    );
    let shuffled = translated(
        "files=4 ranks=5 maxPromote=0 shuffle=!BNK pawn:P:fW::a2-d2 knight:N:N::a1 bishop:B:B::b1,c1 king:K:K::d1",
    );
    let shuffled = shuffled.expect("a translation");
    assert!(
        shuffled.contains("[shuffle]\ngroups = [\"BNK\"]\nopposite-colors = \"B\"")
            && shuffled.contains("`shuffle=!BNK`: kings castle only"),
        "{shuffled}"
    );
    let game = Definition::parse(&shuffled, "").expect("a game");
    assert_eq!(game.starts.map(|starts| starts.count()), Some(8));
    let twice = translated(
        "files=4 ranks=5 maxPromote=0 shuffle=NK,NB pawn:P:fW::a2-d2 knight:N:N::a1 bishop:B:B::b1 king:K:K::d1",
    );
    assert!(twice.expect("a translation").contains("are not shuffled here"));
    let stuck = translated(&format!("{SMALL}maxPromote=0\n")).expect("a translation");
    assert!(
        !stuck.contains("stuck") && stuck.contains("a script of the page may complete the rules"),
        "{stuck}"
    );
}

#[test]
fn kings_shuffled_with_their_rooks_castle_from_anywhere() {
    let text = translated(
        "files=8 ranks=8 maxPromote=0 shuffle=!BQNRK pawn:P:fW::a2-h2 knight:N:N::b1,g1 bishop:B:B::c1,f1 rook:R:R::a1,h1 \
         queen:Q:Q::d1 king:K:KisO2::e1",
    );
    let text = text.expect("a translation");
    assert!(
        text.contains("castle from wherever they stand, as in Chess960"),
        "{text}"
    );
    let game = Definition::parse(&text, "").expect("a game");
    assert!(game.castling_anywhere);
    assert_eq!(game.starts.as_ref().map(|starts| starts.count()), Some(960));
    let begun = game.with_start("0").expect("a start position");
    assert!(begun.start.ends_with("/BBQNNRKR w KQkq - 0 1"), "{}", begun.start);
    let apart = translated(
        "files=8 ranks=8 maxPromote=0 shuffle=BQNK pawn:P:fW::a2-h2 knight:N:N::b1,g1 bishop:B:B::c1,f1 rook:R:R::a1,h1 \
         queen:Q:Q::d1 king:K:KisO2::e1",
    );
    assert!(apart.expect("a translation").contains("kings castle only"));
}
