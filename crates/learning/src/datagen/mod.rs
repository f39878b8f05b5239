//! Plays self-play games at a fixed number of nodes, for fitting the evaluation and training networks.
//!
//! For given settings, a game depends only on the seed and on the number of the game: each game has a separate stream
//! of a ChaCha8 generator, whose output is stable across platforms and versions. So any machine can play any range of
//! numbers, and an interrupted range resumes where it stopped.

mod opening;
mod play;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use kurier_engine::eval::{EvalParams, SourceError};
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;

use crate::archive::{Appender, ArchiveError, Game};
use crate::search::SearchConfig;
use crate::workers::{self, NoThread, Queue};

pub use opening::Openings;
pub(crate) use play::{MAX_TURNS, adjudicated, balanced};
pub use play::{game_rng, think};

/// The stack size in bytes of threads that search: the search recurses deeply.
pub const STACK: usize = 32 << 20;

/// The games to play, and the settings for playing them.
#[derive(Clone, Debug)]
pub struct DatagenConfig {
    /// The numbers of the games to play.
    pub games: Range<u64>,
    /// The distribution of the random openings.
    pub openings: Openings,
    /// The settings of both sides' searches.
    pub search: SearchConfig,
}

/// The reasons why games cannot be played or written.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// The file of games cannot be read or written, or contains games made with other settings.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The evaluation cannot be loaded, or is for another variant.
    #[error("evaluation: {0}")]
    Evaluation(#[from] SourceError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Not a single thread can be started.
    #[error(transparent)]
    NoThread(#[from] NoThread),
}

/// The work done so far.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// The number of games that were missing from the file at the start.
    pub missing: usize,
    /// The number of games played.
    pub games: usize,
    /// The number of turns played.
    pub turns: usize,
    /// The number of quiet positions in the games played.
    pub quiet: usize,
    /// The time from the start to the end of the last game played.
    pub elapsed: Duration,
}

impl Progress {
    /// Converts a count reached in the time `elapsed` to a rate per hour.
    pub fn hourly(&self, count: usize) -> f64 {
        count as f64 * 3600.0 / self.elapsed.as_secs_f64().max(1e-3)
    }
}

/// Plays the games that are missing from the file, until the file contains all games, `cancelled` is set, or `on_game`
/// breaks. After each game, `on_game` receives the work done so far. Returns the work done.
///
/// # Errors
/// Fails if the file cannot be read or written or contains games made with other settings, if the evaluation cannot be
/// loaded, or if no thread can be started.
pub fn generate(
    definition: &Arc<Definition>,
    config: &DatagenConfig,
    cancelled: &AtomicBool,
    mut on_game: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Progress, DatagenError> {
    let params = Arc::new(config.search.evaluation.load(definition)?);
    let header = config.search.header(definition, &params, config.openings.to_string());
    let mut file = Appender::open(&config.search.out, &header)?;
    let missing: Vec<u64> = config.games.clone().filter(|index| !file.has(*index)).collect();
    let begun = Instant::now();
    let mut progress = Progress {
        missing: missing.len(),
        ..Progress::default()
    };
    let queue = Queue::new(0, cancelled);
    let work = |done| {
        with_width!(definition.shape, W => play_games::<W>(definition, config, &params, &missing, &queue, done));
    };
    let threads = config.search.threads.min(missing.len());
    workers::run(threads, work, |(game, quiet): (Game, usize)| {
        file.append(&game)?;
        progress.games += 1;
        progress.turns += game.turns.len();
        progress.quiet += quiet;
        progress.elapsed = begun.elapsed();
        if on_game(&progress).is_break() {
            queue.stop();
        }
        Ok::<(), DatagenError>(())
    })?;
    Ok(progress)
}

/// Plays the missing games whose indices come from the queue, until no games are left or the work must end. Sends each
/// game with the number of its quiet positions.
fn play_games<const W: usize>(
    definition: &Arc<Definition>,
    config: &DatagenConfig,
    params: &Arc<EvalParams>,
    missing: &[u64],
    queue: &Queue<'_>,
    done: Sender<(Game, usize)>,
) {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let mut searcher = config.search.searcher(&variant, params);
    while let Some(number) = queue.next().and_then(|next| missing.get(next as usize)) {
        if done.send(play::play(&variant, &mut searcher, config, *number)).is_err() {
            return;
        }
    }
}
