//! The façade that the protocols and the command line talk to, and the one place that picks a board width.
//!
//! A [`Session`] is one opened game: a position with its history, a searcher and its settings. Everything that goes in
//! or out is text or plain numbers, so its users know neither widths nor moves.

mod bench;
mod game;
mod perft;
mod value;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::position::Outcome;
use crate::rules::{Color, Definition};
use crate::search::{Bound, Clock, Settings};

pub use bench::Bench;
pub use value::Value;

/// Limits as a protocol gives them: like [`crate::search::Limits`], with the turns spelled.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Plies (turns).
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Stop when a forced end in this many full moves is proven.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Clocks; the time manager decides.
    pub clock: Option<Clock>,
    /// Do not end before [`Session::stop`].
    pub infinite: bool,
    /// Think on the opponent's time: do not end before [`Session::ponder_hit`] or [`Session::stop`].
    pub ponder: bool,
    /// Only these turns at the root; empty: all legal ones.
    pub only: Vec<String>,
    /// Not these turns at the root.
    pub except: Vec<String>,
}

/// One line of thinking.
#[derive(Clone, Debug)]
pub struct Line {
    /// Depth in plies (turns).
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// 1 for the best line, 2 for the second best, and so on.
    pub line: usize,
    /// What the line is worth for the side to move.
    pub value: Value,
    /// Whether that is exact.
    pub bound: Bound,
    /// Chances of win, draw and loss in permille; they add up to 1000.
    pub wdl: [u32; 3],
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// Filled part of the transposition table in permille.
    pub hash_full: u32,
    /// Turns, spelled.
    pub pv: Vec<String>,
}

impl Line {
    /// Nodes per second so far.
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.elapsed)
    }
}

/// Nodes per second.
pub fn speed(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}

/// What a running search sends.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line of thinking.
    Line(Line),
    /// The end of the search: always sent, always last.
    Best {
        /// What to play; `None` only if there is no legal turn.
        turn: Option<String>,
        /// The expected answer.
        ponder: Option<String>,
        /// What the turn is worth for the side to move.
        value: Value,
        /// Nodes visited.
        nodes: u64,
        /// Time since the start of the search.
        elapsed: Duration,
    },
}

/// The number of ways to play on for some turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCount {
    /// All of them.
    pub nodes: u64,
    /// By first turn, in order of spelling. Empty at depth 0.
    pub divide: Vec<(String, u64)>,
}

/// An opened game.
///
/// Searching goes on in a thread of its own; every method answers at once unless it says otherwise. Methods that
/// change the position or the settings stop a running search first and wait for its end.
pub trait Session: Send {
    /// The game.
    fn definition(&self) -> &Arc<Definition>;
    /// Sets up a FEN (`None`: the start) and plays turns from there.
    ///
    /// # Errors
    /// A bad FEN or turn; then the old position stays.
    fn set_position(&mut self, fen: Option<&str>, turns: &[&str]) -> Result<(), PositionError>;
    /// Plays one turn; answers its canonical spelling.
    ///
    /// # Errors
    /// A turn that is not legal, with the reason; then the old position stays.
    fn push(&mut self, turn: &str) -> Result<String, PositionError>;
    /// Takes the last turn back; false if there is none.
    fn pop(&mut self) -> bool;
    /// The position as FEN.
    fn fen(&self) -> String;
    /// Whose turn it is.
    fn side(&self) -> Color;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The spelling of all legal turns, sorted.
    fn turns(&self) -> Vec<String>;
    /// A legal turn in standard algebraic notation (`Nf3`, `exd8=Q+`); `None` if it is not legal.
    fn san(&self, turn: &str) -> Option<String>;
    /// The spelling of the turn that a text in algebraic notation, also a sloppy one, or in coordinates names.
    ///
    /// # Errors
    /// A text that names no legal turn, or several, with the reason.
    fn parse_san(&self, text: &str) -> Result<String, PositionError>;
    /// Turns played since the position was set up.
    fn turns_played(&self) -> usize;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The board as text with coordinates and whose turn it is, several lines; levels side by side.
    fn board(&self) -> String;
    /// The terms of the static evaluation, for people.
    fn explain_evaluation(&self) -> String;
    /// Counts positions, in up to `threads` threads. Answers when it is done.
    fn perft(&self, depth: u32, threads: usize) -> PerftCount;
    /// Counts positions in a thread of its own, like a search: [`Session::stop`] ends it, and then it answers `None`.
    ///
    /// # Errors
    /// The system has no thread for it.
    fn start_perft(
        &mut self,
        depth: u32,
        threads: usize,
        on_end: Box<dyn FnOnce(Option<PerftCount>) + Send>,
    ) -> Result<(), PositionError>;
    /// Does the search's fixed piece of work, to a depth in turns (`None`: one that suits the game), in a thread of its
    /// own, like a search: [`Session::stop`] ends it early.
    ///
    /// # Errors
    /// The system has no thread for it.
    fn start_bench(&mut self, depth: Option<u32>, on_end: Box<dyn FnOnce(Bench) + Send>) -> Result<(), PositionError>;
    /// The settings in force.
    fn settings(&self) -> &Settings;
    /// Changes the settings.
    fn configure(&mut self, settings: Settings);
    /// Forgets what was learnt from earlier searches. The position stays.
    fn new_game(&mut self);
    /// Starts thinking; events come from another thread.
    ///
    /// # Errors
    /// An illegal turn in [`Request::only`] or [`Request::except`].
    fn start(&mut self, request: &Request, on_event: Box<dyn FnMut(Event) + Send>) -> Result<(), PositionError>;
    /// Ends a running search: its last event comes within milliseconds.
    fn stop(&self);
    /// The opponent has played the expected turn: thinking goes on on the own time.
    fn ponder_hit(&self);
    /// Whether a search is running.
    fn searching(&self) -> bool;
    /// Waits for the end of the search, without stopping it.
    fn wait(&mut self);
}

/// A FEN or turn that is refused, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The FEN.
    #[error(transparent)]
    Fen(#[from] crate::position::FenError),
    /// The turn.
    #[error("illegal move ({reason}): {turn}")]
    Turn {
        /// What was asked for.
        turn: String,
        /// Why it cannot be.
        reason: String,
    },
    /// The system has given no thread to search in.
    #[error("no thread for the search: {0}")]
    Thread(String),
}

/// Searches to the end in this thread: each event as it comes, the best turn last.
///
/// # Errors
/// The search cannot be started.
pub fn search(session: &mut dyn Session, request: &Request, on_event: impl FnMut(Event)) -> Result<(), PositionError> {
    let (sender, events) = channel();
    // Who no longer listens is not told.
    session.start(request, Box::new(move |event| _ = sender.send(event)))?;
    events.into_iter().for_each(on_event);
    session.wait();
    Ok(())
}

/// Opens a game, at its start, on the narrowest board that holds it.
pub fn open(definition: Arc<Definition>, settings: Settings) -> Box<dyn Session> {
    match definition.shape.words() {
        1 => Box::new(game::Game::<1>::new(definition, settings)),
        2 => Box::new(game::Game::<2>::new(definition, settings)),
        _ => Box::new(game::Game::<4>::new(definition, settings)),
    }
}

#[cfg(test)]
mod tests;
