use super::resolve::BASES;
use super::*;
use crate::rules::{BareKing, Definition};

fn games(text: &str) -> FairyGames {
    FairyGames::read(text, "variants.ini").unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn definition(text: &str, name: &str) -> Definition {
    let translated = games(text).translate(name).expect("the game is there");
    let file = translated.unwrap_or_else(|errors| panic!("{errors:?}"));
    Definition::parse(&file, "translated.toml").expect("translations are correct")
}

#[test]
fn the_bases_are_correct_and_some_are_built_in() {
    let bases = games(BASES);
    for name in bases.names() {
        let translated = definition(BASES, name);
        let ours = Catalogue::built_in().get(name);
        if let Some(ours) = ours {
            assert_eq!(translated.start, ours.start, "{name}");
            assert_eq!(translated.ends, ours.ends, "{name}");
            assert_eq!(
                translated.castlings,
                ours.castlings
                    .iter()
                    .map(|castling| {
                        let (piece_type, _) = translated.piece_of_letter('R').expect("a rook");
                        crate::rules::Castling {
                            rook_types: [piece_type; 2],
                            ..*castling
                        }
                    })
                    .collect::<Vec<_>>(),
                "{name}"
            );
        }
    }
}

#[test]
fn games_begin_from_others_of_the_file() {
    let text = "# a comment\n[first:chess]\nqueen = -\ncustomPiece1 = x:mQcN2 ; another\npromotionPieceTypes = xr\n\
                startFen = rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1\n[second:first]\nstalemateValue = loss\n\
                nMoveRule = 0\n";
    let second = definition(text, "second");
    assert_eq!(second.name, "second");
    assert_eq!(second.ends.move_limit, 10_000);
    assert_eq!(second.ends.stalemate, crate::rules::Stalemate::Loss);
    let (piece_type, _) = second.piece_of_letter('X').expect("the custom piece");
    assert_eq!(second.piece(piece_type).betza, "mQcN2");
    assert!(second.piece_of_letter('Q').is_none());
    assert_eq!(second.castlings.len(), 2);
}

#[test]
fn unsupported_settings_are_reported_by_line() {
    let text = "[odd:chess]\npieceDrops = true\nstalemateValue = win\ncapturesToHand = false\nflagPiece = k\n\
                doubleStep = perhaps\n[odder:crazyhouse]\n[bent]\npawn = p\ncustomPiece1 = a:iN\nrook = -\n\
                startFen = 1n1k4/8/8/8/8/8/8/AN1K4 w - - 0 1\n";
    let games = games(text);
    let errors = |name: &str| -> Vec<String> {
        let errors = games.translate(name).expect(name).expect_err(name);
        errors.iter().map(FairyError::to_string).collect()
    };
    assert_eq!(
        errors("odd"),
        [
            "variants.ini:2: `pieceDrops = true` is not supported",
            "variants.ini:3: `stalemateValue = win` is not supported",
            "variants.ini:5: `flagPiece = k` is not supported",
            "variants.ini:6: expected `true` or `false`, found `perhaps`",
        ]
    );
    assert_eq!(
        errors("odder"),
        ["variants.ini:7: a game that begins from `crazyhouse` is not supported"]
    );
    assert_eq!(
        errors("bent"),
        ["variants.ini:8: the initial move `iN` of `iN` is not supported"]
    );
    assert!(games.translate("absent").is_none());
}

#[test]
fn the_rule_of_the_bare_king_is_recognised() {
    let idiom = "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n\
                 extinctionOpponentPieceCount = 2\n";
    for (text, expected) in [
        (
            format!("[x:chess]\n{idiom}extinctionClaim = true\n"),
            BareKing::LosesUnlessAnswered,
        ),
        (format!("[x:chess]\n{idiom}"), BareKing::Loses),
        ("[x:shatranj]\nextinctionClaim = false\n".into(), BareKing::Loses),
        ("[x:shatranj]\nextinctionValue = none\n".into(), BareKing::PlaysOn),
    ] {
        assert_eq!(definition(&text, "x").ends.bare_king, expected, "{text}");
    }
    for other in [
        "extinctionPieceTypes = q",
        "extinctionPieceCount = 2",
        "extinctionOpponentPieceCount = 0",
    ] {
        let text = format!("[x:chess]\n{idiom}{other}\n");
        let errors = games(&text).translate("x").expect("it is there").expect_err(other);
        assert!(errors[0].message.contains("only that of the bare king"), "{errors:?}");
    }
}

#[test]
fn broken_files_are_refused_with_their_lines() {
    let errors = FairyGames::read("queen = q\n[x]\nqueen\n", "f.ini").expect_err("no section");
    assert_eq!(errors.len(), 2);
    assert!(errors[1].to_string().starts_with("f.ini:3: expected `[name:base]`"));
}

/// The first error of a game.
fn first_error(games: &FairyGames, name: &str) -> String {
    let errors = games.translate(name).expect("it is there").expect_err(name);
    errors[0].to_string()
}

/// Runs in a thread with so small a stack that a call for each section would overflow it.
fn with_little_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn long_chains_of_games_are_refused_by_line() {
    with_little_stack(|| {
        let chain: String = (1..2000).map(|i| format!("[g{i}:g{}]\n", i - 1)).collect();
        let games = games(&format!("[g0:chess]\n{chain}"));
        assert!(games.translate("g0").expect("it is there").is_ok());
        // `chess` itself is the first of the chain.
        assert!(games.translate("g63").expect("it is there").is_ok());
        let refused = "variants.ini:65: it begins from a chain of more than 64 games";
        assert_eq!(first_error(&games, "g64"), refused);
        assert_eq!(first_error(&games, "g1999"), refused);
    });
}

#[test]
fn cycles_of_games_are_refused_by_line() {
    let games = games("[a:b]\n[b:c]\n[c:a]\n[own:own]\n[chess:chess]\n");
    let refused = |line, name| {
        format!(
            "variants.ini:{line}: it begins from `{name}`, which does not come before it: a cycle, or the wrong order"
        )
    };
    assert_eq!(first_error(&games, "a"), refused(1, "b"));
    assert_eq!(first_error(&games, "b"), refused(2, "c"));
    assert_eq!(
        first_error(&games, "c"),
        refused(1, "b"),
        "it begins from one that is refused"
    );
    assert_eq!(first_error(&games, "own"), refused(4, "own"));
    assert!(
        games.translate("chess").expect("it is there").is_ok(),
        "the built-in game comes before"
    );
}

#[test]
fn what_is_read_of_a_file_is_bounded() {
    let errors = |text: &str| -> Vec<String> {
        let errors = FairyGames::read(text, "f.ini").expect_err("too much");
        errors.iter().map(FairyError::to_string).collect()
    };
    let many: String = (0..3000).map(|i| format!("[g{i}]\n")).collect();
    assert_eq!(errors(&many), ["f.ini:2001: more than 2000 games"]);
    let long = format!(
        "[a]\nstartFen = {}\n# {}\n",
        "p".repeat(1024),
        "a comment may be long".repeat(100)
    );
    assert_eq!(errors(&long), ["f.ini:2: a line of more than 1024 bytes"]);
    assert_eq!(errors(&"nonsense\n".repeat(1000)).len(), 100);
    // The mistakes of a game are told of the games that begin from it, but not all of them of all.
    let mistakes = "checking = maybe\n".repeat(300);
    let games = games(&format!("[a]\n{mistakes}[b:a]\n"));
    let count = |name: &str| games.translate(name).expect("it is there").expect_err(name).len();
    assert_eq!((count("a"), count("b")), (300, 16));
}

#[test]
fn garbled_files_do_not_panic() {
    for start in 0..BASES.len() {
        for cut in [1, 7, 40] {
            let mut bytes = BASES.as_bytes().to_vec();
            if start % 13 == cut % 13 && start + cut < bytes.len() {
                bytes.drain(start..start + cut);
                if let Ok(games) = FairyGames::read(&String::from_utf8_lossy(&bytes), "f.ini") {
                    for name in games.names() {
                        let _ = games.translate(name);
                    }
                }
            }
        }
    }
}
