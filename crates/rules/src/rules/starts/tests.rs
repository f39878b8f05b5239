//! Tests of the choice of start positions.

use std::collections::HashSet;

use super::*;
use crate::rules::Definition;

/// Returns chess with another section at the end of its file.
fn chess_with(section: &str) -> Result<Definition, String> {
    let text = format!("{}\n{section}\n", include_str!("../../../../../variants/chess.toml"));
    Definition::parse(&text, "x.toml").map_err(|error| error.to_string())
}

/// Returns the first rank of White and the rights at the start.
fn first_rank(game: &Definition) -> (String, String) {
    let mut fields = game.start.split(' ');
    let board = fields.next().unwrap_or_default();
    let rank = board.rsplit('/').next().unwrap_or_default().to_owned();
    (rank, fields.nth(1).unwrap_or_default().to_owned())
}

const FREE: &str = "[shuffle]\ngroups = [\"RNBQK\"]";
const OPPOSITE: &str = "[shuffle]\ngroups = [\"RNBQK\"]\nopposite-colors = \"B\"";

const ARMIES: &str = "[arrays.orthodox]\nranks = [\"RNBQKBNR\", \"PPPPPPPP\"]\n\
                      [arrays.knights]\ntitle = \"Nothing but knights\"\nranks = [\"RNNNKNNR\", \"PPPPPPPP\"]\ncastling = \"K\"\n\
                      [arrays.queens]\nranks = [\"QNBQKBNQ\", \"PPPPPPPP\"]";

#[test]
fn shuffled_orders_are_all_different() {
    for (section, count) in [(FREE, 5040), (OPPOSITE, 2880)] {
        let game = chess_with(section).expect("a game");
        let starts = game.starts.as_ref().expect("starts");
        assert_eq!(starts.count(), count);
        let mut ranks = HashSet::new();
        for start in starts.all() {
            let begun = game.with_start(&starts.name(start)).expect("a start");
            let (rank, _) = first_rank(&begun);
            assert!(
                begun.start.starts_with(&format!("{}/pppppppp/8/", rank.to_lowercase())),
                "{}",
                begun.start
            );
            if section == OPPOSITE {
                let bishops: Vec<usize> = rank.match_indices('B').map(|(file, _)| file).collect();
                assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{rank}");
            }
            assert!(ranks.insert(rank));
        }
        assert_eq!(ranks.len() as u64, count);
        assert!(ranks.contains("RNBQKBNR"));
    }
}

#[test]
fn shuffled_kings_castle_where_they_stand_at_home() {
    let game = chess_with(FREE).expect("a game");
    let starts = game.starts.as_ref().expect("starts");
    let mut rights = HashSet::new();
    for start in starts.all() {
        let begun = game.with_start(&starts.name(start)).expect("a start");
        let (rank, own) = first_rank(&begun);
        let at_home = |file: usize, letter| rank.as_bytes()[4] == b'K' && rank.as_bytes()[file] == letter;
        assert_eq!(own.contains('K'), at_home(7, b'R'), "{rank} {own}");
        assert_eq!(own.contains('q'), at_home(0, b'R'), "{rank} {own}");
        assert!(game.has_start_of(&begun));
        rights.insert(own);
    }
    assert_eq!(rights.len(), 4);
}

#[test]
fn black_is_shuffled_independently_on_request() {
    let game = chess_with(&format!("{FREE}\nblack = \"independent\"")).expect("a game");
    let begun = game.with_start("0-5039").expect("a start");
    assert_eq!(begun.name, "chess@0-5039");
    assert_eq!(begun.start, "kqbbnnrr/pppppppp/8/8/8/8/PPPPPPPP/RRNNBBQK w - - 0 1");
    let mut random = SplitMix64::new(1);
    let starts = game.starts.as_ref().expect("starts");
    assert!((0..20).any(|_| matches!(starts.draw(&mut random), Start([white, black]) if white != black)));
    let mirrored = chess_with(FREE).expect("a game");
    let starts = mirrored.starts.as_ref().expect("starts");
    assert!((0..20).all(|_| matches!(starts.draw(&mut random), Start([white, black]) if white == black)));
}

#[test]
fn only_a_king_castles_in_an_array_with_one() {
    let game = chess_with(
        "[arrays.usual]\nranks = [\"RNBQKBNR\", \"PPPPPPPP\"]\n[arrays.aside]\nranks = [\"RNBKQBNR\", \"PPPPPPPP\"]",
    );
    let begun = game.expect("a game").with_start("usual-aside").expect("a start");
    assert_eq!(begun.start, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1");
    let named =
        chess_with("[arrays.usual]\nranks = [\"RNBQKBNR\"]\n[arrays.aside]\nranks = [\"RNBKQBNR\"]\ncastling = \"K\"");
    let error = named.expect_err("a queen does not castle");
    assert!(
        error.ends_with("whose king and rook stand in the array, found `K`"),
        "{error}"
    );
}

#[test]
fn arrays_are_chosen_by_their_names() {
    let game = chess_with(ARMIES).expect("a game");
    assert_eq!(game.starts.as_ref().map(|starts| starts.all().count()), Some(9));
    let begun = game.with_start("knights-queens").expect("a start");
    assert_eq!(begun.start, "qnbqkbnq/pppppppp/8/8/8/8/PPPPPPPP/RNNNKNNR w Kkq - 0 1");
    let castlings = begun.castlings.iter().map(|castling| (castling.letter, castling.only));
    assert_eq!(castlings.collect::<Vec<_>>(), [('K', None), ('Q', Some(Color::Black))]);
    assert_eq!(begun.title, "Chess (Nothing but knights against queens)");
    assert!(begun.starts.is_none() && begun.start_of.as_deref() == Some(&game));
    assert!(begun.with_start("knights") == Err(StartError::Only));
    assert!(!game.has_start_of(&begun), "Black castles with queens");
    assert!(game.has_start_of(&game.with_start("orthodox").expect("a start")));
    let letters = |game: &Definition| {
        let pawn = game.pieces.iter().find(|piece| piece.pawn).expect("a pawn");
        let Some(crate::rules::Promotion::Choice(choice)) = &pawn.promotion else {
            panic!("a choice");
        };
        choice
            .iter()
            .map(|piece_type| game.piece(*piece_type).letter)
            .collect::<String>()
    };
    assert_eq!(letters(&game), "QRBN");
    assert_eq!(letters(&game.with_start("knights").expect("a start")), "RN");
    for (choice, message) in [
        ("pawns", "there is no array 'pawns', only orthodox, knights, queens"),
        ("orthodox-", "there is no array '', only orthodox, knights, queens"),
        ("knights-queens-orthodox", "there is no array 'queens-orthodox'"),
    ] {
        let error = game.with_start(choice).expect_err(choice).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn impossible_choices_are_refused_at_their_place() {
    let arrays = "[arrays.one]\nranks = [\"RNBQKBNR\", \"PPPPPPPP\"]\n[arrays.two]\n";
    for (section, message) in [
        ("[arrays.one]\nranks = [\"RNBQKBNR\"]", "expected at least two arrays"),
        (&format!("{arrays}ranks = []"), "expected 1 to 8 ranks"),
        (
            &format!("{arrays}ranks = [\"RNBQKBN\"]"),
            "expected 8 squares in the rank",
        ),
        (
            &format!("{arrays}ranks = [\"RNBQKBNr\"]"),
            "expected the letter of a piece, found `r`",
        ),
        (
            &format!("{arrays}ranks = [\"RNBQQBNR\"]"),
            "expected 1 royal pieces for White, found 0",
        ),
        (
            &format!("{arrays}ranks = [\"RNBQKBN1\"]\ncastling = \"K\""),
            "king and rook stand in the array, found `K`",
        ),
        (
            "[arrays.One]\nranks = [\"RNBQKBNR\"]\n[arrays.two]\nranks = [\"RNBQKBNR\"]",
            "of a-z and 0-9, found `One`",
        ),
        ("[shuffle]\ngroups = []", "expected at least one group"),
        (
            "[shuffle]\ngroups = [\"QX\"]",
            "expected the letter of a piece, found `X`",
        ),
        ("[shuffle]\ngroups = [\"QK\", \"KN\"]", "found the King in two"),
        (
            "[shuffle]\ngroups = [\"R\"]",
            "expected pieces that can stand in more than one order",
        ),
        (
            "[shuffle]\ngroups = [\"QK\"]\nopposite-colors = \"B\"",
            "expected pieces of the groups, found the Bishop",
        ),
        (
            &format!("{FREE}\n{arrays}ranks = [\"RNBQKBNR\"]"),
            "or `[shuffle]`, not both",
        ),
        (&format!("{FREE}\nblack = \"free\""), "expected"),
    ] {
        match chess_with(section) {
            Ok(_) => panic!("{section}"),
            Err(error) => assert!(error.contains(message), "{section}: {error}"),
        }
    }
}

#[test]
fn too_many_orders_are_refused() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWX";
    let pieces: String = letters
        .chars()
        .map(|letter| {
            format!(
                "{letter} = {{ name = \"{letter}\", move = \"W\", royal = {} }}\n",
                letter == 'K'
            )
        })
        .collect();
    let text = format!(
        "name = \"wide\"\nstart = \"{}/24/24/{letters} w - - 0 1\"\n[board]\nfiles = 24\nranks = 4\n[pieces]\n{pieces}[shuffle]\ngroups = [\"*\"]\n",
        letters.to_lowercase()
    );
    let error = Definition::parse(&text, "wide.toml").expect_err("too many").to_string();
    assert!(error.contains("64-bit"), "{error}");
}

/// Returns chess whose castlings are written with the rook's square, with another section at the end of its file.
fn chess_to_rooks_with(section: &str) -> Result<Definition, String> {
    let chess = include_str!("../../../../../variants/chess.toml");
    let text = chess.replace("\nrook = [", "\nwritten = \"rook\"\nrook = [");
    Definition::parse(&format!("{text}\n{section}\n"), "x.toml").map_err(|error| error.to_string())
}

#[test]
fn orders_with_castling_from_anywhere_are_the_numbers_of_chess960() {
    let section = "[shuffle]\ngroups = [\"BQNRK\"]\nopposite-colors = \"B\"\ncastling = \"anywhere\"";
    let game = chess_to_rooks_with(section).expect("a game");
    assert_eq!(game.starts.as_ref().map(Starts::count), Some(960));
    // https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme
    for (number, rank) in [
        ("0", "BBQNNRKR"),
        ("1", "BQNBNRKR"),
        ("518", "RNBQKBNR"),
        ("534", "RNBKQBNR"),
        ("959", "RKRNNQBB"),
    ] {
        let begun = game.with_start(number).expect("a start");
        assert_eq!(first_rank(&begun), (rank.to_owned(), "KQkq".to_owned()));
        assert!(game.has_start_of(&begun));
    }
}

#[test]
fn castling_from_anywhere_needs_kings_and_rooks_on_one_rank() {
    let anywhere = "castling = \"anywhere\"";
    for (game, section, message) in [
        (
            "plain",
            "groups = [\"RNBQK\"]",
            "expected `written = \"rook\"` in `[castling.K]`",
        ),
        (
            "rooks",
            "groups = [\"NBQK\"]",
            "expected the kings and rooks that castle in one of the groups",
        ),
        (
            "rooks",
            "groups = [\"RN\", \"BQK\"]",
            "expected the kings and rooks that castle in one of the groups",
        ),
        (
            "rooks",
            "groups = [\"RNBQK\"]\nopposite-colors = \"R\"",
            "expected no Rook in `opposite-colors`, because it castles from anywhere",
        ),
        (
            "rooks",
            "groups = [\"RNBQKP\"]",
            "expected the pieces that are shuffled with the king on its rank",
        ),
    ] {
        let section = format!("[shuffle]\n{section}\n{anywhere}");
        let read = match game {
            "plain" => chess_with(&section),
            _ => chess_to_rooks_with(&section),
        };
        let error = read.expect_err(message);
        assert!(error.ends_with(message), "{error}");
    }
    let shatranj = include_str!("../../../../../variants/shatranj.toml");
    let text = format!("{shatranj}\n[shuffle]\ngroups = [\"RK\"]\n{anywhere}\n");
    let error = Definition::parse(&text, "x.toml").expect_err("no castling").to_string();
    assert!(
        error.ends_with("expected a section `[castling]`: kings castle from anywhere"),
        "{error}"
    );
}
