//! Tests that mistakes in files are reported with their locations.

mod ends;
mod pieces;
mod starts;

use super::{SMALL, refusal};
use crate::rules::Definition;

/// Asserts that each change to [`SMALL`], which replaces one string with another, is refused with a message that begins
/// with a location and a given text.
fn assert_mistakes(cases: &[(&str, &str, &str)]) {
    for (old, new, expected) in cases {
        let message = refusal(old, new);
        assert!(
            message.starts_with(&format!("small.toml:{expected}")),
            "{new}\n  message: {message}"
        );
    }
}

#[test]
fn mistakes_in_the_format_are_reported_with_their_position() {
    assert_mistakes(&[
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
    ]);
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
    let spatial = include_str!("../../../../../../../variants/courierleapale.toml");
    for (text, stride) in [(SMALL, 1), (spatial, 7)] {
        for (index, byte) in text.char_indices().step_by(stride) {
            let _ = Definition::parse(&text[..index], "f");
            let mut garbled = text.to_owned();
            garbled.replace_range(index..index + byte.len_utf8(), "0\"");
            let _ = Definition::parse(&garbled, "f");
        }
    }
}
