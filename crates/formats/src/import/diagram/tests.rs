use super::*;
use kurier_rules::rules::{Color, Definition, Facing, PieceType, PromotesLeaving, Promotion, Reach};

/// Translates a text with one diagram.
fn translated(text: &str) -> Result<String, Vec<String>> {
    let diagrams = Diagrams::read(text, "page.html");
    let result = diagrams.translate("page").expect("the diagram is there");
    result.map_err(|errors| {
        errors
            .iter()
            .map(|error| format!("{}: {}", error.line, error.message))
            .collect()
    })
}

/// Translates a diagram that must be supported, and parses the result.
fn definition(text: &str) -> Definition {
    let file = translated(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    Definition::parse(&file, "translated.toml").expect("translations are correct")
}

/// Returns the errors about a diagram that must be refused.
fn refusal(text: &str) -> Vec<String> {
    translated(text).expect_err(text)
}

const SMALL: &str = "files=6\nranks=7\npromoChoice=RN\npawn::ifmnDfmWfceF::a2-f2\nknight:N:::b1,e1\nrook::::a1,f1\n\
                     king::K::d1\n";

#[test]
fn a_small_game_is_translated() {
    let game = definition(SMALL);
    assert_eq!(game.start, "rn1knr/pppppp/6/6/6/PPPPPP/RN1KNR w - - 0 1");
    let (pawn, _) = game.piece_of_letter('P').expect("a pawn");
    let pawn = game.piece(pawn);
    assert!(pawn.pawn && matches!(&pawn.promotion, Some(Promotion::Choice(types)) if types.len() == 2));
    let steps = pawn.multi_step.as_ref().expect("a double step");
    assert_eq!((steps.double(), steps.en_passant), (Some((1, 1)), true));
    assert!(
        game.king(Color::White)
            .is_some_and(|king| game.piece(king).name == "King" && game.piece(king).royal)
    );
    // Folded, in a page, with looks: the same game.
    let folded = format!(
        "<title>page</title><div class=\"idiagram\">{} satellite=x graphicsDir=/a/b/ squareSize=50 lightShade=#fff</div>",
        SMALL.replace('\n', " ")
    );
    assert_eq!(definition(&folded).rules_hash(), game.rules_hash());
}

#[test]
fn first_steps_lead_as_far_as_the_own_half() {
    let text = SMALL
        .replace("ranks=7", "ranks=10")
        .replace("ifmnDfmWfceF", "ifmnW*fmWfceF");
    let game = definition(&text);
    let steps = game.pieces[0].multi_step.clone().expect("steps");
    let longer = definition(&text.replace("W*fmW", "W3fmW"));
    assert_eq!(game.rules_hash(), longer.rules_hash());
    assert!(steps.en_passant);
    assert_ne!(
        game.rules_hash(),
        definition(&text.replace("W*fmW", "W2fmW")).rules_hash()
    );
}

#[test]
fn black_follows_by_symmetry_or_is_listed() {
    let start = |text: &str| {
        definition(text)
            .start
            .split(' ')
            .next()
            .map(str::to_owned)
            .expect("a board")
    };
    let pieces = "files=4 ranks=5 king:K:K::a1 royal=K rook::::b1 maxPromote=0";
    assert_eq!(start(pieces), "kr2/4/4/4/KR2");
    assert_eq!(start(&format!("symmetry=mirror {pieces}")), "kr2/4/4/4/KR2");
    assert_eq!(start(&format!("symmetry=rotate {pieces}")), "2rk/4/4/4/KR2");
    let listed = "files=4 ranks=5 king:K:K::a1,,c5 royal=K rook::::b1,,d5,d4 queen::::, maxPromote=0";
    assert_eq!(start(listed), "2kr/3r/4/4/KR2");
    assert_eq!(
        refusal(&format!("symmetry=mirror\n{}", listed.replace("queen::::, ", ""))),
        ["2: expected squares of White only, because of `symmetry`"; 2]
    );
    assert_eq!(
        refusal("files=4\nking:K:K::a1\nrook::::a1\nmaxPromote=0"),
        ["3: two pieces on a1", "3: two pieces on a8"]
    );
}

#[test]
fn letters_are_found_for_all_pieces() {
    let text = "files=8 ranks=8 maxPromote=0 pawn::fmWfcF::a2 prince::K::b1 war machine:WM:WD::c1 bear:b:F::d1 \
                Ω:+B:N::e1 king:K:K::f1";
    let game = definition(text);
    let letters: Vec<(char, &str)> = game
        .pieces
        .iter()
        .map(|piece| (piece.letter, piece.name.as_str()))
        .collect();
    assert_eq!(
        letters,
        [
            ('P', "Pawn"),
            ('R', "Prince"),
            ('W', "War Machine"),
            ('B', "Bear"),
            ('A', "Ω"),
            ('K', "King")
        ]
    );
    let ambiguous = format!("{text}\npromoChoice=P maxPromote=1");
    assert_eq!(refusal(&ambiguous), ["2: `P` is the ID of several pieces"]);
}

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
fn holes_are_squares_that_are_missing() {
    let game = definition(
        "files=6 ranks=7 promoChoice=RN pawn::ifmnDfmWfceF::a2-e2 knight:N:::e1 rook::::f1 king::K::d1 \
         hole::::a1-b1,f2,c3-c5",
    );
    assert_eq!(game.start, "**1knr/ppppp*/2*3/2*3/2*3/PPPPP*/**1KNR w - - 0 1");
    for (text, error) in [
        (format!("{SMALL}hole::W::a3\n"), "8: a hole with moves is not supported"),
        (
            format!("{SMALL}hole::::a3\ncannon:C:mRcpR::c3"),
            "9: moves of the cannon that lead over pieces are not supported on a board with holes",
        ),
        (
            format!("hole::::a3\n{SMALL}"),
            "1: holes before other pieces in the list are not supported, because the diagram gives pieces by their number",
        ),
    ] {
        assert_eq!(refusal(&text), [error]);
    }
}

#[test]
fn squares_may_be_counted_from_rank_zero() {
    let counted = "files=6\nranks=7\npromoChoice=RN\npawn::ifmnDfmWfceF::a1-f1\nknight:N:::b0,e0\nrook::::a0,f0\n\
                   king::K::d0\n";
    assert_eq!(
        definition(&format!("{counted}firstRank=0\n")).rules_hash(),
        definition(SMALL).rules_hash()
    );
    assert_eq!(
        definition(&format!("{SMALL}firstRank=0\n")).rules_hash(),
        definition(SMALL).rules_hash()
    );
    assert!(refusal(counted)[0].contains("expected squares"));
}

#[test]
fn other_spellings_of_a_page_mean_the_same() {
    let game = definition(SMALL).rules_hash();
    let spaced = SMALL
        .replace("files=6", "files = 6")
        .replace("knight:N:::", "knight : N : : : ");
    let symmetric = format!("symmetry=mirror\n{SMALL}").replace("d1", "d1,,d7");
    let pictures = SMALL.replace("rook:::", "rook:::https://example.com/rook.png");
    let hidden = format!("&lt;div class=\"idiagram\"&gt;\n{SMALL}&lt;/div&gt;");
    let looks = format!("{SMALL}background='a.png' fileOffset=0 holeShade=#fff stalemate=draw\n");
    for text in [
        spaced,
        symmetric,
        pictures,
        hidden,
        looks,
        SMALL.replace('\n', "\r\n"),
        SMALL.replace('\n', "<br>"),
        SMALL.replace("king:", "king&#58;"),
    ] {
        assert_eq!(definition(&text).rules_hash(), game, "{text}");
    }
    assert!(refusal(&format!("{SMALL}stalemate=win\n"))[0].contains("not verified"));
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
            "enableAI=1",
            "1: which pieces the pawn is promoted to is missing (`promoChoice`)",
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
fn castling_finds_its_partners() {
    let game = definition("files=10 ranks=8 maxPromote=0 rook::::a1,j1 knight::::b1 king::KisO3::f1");
    let castlings: Vec<String> = game
        .castlings
        .iter()
        .map(|castling| {
            let name = |square| game.shape.name(square);
            let ((king, to), (rook, target)) = (castling.king, castling.rook);
            format!(
                "{} {}{} {}{} {}",
                castling.letter,
                name(king),
                name(to),
                name(rook),
                name(target),
                castling.short
            )
        })
        .collect();
    assert_eq!(castlings, ["K f1i1 j1h1 true", "Q f1c1 a1d1 false"]);
    assert!(game.start.contains(" w KQkq "));
    let choice = definition("files=8 ranks=8 maxPromote=0 rook::::a1,h1 king::KisO2isO3::e1");
    assert_eq!(choice.castlings.len(), 4);
    // A castling to the neighbouring square is written with the rook's square.
    let near = translated("files=8 ranks=8 maxPromote=0 rook::::a1,h1 king::KisO1isO2::e1").expect("a translation");
    assert!(
        near.contains(
            "king = [\"e1\", \"f1\", \"g1\"]\nrook = [\"h1\", \"e1\", \"f1\"]\nwritten = [\"rook\", \"king\"]"
        )
    );
    let turned = definition("files=8 ranks=8 symmetry=rotate maxPromote=0 rook::::a1,h1 king::KisO2::d1");
    assert_eq!(turned.castlings.len(), 4);
    assert!(turned.castlings.iter().all(|castling| castling.only.is_some()));
    assert_eq!(
        refusal("files=8\nmaxPromote=0\nking::KisO2::d1"),
        ["3: the king: castling over 2 squares finds no piece that castles with it"]
    );
    let unclear = "4: with which piece the king castles is not clear: the outermost piece on a side is not a rook, \
                   and it is not in the corner or a rook stands nearer";
    for pieces in ["rook::::b1\nbishop::::a1", "rook::::h1\nbishop::::b1"] {
        assert_eq!(refusal(&format!("maxPromote=0\n{pieces}\nking::KisO2::e1")), [unclear]);
    }
    let corners = definition("files=8 ranks=8 maxPromote=0 bishop::::a1,h1 king::KisO2::e1");
    assert_eq!(corners.castlings.len(), 2);
    assert_eq!(
        refusal("files=8\nmaxPromote=0\nrook::::a1\nking::KisO2::d1,e1"),
        ["4: castling of several pieces of a side is not supported: the king"]
    );
}

#[test]
fn first_moves_and_steps_are_translated() {
    let king = definition("files=9 ranks=9 maxPromote=0 rook::::a1 king::KimAimDimN::e1");
    let first = king
        .piece(king.king(Color::White).expect("a king"))
        .first_move
        .clone()
        .expect("a first move");
    assert_eq!((first.movements.len(), first.safe_passage), (16, false));
    assert!(king.start.contains(" w Ee "), "{}", king.start);
    let everywhere = definition("files=9 ranks=9 promoChoice=R pawn::fmWfceFfmnnD::a2 rook::::a1 king::K::e1");
    assert_eq!(
        everywhere.pieces[0]
            .multi_step
            .as_ref()
            .and_then(|steps| steps.double()),
        Some((0, 6))
    );
    let triple = definition("files=9 ranks=9 promoChoice=R pawn::fmWfcFifmnDifmnH::a2 rook::::a1 king::K::e1");
    let steps = triple.pieces[0].multi_step.clone().expect("steps");
    assert_eq!((steps.longest(), steps.en_passant), (3, false));
    // A pawn that steps diagonally makes its long first step by `i`, which no pawn can capture en passant.
    let berolina = "files=9 ranks=9 promoChoice=R pawn::fmFfcWifmnA::a2 rook::::a1 king::K::e1";
    let steps = definition(berolina).pieces[0].movements.clone();
    assert!(
        steps
            .iter()
            .any(|movement| movement.initial.is_some() && movement.reach == Reach::Lame)
    );
    for (text, error) in [
        (
            berolina.replace("fcW", "fceW"),
            "en passant after the first move of the pawn is supported only after steps straight forward",
        ),
        (
            "files=9 ranks=9 promoChoice=R pawn::fmWfcFifmnD::a2,b3 rook::::a1 king::K::e1".into(),
            "the pawn makes its double step from several ranks as its first move, which is not supported",
        ),
        (
            "files=9 ranks=9 promoChoice=R prince::KifmnD::a2 rook::::a1 king::K::e1".into(),
            "the first move of the prince, which can come back to where it starts, is not supported",
        ),
    ] {
        assert_eq!(refusal(&text), [format!("1: {error}")]);
    }
}

#[test]
fn everything_unsupported_is_named_with_its_line() {
    let text = format!(
        "{SMALL}morph=1\nwalls=3\nbaring=2\nelephant::::c1\nlion::KmcaK::c3\nguard:G:KdU::c4\n\
         spare:S:N:::2\nfiles=40\nholdingsType=2\nshape:A:B:C:D:E:F\n"
    );
    assert_eq!(
        refusal(&text),
        [
            "8: `morph=1` is not supported: no piece changes by the square that it reaches",
            "9: `walls` is not a supported key",
            "10: `baring=2` is not supported: what this value means is not verified",
            "11: the moves of the elephant are missing, and no piece has one known move by that name",
            "12: `KmcaK` of the lion: expected `c` without `m` before `a`: write the two moves one after the other, like `cafKafK`",
            "13: `KdU` of the guard: no piece captures or swaps with one of its own side (`d`)",
            "14: pieces in hand are supported only with `holdingsType`",
            "15: expected a number that a board can have, found `40`",
            "16: `holdingsType=2` is not supported: what this value means is not verified",
            "17: expected `key=value` or `name:ID:move:image:squares:count`, found `shape:A:B:C:D:E:F`",
        ]
    );
    assert_eq!(refusal("files=8"), ["1: there are no pieces"]);
    assert_eq!(
        refusal("files=8 king::K::a1 stray words"),
        ["1: expected `key=value` or `name:ID:move:image:squares:count`, found `stray words`"]
    );
}

#[test]
fn lions_are_translated_with_the_rules_against_their_trade() {
    let text = "files=6 ranks=7 maxPromote=0 protected=2 counterStrike=L rook::::a1,f1 lion::::c1 king::K::d1";
    let game = definition(text);
    let (lion, _) = game.piece_of_letter('L').expect("a lion");
    let piece = game.piece(lion);
    assert_eq!((piece.movements.len(), piece.doubles.len()), (24, 72));
    assert_eq!(game.trades.no_exposed, [lion]);
    assert_eq!(game.trades.no_counter, [lion]);
    let warlock = definition("files=6 ranks=7 maxPromote=0 rook::::a1 warlock::KNADmabKcaKcabK:lion2:c1 king::K::d1");
    assert!(warlock.trades.is_empty());
    assert_eq!(warlock.pieces[1].doubles.len(), 72);
    assert_eq!(
        refusal("files=6 ranks=7 maxPromote=0 protected=7 rook::::a1 king::K::d1"),
        ["1: there is no piece `7`"]
    );
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
    // Without a choice, an offset alone says what pieces are promoted to.
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
fn several_diagrams_of_a_page_are_numbered() {
    let page = format!("<div class=idiagram>{SMALL}</div> <p> <div class=idiagram>\nfiles=0</div>");
    let diagrams = Diagrams::read(&page, "two.html");
    assert_eq!(diagrams.names().collect::<Vec<_>>(), ["two", "two-2"]);
    assert!(diagrams.translate("two").expect("the first").is_ok());
    assert!(diagrams.translate("two-2").expect("the second").is_err());
    assert!(diagrams.translate("three").is_none());
}

#[test]
fn garbage_is_refused_and_never_panics() {
    let pieces = [
        "files=",
        "ranks=9999999999",
        "pawn",
        ":",
        "::::::",
        "a:b",
        "[",
        "](",
        "é=ü",
        "royal=0",
        "king:K:K::a1-",
        "\0",
    ];
    for one in pieces {
        for two in pieces {
            for three in pieces {
                _ = translated(&format!("<div class=idiagram>{one} {two}\n{three}</div>"));
                _ = translated(&format!("{SMALL}{one}{two}{three}"));
            }
        }
    }
}
