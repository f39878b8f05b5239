//! Learns a game by self-play: improves an evaluation, which may follow from the rules of the game alone.
//!
//! A run is a sequence of generations. Each generation plays games with the best evaluation so far, fits weights to the
//! games or trains a network on them, and plays a match of what it learned against the best evaluation. The new
//! evaluation becomes the best one only if it wins the match. Everything that a run produces is stored in one folder,
//! from which the run can be resumed. Further processes, on any machines that share the folder, can [`help`] with games
//! and matches.

mod error;
pub mod evaluation_key;
mod generation;
mod plot;
mod report;
mod state;
mod worker;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_rules::files;
use kurier_rules::rules::Definition;

pub use error::LearnError;
pub use state::{Current, Elo, Generation, Kind, State};
pub use worker::{Help, Helped, WorkerConfig, help};

/// The name of the file with the state of a run.
const STATE: &str = "state.json";
/// The name of the file that a run locks, so that no other process continues the run at the same time.
const LOCK: &str = ".lock";
/// The name of the plot of a run's progress.
const PLOT: &str = "progress.svg";
/// The name of the report of a run.
const REPORT: &str = "report.md";
/// The time between two saves of the state within a generation.
const SAVED_EVERY: Duration = Duration::from_secs(1);
/// The default number of nodes searched for each turn.
const NODES: u64 = 500;
/// The smallest length of a generation in seconds, if the run is long enough for three of them.
const LEAST_GENERATION: f64 = 60.0;

/// The limits of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// The time for the whole run, including the earlier parts of a resumed run.
    Time(Duration),
    /// Fixed numbers of generations, games and pairs, so that a run does not depend on the speed of the machine.
    Work {
        /// The number of generations of the whole run.
        generations: usize,
        /// The number of self-play games of each generation.
        games: u64,
        /// The maximum number of pairs of games in each match.
        pairs: u32,
    },
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct LearnConfig {
    /// The folder of the run. If it holds a run of the game, the run is resumed.
    pub folder: PathBuf,
    /// The limits of the run.
    pub budget: Budget,
    /// The number of nodes searched for each turn, in self-play and in matches. `None` stands for the number of the
    /// resumed run, or for 500 in a new run.
    pub nodes: Option<u64>,
    /// The evaluation to begin with. `None` stands for the evaluation of the resumed run, or for the game's own
    /// evaluation in a new run.
    pub evaluation: Option<EvaluationSource>,
    /// The number of concurrent games, and of threads that learn.
    pub threads: usize,
    /// The size of each player's transposition table, in MiB.
    pub hash: usize,
    /// The text of the game's definition, if it is a user's own. The folder gets a copy that names the best evaluation.
    pub definition: Option<String>,
}

/// The stage of a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The best evaluation plays games against itself.
    Games,
    /// Weights are fitted, or a network is trained.
    Learning,
    /// The new evaluation plays a match against the best one.
    Match,
}

/// The progress of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The number of the generation, from 1.
    pub generation: usize,
    /// What the generation learns.
    pub kind: Kind,
    /// The stage of the generation.
    pub stage: Stage,
    /// The number of games in this stage so far; 0 while the generation learns.
    pub games: u64,
    /// The gain of all earlier generations over the evaluation that the run began with.
    pub elo: Elo,
    /// The time left; `None` if the time is not limited.
    pub left: Option<Duration>,
}

/// An event in a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A game or a pair of games has been played, or a stage has begun.
    Progress(Progress),
    /// The generation with this number has ended.
    Finished(usize, Generation),
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The state at the end of the run.
    pub state: State,
    /// The file of the best evaluation; `None` if none was better than the evaluation that the run began with.
    pub best: Option<PathBuf>,
    /// Whether the run has used up its budget, rather than been cancelled.
    pub finished: bool,
}

/// A run in progress.
struct Run {
    definition: Arc<Definition>,
    config: LearnConfig,
    state: State,
    /// The time when this part of the run began.
    begun: Instant,
    /// The time that earlier parts of the run took, in seconds.
    before: f64,
    /// The time when the state was last written.
    saved: Instant,
    /// The locked file of the folder. The lock is released when the file is closed.
    _lock: File,
}

/// Learns a game until the budget is used up or `cancelled` is set. `on_event` receives the events of the run.
///
/// # Errors
/// Fails if the folder cannot be read or written, is in use by another process, or contains another run or other files,
/// or if the evaluation cannot be used.
pub fn learn(
    definition: &Arc<Definition>,
    config: &LearnConfig,
    cancelled: &AtomicBool,
    mut on_event: impl FnMut(Event),
) -> Result<Summary, LearnError> {
    let mut run = Run::open(definition, config)?;
    run.publish()?;
    run.state.finished = false;
    let mut finished = false;
    while !cancelled.load(Ordering::Relaxed) {
        let current = run.state.current.clone().or_else(|| run.next());
        let Some(mut current) = current else {
            finished = true;
            break;
        };
        let Some(generation) = generation::advance(&mut run, &mut current, cancelled, &mut on_event)? else {
            run.save(&current)?;
            break;
        };
        run.state.generations.push(generation.clone());
        run.state.current = None;
        run.write_state()?;
        run.publish()?;
        on_event(Event::Finished(run.state.generations.len(), generation));
    }
    if finished {
        run.state.finished = true;
        run.write_state()?;
    }
    Ok(Summary {
        best: (run.state.best().0 > 0).then(|| run.best_file()),
        state: run.state,
        finished,
    })
}

/// Returns the state of the run of a game in a folder; `None` if there is no such folder, or no run in it.
///
/// # Errors
/// Fails if the state cannot be read or belongs to another game.
pub fn state(definition: &Definition, folder: &Path) -> Result<Option<State>, LearnError> {
    let path = folder.join(STATE);
    if !path.exists() {
        return Ok(None);
    }
    let state = State::read(&path)?;
    state.check(definition, folder)?;
    Ok(Some(state))
}

/// Deletes the folder of a run with everything in it. Does nothing if there is no run in the folder.
///
/// # Errors
/// Fails if the run is in progress or the folder cannot be deleted.
pub fn forget(folder: &Path) -> Result<(), LearnError> {
    if !folder.join(STATE).exists() {
        return Ok(());
    }
    let _lock = lock_run(folder)?;
    std::fs::remove_dir_all(folder).map_err(LearnError::file(folder))
}

/// Reads the best evaluation of a run. Returns `None` if none was better than the evaluation that the run began with.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn best(state: &State, folder: &Path) -> Result<Option<Vec<u8>>, LearnError> {
    let (number, kind) = state.best();
    if number == 0 {
        return Ok(None);
    }
    let path = folder.join(evaluation_name(number, kind));
    files::read(&path, files::LARGE)
        .map(Some)
        .map_err(LearnError::file(&path))
}

impl Run {
    /// Opens the folder of a run, and begins or resumes the run.
    fn open(definition: &Arc<Definition>, config: &LearnConfig) -> Result<Self, LearnError> {
        let folder = &config.folder;
        std::fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
        let lock = lock_run(folder)?;
        let path = folder.join(STATE);
        let state = match path.exists() {
            true => resumed(definition, config, &path)?,
            false => begun(definition, config, &path)?,
        };
        Ok(Self {
            definition: definition.clone(),
            config: config.clone(),
            before: state.spent,
            state,
            begun: Instant::now(),
            saved: Instant::now(),
            _lock: lock,
        })
    }

    /// Returns the time that the run has taken so far, in seconds.
    fn spent(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// Plans the next generation. Returns `None` if the budget is used up.
    fn next(&self) -> Option<Current> {
        let begin = self.spent();
        let end = match self.config.budget {
            Budget::Time(time) => end_of_generation(begin, time.as_secs_f64())?,
            Budget::Work { generations, .. } => (self.state.generations.len() < generations).then_some(0.0)?,
        };
        Some(Current {
            kind: self.state.next_kind(),
            begin,
            end,
            played: false,
            learned: false,
            pairs: [0; 5],
        })
    }

    /// Returns the path of the file with the evaluation that the generation `number` has learned. The number 0 stands
    /// for the evaluation that the run began with.
    fn evaluation_file(&self, number: usize, kind: Kind) -> PathBuf {
        self.config.folder.join(evaluation_name(number, kind))
    }

    /// Reads the evaluation that the generation `number` has learned. The number 0 stands for the evaluation that the
    /// run began with.
    fn evaluation(&self, number: usize, kind: Kind) -> Result<EvaluationSource, LearnError> {
        evaluation(&self.config.folder, number, kind)
    }

    /// Returns the path of the file with the games that the run itself plays for a generation.
    fn games_file(&self, number: usize) -> PathBuf {
        self.config.folder.join(games_name(number))
    }

    /// Returns the path of the copy of the best evaluation that the run offers to the user.
    fn best_file(&self) -> PathBuf {
        self.config.folder.join(best_name(self.state.best().1))
    }

    /// Writes the state with the generation in progress.
    fn save(&mut self, current: &Current) -> Result<(), LearnError> {
        self.state.current = Some(current.clone());
        self.write_state()
    }

    /// Writes the state with the generation in progress, unless it was written recently.
    fn save_seldom(&mut self, current: &Current) -> Result<(), LearnError> {
        match self.saved.elapsed() >= SAVED_EVERY {
            true => self.save(current),
            false => Ok(()),
        }
    }

    fn write_state(&mut self) -> Result<(), LearnError> {
        self.state.spent = self.spent();
        self.saved = Instant::now();
        self.state.write(&self.config.folder.join(STATE))
    }

    /// Reports the progress. `games` is the number of games of the stage so far.
    fn tell(&self, current: &Current, stage: Stage, games: u64, on_event: &mut dyn FnMut(Event)) {
        let left = match self.config.budget {
            Budget::Time(time) => Some(time.saturating_sub(Duration::try_from_secs_f64(self.spent()).unwrap_or(time))),
            Budget::Work { .. } => None,
        };
        on_event(Event::Progress(Progress {
            generation: self.state.number(),
            kind: current.kind,
            stage,
            games,
            elo: self.state.elo(),
            left,
        }));
    }

    /// Writes the results of the run for the user: the best evaluation, the definition that names it, the plot and the
    /// report.
    fn publish(&self) -> Result<(), LearnError> {
        let folder = &self.config.folder;
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            files::write(&path, bytes).map_err(LearnError::file(&path))
        };
        let (_, kind) = self.state.best();
        if let Some(bytes) = best(&self.state, folder)? {
            write(best_name(kind), &bytes)?;
            if let Some(text) = &self.config.definition {
                let text = evaluation_key::with_evaluation(text, best_name(kind))?;
                write(&format!("{}.toml", self.definition.name), text.as_bytes())?;
            }
        }
        write(PLOT, plot::plot(&self.state)?.as_bytes())?;
        write(
            REPORT,
            report::report(&self.state, self.config.definition.is_some()).as_bytes(),
        )
    }
}

/// Returns the name of the file with the games of a generation that the run itself plays.
fn games_name(number: usize) -> String {
    format!("generation-{number}.games")
}

/// Reads, from the folder of a run, the evaluation that the generation `number` has learned. The number 0 stands for
/// the evaluation that the run began with.
fn evaluation(folder: &Path, number: usize, kind: Kind) -> Result<EvaluationSource, LearnError> {
    let path = folder.join(evaluation_name(number, kind));
    let bytes = files::read(&path, files::LARGE).map_err(LearnError::file(&path))?;
    Ok(EvaluationSource::from_file(bytes)?)
}

/// Returns the name of the file with the evaluation that the generation `number` has learned. The number 0 stands for
/// the evaluation that the run began with.
fn evaluation_name(number: usize, kind: Kind) -> String {
    match number {
        0 => format!("start.{}", kind.ending()),
        _ => format!("generation-{number}.{}", kind.ending()),
    }
}

/// Returns the file name of the copy of the best evaluation that the run offers to the user.
pub fn best_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Weights => "best.toml",
        Kind::Network => "best.net",
    }
}

/// Returns the time by which a generation that begins at `begin` should end, in seconds from the start of a run that
/// takes `total` seconds; `None` if the run is over. Generations become longer, because what remains to be learned
/// takes more games. The last one takes all of the remaining time.
fn end_of_generation(begin: f64, total: f64) -> Option<f64> {
    // Near the end of a run, the time left may be too short for another generation.
    let least = LEAST_GENERATION.max(total / 60.0).min(total / 3.0);
    if total - begin < least / 4.0 {
        return None;
    }
    let length = (begin / 2.0).max(least);
    let end = begin + length;
    Some(if total - end < length / 2.0 { total } else { end })
}

/// Locks the folder of a run until the returned file is closed.
fn lock_run(folder: &Path) -> Result<File, LearnError> {
    lock(&folder.join(LOCK))?.ok_or_else(|| LearnError::Running(folder.to_owned()))
}

/// Creates and locks a file. The lock is released when the returned file is closed. Returns `None` if another process
/// has locked the file.
fn lock(path: &Path) -> Result<Option<File>, LearnError> {
    let file = File::create(path).map_err(LearnError::file(path))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) => Err(LearnError::file(path)(source)),
    }
}

/// Begins a run in an empty folder.
fn begun(definition: &Definition, config: &LearnConfig, path: &Path) -> Result<State, LearnError> {
    let folder = &config.folder;
    // A run that was killed before it wrote its state has left only the evaluation that it began with.
    let name = |entry: std::io::Result<std::fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let names = std::fs::read_dir(folder).and_then(|entries| entries.map(name).collect());
    let names: Vec<String> = names.map_err(LearnError::file(folder))?;
    let own = |name: &String| name.starts_with("start.") || name.starts_with('.');
    if let Some(file) = names.into_iter().find(|name| !own(name)) {
        return Err(LearnError::Occupied {
            path: folder.clone(),
            file,
        });
    }
    let (bytes, kind) = start(definition, config.evaluation.clone().unwrap_or_default())?;
    let state = State::new(definition, config.nodes.unwrap_or(NODES), kind);
    let file = folder.join(evaluation_name(0, kind));
    files::write(&file, &bytes).map_err(LearnError::file(&file))?;
    state.write(path)?;
    Ok(state)
}

/// Reads the run in a folder, and checks that it matches the request.
fn resumed(definition: &Definition, config: &LearnConfig, path: &Path) -> Result<State, LearnError> {
    let state = State::read(path)?;
    state.check(definition, &config.folder)?;
    let other = |what, found: String, wanted: String| LearnError::Other {
        path: config.folder.clone(),
        what,
        found,
        wanted,
    };
    if let Some(nodes) = config.nodes.filter(|nodes| *nodes != state.nodes) {
        return Err(other("number of nodes", state.nodes.to_string(), nodes.to_string()));
    }
    if let Some(source) = &config.evaluation {
        let file = config.folder.join(evaluation_name(0, state.start));
        let found = files::read(&file, files::LARGE).map_err(LearnError::file(&file))?;
        if found != start(definition, source.clone())?.0 {
            return Err(other(
                "first evaluation",
                file.display().to_string(),
                "the one given".into(),
            ));
        }
    }
    Ok(state)
}

/// Returns the evaluation that a run begins with, as the contents of its file, and its kind.
fn start(definition: &Definition, source: EvaluationSource) -> Result<(Vec<u8>, Kind), LearnError> {
    let EvalParams { weights, network } = source.load(definition)?;
    Ok(match network {
        Some(network) => (network.to_bytes(&weights, definition), Kind::Network),
        None => (
            weights
                .write(definition, "The evaluation that the run began with.")
                .into_bytes(),
            Kind::Weights,
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ends of all generations of a run, in seconds.
    fn ends(total: f64) -> Vec<f64> {
        let next = |end: &f64| end_of_generation(*end, total);
        std::iter::successors(end_of_generation(0.0, total), next).collect()
    }

    #[test]
    fn three_minutes_are_three_generations_and_longer_runs_have_longer_ones() {
        assert_eq!(ends(180.0), [60.0, 120.0, 180.0]);
        for (total, least, most) in [(10.0, 2, 4), (3600.0, 8, 14), (8.0 * 3600.0, 8, 16)] {
            let ends = ends(total);
            assert!((least..=most).contains(&ends.len()), "{ends:?}");
            assert_eq!(ends.last(), Some(&total));
        }
        assert_eq!(end_of_generation(200.0, 180.0), None);
    }
}
