mod damaged;
mod goals;
mod pawns;
mod promotion;

use super::resolve::BASES;
use super::*;
use kurier_rules::rules::{BlastProof, Color, Definition, FlagTime, Passing, PieceType, Stalemate};

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

/// Returns the first error of a game of a file.
fn first_error(games: &FairyGames, name: &str) -> String {
    let errors = games.translate(name).expect("it is there").expect_err(name);
    errors[0].to_string()
}

#[test]
fn base_games_agree_with_built_in_games() {
    let bases = games(BASES);
    for name in bases.names() {
        // Kurier has neither the chasing rule of xiangqi nor the rule on repeated moves of janggi, so both are off
        // here.
        let section = format!("[x:{name}]\nchasingRule = none\nmoveRepetitionIllegal = false\n");
        let translated = definition(&section, "x");
        let ours = Catalogue::built_in().get(name);
        if let Some(ours) = ours {
            assert_eq!(translated.start, ours.start, "{name}");
            // The pieces may be listed in a different order.
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
fn regions_that_ask_for_safety_are_translated() {
    let flags = |more: &str| {
        let text = format!("[x:chess]\nflagPiece = q\nflagRegion = *4\nflagPieceSafe = true\n{more}");
        definition(&text, "x").ends.flags[0].time
    };
    assert_eq!(flags(""), FlagTime::Safe);
    assert_eq!(flags("flagMove = true\n"), FlagTime::SafeOrHeld);
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
    // A castling right without its rook is removed.
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
