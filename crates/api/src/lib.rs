//! The messages between a board on the screen and the chess variant engine Kurier: the board's requests about rules and
//! searches, and the replies to them.
//!
//! A [`Desk`] accepts a [`Request`] and sends one [`Reply`] to it or, if the request starts a search, several. The
//! messages travel as JSON. In the browser, the page exchanges them with the program's web server over a socket or, if
//! there is no server, with a WebAssembly worker. A desk keeps no position between requests: every request contains its
//! game, the start position and the turns played since, so a page that loses its desk can continue with another one.
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
//!
//! Each kind of request has a module with its parameters, its view (the data of the reply) and its handler. `messages`
//! puts parameters and views together, and `desk` calls the handlers. No handler depends on `messages` or `desk`.

mod abilities;
mod book;
mod desk;
mod error;
mod games;
mod import;
mod learning;
mod lesson;
mod messages;
mod own_games;
mod position;
mod read_pgn;
mod review;
mod score;
mod search;
mod study;
#[cfg(test)]
mod tests;
mod work;
mod write_pgn;

pub use book::{BookMoveView, BookView};
pub use desk::{Desk, MissingFile, Outbox};
pub use error::RequestError;
pub use games::{GameSummary, GameView, PieceView, ReachView, SquareView};
pub use import::Imported;
pub use learning::{
    EloView, GenerationView, LearnBudget, LearnRequest, LearnedFile, LearnedRequest, LearnedView, LearningView,
};
pub use lesson::{LessonStep, Merit, MeritView, StepKind};
pub use messages::{Message, Reply, Request};
pub use own_games::{Checked, Mistake};
pub use position::{OutcomeView, PositionRef, PositionView, TurnView};
pub use read_pgn::{Place, RecordView, RecordsView, WrittenTurn};
pub use review::{Judged, NextTurn};
pub use score::Score;
pub use search::{BestView, LineView, SearchLimits, SearchSettings};
pub use study::{PlayedView, SelfPlayRequest, SelfPlaySettings, StudyRequest, StudyView};
pub use write_pgn::{Record, RecordTurn};
