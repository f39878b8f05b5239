//! Games of the engine against itself, at a fixed number of nodes, for fitting the evaluation.
//!
//! A game follows from the seed and its number alone, so any range of numbers can be played anywhere, and a range
//! that was broken off goes on where it stopped.

mod opening;
mod play;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use kurier::eval::EvaluationSource;
use kurier::rules::{Definition, Variant};
use kurier::search::{Searcher, Settings};

use crate::archive::{Appender, ArchiveError, Game, Header};
use crate::at_width;

pub use opening::Openings;

/// Stack of a playing thread in bytes: a search is a deep recursion.
const STACK: usize = 32 << 20;

/// Which games to play, and how.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// How they begin.
    pub openings: Openings,
    /// With which numbers both sides evaluate.
    pub evaluation: EvaluationSource,
    /// Nodes for every turn.
    pub nodes: u64,
    /// The number from which everything follows, together with the game's own.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Transposition table of every thread, MiB.
    pub hash: usize,
    /// The file; games that it has already are not played again.
    pub out: PathBuf,
}

/// What was done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Harvest {
    /// Games played.
    pub games: usize,
    /// Turns played.
    pub turns: usize,
    /// Quiet positions in them.
    pub quiet: usize,
    /// The time it took.
    pub elapsed: Duration,
}

impl Harvest {
    /// Something per hour.
    pub fn hourly(&self, count: usize) -> f64 {
        count as f64 * 3600.0 / self.elapsed.as_secs_f64().max(1e-3)
    }
}

/// Plays the games that the file has not yet, until they are there or `cancelled` is set.
///
/// # Errors
/// A file that cannot be written, or holds other games; an evaluation of another game.
pub fn generate(
    definition: &Arc<Definition>,
    recipe: &Recipe,
    cancelled: &AtomicBool,
) -> Result<Harvest, ArchiveError> {
    let header = Header::new(definition, recipe)?;
    let mut file = Appender::open(&recipe.out, &header)?;
    let missing: Vec<u64> = recipe.games.clone().filter(|index| !file.has(*index)).collect();
    let bar = ProgressBar::new(missing.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg} {eta_precise} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let begun = Instant::now();
    let mut harvest = Harvest::default();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    let lot = Lot {
        missing: &missing,
        next: &next,
        stop: [&stop, cancelled],
    };
    std::thread::scope(|scope| {
        for _ in 0..recipe.threads.clamp(1, missing.len().max(1)) {
            let sender = sender.clone();
            let work = || at_width!(definition, play_games(definition, recipe, &lot, sender));
            // A thread that cannot be had is done without.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(sender);
        for (game, quiet) in &receiver {
            if let Err(error) = file.append(&game) {
                stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
            harvest.games += 1;
            harvest.turns += game.turns.len();
            harvest.quiet += quiet;
            harvest.elapsed = begun.elapsed();
            bar.inc(1);
            bar.set_message(format!(
                "{:.0} games/h, {:.2} M quiet positions/h,",
                harvest.hourly(harvest.games),
                harvest.hourly(harvest.quiet) / 1e6
            ));
        }
        Ok(())
    })?;
    bar.abandon();
    Ok(harvest)
}

/// The games that are still to be given out.
struct Lot<'a> {
    missing: &'a [u64],
    next: &'a AtomicUsize,
    stop: [&'a AtomicBool; 2],
}

impl Lot<'_> {
    fn draw(&self) -> Option<u64> {
        if self.stop.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }
}

fn play_games<const W: usize>(definition: &Arc<Definition>, recipe: &Recipe, lot: &Lot, done: Sender<(Game, usize)>) {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let settings = Settings {
        hash: recipe.hash,
        evaluation: recipe.evaluation.clone(),
        ..Settings::default()
    };
    let mut searcher = Searcher::new(variant.clone(), settings);
    while let Some(index) = lot.draw() {
        if done.send(play::play(&variant, &mut searcher, recipe, index)).is_err() {
            return;
        }
    }
}
