use crate::rules::{Catalogue, Definition};

#[test]
fn built_in_games_have_no_lints() {
    for game in Catalogue::built_in().iter() {
        assert_eq!(game.lints(), [""; 0], "{}", game.name);
    }
}

fn lints(pieces: &str, start: &str) -> Vec<String> {
    let text = format!(
        "name = \"x\"\nstart = \"{start} w - - 0 1\"\n[board]\nfiles = 4\nranks = 5\n[pieces]\n\
         K = {{ name = \"King\", move = \"K\", royal = true }}\n{pieces}"
    );
    Definition::parse(&text, "x.toml").expect(pieces).lints()
}

#[test]
fn useless_pieces_and_moves_get_lints() {
    let rook = "R = { name = \"Rook\", move = \"R\" }\n";
    assert_eq!(lints(rook, "1k1r/4/4/4/RK2"), [""; 0]);
    assert_eq!(
        lints(rook, "1k2/4/4/4/RK2"),
        ["Black cannot win: nothing but the king ever captures, so there is no checkmate"]
    );
    let absent = lints(
        &format!("{rook}X = {{ name = \"Xerxes\", move = \"(4,5)\" }}\n"),
        "1k1r/4/4/4/RK2",
    );
    assert_eq!(
        absent,
        [
            "the Xerxes (X) never appears: it is neither in the start nor promoted to",
            "the Xerxes (X) can never move: no square of the board is within its reach"
        ]
    );
    let idle = lints("R = { name = \"Rook\", move = \"WRfR3F\" }\n", "1k1r/4/4/4/RK2");
    assert_eq!(idle.len(), 2, "{idle:?}");
    assert!(idle[0].starts_with("`W` adds nothing to the moves of R"), "{idle:?}");
    assert!(idle[1].starts_with("`fR3` adds nothing"), "{idle:?}");
}

#[test]
fn stuck_pawns_get_lints() {
    let pawn = |keys: &str| {
        format!("P = {{ name = \"Pawn\", pawn = true, {keys} }}\nR = {{ name = \"Rook\", move = \"R\" }}\n")
    };
    let start = "1k1r/p3/4/P3/RK2";
    assert_eq!(lints(&pawn("move = \"fmWfcF\", promotes-to = \"R\""), start), [""; 0]);
    assert!(lints(&pawn("move = \"fmWfcF\""), start)[0].contains("cannot leave the last rank"));
    assert!(lints(&pawn("move = \"sWbF\", promotes-to = \"R\""), start)[0].contains("never promoted"));
    let early = |betza: &str| {
        lints(
            &pawn(&format!("move = \"{betza}\", promotes-to = \"R\", promotion-rank = 4")),
            start,
        )
    };
    assert_eq!(early("fmWfcF"), [""; 0]);
    assert_eq!(
        early("fN"),
        ["the Pawn (P) may decline its promotion on a4, and never moves from there"]
    );
}

#[test]
fn unlikely_pawns_and_names_get_lints() {
    let rook = "R = { name = \"Rook\", move = \"R\" }\n";
    let start = "1k1r/p3/4/P3/RK2";
    let pawn = |keys: &str| {
        lints(
            &format!("P = {{ name = \"Pawn\", move = \"fmWfcF\", {keys} }}\n{rook}"),
            start,
        )
    };
    let unmarked =
        "the Pawn (P) only steps forward, like a pawn, but without `pawn = true`: its moves do not count as progress";
    assert_eq!(pawn("promotes-to = \"R\""), [unmarked]);
    assert_eq!(pawn("double-step = 2"), [unmarked]);
    let spelled = format!("P = {{ name = \"Pawn\", move = \"fmWfcFifmnD\", promotes-to = \"R\" }}\n{rook}");
    assert_eq!(lints(&spelled, start), [unmarked]);
    assert_eq!(
        pawn("pawn = true, promotes-to = \"RP\""),
        ["the Pawn (P) may be promoted to a pawn, the Pawn (P)"]
    );
    let twins = format!("{rook}S = {{ name = \"rook\", move = \"D\" }}\n");
    assert_eq!(
        lints(&twins, "1k1r/s3/4/S3/RK2"),
        ["the rook (S) has the name of another piece (R)"]
    );
}
