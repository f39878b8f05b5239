//! The game on the board of the GUI.

use std::sync::Arc;

use super::highlight::LiftedPiece;
use super::notation::Notation;
use super::setup;
use kurier_engine::session::{Board, IllegalMove, Value};
use kurier_rules::position::FenError;
use kurier_rules::position::Turn;
use kurier_rules::rules::{Color, Definition};

/// The game on the board of the GUI, and what the engine knows about the current position.
pub struct Game {
    board: Board,
    notation: Notation,
    /// The variant that was chosen but has not been opened yet.
    chosen: Option<Arc<Definition>>,
    state: State,
}

/// State that belongs to one position and is discarded when the position changes.
#[derive(Default)]
struct State {
    /// Whether the GUI has tried to set up an illegal position. If so, every move is illegal until the GUI sets up
    /// another position.
    illegal: bool,
    over: bool,
    draw_offered: bool,
    excluded: Vec<Turn>,
    /// The move that the engine expects the opponent to make.
    expected: Option<Turn>,
    /// The score of the engine's last move, from the engine's point of view.
    value: Option<Value>,
    lifted: LiftedPiece,
}

impl Game {
    /// Creates a game at the start position of a variant. `xboard` says whether the GUI is XBoard, whose notation
    /// differs from that of other GUIs.
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

    /// Chooses a variant without opening it, because `new` is usually followed by `variant`.
    pub fn choose(&mut self, definition: Arc<Definition>, xboard: bool) {
        self.state = State::default();
        self.chosen = Some(if xboard {
            setup::for_xboard(&definition)
        } else {
            definition
        });
    }

    /// Opens the chosen variant at its start position. Returns whether this variant differs from the previous variant;
    /// `None` if no variant was chosen.
    pub fn open_chosen(&mut self, xboard: bool) -> Option<bool> {
        let definition = self.chosen.take()?;
        self.notation = Notation::new(&definition, xboard);
        let is_different = definition != *self.definition();
        // `set_up` cannot fail, because start positions are legal.
        if is_different || self.board.set_up(None).is_err() {
            self.board = Board::new(&definition);
        }
        Some(is_different)
    }

    /// Handles `setboard`: sets up a position.
    pub fn set_up(&mut self, fen: &str) -> Result<(), FenError> {
        let result = self.board.set_up(Some(&self.notation.complete(fen)));
        match &result {
            Ok(()) => self.state = State::default(),
            Err(_) => self.state.illegal = true,
        }
        result
    }

    /// Parses a move in the notation of the GUI.
    pub fn read(&self, text: &str) -> Result<Turn, IllegalMove> {
        self.notation.read(&self.board, text)
    }

    /// Returns a move as one word in the notation of the GUI.
    pub fn word(&self, turn: &Turn) -> String {
        self.notation.word(&self.board, turn)
    }

    /// Returns the arguments of the `move` commands that send a move to the GUI, one for each line.
    pub fn commands(&self, turn: &Turn) -> Vec<String> {
        self.notation.commands(&self.board, turn)
    }

    /// Plays a move. The state of the old position is discarded, except for a draw offer.
    pub fn play(&mut self, turn: &Turn) -> Result<(), IllegalMove> {
        self.board.play(turn)?;
        self.state = State {
            draw_offered: self.state.draw_offered,
            ..State::default()
        };
        Ok(())
    }

    /// Plays the expected move of the opponent. The state of the old position is kept, except for the lifted piece.
    pub fn play_expected(&mut self, turn: &Turn) -> Result<(), IllegalMove> {
        self.state.lifted.clear();
        self.board.play(turn)
    }

    /// Takes back `turns` moves. Returns false and changes nothing if fewer moves have been played.
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

    /// Returns the moves that the engine must not play.
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

    /// Records the score of the engine's last move and the reply that the engine expects; `None` if it expects no
    /// reply.
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

    /// Picks up the piece on a square. Returns the squares to which the piece can move, as a FEN of colours; `None` if
    /// the board has no such square.
    pub fn lift(&mut self, square: &str) -> Option<String> {
        self.state.lifted.lift(self.notation.read_square(square)?);
        Some(self.state.lifted.colours(&self.board))
    }

    /// Puts the lifted piece down on a square. Returns the letters of the pieces to which the lifted piece can promote
    /// on this square; `None` if it cannot promote there or the board has no such square.
    pub fn put(&mut self, square: &str) -> Option<String> {
        self.state.lifted.put(self.notation.read_square(square)?);
        let choices = self.state.lifted.choices(&self.board);
        (!choices.is_empty()).then_some(choices)
    }
}
