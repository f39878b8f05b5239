//! Mistakes in first moves, castling, and ends.

use super::assert_mistakes;

#[test]
fn mistakes_in_passing_and_the_rules_of_janggi_are_reported_with_their_position() {
    assert_mistakes(&[
        // Passing.
        (
            "[board]",
            "[passing]\nwhen = \"never\"\n[board]",
            "6:8: expected a side that may pass: without this section, none may",
        ),
        (
            "[board]",
            "[passing]\nwhen = \"often\"\n[board]",
            "6:8: `when`: expected ",
        ),
        (
            "[board]",
            "[passing]\nwhen-black = \"always\"\n[board]",
            "5:1: the key `when` is missing",
        ),
        (
            "[board]",
            "[passing]\nwhen = \"always\"\n[captures]\nchained = true\n[board]",
            "5:1: expected no `[passing]` where captures are chained",
        ),
        // The rules of Janggi.
        (
            "move = \"R\"",
            "move = \"R\"\nhops-not-over = \"R\"",
            "17:17: expected a piece that hops, such as a cannon (`pR`)",
        ),
        (
            "move = \"R\"",
            "move = \"pR\"\nhops-not-onto = \"K\"",
            "17:17: expected pieces that are not royal",
        ),
        (
            "[board]",
            "[kings]\nfacing = \"ends\"\n[board]",
            "1:8: expected no `facing = \"ends\"` unless both sides may always pass",
        ),
    ]);
}

#[test]
fn mistakes_in_first_moves_castling_and_ends_are_reported_with_their_position() {
    assert_mistakes(&[
        (
            "[pieces.P]",
            "[castling.k]\nking = [\"b1\", \"d1\"]\nrook = [\"a1\", \"c1\"]\n[pieces.P]",
            "18:11: expected one capital as the letter",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"c1\"]\nrook = [\"a1\", \"b1\"]\n[pieces.P]",
            "19:15: expected `written = \"rook\"`",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\"]\nrook = [\"a1\", \"b1\"]\n[pieces.P]",
            "19:8: expected at least two squares",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"c1\", \"d1\"]\nrook = [\"a1\", \"b1\"]\n[pieces.P]",
            "20:8: expected 3 squares, as many as for the king",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"c1\", \"d1\"]\nrook = [\"a1\", \"b1\", \"c1\"]\n[pieces.P]",
            "19:15: expected `written = \"rook\"`: the king can go there",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"c1\", \"d1\"]\nrook = [\"a1\", \"b1\", \"c1\"]\nwritten = \"rook\"\n[pieces.P]",
            "18:11: expected a castling that is written in another way",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"c1\", \"d1\"]\nrook = [\"a1\", \"b1\", \"c1\"]\nwritten = [\"rook\"]\n[pieces.P]",
            "21:11: expected 2 words, one for each square",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"d1\"]\nrook = [\"a1\", \"c1\"]\nwritten = \"bishop\"\n[pieces.P]",
            "21:11: `written`: expected `\"king\"` or `\"rook\"`, or a list",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"c1\", \"d1\"]\nrook = [\"a1\", \"b1\"]\n[pieces.P]",
            "19:9: expected the square where the king",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"d1\"]\nrook = [\"c1\", \"b1\"]\n[pieces.P]",
            "20:9: expected a square where a piece of the same side",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"d2\"]\nrook = [\"a1\", \"c1\"]\n[pieces.P]",
            "19:15: expected a square of the same rank",
        ),
        (
            "[pieces.P]",
            "[castling.K]\nking = [\"b1\", \"b1\"]\nrook = [\"a1\", \"c1\"]\n[pieces.P]",
            "19:15: expected another square",
        ),
        (
            "[pieces.P]",
            "[ends]\nmove-limit = 0\n[pieces.P]",
            "19:14: expected 1 to 10000 moves",
        ),
        (
            "[pieces.P]",
            "[ends]\nmove-limit = -1\n[pieces.P]",
            "19:14: `move-limit`: expected a whole number from 0 to 65535, found -1",
        ),
        (
            "[pieces.P]",
            "[ends]\nstalemate = \"mate\"\n[pieces.P]",
            "19:13: `stalemate`: expected \"draw\" or \"loss\" or \"win\" or \"fewer-pieces-win\" or ",
        ),
        (
            "[pieces.P]",
            "[ends]\npromotion-set = { X = 1 }\n[pieces.P]",
            "19:19: expected the letter of a piece, found `X`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"R\"\npromotes-up-to = { X = 1 }",
            "24:20: expected the letter of a piece, found `X`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-up-to = { R = 1 }",
            "23:18: expected `promotes-to` or `promotes-by-file` too",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to-in = { R = [\"a4\"] }",
            "23:18: expected `promotes-to` or `promotes-by-file` too",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"R\"\npromotes-to-in = { P = [\"a4\"] }",
            "24:20: expected one of the letters in `promotes-to`, found `P`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"R\"\npromotes-to-in = { R = [\"a9\"] }",
            "24:25: expected a square, or a rectangle such as `a6-c8`, found `a9`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"R\"\npromotes-leaving = true\npromotes-to-in = { R = [\"a4\"] }",
            "25:18: expected no `promotes-to-in` with `promotes-leaving`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"R\"\npromotes-leaving = \"moves\"",
            "24:20: `promotes-leaving`: expected `true`, `false` or `\"captures\"`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"R\"\npromotes-leaving = \"captures\"\nmust-promote-leaving = true",
            "25:24: expected `promotes-leaving = true` too",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"R\"\npromotes-to-lost = true\npromotes-up-to = { R = 1 }",
            "25:18: expected `promotes-to-lost` or `promotes-up-to`, not both",
        ),
        (
            "[pieces.P]",
            "[ends]\nflags = [{ pieces = \"KX\", squares = [\"a6\"] }]\n[pieces.P]",
            "19:23: expected the letter of a piece, found `X`",
        ),
        (
            "[pieces.P]",
            "[ends]\nflags = [{ pieces = \"K\", squares = [\"a7\"] }]\n[pieces.P]",
            "19:37: expected a square, or a rectangle",
        ),
        (
            "[pieces.P]",
            "[ends]\nflags = [{ pieces = \"K\", squares = [\"a6\"], count = 2 }]\n[pieces.P]",
            "19:52: expected 1 to 1 pieces",
        ),
        (
            "[pieces.P]",
            "[ends]\nflags = [{ pieces = \"K\", squares = [] }]\n[pieces.P]",
            "19:36: expected at least one square",
        ),
        (
            "[pieces.P]",
            "[ends]\nextinct = [{ pieces = \"RR\" }]\n[pieces.P]",
            "19:25: `R` is given twice",
        ),
        (
            "[pieces.P]",
            "[ends]\nextinct = [{ pieces = \"\" }]\n[pieces.P]",
            "19:23: expected letters of pieces, or `*` for all",
        ),
        (
            "[pieces.P]",
            "[ends]\nrows = [{ pieces = \"*\", count = 7 }]\n[pieces.P]",
            "19:33: expected 2 to 6 pieces in a row",
        ),
        (
            "[pieces.P]",
            "[ends]\nrows = [{ pieces = \"*\", count = 3, orthogonal = false, diagonal = false }]\n[pieces.P]",
            "19:9: expected `orthogonal` or `diagonal` rows",
        ),
        (
            "[pieces.P]",
            "[ends]\nchecks = 12\n[pieces.P]",
            "19:10: expected 1 to 9 checks",
        ),
        (
            "[pieces.P]",
            "[ends]\nrepetitions = 1\n[pieces.P]",
            "19:15: expected 2 to 100 times, or `\"never\"`",
        ),
        (
            "[pieces.P]",
            "[ends]\nrepetitions = \"never\"\nrepetition = \"loss\"\n[pieces.P]",
            "20:14: expected no such word where repetition is without consequences",
        ),
        (
            "[pieces.P]",
            "[captures]\nchained = true\n[ends]\nchecks = 3\n[pieces.P]",
            "21:10: expected no such goal where captures are chained",
        ),
    ]);
}
