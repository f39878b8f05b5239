//! The XBoard protocol (CECP), version 2, including its commands that define variants unknown to the GUI.
//!
//! <https://www.gnu.org/software/xboard/engine-intf.html>
//!
//! `Player` is the engine's side of the conversation. Its parts own their state: the GUI (`gui`), the game on the GUI's
//! board (`game`), the searches (`thinker`), the clocks (`clock`) and the options (`options`). This file dispatches the
//! commands; `play` makes and receives moves, `thinking` starts searches and handles their events, `analyze` answers
//! requests for analysis and hints, `book` plays from the opening book. The other modules are stateless: `command`
//! parses commands, `features` announces the engine's features, `setup` defines variants for XBoard, `notation` spells
//! moves, `report` formats text.

mod analyze;
mod betza;
mod book;
mod clock;
mod command;
mod features;
mod game;
mod gui;
mod highlight;
mod notation;
mod options;
mod pictures;
mod placement;
mod play;
mod playable;
mod report;
mod setup;
mod thinker;
mod thinking;

pub use notation::Notation;
pub use playable::{is_playable, lints};

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use self::clock::Clocks;
use self::command::Command;
use self::game::Game;
use self::gui::Gui;
use self::options::{Effect, Options};
use self::thinker::Thinker;
use super::book::OwnBook;
use super::{Context, Inbox, Message, Output};
use kurier_engine::eval::EvaluationSource;
use kurier_formats::import;
use kurier_rules::rules::{Catalogue, Color, Definition};

/// The protocol's name for orthodox chess, which the command `new` sets up.
const DEFAULT_GAME: &str = "normal";

/// Speaks the XBoard protocol until `quit` or the end of the input.
pub fn run(context: Context, mut inbox: Inbox, output: Output) {
    let catalogue = &context.catalogue;
    let Some(first) = catalogue.get(DEFAULT_GAME).or_else(|| catalogue.iter().next().cloned()) else {
        return output.line("tellusererror There are no games");
    };
    let mut player = Player::new(context, &first, inbox.sender(), output);
    loop {
        match inbox.receive() {
            Message::Line(line) => {
                if player.handle(&line).is_break() {
                    return;
                }
            }
            Message::Event(number, event) => player.on_event(number, event),
            Message::End => return,
        }
    }
}

/// The name of the format of Kurier's endgame tables in the XBoard protocol.
const TABLE_FORMAT: &str = "kurier";

/// The role of the engine: which side it plays, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// The engine plays neither side (force mode).
    Nobody,
    /// The engine plays this side.
    Plays(Color),
    /// The engine analyses every position on the board.
    Analyst,
}

/// The engine's side of a conversation.
struct Player {
    catalogue: Catalogue,
    options: Options,
    gui: Gui,
    game: Game,
    thinker: Thinker,
    clocks: Clocks,
    book: OwnBook,
    role: Role,
    pondering: bool,
    /// Whether the opponent is a program too. In a match between programs the GUI is the referee.
    opponent_is_program: bool,
    /// Whether the obsolete command `edit` has been received and its lines may follow.
    editing: bool,
    /// Whether the user has been told how to enter moves with several captures.
    chains_explained: bool,
}

impl Player {
    /// Creates a player that plays neither side, at the start position of the variant `first`.
    fn new(context: Context, first: &Arc<Definition>, sender: Sender<Message>, output: Output) -> Self {
        let game = Game::new(first, true);
        Self {
            thinker: Thinker::new(game.board(), context.settings.clone(), sender),
            game,
            catalogue: context.catalogue,
            options: Options::new(context.settings),
            gui: Gui::new(output),
            clocks: Clocks::default(),
            book: OwnBook::default(),
            role: Role::Nobody,
            pondering: false,
            opponent_is_program: false,
            editing: false,
            chains_explained: false,
        }
    }

    /// Executes a line from the GUI. Returns `Break` at `quit`.
    fn handle(&mut self, line: &str) -> ControlFlow<()> {
        if self.editing && command::belongs_to_edit(line) {
            self.editing = line.trim() != ".";
            return ControlFlow::Continue(());
        }
        self.editing = false;
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => {
                self.gui.send(format!("Error ({error}): {}", line.trim()));
                return ControlFlow::Continue(());
            }
        };
        match command {
            Command::Quit => return ControlFlow::Break(()),
            Command::Ignored | Command::Result => {
                // `result` may come while the engine is still thinking, for example when its time has run out.
                if command == Command::Result {
                    self.end_game();
                }
            }
            Command::Version(version) => {
                if version >= 2 {
                    let lines = features::announce(&self.catalogue, self.options.settings());
                    lines.into_iter().for_each(|line| self.gui.send(line));
                }
            }
            Command::Accepted(feature) => self.gui.on_feature(&feature, true),
            Command::Rejected(feature) => self.gui.on_feature(&feature, false),
            Command::New => self.new_game(),
            Command::Variant(name) => self.choose_by_name(&name, line),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => {
                self.editing = true;
                self.gui.send("Error (use setboard): edit");
            }
            Command::Force => self.take_role(Role::Nobody),
            Command::Go => self.go(),
            Command::PlayOther => {
                self.refresh();
                self.take_role(Role::Plays(!self.game.side()));
            }
            Command::Colors { opponent_is_white } => self.take_role(Role::Plays(match opponent_is_white {
                true => Color::Black,
                false => Color::White,
            })),
            Command::Level { moves, base, increment } => {
                let started = !self.game.board().history().is_empty();
                let made = if started { self.moves_made() } else { 0 };
                self.clocks.level(moves, base, increment, made);
            }
            Command::MoveTime(time) => self.clocks.move_time(time),
            Command::Depth(plies) => self.clocks.depth(plies),
            Command::NodeRate(rate) => self.clocks.node_rate(rate),
            Command::Time(time) => self.set_own_clock(time),
            Command::OpponentTime(time) => self.clocks.set_other(time),
            Command::Move(text) => self.opponent_moves(&text),
            Command::MoveNow => self.thinker.move_now(),
            Command::Ping(number) => self.ping(number),
            Command::Draw => self.consider_draw(),
            Command::Hint => self.hint(),
            Command::Book => self.show_book(),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Post(on) => self.gui.set_post(on),
            Command::Analyze => self.analyze(),
            Command::Exit => self.take_role(Role::Nobody),
            Command::Progress => self.progress(),
            Command::Computer => self.opponent_is_program = true,
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Memory(mib) => self.options.set_memory(mib),
            Command::Cores(cores) => self.options.set_cores(cores),
            Command::Option { name, value } => self.set_option(&name, &value, line),
            Command::TablePath(folder) => self.set_tables(Path::new(&folder)),
            Command::Exclude(turn) => self.exclude(turn.as_deref(), true),
            Command::Include(turn) => self.exclude(turn.as_deref(), false),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
        }
        ControlFlow::Continue(())
    }

    /// Handles `new`: sets up chess, with the engine playing Black.
    fn new_game(&mut self) {
        self.abort();
        self.clocks.new_game();
        self.opponent_is_program = false;
        if self.role != Role::Analyst {
            self.role = Role::Plays(Color::Black);
        }
        let first = self.catalogue.get(DEFAULT_GAME);
        self.choose(first.unwrap_or_else(|| self.game.definition().clone()));
        // The game is normally opened later, because `variant` may follow `new`. In analysis mode `variant` cannot
        // follow, and the GUI waits for thinking output.
        if self.role == Role::Analyst {
            self.refresh();
        }
    }

    /// Handles `variant`: opens a game by its name and, if XBoard does not know the game, sends its definition.
    fn choose_by_name(&mut self, name: &str, line: &str) {
        let Some(definition) = self.catalogue.get(name) else {
            return self.gui.send(format!("Error (unknown variant): {}", line.trim()));
        };
        self.choose(definition);
        self.refresh();
        if self.gui.is_xboard() {
            let lines = setup::lines(self.game.definition());
            lines.into_iter().for_each(|line| self.gui.send(line));
            if self.game.definition().captures.chained && !std::mem::replace(&mut self.chains_explained, true) {
                self.gui
                    .send("telluser Turns of several captures: start XBoard with -testLegality false to enter them");
            }
        }
    }

    /// Chooses a variant. The next [`Player::refresh`] opens the variant.
    fn choose(&mut self, definition: Arc<Definition>) {
        self.abort();
        self.game.choose(definition, self.gui.is_xboard());
    }

    /// Opens the chosen variant if it has not been opened yet, and applies changed settings.
    fn refresh(&mut self) {
        if let Some(is_different) = self.game.open_chosen(self.gui.is_xboard()) {
            match is_different {
                true => {
                    if let Some(error) = self.thinker.open(self.game.board(), self.options.settings()) {
                        self.gui.report_error(&error.message());
                    }
                    self.gui.remark(self.thinker.open_tables(self.game.definition()));
                    self.open_book();
                }
                false => self.thinker.forget(),
            }
            if self.role == Role::Analyst {
                self.analyze();
            }
        }
        self.thinker.configure(self.options.settings());
    }

    /// Handles `setboard`: sets up a position, or reports that the position is illegal.
    fn set_board(&mut self, fen: &str) {
        self.abort();
        self.refresh();
        match self.game.set_up(fen) {
            Ok(()) => self.clocks.new_position(),
            Err(error) => self.gui.report_error(&format!("Illegal position ({error})")),
        }
        if self.role == Role::Analyst {
            self.analyze();
        }
    }

    /// Handles `undo` and `remove`: takes back `turns` moves.
    fn take_back(&mut self, turns: usize) {
        self.abort();
        self.refresh();
        if !self.game.undo(turns) {
            self.gui.send("Error (no move to take back): undo");
        }
        if self.role == Role::Analyst {
            self.analyze();
        }
    }

    /// Ends the current search and changes the role, without starting another search.
    fn take_role(&mut self, role: Role) {
        self.abort();
        self.role = role;
    }

    /// Handles `egtpath`: uses the endgame tables of a folder.
    fn set_tables(&mut self, folder: &Path) {
        self.abort();
        self.gui.remark(self.thinker.set_tables(folder, self.game.definition()));
    }

    /// Handles `option`: sets an option and applies its effect.
    fn set_option(&mut self, name: &str, value: &str, line: &str) {
        match self.options.set(name, value) {
            Some(Effect::Settings) => {}
            Some(Effect::Clear) => self.forget(),
            Some(Effect::File(path)) => {
                if path.is_empty() {
                    return;
                }
                match import::add_file(&mut self.catalogue, Path::new(&path)) {
                    Ok(added) => {
                        self.gui.remark(&added.refused);
                        self.gui.send(features::variants(&self.catalogue));
                    }
                    Err(error) => self.gui.report_error(&error.to_string()),
                }
            }
            Some(Effect::Evaluation(name)) => {
                self.abort();
                let error = match EvaluationSource::named(&name) {
                    Ok(source) => self.thinker.set_evaluation(source, self.game.definition()),
                    Err(error) => Some(error),
                };
                if let Some(error) = error {
                    self.gui.send(format!("Error (EvalFile: {}): {name}", error.message()));
                }
            }
            Some(Effect::UseBook(used)) => {
                self.book.used = used;
                self.open_book();
            }
            Some(Effect::OpenBook(file)) => {
                self.book.set(file);
                self.open_book();
            }
            Some(Effect::BookVariety(variety)) => self.book.variety = variety,
            None => self.gui.send(format!("Error (bad option): {}", line.trim())),
        }
    }
}
