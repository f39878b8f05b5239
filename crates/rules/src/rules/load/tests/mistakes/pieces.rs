//! Mistakes in pieces.

use super::assert_mistakes;

#[test]
fn mistakes_in_pieces_are_reported_with_their_position() {
    assert_mistakes(&[
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
    ]);
}

#[test]
fn mistakes_in_regions_are_reported_with_their_position() {
    assert_mistakes(&[
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
    ]);
}
