//! Longer claimed mates, in positions with few pieces: each is verified by exhaustive search.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine_tests::arrays::{board_field, empty};
use engine_tests::games::{definition, engine, search, with_new_counters};
use engine_tests::parallel::check_all;
use engine_tests::solver::{Solver, TooLarge};
use kurier_engine::search::Limits;
use kurier_engine::session::{Board, Value};
use kurier_rules::position::Position;
use kurier_rules::rules::{BareKing, Definition, Variant};
use kurier_rules::with_width;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_chacha::ChaCha8Rng;

use super::times;

/// Variants with few squares or slow pieces, in which an exhaustive search is feasible.
const GAMES: [&str; 6] = ["leap", "leap-multi", "leap64", "shatranj", "courierviii", "chess"];
/// The number of positions per variant.
const POSITIONS: u64 = 200;
/// The lengths of mates that are verified, in full moves. Mates of these lengths are too short for draws by repetition,
/// which the proof ignores.
const MATES: std::ops::RangeInclusive<u32> = 3..=4;
/// The number of nodes per search.
const NODES: u64 = 10_000;
/// The maximum number of positions that a proof may visit.
const PROOF: u64 = 400_000;

/// Returns a random position with the kings and a few other pieces, after a legal turn; `None` if there is no legal
/// turn or the game is over.
fn few_pieces(definition: &Arc<Definition>, random: &mut ChaCha8Rng) -> Option<Board> {
    let king = definition.pieces.iter().find(|piece| piece.royal)?.letter;
    let others: Vec<char> = definition
        .pieces
        .iter()
        .filter(|piece| !piece.royal)
        .flat_map(|piece| [piece.letter, piece.letter, piece.letter.to_ascii_lowercase()])
        .collect();
    let mut squares = empty(definition);
    let pieces = (0..4).filter_map(|_| others.choose(random).copied());
    let pieces: Vec<char> = [king, king.to_ascii_lowercase()].into_iter().chain(pieces).collect();
    let places = definition.shape.squares().choose_multiple(random, pieces.len());
    for (square, piece) in places.into_iter().zip(pieces) {
        squares[square.index()] = piece;
    }
    let mut board = Board::from_fen(definition, &format!("{} b - - 0 1", board_field(definition, &squares))).ok()?;
    if board.outcome().is_some() {
        return None;
    }
    let turn = board.turns().choose(random)?.clone();
    board.play(&turn).ok()?;
    // Set the position up from its FEN, so that it has no history.
    let board = Board::from_fen(definition, &with_new_counters(&board.fen())).ok()?;
    board.outcome().is_none().then_some(board)
}

fn confirms<const W: usize>(definition: &Arc<Definition>, fen: &str, mate: i32) -> Result<bool, TooLarge> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let position = Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Solver::confirms(&position, mate, PROOF)
}

#[test]
fn longer_mates_are_true() {
    let [claimed, confirmed] = [0, 0].map(AtomicUsize::new);
    let items: Vec<(&str, u64)> = GAMES
        .iter()
        .flat_map(|game| (0..POSITIONS * times()).map(move |seed| (*game, seed)))
        .collect();
    check_all(&items, |(game, seed)| {
        let definition = definition(game);
        let random = &mut ChaCha8Rng::seed_from_u64(*seed);
        let Some(board) = few_pieces(&definition, random) else {
            return;
        };
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let best = search(&mut engine(&board), &board, &limits);
        let Value::Mate(mate) = Value::from_score(best.score) else {
            return;
        };
        if !MATES.contains(&mate.unsigned_abs()) {
            return;
        }
        claimed.fetch_add(1, Ordering::Relaxed);
        let fen = board.fen();
        let mut proof = with_width!(definition.shape, W => confirms::<W>(&definition, &fen, mate));
        // A bare king loses only after its own next turn; the proof counts that win one move later than the engine.
        if definition.ends.bare_king == BareKing::LosesUnlessAnswered && matches!(proof, Ok(false)) {
            proof = with_width!(definition.shape, W => confirms::<W>(&definition, &fen, mate + mate.signum()));
        }
        if let Ok(holds) = proof {
            assert!(holds, "{game}: no mate in {mate}: {fen}");
            confirmed.fetch_add(1, Ordering::Relaxed);
        }
    });
    let [claimed, confirmed] = [claimed, confirmed].map(AtomicUsize::into_inner);
    println!("{confirmed} of {claimed} claims of mates in {MATES:?} confirmed");
    assert!(confirmed >= 40, "{confirmed} of {claimed}: too few to mean anything");
}
