//! Mistakes in the start position, including its castling rights, and in double steps.

use super::assert_mistakes;

#[test]
fn mistakes_in_the_start_are_reported_with_their_position() {
    assert_mistakes(&[
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
    ]);
}
