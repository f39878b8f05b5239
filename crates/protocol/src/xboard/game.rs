//! The game on the GUI's board.

use std::sync::Arc;

use super::highlight::LiftedPiece;
use super::notation::Notation;
use super::setup;
use kurier_engine::session::{Board, IllegalMove, Value};
use kurier_rules::position::FenError;
use kurier_rules::position::Turn;
use kurier_rules::rules::{Color, Definition};

/// The board as the GUI has it, and what belongs to this position.
pub struct Game {
    board: Board,
    notation: Notation,
    /// The game that was chosen but not opened yet.
    chosen: Option<Arc<Definition>>,
    state: State,
}

/// What holds for one position only.
#[derive(Default)]
struct State {
    /// The GUI has set up a position that is none: all moves are illegal until it sets up another.
    illegal: bool,
    over: bool,
    draw_offered: bool,
    excluded: Vec<Turn>,
    /// The expected turn of the opponent.
    expected: Option<Turn>,
    /// What the engine's last turn was worth to it.
    value: Option<Value>,
    lifted: LiftedPiece,
}

impl Game {
    /// Creates the start of a game, for XBoard or for other programs.
    pub fn new(definition: &Arc<Definition>, xboard: bool) -> Self {
        Self {
            board: Board::new(definition),
            notation: Notation::new(definition, xboard),
            chosen: None,
            state: State::default(),
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn definition(&self) -> &Arc<Definition> {
        self.board.definition()
    }

    pub fn side(&self) -> Color {
        self.board.side()
    }

    /// Chooses a game. It is opened when it is needed: `new` is mostly followed by `variant`.
    pub fn choose(&mut self, definition: Arc<Definition>, xboard: bool) {
        self.state = State::default();
        self.chosen = Some(if xboard {
            setup::for_xboard(&definition)
        } else {
            definition
        });
    }

    /// Opens the chosen game at its start, if one was chosen; answers whether it is another than before.
    pub fn open_chosen(&mut self, xboard: bool) -> Option<bool> {
        let definition = self.chosen.take()?;
        self.notation = Notation::new(&definition, xboard);
        let is_different = definition != *self.definition();
        // The start of a game is always legal.
        if is_different || self.board.set_up(None).is_err() {
            self.board = Board::new(&definition);
        }
        Some(is_different)
    }

    /// `setboard`.
    pub fn set_up(&mut self, fen: &str) -> Result<(), FenError> {
        let result = self.board.set_up(Some(&self.notation.complete(fen)));
        match &result {
            Ok(()) => self.state = State::default(),
            Err(_) => self.state.illegal = true,
        }
        result
    }

    /// Returns the turn that a move of the GUI means.
    pub fn read(&self, text: &str) -> Result<Turn, IllegalMove> {
        self.notation.read(&self.board, text)
    }

    /// Returns a turn in one word that the GUI can read.
    pub fn word(&self, turn: &Turn) -> String {
        self.notation.word(&self.board, turn)
    }

    /// Returns what follows `move` in each of the lines that tell the GUI a turn.
    pub fn commands(&self, turn: &Turn) -> Vec<String> {
        self.notation.commands(&self.board, turn)
    }

    /// Plays a turn. An offer of a draw stands, all else that held for the old position is gone.
    pub fn play(&mut self, turn: &Turn) -> Result<(), IllegalMove> {
        self.board.play(turn)?;
        self.state = State {
            draw_offered: self.state.draw_offered,
            ..State::default()
        };
        Ok(())
    }

    /// Returns the opponent has played the turn that was expected: what is known of the game still holds.
    pub fn play_expected(&mut self, turn: &Turn) -> Result<(), IllegalMove> {
        self.state.lifted.clear();
        self.board.play(turn)
    }

    /// Takes turns back, if there are so many.
    pub fn undo(&mut self, turns: usize) -> bool {
        let enough = self.board.history().len() >= turns;
        if enough {
            (0..turns).for_each(|_| _ = self.board.undo());
            self.state = State::default();
        }
        enough
    }

    pub fn is_illegal(&self) -> bool {
        self.state.illegal
    }

    pub fn is_over(&self) -> bool {
        self.state.over
    }

    pub fn set_over(&mut self, over: bool) {
        self.state.over = over;
    }

    pub fn draw_is_offered(&self) -> bool {
        self.state.draw_offered
    }

    pub fn set_draw_offered(&mut self, offered: bool) {
        self.state.draw_offered = offered;
    }

    /// Turns that the engine is not to consider.
    pub fn excluded(&self) -> &[Turn] {
        &self.state.excluded
    }

    pub fn exclude(&mut self, turns: &[Turn]) {
        self.include(turns);
        self.state.excluded.extend_from_slice(turns);
    }

    pub fn include(&mut self, turns: &[Turn]) {
        self.state.excluded.retain(|turn| !turns.contains(turn));
    }

    /// What the engine thinks of the position after its turn: its value, and the turn that it expects.
    pub fn expect(&mut self, value: Value, expected: Option<Turn>) {
        self.state.value = Some(value);
        self.state.expected = expected;
    }

    pub fn expected(&self) -> Option<&Turn> {
        self.state.expected.as_ref()
    }

    pub fn value(&self) -> Option<Value> {
        self.state.value
    }

    /// Returns the user lifts a piece; answers where it may go, as a FEN of colours.
    pub fn lift(&mut self, square: &str) -> Option<String> {
        self.state.lifted.lift(self.notation.read_square(square)?);
        Some(self.state.lifted.colours(&self.board))
    }

    /// Returns the user puts the piece down; answers what it may become there, if there is a choice.
    pub fn put(&mut self, square: &str) -> Option<String> {
        self.state.lifted.put(self.notation.read_square(square)?);
        let choices = self.state.lifted.choices(&self.board);
        (!choices.is_empty()).then_some(choices)
    }
}
