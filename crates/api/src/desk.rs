//! The desk, which calls the handler of each request and sends its reply.

#[cfg(feature = "learning")]
use std::path::PathBuf;
use std::sync::Arc;

use super::book::Books;
use super::error::RequestError;
use super::games::{self, Games};
#[cfg(feature = "learning")]
use super::learning::LearningFolder;
use super::lesson;
use super::messages::{Message, Reply, Request};
use super::own_games;
use super::position::{self, BoardCache, PositionView};
use super::read_pgn;
use super::review;
use super::search::{self, Engines, SearchEvent};
use super::study::SelfPlayRequest;
use super::write_pgn;
use kurier_engine::eval::{EvalParams, EvaluationSource};
use kurier_engine::search::TimeSource;
use kurier_engine::session::EndgameLibrary;
use kurier_rules::rules::{Catalogue, Definition};

/// The function that receives the replies of a desk. The threads of running searches call this function, too.
pub type Outbox = Arc<dyn Fn(Message<Reply>) + Send + Sync>;

/// A file of Kurier's data that is not part of the program and has to be loaded. The text is the name of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingFile {
    /// A network or weights, for [`Desk::load_evaluation`].
    Evaluation(&'static str),
    /// An opening book, for [`Desk::load_book`].
    Book(&'static str),
}

/// Answers the requests of one client. Questions about the rules are answered immediately; a search sends a reply for
/// each new line and one for its result.
///
/// A desk has [`Desk::ENGINES`] engines that can search concurrently: one for the position that the user looks at, and
/// one for work in the background.
pub struct Desk {
    pub(super) games: Games,
    cache: BoardCache,
    books: Books,
    pub(super) engines: Engines,
    #[cfg(feature = "learning")]
    pub(super) learning: Option<LearningFolder>,
    outbox: Outbox,
}

impl Desk {
    /// The number of engines of a desk. The engines search independently.
    pub const ENGINES: usize = search::ENGINES;
    /// The maximum number of the user's own games that a desk keeps; further games are refused.
    pub const OWN_GAMES: usize = own_games::MOST_GAMES;
    /// The maximum size in bytes of the text in one request: the file of a game, a PGN, or a `variants.ini`.
    pub const LONGEST_TEXT: usize = 4 << 20;

    /// Creates a desk that knows the games of a catalogue and sends its replies to the outbox.
    pub fn new(catalogue: Catalogue, outbox: Outbox) -> Self {
        Self {
            games: Games::new(catalogue),
            cache: BoardCache::default(),
            books: Books::default(),
            engines: Engines::default(),
            #[cfg(feature = "learning")]
            learning: None,
            outbox,
        }
    }

    /// Limits the threads and the size of the transposition table, in MiB, of each search that starts after this call.
    pub fn limit(&mut self, threads: usize, hash: usize) {
        self.engines.limit(threads, hash);
    }

    /// Sets the clock of the engines that are created after this call. The clock can also interrupt their searches.
    pub fn set_time_source(&mut self, time: Arc<dyn TimeSource>) {
        self.engines.set_time_source(time);
    }

    /// Replaces the built-in evaluation of a game, for [`Request::Explain`] and for the engines that are created after
    /// this call.
    ///
    /// # Panics
    /// Panics if `params` belong to a different game, but only when an engine for this game is created.
    pub fn set_evaluation(&mut self, definition: &Definition, params: Arc<EvalParams>) {
        self.engines.set_evaluation(definition, params);
    }

    /// Sets the folder in which games are learned. The desk cannot learn without one.
    #[cfg(feature = "learning")]
    pub fn set_learning(&mut self, folder: PathBuf) {
        self.learning = Some(LearningFolder(folder));
    }

    /// Sets the endgame tables that replies about positions and judgements quote. Engines that are created after this
    /// call use the tables, too.
    pub fn set_endgames(&mut self, endgames: EndgameLibrary) {
        self.engines.set_endgames(endgames);
    }

    /// Sets a function that returns additional lints about a user's own game, each a sentence. For example, a caller
    /// that speaks a protocol can report what the protocol cannot express.
    pub fn set_lints(&mut self, lints: fn(&Definition) -> Vec<String>) {
        self.games.lints = lints;
    }

    /// Returns a file that has to be loaded before the desk can answer a request well; `None` if no file is missing. A
    /// request may need several files, one after the other. Networks and weights are built in only with the feature
    /// `networks`, and opening books only with the feature `shipped` of the package `kurier-books`.
    pub fn missing_file(&mut self, request: &Request) -> Option<MissingFile> {
        match request {
            Request::Book { position } => self.missing_book(&position.game),
            Request::Search { position, settings, .. } => {
                let Ok(Some((level, random))) = settings.book_choice() else {
                    return self.missing_evaluation(&position.game);
                };
                if let Some(book) = self.missing_book(&position.game) {
                    return Some(book);
                }
                // A move from the book needs no network, a file that is many times larger than the book.
                let board = self.cache.board(&self.games, position).ok()?;
                match self.books.choose(board, level, random) {
                    Some(_) => None,
                    None => self.missing_evaluation(&position.game),
                }
            }
            Request::Judge { position, .. } | Request::Explain { position } => self.missing_evaluation(&position.game),
            // The user's own games have no network.
            Request::SelfPlay(SelfPlayRequest { game, text: None, .. }) => self.missing_evaluation(game),
            _ => None,
        }
    }

    /// Returns the file of the network or the weights that were made for a game, if they are missing.
    pub fn missing_evaluation(&self, game: &str) -> Option<MissingFile> {
        let definition = self.games.find(game).ok()?;
        let there = cfg!(feature = "networks") || self.engines.has_evaluation(&definition);
        let name = EvalParams::file_name(&definition).filter(|_| !there)?;
        Some(MissingFile::Evaluation(name))
    }

    /// Returns the file of the opening book of a game, if this book is missing.
    fn missing_book(&mut self, game: &str) -> Option<MissingFile> {
        let definition = self.games.find(game).ok()?;
        self.books.missing(&definition).map(MissingFile::Book)
    }

    /// Loads the evaluation of a game from the content of its file.
    ///
    /// # Errors
    /// Fails if the game is unknown, or if `bytes` are neither a network nor weights for it.
    pub fn load_evaluation(&mut self, game: &str, bytes: &[u8]) -> Result<(), RequestError> {
        let definition = self.games.find(game)?;
        let source = EvaluationSource::from_file(bytes.to_vec())?;
        let params = source.load(&definition)?;
        self.set_evaluation(&definition, params.into());
        Ok(())
    }

    /// Loads the opening book of a game from the content of its file. A desk keeps only one book, which is replaced
    /// when the book of a different game is loaded or asked for.
    ///
    /// # Errors
    /// Fails if the game is unknown, or if `bytes` are not a book of the game.
    pub fn load_book(&mut self, game: &str, bytes: &[u8]) -> Result<(), RequestError> {
        let definition = self.games.find(game)?;
        Ok(self.books.load(&definition, bytes)?)
    }

    /// Returns whether any engine is searching or doing other work.
    pub fn searching(&self) -> bool {
        self.engines.searching()
    }

    /// Answers a request. Searches run in separate threads; on platforms without threads this method returns when the
    /// search has ended.
    pub fn handle(&mut self, message: Message<Request>) {
        let Message { id, body } = message;
        let reply = self.answer(id, body).unwrap_or_else(|error| Some(refusal(error)));
        if let Some(reply) = reply {
            (self.outbox)(Message { id, body: reply });
        }
    }

    /// Returns the reply to a request, or `None` if the replies are sent separately: for [`Request::Search`] without a
    /// move from the book, [`Request::Judge`], [`Request::SelfPlay`] and [`Request::Learn`].
    fn answer(&mut self, id: u32, request: Request) -> Result<Option<Reply>, RequestError> {
        let reply = match request {
            Request::Abilities => self.abilities(),
            Request::Games => Reply::Games {
                games: games::list(&self.games),
            },
            Request::Game { game } => Reply::Game(Box::new(games::view(&self.games, &game)?)),
            Request::Reach { game, piece, square } => {
                Reply::Reach(games::reach(&self.games, &game, piece, square.as_deref())?)
            }
            Request::Position { position } => {
                let board = self.cache.board(&self.games, &position)?;
                let mut view = PositionView::of(board);
                view.table = self.engines.table(board);
                Reply::Position(Box::new(view))
            }
            Request::Book { position } => {
                let board = self.cache.board(&self.games, &position)?;
                Reply::Book(self.books.view(board))
            }
            Request::Play { position, text } => {
                let board = self.cache.board(&self.games, &position)?;
                Reply::Position(Box::new(position::after(board, &text, &self.engines)?))
            }
            Request::Lesson { game } => Reply::Lesson {
                steps: lesson::lesson(&self.games, &game)?,
            },
            Request::Practise { game, fen, text } => {
                Reply::Position(Box::new(lesson::practise(&self.games, &game, &fen, &text)?))
            }
            Request::Why { position, text } => {
                let board = self.cache.board(&self.games, &position)?;
                let merits = lesson::why(board, &text)?;
                Reply::Why { merits }
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
                let send = self.sender(id);
                let board = self.cache.board(&self.games, &position)?;
                if let Some((level, random)) = settings.book_choice()?
                    && let Some(best) = self.books.choose(board, level, random)
                {
                    self.engines.stop(engine)?;
                    return Ok(Some(Reply::Best(best)));
                }
                let on_event = move |event| {
                    send(match event {
                        SearchEvent::Line(line) => Reply::Line(line),
                        SearchEvent::Best(best) => Reply::Best(best),
                    });
                };
                self.engines.search(board, &limits, &settings, engine, on_event)?;
                return Ok(None);
            }
            Request::Judge {
                position,
                limits,
                engine,
                next,
            } => {
                let send = self.sender(id);
                let board = self.cache.board(&self.games, &position)?;
                let on_judged = move |judged| send(Reply::Judged(judged));
                review::judge(&mut self.engines, board, &limits, next, engine, on_judged)?;
                return Ok(None);
            }
            Request::SelfPlay(request) => return self.self_play(id, request).map(|()| None),
            Request::Study(request) => Reply::Studied(self.study(&request)?),
            Request::Learn(request) => return self.learn(id, request).map(|()| None),
            Request::Learned(request) => self.learned(&request)?,
            Request::Forget(request) => self.forget(&request)?,
            Request::Explain { position } => {
                let board = self.cache.board(&self.games, &position)?;
                Reply::Explained(board.explain(self.engines.evaluation(board.definition())))
            }
            Request::Stop { engine } => {
                self.engines.stop(engine)?;
                Reply::Done
            }
            Request::ReadPgn { text, before, more } => {
                Reply::Records(read_pgn::read(&self.games, short_enough(&text)?, before, more)?)
            }
            Request::WritePgn { record } => Reply::Text {
                text: write_pgn::write(&mut self.cache, &self.games, &record)?,
            },
            Request::Check { text } => {
                Reply::Checked(Box::new(own_games::check(&mut self.games, short_enough(&text)?)))
            }
            Request::Define { text } => {
                let (checked, definition) = own_games::define(&mut self.games, short_enough(&text)?)?;
                if let Some(definition) = definition {
                    // The game can be played even if the evaluation that was learned for it cannot be read.
                    let _ = self.adopt(&definition);
                }
                Reply::Checked(Box::new(checked))
            }
            Request::Template { game } => Reply::Text {
                text: own_games::template(&game)?,
            },
            Request::Import { text } => self.import(&text)?,
        };
        Ok(Some(reply))
    }

    /// Returns a function that sends replies to request `id`.
    pub(super) fn sender(&self, id: u32) -> impl Fn(Reply) + Send + 'static + use<> {
        let outbox = self.outbox.clone();
        move |body| outbox(Message { id, body })
    }
}

/// Returns the reply to a request that is refused, or whose work fails.
pub(super) fn refusal(error: impl std::error::Error) -> Reply {
    Reply::Error {
        message: error.to_string(),
    }
}

/// Returns the text, unless it has more than [`Desk::LONGEST_TEXT`] bytes: reading a longer text would block the desk
/// for too long.
pub(super) fn short_enough(text: &str) -> Result<&str, RequestError> {
    match text.len() <= Desk::LONGEST_TEXT {
        true => Ok(text),
        false => Err(RequestError::TextTooLong(Desk::LONGEST_TEXT >> 20)),
    }
}
