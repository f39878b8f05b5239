use super::*;
use kurier_rules::rules::{Catalogue, Definition, Fate, Repetition};

/// Returns the description of a piece with these moves.
fn said(moves: &str) -> String {
    let chess = Catalogue::file_of("chess").expect("it is built in");
    let text = chess.replacen("move = \"N\"", &format!("move = \"{moves}\""), 1);
    let game = Definition::parse(&text, "x.toml").unwrap_or_else(|error| panic!("{moves}: {error}"));
    let (piece_type, _) = game.piece_of_letter('N').expect("the knight");
    about_piece(&game, piece_type)
}

#[test]
fn moves_are_told_in_words() {
    for (moves, words) in [
        (
            "WD",
            "steps one square orthogonally. It leaps two squares orthogonally.",
        ),
        ("K", "steps one square orthogonally or diagonally."),
        (
            "mRcB",
            "slides any number of squares orthogonally, only without capture. It slides any number of squares \
                  diagonally, only to capture.",
        ),
        (
            "FfW",
            "steps one square diagonally. It steps one square straight forward.",
        ),
        (
            "WfF",
            "steps one square orthogonally. It steps one square diagonally forward.",
        ),
        ("fsW", "steps one square sideways and straight forward."),
        ("vR3", "slides up to three squares forward and backward."),
        (
            "flbrF",
            "steps one square diagonally forward to the left and backward to the right.",
        ),
        ("fN", "leaps two squares one way and one aside steeply forward."),
        (
            "fhNlvN",
            "leaps two squares one way and one aside forward and steeply backward to the left.",
        ),
        (
            "NN",
            "leaps two squares one way and one aside, again and again in one direction through empty squares.",
        ),
        ("nA", "goes two squares diagonally, unless a piece stands in the way."),
        ("jD", "leaps two squares orthogonally, over exactly one piece."),
        (
            "mRcpR",
            "slides any number of squares orthogonally, only without capture. It leaps over exactly one piece \
                   orthogonally and slides on, only to capture.",
        ),
        (
            "gQ",
            "hops over the first piece orthogonally or diagonally to the square right behind it.",
        ),
        (
            "t[FR]",
            "steps one square diagonally, and may then slide any number of squares outwards orthogonally.",
        ),
        (
            "afsW",
            "steps one square orthogonally, then one more step turned by 45 degrees to either side, through empty \
                  squares.",
        ),
        (
            "yafsF",
            "steps one square diagonally, then slides any number of squares turned by 45 degrees to either side, \
                   through empty squares.",
        ),
        (
            "afrW",
            "steps one square orthogonally, then one more step turned by 45 degrees to the right, through empty \
                  squares.",
        ),
        (
            "pafW",
            "steps one square orthogonally onto a piece, over which it leaps, then one more step straight on, through \
                  empty squares.",
        ),
        (
            "WifmD",
            "steps one square orthogonally. It leaps two squares straight forward, only without capture, from where \
                   one stands at the start.",
        ),
    ] {
        assert_eq!(said(moves), format!("The Knight (N) {words}"), "{moves}");
    }
}

#[test]
fn different_moves_of_one_kind_are_told_apart() {
    let all = [
        "N", "fN", "fhN", "lhN", "vN", "sN", "flN", "lfN", "fsN", "rvN", "W", "fW", "lW", "vW", "fsW", "flW", "F",
        "fF", "lF", "flF", "flbrF", "afsW", "afrW", "asW", "alW", "afafW", "afsafsW", "abrF",
    ];
    let told: std::collections::BTreeSet<String> = all.iter().map(|moves| said(moves)).collect();
    assert_eq!(told.len(), all.len(), "{told:#?}");
}

#[test]
fn repetitions_are_counted_with_ordinals() {
    for (times, word) in [
        (2, "second"),
        (3, "third"),
        (4, "4th"),
        (11, "11th"),
        (21, "21st"),
        (22, "22nd"),
        (33, "33rd"),
        (100, "100th"),
    ] {
        let rule = Repetition {
            times: Some(times),
            fate: Fate::Draws,
            of_white: false,
            perpetual_check_loses: false,
        };
        let words = format!("If a position occurs for the {word} time, the game is a draw.");
        assert_eq!(goals::of_repetition(&rule), [words]);
    }
}

#[test]
fn blasts_are_told_in_words() {
    let atomic = Catalogue::built_in().get("atomic").expect("it is built in");
    let words = of_game(&atomic);
    for said in [
        "from there if it steps one square orthogonally or diagonally.",
        "The pawn survives the blasts of captures on other squares.",
        "A blast that removes the enemy king wins",
        "never by the other king.",
    ] {
        assert!(words.iter().any(|word| word.contains(said)), "{said}: {words:#?}");
    }
}

#[test]
fn preludes_are_told_in_words() {
    let text = Catalogue::file_of("historic-courier").expect("it is built in");
    let told = |moves: &str, more: &str| {
        let old = "moves = [\"a2a4\", \"g2g4\", \"g1g3\", \"l2l4\"]\norder = \"free\"";
        let text = text.replacen(old, &format!("moves = {moves}\n{more}"), 1);
        let (text, _) = text.split_once("[tests").expect("its tests");
        let game = Definition::parse(text, "x.toml").unwrap_or_else(|error| panic!("{moves}: {error}"));
        of_game(&game)[..2].join(" ")
    };
    let all = "[\"a2a4\", \"g2g4\", \"g1g3\", \"l2l4\"]";
    let later = "These moves neither capture nor give check, and are not possible later. They need not be moves that the \
                 piece has otherwise";
    let instead = "and a side plays other moves only if none of them is possible.";
    assert_eq!(
        told(all, "order = \"free\""),
        format!(
            "White's first four moves are a2a4, g2g4, g1g3 and l2l4, in any order. Black's first moves mirror White's. \
             {later}, {instead}"
        )
    );
    assert_eq!(
        told("[\"a2a4\"]", "moves-black = []\noptional = true"),
        format!("White's first move may be a2a4. {later}.")
    );
    assert!(
        told("[]", "moves-black = [\"a7a5\", \"b7b5\"]")
            .starts_with("Black's first two moves are a7a5 and b7b5, in this order.")
    );
}

#[test]
fn every_built_in_game_is_described() {
    for game in Catalogue::built_in().iter() {
        for (piece_type, piece) in game.piece_types() {
            let told = about_piece(game, piece_type);
            assert!(
                told.starts_with(&format!("The {} ({}) ", piece.name, piece.letter)),
                "{told}"
            );
            assert!(!told.contains("some directions"), "{}: {told}", game.name);
        }
        assert!(of_game(game).len() >= 3, "{}", game.name);
    }
}

#[test]
fn moves_of_lions_are_told_in_words() {
    let after = |moves: &str, known: &str| {
        let text = said(moves);
        let place = text.find(known).unwrap_or_else(|| panic!("{moves}: {text}"));
        text[place + known.len()..].trim().to_owned()
    };
    let leaps = "It leaps two squares orthogonally or diagonally.";
    assert_eq!(
        after("KNADcaKmcabK", leaps),
        "It captures one square away orthogonally or diagonally, and at once returns to its square, or makes one more \
         step in any direction but back, with or without another capture. It steps one square orthogonally or \
         diagonally to an empty square and back, which only passes the turn."
    );
    assert_eq!(
        after("WfcamfrW", "orthogonally."),
        "It captures one square away straight forward, and at once makes one more step turned by 45 degrees to the \
         right, without another capture."
    );
    assert_eq!(
        after("KADcascK", leaps),
        "It captures one square away orthogonally or diagonally, and at once makes one more step turned by 90 degrees \
         to either side, to capture again."
    );
    assert_eq!(
        after("DcabD", "orthogonally."),
        "It captures where it leaps two squares orthogonally, and at once returns to its square."
    );
}

#[test]
fn conditions_of_promotion_are_told_together() {
    let chess = Catalogue::file_of("chess").expect("it is built in");
    let text = chess.replace(
        "promotes-to = \"QRBN\"",
        "promotes-to = \"QRBN\"\npromotion-rank = 6\npromotes-up-to = { Q = 1, R = 2, B = 2, N = 0 }\n\
         promotes-to-in = { Q = [\"a8-h8\"], R = [\"a7-h8\"], B = [\"a8-h8\"], N = [\"b8\"] }",
    );
    assert_ne!(text, chess);
    let game = Definition::parse(&text, "").expect("a definition");
    let (pawn, _) = game.piece_of_letter('P').expect("pawns");
    let words = about_piece(&game, pawn);
    assert!(
        words.ends_with(
            "From its rank 6 on it may be promoted, on the last it must: it becomes Queen, Rook, Bishop or Knight. It becomes \
             Queen or Bishop only on the last rank. It becomes Rook only from its rank 7 on. It becomes Knight only on b8 (as \
             White sees the board). It becomes Queen only while its side has fewer than 1 of that piece. It becomes Rook or \
             Bishop only while its side has fewer than 2 of that piece. It never becomes Knight."
        ),
        "{words}"
    );
}
