//! Tests that mistakes in files are reported, with their places.

use super::{SMALL, refusal};
use crate::rules::Definition;

#[test]
fn mistakes_are_reported_with_their_position() {
    let cases = [
        // Mistakes in TOML, and values of the wrong type.
        ("files = 4", "files = ", "6:9: "),
        (
            "files = 4",
            "files = \"4\"",
            "6:9: `files`: expected a whole number from 0 to 255, found \"4\"",
        ),
        (
            "files = 4",
            "files = 300",
            "6:9: `files`: expected a whole number from 0 to 255, found 300",
        ),
        (
            "title =",
            "titel =",
            "2:1: there is no key `titel` here, expected one of `name`, `aliases`, `title`, ",
        ),
        (
            "pawn = true",
            "prawn = true",
            "21:1: there is no key `prawn` here, expected one of ",
        ),
        ("move = \"R\"\n", "", "14:1: the key `move` is missing"),
        (
            "start = \"rk2/pp2/4/4/PP2/RK2 w - - 0 1\"",
            "",
            "1:1: the key `start` is missing",
        ),
        (
            "[board]",
            "board = 4\n[ends]",
            "5:9: `board`: expected a section `[board]`, found 4",
        ),
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
        // Regions that bind moves.
        (
            "move = \"R\"",
            "move = \"R\"\nstays-in = [\"a1\", \"e1\"]",
            "17:19: expected a square, or a rectangle such as `a6-c8`, found `e1`",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nstays-in = []",
            "17:12: expected at least one square",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nstays-in-black = [\"a1\"]",
            "17:18: expected `stays-in` too",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nmoves-in = [{ squares = [\"a1-d3\"], move = \"fX\" }]",
            "17:45: expected an atom, one of W F D N A H C L J Z G K R B Q",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nmoves-in = [{ squares = [\"a1-d3\"] }]",
            "17:13: the key `move` is missing",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nmoves-in = [{ squares = [], move = \"F\" }]",
            "17:25: expected at least one square",
        ),
        // Name and board.
        (
            "\"small\"",
            "\"small game\"",
            "1:14: expected a name of a-z, 0-9 and `-`, found ` `",
        ),
        ("files = 4", "files = 0", "6:9: expected 1 to 26"),
        (
            "files = 4",
            "files = 26\nlevels = 5",
            "6:9: expected at most 256 squares on the board, found 780",
        ),
        (
            "ranks = 6",
            "ranks = 6\nopposed-levels = true",
            "8:18: expected a board with levels",
        ),
        (
            "ranks = 6",
            "ranks = 6\nholes = [\"a1\", \"e1\"]",
            "8:16: expected a square of the board, found `e1`",
        ),
        (
            "ranks = 6",
            "ranks = 6\nzones = [\"012\"]",
            "8:10: expected 4 digits, one a file",
        ),
        // Pieces.
        (
            "[pieces.R]",
            "[pieces.r]",
            "14:9: expected one capital from A to Z as the piece's letter, found `r`",
        ),
        (
            "move = \"R\"",
            "move = \"RX\"",
            "16:10: expected an atom, one of W F D N A H C L J Z G K R B Q ",
        ),
        (
            "move = \"R\"",
            "move = \"RkR\"",
            "16:10: `k` is not supported: expected one of the modifiers ",
        ),
        ("move = \"R\"", "move = \"\"", "16:9: expected a move in Betza notation"),
        (
            "royal = true",
            "",
            "1:8: expected a piece with `royal = true`, or another goal",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nroyal-up-to = 1",
            "17:15: expected `royal = true` too",
        ),
        (
            "royal = true",
            "royal = true\nroyal-up-to = 0",
            "13:15: expected at least 1",
        ),
        (
            "title = \"Small\"",
            "kings = { successors = \"RK\" }",
            "2:24: expected pieces that are not royal, found the King",
        ),
        (
            "title = \"Small\"",
            "kings = { successors = \"X\" }",
            "2:25: expected the letter of a piece, found `X`",
        ),
        (
            "title = \"Small\"",
            "kings = { successors = \"R\", checks = \"forbidden\" }",
            "2:24: expected no `successors` where checks are forbidden",
        ),
        (
            "title = \"Small\"",
            "kings = { successors = \"R\" }\ncaptures = { mandatory = true }",
            "2:24: expected no `successors` where captures are mandatory",
        ),
        (
            "title = \"Small\"",
            "kings = { royal-up-to = 0 }",
            "2:25: expected at least 1",
        ),
        (
            "title = \"Small\"",
            "kings = { royal-up-to = 1 }",
            "2:25: expected a side that may have more than 1 royal pieces",
        ),
        (
            "royal = true",
            "royal = true\nroyal-up-to = 1\n[kings]\nroyal-up-to = 1\n[pieces.X]\nname = \"X\"\nmove = \"W\"",
            "13:15: expected no `royal-up-to` of a piece where `[kings]` counts all royal pieces together",
        ),
        (
            "rk2/pp2/4/4/PP2/RK2 w - - 0 1\"",
            "rk2/pp2/4/4/PP2/RKK1 w - - 0 1\"\ncaptures = { mandatory = true, chained = true }",
            "3:9: expected one king for White where captures are chained, found 2",
        ),
        (
            "rk2/pp2/4/4/PP2/RK2 w - - 0 1\"",
            "rk2/pp2/4/4/PP2/RKK1 w - - 0 1\"\ncaptures = { blast = \"K\" }",
            "4:22: expected no `blast` where a side has several royal pieces",
        ),
        (
            "title = \"Small\"",
            "kings = { checks = \"forbidden\" }\ncaptures = { chained = true }",
            "1:8: expected no `checks = \"forbidden\"` where captures are chained",
        ),
        (
            "PP2/RK2",
            "PP2/RR2 w - - 0 1\"\nends = { checks = 2, bare-king = \"loses\" } #",
            "3:9: expected one king for White because of `bare-king`, found 0",
        ),
        (
            "PP2/RK2",
            "PP2/RR2 w - - 0 1\"\nends = { checks = 2 }\nkings = { facing = \"forbidden\" } #",
            "3:9: expected one king for White because of `facing`, found 0",
        ),
        (
            "rk2/pp2/4/4/PP2/RK2 w - - 0 1\"",
            "rk2/p3/4/4/P3/RK2 w - - 0 1\"\nkings = { facing = \"forbidden\" }",
            "3:9: expected no position where the kings face each other",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"RX\"",
            "23:17: expected the letter of a piece, found `X`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-to = \"RK\"\n[ends]\nbare-king = \"loses\"",
            "3:9: expected no promotion of or to a royal piece because of `bare-king`",
        ),
        (
            "promotes-to = \"R\"",
            "promotes-by-file = \"RRR\"",
            "23:20: expected 4 letters, one a file, found 3",
        ),
        (
            "double-step = 2",
            "double-step = 5",
            "22:15: expected a rank from 1 to 4",
        ),
        (
            "double-step = 2",
            "double-step = [2, 5]",
            "22:15: expected a rank from 1 to 4",
        ),
        (
            "double-step = 2",
            "double-step = [3, 2]",
            "22:15: expected a rank from 1 to 4",
        ),
        (
            "double-step = 2",
            "double-step = 2\nmulti-step = { 2 = 2 }",
            "23:14: expected `double-step` or `multi-step`, not both",
        ),
        (
            "double-step = 2",
            "multi-step = { 2 = 3, 5 = 2 }",
            "22:23: expected a rank from 1 to 4",
        ),
        (
            "double-step = 2",
            "multi-step = { two = 3 }",
            "22:16: expected a rank from 1 to 4",
        ),
        (
            "double-step = 2",
            "multi-step = { 2 = 5 }",
            "22:20: expected 2 to 4 steps from rank 2",
        ),
        (
            "double-step = 2",
            "multi-step = { 2 = 1 }",
            "22:20: expected 2 to 4 steps from rank 2",
        ),
        (
            "double-step = 2",
            "multi-step = { 2 = 2, 02 = 3 }",
            "22:23: rank 2 is given twice",
        ),
        (
            "double-step = 2",
            "multi-step = {}",
            "22:14: expected ranks with their steps",
        ),
        (
            "double-step = 2",
            "double-step = \"all\"",
            "22:15: `double-step`: expected a rank, or the first and the last",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nfirst = \"N\"\nover-enemies = true",
            "18:16: expected `safe-passage = true` too",
        ),
        ("move = \"R\"", "move = \"R\"\nfirst = \"iN\"", "17:9: expected no `i`"),
        (
            "double-step = 2",
            "en-passant = true",
            "22:14: expected `double-step` or `multi-step` too",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nsafe-passage = true",
            "17:16: expected `first` too",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nfirst = \"N0\"",
            "17:9: expected leaps only",
        ),
        // The start.
        ("PP2/RK2", "PP2/RKx1", "3:28: expected the letter of a piece, found `x`"),
        (
            "PP2/RK2",
            "PP2/RK3",
            "3:28: expected at most 2 more squares in rank 1, found 3",
        ),
        ("PP2/RK2", "PP1/RK2", "3:25: expected 4 squares in rank 2, found 3"),
        ("PP2/RK2", "PP2/RR2", "3:9: expected one king for White, found 0"),
        (
            "RK2 w",
            "RK2/4 w",
            "3:29: expected the end of the board after rank 1, found `/`",
        ),
        (
            "RK2 w",
            "RK2 x",
            "3:30: expected `w` or `b` as the side to move, found `x`",
        ),
        (
            "w - - 0 1",
            "w - - 0 1 2",
            "3:40: expected the end: a FEN has six fields, found `2`",
        ),
        (
            "w - - 0 1",
            "w - e9 0 1",
            "3:34: expected `-` or the square of an en-passant capture",
        ),
        (
            "w - - 0 1",
            "w - - 0 -1",
            "3:38: expected a number up to 9999, found `-1`",
        ),
        ("rk2/pp2/4", "Pk2/pp2/4", "3:9: expected no Pawn on a6, its last rank"),
        (
            "rk2/pp2",
            "rk2/pR2",
            "3:9: expected no position where the king can be taken, as here by b5b6",
        ),
        (
            "\"fmWfcF\"\npawn = true",
            "\"fmW2fcF\"\npawn = true",
            "22:15: expected no double step",
        ),
        (
            "\"fmWfcF\"\npawn = true",
            "\"fmWfcFzF\"\npawn = true",
            "22:15: expected no double step: the piece moves",
        ),
        (
            "\"fmWfcF\"\npawn = true",
            "\"fmWfcFnD\"\npawn = true",
            "22:15: expected no double step: the piece moves",
        ),
        (
            "\"fmWfcF\"\npawn = true\ndouble-step = 2",
            "\"fmWfcFfmH\"\npawn = true\nmulti-step = { 2 = 3 }",
            "22:14: expected no step over 3 squares: the piece moves",
        ),
        (
            "pawn = true",
            "pawn = true\nfirst = \"mD\"",
            "23:15: expected no double step: the piece has this as a first move",
        ),
        (
            "move = \"R\"",
            "move = \"R\"\nfirst = \"oD\"",
            "17:9: expected leaps only",
        ),
        ("w - -", "w Kk -", "3:32: expected `-` as the rights, found `K`"),
        (
            "w - - 0 1\"\n\n",
            "w Aa - 0 1\"\n[castling.A-white]\nking = [\"b1\", \"d1\"]\nrook = [\"a1\", \"c1\"]\n",
            "3:33: expected some of `A` as the rights, found `a`",
        ),
        // First moves, castling, ends.
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
    ];
    for (old, new, expected) in cases {
        let message = refusal(old, new);
        assert!(
            message.starts_with(&format!("small.toml:{expected}")),
            "{new}\n  message: {message}"
        );
    }
}

/// Tests that the error message for a value of the wrong type names the key and contains no jargon of the parser, for
/// every key.
#[test]
fn wrong_values_are_named_with_their_keys() {
    let all = r#"name = "x"
title = "X"
family = ""
summary = ""
link = ""
history = ""
evaluation = "x.toml"
start = "k3/4/4/4/K3 w - - 0 1"
board = { files = 4, ranks = 5, levels = 1, opposed-levels = false, holes = [], zones = ["0000"] }
captures = { mandatory = false, chained = false, blast = "K" }
passing = { when = "always", when-black = "never" }
kings = { checks = "allowed", facing = "forbidden" }
ends = { stalemate = "draw", bare-king = "loses", move-limit = 9, promotion-set = { K = 1 }, checkmate = "loss", checks = 3, repetitions = 4, repetition = "win", perpetual-check-loses = true }
xboard = { name = "x", native = false, playable = true, parent = "fairy", start = "k3/4/4/4/K3 w - - 0 1" }
[pieces.K]
name = "K"
move = "K"
royal = true
pawn = false
blast-proof = "others"
hops-not-over = "K"
hops-not-onto = "K"
promotes-to = "K"
promotes-by-file = "KKKK"
promotion-rank = 3
promotes-to-lost = false
double-step = 2
multi-step = { 2 = 3 }
en-passant = false
first = "D"
safe-passage = false
over-enemies = false
by-steps = false
picture = "King"
drawing = "king"
[castling.K]
king = ["a1", "b1"]
rook = ["c1", "d1"]
written = "rook"
short = true
"#;
    let keys = all.split(['\n', '{', ',', '}']).filter_map(|part| {
        let (key, value) = part.split_once(" = ")?;
        Some((key.trim(), value.trim()))
    });
    let mut tried = 0;
    for (key, value) in keys.filter(|(_, value)| !value.is_empty() && !value.starts_with('[')) {
        for wrong in [
            "77777777",
            "-1",
            "1.5",
            "\"?\"",
            "true",
            "[1]",
            "[[2]]",
            "{ a = 1 }",
            "1979-05-27",
        ] {
            let text = all.replacen(&format!("{key} = {value}"), &format!("{key} = {wrong}"), 1);
            let Err(error) = toml::from_str::<super::super::GameFile>(&text) else {
                continue;
            };
            let (_, said) = super::super::parser::explain(&text, &error);
            tried += 1;
            // In a list or a table the mistake may be in an element, which the message names instead.
            let named =
                said.starts_with(&format!("`{key}`: expected ")) || said.starts_with("there is no key `a` here");
            let inner = wrong.starts_with('{') && said.starts_with("`a`: expected ");
            assert!(named || inner, "{key} = {wrong}: {said}");
            for word in [
                "invalid", "variant", "field", "u8", "u16", "map", "sequence", "string", "integer", "boolean",
                "floating", "wanted", "struct", "enum", "unit", "datetime",
            ] {
                assert!(!said.contains(word), "{key} = {wrong}: {said}");
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn truncated_and_garbled_files_do_not_panic() {
    let spatial = include_str!("../../../../../../variants/courierleapale.toml");
    for (text, stride) in [(SMALL, 1), (spatial, 7)] {
        for (index, byte) in text.char_indices().step_by(stride) {
            let _ = Definition::parse(&text[..index], "f");
            let mut garbled = text.to_owned();
            garbled.replace_range(index..index + byte.len_utf8(), "0\"");
            let _ = Definition::parse(&garbled, "f");
        }
    }
}
