use super::resolve::BASES;
use super::*;
use kurier_rules::rules::{BareKing, Definition};

/// Reads the games of a correct file.
fn games(text: &str) -> FairyGames {
    FairyGames::read(text, "variants.ini").unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Translates a game that must be supported, and parses the result.
fn definition(text: &str, name: &str) -> Definition {
    let translated = games(text).translate(name).expect("the game is there");
    let file = translated.unwrap_or_else(|errors| panic!("{errors:?}"));
    Definition::parse(&file, "translated.toml").expect("translations are correct")
}

#[test]
fn base_games_agree_with_built_in_games() {
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
                        kurier_rules::rules::Castling {
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
fn games_inherit_from_others_of_the_file() {
    let text = "# a comment\n[first:chess]\nqueen = -\ncustomPiece1 = x:mQcN2 ; another\npromotionPieceTypes = xr\n\
                startFen = rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1\n[second:first]\nstalemateValue = loss\n\
                nMoveRule = 0\n";
    let second = definition(text, "second");
    assert_eq!(second.name, "second");
    assert_eq!(second.ends.move_limit, 10_000);
    assert_eq!(second.ends.stalemate, kurier_rules::rules::Stalemate::Loss);
    let (piece_type, _) = second.piece_of_letter('X').expect("the custom piece");
    assert_eq!(second.piece(piece_type).betza, "mQcN2");
    assert!(second.piece_of_letter('Q').is_none());
    assert_eq!(second.castlings.len(), 2);
}

#[test]
fn unsupported_settings_are_reported_by_line() {
    let text = "[odd:chess]\npieceDrops = true\nstalemateValue = win\ncapturesToHand = false\nflagPiece = k\n\
                doubleStep = perhaps\npieceDrop = false\n[odder:crazyhouse]\n[bent]\nking = k\ncustomPiece1 = a:WimN\nknight = n\n\
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
            "variants.ini:7: `pieceDrop` is not a key of Fairy-Stockfish",
        ]
    );
    assert_eq!(
        errors("odder"),
        ["variants.ini:8: a game that begins from `crazyhouse` is not supported"]
    );
    assert_eq!(
        errors("bent"),
        ["variants.ini:9: the initial moves of `WimN` are not supported"]
    );
    assert!(games.translate("absent").is_none());
}

#[test]
fn extinction_rules_about_bare_kings_are_recognised() {
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
        // A player who has bared the king has two pieces or more, so a minimum of two or less changes nothing.
        (
            "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n".into(),
            BareKing::Loses,
        ),
        (
            format!("[x:chess]\n{idiom}extinctionClaim = true\nextinctionOpponentPieceCount = 1\n"),
            BareKing::Loses,
        ),
        // Kings are never captured, so the rule has no effect.
        (
            format!("[x:chess]\n{idiom}extinctionPieceCount = 0\n"),
            BareKing::PlaysOn,
        ),
    ] {
        assert_eq!(definition(&text, "x").ends.bare_king, expected, "{text}");
    }
    for other in [
        "extinctionPieceTypes = q",
        "extinctionPieceCount = 2",
        "extinctionOpponentPieceCount = 3",
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

/// Returns the first error of a game of a file.
fn first_error(games: &FairyGames, name: &str) -> String {
    let errors = games.translate(name).expect("it is there").expect_err(name);
    errors[0].to_string()
}

/// Runs a function in a thread with a small stack, which one recursive call per section would overflow.
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
        // The chain begins with `chess` itself.
        assert!(games.translate("g63").expect("it is there").is_ok());
        let refused = "variants.ini:65: it begins from a chain of more than 64 games";
        assert_eq!(first_error(&games, "g64"), refused);
        assert_eq!(first_error(&games, "g1999"), refused);
    });
}

#[test]
fn the_longest_chain_is_not_longer_for_games_with_refused_settings() {
    let chain: String = (1..70).map(|i| format!("[g{i}:g{}]\n", i - 1)).collect();
    let games = games(&format!(
        "[g0:chess]\ngating = true\n{chain}[late:g69]\ngating = false\n"
    ));
    let errors = games
        .translate("late")
        .expect("it is there")
        .expect_err("too long a chain");
    assert!(
        errors[0].message.contains("a chain of more than 64 games"),
        "{errors:?}"
    );
}

#[test]
fn a_game_replaces_refused_settings_of_its_base() {
    let settings = |value: &str| -> String {
        let pieces = [
            "Pawn", "Knight", "Bishop", "Rook", "Queen", "Fers", "Alfil", "Wazir", "Commoner",
        ];
        let keys =
            pieces.map(|piece| ["White", "Black"].map(|side| format!("mobilityRegion{side}{piece} = {value}\n")));
        keys.concat().concat()
    };
    let games = games(&format!(
        "[a:chess]\ngating = true\n[b:a]\ngating = false\n[c:a]\ncastling = false\n[d:a]\ngating =\n\
         [many:chess]\n{}[none:many]\n{}",
        settings("*1"),
        settings("-")
    ));
    let lines = |name: &str| -> Vec<usize> {
        let translated = games.translate(name).expect("it is there");
        translated.err().iter().flatten().map(|error| error.line).collect()
    };
    assert_eq!(lines("a"), [2]);
    assert_eq!(lines("b"), []);
    assert_eq!(lines("c"), [2]);
    assert_eq!(lines("d"), [2], "an empty value replaces nothing");
    assert_eq!(lines("many").len(), 18);
    assert_eq!(
        lines("none"),
        [lines("many")[15]],
        "there are more errors than a game inherits"
    );
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
fn sections_lines_and_errors_are_limited() {
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
    // A game that inherits from a wrong game reports the errors of that game, but only the first 16.
    let mistakes: String = (0..300).map(|i| format!("key{i} = 1\n")).collect();
    let games = games(&format!("[a]\n{mistakes}[b:a]\n"));
    let count = |name: &str| games.translate(name).expect("it is there").expect_err(name).len();
    assert_eq!((count("a"), count("b")), (300, 16));
}

#[test]
fn damaged_files_do_not_panic() {
    for start in 0..BASES.len() {
        for cut in [1, 7, 40] {
            let mut bytes = BASES.as_bytes().to_vec();
            if start % 61 == cut % 61 && start + cut < bytes.len() {
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

/// Translates a game and returns the keys in the section of a piece.
fn keys(text: &str, name: &str, letter: char) -> String {
    let translated = games(text).translate(name).expect("the game is there");
    let file = translated.unwrap_or_else(|errors| panic!("{errors:?}"));
    let section = file.split_once(&format!("[pieces.{letter}]")).expect("the piece").1;
    section.split("\n\n").next().unwrap_or_default().to_owned()
}

/// Returns the first error of a game in the text of a file.
fn refusal(text: &str, name: &str) -> String {
    let translated = games(text).translate(name).expect("the game is there");
    translated.expect_err(text)[0].to_string()
}

#[test]
fn lists_of_pieces_may_have_spaces() {
    for list in ["r n b q", "rnbq", " r  nb q -", "RNBQ"] {
        let text = format!("[x:chess]\npromotionPieceTypes = {list}\n");
        assert!(keys(&text, "x", 'P').contains("promotes-to = \"RNBQ\""), "{list}");
    }
    let text = "[x:chess]\npromotionPieceTypes = q y\n";
    assert!(refusal(text, "x").ends_with("expected letters of pieces of the game, found `y`"));
}

#[test]
fn promotions_keep_piece_types_when_letters_change() {
    let with_w = "[x:chess]\nqueen = w\nstartFen = rnbwkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBWKBNR w KQkq - 0 1\n";
    assert!(keys(with_w, "x", 'P').contains("promotes-to = \"WRBN\""));
    // The custom piece takes the queen's letter: pawns are promoted neither to the queen nor to the custom piece.
    let other = "[x:chess]\ncustomPiece1 = q:WD\n";
    assert!(keys(other, "x", 'P').contains("promotes-to = \"RBN\""));
    // The order in a section does not matter, because pieces are read first.
    let early = "[x:chess]\npromotionPieceTypes = w\nqueen = w\n\
                 startFen = rnbwkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBWKBNR w KQkq - 0 1\n";
    assert!(keys(early, "x", 'P').contains("promotes-to = \"W\""));
    // A game without a base has no promotions; in Fairy-Stockfish its pawns never enter the last rank.
    let none = "[x]\npawn = p\nking = k\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
    assert!(refusal(none, "x").contains("promoted to nothing"));
}

#[test]
fn immobility_rule_is_refused_if_it_has_an_effect() {
    let knight = "[x:chess]\nimmobilityIllegal = true\nshogiKnight = s\n\
                  startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR w KQkq - 0 1\n";
    assert!(
        refusal(knight, "x").contains("the Shogi Knight on a7"),
        "{}",
        refusal(knight, "x")
    );
    // In chess the rule has no effect, because pawns on the last rank are promoted.
    let chess = "[x:chess]\nimmobilityIllegal = true\nmandatoryPawnPromotion = false\n";
    assert!(keys(chess, "x", 'P').contains("promotes-to = \"QRBN\""));
    let stays = "[x:chess]\nmandatoryPawnPromotion = false\n";
    assert!(refusal(stays, "x").contains("mandatoryPawnPromotion = false"));
}

#[test]
fn en_passant_can_be_switched_off() {
    for keys_of_it in [
        "enPassantRegion = -",
        "enPassantRegionWhite = -\nenPassantRegionBlack = -",
        "enPassantRegion = *1",
    ] {
        let text = format!("[x:chess]\n{keys_of_it}\n");
        assert!(keys(&text, "x", 'P').contains("en-passant = false"), "{keys_of_it}");
    }
    assert!(keys("[x:chess]\n", "x", 'P').contains("en-passant = true"));
    let one = "[x:chess]\nenPassantRegionWhite = -\n";
    assert!(refusal(one, "x").contains("one side only"));
    let some = "[x:chess]\nenPassantRegion = a3 a6\n";
    assert!(refusal(some, "x").contains("some of the squares"));
}

#[test]
fn castling_files_are_respected() {
    let text = "[x:chess]\nmaxFile = 10\ncastlingKingFile = f\ncastlingRookKingsideFile = i\ncastlingRookQueensideFile = b\n\
                castlingKingsideFile = h\ncastlingQueensideFile = d\n\
                startFen = rrnbqkbnrr/pppppppppp/10/10/10/10/PPPPPPPPPP/RRNBQKBNRR w KQkq - 0 1\n";
    let game = definition(text, "x");
    let squares: Vec<_> = game
        .castlings
        .iter()
        .map(|castling| (castling.king, castling.rook))
        .collect();
    let square = |file: u8| game.shape.squares().nth(usize::from(file)).expect("it is there");
    assert_eq!(
        squares,
        [
            ((square(5), square(7)), (square(8), square(6))),
            ((square(5), square(3)), (square(1), square(4)))
        ]
    );
    // A castling right without its rook is dropped.
    let bare = "[x:chess]\nstartFen = rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    assert!(definition(bare, "x").start.contains(" w KQq "));
}

#[test]
fn older_piece_names_are_known() {
    let text = "[x:chess]\ngrasshopper = g\nnightrider = h\ndragon = d\neuroShogiKnight = e\njanggiElephant = j\nsoldier = s\n\
                startFen = rghdkejs/pppppppp/8/8/8/8/PPPPPPPP/RGHDKEJS w - - 0 1\n";
    let game = definition(text, "x");
    for (letter, betza) in [
        ('G', "gQ"),
        ('H', "NN"),
        ('D', "RF"),
        ('E', "fNsW"),
        ('S', "fsW"),
        ('J', "afsafW"),
    ] {
        let (piece_type, _) = game.piece_of_letter(letter).expect("a piece");
        assert_eq!(game.piece(piece_type).betza, betza);
    }
    let cannon = "[x:chess]\njanggiCannon = c\nstartFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1\n";
    assert!(refusal(cannon, "x").contains("the cannon of Janggi"));
}

#[test]
fn promotion_limits_may_differ_from_the_start_position() {
    let limited = |limits: &str| keys(&format!("[x:chess]\npromotionLimit = {limits}\n"), "x", 'P');
    assert!(limited("q:2 r : 3").contains("promotes-up-to = { Q = 2, R = 3 }"));
    assert!(limited("q:1 r:2 b:2 n:2").contains("promotes-to-lost = true"));
    // Zero means that there is no limit.
    assert!(!limited("q:0").contains("promotes-up-to"));
    let inherited = "[x:grand]\npromotionLimit = q:2\n";
    assert!(keys(inherited, "x", 'P').contains("promotes-up-to = { A = 1, C = 1, Q = 2, R = 2, B = 2, N = 2 }"));
}
