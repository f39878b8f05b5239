mod mistakes;

use crate::board::Square;
use crate::rules::{
    BareKing, Catalogue, Color, Definition, ExpectedResult, PieceType, Promotion, Rules, Stalemate, Variant,
};
use crate::with_width;

/// A small correct file, in which each test breaks one thing.
const SMALL: &str = r#"name = "small"
title = "Small"
start = "rk2/pp2/4/4/PP2/RK2 w - - 0 1"

[board]
files = 4
ranks = 6

[pieces.K]
name = "King"
move = "K"
royal = true

[pieces.R]
name = "Rook"
move = "R"

[pieces.P]
name = "Pawn"
move = "fmWfcF"
pawn = true
double-step = 2
promotes-to = "R"
"#;

/// Returns the error message for the small file after a replacement.
fn refusal(old: &str, new: &str) -> String {
    assert!(SMALL.contains(old), "{old}");
    match Definition::parse(&SMALL.replacen(old, new, 1), "small.toml") {
        Ok(_) => panic!("accepted: {new}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_built_in_game_loads_and_compiles() {
    let catalogue = Catalogue::built_in();
    for game in catalogue.iter() {
        with_width!(game.shape, W => drop(Variant::<W>::compile(game.clone())));
        assert!(
            !game.summary.is_empty() && !game.history.is_empty() && game.link.starts_with("http"),
            "{}",
            game.name
        );
    }
    assert_eq!(catalogue.core().count(), 14);
}

#[test]
fn former_names_of_keys_are_still_read() {
    let wildebeest = include_str!("../../../../../variants/more/wildebeest.toml");
    let former = wildebeest
        .replace("multi-step =", "long-step =")
        .replace("\nrook =", "\npartner =")
        .replace("\"rook\"", "\"partner\"");
    assert_eq!(former.matches("partner").count(), 4);
    assert_eq!(
        Definition::parse(&former, "f").as_ref(),
        Definition::parse(wildebeest, "f").as_ref()
    );
}

#[test]
fn the_small_game_has_the_defaults() {
    let game = Definition::parse(SMALL, "small.toml").expect("a correct file");
    assert_eq!(
        (game.ends.stalemate, game.ends.bare_king),
        (Stalemate::Draw, BareKing::PlaysOn)
    );
    assert_eq!(game.ends.move_limit, 50);
    assert!(!game.captures.mandatory && !game.captures.chained);
    let order: String = game.pieces.iter().map(|piece| piece.letter).collect();
    assert_eq!(order, "KRP");
    let pawn = &game.pieces[2];
    assert!(matches!(&pawn.promotion, Some(Promotion::Choice(choice)) if choice.len() == 1));
    assert!(
        pawn.multi_step
            .as_ref()
            .is_some_and(|long| long.double() == Some((1, 1)) && !long.en_passant)
    );
    assert_eq!((game.xboard.parent.as_str(), game.xboard.playable), ("fairy", None));
}

#[test]
fn first_moves_need_a_file_each_and_a_mirror_image() {
    let privileged = SMALL.replacen("move = \"R\"", "move = \"R\"\nfirst = \"D\"", 1);
    let parsed = |start: &str| {
        let text = privileged.replacen("rk2/pp2/4/4/PP2/RK2 w - -", start, 1);
        Definition::parse(&text, "f")
            .map(|game| game.privileged.len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(parsed("rk1r/4/4/4/4/RK1R w ADad -"), Ok(2));
    let two = "f:3:9: expected at most one piece with a first move on a file, found two on a";
    assert_eq!(parsed("rk2/r3/4/4/R3/RK2 w Aa -"), Err(two.into()));
    let alone = "f:3:9: expected the Rook on a1 to have its like on a6, because of its first move";
    assert_eq!(parsed("1k1r/4/4/4/4/RK1R w Dd -"), Err(alone.into()));
    let castling = "\n[castling.K]\nking = [\"b1\", \"d1\"]\nrook = [\"a1\", \"c1\"]\n";
    let error = Definition::parse(&(privileged + castling), "f").map_err(|error| error.to_string());
    assert_eq!(
        error,
        Err("f:26:11: expected no castling where a piece (Rook) has a first move".into())
    );
}

#[test]
fn the_examples_of_the_manual_are_correct() {
    let manual = include_str!("../../../../../docs/variants.md");
    let examples: Vec<Definition> = manual
        .split("```toml\n")
        .skip(1)
        .map(|rest| {
            let (example, _) = rest.split_once("```").expect("its end");
            Definition::parse(example, "example.toml").unwrap_or_else(|error| panic!("{error}"))
        })
        .collect();
    let sizes: Vec<_> = examples
        .iter()
        .map(|game| (game.pieces.len(), game.castlings.len()))
        .collect();
    assert_eq!(sizes, [(2, 0), (5, 0), (6, 2)]);
}

#[test]
fn tests_of_a_file_are_read_with_their_places() {
    let text = format!("{SMALL}\n[tests.\"two things\"]\nlegal = [\"a3\",\n  \"Rb2\"]\nresult = \"*\"\nperft = [7]\n");
    let game = Definition::parse(&text, "small.toml").expect("a game");
    let [test] = &game.tests[..] else {
        panic!("{:?}", game.tests)
    };
    let line = SMALL.lines().count() + 2;
    assert_eq!((test.name.value.as_str(), test.name.line), ("two things", line));
    let second = &test.legal[1];
    assert_eq!(
        (second.value.as_str(), second.line, second.column),
        ("Rb2", line + 2, 3)
    );
    assert_eq!(
        test.result.as_ref().map(|result| result.value),
        Some(ExpectedResult::Open)
    );
    assert_eq!((test.perft[0].value, test.perft[0].line), (7, line + 4));
    let chess = Catalogue::built_in().get("chess").expect("it is built in");
    assert!(chess.tests.len() >= 4);
}

#[test]
fn mistakes_in_tests_are_reported() {
    let refusal = |test: &str| {
        refusal(
            "promotes-to = \"R\"\n",
            &format!("promotes-to = \"R\"\n[tests.t]\n{test}\n"),
        )
    };
    for (test, message) in [
        (
            "moves = [\"a3\"]",
            "small.toml:24:8: expected `legal`, `illegal`, `targets`, `check`, `result` or `perft`: this test cannot fail",
        ),
        (
            "result = \"2-0\"",
            "small.toml:25:10: `result`: expected \"1-0\" or \"0-1\" or \"1/2-1/2\" or \"*\", found \"2-0\"",
        ),
        (
            "perft = [20, -1]",
            "small.toml:25:14: `perft`: expected a whole number, not below 0, found -1",
        ),
        ("perft = [2000000000]", "small.toml:25:10: expected at most 1000000000"),
        (
            "perft = [1,1,1,1,1,1,1,1,1,1,1,1,1]",
            "small.toml:25:34: expected at most 12 counts",
        ),
    ] {
        assert_eq!(refusal(test), message);
    }
    assert!(refusal("count = 1").contains("there is no key `count` here"));
}

#[test]
fn corners_of_rectangles_may_be_holes() {
    let text = "name = \"h\"\nstart = \"*k2/4/4/P2K w - - 0 1\"\n[board]\nfiles = 4\nranks = 4\nholes = [\"a4\"]\n[pieces]\n\
                K = { name = \"King\", move = \"K\", royal = true }\nR = { name = \"Rook\", move = \"R\" }\n\
                P = { name = \"Pawn\", move = \"fW\", promotes-to = \"R\", promotes-in = [\"a4-b4\"] }\n";
    let promoted = |text: &str| {
        let game = Definition::parse(text, "").map_err(|error| error.message)?;
        let (pawn, _) = game.piece_of_letter('P').expect("a pawn");
        let squares = game
            .shape
            .squares()
            .filter(|square| game.promotes_on(pawn, Color::White, *square));
        Ok::<_, String>(squares.map(|square| game.shape.name(square)).collect::<Vec<_>>())
    };
    assert_eq!(promoted(text), Ok(vec!["b4".to_owned()]));
    for region in ["a4", "a4-a4", "a4-b5"] {
        let error = promoted(&text.replace("a4-b4", region)).expect_err(region);
        assert!(error.ends_with(&format!("found `{region}`")), "{error}");
    }
}

#[test]
fn places_of_promotion_are_read() {
    let pawn = |keys: &str| {
        let text = SMALL.replace("promotes-to = \"R\"\n", &format!("promotes-to = \"R\"\n{keys}\n"));
        let game = Definition::parse(&text, "small.toml").unwrap_or_else(|error| panic!("{keys}: {error}"));
        let (pawn, _) = game.piece_of_letter('P').expect("a pawn");
        let names = |rule: fn(&Rules, PieceType, Color, Square) -> bool, color: Color| -> String {
            let squares = game.shape.squares().filter(|square| rule(&game, pawn, color, *square));
            squares
                .map(|square| game.shape.name(square))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let of = |color: Color| (names(Rules::promotes_on, color), names(Rules::must_promote_on, color));
        let text = |(may, must): (String, String)| format!("{may} / {must}");
        Color::BOTH.map(|color| text(of(color)))
    };
    assert_eq!(pawn(""), ["a6 b6 c6 d6 / a6 b6 c6 d6", "a1 b1 c1 d1 / a1 b1 c1 d1"]);
    assert_eq!(pawn("must-promote-from = \"never\"")[0], "a6 b6 c6 d6 / ");
    assert_eq!(
        pawn("promotion-rank = 5\nmust-promote-from = 5")[1],
        "a1 b1 c1 d1 a2 b2 c2 d2 / a1 b1 c1 d1 a2 b2 c2 d2"
    );
    assert_eq!(
        pawn("promotes-in = [\"b5-c6\"]"),
        ["b5 c5 b6 c6 / b6 c6", "b1 c1 b2 c2 / b1 c1"]
    );
    assert_eq!(
        pawn("promotes-in = [\"a6\", \"d5\"]\npromotes-in-black = [\"a1\"]\nmust-promote-from = 1"),
        ["d5 a6 / d5 a6", "a1 / a1"]
    );
}

#[test]
fn wrong_places_of_promotion_are_reported() {
    let wrong = |keys: &str| refusal("promotes-to = \"R\"\n", &format!("promotes-to = \"R\"\n{keys}\n"));
    for (keys, message) in [
        (
            "promotes-in = [\"a7\"]",
            "24:16: expected a square, or a rectangle such as `a6-c8`, found `a7`",
        ),
        (
            "promotes-in = [\"b6-a6\"]",
            "24:16: expected a square, or a rectangle such as `a6-c8`, found `b6-a6`",
        ),
        ("promotes-in = []", "24:15: expected at least one square"),
        (
            "promotes-in = [\"a6\"]\npromotion-rank = 5",
            "24:15: expected `promotion-rank` or `promotes-in`, not both",
        ),
        (
            "promotes-in-black = [\"a1\"]",
            "24:21: expected `promotes-in` too, for White",
        ),
        (
            "must-promote-from = 7",
            "24:21: expected a rank from 1 to 6, the last, or `\"never\"`",
        ),
        (
            "must-promote-from = \"always\"",
            "24:21: `must-promote-from`: expected a rank or `\"never\"`",
        ),
    ] {
        assert_eq!(wrong(keys), format!("small.toml:{message}"));
    }
    assert_eq!(
        refusal("promotes-to = \"R\"\n", "promotes-leaving = true\n"),
        "small.toml:23:20: expected `promotes-to` or `promotes-by-file` too"
    );
    assert_eq!(
        wrong("must-promote-leaving = true"),
        "small.toml:24:24: expected `promotes-leaving = true` too"
    );
    assert_eq!(
        wrong("en-passant = true\npromotion-rank = 4\nmust-promote-from = 4"),
        "small.toml:26:21: expected a later rank: pawns can be captured en passant here, which does not promote"
    );
}

#[test]
fn wrong_rules_of_single_sides_are_reported() {
    let wrong = |keys: &str| refusal("double-step = 2\npromotes-to = \"R\"\n", &format!("{keys}\n"));
    for (keys, message) in [
        (
            "double-step = 2\ndouble-step-in = [\"a2\"]",
            "23:18: expected only one of `double-step`, `double-step-in` and `multi-step`",
        ),
        (
            "double-step-in = [\"a2\", \"b5\"]",
            "22:18: expected squares with two ranks in front of them, which b5 does not have",
        ),
        (
            "double-step-in-black = [\"a2\"]",
            "22:24: expected `double-step-in` too, for White",
        ),
        (
            "double-step = 2\nen-passant-on = [\"a3\"]",
            "23:17: expected `en-passant = true` too",
        ),
        (
            "double-step = 2\nen-passant = true\nen-passant-on-black = [\"a3\"]",
            "24:23: expected `en-passant-on` too, for White",
        ),
        (
            "en-passant-on = [\"a3\"]",
            "22:17: expected `double-step` or `multi-step` too: without it there is no en passant",
        ),
        (
            "promotes-to-black = \"R\"",
            "22:21: expected `promotes-to` too, for White",
        ),
        (
            "promotes-to = \"R\"\npromotes-to-black = \"\"",
            "23:21: expected at least one letter",
        ),
    ] {
        assert_eq!(wrong(keys), format!("small.toml:{message}"));
    }
}

#[test]
fn wrong_counts_are_reported() {
    let wrong = |counting: &str| {
        let text = format!("{SMALL}\n[ends]\ncounting = {counting}\n");
        Definition::parse(&text, "f").expect_err(counting).to_string()
    };
    let line = SMALL.lines().count() + 3;
    for (counting, message) in [
        ("{}", "12: expected `board` or `alone`: there is nothing to count"),
        ("{ board = 0 }", "22: expected 1 to 1000 moves"),
        (
            "{ board-men = 3, alone = [{ pieces = \"R\", moves = 1 }] }",
            "26: expected `board` too",
        ),
        (
            "{ alone = [{ pieces = \"R\", at-least = 0, moves = 1 }] }",
            "50: expected at least 1",
        ),
    ] {
        assert_eq!(wrong(counting), format!("f:{line}:{message}"));
    }
    let chained = format!("captures = {{ mandatory = true, chained = true }}\n{SMALL}");
    let chained = chained + "\n[ends]\ncounting = { board = 64 }\n";
    let error = Definition::parse(&chained, "f").expect_err("captures are chained");
    assert!(
        error
            .to_string()
            .contains("expected no such goal where captures are chained")
    );
    let blast = format!("captures = {{ blast = \"K\" }}\n{SMALL}\n[ends]\ncounting = {{ board = 64 }}\n");
    let error = Definition::parse(&blast, "f").expect_err("captures blast");
    assert!(error.to_string().contains("expected no `counting`"), "{error}");
}

#[test]
fn castlings_do_not_lead_out_of_a_region() {
    let text = |region: &str| {
        let start = "start = \"r2k/pp2/4/4/PP2/R2K w Qq - 0 1\"";
        let king = format!("royal = true\nstays-in = [\"{region}\"]");
        let castling = "[castling.Q]\nking = [\"d1\", \"b1\"]\nrook = [\"a1\", \"c1\"]\n";
        let small = SMALL.replacen("start = \"rk2/pp2/4/4/PP2/RK2 w - - 0 1\"", start, 1);
        small.replacen("royal = true", &king, 1) + castling
    };
    let error = Definition::parse(&text("c1-d3"), "f").expect_err("the king leaves its region");
    assert_eq!(
        error.to_string(),
        "f:25:11: expected a castling within the regions that the pieces do not leave (`stays-in`)"
    );
    assert!(Definition::parse(&text("b1-d3"), "f").is_ok());
}
