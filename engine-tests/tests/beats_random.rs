//! The engine plays against random moves and must win every game, in every core variant, with few nodes per move.
//!
//! Draws fail the test like losses, because they show that the evaluation makes no progress or that the search errs.
//! `KURIER_GAMES` sets the number of games per variant (4 by default).

use std::sync::Arc;

use kurier_engine::search::{Limits, Searcher, Settings, Signals};
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Color, Definition, Variant};
use kurier_rules::with_width;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The number of nodes to search per legal move of the start position: enough to see the opponent's answers, so that
/// the engine does not overlook an accidental mate.
const NODES_FOR_EACH_MOVE: u64 = 40;
/// The maximum length of a game, in turns.
const MOST_TURNS: usize = 1_200;

/// Plays one game and returns the number of turns if the engine wins.
///
/// # Errors
/// A description of how the game ended if the engine did not win.
fn play<const W: usize>(definition: &Arc<Definition>, game: u64) -> Result<usize, String> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let settings = Settings {
        hash: 4,
        ..Settings::default()
    };
    let engine = Color::BOTH[game as usize % 2];
    let mut searcher = Searcher::new(variant.clone(), settings);
    let mut random = ChaCha8Rng::seed_from_u64(game);
    let mut position = Position::start(variant);
    let limits = Limits {
        nodes: Some(NODES_FOR_EACH_MOVE * position.legal_moves().len() as u64),
        ..Limits::default()
    };
    for turns in 0..MOST_TURNS {
        if let Some(outcome) = position.outcome() {
            return match outcome.winner {
                Some(winner) if winner == engine => Ok(turns),
                _ => Err(format!(
                    "{} ({}) after {turns} turns: {}",
                    outcome.result(),
                    outcome.reason.text(),
                    position.fen()
                )),
            };
        }
        let side = position.side();
        if side == engine {
            let best = searcher.run(&position, &limits, &Signals::default(), &mut |_| {});
            let Some(turn) = best.turn else {
                return Err(format!("no move in {}", position.fen()));
            };
            if !position.is_legal_turn(&turn) {
                return Err(format!("illegal {} in {}", position.spell(&turn), position.fen()));
            }
            position.play(&turn);
        } else {
            // A turn may be a chain of captures, which takes several moves.
            loop {
                let moves = position.legal_moves();
                position.make(moves[random.random_range(0..moves.len())]);
                if position.side() != side || position.variant_end().is_some() {
                    break;
                }
            }
        }
    }
    Err(format!("no end after {MOST_TURNS} turns: {}", position.fen()))
}

#[test]
fn the_engine_beats_random_moves_in_every_game() {
    let games: u64 = std::env::var("KURIER_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(4);
    let catalogue = Catalogue::built_in();
    let matches: Vec<(&Arc<Definition>, u64)> = catalogue
        .core()
        .flat_map(|definition| (0..games).map(move |game| (definition, game)))
        .collect();
    assert!(!matches.is_empty());
    let failures: Vec<String> = matches
        .par_iter()
        .filter_map(
            |(definition, game)| match with_width!(definition.shape, W => play::<W>(definition, *game)) {
                Ok(turns) => {
                    println!("{} game {game}: won after {turns} turns", definition.name);
                    None
                }
                Err(what) => Some(format!("{} game {game}: {what}", definition.name)),
            },
        )
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        matches.len(),
        failures.join("\n")
    );
}
