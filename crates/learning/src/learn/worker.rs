//! Workers: further processes that play games for a run, on any machines that share its folder.
//!
//! A worker follows the state of the run: it joins in self-play and in matches, and waits while the run learns. The
//! number of a worker determines its own ranges of games and pairs and its own files, which the run reads, so workers
//! can come and go at any time.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kurier_rules::files;
use kurier_rules::rules::Definition;
use kurier_series::statistics::Pentanomial;

use super::generation::{self, MAX_GAMES, MAX_PAIRS};
use super::{LearnError, SAVED_EVERY, State, lock, state};
use crate::datagen;
use crate::matches;

/// The time between two checks of the state of the run.
const POLL: Duration = Duration::from_millis(500);

/// The settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// The folder of the run. The run may begin later than the worker.
    pub folder: PathBuf,
    /// The number of the worker, at least 1. Every worker of a run needs a different number.
    pub number: u32,
    /// The number of concurrent games.
    pub threads: usize,
    /// The size of each player's transposition table, in MiB.
    pub hash: usize,
    /// The time for which the worker waits for a finished run to be continued.
    pub patience: Duration,
}

/// What a worker is doing, as reported while it works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Help {
    /// The worker waits for the run.
    Waiting,
    /// The worker has played another self-play game for the generation with this number.
    Game(usize),
    /// The worker has played another pair of games in the match of the generation with this number.
    Pair(usize),
}

/// The work that a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Helped {
    /// The number of self-play games.
    pub games: u64,
    /// The number of pairs of games in matches.
    pub pairs: u64,
    /// Whether the worker stopped because the run was over, rather than because the worker was cancelled.
    pub finished: bool,
}

/// Plays games for the run in a folder until the run is over or `cancelled` is set. `on_event` receives what the worker
/// does.
///
/// # Errors
/// Fails if the folder cannot be read or written, if it contains a run of another game, or if another process is the
/// worker with this number.
pub fn help(
    definition: &Arc<Definition>,
    config: &WorkerConfig,
    cancelled: &AtomicBool,
    mut on_event: impl FnMut(Help),
) -> Result<Helped, LearnError> {
    fs::create_dir_all(&config.folder).map_err(LearnError::file(&config.folder))?;
    let lock_file = config.folder.join(format!(".worker-{}", config.number));
    let _lock = lock(&lock_file)?.ok_or_else(|| LearnError::Working {
        path: config.folder.clone(),
        number: config.number,
    })?;
    let mut worker = Worker {
        definition,
        config,
        cancelled,
        helped: Helped::default(),
    };
    let mut over_since = None;
    while !cancelled.load(Ordering::Relaxed) {
        let run = state(definition, &config.folder)?;
        let task = run.as_ref().and_then(Task::of);
        match (&run, &task) {
            (Some(run), Some(task)) if task.is_match => worker.play_pairs(run, task, &mut on_event)?,
            (Some(run), Some(task)) => worker.play_games(run, task, &mut on_event)?,
            _ => on_event(Help::Waiting),
        }
        if run.is_some_and(|run| run.finished) {
            if over_since.get_or_insert_with(Instant::now).elapsed() >= config.patience {
                worker.helped.finished = true;
                break;
            }
        } else {
            over_since = None;
        }
        thread::sleep(POLL);
    }
    Ok(worker.helped)
}

/// The part of a run with which workers can help.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Task {
    generation: usize,
    /// Whether workers play the generation's match rather than self-play games.
    is_match: bool,
}

impl Task {
    /// Returns the part of the run that workers can help with now; `None` between two generations and while the run
    /// learns.
    fn of(state: &State) -> Option<Self> {
        let current = state.current.as_ref()?;
        (!current.played || current.learned).then(|| Self {
            generation: state.number(),
            is_match: current.played,
        })
    }
}

/// A worker, and the work that it has done so far.
struct Worker<'a> {
    definition: &'a Arc<Definition>,
    config: &'a WorkerConfig,
    cancelled: &'a AtomicBool,
    helped: Helped,
}

impl Worker<'_> {
    /// Plays self-play games until the run begins to learn from them.
    fn play_games(&mut self, run: &State, task: &Task, on_event: &mut dyn FnMut(Help)) -> Result<(), LearnError> {
        let config = self.config;
        let first = u64::from(config.number) * MAX_GAMES;
        let (games, out) = (first..first + MAX_GAMES, self.file(task, GAMES));
        let settings = generation::games_config(run, &config.folder, games, out, (config.threads, config.hash))?;
        let mut watch = Watch::new(self.definition, config, *task);
        datagen::generate(self.definition, &settings, self.cancelled, |_| {
            self.helped.games += 1;
            on_event(Help::Game(task.generation));
            watch.flow()
        })?;
        Ok(())
    }

    /// Plays pairs of games in the match until the match is decided.
    fn play_pairs(&mut self, run: &State, task: &Task, on_event: &mut dyn FnMut(Help)) -> Result<(), LearnError> {
        let config = self.config;
        let Some(current) = &run.current else { return Ok(()) };
        let players = generation::players(self.definition, run, &config.folder, current.kind)?;
        let settings = generation::match_config(run, (config.threads, config.hash));
        let file = self.file(task, PAIRS);
        let mut pairs = if file.exists() {
            read_pairs(&file)?
        } else {
            Pentanomial::default()
        };
        let first = u64::from(config.number) * u64::from(MAX_PAIRS) + u64::from(pairs.pairs());
        let mut watch = Watch::new(self.definition, config, *task);
        let mut saved = Instant::now();
        let mut failed = Ok(());
        let definition = self.definition;
        matches::play(
            definition,
            players.each_ref(),
            &settings,
            first,
            self.cancelled,
            |points| {
                self.helped.pairs += 1;
                pairs.add(points);
                on_event(Help::Pair(task.generation));
                if saved.elapsed() >= SAVED_EVERY {
                    saved = Instant::now();
                    failed = write_pairs(&file, pairs);
                }
                match failed.is_err() || pairs.pairs() >= MAX_PAIRS {
                    true => ControlFlow::Break(()),
                    false => watch.flow(),
                }
            },
        )?;
        failed?;
        write_pairs(&file, pairs)
    }

    /// Returns the worker's file for a task.
    fn file(&self, task: &Task, ending: &str) -> PathBuf {
        let name = format!("{}{}.{ending}", prefix(task.generation), self.config.number);
        self.config.folder.join(name)
    }
}

/// Checks from time to time whether the run still needs the help that a worker gives.
struct Watch<'a> {
    definition: &'a Definition,
    folder: &'a Path,
    task: Task,
    looked: Instant,
}

impl<'a> Watch<'a> {
    fn new(definition: &'a Definition, config: &'a WorkerConfig, task: Task) -> Self {
        Self {
            definition,
            folder: &config.folder,
            task,
            looked: Instant::now(),
        }
    }

    /// Tells the worker whether to continue. A state that cannot be read stops the worker; the error is reported when
    /// [`help`] reads the state again.
    fn flow(&mut self) -> ControlFlow<()> {
        if self.looked.elapsed() < POLL {
            return ControlFlow::Continue(());
        }
        self.looked = Instant::now();
        match state(self.definition, self.folder) {
            Ok(Some(run)) if Task::of(&run) == Some(self.task) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// The file name extension of a worker's games.
const GAMES: &str = "games";
/// The file name extension of the results of a worker's pairs.
const PAIRS: &str = "pairs";

/// Returns the beginning of the names of all workers' files of a generation.
fn prefix(generation: usize) -> String {
    format!("generation-{generation}.worker-")
}

/// Returns the files of all workers for a generation that have the extension `ending`, sorted by the number of the
/// worker.
fn worker_files(folder: &Path, generation: usize, ending: &str) -> Result<Vec<PathBuf>, LearnError> {
    let failed = LearnError::file(folder);
    let prefix = prefix(generation);
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let path = entry.map_err(&failed)?.path();
        let number = path.file_name().and_then(|name| {
            let name = name.to_str()?.strip_prefix(&prefix)?;
            name.strip_suffix(ending)?.strip_suffix('.')?.parse().ok()
        });
        found.extend(number.map(|number| (number, path)));
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// Returns the files with the games that workers have played for a generation.
///
/// # Errors
/// Fails if the folder cannot be read.
pub(super) fn games_files(folder: &Path, generation: usize) -> Result<Vec<PathBuf>, LearnError> {
    let mut files = worker_files(folder, generation, GAMES)?;
    // A file that a worker has just created has no header yet.
    files.retain(|path| path.metadata().is_ok_and(|file| file.len() > 0));
    Ok(files)
}

/// Returns the results of all pairs that workers have played in the match of a generation.
///
/// # Errors
/// Fails if a file cannot be read.
pub(super) fn all_pairs(folder: &Path, generation: usize) -> Result<Pentanomial, LearnError> {
    let mut all = Pentanomial::default();
    for file in worker_files(folder, generation, PAIRS)? {
        all += read_pairs(&file)?;
    }
    Ok(all)
}

/// Reads the results of a worker's pairs.
fn read_pairs(path: &Path) -> Result<Pentanomial, LearnError> {
    let text = files::read_text(path, files::LARGE).map_err(LearnError::file(path))?;
    let counts: [u32; 5] = serde_json::from_str(&text).map_err(|_| LearnError::Results(path.to_owned()))?;
    let sum = counts.iter().map(|count| u64::from(*count)).sum::<u64>();
    match sum <= u64::from(MAX_PAIRS) {
        true => Ok(Pentanomial(counts)),
        false => Err(LearnError::Results(path.to_owned())),
    }
}

/// Writes the results of a worker's pairs. An interruption leaves either the old or the new results.
fn write_pairs(path: &Path, pairs: Pentanomial) -> Result<(), LearnError> {
    let text = serde_json::to_string(&pairs.0).map_err(std::io::Error::from);
    text.and_then(|text| files::write(path, text.as_bytes()))
        .map_err(LearnError::file(path))
}
