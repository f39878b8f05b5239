//! A game against a person in the terminal.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use console::Term;
use time::OffsetDateTime;

use super::command::{HELP, Input};
use super::lines::{InputLine, LineReader};
use crate::cli::error::CliError;
use crate::cli::games::evaluation;
use crate::cli::info;
use crate::cli::output::san_line;
use crate::cli::user;
use kurier_books::{Book, Variety};
use kurier_diagram::Diagram;
use kurier_engine::search::{Limits, Settings};
use kurier_engine::session::{Board, Engine, Level};
use kurier_formats::pgn::{self, GameRecord, GameResult, MoveRecord, Ply};
use kurier_rules::files;
use kurier_rules::position::Turn;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::Color;
use kurier_rules::sanitize::strip_controls;

/// The text between Kurier's name and the number of the level in the tags of a saved game.
pub(super) const LEVEL: &str = "(level ";
/// Kurier's name in the tags of a saved game.
pub(super) const KURIER: &str = "Kurier";
/// The player's name in the tags of a saved game.
const PLAYER: &str = "Player";
/// The limits on the nodes and the time of a search for a hint.
const HINT_LIMITS: (u64, Duration) = (300_000, Duration::from_secs(1));

/// A game against a person in the terminal.
pub struct TerminalGame {
    board: Board,
    engine: Engine,
    /// The opening book of the game; `None` if Kurier ships none.
    book: Option<Book>,
    random: SplitMix64,
    level: Level,
    /// The maximum time for a move of Kurier.
    time: Duration,
    human: Color,
    flipped: bool,
    start_fen: Option<String>,
    start_ply: Ply,
    preamble: String,
    moves: Vec<MoveRecord>,
    resigned: bool,
    /// The files in which this game has been saved, which may be overwritten.
    files: HashSet<PathBuf>,
    colored: bool,
    /// The file to which the game is saved after every move; `None` if the user has no home folder.
    autosave: Option<PathBuf>,
}

impl TerminalGame {
    /// Creates a game that continues a record. `board` is the position after the last move of the record.
    pub fn new(board: Board, human: Color, level: Level, time: Duration, record: GameRecord) -> Self {
        Self {
            engine: Engine::with_evaluation(&board, evaluation(board.definition()), level.settings()),
            book: Book::shipped(board.definition()),
            random: SplitMix64::from_random_seed(),
            board,
            level,
            time,
            human,
            flipped: human == Color::Black,
            start_fen: record.start_fen,
            start_ply: record.start_ply,
            preamble: record.preamble,
            moves: record.moves,
            resigned: false,
            files: HashSet::new(),
            colored: Term::stdout().is_term() && console::colors_enabled(),
            autosave: user::autosave(),
        }
    }

    /// Allows the command `save` to overwrite `file`.
    pub fn allow_overwrite(&mut self, file: &Path) {
        self.files.insert(file.to_owned());
    }

    /// Plays until the player leaves or the input ends.
    pub fn play(&mut self, out: &mut impl Write, input: &mut LineReader) -> Result<(), CliError> {
        let title = self.board.definition().title.clone();
        writeln!(
            out,
            "{title}. You are {}; 'help' lists the commands.",
            self.human.name()
        )?;
        self.show(out)?;
        self.engine_move(out)?;
        loop {
            let prompt = format!("{}> ", if self.over() { "game over" } else { self.human.name() });
            let words = || self.board.turns().iter().map(|turn| self.board.san(turn)).collect();
            let line = match input.next(out, &prompt, &words)? {
                InputLine::Text(line) => line,
                InputLine::InvalidUtf8 => {
                    writeln!(out, "That is not text in UTF-8.")?;
                    continue;
                }
                InputLine::End => {
                    writeln!(out)?;
                    return Ok(());
                }
            };
            match Input::parse(&line) {
                Ok(Input::Quit) => return Ok(()),
                Ok(input) => self.handle(out, input)?,
                Err(error) => writeln!(out, "{error}")?,
            }
        }
    }

    /// Executes a command or a move.
    fn handle(&mut self, out: &mut impl Write, input: Input) -> Result<(), CliError> {
        match input {
            Input::Nothing | Input::Quit => (),
            Input::Help => writeln!(out, "{HELP}")?,
            Input::Board => self.show(out)?,
            Input::Fen => writeln!(out, "{}", self.board.fen())?,
            Input::Pieces => info::pieces(out, self.board.definition())?,
            Input::Rules => info::describe(out, self.board.definition())?,
            Input::New => {
                self.board.set_up(self.start_fen.as_deref())?;
                self.moves.clear();
                self.resigned = false;
                // The files contain the previous game, which must not be overwritten by the new one.
                self.files.clear();
                self.show(out)?;
                self.engine_move(out)?;
            }
            Input::Flip => {
                self.flipped = !self.flipped;
                self.show(out)?;
            }
            Input::Level(level) => {
                self.level = level;
                // Before the first move the autosave file still contains the previous game.
                if !self.moves.is_empty() {
                    self.autosave();
                }
                writeln!(out, "Kurier plays at level {} now.", level.number())?;
            }
            Input::Moves(square) => self.list(out, square.as_deref())?,
            Input::Undo => self.undo(out)?,
            Input::Save(file) => self.save(out, Path::new(&file))?,
            _ if self.over() => writeln!(out, "The game is over: undo, save or quit.")?,
            Input::Hint => self.hint(out)?,
            Input::Resign => {
                self.resigned = true;
                self.autosave();
                self.print_result(out)?;
            }
            Input::Move(text) => self.player_move(out, &text)?,
        }
        Ok(())
    }

    /// Plays the player's move and Kurier's reply.
    fn player_move(&mut self, out: &mut impl Write, text: &str) -> Result<(), CliError> {
        match self.board.parse_san(text) {
            Ok(turn) => {
                self.make_move(&turn)?;
                if self.over() {
                    self.show(out)?;
                    return self.print_result(out);
                }
                self.engine_move(out)
            }
            Err(error) => Ok(writeln!(out, "{}", strip_controls(&error.to_string()))?),
        }
    }

    /// Lets Kurier move if it is Kurier's turn. Prints the result if the game is over.
    fn engine_move(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        if self.over() {
            return self.print_result(out);
        }
        if self.board.side() == self.human {
            return Ok(());
        }
        write!(out, "Kurier is thinking ...")?;
        out.flush()?;
        let line = match self.book_move() {
            Some(turn) => vec![turn],
            None => {
                self.engine.configure(self.level.settings());
                self.think(&Level::limits(self.time))?
            }
        };
        let Some(turn) = line.first() else {
            return Ok(writeln!(out)?);
        };
        let number = Ply::of(&self.board);
        let san = self.make_move(turn)?;
        // Only on a terminal can the line `Kurier is thinking ...` be erased.
        let wipe = if self.colored { "\r\x1b[K" } else { "\n" };
        writeln!(out, "{wipe}Kurier plays {number} {san}")?;
        self.show(out)?;
        if self.over() { self.print_result(out) } else { Ok(()) }
    }

    /// Chooses a move from the opening book; the lower the level, the more varied the choice. Returns `None` if the
    /// book does not have the position.
    fn book_move(&mut self) -> Option<Turn> {
        let book = self.book.as_ref()?;
        let known = book.choose(&self.board, Variety::from(self.level), &mut self.random)?;
        Some(known.turn)
    }

    /// Searches the position with the current settings and returns the best line.
    fn think(&mut self, limits: &Limits) -> Result<Vec<Turn>, CliError> {
        let mut line = Vec::new();
        let best = self.engine.search(&self.board, limits, |report| {
            if report.line == 1 {
                line.clone_from(&report.pv);
            }
        })?;
        if line.first() != best.turn.as_ref() {
            line = best.turn.into_iter().collect();
        }
        Ok(line)
    }

    /// Prints the move that Kurier would play, at full strength, and the expected continuation.
    fn hint(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        self.engine.configure(Settings::default());
        let line = self.think(&Limits {
            nodes: Some(HINT_LIMITS.0),
            move_time: Some(HINT_LIMITS.1),
            ..Limits::default()
        })?;
        let words = san_line(&self.board, &line);
        match words.split_first() {
            Some((first, [])) => writeln!(out, "Kurier would play {first}.")?,
            Some((first, rest)) => {
                let rest: Vec<&str> = rest.iter().take(4).map(String::as_str).collect();
                writeln!(out, "Kurier would play {first} and expect {}.", rest.join(" "))?;
            }
            None => writeln!(out, "There is no move.")?,
        }
        Ok(())
    }

    /// Plays a move of either side. Returns the move in algebraic notation.
    fn make_move(&mut self, turn: &Turn) -> Result<String, CliError> {
        let san = self.board.san(turn);
        self.board.play(turn)?;
        self.moves
            .push(MoveRecord::new(turn.clone(), san.clone(), String::new()));
        self.autosave();
        Ok(san)
    }

    /// Saves the game for `--resume`. Errors are ignored, because the game can be played without the file.
    fn autosave(&self) {
        if let Some(path) = &self.autosave {
            let _ = path.parent().map(fs::create_dir_all);
            let _ = files::write(path, pgn::text(&self.record()).as_bytes());
        }
    }

    /// Takes back the last move of the player and the reply, or the resignation.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        if self.resigned {
            self.resigned = false;
            self.autosave();
            return self.show(out);
        }
        let mut kept = self.moves.len();
        // Take back Kurier's reply, if there is one, and the last move of the player.
        let mut side = self.board.side();
        while let Some(earlier) = kept.checked_sub(1) {
            kept = earlier;
            side = !side;
            if side == self.human {
                break;
            }
        }
        if kept == self.moves.len() || side != self.human {
            return Ok(writeln!(out, "There is no move of yours to take back.")?);
        }
        for _ in self.moves.drain(kept..) {
            self.board.undo();
        }
        self.autosave();
        self.show(out)
    }

    /// Lists legal moves, several on a line: all, or only the moves from `square`.
    fn list(&self, out: &mut impl Write, square: Option<&str>) -> Result<(), CliError> {
        let shape = &self.board.definition().shape;
        let from = match square.map(|square| shape.parse(square)) {
            Some(None) => return Ok(writeln!(out, "There is no such square on the board.")?),
            Some(from) => from,
            None => None,
        };
        let mut turns = self.board.turns();
        turns.retain(|turn| from.is_none() || self.board.route(turn).first() == from.as_ref());
        turns.sort_by_cached_key(|turn| self.board.spell(turn));
        let words: Vec<String> = turns.iter().map(|turn| self.board.san(turn)).collect();
        if let Some(square) = square
            && self.colored
        {
            let mut diagram = self.diagram()?;
            diagram.mark_targets(square, &self.board.spelled_turns())?;
            write!(out, "{}", diagram.colored(columns()))?;
        }
        let width = words.iter().map(String::len).max().unwrap_or(0) + 2;
        for line in words.chunks((columns() / width).max(1)) {
            let line: String = line.iter().map(|word| format!("{word:<width$}")).collect();
            writeln!(out, "{}", line.trim_end())?;
        }
        if words.is_empty() {
            writeln!(out, "There is no legal move.")?;
        }
        Ok(())
    }

    /// Prints the board.
    fn show(&self, out: &mut impl Write) -> Result<(), CliError> {
        let diagram = self.diagram()?;
        let board = match self.colored {
            true => diagram.colored(columns()),
            false => diagram.plain(),
        };
        write!(out, "\n{board}\n")?;
        if self.board.in_check() && !self.over() {
            writeln!(out, "Check!")?;
        }
        Ok(())
    }

    /// Returns the diagram of the position, with the last move highlighted.
    fn diagram(&self) -> Result<Diagram, CliError> {
        let mut diagram = Diagram::new(self.board.definition().clone(), &self.board.fen())?;
        diagram.flip(self.flipped);
        if let Some(last) = self.moves.last() {
            diagram.highlight_turn(&self.board.spell(&last.turn));
        }
        Ok(diagram)
    }

    /// Returns whether the game is over.
    fn over(&self) -> bool {
        self.resigned || self.board.outcome().is_some()
    }

    /// Returns the result of the game and the reason for it.
    fn result(&self) -> (GameResult, String) {
        if self.resigned {
            return (
                GameResult::won_by(!self.human),
                format!("{} resigns", self.human.name()),
            );
        }
        match self.board.outcome() {
            Some(outcome) => (outcome.into(), outcome.reason.text().to_owned()),
            None => (GameResult::Unfinished, String::new()),
        }
    }

    /// Prints the result of the game.
    fn print_result(&self, out: &mut impl Write) -> Result<(), CliError> {
        let (result, reason) = self.result();
        Ok(writeln!(out, "{result} ({reason})")?)
    }

    /// Writes the game to a file, unless the file exists and does not belong to this game.
    fn save(&mut self, out: &mut impl Write, file: &Path) -> Result<(), CliError> {
        if file.exists() && !self.files.contains(file) {
            return Ok(writeln!(
                out,
                "{} exists already: choose another name.",
                file.display()
            )?);
        }
        match files::write(file, pgn::text(&self.record()).as_bytes()) {
            Ok(()) => {
                self.files.insert(file.to_owned());
                writeln!(out, "The game is in {}; --resume continues it.", file.display())?;
            }
            Err(error) => writeln!(out, "{}: {error}", file.display())?,
        }
        Ok(())
    }

    /// Returns the record of the game.
    fn record(&self) -> GameRecord {
        let today = OffsetDateTime::now_utc();
        let date = format!("{:04}.{:02}.{:02}", today.year(), u8::from(today.month()), today.day());
        let kurier = format!("{KURIER} {LEVEL}{})", self.level.number());
        let (white, black) = match self.human {
            Color::White => (PLAYER.to_owned(), kurier),
            Color::Black => (kurier, PLAYER.to_owned()),
        };
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let (result, termination) = self.result();
        GameRecord {
            tags: vec![
                tag("Event", "Game in the terminal".into()),
                tag("Date", date),
                tag("White", white),
                tag("Black", black),
            ],
            variant: self.board.definition().name.clone(),
            start_fen: self.start_fen.clone(),
            start_ply: self.start_ply,
            preamble: self.preamble.clone(),
            moves: self.moves.clone(),
            rest: String::new(),
            result,
            termination,
        }
    }
}

/// Returns the width of the terminal in characters; 80 if there is none.
fn columns() -> usize {
    Term::stdout().size_checked().map_or(80, |(_, columns)| columns.into())
}
