//! The page that shows a running tournament: `kurier match --live`.
//!
//! A self-contained page draws the contents of `state.json`; `games.pgn` contains the games. All three files are served
//! on this machine, and are also written to a folder if the user names one.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::cli::error::CliError;
use crate::cli::output::to_stderr;
use crate::cli::single_page;
use kurier_api::{GameView, PositionView};
use kurier_formats::pgn;
use kurier_referee::live::{Live, LiveGame};
use kurier_referee::report::Report;
use kurier_referee::run::Progress;
use kurier_referee::tournament::{FinishedGame, Tournament};
use kurier_rules::files;

/// The interval at which the state of the games in progress is renewed.
const INTERVAL: Duration = Duration::from_millis(500);
/// The maximum number of finished games that the state lists; `games.pgn` has all of them.
const LISTED: usize = 200;

/// The page of a running tournament. Dropping the value ends its thread, and the server.
pub(super) struct Show {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// The data that the thread of the page shares with the tournament.
struct Shared {
    names: Vec<String>,
    event: String,
    live: Arc<Live>,
    standings: Mutex<Standings>,
    site: Mutex<Site>,
    over: AtomicBool,
}

/// The results so far.
#[derive(Default)]
struct Standings {
    summary: Json,
    total: usize,
    results: Vec<Json>,
    /// The log-likelihood ratio of the SPRT after each game.
    llr: Vec<f64>,
    pgn: String,
}

/// The files of the page, and the folder to which they are written.
struct Site {
    files: BTreeMap<&'static str, Vec<u8>>,
    folder: Option<PathBuf>,
}

impl Site {
    /// Replaces the contents of a file, unless they have not changed.
    fn put(&mut self, name: &'static str, bytes: Vec<u8>) -> Result<(), CliError> {
        if self.files.get(name) == Some(&bytes) {
            return Ok(());
        }
        if let Some(folder) = &self.folder {
            let path = folder.join(name);
            files::write(&path, &bytes).map_err(|source| CliError::File { path, source })?;
        }
        self.files.insert(name, bytes);
        Ok(())
    }
}

/// Locks a mutex, even after a panic in another thread, which can leave the page only a little out of date.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Show {
    /// Writes the page, and serves it. `report` has the games of an earlier run.
    ///
    /// # Errors
    /// Fails if the folder cannot be written or there is no free port.
    pub(super) fn begin(tournament: &Tournament, folder: Option<&Path>, report: &Report) -> Result<Self, CliError> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|source| CliError::File {
                path: folder.to_owned(),
                source,
            })?;
        }
        let rules: BTreeMap<&str, GameView> = tournament
            .variants
            .iter()
            .map(|variant| (variant.definition.name.as_str(), GameView::of(&variant.definition)))
            .collect();
        let mut site = Site {
            files: BTreeMap::new(),
            folder: folder.map(Path::to_owned),
        };
        let page = single_page::html("live.js", &json!({ "rules": rules }));
        site.put("index.html", page.into_bytes())?;
        site.put("games.pgn", Vec::new())?;
        let shared = Arc::new(Shared {
            names: tournament.participants.iter().map(|each| each.name.clone()).collect(),
            event: tournament.event.clone(),
            live: tournament.live.clone().unwrap_or_default(),
            standings: Mutex::new(Standings {
                total: tournament.schedule().planned(),
                ..Standings::default()
            }),
            site: Mutex::new(site),
            over: AtomicBool::new(false),
        });
        lock(&shared.standings).take(report);
        shared.renew()?;
        serve(&shared)?;
        let thread = {
            let shared = shared.clone();
            thread::spawn(move || shared.keep_new())
        };
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Shows a game that has ended, and the standings.
    pub(super) fn game(&mut self, game: &FinishedGame, progress: &Progress) {
        let mut standings = lock(&self.shared.standings);
        let name = |number: usize| &self.shared.names[number];
        standings.total = progress.total;
        standings.results.push(json!({
            "game": game.slot.index,
            "variant": game.record.variant,
            "white": name(game.slot.white),
            "black": name(game.slot.black),
            "result": game.record.result.text(),
            "ending": game.ending.to_string(),
            "plies": game.record.moves.len(),
        }));
        standings.pgn += &pgn::text(&game.record);
        standings.pgn.push('\n');
        standings.take(&progress.report);
    }

    /// Shows the end of the tournament. The files in the folder remain; the server ends with the program.
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub(super) fn end(mut self, report: &Report) -> Result<(), CliError> {
        self.stop();
        lock(&self.shared.standings).take(report);
        self.shared.renew()
    }

    /// Ends the thread.
    fn stop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

impl Drop for Show {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Standings {
    /// Replaces the standings with the standings of a report, and records its log-likelihood ratio.
    fn take(&mut self, report: &Report) {
        self.summary = json!(report.summary());
        if let Some(llr) = self.summary["sprt"]["llr"].as_f64() {
            self.llr.push(llr);
        }
    }
}

impl Shared {
    /// Updates the state until the tournament is over.
    fn keep_new(&self) {
        while !self.over.load(Ordering::Relaxed) {
            thread::park_timeout(INTERVAL);
            if let Err(error) = self.renew() {
                to_stderr(&format!("warning: {error}; the page is no longer updated"));
                return;
            }
        }
    }

    /// Writes the state and the games into the files of the page.
    fn renew(&self) -> Result<(), CliError> {
        let games: Vec<Json> = self
            .live
            .games()
            .into_iter()
            .map(|game| in_json(game, &self.names))
            .collect();
        let (state, pgn) = {
            let standings = lock(&self.standings);
            let from = standings.results.len().saturating_sub(LISTED);
            let state = json!({
                "event": self.event,
                "over": self.over.load(Ordering::Relaxed),
                "total": standings.total,
                "games": games,
                "results": standings.results[from..],
                "standings": standings.summary,
                "llr": standings.llr,
            });
            (state.to_string(), standings.pgn.clone())
        };
        let mut site = lock(&self.site);
        site.put("games.pgn", pgn.into_bytes())?;
        site.put("state.json", state.into_bytes())
    }
}

/// Describes a game in progress.
fn in_json(game: LiveGame, names: &[String]) -> Json {
    let LiveGame {
        slot,
        mut board,
        record,
        clocks,
        since,
    } = game;
    let position = PositionView {
        turns: Vec::new(),
        ..PositionView::of(&mut board)
    };
    let moves: Vec<Json> = record
        .moves
        .iter()
        .map(|played| json!({ "san": played.san, "comment": played.comment }))
        .collect();
    json!({
        "game": slot.index,
        "variant": record.variant,
        "white": names[slot.white],
        "black": names[slot.black],
        "fen": record.start_fen,
        "moves": moves,
        "position": position,
        "clocks": clocks.map(|left| left.map(milliseconds)),
        "thinking": milliseconds(Instant::now().saturating_duration_since(since)),
    })
}

/// Returns a duration in milliseconds.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Serves the files on this machine, and prints the URL.
#[cfg(feature = "serve")]
fn serve(shared: &Arc<Shared>) -> io::Result<()> {
    let shared = shared.clone();
    let url = kurier_server::files::serve(move |path| lock(&shared.site).files.get(path).cloned())?;
    to_stderr(&format!("The tournament is shown at {url}"));
    Ok(())
}

/// Warns that this program has no server.
#[cfg(not(feature = "serve"))]
fn serve(shared: &Arc<Shared>) -> io::Result<()> {
    if lock(&shared.site).folder.is_none() {
        to_stderr("warning: this program was built without a server: --live FOLDER writes the page to a folder");
    }
    Ok(())
}
