//! What the engine knows about the conversation, and the game on its board.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::clock::Clocks;
use super::features::Strength;
use super::highlight::Hand;
use super::notation::Notation;
use super::{FIRST_GAME, Gui, setup};
use crate::protocol::{Context, Message, Output};
use crate::rules::{Catalogue, Color, Definition};
use crate::search::Settings;
use crate::session::{Line, Session, Value, open};

/// What the engine does when it is somebody's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It watches (force mode).
    Nobody,
    /// It plays this side.
    Plays(Color),
    /// It thinks about every position.
    Analyst,
}

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The next move.
    Move,
    /// The answer to the turn that the opponent is expected to make; it is made on the session's board already.
    Ponder(String),
    /// Analysis.
    Analysis,
    /// A hint.
    Hint,
}

/// A running search.
pub struct Thinking {
    /// The number of its events.
    pub id: u64,
    pub purpose: Purpose,
    pub started: Instant,
    /// The position from which its lines are told.
    pub seen: Seen,
    /// What it said last about the best line.
    pub last: Option<Line>,
    /// The GUI has asked for a hint before there was one.
    pub hint_wanted: bool,
}

/// A position as the GUI has it: while the engine ponders, the session's is one turn ahead.
#[derive(Clone)]
pub struct Seen {
    pub fen: String,
    /// Its legal turns.
    pub turns: Vec<String>,
}

/// The engine's side of a conversation.
pub struct Player {
    pub catalogue: Catalogue,
    /// Settings as the GUI wants them; the session's follow before its next search.
    pub settings: Settings,
    pub strength: Strength,
    pub gui: Gui,
    pub game: Box<dyn Session>,
    pub notation: Notation,
    /// The game that was chosen but not opened yet.
    pub chosen: Option<Arc<Definition>>,
    pub role: Role,
    pub clocks: Clocks,
    pub thinking: Option<Thinking>,
    /// What a pause has interrupted.
    pub paused: Option<Purpose>,
    pub searches: u64,
    pub post: bool,
    pub pondering: bool,
    /// Whether the opponent is a program, so that the GUI is the referee.
    pub referee: bool,
    pub editing: bool,
    /// The GUI has set up a position that is none: all moves are illegal until it sets up another.
    pub illegal: bool,
    pub over: bool,
    pub draw_offered: bool,
    /// Answers to `ping` that have to wait for the move.
    pub pings: Vec<String>,
    pub excluded: Vec<String>,
    /// The expected turn of the opponent.
    pub expected: Option<String>,
    pub value: Option<Value>,
    pub hand: Hand,
    pub sender: Sender<Message>,
    pub output: Output,
}

impl Player {
    pub fn new(context: Context, first: Arc<Definition>, sender: Sender<Message>, output: Output) -> Self {
        let Context { catalogue, settings } = context;
        Self {
            notation: Notation::new(&first, true),
            game: open(first, settings.clone()),
            strength: Strength::of(&settings),
            catalogue,
            settings,
            gui: Gui::Unknown,
            chosen: None,
            role: Role::Nobody,
            clocks: Clocks::default(),
            thinking: None,
            paused: None,
            searches: 0,
            post: false,
            pondering: false,
            referee: false,
            editing: false,
            illegal: false,
            over: false,
            draw_offered: false,
            pings: Vec::new(),
            excluded: Vec::new(),
            expected: None,
            value: None,
            hand: Hand::default(),
            sender,
            output,
        }
    }

    pub fn say(&self, line: impl Display) {
        self.output.line(line);
    }

    /// Shows the user what is wrong.
    pub fn tell_error(&self, text: &str) {
        self.say(format!("tellusererror {}", text.replace('\n', " ")));
    }

    /// `new`: chess from its start, the engine plays Black.
    pub fn new_game(&mut self) {
        self.abort();
        self.clocks.new_game();
        self.referee = false;
        if self.role != Role::Analyst {
            self.role = Role::Plays(Color::Black);
        }
        match self.catalogue.get(FIRST_GAME) {
            Some(definition) => self.open(definition),
            None => self.open(self.game.definition().clone()),
        }
        // Who analyses waits for lines, not for a `variant` that may never come.
        if self.role == Role::Analyst {
            self.refresh();
        }
    }

    /// Chooses a game. It is opened when it is needed: `new` is mostly followed by `variant`.
    pub fn open(&mut self, definition: Arc<Definition>) {
        self.abort();
        self.position_changed();
        self.chosen = Some(match self.gui {
            Gui::Other => definition,
            _ => setup::native(&definition),
        });
    }

    /// Opens the chosen game at its start, and makes the settings hold.
    pub fn refresh(&mut self) {
        if let Some(definition) = self.chosen.take() {
            self.notation = Notation::new(&definition, self.gui != Gui::Other);
            if definition == *self.game.definition() {
                self.game.new_game();
                // The start of a game is always legal.
                let _ = self.game.set_position(None, &[]);
            } else {
                // Two large tables might be one too many.
                let small = Settings {
                    hash: 1,
                    ..self.settings.clone()
                };
                self.game.configure(small);
                self.game = open(definition, self.settings.clone());
            }
            if self.role == Role::Analyst {
                self.analyze();
            }
        }
        if self.thinking.is_none() && *self.game.settings() != self.settings {
            self.game.configure(self.settings.clone());
        }
    }

    pub fn set_board(&mut self, fen: &str) {
        self.abort();
        self.refresh();
        let fen = self.notation.complete(fen);
        match self.game.set_position(Some(&fen), &[]) {
            Ok(()) => self.position_changed(),
            Err(error) => {
                self.illegal = true;
                self.tell_error(&format!("Illegal position ({error})"));
            }
        }
        if self.role == Role::Analyst {
            self.analyze();
        }
    }

    /// What was known about the old position holds no more.
    pub fn position_changed(&mut self) {
        self.illegal = false;
        self.over = false;
        self.draw_offered = false;
        self.excluded.clear();
        self.expected = None;
        self.value = None;
        self.hand.clear();
    }

    /// `undo` and `remove`.
    pub fn take_back(&mut self, turns: usize) {
        self.abort();
        self.refresh();
        if self.game.turns_played() < turns {
            self.say("Error (no move to take back): undo");
        } else {
            (0..turns).for_each(|_| {
                self.game.pop();
            });
            self.position_changed();
        }
        if self.role == Role::Analyst {
            self.analyze();
        }
    }

    /// Takes another role, without moving.
    pub fn sit_down(&mut self, role: Role) {
        self.abort();
        self.role = role;
    }

    /// Moves that the engine's side has made in this game.
    pub fn moves_made(&self) -> usize {
        self.game.turns_played() / 2
    }

    /// The position as the GUI has it.
    pub fn seen(&self) -> Seen {
        match &self.thinking {
            Some(thinking) if self.is_pondering() => thinking.seen.clone(),
            _ => Seen {
                fen: self.game.fen(),
                turns: self.game.turns(),
            },
        }
    }
}
