//! The Universal Chess Interface (UCI), extended to boards of any size: squares are named like `l8` or, on boards with
//! several levels, `wd1`.
//!
//! <https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html>

mod command;
mod options;
mod report;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use vampirc_uci::UciMessage;

use self::command::{Command, CommandError};
use self::options::{Effect, Options};
use self::report::{best_move, current_move, info, info_without_moves, no_mate, remark, totals};
use super::book::OwnBook;
use super::endgames::TableFolder;
use super::{Context, Inbox, Message, Output};
use kurier_engine::eval::{EvaluationSource, SourceError};
use kurier_engine::search::{Best, Limits, Progress, Settings, nps};
use kurier_engine::session::{Bench, Board, Engine, EngineError, Event, Perft, PositionError};
use kurier_formats::import::{self, Added};
use kurier_rules::position::Turn;
use kurier_rules::rules::{Catalogue, Definition};
use kurier_rules::sanitize::strip_controls;

/// The variant that is open until the GUI sets `UCI_Variant`: chess, for which UCI was designed.
const DEFAULT_GAME: &str = "chess";

/// The maximum length of an error message in characters.
const MAX_ERROR_LENGTH: usize = 1000;
/// The node limit of the short search that replaces a search that cannot be started. The short search blocks the
/// command loop, so it must end within milliseconds.
const FALLBACK_NODES: u64 = 5000;

/// The thinking time after which `info currmove` is sent. Earlier in a search the current move changes faster than
/// anybody can read.
const CURRMOVE_DELAY: Duration = Duration::from_secs(3);

const HELP: &str = "\
Kurier speaks UCI and the XBoard protocol. Commands in addition to those of UCI:
  setoption name UCI_Variant value NAME   choose a game (uci lists them)
  d            show the position
  eval         explain the static evaluation
  go perft N   count the ways to play N turns
  bench [N]    search a fixed set of positions to depth N
  help         show this text
'kurier --help' describes the command line.";

/// Speaks UCI until `quit` or the end of the input.
pub fn run(context: Context, mut inbox: Inbox, output: Output) {
    let Some(definition) = context
        .catalogue
        .get(DEFAULT_GAME)
        .or_else(|| context.catalogue.iter().next().cloned())
    else {
        return output.line(remark("error: there are no games"));
    };
    let mut uci = Uci::new(context, &definition, output);
    while let Message::Line(line) = inbox.receive() {
        uci.output.log(">>", &line);
        match Command::parse(&line) {
            Ok(Command::Quit) => break,
            Ok(command) => uci.handle(command),
            Err(error @ CommandError::Unknown(_)) => uci.remark(&error.to_string()),
            Err(error) => uci.report_error(&error.to_string()),
        }
    }
}

/// The state of a conversation with a GUI.
struct Uci {
    catalogue: Catalogue,
    /// The variant that the GUI has chosen with `UCI_Variant`.
    chosen: Arc<Definition>,
    /// Whether the GUI has set `UCI_Chess960`, so that the current variant is the form of the chosen one in which kings
    /// and rooks castle from anywhere.
    castles_anywhere: bool,
    board: Board,
    /// The `position` command that led to `board`.
    last_position: LastPosition,
    engine: Engine,
    /// The source of the evaluation for this variant and for variants opened later.
    evaluation: EvaluationSource,
    tables: TableFolder,
    book: OwnBook,
    options: Options,
    output: Output,
    /// The error in the last `position` command; `None` unless the command was refused as a whole or in part.
    refused: Option<String>,
    node_clock: NodeClock,
}

/// The engine's remaining time if the option `nodestime` measures time in nodes; `None` before the first move of a
/// game. With this option the clock of the GUI cannot be used, because that clock runs in real time.
type NodeClock = Arc<Mutex<Option<Duration>>>;

/// The last `position` command as text. The next command usually repeats it and adds one or two moves, so only the new
/// moves are parsed.
#[derive(Default)]
struct LastPosition {
    fen: Option<String>,
    turns: Vec<String>,
}

impl Uci {
    /// Creates the state of a conversation, at the start position of a variant.
    fn new(context: Context, definition: &Arc<Definition>, output: Output) -> Self {
        let board = Board::new(definition);
        Self {
            engine: Engine::new(&board, context.settings.clone()),
            evaluation: EvaluationSource::BuiltIn,
            tables: TableFolder::default(),
            book: OwnBook::default(),
            chosen: Arc::clone(definition),
            castles_anywhere: false,
            board,
            last_position: LastPosition::default(),
            options: Options::new(context.settings),
            catalogue: context.catalogue,
            output,
            refused: None,
            node_clock: NodeClock::default(),
        }
    }

    /// Executes a command.
    fn handle(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.line(UciMessage::ReadyOk),
            Command::NewGame => {
                self.engine.new_game();
                self.node_clock = NodeClock::default();
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { fen, turns } => {
                self.refused = self.set_position(fen, &turns).err().map(|error| error.to_string());
                if let Some(error) = &self.refused {
                    self.report_error(error);
                }
            }
            Command::Go {
                limits,
                search_moves,
                skipped,
            } => {
                skipped.iter().for_each(|error| self.report_error(&error.to_string()));
                self.go(limits, &search_moves);
            }
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => self.display(),
            Command::Evaluation => match self.engine.explain_evaluation(&self.board) {
                Ok(explanation) => self.output.line(explanation.to_string()),
                Err(error) => self.report_error(&error.to_string()),
            },
            Command::Bench(depth) => self.bench(depth),
            Command::Help => self.output.line(HELP),
            Command::Nothing | Command::Quit => {}
        }
    }

    /// Answers `uci` with the name, the author and the options of the engine.
    fn introduce(&self) {
        let id = |name: Option<String>, author: Option<String>| UciMessage::Id { name, author };
        self.output
            .line(id(Some(format!("Kurier {}", env!("CARGO_PKG_VERSION"))), None));
        self.output.line(id(None, Some("the Kurier authors".into())));
        let game = self.catalogue.menu_name(&self.board.definition().name);
        for declaration in self.options.declarations(&self.catalogue, game) {
            self.output.line(declaration);
        }
        self.output.line(UciMessage::UciOk);
    }

    /// Sets an option and applies its effect.
    fn set_option(&mut self, name: &str, value: &str) {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::Configure) => self.configure(),
            Ok(Effect::ClearHash) => self.engine.new_game(),
            Ok(Effect::Open(name)) => match self.catalogue.find(&name) {
                Ok(definition) => {
                    self.chosen = definition;
                    self.open_chosen();
                }
                Err(error) => self.report_error(&error.to_string()),
            },
            Ok(Effect::CastleAnywhere(anywhere)) if anywhere == self.castles_anywhere => {}
            Ok(Effect::CastleAnywhere(anywhere)) => {
                self.castles_anywhere = anywhere;
                self.open_chosen();
            }
            Ok(Effect::Load(path)) => self.load(&path),
            Ok(Effect::Log(path)) => {
                if let Err(error) = self.output.keep_log(path.as_deref()) {
                    self.report_error(&format!("Debug Log File: {error}"));
                }
            }
            Ok(Effect::LoadEvaluation(source)) => self.load_evaluation(&source),
            Ok(Effect::OpenTables(folder)) => {
                self.tables.set(folder.as_deref());
                self.open_tables();
            }
            Ok(Effect::UseBook(used)) => {
                self.book.used = used;
                self.open_book();
            }
            Ok(Effect::OpenBook(file)) => {
                self.book.set(file);
                self.open_book();
            }
            Ok(Effect::BookVariety(variety)) => self.book.variety = variety,
            Err(error) => self.report_error(&error.to_string()),
        }
    }

    /// Reads the opening book for the current variant.
    fn open_book(&mut self) {
        match self.book.open(self.board.definition()) {
            Ok(message) => message.iter().for_each(|message| self.remark(message)),
            Err(error) => self.report_error(&error.to_string()),
        }
    }

    /// Opens the chosen variant, or its form in which kings and rooks castle from anywhere.
    fn open_chosen(&mut self) {
        let mut definition = Arc::clone(&self.chosen);
        if self.castles_anywhere {
            match self.catalogue.castling_anywhere(&definition) {
                Some(form) => definition = form,
                None => self.remark(&format!("UCI_Chess960 changes nothing in {}", definition.name)),
            }
        }
        self.open(&definition);
    }

    /// Opens a variant at its start position.
    fn open(&mut self, definition: &Arc<Definition>) {
        // Shrinks the old transposition table first: there may be no memory for two large tables.
        self.engine.configure(Settings {
            hash: 1,
            ..self.options.settings.clone()
        });
        self.board = Board::new(definition);
        self.last_position = LastPosition::default();
        let (params, error) = self.evaluation.load_or_built_in(definition);
        self.engine = Engine::with_evaluation(&self.board, params.into(), self.options.settings.clone());
        self.introduce_game();
        self.check_hash();
        self.report_evaluation(error);
        self.open_tables();
        self.open_book();
    }

    /// Opens the endgame tables for the current variant.
    fn open_tables(&mut self) {
        let messages = self.tables.open(self.board.definition(), &mut self.engine);
        messages.iter().for_each(|message| self.remark(message));
    }

    /// Sets up a position. Moves shared with the last `position` command from the same start position are not parsed
    /// again. At an illegal move the board stays at the position before this move, as in other engines; after an
    /// invalid FEN the board does not change.
    fn set_position(&mut self, fen: Option<String>, turns: &[&str]) -> Result<(), PositionError> {
        self.engine.halt();
        let mut board = self.board.clone();
        let mut shared = 0;
        if fen == self.last_position.fen {
            shared = self
                .last_position
                .turns
                .iter()
                .zip(turns)
                .take_while(|(old, new)| old == new)
                .count();
            (shared..self.last_position.turns.len()).for_each(|_| _ = board.undo());
        } else {
            board.set_up(fen.as_deref())?;
        }
        let mut played = shared;
        let mut play = |text: &str| -> Result<(), PositionError> {
            let turn = board.parse(text)?;
            board.play(&turn)?;
            played += 1;
            Ok(())
        };
        let result = turns[shared..].iter().try_for_each(|text| play(text));
        self.board = board;
        self.last_position.fen = fen;
        self.last_position.turns.truncate(shared);
        let new = turns[shared..played].iter().map(|text| (*text).to_owned());
        self.last_position.turns.extend(new);
        result
    }

    /// Writes the `info string variant` line, in the format of Fairy-Stockfish, from which GUIs for many variants learn
    /// the size of the board and the start position.
    fn introduce_game(&self) {
        let definition = self.board.definition();
        let (files, ranks) = (definition.shape.files(), definition.shape.ranks());
        let name = &definition.name;
        // The template is the variant whose rules a GUI may use if it does not know this variant.
        let (template, start) = (&definition.xboard.parent, self.board.fen());
        self.remark(&format!(
            "variant {name} files {files} ranks {ranks} pocket 0 template {template} startpos {start}"
        ));
    }

    /// Adds the games of a file to the catalogue.
    fn load(&mut self, path: &Path) {
        match import::add_file(&mut self.catalogue, path) {
            Ok(Added { names, refused }) => {
                refused.iter().for_each(|error| self.remark(error));
                let names = names.join(", ");
                if !names.is_empty() {
                    self.remark(&format!("{names} can be chosen as UCI_Variant"));
                }
            }
            Err(error) => self.report_error(&error.to_string()),
        }
    }

    /// Loads another evaluation; see [`EvaluationSource::named`]. If the evaluation cannot be loaded, reports the error
    /// and uses the built-in evaluation.
    fn load_evaluation(&mut self, name: &str) {
        let source = EvaluationSource::named(name).unwrap_or_else(|error| {
            self.report_error(&format!("EvalFile: {name}: {}", error.message()));
            EvaluationSource::BuiltIn
        });
        self.evaluation = source;
        let (params, error) = self.evaluation.load_or_built_in(self.board.definition());
        self.engine.set_evaluation(params.into());
        self.report_evaluation(error);
    }

    /// Passes the current settings to the engine.
    fn configure(&mut self) {
        let hash = self.engine.settings().hash;
        self.engine.configure(self.options.settings.clone());
        if self.engine.settings().hash != hash {
            self.check_hash();
        }
    }

    /// Warns if the transposition table is smaller than the option `Hash` requests.
    fn check_hash(&self) {
        let (wanted, got) = (self.engine.settings().hash, self.engine.hash());
        if got < wanted {
            self.remark(&format!("Hash is {got} MiB: there is no memory for {wanted}"));
        }
    }

    /// Reports the error that made the built-in evaluation replace the selected evaluation, if there is one. A selected
    /// file remains the source of the evaluation, because the file may belong to a variant that is opened later.
    fn report_evaluation(&self, error: Option<SourceError>) {
        if let Some(error) = error {
            let source = match error {
                SourceError::OfGame { .. } => "",
                _ => "EvalFile: ",
            };
            self.report_error(&format!("{source}{}", error.message()));
        }
    }

    /// Starts the search of a `go` command. Whatever is wrong with the command, the GUI receives a `bestmove`.
    fn go(&mut self, mut limits: Limits, search_moves: &[&str]) {
        if self.refused.is_some() {
            let text = format!(
                "error: the last position was refused; the move is for {}",
                self.board.fen()
            );
            self.remark(&text);
        }
        if !self.board.has_turns() {
            let winner = self.board.outcome().and_then(|outcome| outcome.winner);
            self.output.line(info_without_moves(winner == Some(!self.board.side())));
        }
        if let Some(verdict) = self.tables.tables().and_then(|tables| tables.probe(&self.board)) {
            self.remark(&format!("table: {verdict}"));
        }
        let turns: Result<_, _> = search_moves.iter().map(|text| self.board.parse(text)).collect();
        match turns {
            Ok(turns) => limits.only = turns,
            // The GUI waits for a move, so search all moves rather than none.
            Err(error) => self.report_error(&error.to_string()),
        }
        if let Some(known) = self.book.choose(&self.board, &limits) {
            self.remark("a move of the opening book");
            self.output.line(best_move(Some(&self.board.spell(&known.turn)), None));
            return;
        }
        if let Err(error) = self.start(&limits) {
            self.report_error(&error.to_string());
            self.play_fallback_move();
        }
    }

    /// Answers `go` with the result of a short search in this thread. Used when no search thread can be started,
    /// because the GUI waits for a move.
    fn play_fallback_move(&mut self) {
        let limits = Limits {
            nodes: Some(FALLBACK_NODES),
            ..Limits::default()
        };
        let best = self.engine.search(&self.board, &limits, |_| ());
        let turn = best.ok().and_then(|best| best.turn);
        let text = turn.map(|turn| self.board.spell(&turn));
        self.output.line(best_move(text.as_deref(), None));
    }

    /// Starts a search that writes its reports and its result to the output.
    fn start(&mut self, limits: &Limits) -> Result<(), EngineError> {
        let (limits, charge) = self.on_node_clock(limits);
        let wanted = limits.mate;
        let board = Arc::new(self.board.clone());
        let output = self.output.clone();
        let win_rate = self.options.show_wdl.then(|| board.win_rate());
        let on_event = {
            let board = board.clone();
            move |event| match event {
                Event::Report(report) => output.line(info(&report, &board.spell_line(&report.pv), win_rate)),
                Event::Best(best) => {
                    charge(&best);
                    output.line(totals(&best));
                    if let Some(remark) = no_mate(&best, wanted) {
                        output.line(remark);
                    }
                    let Best { turn, ponder, .. } = best;
                    let line: Vec<Turn> = turn.into_iter().chain(ponder).collect();
                    let mut line = board.spell_line(&line).into_iter();
                    output.line(best_move(line.next().as_deref(), line.next().as_deref()));
                }
            }
        };
        let output = self.output.clone();
        let reported = Mutex::new((0, 0));
        let on_progress = move |progress: &Progress| {
            let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
            let current = (progress.depth, progress.number);
            if progress.elapsed >= CURRMOVE_DELAY && *reported != current {
                *reported = current;
                output.line(current_move(progress, &board.spell(&progress.turn)));
            }
        };
        self.engine.start_watched(&self.board, &limits, on_event, on_progress)
    }

    /// Returns the limits of a search and a function to call with its result. With the option `nodestime`, both use an
    /// internal clock: it starts with the time that the GUI sends at the first move of a game, and the function deducts
    /// the searched nodes, converted to time. Without the option or without a clock, the limits are returned unchanged
    /// and the function does nothing.
    fn on_node_clock(&self, limits: &Limits) -> (Limits, impl Fn(&Best) + Send + use<>) {
        let mut limits = limits.clone();
        let node_clock = self.node_clock.clone();
        let nodes_per_ms = self.options.settings.node_time;
        let mut after = None;
        if let (Some(clock), Some(_)) = (&mut limits.clock, nodes_per_ms) {
            let side = self.board.side().index();
            let known = *node_clock.lock().unwrap_or_else(PoisonError::into_inner);
            clock.remaining[side] = known.unwrap_or(clock.remaining[side]);
            after = Some(clock.remaining[side] + clock.increment[side]);
        }
        let charge = move |best: &Best| {
            if let (Some(after), Some(nodes)) = (after, nodes_per_ms) {
                let spent = Duration::from_millis(best.nodes / u64::from(nodes));
                *node_clock.lock().unwrap_or_else(PoisonError::into_inner) = Some(after.saturating_sub(spent));
            }
        };
        (limits, charge)
    }

    /// Starts a perft count to a depth of `depth` turns. The results are written when the count ends.
    fn perft(&mut self, depth: u32) {
        let (board, output) = (self.board.clone(), self.output.clone());
        let on_end = move |count: Option<Perft>| match count {
            None => output.line(remark("perft stopped")),
            Some(count) => {
                for (turn, nodes) in count.spelled(&board) {
                    output.line(format!("{turn}: {nodes}"));
                }
                if count.is_undivided(depth) {
                    output.line(remark("there are too many first turns to list them"));
                }
                output.line(format!("\nNodes searched: {}", count.nodes));
            }
        };
        if let Err(error) = self.engine.start_perft(&self.board, depth, on_end) {
            self.report_error(&error.to_string());
        }
    }

    /// Writes the board, the state of the game and the FEN.
    fn display(&self) {
        let board = &self.board;
        let state = match board.outcome() {
            Some(outcome) => format!("{} ({})", outcome.result(), outcome.reason.text()),
            None if board.in_check() => "check".into(),
            None => "ongoing".into(),
        };
        self.output
            .line(format!("{board}\nState: {state}\nFen: {}", board.fen()));
    }

    /// Starts the benchmark of the variant, which searches to `depth` turns; `None` stands for a depth that suits the
    /// variant. Writes the number of nodes and the speed when the benchmark ends.
    fn bench(&mut self, depth: Option<u32>) {
        let output = self.output.clone();
        let on_end = move |bench: Bench| {
            let speed = nps(bench.nodes, bench.elapsed);
            output.line(format!("{} nodes {speed} nps", bench.nodes));
        };
        if let Err(error) = self.engine.start_bench(depth, on_end) {
            self.report_error(&error.to_string());
        }
    }

    /// Writes an error, shortened and without control characters: a GUI may show it on a terminal.
    fn report_error(&self, text: &str) {
        let text: String = strip_controls(text).chars().take(MAX_ERROR_LENGTH).collect();
        self.remark(&format!("error: {text}"));
    }

    /// Writes one `info string` line for each line of `text`.
    fn remark(&self, text: &str) {
        self.output.line(remark(text));
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// Creates the state of a UCI conversation whose variant is chess and whose output is discarded.
    fn uci() -> Uci {
        let catalogue = Catalogue::built_in();
        let definition = catalogue.get(DEFAULT_GAME).expect("chess is built in");
        let settings = Settings {
            hash: 1,
            ..Settings::default()
        };
        let output = Output::new(io::sink(), &Inbox::open(io::empty()));
        Uci::new(Context { catalogue, settings }, &definition, output)
    }

    /// Returns the FEN after the moves `turns` from the position `fen`, or from the start position if `fen` is `None`.
    fn played(fen: Option<&str>, turns: &[&str]) -> String {
        let mut board = uci().board;
        board.set_up(fen).expect("the FEN is good");
        for text in turns {
            let turn = board.parse(text).expect("it is legal");
            board.play(&turn).expect("it is legal");
        }
        board.fen()
    }

    #[test]
    fn positions_that_share_moves_with_the_last_one_are_reached() {
        let mut uci = uci();
        let other = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let lines: [(Option<&str>, &[&str]); 8] = [
            (None, &["e2e4"]),
            (None, &["e2e4", "e7e5", "g1f3"]),
            (None, &["e2e4", "c7c5"]),
            (None, &["e2e4"]),
            (Some(other), &["e1g1", "e8c8"]),
            (Some(other), &["e1g1", "e8c8", "g1g2"]),
            (None, &["e2e4", "c7c5"]),
            (None, &[]),
        ];
        for (fen, turns) in lines {
            assert_eq!(uci.set_position(fen.map(str::to_owned), turns), Ok(()));
            assert_eq!(uci.board.fen(), played(fen, turns), "{turns:?}");
            assert_eq!(uci.board.history().len(), turns.len());
        }
    }

    #[test]
    fn moves_before_an_illegal_move_are_played() {
        let mut uci = uci();
        assert_eq!(uci.set_position(None, &["e2e4", "e7e5"]), Ok(()));
        assert!(uci.set_position(None, &["e2e4", "e7e5", "e4e5"]).is_err());
        assert_eq!(uci.board.fen(), played(None, &["e2e4", "e7e5"]));
        assert!(uci.set_position(None, &["d2d4", "d2d4"]).is_err());
        assert_eq!(uci.board.fen(), played(None, &["d2d4"]));
        assert!(uci.set_position(Some("8/8 w".into()), &[]).is_err());
        assert_eq!(uci.board.fen(), played(None, &["d2d4"]));
        assert_eq!(uci.set_position(None, &["e2e4", "e7e5", "g1f3"]), Ok(()));
        assert_eq!(uci.board.fen(), played(None, &["e2e4", "e7e5", "g1f3"]));
    }
}
