use std::sync::Arc;

use crate::board::{Bitboard, Square};
use crate::rules::{Catalogue, Color, Definition, Landing, Moves, PieceTable, PieceType, RightKind, Variant};

fn open<const W: usize>(name: &str) -> Variant<W> {
    Variant::compile(Catalogue::built_in().get(name).expect(name))
}

/// Returns a game on an 8x8 board that starts with only the two kings and has a piece type X with the moves `betza`.
fn with_piece(betza: &str) -> Variant<1> {
    let text = format!(
        "name = \"x\"\nstart = \"k7/8/8/8/8/8/8/K7 w\"\n[board]\nfiles = 8\nranks = 8\n[pieces]\n\
         K = {{ name = \"King\", move = \"K\", royal = true }}\nX = {{ name = \"X\", move = \"{betza}\" }}\n"
    );
    Variant::compile(Arc::new(Definition::parse(&text, "x.toml").expect(betza)))
}

fn table<const W: usize>(variant: &Variant<W>, color: Color, letter: char) -> &PieceTable<W> {
    let (piece_type, _) = variant.definition.piece_of_letter(letter).expect("a piece");
    &variant.piece_tables[color.index()][piece_type.index()]
}

fn names<const W: usize>(variant: &Variant<W>, set: Bitboard<W>) -> Vec<String> {
    set.into_iter()
        .map(|square| variant.definition.shape.name(square))
        .collect()
}

fn at<const W: usize>(variant: &Variant<W>, name: &str) -> Square {
    variant.definition.shape.parse(name).expect(name)
}

fn paths<const W: usize>(variant: &Variant<W>, moves: &Moves<W>, from: &str) -> Vec<(String, usize)> {
    let name = |square: &Square| variant.definition.shape.name(*square);
    let mut all: Vec<_> = moves.paths[at(variant, from).index()]
        .iter()
        .map(|path| {
            (
                path.squares.iter().map(name).collect::<Vec<_>>().join(" "),
                path.landing,
            )
        })
        .collect();
    all.sort();
    all
}

#[test]
fn moves_of_stockbrokers_depend_on_zones() {
    let variant = open::<4>("courierleapale");
    let broker = table(&variant, Color::White, 'P');
    let counts = |from: &str| {
        let from = at(&variant, from).index();
        (broker.quiet.leaps[from].count(), broker.capture.leaps[from].count())
    };
    assert_eq!(["vb2", "wc2", "vc2"].map(counts), [(3, 6); 3]);
    assert_eq!((counts("ua2"), counts("ub2")), ((3, 1), (3, 3)));
    assert_eq!(counts("ua6"), (0, 0));
    let black = table(&variant, Color::Black, 'P');
    assert_eq!(
        names(&variant, black.quiet.leaps[at(&variant, "ua5").index()]),
        ["ua4", "ub4", "va4"]
    );
    assert!(!broker.plain_pawn);
}

#[test]
fn pawns_of_both_sides_are_mirrored() {
    let variant = open::<1>("leap");
    for (color, from, forward, aside) in [
        (Color::White, "b4", "b5", ["a5", "c5"]),
        (Color::Black, "b5", "b4", ["a4", "c4"]),
    ] {
        let pawn = table(&variant, color, 'P');
        let from = at(&variant, from).index();
        assert!(pawn.plain_pawn && !pawn.uniform);
        assert_eq!(names(&variant, pawn.quiet.leaps[from]), [forward]);
        assert_eq!(names(&variant, pawn.capture.leaps[from]), aside);
    }
    let white = table(&variant, Color::White, 'P');
    assert_eq!(names(&variant, white.quiet.leaps[at(&variant, "a7").index()]), [""; 0]);
    let (pawn, _) = variant.definition.piece_of_letter('P').expect("a pawn");
    assert_eq!(
        names(&variant, variant.multi_steps[0][pawn.index()].staying),
        ["a2", "b2", "c2", "d2", "e2", "f2"]
    );
    assert_eq!(
        names(&variant, variant.multi_steps[1][pawn.index()].staying),
        ["a7", "b7", "c7", "d7", "e7", "f7"]
    );
    assert_eq!(names(&variant, variant.last_rank[0]), ["b8", "c8", "d8", "e8"]);
    assert_eq!(variant.promotions[0][pawn.index()].len(), 48);
    assert_eq!(variant.pawns, 1 << pawn.0);
}

#[test]
fn double_steps_from_anywhere_promote_at_the_end() {
    let variant = open::<4>("metamachy");
    let (pawn, _) = variant.definition.piece_of_letter('P').expect("a pawn");
    let ranks = |squares: Bitboard<4>| -> Vec<u8> {
        let mut ranks: Vec<u8> = squares
            .into_iter()
            .map(|square| variant.definition.shape.rank(square) + 1)
            .collect();
        assert_eq!(ranks.len() % 12, 0);
        ranks.dedup();
        ranks
    };
    assert_eq!(
        ranks(variant.multi_steps[0][pawn.index()].staying),
        [1, 2, 3, 4, 5, 6, 7, 8, 9]
    );
    assert_eq!(
        ranks(variant.multi_steps[1][pawn.index()].staying),
        [4, 5, 6, 7, 8, 9, 10, 11, 12]
    );
    assert_eq!(ranks(variant.multi_steps[0][pawn.index()].promoting), [10]);
    assert_eq!(ranks(variant.multi_steps[1][pawn.index()].promoting), [3]);
}

#[test]
fn kings_pass_over_one_of_two_squares() {
    let variant = open::<4>("metamachy");
    let RightKind::Leaps { quiet, passages, .. } = &variant.rights[0].kind else {
        panic!("leaps")
    };
    let over = |to: &str| -> Vec<String> {
        let (_, over) = passages.iter().find(|(end, _)| *end == at(&variant, to)).expect(to);
        names(&variant, over.iter().copied().collect())
    };
    // From g1 the king can leap to 5 squares on the third rank, 2 on the second, and 2 on the first.
    assert_eq!((quiet.count(), passages.len()), (9, 9));
    assert_eq!(
        (over("e1"), over("g3"), over("i3")),
        (vec!["f1".into()], vec!["g2".into()], vec!["h2".into()])
    );
    assert_eq!(over("i2"), ["h1", "h2"]);
    assert_eq!(over("f3"), ["f2", "g2"]);
}

#[test]
fn promotion_by_file() {
    let variant = open::<2>("column-courier");
    let (pawn, _) = variant.definition.piece_of_letter('P').expect("a pawn");
    for color in Color::BOTH {
        let letters: String = variant.promotions[color.index()][pawn.index()]
            .iter()
            .map(|piece_types| variant.definition.piece(piece_types[0]).letter)
            .collect();
        assert_eq!(letters, "RNEBCCGSBENR".repeat(8));
    }
    assert!(variant.promotions[0][0].is_empty());
}

#[test]
fn slides_short_and_long() {
    let rook = with_piece("R");
    let moves = &table(&rook, Color::White, 'X').capture;
    assert_eq!((moves.directions.len(), moves.range.is_none()), (4, true));
    assert_eq!(moves.open[at(&rook, "d4").index()].count(), 14);

    let short = with_piece("R2B");
    let table_ = table(&short, Color::White, 'X');
    assert!(table_.uniform);
    assert_eq!(table_.capture.directions.len(), 8);
    let range = table_.capture.range.as_ref().expect("a limit");
    assert_eq!(range[at(&short, "d4").index()].count(), 8 + 13);
    assert_eq!(table_.slide_sources[at(&short, "d4").index()].count(), 8 + 13);
    assert!(with_piece("R7").piece_tables[0][1].capture.range.is_none());
}

#[test]
fn paths_of_riders_and_lame_leapers() {
    let rider = with_piece("fN0");
    let moves = &table(&rider, Color::White, 'X').capture;
    assert_eq!(paths(&rider, moves, "d4"), [("c6 b8".into(), 0), ("e6 f8".into(), 0)]);
    let lame = with_piece("rnN");
    let moves = &table(&lame, Color::White, 'X').capture;
    assert_eq!(paths(&lame, moves, "d4"), [("e4 f3".into(), 1), ("e4 f5".into(), 1)]);
    assert_eq!(names(&lame, moves.open[at(&lame, "d4").index()]), ["f3", "f5"]);
    assert_eq!(
        names(
            &lame,
            table(&lame, Color::White, 'X').path_sources[at(&lame, "f5").index()]
        ),
        ["d4", "d6"]
    );
    assert_eq!(lame.path_riders[0][..], [PieceType(1)]);
    let black = with_piece("fnD");
    assert_eq!(
        paths(&black, &table(&black, Color::Black, 'X').capture, "d4"),
        [("d3 d2".into(), 1)]
    );
}

/// Tests that left and right are seen from the moving side: `lW` on d6 leads to c6 for White and to e6 for Black.
#[test]
fn left_of_black_is_right_of_white() {
    for (betza, white, black) in [
        ("lW", "c6", "e6"),
        ("brF", "e5", "c7"),
        ("flN", "b7", "f5"),
        ("lfN", "c8", "e4"),
    ] {
        let variant = with_piece(betza);
        let from = at(&variant, "d6").index();
        for (color, to) in [(Color::White, white), (Color::Black, black)] {
            let moves = &table(&variant, color, 'X').quiet;
            assert_eq!(names(&variant, moves.leaps[from]), [to], "{betza}");
        }
    }
    let variant = with_piece("frafrF");
    let path = |color| paths(&variant, &table(&variant, color, 'X').capture, "d5");
    assert_eq!(path(Color::White), [("e6 f6".into(), 1)]);
    assert_eq!(path(Color::Black), [("c4 b4".into(), 1)]);
}

#[test]
fn legs_compile_to_paths() {
    let moves = |betza: &str| {
        let variant = with_piece(betza);
        let moves = table(&variant, Color::White, 'X').capture.clone();
        (variant, moves)
    };
    // The mao (the horse of Chinese chess) steps orthogonally first, the moa diagonally first.
    let ((mao, horse), (lame, other)) = (moves("afsW"), moves("nN"));
    for from in ["d4", "a1", "h7"] {
        assert_eq!(paths(&mao, &horse, from), paths(&lame, &other, from));
    }
    let (moa, horse) = moves("frafsF");
    assert_eq!(paths(&moa, &horse, "d4"), [("e5 e6".into(), 1), ("e5 f5".into(), 1)]);
    let (lame, dabbaba) = moves("afW");
    assert_eq!(paths(&lame, &dabbaba, "a1"), [("a2 a3".into(), 1), ("b1 c1".into(), 1)]);
    // The griffin makes a diagonal step, then slides outwards. Test it first with directions, then as legs and as a
    // bent move.
    let (eagle, bent) = moves("frF fryafsF");
    let d5 = at(&eagle, "d5");
    assert_eq!(names(&eagle, bent.leaps[d5.index()]), ["e6"]);
    assert_eq!(
        paths(&eagle, &bent, "d5"),
        [("e6 e7 e8".into(), 1), ("e6 f6 g6 h6".into(), 1)]
    );
    let ((eagle, bent), (_, griffin)) = (moves("FyafsF"), moves("t[FR]"));
    for from in eagle.definition.shape.squares() {
        assert_eq!(
            bent.open[from.index()] | bent.leaps[from.index()],
            griffin.open[from.index()]
        );
    }
    // `pafW` leaps over a piece on the adjacent square to the square behind it.
    let (_, hopper) = moves("fpafW");
    let hops = &hopper.hops[d5.index()];
    let landings: Vec<String> = hops[0]
        .squares
        .iter()
        .map(|square| eagle.definition.shape.name(*square))
        .collect();
    assert_eq!((hops.len(), hops[0].landing), (1, Landing::Last));
    assert_eq!(landings, ["d6", "d7"]);
    assert!(hopper.hops[at(&eagle, "d7").index()].is_empty());
}

#[test]
fn initial_moves_start_only_where_such_pieces_start() {
    let text = "name = \"x\"\nstart = \"k7/2x5/8/8/8/8/2X1P3/K7 w\"\n[board]\nfiles = 8\nranks = 8\n[pieces]\n\
                K = { name = \"King\", move = \"K\", royal = true }\nP = { name = \"P\", move = \"W\" }\n\
                X = { name = \"X\", move = \"fmWifmDicsR\" }\n";
    let variant: Variant<1> = Variant::compile(Arc::new(Definition::parse(text, "x.toml").expect("a game")));
    let quiet = |color, from| {
        names(
            &variant,
            table(&variant, color, 'X').quiet.leaps[at(&variant, from).index()],
        )
    };
    assert_eq!(quiet(Color::White, "c2"), ["c3", "c4"]);
    assert_eq!(quiet(Color::White, "d2"), ["d3"]);
    assert_eq!(quiet(Color::White, "e2"), ["e3"]);
    assert_eq!(quiet(Color::White, "c7"), ["c8"]);
    assert_eq!(quiet(Color::Black, "c7"), ["c5", "c6"]);
    assert_eq!(quiet(Color::Black, "c2"), ["c1"]);
    let capture = &table(&variant, Color::White, 'X').capture;
    let range = capture.range.as_ref().expect("a limit");
    assert_eq!(range[at(&variant, "c2").index()].count(), 7);
    assert!(range[at(&variant, "c3").index()].is_empty());
}

#[test]
fn crooked_bishops_run_in_zigzags() {
    let variant = open::<2>("furious-courier");
    let scout = table(&variant, Color::White, 'Z');
    let from_corner = paths(&variant, &scout.capture, "a1");
    let along = "b2 c1 d2 e1 f2 g1 h2 i1 j2 k1 l2";
    let up = "b2 a3 b4 a5 b6 a7 b8";
    assert_eq!(from_corner, [(up.into(), 0), (along.into(), 0)]);
    assert_eq!(paths(&variant, &scout.capture, "f4").len(), 8);
}

#[test]
fn castlings() {
    let right = |variant: &Variant<1>, index: usize| {
        let RightKind::Castling {
            empty, safe, written, ..
        } = &variant.rights[index].kind
        else {
            panic!("a castling")
        };
        (
            names(variant, *empty),
            names(variant, *safe),
            variant.definition.shape.name(*written),
        )
    };
    let chess = open::<1>("chess");
    let letters = |variant: &Variant<1>| variant.rights.iter().map(|right| right.letter).collect::<String>();
    assert_eq!(letters(&chess), "KQkq");
    let owned = |list: &[&str]| list.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    assert_eq!(
        right(&chess, 0),
        (owned(&["f1", "g1"]), owned(&["e1", "f1", "g1"]), "g1".into())
    );
    assert_eq!(
        right(&chess, 3),
        (owned(&["b8", "c8", "d8"]), owned(&["c8", "d8", "e8"]), "c8".into())
    );
    assert_eq!(chess.rights_kept[at(&chess, "e1").index()], !0b0011);
    assert_eq!(chess.rights_kept[at(&chess, "h8").index()], !0b0100);
    assert_eq!(chess.rights_of, [0b0011, 0b1100]);
    let leap = open::<1>("leap");
    assert_eq!(right(&leap, 0), (vec![], owned(&["d1", "e1"]), "e1".into()));
    assert_eq!(right(&leap, 1), (owned(&["c1"]), owned(&["c1", "d1"]), "b1".into()));
}

#[test]
fn first_moves() {
    let dama = open::<2>("de-la-dama");
    assert_eq!(
        dama.rights.iter().map(|right| right.letter).collect::<String>(),
        "CFJcfj"
    );
    let RightKind::Leaps {
        square,
        quiet,
        capture,
        passages,
        ..
    } = &dama.rights[0].kind
    else {
        panic!("leaps")
    };
    assert_eq!(dama.definition.shape.name(*square), "c1");
    assert_eq!(names(&dama, *capture), ["a1", "e1", "a3", "c3", "e3"]);
    assert_eq!((quiet, passages.len()), (capture, 0));
    assert_eq!(dama.rights_attacking[0][at(&dama, "e3").index()], 0b011);
    assert_eq!(dama.rights_attacking[1][at(&dama, "e3").index()], 0);

    let eight = open::<1>("courierviii");
    let RightKind::Leaps {
        quiet,
        capture,
        passages,
        ..
    } = &eight.rights[1].kind
    else {
        panic!("leaps")
    };
    assert_eq!(names(&eight, *quiet), ["d6", "b8", "f8"]);
    assert!(capture.is_empty());
    let middles: Vec<_> = passages
        .iter()
        .map(|(_, middles)| names(&eight, middles.iter().copied().collect()))
        .collect();
    assert_eq!(middles, [["d7"], ["c8"], ["e8"]]);
}

#[test]
fn sources_are_the_moves_seen_from_the_target() {
    fn check<const W: usize>(name: &str) {
        let variant = open::<W>(name);
        for table in variant.piece_tables.iter().flatten() {
            for from in variant.definition.shape.squares() {
                for to in variant.definition.shape.squares() {
                    let leaps = table.capture.leaps[from.index()].contains(to);
                    assert_eq!(table.leap_sources[to.index()].contains(from), leaps);
                    let open = table.capture.open[from.index()].contains(to);
                    let sources = table.slide_sources[to.index()] | table.path_sources[to.index()];
                    assert_eq!(sources.contains(from), open);
                }
            }
        }
    }
    check::<1>("leap");
    check::<2>("furious-courier");
    check::<4>("courierleapale");
}

/// Returns the names, sorted, of the squares on which White's rook captures from a square of a 6x6 board if exactly the
/// squares in `occupied` are occupied. `keys` are the rook's keys in the file.
fn reached_in_regions(keys: &str, from: &str, occupied: &[&str]) -> Vec<String> {
    let text = format!(
        "name = \"x\"\nstart = \"k5/6/6/6/6/R4K w\"\n[board]\nfiles = 6\nranks = 6\n[pieces]\n\
         K = {{ name = \"King\", move = \"K\", royal = true }}\nR = {{ name = \"R\", {keys} }}\n"
    );
    let definition = Arc::new(Definition::parse(&text, "x").unwrap_or_else(|error| panic!("{error}")));
    let square = |name: &str| definition.shape.parse(name).expect("a square");
    let variant = Variant::<1>::compile(Arc::clone(&definition));
    let occupied: Bitboard<1> = occupied.iter().map(|name| square(name)).collect();
    let (piece_type, _) = definition.piece_of_letter('R').expect("a piece");
    let moves = &variant.piece_tables[0][piece_type.index()].capture;
    let reached = variant.reached(moves, square(from), occupied);
    let mut names: Vec<String> = reached
        .into_iter()
        .map(|square| definition.shape.name(square))
        .collect();
    names.sort();
    names
}

#[test]
fn regions_bind_every_kind_of_movement() {
    let reached = reached_in_regions;
    // Leaps and slides: pieces on squares outside the region block, but no move ends there.
    assert_eq!(
        reached("move = \"K\", stays-in = [\"a1-b2\"]", "b2", &[]),
        ["a1", "a2", "b1"]
    );
    assert_eq!(
        reached("move = \"fR\", stays-in = [\"a1-a2\", \"a5\"]", "a1", &[]),
        ["a2", "a5"]
    );
    assert_eq!(
        reached("move = \"fR\", stays-in = [\"a1-a2\", \"a5\"]", "a1", &["a4"]),
        ["a2"]
    );
    // Paths: each run of squares in the region is reached on its own.
    let bent = "move = \"t[WB]\", stays-in = [\"d4\", \"f6\"]";
    assert_eq!(reached(bent, "c2", &[]), ["d4", "f6"]);
    assert_eq!(reached(bent, "c2", &["e5"]), ["d4"]);
    // Hops: over exactly one piece, or over the one right before the destination.
    let cannon = "move = \"fpR\", stays-in = [\"a3\", \"a6\"]";
    assert_eq!(reached(cannon, "a1", &["a2"]), ["a3", "a6"]);
    assert_eq!(reached(cannon, "a1", &["a2", "a4"]), ["a3"]);
    assert_eq!(reached(cannon, "a1", &["a4"]), ["a6"]);
    let grasshopper = "move = \"fgR\", stays-in = [\"a3\", \"a6\"]";
    assert_eq!(reached(grasshopper, "a1", &["a2"]), ["a3"]);
    assert_eq!(reached(grasshopper, "a1", &["a5"]), ["a6"]);
    assert_eq!(reached(grasshopper, "a1", &["a4"]), [""; 0]);
    assert_eq!(reached(grasshopper, "a1", &["a2", "a5"]), ["a3"]);
    // Moves that are possible only in a region, and moves that must also stay in it.
    let soldier = "move = \"fW\", moves-in = [{ squares = [\"a4-f6\"], move = \"sW\" }]";
    assert_eq!(reached(soldier, "b3", &[]), ["b4"]);
    assert_eq!(reached(soldier, "b4", &[]), ["a4", "b5", "c4"]);
    let palace = "move = \"W\", moves-in = [{ squares = [\"a1\", \"c1\", \"b2\", \"a3\", \"c3\"], move = \"B\", inside = true }]";
    assert_eq!(reached(palace, "a1", &[]), ["a2", "b1", "b2", "c3"]);
    assert_eq!(reached(palace, "b1", &[]), ["a1", "b2", "c1"]);
    assert_eq!(reached(palace, "a3", &["b2"]), ["a2", "a4", "b2", "b3"]);
}
