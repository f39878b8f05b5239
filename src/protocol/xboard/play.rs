//! The game: whose turn it is, thinking, pondering, and the end.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::clock::Clocks;
use super::features::Strength;
use super::highlight::Hand;
use super::notation::{MAX_LEGS, Notation};
use super::{FIRST_GAME, Gui, report, setup};
use crate::position::{Outcome, Reason};
use crate::protocol::{Context, Message, Output};
use crate::rules::{Catalogue, Color, Definition};
use crate::search::{Bound, Settings};
use crate::session::{Event, Line, Request, Session, Value, open};

/// Own moves before which no draw is agreed to.
const EARLIEST_DRAW: usize = 20;

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
    id: u64,
    pub purpose: Purpose,
    pub started: Instant,
    /// The position from which its lines are told: when pondering, the one before the expected turn.
    pub fen: String,
    /// What it said last about the best line.
    pub last: Option<Line>,
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
    chosen: Option<Arc<Definition>>,
    pub role: Role,
    pub clocks: Clocks,
    pub thinking: Option<Thinking>,
    /// What a pause has interrupted.
    paused: Option<Purpose>,
    searches: u64,
    pub post: bool,
    pondering: bool,
    /// Whether the opponent is a program, so that the GUI is the referee.
    pub referee: bool,
    pub editing: bool,
    /// The GUI has set up a position that is none: all moves are illegal until it sets up another.
    illegal: bool,
    over: bool,
    draw_offered: bool,
    /// Answers to `ping` that have to wait for the move.
    pings: Vec<String>,
    pub excluded: Vec<String>,
    /// The expected turn of the opponent.
    pub expected: Option<String>,
    value: Option<Value>,
    pub hand: Hand,
    sender: Sender<Message>,
    output: Output,
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

    /// Forgets what searches have learnt, and goes on.
    pub fn forget(&mut self) {
        let purpose = self.interrupt();
        self.game.new_game();
        self.go_on(purpose);
    }

    pub fn set_board(&mut self, fen: &str) {
        self.abort();
        self.refresh();
        let fen = self.notation.complete(fen);
        match self.game.set_position(Some(&fen), &[]) {
            Ok(()) => self.position_changed(),
            Err(error) => {
                self.illegal = true;
                self.say(format!("tellusererror Illegal position ({error})"));
            }
        }
        if self.role == Role::Analyst {
            self.analyze();
        }
    }

    /// What was known about the old position holds no more.
    fn position_changed(&mut self) {
        self.illegal = false;
        self.over = false;
        self.draw_offered = false;
        self.excluded.clear();
        self.expected = None;
        self.value = None;
        self.hand.clear();
    }

    /// Takes another role, without moving.
    pub fn sit_down(&mut self, role: Role) {
        self.abort();
        self.role = role;
    }

    /// `go`.
    pub fn go(&mut self) {
        self.abort();
        self.refresh();
        self.role = Role::Plays(self.game.side());
        self.think();
    }

    /// The GUI says that the game is over.
    pub fn end_game(&mut self) {
        self.abort();
        self.over = true;
    }

    /// A move of the opponent, or of anybody in force mode.
    pub fn opponent_moves(&mut self, text: &str) {
        self.refresh();
        if self.illegal {
            return self.say(format!("Illegal move (illegal position): {text}"));
        }
        let turn = self.notation.read(text);
        if let Some(thinking) = &mut self.thinking
            && thinking.purpose == Purpose::Ponder(turn.clone())
        {
            thinking.purpose = Purpose::Move;
            thinking.started = Instant::now();
            self.hand.clear();
            return self.game.ponder_hit();
        }
        self.abort();
        if let Err(error) = self.game.push(&turn) {
            // Cute Chess moves a white pawn before it sets up a position with Black to move, legal or not.
            let dummy = self.gui == Gui::Other && self.role == Role::Nobody && self.game.turns_played() == 0;
            if !dummy {
                self.say(refusal(&error.to_string(), text));
            }
        } else {
            let offered = self.draw_offered;
            self.position_changed();
            self.draw_offered = offered;
        }
        match self.role {
            Role::Plays(color) if color == self.game.side() => self.think(),
            Role::Analyst => self.analyze(),
            _ => {}
        }
    }

    /// Moves that the engine's side has made in this game.
    pub fn moves_made(&self) -> usize {
        self.game.turns_played() / 2
    }

    /// It is the engine's turn.
    fn think(&mut self) {
        let Role::Plays(color) = self.role else { return };
        if self.illegal || color != self.game.side() {
            return;
        }
        self.over = false;
        if let Some(outcome) = self.game.outcome() {
            if self.claim(outcome, color) {
                return;
            }
            if outcome.winner.is_none() && self.gui != Gui::Other {
                // The GUI takes this for a claim, if it agrees; if not, we play on.
                self.say("offer draw");
            }
        }
        let Some(request) = self.request(color) else {
            self.over = true;
            let result = match color {
                Color::White => "0-1",
                Color::Black => "1-0",
            };
            return self.say(format!("{result} {{resigns: there is no move that XBoard can show}}"));
        };
        let fen = self.game.fen();
        self.start(Purpose::Move, &request, fen);
    }

    /// The limits of the engine's next move; `None` if XBoard can show none of the legal turns.
    fn request(&self, color: Color) -> Option<Request> {
        let mut request = self.clocks.request(color, self.moves_made());
        request.except = self.excluded.clone();
        if self.gui != Gui::Other && self.game.definition().captures.chained {
            let turns = self.game.turns();
            let too_long = |turn: &&String| self.notation.count(turn) > MAX_LEGS;
            request.except.extend(turns.iter().filter(too_long).cloned());
            if !turns.is_empty() && turns.iter().all(|turn| too_long(&turn)) {
                return None;
            }
        }
        Some(request)
    }

    /// Starts a search.
    ///
    /// `fen` is the position from which its lines are told.
    pub fn start(&mut self, purpose: Purpose, request: &Request, fen: String) {
        self.searches += 1;
        let (id, sender) = (self.searches, self.sender.clone());
        let on_event = move |event| {
            // Nobody listens any more at the very end.
            let _ = sender.send(Message::Event(id, event));
        };
        match self.game.start(request, Box::new(on_event)) {
            Ok(()) => {
                self.thinking = Some(Thinking {
                    id,
                    purpose,
                    started: Instant::now(),
                    fen,
                    last: None,
                });
            }
            Err(error) => self.say(format!("telluser {error}")),
        }
    }

    /// Ends a search without a move; the board is again as the GUI has it.
    pub fn abort(&mut self) {
        self.paused = None;
        self.interrupt();
    }

    /// Like [`Player::abort`]; answers what the search was for.
    fn interrupt(&mut self) -> Option<Purpose> {
        let thinking = self.thinking.take()?;
        self.game.stop();
        self.game.wait();
        if let Purpose::Ponder(_) = thinking.purpose {
            self.game.pop();
        }
        if thinking.purpose == Purpose::Move {
            self.clocks.own = self.clocks.own.saturating_sub(thinking.started.elapsed());
        }
        self.answer_pings();
        Some(thinking.purpose)
    }

    /// Takes up again what was interrupted.
    fn go_on(&mut self, purpose: Option<Purpose>) {
        match purpose {
            Some(Purpose::Move) => self.think(),
            Some(Purpose::Ponder(_)) => self.ponder(),
            Some(Purpose::Analysis) => self.analyze(),
            Some(Purpose::Hint) => self.hint(),
            None => {}
        }
    }

    pub fn pause(&mut self) {
        let purpose = self.interrupt();
        self.paused = self.paused.take().or(purpose);
    }

    pub fn resume(&mut self) {
        let purpose = self.paused.take();
        self.go_on(purpose);
    }

    /// `?`.
    pub fn move_now(&self) {
        if self.is_thinking_about_a_move() {
            self.game.stop();
        }
    }

    fn is_thinking_about_a_move(&self) -> bool {
        let purpose = self.thinking.as_ref().map(|thinking| &thinking.purpose);
        purpose == Some(&Purpose::Move)
    }

    pub fn ping(&mut self, number: String) {
        self.refresh();
        self.pings.push(number);
        if !self.is_thinking_about_a_move() {
            self.answer_pings();
        }
    }

    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.say(format!("pong {number}"));
        }
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

    pub fn set_pondering(&mut self, on: bool) {
        self.pondering = on;
        if !on && self.is_pondering() {
            self.abort();
        }
    }

    /// An event of a search.
    pub fn hear(&mut self, id: u64, event: Event) -> ControlFlow<()> {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.id == id) {
            match event {
                Event::Line(line) => self.hear_line(line),
                Event::Best {
                    turn, ponder, value, ..
                } => self.hear_best(turn, ponder, value),
            }
        }
        ControlFlow::Continue(())
    }

    fn hear_line(&mut self, line: Line) {
        let Some(thinking) = &mut self.thinking else { return };
        // Other GUIs would show the mark of a bound as a move.
        let shown = self.gui != Gui::Other || line.bound == Bound::Exact;
        if self.post && shown && thinking.purpose != Purpose::Hint {
            let expected = match &thinking.purpose {
                Purpose::Ponder(turn) => Some(turn),
                _ => None,
            };
            let turns = expected.into_iter().chain(&line.pv);
            let pv: Vec<String> = turns.map(|turn| self.notation.word(turn, &thinking.fen)).collect();
            self.output.line(report::thinking(&line, &pv.join(" ")));
        }
        if line.line == 1 && !line.pv.is_empty() {
            thinking.last = Some(line);
        }
    }

    fn hear_best(&mut self, turn: Option<String>, expected: Option<String>, value: Value) {
        let Some(thinking) = self.thinking.take() else { return };
        match (thinking.purpose, turn) {
            (Purpose::Move, Some(turn)) => {
                self.make(&turn, expected, value, &thinking.fen, thinking.started.elapsed());
                self.answer_pings();
                self.ponder();
            }
            (Purpose::Hint, Some(turn)) => self.give_hint(&turn, &thinking.fen),
            // There is nothing more to find out.
            (Purpose::Ponder(_), _) => {
                self.game.pop();
            }
            (Purpose::Analysis | Purpose::Move | Purpose::Hint, _) => {}
        }
        self.answer_pings();
    }

    /// Makes the engine's move.
    fn make(&mut self, turn: &str, expected: Option<String>, value: Value, fen: &str, time: Duration) {
        let Role::Plays(color) = self.role else { return };
        if self.game.push(turn).is_err() {
            return;
        }
        self.clocks.spend(time, self.game.turns_played().div_ceil(2));
        let agreed = self.draw_offered && self.agrees_to_draw(value);
        self.position_changed();
        let outcome = self.game.outcome();
        let draw = outcome.is_some_and(|outcome| outcome.winner.is_none() && outcome.reason != Reason::Stalemate);
        if agreed || self.referee && draw && self.gui != Gui::Other {
            self.say("offer draw");
        }
        for leg in self.notation.commands(turn, fen) {
            self.say(format!("move {leg}"));
        }
        self.value = Some(value);
        self.expected = expected;
        if let Some(outcome) = outcome {
            self.claim(outcome, color);
            self.expected = None;
        }
    }

    /// Claims a result if that is wise; answers whether the game is over by it.
    fn claim(&mut self, outcome: Outcome, color: Color) -> bool {
        let native = self.game.definition().xboard.native;
        if report::may_claim(outcome, color, self.game.side(), self.referee, native) {
            self.say(report::result(outcome));
            self.over = true;
        }
        self.over
    }

    /// The opponent offers a draw.
    pub fn consider_draw(&mut self) {
        self.draw_offered = true;
        if self.is_thinking_about_a_move() {
            return;
        }
        let drawn = self.game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        if drawn || self.value.is_some_and(|value| self.agrees_to_draw(value)) {
            self.draw_offered = false;
            self.say("offer draw");
        }
    }

    fn agrees_to_draw(&self, value: Value) -> bool {
        let not_better = match value {
            Value::Centipawns(value) => value <= 0,
            Value::Mate(moves) => moves <= 0,
        };
        not_better && self.moves_made() >= EARLIEST_DRAW
    }

    /// Thinks on the opponent's time, if that is wanted and there is an idea of what comes.
    fn ponder(&mut self) {
        let (Role::Plays(color), Some(expected)) = (self.role, self.expected.clone()) else {
            return;
        };
        if !self.pondering || self.over || color == self.game.side() {
            return;
        }
        let fen = self.game.fen();
        self.refresh();
        if self.game.push(&expected).is_err() {
            return;
        }
        if self.game.outcome().is_none()
            && let Some(mut request) = self.request(color)
        {
            request.ponder = true;
            self.start(Purpose::Ponder(expected), &request, fen);
        }
        if self.thinking.is_none() {
            self.game.pop();
        }
    }

    /// Whether the session's board is one turn ahead of the GUI's.
    pub fn is_pondering(&self) -> bool {
        let purpose = self.thinking.as_ref().map(|thinking| &thinking.purpose);
        matches!(purpose, Some(Purpose::Ponder(_)))
    }
}

/// The answer to an illegal move. The session's own text names the move too, in our spelling.
fn refusal(error: &str, text: &str) -> String {
    let reason = error
        .strip_prefix("illegal move (")
        .and_then(|rest| rest.rsplit_once("): "))
        .map_or(error, |(reason, _)| reason);
    format!("Illegal move ({reason}): {text}")
}
