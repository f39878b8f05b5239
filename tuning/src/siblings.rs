//! Scores siblings: positions after random alternatives to the moves of games. Each sibling is scored by a separate
//! search.
//!
//! A search compares all moves of a position, most of which are bad, and is led astray by every bad move that the
//! evaluation overrates. Games contain only the best moves. A network that learns from games alone may predict results
//! well and yet rank siblings worse than the weights alone do, see [`crate::gauge`].

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
use crate::search::SearchConfig;

/// Positions with a larger advantage, in centipawns, are skipped, because nothing can be learned from decided
/// positions.
const MAX_SCORE: i32 = 2500;
/// The number of games whose siblings are scored, in parallel, between two writes to the file.
const GAMES_AT_ONCE: usize = 200;
/// An upper bound on the number of plies of a game; later plies are ignored. The bound is used by [`number`].
const PLIES: u64 = 1000;
/// A strict upper bound on the number of siblings of one position. The bound is also used to encode line numbers:
/// divided by this bound, the line numbers of all siblings of one position have equal quotients.
pub const MAX_SIBLINGS: u64 = 100;

/// The positions to score, and the settings for scoring them.
#[derive(Clone, Debug)]
pub struct SiblingsConfig {
    /// The files of games whose siblings are scored.
    pub data: Vec<PathBuf>,
    /// The maximum number of positions of one game whose siblings are scored.
    pub per_game: usize,
    /// The maximum number of siblings of one position; less than [`MAX_SIBLINGS`].
    pub siblings: usize,
    /// The settings of the searches.
    pub search: SearchConfig,
}

/// Encodes the number of a sibling's line in the file: the index of the game among all games read, the ply at which the
/// sibling leaves the game, and the index of the sibling.
fn number(game: u64, ply: usize, sibling: usize) -> u64 {
    (game * PLIES + ply as u64) * MAX_SIBLINGS + sibling as u64
}

/// Scores the siblings that are missing from the file, until all are scored or `cancelled` is set, and returns how many
/// were written. Siblings with decided scores are not written. Each sibling is written as a game whose only turn is the
/// best turn, with the result of the game from which the sibling branches off.
///
/// # Errors
/// Fails if a file cannot be read or written or contains other games, if the evaluation cannot be loaded, or if the
/// threads cannot be started.
pub fn generate(
    definition: &Arc<Definition>,
    config: &SiblingsConfig,
    cancelled: &AtomicBool,
) -> Result<usize, DatagenError> {
    with_width!(definition.shape, W => generate_at::<W>(definition, config, cancelled))
}

/// Implements [`generate`] for one board width.
fn generate_at<const W: usize>(
    definition: &Arc<Definition>,
    config: &SiblingsConfig,
    cancelled: &AtomicBool,
) -> Result<usize, DatagenError> {
    let search = &config.search;
    let games = archive::read_all(&config.data, definition)?;
    let params = Arc::new(search.evaluation.load(definition)?);
    let openings = format!(
        "{} positions of a game, {} siblings of each",
        config.per_game, config.siblings
    );
    let header = search.header(definition, &params, openings);
    let mut file = Appender::open(&search.out, &header)?;
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let searcher = || search.searcher(&variant, &params);
    let pool = ThreadPoolBuilder::new()
        .num_threads(search.threads)
        .stack_size(STACK)
        .build()?;
    let bar = ProgressBar::new(games.len() as u64);
    let mut written = 0;
    let games: Vec<(usize, Game)> = games.into_iter().enumerate().collect();
    for some in games.chunks(GAMES_AT_ONCE) {
        let of_game = |searcher: &mut Searcher<W>, (place, game): &(usize, Game)| {
            let mut scored = Vec::new();
            for (number, position) in siblings_of(&variant, *place as u64, game, config) {
                if file.has(number) || cancelled.load(Ordering::Relaxed) {
                    continue;
                }
                searcher.clear();
                if let (Some(turn), score) = think(searcher, &position, search.nodes)
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

/// Returns the siblings of random positions of a game, each with its line number. `place` is the index of the game
/// among all games read. A damaged game ends at its first illegal turn.
fn siblings_of<const W: usize>(
    variant: &Arc<Variant<W>>,
    place: u64,
    game: &Game,
    config: &SiblingsConfig,
) -> Vec<(u64, Position<W>)> {
    let Ok(mut position) = Position::from_fen(variant.clone(), &game.fen) else {
        return Vec::new();
    };
    let mut random = game_rng(config.search.seed, place);
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
