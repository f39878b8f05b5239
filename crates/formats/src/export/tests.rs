use super::*;
use kurier_rules::rules::Catalogue;

/// Returns a built-in game in a format.
fn exported(name: &str, format: Format) -> Result<String, String> {
    let game = Catalogue::built_in().get(name).expect("a built-in game");
    export(&game, format).map_err(|error| error.to_string())
}

/// Returns how many of the built-in games a format can express.
fn expressible(format: Format) -> usize {
    let catalogue = Catalogue::built_in();
    let can = |name: &&str| catalogue.get(name).is_some_and(|game| export(&game, format).is_ok());
    catalogue.names().filter(can).count()
}

#[test]
fn many_games_can_be_written() {
    // An export succeeds only if translating its text back gives equal rules.
    assert!(expressible(Format::InteractiveDiagram) >= 42);
    assert!(expressible(Format::VariantsIni) >= 66);
}

#[test]
fn a_diagram_has_the_rules_of_pawns_and_kings_among_the_moves() {
    let chess = exported("chess", Format::InteractiveDiagram).expect("a diagram");
    for line in [
        "<div class=\"idiagram\">",
        "promoZone=1",
        "promoChoice=QRBN",
        "symmetry=mirror",
        "pawn:P:fmWfceFifmnD::a2-h2",
        "knight:N:N::b1,g1",
        "king:K:KisO2::e1",
    ] {
        assert!(chess.lines().any(|own| own == line), "{line}\n{chess}");
    }
    // A pawn of grand chess may delay its promotion, and is promoted only to pieces that its side has lost.
    let grand = exported("grand", Format::InteractiveDiagram).expect("a diagram");
    assert!(
        grand.contains("promoZone=3\n") && grand.contains("holdingsType=1\n"),
        "{grand}"
    );
    assert!(grand.contains("promoChoice=!P*"), "{grand}");
}

#[test]
fn start_positions_are_shuffled_in_diagrams_and_chosen_before_sections() {
    let shuffled = exported("fischer-random", Format::InteractiveDiagram).expect("a diagram");
    assert!(shuffled.contains("\nshuffle=RN!BQK\n"), "{shuffled}");
    for (game, format, message) in [
        ("fischer-random", Format::VariantsIni, "a choice of the start position"),
        // The program that shows diagrams always keeps a king between its rooks.
        (
            "shuffle-chess",
            Format::InteractiveDiagram,
            "the squares from which kings castle",
        ),
        ("different-armies", Format::VariantsIni, "castlings"),
        ("different-armies", Format::InteractiveDiagram, "a choice of arrays"),
    ] {
        let error = exported(game, format).expect_err(game);
        assert!(error.contains(message), "{error}");
    }
    // The pieces of the other armies are not in the game.
    let armies = exported("different-armies@nutters-rookies", Format::VariantsIni).expect("a section");
    assert!(armies.contains("\n[different-armies-nutters-rookies]\n"), "{armies}");
}

#[test]
fn a_section_names_known_pieces_and_writes_the_moves_of_others() {
    let courier = exported("courier", Format::VariantsIni).expect("a section");
    for line in [
        "maxFile = l",
        "maxRank = 8",
        "knight = n",
        "stalemateValue = loss",
        "extinctionPieceTypes = *",
        "doubleStep = false",
        "castling = false",
    ] {
        assert!(courier.lines().any(|own| own == line), "{line}\n{courier}");
    }
    let armies = exported("armies-nutters", Format::VariantsIni).expect("a section");
    assert!(
        armies.contains("customPiece1 = ") && armies.contains("pawn = p\n"),
        "{armies}"
    );
    assert!(courier.contains("\n[courier]\n"), "{courier}");
}

#[test]
fn what_cannot_be_expressed_is_named() {
    for (game, format, what) in [
        ("column-courier", Format::VariantsIni, "promotion by file"),
        ("courierleapale", Format::VariantsIni, "a board with levels"),
        ("leap-multi", Format::VariantsIni, "chains of captures"),
        ("xiangqi", Format::VariantsIni, "pieces that stay in a region"),
        ("omega", Format::InteractiveDiagram, "a board with holes"),
        ("king-of-the-hill", Format::InteractiveDiagram, "the regions that win"),
    ] {
        let error = exported(game, format).expect_err(game);
        assert!(
            error.contains("cannot express") && error.contains(what),
            "{game}: {error}"
        );
    }
}

#[test]
fn differences_are_found_in_every_rule() {
    let catalogue = Catalogue::built_in();
    let chess = catalogue.get("chess").expect("a game");
    assert!(differences::between(&chess, &chess).is_empty());
    let text = Catalogue::file_of("chess").expect("a file");
    for (old, new, what) in [
        ("move = \"N\"", "move = \"NW\"", "the moves of the Knight"),
        (
            "promotes-to = \"QRBN\"",
            "promotes-to = \"QR\"",
            "the promotion of the Pawn",
        ),
        ("en-passant = true", "en-passant = false", "the double step of the Pawn"),
    ] {
        let changed = Definition::parse(&text.replacen(old, new, 1), "").expect("a game");
        assert_eq!(differences::between(&chess, &changed), [what]);
    }
    for (ends, what) in [
        ("stalemate = \"loss\"", "the result of stalemate"),
        ("move-limit = 64", "the move limit"),
        ("bare-king = \"loses\"", "the fate of a bare king"),
        ("repetitions = 4", "the result of repetition"),
    ] {
        let changed = Definition::parse(&format!("{text}\n[ends]\n{ends}\n"), "").expect("a game");
        assert_eq!(differences::between(&chess, &changed), [what]);
    }
}

#[test]
fn directions_of_kings_are_those_of_steps_in_diagrams() {
    let text = "name = \"x\"\nstart = \"3ck3/8/8/8/8/8/8/3CK3 w - - 0 1\"\n[board]\nfiles = 8\nranks = 8\n[pieces]\n\
                C = { name = \"Charging Rook\", move = \"fsRbK\" }\nK = { name = \"King\", move = \"K\", royal = true }\n\
                [ends]\nstalemate = \"loss\"\n";
    let game = Definition::parse(text, "x.toml").expect("a game");
    let diagram = export(&game, Format::InteractiveDiagram).expect("a diagram");
    assert!(diagram.contains("charging rook:C:fsRbWbF::d1\n"), "{diagram}");
    assert!(diagram.contains("\nstalemate=loss\n"), "{diagram}");
}
