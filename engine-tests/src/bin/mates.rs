//! Generates the positions of `data/mates`: forced wins in two, three and four moves, from fast games of the engine
//! against itself. The search for mates proves every win and finds all turns that win soonest.
//!
//! `cargo run --release -p engine-tests --bin mates -- courier 200 4000` prints up to 200 positions of each length from
//! at most 4,000 games. A game depends only on its number, so the result is the same on every machine.

use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;
use std::sync::Arc;

use engine_tests::games::{engine, search, with_new_counters};
use engine_tests::mates::{MOVES, Mate};
use kurier_engine::search::Limits;
use kurier_engine::session::{Board, Engine};
use kurier_rules::rules::{Catalogue, Definition};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The maximum number of positions of each length, unless the command line says otherwise.
const WANTED: u64 = 200;
/// The maximum number of games, unless the command line says otherwise.
const GAMES: u64 = 4000;
/// The number of games in a batch. The games of a batch are played in parallel.
const AT_ONCE: u64 = 20;
/// The possible numbers of random turns at the beginning of a game.
const OPENING: std::ops::Range<usize> = 4..12;
/// The number of nodes searched per turn of the games.
const PLAY: u64 = 400;
/// One turn in this many is random, because without mistakes few games would end in a forced win.
const MISTAKE: u32 = 20;
/// The maximum length of a game, in turns.
const LONGEST: usize = 300;
/// The number of the winner's turns, from the end of the game backwards, before which the position is examined.
const EXAMINED: usize = 8;
/// The maximum number of positions that a proof may visit.
const PROOF: u64 = 200_000;
/// The maximum number of solutions; positions with more solutions are too easy.
const MOST_BEST: usize = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: u64| arguments.get(index).map_or(Some(default), |text| text.parse().ok());
    let name = arguments.first().map_or("", String::as_str);
    let (definition, wanted, games) = match (Catalogue::built_in().find(name), number(1, WANTED), number(2, GAMES)) {
        (Ok(definition), Some(wanted), Some(games)) => (definition, wanted, games),
        (Err(error), ..) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
        _ => {
            eprintln!("error: expected a variant, the number of positions of each length, and the number of games");
            return ExitCode::from(2);
        }
    };
    for mate in collect(&definition, wanted as usize, games).into_values().flatten() {
        println!("{mate}");
    }
    ExitCode::SUCCESS
}

/// Returns up to `wanted` positions of each length, by length. Positions of one length are in the order of their games.
fn collect(definition: &Arc<Definition>, wanted: usize, games: u64) -> BTreeMap<u32, Vec<Mate>> {
    let mut found: BTreeMap<u32, Vec<Mate>> = MOVES.map(|moves| (moves, Vec::new())).collect();
    let mut known = HashSet::new();
    for first in (0..games).step_by(AT_ONCE as usize) {
        let of_games: Vec<Vec<Mate>> = (first..games.min(first + AT_ONCE))
            .into_par_iter()
            .map_init(
                || {
                    let board = Board::new(definition);
                    (engine(&board), board)
                },
                |(engine, board), number| mates_of_game(engine, board, number),
            )
            .collect();
        for mate in of_games.into_iter().flatten() {
            let same = found.entry(mate.moves).or_default();
            if same.len() < wanted && known.insert(mate.fen.clone()) {
                same.push(mate);
            }
        }
        let counts: Vec<usize> = found.values().map(Vec::len).collect();
        eprintln!("{} games: {counts:?}", games.min(first + AT_ONCE));
        if counts.iter().all(|count| *count >= wanted) {
            break;
        }
    }
    found
}

/// Plays a game and returns the first forced win of each length among the last turns of the winner.
fn mates_of_game(engine: &mut Engine, board: &mut Board, number: u64) -> Vec<Mate> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    engine.new_game();
    if board.set_up(None).is_err() || !play_game(engine, board, &mut random) {
        return Vec::new();
    }
    let mut mates: BTreeMap<u32, Mate> = BTreeMap::new();
    for _ in 0..EXAMINED {
        // Take back the winner's turn. The `undo` at the end of the loop takes back the loser's turn before it.
        if board.undo().is_none() {
            break;
        }
        if let Ok(position) = Board::from_fen(board.definition(), &with_new_counters(&board.fen()))
            && position.turns().len() > 1
            && let Some(mate) = Mate::prove(engine, &position, MOST_BEST, PROOF)
        {
            mates.insert(mate.moves, mate);
        }
        if board.undo().is_none() {
            break;
        }
    }
    mates.into_values().collect()
}

/// Plays a game to its end. Returns whether the player who made the last turn has won.
fn play_game(engine: &mut Engine, board: &mut Board, random: &mut ChaCha8Rng) -> bool {
    let limits = Limits {
        nodes: Some(PLAY),
        ..Limits::default()
    };
    let opening = random.random_range(OPENING);
    for made in 0..LONGEST {
        if let Some(outcome) = board.outcome() {
            return outcome.winner.is_some_and(|winner| winner != board.side());
        }
        let at_random = made < opening || random.random_range(0..MISTAKE) == 0;
        let turn = match at_random {
            true => board.turns().choose(random).cloned(),
            false => search(engine, board, &limits).turn,
        };
        let played = turn.is_some_and(|turn| board.play(&turn).is_ok());
        if !played {
            return false;
        }
    }
    false
}
