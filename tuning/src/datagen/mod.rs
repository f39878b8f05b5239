//! Plays self-play games at a fixed number of nodes, for fitting the evaluation and training networks.
//!
//! With given settings, a game depends only on the seed and on the number of the game: each game has a separate stream
//! of a ChaCha8 generator, whose output is stable across platforms and versions. So any machine can play any range of
//! numbers, and an interrupted range resumes where it stopped.

mod opening;
mod play;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use kurier_engine::eval::{EvalParams, SourceError};
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;

use crate::archive::{Appender, ArchiveError, Game};
use crate::search::SearchConfig;

pub use opening::Openings;
pub(crate) use play::{game_rng, think};

/// The stack size in bytes of threads that search: the search recurses deeply.
pub(crate) const STACK: usize = 32 << 20;

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
    /// The file of games cannot be read or written, or contains other games.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The evaluation cannot be loaded, or is for another variant.
    #[error("evaluation: {0}")]
    Evaluation(#[from] SourceError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The work done so far.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
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

/// Plays the games that are missing in the file, until the file contains all games or `cancelled` is set. Returns the
/// work done.
///
/// # Errors
/// The file cannot be read or written or contains other games, or the evaluation cannot be loaded.
pub fn generate(
    definition: &Arc<Definition>,
    config: &DatagenConfig,
    cancelled: &AtomicBool,
) -> Result<Progress, DatagenError> {
    let params = Arc::new(config.search.evaluation.load(definition)?);
    let header = config.search.header(definition, &params, config.openings.to_string());
    let mut file = Appender::open(&config.search.out, &header)?;
    let missing: Vec<u64> = config.games.clone().filter(|index| !file.has(*index)).collect();
    let bar = ProgressBar::new(missing.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg} {eta_precise} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let begun = Instant::now();
    let mut progress = Progress::default();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    let queue = Queue {
        missing: &missing,
        next: &next,
        stop: [&stop, cancelled],
    };
    std::thread::scope(|scope| {
        for _ in 0..config.search.threads.clamp(1, missing.len().max(1)) {
            let sender = sender.clone();
            let work =
                || with_width!(definition.shape, W => play_games::<W>(definition, config, &params, &queue, sender));
            // Threads that fail to spawn are skipped.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(sender);
        for (game, quiet) in &receiver {
            if let Err(error) = file.append(&game) {
                stop.store(true, Ordering::Relaxed);
                return Err(error.into());
            }
            progress.games += 1;
            progress.turns += game.turns.len();
            progress.quiet += quiet;
            progress.elapsed = begun.elapsed();
            bar.inc(1);
            bar.set_message(format!(
                "{:.0} games/h, {:.2} M quiet positions/h,",
                progress.hourly(progress.games),
                progress.hourly(progress.quiet) / 1e6
            ));
        }
        Ok::<(), DatagenError>(())
    })?;
    bar.abandon();
    Ok(progress)
}

/// The queue from which all threads take their games.
struct Queue<'a> {
    /// The numbers of the games that are missing in the file.
    missing: &'a [u64],
    /// The index of the next game in `missing`.
    next: &'a AtomicUsize,
    /// Two flags, each of which ends the play: the first is set if the file cannot be written, the second if the user
    /// cancels.
    stop: [&'a AtomicBool; 2],
}

impl Queue<'_> {
    /// Takes the number of the next game. Returns `None` if no games are left or the play must end.
    fn next(&self) -> Option<u64> {
        if self.stop.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }
}

/// Plays games from the queue until the queue is empty. Sends each game with the number of its quiet positions.
fn play_games<const W: usize>(
    definition: &Arc<Definition>,
    config: &DatagenConfig,
    params: &Arc<EvalParams>,
    queue: &Queue,
    done: Sender<(Game, usize)>,
) {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let mut searcher = config.search.searcher(&variant, params);
    while let Some(index) = queue.next() {
        if done.send(play::play(&variant, &mut searcher, config, index)).is_err() {
            return;
        }
    }
}
