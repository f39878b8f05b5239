//! Positions of any variant and the turns played from them, independent of the board width.

use std::fmt;
use std::sync::Arc;

use super::IllegalMove;
use super::history::{Histories, History};
use super::perft::{self, Perft};
use crate::eval::{EvalParams, Evaluation, Explanation, WinRateModel};
use crate::search::Signals;
use kurier_diagram::Diagram;
use kurier_rules::board::{AnyWidth, Square};
use kurier_rules::position::{FenError, Outcome, Piece, SanError, Turn};
use kurier_rules::rules::{Color, Definition, Held, PieceType};
use kurier_rules::{any_width, on_width};

/// A position of any variant, and the turns that led to it.
///
/// ```
/// use kurier_rules::rules::Catalogue;
/// use kurier_engine::session::Board;
///
/// let courier = Catalogue::built_in().get("courier").unwrap();
/// let mut board = Board::new(&courier);
/// assert_eq!(board.turns().len(), 26);
///
/// let turn = board.parse("b1c3")?;
/// assert_eq!(board.san(&turn), "Nc3");
/// board.play(&turn)?;
/// assert_eq!(board.undo(), Some(turn));
/// # Ok::<(), kurier_engine::session::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board(pub(super) AnyWidth<Histories>);

impl Board {
    /// Creates a board with the start position of a variant.
    pub fn new(definition: &Arc<Definition>) -> Self {
        Self(any_width!(definition.shape, W => History::<W>::start(definition)))
    }

    /// Returns the model that translates scores of this variant into the chances of a win, a draw and a loss.
    pub fn win_rate(&self) -> WinRateModel {
        on_width!(&self.0, history => history.win_rate)
    }

    /// Creates a board with a position given as FEN.
    ///
    /// # Errors
    /// Fails if the text is not a FEN, or the position is not possible in the variant.
    pub fn from_fen(definition: &Arc<Definition>, fen: &str) -> Result<Self, FenError> {
        let mut board = Self::new(definition);
        board.set_up(Some(fen))?;
        Ok(board)
    }

    /// Sets up another position of this variant and clears the history; `None` stands for the start position.
    ///
    /// # Errors
    /// Fails if the text is not a FEN, or the position is not possible in the variant. After an error the board is
    /// unchanged.
    pub fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        on_width!(&mut self.0, history => history.set_up(fen))
    }

    /// Returns the definition of the variant.
    pub fn definition(&self) -> &Arc<Definition> {
        on_width!(&self.0, history => &history.position.variant().definition)
    }

    /// Returns the side to move.
    pub fn side(&self) -> Color {
        on_width!(&self.0, history => history.position.side())
    }

    /// Returns the piece on a square, or `None` if the square is empty.
    ///
    /// # Panics
    /// Panics if the square is not on this board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        on_width!(&self.0, history => history.position.piece_at(square))
    }

    /// Returns the number of pieces in hand, by colour and piece type; `None` in games without a hand.
    pub fn holdings(&self) -> Option<Held> {
        on_width!(&self.0, history => history.position.holdings().copied())
    }

    /// Returns what the piece on a square was before its promotion; `None` if it is not promoted, or if that does not
    /// matter in the game.
    ///
    /// # Panics
    /// Panics if the square is not on this board.
    pub fn promoted_from(&self, square: Square) -> Option<PieceType> {
        on_width!(&self.0, history => history.position.promoted_from(square))
    }

    /// Returns whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        on_width!(&self.0, history => history.position.in_check())
    }

    /// Returns the full-move number: 1 at the start, incremented after each of Black's turns.
    pub fn fullmove(&self) -> u32 {
        on_width!(&self.0, history => history.position.fullmove())
    }

    /// Returns how many moves a side has made since the position was set up. If Black made the first move, White counts
    /// as having made one move more than it did, because the first full move has passed for both sides.
    pub fn moves_made(&self, color: Color) -> usize {
        let turns = self.history().len();
        let black_began = (self.side() == Color::Black) == turns.is_multiple_of(2);
        let plies = turns + usize::from(black_began);
        match color {
            Color::White => plies.div_ceil(2),
            Color::Black => plies / 2,
        }
    }

    /// Returns the number of turns, of both sides together, since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        on_width!(&self.0, history => history.position.halfmoves())
    }

    /// Returns the running count that draws the endgame, and its limit, in turns of both sides together. Returns `None`
    /// if no count is running.
    pub fn count(&self) -> Option<(u16, u16)> {
        on_width!(&self.0, history => history.position.count())
    }

    /// Returns the squares on which a pawn that has just advanced by several squares at once can be captured en
    /// passant.
    pub fn en_passant(&self) -> Vec<Square> {
        on_width!(&self.0, history => history.position.en_passant().into_iter().collect())
    }

    /// Returns the squares of all pieces that still have a right: rooks that may castle, and pieces that may make a
    /// special first move or gate. The list is sorted and has no duplicates.
    pub fn rights(&self) -> Vec<Square> {
        on_width!(&self.0, history => history.rights())
    }

    /// Returns whether the current position has occurred before in this game. Returns false if the position is drawn
    /// for a different reason.
    pub fn is_repeated(&self) -> bool {
        let drawn = on_width!(&self.0, history => history.position.drawn(usize::MAX));
        drawn.is_some_and(|outcome| outcome.reason.is_repetition())
    }

    /// Returns how the game has ended, or `None` if it has not ended.
    pub fn outcome(&self) -> Option<Outcome> {
        on_width!(&self.0, history => history.position.outcome())
    }

    /// Returns the Zobrist key of the position. Positions that count as repetitions of each other have the same key.
    pub fn key(&self) -> u64 {
        on_width!(&self.0, history => history.position.key())
    }

    /// Returns the position as FEN.
    pub fn fen(&self) -> String {
        on_width!(&self.0, history => history.position.fen())
    }

    /// Returns the legal turns, at most [`MAX_TURNS`](kurier_rules::position::MAX_TURNS). The list is empty if a rule
    /// of the variant has ended the game.
    pub fn turns(&self) -> Vec<Turn> {
        on_width!(&self.0, history => history.position.turns())
    }

    /// Returns whether the side to move has a legal turn. This is cheaper than [`Board::turns`].
    pub fn has_turns(&self) -> bool {
        on_width!(&self.0, history => history.position.variant_end().is_none() && history.position.can_move())
    }

    /// Returns whether a turn is legal in this position.
    pub fn is_legal(&self, turn: &Turn) -> bool {
        on_width!(&self.0, history => history.position.is_legal_turn(turn))
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// Fails if the turn is not legal in this position; the board is then unchanged.
    pub fn play(&mut self, turn: &Turn) -> Result<(), IllegalMove> {
        match on_width!(&mut self.0, history => history.play(turn)) {
            true => Ok(()),
            false => Err(IllegalMove::new(&self.spell(turn), SanError::Illegal)),
        }
    }

    /// Takes back the last turn and returns it, or `None` if no turn has been played.
    pub fn undo(&mut self) -> Option<Turn> {
        on_width!(&mut self.0, history => history.undo())
    }

    /// Returns the turns played since the position was set up.
    pub fn history(&self) -> &[Turn] {
        on_width!(&self.0, history => &history.turns)
    }

    /// Returns a turn in coordinate notation, as in UCI: `e2e4`, `e7e8q`, `c2e4g6`.
    pub fn spell(&self, turn: &Turn) -> String {
        on_width!(&self.0, history => history.position.spell(turn))
    }

    /// Returns the squares of a turn in the order of its notation, starting with the origin.
    pub fn route(&self, turn: &Turn) -> Vec<Square> {
        on_width!(&self.0, history => history.position.route(turn))
    }

    /// Returns the legal turns in coordinate notation, sorted.
    pub fn spelled_turns(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.turns().iter().map(|turn| self.spell(turn)).collect();
        texts.sort();
        texts
    }

    /// Returns a line of consecutive turns in coordinate notation, up to the first turn that is not legal.
    pub fn spell_line(&self, line: &[Turn]) -> Vec<String> {
        self.follow(line, Self::spell)
    }

    /// Parses a legal turn in coordinate notation. Case is ignored, and so is a `=` before the promotion letter. The
    /// promotion letter may be omitted if only one promotion is possible.
    ///
    /// # Errors
    /// Fails if the text does not name a legal turn; the error contains the reason.
    pub fn parse(&self, text: &str) -> Result<Turn, IllegalMove> {
        let turn = on_width!(&self.0, history => history.position.parse_turn(text));
        turn.map_err(|reason| IllegalMove::new(text, reason))
    }

    /// Returns a legal turn in standard algebraic notation: `Nf3`, `exd8=Q+`. Falls back to coordinate notation if the
    /// algebraic text would be ambiguous.
    pub fn san(&self, turn: &Turn) -> String {
        on_width!(&self.0, history => history.position.san(turn))
    }

    /// Returns a line of consecutive turns in algebraic notation, up to the first turn that is not legal.
    pub fn san_line(&self, line: &[Turn]) -> Vec<String> {
        self.follow(line, Self::san)
    }

    /// Parses a legal turn in algebraic notation, strict or sloppy, or in coordinate notation.
    ///
    /// # Errors
    /// Fails if the text does not name a legal turn, or names several; the error contains the reason.
    pub fn parse_san(&self, text: &str) -> Result<Turn, IllegalMove> {
        let turn = on_width!(&self.0, history => history.position.parse_san(text));
        turn.map_err(|reason| IllegalMove::new(text, reason))
    }

    /// Returns the value of each piece type in the built-in evaluation, in centipawns, averaged over middlegame and
    /// endgame. The king's value is 20,000.
    pub fn piece_values(&self) -> Vec<i32> {
        on_width!(&self.0, history => Evaluation::built_in(history.position.variant().clone()).values().to_vec())
    }

    /// Returns the static evaluation of the position with the given parameters, term by term.
    ///
    /// # Panics
    /// May panic if the parameters belong to another variant.
    pub fn explain(&self, params: Arc<EvalParams>) -> Explanation {
        on_width!(&self.0, history => {
            Evaluation::new(history.position.variant().clone(), params).explain(&history.position)
        })
    }

    /// Counts the sequences of `depth` legal turns (perft), in up to `threads` threads. A depth above
    /// [`MAX_PERFT_DEPTH`](kurier_rules::position::MAX_PERFT_DEPTH) counts as the maximum.
    pub fn perft(&self, depth: u32, threads: usize) -> Perft {
        let count = self.perft_until(depth, threads, &Signals::default());
        count.unwrap_or_else(|| unreachable!("nothing stops it"))
    }

    /// Counts the sequences of `depth` legal turns as [`Board::perft`] does, but returns `None` if a signal stops the
    /// count.
    pub fn perft_until(&self, depth: u32, threads: usize, signals: &Signals) -> Option<Perft> {
        on_width!(&self.0, history => perft::count(&history.position, depth, threads, signals))
    }

    /// Formats each turn of a line with `word`, which receives the board before the turn. Stops at the first turn that
    /// is not legal.
    fn follow(&self, line: &[Turn], word: impl Fn(&Self, &Turn) -> String) -> Vec<String> {
        let mut board = self.clone();
        let mut words = Vec::with_capacity(line.len());
        for turn in line.iter() {
            if !board.is_legal(turn) {
                break;
            }
            words.push(word(&board, turn));
            on_width!(&mut board.0, history => history.position.play(turn));
        }
        words
    }
}

/// Formats the board as text with coordinates, its levels next to each other, followed by the side to move.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = Diagram::new(self.definition().clone(), &self.fen()).map_err(|_| fmt::Error)?;
        write!(f, "{}\n{} to move", diagram.plain(), self.side().name())
    }
}
