//! The search for mates (`go mate`) is exact: it agrees with exhaustive search in every game, on random positions, on
//! positions with proven wins, in games from random definition files, and in small games for every end of the game.
//!
//! `KURIER_MATES=20 cargo test --release -p engine-tests --test engine mate_search` compares twenty times as many
//! positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine_tests::arrays::{board_field, empty};
use engine_tests::games::{engine, search, with_new_counters};
use engine_tests::invented::invent;
use engine_tests::long_form;
use engine_tests::parallel::{check_all, in_every_game};
use engine_tests::small_games::{SlowSearch, small_games};
use engine_tests::solver::Solver;
use engine_tests::strategies::check_positions;
use engine_tests::tactics::{Problem, games, problems};
use kurier_engine::search::{Best, Limits};
use kurier_engine::session::{Board, Engine, Value};
use kurier_rules::position::{Position, Turn};
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of positions of each small game that are compared.
const SMALL_POSITIONS: usize = 150;
/// The longest win that is proven in small games, in moves of the winner.
const SMALL_MOVES: u32 = 3;
/// The maximum number of positions that the slow search may visit in a small game.
const SMALL_PROOF: u64 = 40_000;
/// The number of random positions of each built-in game.
const GAME_POSITIONS: u32 = 50;
/// The number of random positions of each invented game.
const INVENTED_POSITIONS: u32 = 5;
/// The maximum number of positions that an exhaustive proof may visit.
const PROOF: u64 = 5_000;
/// The longest win that is proven in random positions, in moves of the winner.
const MOVES: u32 = 2;

/// Returns the factor by which `KURIER_MATES` multiplies the number of random positions; 1 if it is not set.
fn factor() -> usize {
    long_form::number("KURIER_MATES").unwrap_or(1)
}

/// Searches for a mate in `moves` moves and returns the result with the line that was reported.
fn mate(engine: &mut Engine, board: &Board, moves: u32) -> (Best, Vec<Turn>) {
    let limits = Limits {
        mate: Some(moves),
        ..Limits::default()
    };
    let mut line = Vec::new();
    let best = engine.search(board, &limits, |report| line = report.pv.clone());
    (best.unwrap_or_else(|error| panic!("{error}")), line)
}

/// Asserts that a line wins for the side to move in exactly `moves` of its own moves.
fn check_line(board: &Board, line: &[Turn], moves: u32) {
    let mut after = board.clone();
    for turn in line {
        assert!(after.turns().contains(turn), "{}: {turn:?}", board.fen());
        after
            .play(turn)
            .unwrap_or_else(|error| panic!("{}: {error}", board.fen()));
    }
    let winner = after.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(board.side()), "{}: {line:?}", board.fen());
    assert_eq!(line.len().div_ceil(2), moves as usize, "{}: {line:?}", board.fen());
}

/// Compares the search for mates with exhaustive search in one position. Returns whether there is a win, or `None` if
/// the exhaustive search would take too long.
///
/// If the game ends with a reply of the loser, the exhaustive search counts one more move.
fn compare<const W: usize>(engine: &mut Engine, board: &Board, variant: &Arc<Variant<W>>) -> Option<bool> {
    let position = Position::from_fen(variant.clone(), &board.fen()).ok()?;
    let win = Solver::solve(&position, MOVES, PROOF).ok()?;
    engine.new_game();
    let (best, line) = mate(engine, board, MOVES);
    let no_win = best.no_win.unwrap_or_else(|| panic!("{}: nothing proven", board.fen()));
    if no_win == MOVES {
        assert_eq!(win, None, "{}", board.fen());
        return Some(false);
    }
    let moves = no_win + 1;
    assert_eq!(
        Value::from_score(best.score),
        Value::Mate(moves as i32),
        "{}",
        board.fen()
    );
    check_line(board, &line, moves);
    let counted = moves + u32::from(line.len() % 2 == 0);
    match &win {
        Some(win) => assert!([moves, counted].contains(&win.moves), "{}", board.fen()),
        None => assert!(counted > MOVES, "{}", board.fen()),
    }
    if let Some(win) = win.filter(|_| counted == moves) {
        let turn = best.turn.unwrap_or_else(|| panic!("{}: no turn", board.fen()));
        assert!(win.best.contains(&turn), "{}: {turn:?}", board.fen());
    }
    Some(true)
}

/// Compares the search for mates with exhaustive search on random positions of one game. Returns the number of compared
/// positions, and the number of positions with a win.
fn compare_game(definition: &Arc<Definition>, cases: u32) -> [usize; 2] {
    let mut counts = [0; 2];
    let mut engine = engine(&Board::new(definition));
    with_width!(definition.shape, W => {
        let variant = Arc::new(Variant::<W>::compile(definition.clone()));
        check_positions(definition, cases, |fen| {
            // With new counters, neither repetition nor the move limit can decide the game within a few moves.
            let Ok(board) = Board::from_fen(definition, &with_new_counters(fen)) else { return };
            if board.outcome().is_none()
                && let Some(won) = compare(&mut engine, &board, &variant)
            {
                counts[0] += 1;
                counts[1] += usize::from(won);
            }
        });
    });
    counts
}

#[test]
fn every_game_agrees_with_exhaustive_search() {
    let won = AtomicUsize::new(0);
    in_every_game(|definition| {
        let [positions, wins] = compare_game(definition, GAME_POSITIONS * factor() as u32);
        println!("{}: {positions} positions, {wins} won", definition.name);
        won.fetch_add(usize::from(wins > 0), Ordering::Relaxed);
    });
    assert!(won.into_inner() >= 10);
}

#[test]
fn invented_games_agree_with_exhaustive_search() {
    let seeds: Vec<u64> = (0..40).collect();
    let won = AtomicUsize::new(0);
    check_all(&seeds, |seed| {
        if let Ok(definition) = Definition::parse(&invent(*seed), "invented.toml") {
            let [_, wins] = compare_game(&Arc::new(definition), INVENTED_POSITIONS * factor() as u32);
            won.fetch_add(wins, Ordering::Relaxed);
        }
    });
    assert!(won.into_inner() > 0);
}

/// Returns a random position of a small game, set up from few pieces and followed by a few random turns, both as a
/// board and as a position. `None` if it is illegal or the game is over.
fn small_position(
    definition: &Arc<Definition>,
    variant: &Arc<Variant<1>>,
    random: &mut ChaCha8Rng,
) -> Option<(Board, Position<1>)> {
    let mut squares = empty(definition);
    let pieces = (0..random.random_range(2..=4)).filter_map(|_| "RRFPPrfp".chars().choose(random));
    let pieces: Vec<char> = ['K', 'k'].into_iter().chain(pieces).collect();
    let places = definition.shape.squares().choose_multiple(random, pieces.len());
    for (square, piece) in places.into_iter().zip(pieces) {
        squares[square.index()] = piece;
    }
    let checks = match definition.ends.checks {
        0 => String::new(),
        most => format!(" {0}+{0}", most),
    };
    let fen = format!("{} w - -{checks} 0 1", board_field(definition, &squares));
    let mut board = Board::from_fen(definition, &fen).ok()?;
    let mut position = Position::from_fen(variant.clone(), &fen).ok()?;
    for _ in 0..random.random_range(0..8) {
        if board.outcome().is_some() {
            break;
        }
        let turn = board.turns().choose(random)?.clone();
        board.play(&turn).ok()?;
        position.play(&turn);
    }
    board.outcome().is_none().then_some((board, position))
}

/// Compares the search for mates with the slow search on random positions of a small game. Returns the number of
/// positions with a win.
fn compare_small_game(definition: &Arc<Definition>) -> usize {
    let variant = Arc::new(Variant::<1>::compile(definition.clone()));
    let mut engine = engine(&Board::new(definition));
    let random = &mut ChaCha8Rng::seed_from_u64(7);
    let (mut positions, mut wins) = (0, 0);
    let mut tries = 0;
    while positions < SMALL_POSITIONS * factor() {
        tries += 1;
        assert!(
            tries < 100 * SMALL_POSITIONS * factor(),
            "{}: few legal positions",
            definition.name
        );
        let Some((board, position)) = small_position(definition, &variant, random) else {
            continue;
        };
        let mut slow = SlowSearch::new(&position, SMALL_PROOF);
        let found = (1..=SMALL_MOVES).find_map(|moves| match slow.winning(moves) {
            Ok(winning) if winning.is_empty() => None,
            result => Some(result.map(|winning| (moves, winning))),
        });
        let Ok(win) = found.transpose() else { continue };
        engine.new_game();
        let (best, line) = mate(&mut engine, &board, SMALL_MOVES);
        let moves = win.as_ref().map(|(moves, _)| *moves);
        let held = best.no_win.unwrap_or_default();
        let history = format!(
            "{}: {} after {} moves",
            definition.name,
            board.fen(),
            board.history().len()
        );
        assert_eq!((held < SMALL_MOVES).then_some(held + 1), moves, "{history}");
        positions += 1;
        if let Some((moves, winning)) = win {
            check_line(&board, &line, moves);
            assert!(best.turn.is_some_and(|turn| winning.contains(&turn)), "{history}");
            wins += 1;
        }
    }
    wins
}

#[test]
fn every_end_of_the_game_is_counted() {
    let won = AtomicUsize::new(0);
    check_all(&small_games(), |definition| {
        let wins = compare_small_game(definition);
        println!("{}: {wins} won", definition.name);
        won.fetch_add(usize::from(wins >= 5), Ordering::Relaxed);
    });
    // In one small game the mated side wins. Such a mate can hardly be forced, so this game may have no win.
    assert!(won.into_inner() + 1 >= small_games().len());
}

/// Solves a problem within the nodes that it allows. Returns whether it was solved.
fn solve(definition: &Arc<Definition>, problem: &Problem) -> bool {
    let board = Board::from_fen(definition, &problem.fen).unwrap_or_else(|error| panic!("{problem}: {error}"));
    let limits = Limits {
        nodes: Some(problem.nodes),
        mate: Some(problem.moves),
        ..Limits::default()
    };
    let best = search(&mut engine(&board), &board, &limits);
    let proven = best.no_win.unwrap_or_default();
    assert!(proven < problem.moves, "{}: {problem}", definition.name);
    if !matches!(Value::from_score(best.score), Value::Mate(1..)) {
        return false;
    }
    // If the game ends with a reply of the loser, the problem counts one more move.
    let [moves, counted] = [proven + 1, problem.moves];
    assert_eq!(Value::from_score(best.score), Value::Mate(moves as i32), "{problem}");
    assert!(
        moves == counted || moves + 1 == counted,
        "{}: {problem}",
        definition.name
    );
    let turn = best.turn.unwrap_or_else(|| panic!("{problem}: no turn"));
    assert!(
        problem.best.contains(&board.spell(&turn)),
        "{}: {problem}",
        definition.name
    );
    true
}

#[test]
fn proven_wins_are_found() {
    check_all(&games(), |definition| {
        let problems = problems(&definition.name);
        let solved = problems.iter().filter(|problem| solve(definition, problem)).count();
        println!("{}: {solved} of {}", definition.name, problems.len());
        assert!(
            20 * solved >= 19 * problems.len(),
            "{}: {solved} of {}",
            definition.name,
            problems.len()
        );
    });
}
