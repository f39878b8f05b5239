//! The messages of a board with a screen: what it asks of the rules and of the engine, and what it is told.
//!
//! A [`Desk`] takes a [`Request`] and gives one [`Reply`] or, where it searches, many. The board in the browser is served
//! so over a socket by the program, and without a server by a worker in WebAssembly; both carry the same messages as JSON.
//! A desk remembers nothing of a position: every request names its game, where it began and the turns since, so that a
//! page can go on with another desk where one is lost.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//! use kurier_api::{Desk, Message, PositionRef, Reply, Request};
//! use kurier_rules::rules::Catalogue;
//!
//! let replies = Arc::new(Mutex::new(Vec::new()));
//! let outbox = { let replies = replies.clone(); Arc::new(move |message| replies.lock().unwrap().push(message)) };
//! let mut desk = Desk::new(Catalogue::built_in(), outbox);
//! let position = PositionRef { game: "courier".into(), ..PositionRef::default() };
//! desk.handle(Message { id: 1, body: Request::Play { position, text: "Nc3".into() } });
//! let replies = replies.lock().unwrap();
//! assert!(matches!(&replies[0].body, Reply::Position(view) if view.last.as_ref().unwrap().text == "b1c3"));
//! ```

mod games;
mod position;
mod records;
mod reply;
mod request;
mod review;
mod search;
#[cfg(test)]
mod tests;
mod words;
mod workshop;

use std::sync::Arc;

pub use games::{GameSummary, GameView, PieceView, SquareView};
pub use position::{PositionView, TurnView};
pub use records::{RecordView, WrittenTurn};
pub use reply::{BestView, LineView, Message, OutcomeView, Reply, Score};
pub use request::{Place, PositionRef, Record, RecordTurn, Request, SearchLimits, SearchSettings};
pub use review::Judged;
pub use workshop::{Checked, Imported, Mistake};

use games::Games;
use position::BoardCache;
use search::Engines;

use kurier_engine::eval::nnue::Network;
use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_engine::search::TimeSource;
use kurier_rules::rules::{Catalogue, Definition};

/// Where replies go. It is called from the threads that search, too.
pub type Outbox = Arc<dyn Fn(Message<Reply>) + Send + Sync>;

/// Answers requests: the rules at once, searches with replies that grow.
///
/// It has [`Desk::ENGINES`] engines, which search beside each other: one for what the player looks at, one for what goes on
/// in the background.
pub struct Desk {
    games: Games,
    cache: BoardCache,
    engines: Engines,
    outbox: Outbox,
}

impl Desk {
    /// The number of engines.
    pub const ENGINES: usize = 2;
    /// The most games of the user's own that it keeps; with more, the user has to begin anew.
    pub const OWN_GAMES: usize = 64;
    /// The most bytes of a game's file, or of a file of games, that it reads.
    pub const LONGEST_TEXT: usize = 4 << 20;

    /// Creates a desk with these games, whose replies go to the outbox.
    pub fn new(catalogue: Catalogue, outbox: Outbox) -> Self {
        Self {
            games: Games::new(catalogue),
            cache: BoardCache::default(),
            engines: Engines::default(),
            outbox,
        }
    }

    /// Bounds what the searches that begin from now on may take: threads, and MiB for each transposition table.
    pub fn limit(&mut self, threads: usize, hash: usize) {
        self.engines.limit(threads, hash);
    }

    /// Lets the engines that are made from now on read the time here, and be interrupted.
    pub fn set_time_source(&mut self, time: Arc<dyn TimeSource>) {
        self.engines.set_time_source(time);
    }

    /// Lets the engines that are made from now on evaluate the games of these rules by these numbers instead of the built-in
    /// ones.
    ///
    /// # Panics
    /// An engine panics when it is made for the game, if the numbers are those of another one.
    pub fn set_evaluation(&mut self, definition: &Definition, params: Arc<EvalParams>) {
        self.engines.set_evaluation(definition, params);
    }

    /// Has more lints about drafts of games: those of whoever shows them elsewhere. Each is a sentence.
    pub fn set_lints(&mut self, lints: fn(&Definition) -> Vec<String>) {
        self.games.lints = lints;
    }

    /// Returns the name of the network file that a game lacks: it was trained for the game, is no part of the program
    /// (see the feature `networks`) and has not been given to [`load_network`](Self::load_network).
    pub fn missing_network(&self, game: &str) -> Option<&'static str> {
        let definition = self.games.find(game).ok()?;
        let there = cfg!(feature = "networks") || self.engines.has_evaluation(&definition);
        Network::file_name(&definition).filter(|_| !there)
    }

    /// Gives a game its network: the content of a network file.
    ///
    /// # Errors
    /// An unknown game, or a file that is no network for it, in words.
    pub fn load_network(&mut self, game: &str, bytes: &[u8]) -> Result<(), String> {
        let definition = self.games.find(game)?;
        let source = EvaluationSource::Network(bytes.into());
        let params = source.load(&definition).map_err(|error| error.to_string())?;
        self.set_evaluation(&definition, params.into());
        Ok(())
    }

    /// Returns whether an engine is searching.
    pub fn searching(&self) -> bool {
        self.engines.searching()
    }

    /// Answers a request. Searches go on in threads of their own where there are any; else this returns when they are done.
    pub fn handle(&mut self, message: Message<Request>) {
        let Message { id, body } = message;
        let reply = self.answer(id, body).unwrap_or_else(Reply::error);
        if let Some(reply) = reply {
            (self.outbox)(Message { id, body: reply });
        }
    }

    /// Returns the reply; none where the search gives it.
    fn answer(&mut self, id: u32, request: Request) -> Result<Option<Reply>, String> {
        let reply = match request {
            Request::Games => Reply::Games {
                games: games::list(&self.games),
            },
            Request::Game { game } => Reply::Game(Box::new(games::view(&self.games, &game)?)),
            Request::Reach { game, piece, square } => games::reach(&self.games, &game, piece, square.as_deref())?,
            Request::Position { position } => {
                let board = self.cache.board(&self.games, &position)?;
                Reply::Position(Box::new(PositionView::of(board)))
            }
            Request::Play { position, text } => {
                let board = self.cache.board(&self.games, &position)?;
                let turn = board.parse_san(&text).map_err(|error| error.to_string())?;
                board.play(&turn).map_err(|error| error.to_string())?;
                let view = PositionView::of(board);
                board.undo();
                Reply::Position(Box::new(view))
            }
            Request::Picture {
                position,
                flipped,
                arrows,
                size,
            } => {
                let board = self.cache.board(&self.games, &position)?;
                let svg = position::picture(board, flipped, &arrows, size)?;
                Reply::Picture { svg }
            }
            Request::Search {
                position,
                limits,
                settings,
                engine,
            } => {
                let board = self.cache.board(&self.games, &position)?;
                self.engines
                    .search(board, &limits, &settings, engine, id, &self.outbox)?;
                return Ok(None);
            }
            Request::Judge {
                position,
                limits,
                engine,
                next,
            } => {
                let board = self.cache.board(&self.games, &position)?;
                self.engines.judge(board, &limits, next, engine, id, &self.outbox)?;
                return Ok(None);
            }
            Request::Explain { position } => {
                let board = self.cache.board(&self.games, &position)?;
                Reply::Explained(board.explain(self.engines.evaluation(board.definition())))
            }
            Request::Stop { engine } => {
                self.engines.stop(engine)?;
                Reply::Done
            }
            Request::ReadPgn { text, before, more } => records::read(&self.games, &text, before, more)?,
            Request::WritePgn { record } => Reply::Text {
                text: records::write(&mut self.cache, &self.games, &record)?,
            },
            Request::Check { text } => Reply::Checked(Box::new(workshop::check(&mut self.games, &text)?)),
            Request::Define { text } => Reply::Checked(Box::new(workshop::define(&mut self.games, &text)?)),
            Request::Template { game } => Reply::Text {
                text: workshop::template(&game)?,
            },
            Request::Import { text } => Reply::Imported {
                games: workshop::import(&text)?,
            },
        };
        Ok(Some(reply))
    }
}
