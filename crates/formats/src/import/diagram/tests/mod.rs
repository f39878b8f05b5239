mod moves;
mod promotion;
mod royals;

use super::*;
use kurier_rules::rules::{BareKing, Color, Definition, Promotion, Stalemate};

/// Translates text with one diagram.
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
    // Folding the lines, putting them into a page, and adding settings for the looks does not change the game.
    let folded = format!(
        "<title>page</title><div class=\"idiagram\">{} satellite=x graphicsDir=/a/b/ squareSize=50 lightShade=#fff</div>",
        SMALL.replace('\n', " ")
    );
    assert_eq!(definition(&folded).rules_hash(), game.rules_hash());
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
    // A piece without squares for Black is mirrored, even if other pieces list theirs.
    assert_eq!(
        start("files=4 ranks=5 king:K:K::a1,,c5 royal=K rook::::b1 maxPromote=0"),
        "1rk1/4/4/4/KR2"
    );
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
fn holes_are_squares_that_are_missing() {
    let game = definition(
        "files=6 ranks=7 promoChoice=RN pawn::ifmnDfmWfceF::a2-e2 knight:N:::e1 rook::::f1 king::K::d1 \
         hole::::a1-b1,f2,c3-c5",
    );
    assert_eq!(game.start, "**1knr/ppppp*/2*3/2*3/2*3/PPPPP*/**1KNR w - - 0 1");
    // Holes are skipped when pieces are numbered.
    let before = SMALL.replace("pawn:", "hole::::c4\npawn:");
    assert_eq!(
        definition(&format!("{before}royal=4")).rules_hash(),
        definition(&format!("{SMALL}hole::::c4")).rules_hash()
    );
    for (text, error) in [
        (format!("{SMALL}hole::W::a3\n"), "8: a hole with moves is not supported"),
        (
            format!("{SMALL}hole::::a3\ncannon:C:mRcpR::c3"),
            "9: moves of the cannon that lead over pieces are not supported on a board with holes",
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
    let higher = definition("files=6 ranks=8 firstRank=0 maxPromote=0 rook::::a1 king::K::d1");
    assert_eq!(higher.start, "6/r2k2/6/6/6/6/R2K2/6 w - - 0 1");
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
    let looks = format!("{SMALL}background='a.png' fileOffset=0 holeShade=#fff stalemate=draw shady=0 extinction=3\n");
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
}

#[test]
fn stalemate_and_bare_kings_may_lose() {
    let game = definition(&format!("{SMALL}stalemate=loss\nbaring=0\n"));
    assert_eq!(
        (game.ends.stalemate, game.ends.bare_king),
        (Stalemate::Loss, BareKing::LosesUnlessAnswered)
    );
    assert_eq!(
        refusal(&format!("{SMALL}baring=2")),
        ["8: `baring=2` is not supported: what this value means is not verified"]
    );
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
