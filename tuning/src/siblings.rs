//! Positions that games did not come to: random turns beside those that were played, each scored by a search of its own.
//!
//! A search compares siblings, most of which are bad, and where an evaluation finds the wrong one of them good, there it goes.
//! Games consist of the best ones only. A network that learns from these alone may predict games well and yet tell
//! siblings apart worse than the weights did, see [`crate::gauge`].

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use kurier_engine::search::Searcher;
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;
use rand::seq::{IndexedRandom, index};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::archive::{self, Appender, Game};
use crate::datagen::{DatagenError, STACK, game_rng, think};
use crate::searching::Searching;

/// Positions further from equality than this, in centipawns, teach nothing more.
const MAX_SCORE: i32 = 2500;
/// Games whose positions are scored before they are written.
const GAMES_AT_ONCE: usize = 200;
/// More plies than a game has.
const PLIES: u64 = 1000;
/// More siblings of a position than are asked for.
pub const MAX_SIBLINGS: u64 = 100;

/// Which positions to score, and how.
#[derive(Clone, Debug)]
pub struct SiblingsConfig {
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// Positions of every game that are left by another turn, at most.
    pub per_game: usize,
    /// Other turns in each of them, at most; less than [`MAX_SIBLINGS`].
    pub siblings: usize,
    /// How the siblings are searched.
    pub searching: Searching,
}

/// Returns the number of a sibling's line in the file: of its game among all that were read, of the ply that it leaves
/// the game at, and its own.
fn number(game: u64, ply: usize, sibling: usize) -> u64 {
    (game * PLIES + ply as u64) * MAX_SIBLINGS + sibling as u64
}

/// Scores positions until the file has all, or `cancelled` is set. They are written as games of one turn, the best one, with
/// the result of the game that they were beside. Returns how many were written.
///
/// # Errors
/// A file that cannot be read or written or has other games; an evaluation that does not fit the game.
pub fn generate(
    definition: &Arc<Definition>,
    config: &SiblingsConfig,
    cancelled: &AtomicBool,
) -> Result<usize, DatagenError> {
    with_width!(definition.shape, W => generate_at::<W>(definition, config, cancelled))
}

fn generate_at<const W: usize>(
    definition: &Arc<Definition>,
    config: &SiblingsConfig,
    cancelled: &AtomicBool,
) -> Result<usize, DatagenError> {
    let searching = &config.searching;
    let games = archive::read_all(&config.data, definition)?;
    let params = Arc::new(searching.evaluation.load(definition)?);
    let openings = format!(
        "{} positions of a game, {} siblings of each",
        config.per_game, config.siblings
    );
    let header = searching.header(definition, &params, openings);
    let mut file = Appender::open(&searching.out, &header)?;
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let searcher = || searching.searcher(&variant, &params);
    let pool = ThreadPoolBuilder::new()
        .num_threads(searching.threads)
        .stack_size(STACK)
        .build()?;
    let bar = ProgressBar::new(games.len() as u64);
    let mut written = 0;
    let games: Vec<(usize, Game)> = games.into_iter().enumerate().collect();
    for some in games.chunks(GAMES_AT_ONCE) {
        let of_game = |searcher: &mut Searcher<W>, (place, game): &(usize, Game)| {
            let mut scored = Vec::new();
            for (number, position) in beside(&variant, *place as u64, game, config) {
                if file.has(number) || cancelled.load(Ordering::Relaxed) {
                    continue;
                }
                searcher.clear();
                if let (Some(turn), score) = think(searcher, &position, searching.nodes)
                    && score.abs() <= MAX_SCORE
                {
                    scored.push(Game {
                        index: number,
                        fen: position.fen(),
                        result: game.result,
                        reason: game.reason.clone(),
                        turns: vec![(position.spell(&turn), score)],
                    });
                }
            }
            scored
        };
        let found: Vec<_> = pool.install(|| some.par_iter().map_init(searcher, of_game).collect());
        for game in found.into_iter().flatten() {
            file.append(&game)?;
            written += 1;
        }
        bar.inc(some.len() as u64);
        if cancelled.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.abandon();
    Ok(written)
}

/// Returns the siblings of a game's positions, each with its number.
fn beside<const W: usize>(
    variant: &Arc<Variant<W>>,
    place: u64,
    game: &Game,
    config: &SiblingsConfig,
) -> Vec<(u64, Position<W>)> {
    let Ok(mut position) = Position::from_fen(variant.clone(), &game.fen) else {
        return Vec::new();
    };
    let mut random = game_rng(config.searching.seed, place);
    let plies = game.turns.len().min(PLIES as usize);
    let left_at = index::sample(&mut random, plies, config.per_game.min(plies)).into_vec();
    let mut found = Vec::new();
    for (ply, (text, score)) in game.turns.iter().enumerate().take(plies) {
        let Ok(played) = position.parse_turn(text) else { break };
        if left_at.contains(&ply) && score.abs() <= MAX_SCORE {
            let others: Vec<_> = position.turns().into_iter().filter(|turn| *turn != played).collect();
            for (sibling, turn) in others.choose_multiple(&mut random, config.siblings).enumerate() {
                let mut after = position.clone();
                after.play(turn);
                if after.outcome().is_none() && !after.in_check() {
                    found.push((number(place, ply, sibling), after));
                }
            }
        }
        position.play(&played);
    }
    found
}
