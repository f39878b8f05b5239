//! The engine plays against random moves and must win every game, in every core variant, with few nodes per move.
//!
//! Draws fail the test like losses, because they show that the evaluation makes no progress or that the search errs.
//! `KURIER_GAMES` sets the number of games per variant (4 by default).

use std::sync::Arc;

use engine_tests::long_form;
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{Board, Engine};
use kurier_rules::rules::{Catalogue, Color, Definition};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The number of nodes to search per legal move of the start position: enough to see the opponent's replies, so that
/// the engine does not overlook an accidental mate.
const NODES_FOR_EACH_MOVE: u64 = 40;
/// The maximum length of a game, in turns.
const MOST_TURNS: usize = 1_200;

/// Plays one game and returns the number of turns if the engine wins.
///
/// # Errors
/// Returns a description of how the game ended if the engine did not win.
fn play(definition: &Arc<Definition>, game: u64) -> Result<usize, String> {
    let side = Color::BOTH[game as usize % 2];
    let mut random = ChaCha8Rng::seed_from_u64(game);
    let mut board = Board::new(definition);
    let settings = Settings {
        hash: 4,
        ..Settings::default()
    };
    let mut engine = Engine::new(&board, settings);
    let limits = Limits {
        nodes: Some(NODES_FOR_EACH_MOVE * board.turns().len() as u64),
        ..Limits::default()
    };
    for turns in 0..MOST_TURNS {
        if let Some(outcome) = board.outcome() {
            return match outcome.winner {
                Some(winner) if winner == side => Ok(turns),
                _ => Err(format!(
                    "{} ({}) after {turns} turns: {}",
                    outcome.result(),
                    outcome.reason.text(),
                    board.fen()
                )),
            };
        }
        let turn = if board.side() == side {
            let best = engine
                .search(&board, &limits, |_| {})
                .map_err(|error| error.to_string())?;
            best.turn.ok_or_else(|| format!("no move in {}", board.fen()))?
        } else {
            let turns = board.turns();
            turns
                .choose(&mut random)
                .expect("a game that goes on has turns")
                .clone()
        };
        board
            .play(&turn)
            .map_err(|_| format!("illegal {} in {}", board.spell(&turn), board.fen()))?;
    }
    Err(format!("no end after {MOST_TURNS} turns: {}", board.fen()))
}

#[test]
fn the_engine_beats_random_moves_in_every_game() {
    let games: u64 = long_form::number("KURIER_GAMES").unwrap_or(4);
    let catalogue = Catalogue::built_in();
    let matches: Vec<(&Arc<Definition>, u64)> = catalogue
        .core()
        .flat_map(|definition| (0..games).map(move |game| (definition, game)))
        .collect();
    assert!(!matches.is_empty());
    let failures: Vec<String> = matches
        .par_iter()
        .filter_map(|(definition, game)| match play(definition, *game) {
            Ok(turns) => {
                println!("{} game {game}: won after {turns} turns", definition.name);
                None
            }
            Err(what) => Some(format!("{} game {game}: {what}", definition.name)),
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        matches.len(),
        failures.join("\n")
    );
}
