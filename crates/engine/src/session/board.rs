//! A position of any game, whatever the width of its board.

use std::fmt;
use std::sync::Arc;

use super::IllegalMove;
use super::perft::{self, Perft};
use crate::eval::{EvalParams, Evaluation, Explanation, WinRateModel};
use crate::search::Signals;
use kurier_diagram::Diagram;
use kurier_rules::board::{AnyWidth, Square, WidthFamily};
use kurier_rules::position::{FenError, Outcome, Piece, Position, Reason, SanError, Turn};
use kurier_rules::rules::{Color, Definition, RightKind, Variant};
use kurier_rules::{any_width, on_width};

/// A position and the turns that led to it, for a board of any size.
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

/// The family of [`History`] for all board widths.
#[derive(Clone, Debug)]
pub(super) struct Histories;

impl WidthFamily for Histories {
    type Of<const W: usize> = Box<History<W>>;
}

/// A position on a board of `W` words, and the turns that led to it.
#[derive(Clone, Debug)]
pub(super) struct History<const W: usize> {
    pub position: Position<W>,
    pub turns: Vec<Turn>,
    win_rate: WinRateModel,
}

impl Board {
    /// Creates the start of a game.
    pub fn new(definition: &Arc<Definition>) -> Self {
        Self(any_width!(definition.shape, W => History::<W>::start(definition)))
    }

    /// Returns how often a score wins in this game.
    pub fn win_rate(&self) -> WinRateModel {
        on_width!(&self.0, history => history.win_rate)
    }

    /// Creates a position of a game.
    ///
    /// # Errors
    /// A text that is no FEN, or a position that cannot occur in the game.
    pub fn from_fen(definition: &Arc<Definition>, fen: &str) -> Result<Self, FenError> {
        let mut board = Self::new(definition);
        board.set_up(Some(fen))?;
        Ok(board)
    }

    /// Sets up another position of the same game, without history; `None`: its start.
    ///
    /// # Errors
    /// As [`Board::from_fen`]; then the board stays as it was.
    pub fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        on_width!(&mut self.0, history => history.set_up(fen))
    }

    /// Returns the game.
    pub fn definition(&self) -> &Arc<Definition> {
        on_width!(&self.0, history => &history.position.variant().definition)
    }

    /// Returns whose turn it is.
    pub fn side(&self) -> Color {
        on_width!(&self.0, history => history.position.side())
    }

    /// Returns what stands on a square.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        on_width!(&self.0, history => history.position.piece_at(square))
    }

    /// Returns whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        on_width!(&self.0, history => history.position.in_check())
    }

    /// Returns the number of the full move: 1 at the start, one more after each of Black's turns.
    pub fn fullmove(&self) -> u32 {
        on_width!(&self.0, history => history.position.fullmove())
    }

    /// Returns how many moves a side has made by their numbers, counted from 1 in the position that was set up: where Black
    /// began, the first number has passed for White too.
    pub fn moves_made(&self, color: Color) -> usize {
        let turns = self.history().len();
        let black_began = (self.side() == Color::Black) == turns.is_multiple_of(2);
        let plies = turns + usize::from(black_began);
        match color {
            Color::White => plies.div_ceil(2),
            Color::Black => plies / 2,
        }
    }

    /// Turns since the last capture or pawn move, both sides' together.
    pub fn halfmoves(&self) -> u32 {
        on_width!(&self.0, history => history.position.halfmoves())
    }

    /// Returns the squares that a pawn has just passed, on which it can be taken.
    pub fn en_passant(&self) -> Vec<Square> {
        on_width!(&self.0, history => history.position.en_passant().into_iter().collect())
    }

    /// Returns the squares of the pieces that still have a right: rooks that may castle, pieces with their first-move
    /// leaps.
    pub fn rights(&self) -> Vec<Square> {
        on_width!(&self.0, history => history.rights())
    }

    /// Returns whether the position has occurred before in this game.
    pub fn is_repeated(&self) -> bool {
        let drawn = on_width!(&self.0, history => history.position.drawn(usize::MAX));
        drawn.is_some_and(|outcome| outcome.reason == Reason::Repetition)
    }

    /// Returns how the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        on_width!(&self.0, history => history.position.outcome())
    }

    /// Returns a hash of all that counts for repetition.
    pub fn key(&self) -> u64 {
        on_width!(&self.0, history => history.position.key())
    }

    /// Returns the position as FEN.
    pub fn fen(&self) -> String {
        on_width!(&self.0, history => history.position.fen())
    }

    /// Returns the legal turns, at most [`MAX_TURNS`](kurier_rules::position::MAX_TURNS); none if a special rule has
    /// ended the game.
    pub fn turns(&self) -> Vec<Turn> {
        on_width!(&self.0, history => history.position.turns())
    }

    /// Returns whether there is a legal turn. Cheaper than [`Board::turns`].
    pub fn has_turns(&self) -> bool {
        on_width!(&self.0, history => history.position.variant_end().is_none() && history.position.can_move())
    }

    /// Returns whether a turn is legal here.
    pub fn is_legal(&self, turn: &Turn) -> bool {
        on_width!(&self.0, history => history.position.is_legal_turn(turn))
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// A turn that is not legal here; then the board stays as it was.
    pub fn play(&mut self, turn: &Turn) -> Result<(), IllegalMove> {
        match on_width!(&mut self.0, history => history.play(turn)) {
            true => Ok(()),
            false => Err(IllegalMove::new(&self.spell(turn), SanError::Illegal)),
        }
    }

    /// Takes the last turn back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Turn> {
        on_width!(&mut self.0, history => history.undo())
    }

    /// Returns the turns played since the position was set up.
    pub fn history(&self) -> &[Turn] {
        on_width!(&self.0, history => &history.turns)
    }

    /// Returns a turn in coordinates, as UCI writes it: `e2e4`, `e7e8q`, `c2e4g6`.
    pub fn spell(&self, turn: &Turn) -> String {
        on_width!(&self.0, history => history.position.spell(turn))
    }

    /// Returns the squares of a turn as they are written, from its origin on.
    pub fn route(&self, turn: &Turn) -> Vec<Square> {
        on_width!(&self.0, history => history.position.route(turn))
    }

    /// Returns the legal turns in coordinates, sorted.
    pub fn spelled_turns(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.turns().iter().map(|turn| self.spell(turn)).collect();
        texts.sort();
        texts
    }

    /// Turns that follow each other, in coordinates. Ends before the first that is not legal.
    pub fn spell_line(&self, line: &[Turn]) -> Vec<String> {
        self.follow(line, Self::spell)
    }

    /// Returns the legal turn that a text in coordinates names. Case does not matter, nor a `=` before the promotion,
    /// whose letter may be missing where there is no choice.
    ///
    /// # Errors
    /// A text that names no legal turn, with the reason.
    pub fn parse(&self, text: &str) -> Result<Turn, IllegalMove> {
        let turn = on_width!(&self.0, history => history.position.parse_turn(text));
        turn.map_err(|reason| IllegalMove::new(text, reason))
    }

    /// Returns a legal turn in standard algebraic notation: `Nf3`, `exd8=Q+`. In coordinates if that cannot tell it
    /// from others.
    pub fn san(&self, turn: &Turn) -> String {
        on_width!(&self.0, history => history.position.san(turn))
    }

    /// Turns that follow each other in algebraic notation. Ends before the first that is not legal.
    pub fn san_line(&self, line: &[Turn]) -> Vec<String> {
        self.follow(line, Self::san)
    }

    /// Returns the legal turn that a text in algebraic notation, also a sloppy one, or in coordinates names.
    ///
    /// # Errors
    /// A text that names no legal turn, or several, with the reason.
    pub fn parse_san(&self, text: &str) -> Result<Turn, IllegalMove> {
        let turn = on_width!(&self.0, history => history.position.parse_san(text));
        turn.map_err(|reason| IllegalMove::new(text, reason))
    }

    /// Returns what the kinds of pieces are worth to the built-in evaluation, by piece type, in centipawns on average
    /// over the squares; 0 for the king.
    pub fn piece_values(&self) -> Vec<i32> {
        on_width!(&self.0, history => Evaluation::built_in(history.position.variant().clone()).values().to_vec())
    }

    /// Returns the static evaluation of the position by these numbers, taken apart.
    ///
    /// # Panics
    /// If the numbers are those of another game.
    pub fn explain(&self, params: Arc<EvalParams>) -> Explanation {
        on_width!(&self.0, history => {
            Evaluation::new(history.position.variant().clone(), params).explain(&history.position)
        })
    }

    /// Counts the ways to play `depth` turns, in up to `threads` threads. Depths above
    /// [`MAX_PERFT_DEPTH`](kurier_rules::position::MAX_PERFT_DEPTH) count as that.
    pub fn perft(&self, depth: u32, threads: usize) -> Perft {
        let count = self.perft_until(depth, threads, &Signals::default());
        count.unwrap_or_else(|| unreachable!("nothing stops it"))
    }

    /// Returns the same, until a signal stops it; then `None`.
    pub fn perft_until(&self, depth: u32, threads: usize, signals: &Signals) -> Option<Perft> {
        on_width!(&self.0, history => perft::count(&history.position, depth, threads, signals))
    }

    /// Returns what `word` says of each turn of a line, up to the first that is not legal.
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

/// The board as text with coordinates, and whose turn it is; levels side by side.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = Diagram::new(self.definition().clone(), &self.fen()).map_err(|_| fmt::Error)?;
        write!(f, "{}\n{} to move", diagram.plain(), self.side().name())
    }
}

impl<const W: usize> History<W> {
    fn start(definition: &Arc<Definition>) -> Box<Self> {
        let variant = Arc::new(Variant::compile(definition.clone()));
        Box::new(Self {
            position: Position::start(variant),
            turns: Vec::new(),
            win_rate: WinRateModel::of(definition),
        })
    }

    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let variant = self.position.variant().clone();
        self.position = match fen {
            Some(fen) => Position::from_fen(variant, fen)?,
            None => Position::start(variant),
        };
        self.turns.clear();
        Ok(())
    }

    fn rights(&self) -> Vec<Square> {
        let held = self.position.rights();
        let rights = self.position.variant().rights.iter().enumerate();
        let rights = rights.filter(|(number, _)| held >> number & 1 != 0);
        let mut squares: Vec<Square> = rights
            .map(|(_, right)| match &right.kind {
                RightKind::Castling { rook, .. } => rook.0,
                RightKind::Leaps { square, .. } => *square,
            })
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Plays a turn if it is legal; answers whether it was.
    fn play(&mut self, turn: &Turn) -> bool {
        let legal = self.position.is_legal_turn(turn);
        if legal {
            self.position.play(turn);
            self.turns.push(turn.clone());
        }
        legal
    }

    fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.position.undo(&turn);
        Some(turn)
    }
}
