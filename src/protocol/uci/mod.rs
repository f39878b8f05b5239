//! The Universal Chess Interface, for games on boards of any size: squares are `l8` or, in three dimensions, `wd1`.
//!
//! <https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html>

mod command;
mod options;
mod report;

use std::path::Path;
use std::sync::Arc;

use vampirc_uci::UciMessage;

use self::command::{Command, CommandError};
use self::options::{Effect, Options};
use self::report::{best_move, info, info_without_moves, remark};
use super::{Context, Inbox, Message, Output};
use crate::eval::{EvaluationSource, SourceError};
use crate::rules::{Catalogue, Definition};
use crate::session::{Bench, Event, PerftCount, PositionError, Request, Session, open, speed};

/// The game that a GUI means which names none: UCI was made for it.
const UNNAMED: &str = "chess";

const HELP: &str = "\
Kurier speaks UCI and the XBoard protocol. Beside the commands of UCI it knows here:
  setoption name UCI_Variant value NAME   choose a game (uci lists them)
  d            show the position
  eval         explain the static evaluation
  go perft N   count the ways to play N turns
  bench [N]    a fixed piece of work, searched to depth N
  help         this text
'kurier --help' tells of the command line.";

/// Speaks UCI until `quit` or the end of the input.
pub fn run(context: Context, mut inbox: Inbox, output: Output) {
    let Some(definition) = context
        .catalogue
        .get(UNNAMED)
        .or_else(|| context.catalogue.iter().next().cloned())
    else {
        return output.line(remark("error: there are no games"));
    };
    let mut engine = Engine {
        session: open(definition, context.settings.clone()),
        options: Options::new(context.settings),
        catalogue: context.catalogue,
        output,
    };
    while let Message::Line(line) = inbox.receive() {
        match Command::parse(&line) {
            Ok(Command::Quit) => break,
            Ok(command) => engine.obey(command),
            Err(error @ CommandError::Unknown(_)) => engine.remark(&error.to_string()),
            Err(error) => engine.complain(&error.to_string()),
        }
    }
}

/// What a conversation is about.
struct Engine {
    catalogue: Catalogue,
    session: Box<dyn Session>,
    options: Options,
    output: Output,
}

impl Engine {
    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.line(UciMessage::ReadyOk),
            Command::NewGame => self.session.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { fen, turns } => {
                if let Err(error) = self.session.set_position(fen.as_deref(), &turns) {
                    self.complain(&error.to_string());
                }
            }
            Command::Go(request) => self.go(request),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => self.session.stop(),
            Command::PonderHit => self.session.ponder_hit(),
            Command::Display => self.display(),
            Command::Evaluation => self.output.line(self.session.explain_evaluation()),
            Command::Bench(depth) => self.bench(depth),
            Command::Help => self.output.line(HELP),
            Command::Nothing | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let id = |name: Option<String>, author: Option<String>| UciMessage::Id { name, author };
        self.output
            .line(id(Some(format!("Kurier {}", env!("CARGO_PKG_VERSION"))), None));
        self.output.line(id(None, Some("the Kurier authors".into())));
        let game = &self.session.definition().name;
        for declaration in self.options.declarations(&self.catalogue, game) {
            self.output.line(declaration);
        }
        self.output.line(UciMessage::UciOk);
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::Configure) => self.session.configure(self.options.settings.clone()),
            Ok(Effect::ClearHash) => self.session.new_game(),
            Ok(Effect::Open(name)) => match self.catalogue.get(&name) {
                Some(definition) => self.open(definition),
                None => self.complain(&format!("there is no game '{name}'")),
            },
            Ok(Effect::Load(path)) => self.load(&path),
            Ok(Effect::Weigh(source)) => self.weigh(&source),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn open(&mut self, definition: Arc<Definition>) {
        // Two large tables might be one too many.
        let mut small = self.options.settings.clone();
        small.hash = 1;
        self.session.configure(small);
        self.session = open(definition, self.options.settings.clone());
        self.introduce_game();
        self.check_evaluation();
    }

    /// The line from which GUIs for many games learn the board, as Fairy-Stockfish prints it.
    fn introduce_game(&self) {
        let definition = self.session.definition();
        let (files, ranks) = (definition.shape.files(), definition.shape.ranks());
        let name = &definition.name;
        // The template is the game that a GUI may take its rules from where it does not know this one.
        let (template, start) = (&definition.xboard.parent, self.session.fen());
        self.remark(&format!(
            "variant {name} files {files} ranks {ranks} pocket 0 template {template} startpos {start}"
        ));
    }

    fn load(&mut self, path: &Path) {
        match self.catalogue.add_file(path) {
            Ok(definition) => self.remark(&format!("{} can be chosen as UCI_Variant", definition.name)),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    /// Takes other numbers for the evaluation, see [`EvaluationSource::named`]; the built-in ones where there are none.
    fn weigh(&mut self, name: &str) {
        let source = EvaluationSource::named(name).unwrap_or_else(|error| {
            self.complain(&format!("EvalFile: {name}: {}", error.message()));
            EvaluationSource::BuiltIn
        });
        self.options.settings.evaluation = source;
        self.session.configure(self.options.settings.clone());
        self.check_evaluation();
    }

    /// A file may belong to a game that is opened later; until then it does nothing.
    fn check_evaluation(&self) {
        if let Some(error) = self.options.settings.evaluation.load(self.session.definition()).err() {
            let source = match error {
                SourceError::OfGame { .. } => "",
                _ => "EvalFile: ",
            };
            self.complain(&format!("{source}{}", error.message()));
        }
    }

    fn go(&mut self, mut request: Request) {
        let outcome = self.session.outcome();
        if self.session.turns().is_empty() {
            let lost = outcome.is_some_and(|outcome| outcome.winner == Some(!self.session.side()));
            self.output.line(info_without_moves(lost));
        }
        let mut started = self.start(&request);
        if let Err(error @ PositionError::Turn { .. }) = &started {
            // The GUI waits for a move: better one that it did not ask for than none.
            self.complain(&error.to_string());
            request.only.clear();
            started = self.start(&request);
        }
        if let Err(error) = started {
            self.complain(&error.to_string());
        }
    }

    fn start(&mut self, request: &Request) -> Result<(), PositionError> {
        let (output, show_wdl) = (self.output.clone(), self.options.show_wdl);
        let on_event = move |event| match event {
            Event::Line(line) => output.line(info(&line, show_wdl)),
            Event::Best { turn, ponder, .. } => output.line(best_move(turn.as_deref(), ponder.as_deref())),
        };
        self.session.start(request, Box::new(on_event))
    }

    fn perft(&mut self, depth: u32) {
        let output = self.output.clone();
        let on_end = move |count| match count {
            None => output.line(remark("perft stopped")),
            Some(PerftCount { nodes, divide }) => {
                for (turn, nodes) in divide {
                    output.line(format!("{turn}: {nodes}"));
                }
                output.line(format!("\nNodes searched: {nodes}"));
            }
        };
        let threads = self.options.settings.threads;
        if let Err(error) = self.session.start_perft(depth, threads, Box::new(on_end)) {
            self.complain(&error.to_string());
        }
    }

    fn display(&self) {
        let session = &self.session;
        let state = match session.outcome() {
            Some(outcome) => format!("{} ({})", outcome.result(), outcome.reason.text()),
            None if session.in_check() => "check".into(),
            None => "ongoing".into(),
        };
        let board = session.board();
        self.output
            .line(format!("{board}\nState: {state}\nFen: {}", session.fen()));
    }

    /// Bench of the opened game.
    fn bench(&mut self, depth: Option<u32>) {
        let output = self.output.clone();
        let on_end = move |bench: Bench| {
            let speed = speed(bench.nodes, bench.elapsed);
            output.line(format!("{} nodes {speed} nps", bench.nodes));
        };
        if let Err(error) = self.session.start_bench(depth, Box::new(on_end)) {
            self.complain(&error.to_string());
        }
    }

    fn complain(&self, text: &str) {
        self.remark(&format!("error: {text}"));
    }

    fn remark(&self, text: &str) {
        self.output.line(remark(text));
    }
}
