//! The XBoard protocol (CECP), version 2, with its ways to define games that the GUI does not know.
//!
//! <https://www.gnu.org/software/xboard/engine-intf.html>
//!
//! [`Player`] is the engine's side of the conversation: this file turns commands into its deeds, `play` has the game
//! itself (whose turn it is, moves, draws, the end), `thinking` the searches, `analyze` what is done on request (analysis,
//! hints, excluded moves, highlights). The rest are parts without state: the commands ([`command`]), features and options
//! ([`features`]), definitions of games ([`setup`]), spelling ([`notation`]), clocks ([`clock`]), texts
//! ([`report`]).

mod analyze;
mod clock;
mod command;
mod features;
mod highlight;
mod notation;
mod placement;
mod play;
mod player;
mod report;
mod setup;
mod thinking;

pub use notation::Notation;

use std::ops::ControlFlow;
use std::path::Path;

use self::command::Command;
use self::features::Effect;
use self::player::{Player, Role};
use super::{Context, Inbox, Message, Output};
use crate::eval::EvaluationSource;
use crate::rules::Color;

/// The name of orthodox chess in this protocol: what `new` sets up.
const FIRST_GAME: &str = "normal";

/// Who is at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gui {
    /// It has not said anything yet that tells; treated as XBoard, whose protocol this is.
    Unknown,
    /// XBoard or WinBoard.
    XBoard,
    /// One that knows less of the protocol, as Cute Chess.
    Other,
}

/// Speaks the XBoard protocol until `quit` or the end of the input.
pub fn run(context: Context, mut inbox: Inbox, output: Output) {
    let catalogue = &context.catalogue;
    let Some(first) = catalogue.get(FIRST_GAME).or_else(|| catalogue.iter().next().cloned()) else {
        return output.line("tellusererror There are no games");
    };
    let mut player = Player::new(context, first, inbox.sender(), output);
    loop {
        let flow = match inbox.receive() {
            Message::Line(line) => player.obey(&line),
            Message::Event(id, event) => player.hear(id, event),
            Message::End => ControlFlow::Break(()),
        };
        if flow.is_break() {
            return;
        }
    }
}

impl Player {
    /// Does what a line of the GUI says.
    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        if self.editing && command::belongs_to_edit(line) {
            self.editing = line.trim() != ".";
            return ControlFlow::Continue(());
        }
        self.editing = false;
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => {
                self.say(format!("Error ({error}): {}", line.trim()));
                return ControlFlow::Continue(());
            }
        };
        match command {
            Command::Quit => return ControlFlow::Break(()),
            Command::Ignored | Command::Result => {
                // The game is over, by whatever reason; `result` comes while the loser may still be thinking.
                if command == Command::Result {
                    self.end_game();
                }
            }
            Command::Version(version) => {
                if version >= 2 {
                    let lines = features::announce(&self.catalogue, &self.settings);
                    lines.into_iter().for_each(|line| self.say(line));
                }
            }
            Command::Accepted(feature) => self.recognise(&feature, true),
            Command::Rejected(feature) => self.recognise(&feature, false),
            Command::New => self.new_game(),
            Command::Variant(name) => self.choose(&name, line),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => {
                self.editing = true;
                self.say("Error (use setboard): edit");
            }
            Command::Force => self.sit_down(Role::Nobody),
            Command::Go => self.go(),
            Command::PlayOther => {
                self.refresh();
                self.sit_down(Role::Plays(!self.game.side()));
            }
            Command::Colors { opponent_is_white } => self.sit_down(Role::Plays(match opponent_is_white {
                true => Color::Black,
                false => Color::White,
            })),
            Command::Level { moves, base, increment } => {
                let made = self.moves_made();
                self.clocks.level(moves, base, increment, made);
            }
            Command::MoveTime(time) => self.clocks.move_time(time),
            Command::Depth(plies) => self.clocks.depth(plies),
            Command::NodeRate(rate) => self.clocks.node_rate(rate),
            Command::Time(time) => self.clocks.own = time,
            Command::OpponentTime(time) => self.clocks.other = time,
            Command::Move(text) => self.opponent_moves(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(number) => self.ping(number),
            Command::Draw => self.consider_draw(),
            Command::Hint => self.hint(),
            Command::Book => self.say(" no book\n"),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Post(on) => self.post = on,
            Command::Analyze => self.analyze(),
            Command::Exit => self.sit_down(Role::Nobody),
            Command::Progress => self.progress(),
            Command::Computer => self.referee = true,
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Memory(mib) => features::set_memory(&mut self.settings, mib),
            Command::Cores(cores) => features::set_cores(&mut self.settings, cores),
            Command::Option { name, value } => self.set_option(&name, &value, line),
            Command::Exclude(turn) => self.exclude(turn.as_deref(), true),
            Command::Include(turn) => self.exclude(turn.as_deref(), false),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
        }
        ControlFlow::Continue(())
    }

    fn recognise(&mut self, feature: &str, accepted: bool) {
        self.gui = features::recognise(self.gui, feature, accepted);
    }

    fn choose(&mut self, name: &str, line: &str) {
        let Some(definition) = self.catalogue.get(name) else {
            return self.say(format!("Error (unknown variant): {}", line.trim()));
        };
        self.open(definition);
        self.refresh();
        if self.gui != Gui::Other {
            let lines = setup::lines(self.game.definition());
            lines.into_iter().for_each(|line| self.say(line));
        }
    }

    fn set_option(&mut self, name: &str, value: &str, line: &str) {
        match features::set_option(&mut self.settings, &mut self.strength, name, value) {
            Some(Effect::Settings) => {}
            Some(Effect::Clear) => self.forget(),
            Some(Effect::File(path)) => {
                if path.is_empty() {
                    return;
                }
                match self.catalogue.add_file(Path::new(&path)) {
                    Ok(definition) => {
                        self.say(features::variants(&self.catalogue));
                        if let Some(error) = EvaluationSource::BuiltIn.load(&definition).err() {
                            self.tell_error(&error.message());
                        }
                    }
                    Err(error) => self.tell_error(&error.to_string()),
                }
            }
            None => self.say(format!("Error (bad option): {}", line.trim())),
        }
    }
}
