//! One-sided pieces, whose moves to the left and to the right differ. Left and right are from the point of view of the
//! piece's own side, so Black's pieces move as White's do on a board turned by 180 degrees.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine_tests::comparison::compare_everything;
use engine_tests::one_sided::{exported, file, piece, section};
use engine_tests::parallel::check_all;
use kurier_engine::session::Board;
use kurier_formats::import::FairyGames;
use kurier_rules::rules::{Definition, Mode, Reach};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

/// Random one-sided pieces, positions, and their moves according to Fairy-Stockfish.
const MOVES: &str = include_str!("../../data/one-sided.ndjson");

#[derive(Deserialize)]
struct Row {
    /// The piece in Fairy-Stockfish's notation.
    piece: String,
    fen: String,
    /// The moves of all one-sided pieces of the side to move.
    moves: Vec<String>,
}

fn rows() -> Vec<Row> {
    let rows = MOVES
        .lines()
        .map(|line| serde_json::from_str(line).expect("a position"));
    rows.collect()
}

fn translated(piece: &str) -> Arc<Definition> {
    let text = section("one-sided", piece);
    let games = FairyGames::read(&text, "variants.ini").expect("a correct file");
    let text = games.translate("one-sided").expect("it is there");
    let text = text.unwrap_or_else(|errors| panic!("{piece}: {errors:?}"));
    Arc::new(Definition::parse(&text, "one-sided").unwrap_or_else(|error| panic!("{error}\n{text}")))
}

#[test]
fn translated_pieces_move_as_in_fairy_stockfish() {
    check_all(&rows(), |row| {
        let definition = translated(&row.piece);
        let mut board = Board::new(&definition);
        board
            .set_up(Some(&row.fen))
            .unwrap_or_else(|error| panic!("{}: {}: {error:?}", row.piece, row.fen));
        let reached: Vec<String> = board
            .spelled_turns()
            .into_iter()
            .filter(|turn| {
                let from = definition.shape.parse(&turn[..2]).expect("a square");
                board
                    .piece_at(from)
                    .is_some_and(|piece| definition.piece(piece.piece_type).letter == 'A')
            })
            .collect();
        assert_eq!(reached, row.moves, "{}: {}", row.piece, row.fen);
        compare_everything(&mut board, &row.fen);
    });
}

/// Checks that a piece exported to Fairy-Stockfish's notation, term by term from its vectors, is imported as an equal
/// piece.
#[test]
fn exported_pieces_are_read_back() {
    let random = &mut ChaCha8Rng::seed_from_u64(13);
    for _ in 0..100 {
        let piece = piece(random);
        let ours =
            Definition::parse(&file("ours", &piece), "ours.toml").unwrap_or_else(|error| panic!("{piece}: {error}"));
        let theirs = translated(&exported(&ours));
        assert_eq!(reaches(&ours), reaches(&theirs), "{piece}");
    }
}

/// Returns how far the piece `A` moves along each vector, for each kind of movement (`leap`, `slide` ...) and each
/// mode.
fn reaches(definition: &Definition) -> BTreeMap<(i8, i8, &'static str, bool), u8> {
    let piece = definition.pieces.iter().find(|piece| piece.letter == 'A');
    let mut reaches = BTreeMap::new();
    for movement in &piece.expect("it is there").movements {
        let (way, steps) = match movement.reach {
            Reach::Leap => ("leap", 1),
            Reach::Lame => ("lame", 1),
            Reach::Slide(steps) => ("slide", steps),
            Reach::Cannon(steps) => ("cannon", steps),
            other => panic!("no random piece has {other:?}"),
        };
        for capture in [false, true] {
            let other_mode = if capture { Mode::Quiet } else { Mode::Capture };
            if movement.mode != other_mode {
                let key = (movement.vector.file, movement.vector.rank, way, capture);
                let reach = reaches.entry(key).or_default();
                *reach = steps.max(*reach);
            }
        }
    }
    reaches
}
