use super::resolve::BASES;
use super::*;
use kurier_rules::rules::{
    BareKing, BlastProof, Color, Definition, Facing, Fate, FlagTime, Passing, PieceType, Stalemate,
};

/// Reads the games of a correct file.
fn games(text: &str) -> FairyGames {
    FairyGames::read(text, "variants.ini").unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Returns the definition file of a game that must be supported.
fn text(text: &str, name: &str) -> String {
    let translated = games(text).translate(name).expect("the game is there");
    translated.unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Translates a game that must be supported, and parses the result.
fn definition(text: &str, name: &str) -> Definition {
    Definition::parse(&self::text(text, name), "translated.toml").expect("translations are correct")
}

#[test]
fn base_games_agree_with_built_in_games() {
    let bases = games(BASES);
    for name in bases.names() {
        // The chases of Xiangqi and the repeated moves of Janggi are not judged.
        let section = format!("[x:{name}]\nchasingRule = none\nmoveRepetitionIllegal = false\n");
        let translated = definition(&section, "x");
        let ours = Catalogue::built_in().get(name);
        if let Some(ours) = ours {
            assert_eq!(translated.start, ours.start, "{name}");
            // The pieces may be listed in another order.
            let any = PieceType(0);
            let ends = |game: &Definition| {
                let mut ends = game.ends.clone();
                let limits = ends.counting.iter_mut().flat_map(|counting| &mut counting.alone);
                let lists = limits
                    .map(|limit| &mut limit.pieces)
                    .chain(ends.flags.iter_mut().map(|flag| &mut flag.pieces))
                    .chain(ends.extinctions.iter_mut().map(|extinction| &mut extinction.pieces))
                    .chain(ends.connections.iter_mut().map(|row| &mut row.pieces));
                let mut letters = Vec::new();
                for list in lists {
                    let mut of_list: Vec<char> = list.iter().map(|piece_type| game.piece(*piece_type).letter).collect();
                    of_list.sort_unstable();
                    letters.push(of_list);
                    list.fill(any);
                }
                (ends, letters)
            };
            assert_eq!(ends(&translated), ends(&ours), "{name}");
            let castlings = |game: &Definition| -> Vec<_> {
                let castlings = game.castlings.iter().map(|castling| kurier_rules::rules::Castling {
                    king_types: [any; 2],
                    rook_types: [any; 2],
                    ..*castling
                });
                castlings.collect()
            };
            assert_eq!(castlings(&translated), castlings(&ours), "{name}");
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
    assert_eq!(second.ends.stalemate, Stalemate::Loss);
    let (piece_type, _) = second.piece_of_letter('X').expect("the custom piece");
    assert_eq!(second.piece(piece_type).betza, "mQcN2");
    assert!(second.piece_of_letter('Q').is_none());
    assert_eq!(second.castlings.len(), 2);
}

#[test]
fn unsupported_settings_are_reported_by_line() {
    let text = "[odd:chess]\ncambodianMoves = true\nmaterialCounting = chess\nseirawanGating = false\nmoveRepetitionIllegal = true\n\
                doubleStep = perhaps\npieceDrop = false\n[odder:bughouse]\n[bent]\nking = k\ncustomPiece1 = a:WimN\nknight = n\n\
                startFen = 1n1k4/8/8/8/8/8/8/AN1K4 w - - 0 1\n";
    let games = games(text);
    let errors = |name: &str| -> Vec<String> {
        let errors = games.translate(name).expect(name).expect_err(name);
        errors.iter().map(FairyError::to_string).collect()
    };
    assert_eq!(
        errors("odd"),
        [
            "variants.ini:2: `cambodianMoves = true` is not supported",
            "variants.ini:3: `materialCounting = chess` is not supported",
            "variants.ini:5: `moveRepetitionIllegal = true` is not supported",
            "variants.ini:6: expected `true` or `false`, found `perhaps`",
            "variants.ini:7: `pieceDrop` is not a key of Fairy-Stockfish",
        ]
    );
    assert_eq!(
        errors("odder"),
        ["variants.ini:8: a game that begins from `bughouse` is not supported"]
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
    // A side that begins with one queen would have lost at once.
    let text = format!("[x:chess]\n{idiom}extinctionPieceTypes = q\n");
    let errors = games(&text)
        .translate("x")
        .expect("it is there")
        .expect_err("no such rule");
    assert!(errors[0].message.contains("lacks at the start"), "{errors:?}");
}

#[test]
fn goals_are_translated() {
    let goals = |keys: &str| {
        let game = definition(&format!("[x:chess]\n{keys}"), "x");
        (game.ends.clone(), game.kings)
    };
    let extinct = |keys: &str| {
        let (ends, _) = goals(keys);
        let rule = ends.extinctions.first().cloned().expect("a rule");
        (rule.pieces.len(), rule.at_most, rule.opponent_at_least, rule.fate)
    };
    let idiom = "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 2\n";
    assert_eq!(extinct(idiom), (0, 2, 0, Fate::Loses));
    assert_eq!(
        extinct(&format!("{idiom}extinctionOpponentPieceCount = 3\n")),
        (0, 2, 3, Fate::Loses)
    );
    assert_eq!(
        extinct("extinctionValue = win\nextinctionPieceTypes = qr\n"),
        (2, 0, 0, Fate::Wins)
    );
    let (ends, _) = goals("flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\ncheckmateValue = win\n");
    let flag = &ends.flags[0];
    assert_eq!(
        (flag.squares[0].len(), flag.squares[1].len(), flag.time),
        (8, 8, FlagTime::AtOnce)
    );
    assert_eq!(ends.checkmate, Fate::Wins);
    let (ends, kings) =
        goals("flagPiece = k\nflagRegion = *8\nflagMove = true\nchecking = false\nflyingGeneral = true\n");
    assert_eq!(ends.flags[0].time, FlagTime::Answered);
    assert!(kings.checks_forbidden && kings.facing_forbidden == Facing::FILES_AND_RANKS);
    let (ends, _) = goals("nFoldRule = 4\nnFoldValue = loss\nperpetualCheckIllegal = true\nconnectN = 5\n");
    assert_eq!((ends.repetition.times, ends.repetition.fate), (Some(4), Fate::Wins));
    assert!(ends.repetition.perpetual_check_loses && ends.connections[0].count == 5);
    let (ends, _) =
        goals("checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+5 0 1\n");
    assert_eq!(ends.checks, 5);
}

#[test]
fn games_without_a_king_or_with_several_are_translated() {
    let antichess = definition("[x:antichess]\n", "x");
    assert_eq!(
        (antichess.king(Color::White), antichess.ends.stalemate),
        (None, Stalemate::Win)
    );
    let two = definition(
        "[x:chess]\nking = -\ncommoner = k\nextinctionValue = loss\nextinctionPseudoRoyal = true\n\
         extinctionPieceTypes = k\nstartFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1\n",
        "x",
    );
    let king = two.piece_of_letter('K').expect("a king").0;
    assert!(two.piece(king).royal && two.king(Color::White).is_none());
    assert_eq!(two.piece(king).royal_up_to, Some(1));
}

#[test]
fn captures_that_blast_are_translated() {
    let atomic = definition("[x:atomic]\n", "x");
    let piece = |game: &Definition, letter| {
        let (piece_type, _) = game.piece_of_letter(letter).expect("a piece");
        game.piece(piece_type).clone()
    };
    assert_eq!(atomic.blast.as_ref().map(|blast| blast.vectors.len()), Some(8));
    assert!(piece(&atomic, 'K').royal && atomic.ends.extinctions.is_empty());
    assert_eq!(piece(&atomic, 'P').blast_proof, Some(BlastProof::Others));
    let immune = definition("[x:nocheckatomic]\nblastImmuneTypes = k\nmustCapture = true\n", "x");
    assert!(immune.blast.is_some() && immune.captures.mandatory && immune.ends.extinctions.len() == 1);
    assert_eq!(piece(&immune, 'K').blast_proof, Some(BlastProof::All));
    for (section, why) in [
        (
            "[x:chess]\nblastOnCapture = true\n",
            "`blastOnCapture` with a king is not supported",
        ),
        (
            "[x:atomic]\nblastImmuneTypes = n\n",
            "`blastOnCapture` with `extinctionPseudoRoyal` and `blastImmuneTypes`",
        ),
        (
            "[x:atomic]\nextinctionPieceTypes = kq\n",
            "`blastOnCapture` with `extinctionPseudoRoyal`",
        ),
        (
            "[x:atomic]\ncheckCounting = true\n",
            "`extinctionPseudoRoyal` and `checkCounting`",
        ),
        (
            "[x:atomic]\npieceDrops = true\n",
            "expected no `blast` in a game with a hand",
        ),
        (
            "[x:atomic]\nmutuallyImmuneTypes = k\n",
            "`mutuallyImmuneTypes = k` is not supported",
        ),
    ] {
        let error = first_error(&games(section), "x");
        assert!(error.contains(why), "{section}: {error}");
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
        "[g0:chess]\nmakpongRule = true\n{chain}[late:g69]\nmakpongRule = false\n"
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
    // Keys that Kurier takes only with the value that leaves their rule off.
    let settings = |on: Option<&str>| -> String {
        let keys = [
            ("dropOnTop", "false"),
            ("chess960", "false"),
            ("twoBoards", "false"),
            ("mutuallyImmuneTypes", "-"),
            ("oppositeCastling", "false"),
            ("shatarMateRule", "false"),
            ("dupleCheck", "false"),
            ("moveRepetitionIllegal", "false"),
            ("wallOrMove", "false"),
            ("petrifyOnCaptureTypes", "-"),
            ("enclosingDrop", "none"),
            ("cambodianMoves", "false"),
            ("wallingRule", "none"),
            ("makpongRule", "false"),
            ("flipEnclosedPieces", "none"),
            ("chasingRule", "none"),
            ("connectNxN", "0"),
        ];
        keys.map(|(key, off)| format!("{key} = {}\n", on.unwrap_or(off)))
            .concat()
    };
    let games = games(&format!(
        "[a:chess]\nmakpongRule = true\n[b:a]\nmakpongRule = false\n[c:a]\ncastling = false\n[d:a]\nmakpongRule =\n\
         [many:chess]\n{}[none:many]\n{}",
        settings(Some("true")),
        settings(None)
    ));
    let lines = |name: &str| -> Vec<usize> {
        let translated = games.translate(name).expect("it is there");
        translated.err().iter().flatten().map(|error| error.line).collect()
    };
    assert_eq!(lines("a"), [2]);
    assert_eq!(lines("b"), []);
    assert_eq!(lines("c"), [2]);
    assert_eq!(lines("d"), [2], "an empty value replaces nothing");
    assert_eq!(lines("many").len(), 17);
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
    // One damage in a thousand, because every damaged file is translated as a whole. The fuzz target `ini` damages small
    // files everywhere.
    for cut in [1, 7, 40] {
        for start in (cut..BASES.len() - cut).step_by(1009) {
            let mut bytes = BASES.as_bytes().to_vec();
            bytes.drain(start..start + cut);
            if let Ok(games) = FairyGames::read(&String::from_utf8_lossy(&bytes), "f.ini") {
                for name in games.names() {
                    let _ = games.translate(name);
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
    let none = "[x]\npawn = p\nrook = r\nking = k\nstartFen = 4k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w - - 0 1\n";
    assert!(keys(none, "x", 'P').contains("promotes-up-to = { R = 0 }"));
    let nothing = "[x]\npawn = p\nking = k\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
    assert!(keys(nothing, "x", 'P').contains("promotes-up-to = { P = 0 }"));
}

#[test]
fn promotion_of_pieces_is_translated() {
    let base = "rook = r\nsilver = s\ngold = g\nking = k\ncastling = false\npromotedPieceType = s:g\n\
                promotionRegionWhite = *8\npromotionRegionBlack = *1\nstartFen = 4k2s/8/8/8/8/8/8/4K2S w - - 0 1\n";
    let optional = keys(&format!("[x]\n{base}"), "x", 'S');
    assert!(
        optional.contains("must-promote-from = \"never\"\npromotes-leaving = true"),
        "{optional}"
    );
    let forced = keys(&format!("[x]\n{base}mandatoryPiecePromotion = true\n"), "x", 'S');
    assert!(
        forced.contains("must-promote-from = 1\npromotes-leaving = true\nmust-promote-leaving = true"),
        "{forced}"
    );
    // Such a promotion counts for the move limit, though the piece is no pawn.
    assert!(text(&format!("[x]\n{base}"), "x").contains("promotions-reset = true"));
    assert!(!text(&format!("[x]\n{base}nMoveRule = 0\n"), "x").contains("promotions-reset"));
    let limited = keys(&format!("[x]\n{base}promotionLimit = g:2\n"), "x", 'S');
    assert!(limited.contains("promotes-up-to = { G = 2 }"), "{limited}");
    let both = refusal(
        &format!("[x]\n{base}mandatoryPiecePromotion = true\npromotionLimit = g:2\n"),
        "x",
    );
    assert!(both.contains("promotionLimit"), "{both}");
    // A pawn is promoted like a pawn of chess.
    let pawn = keys(
        "[x:chess]\npromotionPieceTypes = -\npromotedPieceType = p:r\n",
        "x",
        'P',
    );
    assert!(
        pawn.contains("promotes-to = \"R\"") && !pawn.contains("promotes-leaving"),
        "{pawn}"
    );
    // Pieces of the start are promoted already.
    let promoted = "startFen = 4k2s/8/8/8/8/8/8/4K2+S[] w - - 0 1\npieceDrops = true\ncapturesToHand = true\n";
    assert!(text(&format!("[x]\n{base}{promoted}"), "x").contains("4K2+S[] w"));
}

#[test]
fn pieces_that_become_royal_are_translated() {
    let text = "[x:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\npromotionPieceTypes = kq\n\
                extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n";
    assert!(keys(text, "x", 'K').contains("royal = true\nroyal-up-to = 1"));
    assert!(keys(text, "x", 'P').contains("promotes-to = \"KQ\""));
}

#[test]
fn repetitions_that_decide_the_fate_of_white_are_translated() {
    let game = "[x:chess]\nnFoldValue = loss\nnFoldValueAbsolute = true\n";
    assert!(text(game, "x").contains("repetition = \"loss\"\nrepetition-of = \"white\"\n"));
}

#[test]
fn regions_that_ask_for_safety_are_translated() {
    let flags = |more: &str| {
        let text = format!("[x:chess]\nflagPiece = q\nflagRegion = *4\nflagPieceSafe = true\n{more}");
        definition(&text, "x").ends.flags[0].time
    };
    assert_eq!(flags(""), FlagTime::Safe);
    assert_eq!(flags("flagMove = true\n"), FlagTime::SafeOrHeld);
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
    assert!(keys(stays, "x", 'P').contains("must-promote-from = \"never\""));
}

#[test]
fn promotion_regions_are_translated() {
    let pawn = |text: &str| keys(&format!("[x:chess]\n{text}\n"), "x", 'P');
    let early = "promotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2";
    let compulsory = pawn(&format!("{early}\ndoubleStep = false"));
    assert!(
        compulsory.contains("promotion-rank = 7\nmust-promote-from = 7"),
        "{compulsory}"
    );
    let optional = pawn(&format!("{early}\nmandatoryPawnPromotion = false"));
    assert!(
        optional.contains("promotion-rank = 7\nmust-promote-from = \"never\""),
        "{optional}"
    );
    let stuck = pawn(&format!(
        "{early}\nmandatoryPawnPromotion = false\nimmobilityIllegal = true"
    ));
    assert!(
        stuck.contains("promotion-rank = 7") && !stuck.contains("must-promote-from"),
        "{stuck}"
    );
    let part = pawn("promotionRegionWhite = *8 d7\npromotionRegionBlack = *1 d2\ndoubleStep = false");
    assert!(
        part.contains("promotes-in = [\"a8\", \"b8\"") && part.contains("\"d7\""),
        "{part}"
    );
    assert!(
        part.contains("must-promote-from = 1") && !part.contains("promotes-in-black"),
        "{part}"
    );
    let different = pawn("promotionRegionWhite = *8\npromotionRegionBlack = a1 *2\ndoubleStep = false");
    assert!(different.contains("promotes-in-black = [\"a2\", \"a1\""), "{different}");
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
}

#[test]
fn en_passant_may_be_possible_on_some_squares_only() {
    let pawn = |keys_of_it: &str| keys(&format!("[x:chess]\n{keys_of_it}\n"), "x", 'P');
    let one = pawn("enPassantRegionWhite = -");
    let white = "en-passant = true\nen-passant-on = [\"a3-h3\"]\nen-passant-on-black = []";
    assert!(one.contains(white), "{one}");
    let some = pawn("enPassantRegion = a3 a6 c3 c6 d3 d6");
    assert!(some.contains("en-passant-on = [\"a3\", \"c3-d3\"]"), "{some}");
    assert!(!some.contains("en-passant-on-black"), "{some}");
}

#[test]
fn double_steps_may_begin_on_some_squares_only() {
    let pawn = |keys_of_it: &str| keys(&format!("[x:chess]\n{keys_of_it}\n"), "x", 'P');
    let part = pawn("doubleStepRegionWhite = a* c2\ndoubleStepRegionBlack = a* c7");
    assert!(
        part.contains("double-step-in = [\"a1-a6\", \"c2\"]\nen-passant = true"),
        "{part}"
    );
    assert!(!part.contains("double-step-in-black"), "{part}");
    let white = pawn("doubleStepRegionWhite = *1 *2");
    assert!(
        white.contains("double-step-in = [\"a1-h2\"]\ndouble-step-in-black = [\"a7-h7\"]\n"),
        "{white}"
    );
    let triple = "[x:chess]\ntripleStepRegionWhite = a2\n";
    assert!(refusal(triple, "x").contains("triple steps"));
}

#[test]
fn counts_of_endgames_are_translated() {
    let makruk = text("[x:makruk]\n", "x");
    let first = "counting = { board = 64, alone = [{ pieces = \"R\", at-least = 2, moves = 8 }, { pieces = \"R\", moves = 16 },";
    assert!(makruk.contains(first), "{makruk}");
    let cambodian = text("[x:makruk]\ncountingRule = cambodian\n", "x");
    assert!(cambodian.contains("board = 63, board-men = 3, alone = "), "{cambodian}");
    assert!(cambodian.contains("counts-men = true }\n"), "{cambodian}");
    assert!(!text("[x:makruk]\ncountingRule = none\n", "x").contains("counting"));
    let pieces = "[x:makruk]\nnMoveRuleTypes = pn\n";
    assert!(refusal(pieces, "x").contains("`countingRule`"));
    assert!(refusal("[x:makruk]\ncountingRule = thai\n", "x").contains("`cambodian`"));
}

#[test]
fn the_sides_may_be_promoted_differently() {
    let pawn = |keys_of_it: &str| keys(&format!("[x:chess]\n{keys_of_it}\n"), "x", 'P');
    let both = pawn("promotionPieceTypesBlack = qn\npromotionLimit = n:3");
    assert!(
        both.contains("promotes-to = \"QRBN\"\npromotes-to-black = \"QN\"\n"),
        "{both}"
    );
    assert!(both.contains("promotes-up-to = { N = 3 }"), "{both}");
    assert!(!pawn("promotionPieceTypesBlack = nbrq").contains("promotes-to-black"));
    assert!(refusal("[x:chess]\npromotionPieceTypesBlack = -\n", "x").contains("one side only"));
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

#[test]
fn regions_that_bind_moves_are_translated() {
    let palace = "mobilityRegionWhiteKnight = a1 b1\nmobilityRegionWhiteKnight = a1 a2\n";
    let only_game = |text: &str| {
        let translated = games(text).translate("x").expect("it is there");
        translated.unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    let game = only_game(&format!("[x:chess]\n{palace}"));
    assert!(
        game.contains("stays-in = [\"a1\", \"a2\"]\nstays-in-black = [\"a1\", \"b1\", "),
        "{game}"
    );
    let free = only_game(&format!("[x:chess]\n{palace}mobilityRegionWhiteKnight = -\n"));
    assert!(!free.contains("stays-in"), "{free}");
    let xiangqi = only_game("[x:xiangqi]\nchasingRule = none\n");
    for line in [
        "move = \"fW\"\nmoves-in = [{ squares = [\"a6\", ",
        "facing = \"forbidden\"",
        "perpetual-check-loses = true",
    ] {
        assert!(xiangqi.contains(line), "{line}\n{xiangqi}");
    }
    let refused = |text: &str| {
        let translated = games(text).translate("x").expect("it is there");
        translated
            .expect_err("refused")
            .first()
            .map(|error| error.message.clone())
    };
    assert_eq!(
        refused("[x:xiangqi]\n").as_deref(),
        Some("`chasingRule = axf` is not supported")
    );
    assert_eq!(
        refused("[x:chess]\nmobilityRegionBlackPawn = *7 *6\n").as_deref(),
        Some("`mobilityRegion` is not supported for pieces that are promoted, as the Pawn is")
    );
    let wrong = refused("[x:chess]\nmobilityRegionBlackRook = !7\n").expect("a message");
    assert!(wrong.contains("squares, ranks or files"), "{wrong}");
}

#[test]
fn rules_of_janggi_are_translated() {
    let game = definition("[x:janggi]\n", "x");
    let (cannon, _) = game.piece_of_letter('C').expect("a cannon");
    assert_eq!(game.piece(cannon).hurdles.not_over, [cannon]);
    assert_eq!(game.piece(cannon).hurdles.not_onto, [cannon]);
    assert!(game.kings.facing_ends.any() && !game.kings.facing_forbidden.any());
    assert_eq!(game.passing, [Passing::Always; 2]);
    let points = game.ends.points.as_ref().expect("points decide");
    assert!(points.pieces.contains(&(cannon, 7)) && points.extra == [0, 1] && points.ties == Some(Color::Black));
    let odds = definition("[x:chess]\nmaterialCounting = whitedrawodds\n", "x");
    assert_eq!(
        odds.ends.points.as_ref().and_then(|points| points.ties),
        Some(Color::White)
    );
    for (text, why) in [
        (
            "[x:janggi]\ndiagonalLines = a1 b2 d4\n",
            "`diagonalLines` are supported only",
        ),
        ("[x:janggi]\nflyingGeneral = true\n", "`bikjangRule` is supported only"),
        (
            "[x:janggi]\nadjudicateFullBoard = true\n",
            "`adjudicateFullBoard` is not supported",
        ),
        ("[x:janggimodern]\n", "`moveRepetitionIllegal = true` is not supported"),
    ] {
        assert!(refusal(text, "x").contains(why), "{text}");
    }
}

#[test]
fn passing_is_translated_by_side() {
    let game = definition(
        "[x:chess]\npassOnStalemate = true\npassWhite = true\npassOnStalemateWhite = false\n",
        "x",
    );
    assert_eq!(game.passing, [Passing::Always, Passing::Stalemated]);
    assert_eq!(definition("[x:chess]\n", "x").passing, [Passing::Never; 2]);
}
