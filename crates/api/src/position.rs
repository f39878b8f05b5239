//! Descriptions of positions, for the board.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::error::RequestError;
use super::games::Games;
use super::search::Engines;
use kurier_diagram::{self as diagram, Diagram, DiagramError, Mark};
use kurier_engine::session::Board;
use kurier_rules::board::Square;
use kurier_rules::position::{MoveKind, Outcome, Turn};
use kurier_rules::rules::{Color, Definition, Held};

/// The maximum number of legal turns in a position whose turns are written in algebraic notation as well as in
/// coordinate notation. In games with chains of captures, a position can have thousands of turns, and disambiguating
/// each turn against all others takes too long.
const MOST_SAN_TURNS: usize = 600;

/// A position as requests identify it: the game, its start position, and the turns played since.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionRef {
    /// The name of the game.
    pub game: String,
    /// The position in which the game began, as FEN; `None` for the game's start position.
    #[serde(default)]
    pub fen: Option<String>,
    /// The turns since the start position, in coordinate notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A turn, as the board shows it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct TurnView {
    /// The turn in coordinate notation.
    pub text: String,
    /// The turn in algebraic notation, or in coordinate notation if the position has more than 600 legal turns.
    pub san: String,
    /// The squares that a player clicks to enter the turn, in order. A drop begins with the piece in hand, such as
    /// `P@`.
    pub squares: Vec<String>,
    /// The piece type to which the piece is promoted, or the promoted piece type that is dropped, as a letter in upper
    /// case; `None` without a promotion.
    pub promotion: Option<char>,
    /// The piece type that is put on the square that the piece leaves, as a letter in upper case; `None` if there is
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gated: Option<char>,
    /// How the board marks the last square of the turn.
    pub mark: Mark,
}

/// How a game has ended.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct OutcomeView {
    /// The result: `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The winner, `White` or `Black`; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The reason why the game has ended, such as `bare king`.
    pub reason: &'static str,
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> Self {
        Self {
            result: outcome.result(),
            winner: outcome.winner.map(Color::name),
            reason: outcome.reason.text(),
        }
    }
}

/// The description of a position.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PositionView {
    /// The position as FEN.
    pub fen: String,
    /// The content of each square, in the order of [`GameView::squares`](super::GameView::squares): the letter of the
    /// piece as in a FEN, or `.` if the square is empty.
    pub pieces: String,
    /// The letters of the pieces in hand, White's and Black's, in upper case; `None` in games without a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[String; 2]>,
    /// The side to move, `White` or `Black`.
    pub side: &'static str,
    /// The full move number, as in the FEN.
    pub number: u32,
    /// The square of the king that is in check; `None` if the side to move is not in check.
    pub check: Option<String>,
    /// The legal turns; empty if the game has ended.
    pub turns: Vec<TurnView>,
    /// How the game has ended; `None` if the game continues.
    pub outcome: Option<OutcomeView>,
    /// The turn that led to this position; `None` at the start of the game.
    pub last: Option<TurnView>,
    /// The result of the position according to the endgame tables, such as `White wins in 23`; `None` if no table
    /// contains the position.
    pub table: Option<String>,
}

/// A cache of the board of the last request: the next request usually names a position a few turns away.
#[derive(Default)]
pub(super) struct BoardCache(Option<(PositionRef, Board)>);

impl BoardCache {
    /// Returns a board with the `wanted` position, and keeps the board for the next request.
    pub fn board(&mut self, games: &Games, wanted: &PositionRef) -> Result<&mut Board, RequestError> {
        let definition = games.find(&wanted.game)?;
        let kept = self.0.take().filter(|(known, board)| {
            known.game == wanted.game && known.fen == wanted.fen && *board.definition() == definition
        });
        let mut board = match kept {
            Some((known, mut board)) => {
                let same = known
                    .moves
                    .iter()
                    .zip(&wanted.moves)
                    .take_while(|(a, b)| a == b)
                    .count();
                for _ in same..known.moves.len() {
                    board.undo();
                }
                board
            }
            None => {
                let mut board = Board::new(&definition);
                board.set_up(wanted.fen.as_deref())?;
                board
            }
        };
        for text in &wanted.moves[board.history().len()..] {
            let turn = board.parse(text)?;
            board.play(&turn)?;
        }
        let (_, board) = self.0.insert((wanted.clone(), board));
        Ok(board)
    }
}

impl PositionView {
    /// Creates the description of the position on a board. Changes the board temporarily and restores it.
    pub fn of(board: &mut Board) -> Self {
        let definition = board.definition().clone();
        let shape = &definition.shape;
        let letter = |square: Square| {
            let piece = board.piece_at(square);
            piece.map_or('.', |piece| definition.letter(piece.piece_type, piece.color))
        };
        let side = board.side();
        let king = definition.king(side).map(|king| definition.letter(king, side));
        let check = king
            .filter(|_| board.in_check())
            .map(|king| shape.squares().find(|square| letter(*square) == king));
        let outcome = board.outcome();
        let turns = match outcome {
            Some(_) => Vec::new(),
            None => board.turns(),
        };
        let with_san = turns.len() <= MOST_SAN_TURNS;
        let mut marks = Marks::new();
        let views = turns
            .iter()
            .map(|turn| turn_with_marks(board, turn, with_san, &mut marks));
        let mut view = Self {
            fen: board.fen(),
            pieces: shape.squares().map(letter).collect(),
            hands: board.holdings().map(|held| hands(&definition, &held)),
            side: side.name(),
            number: board.fullmove(),
            check: check.flatten().map(|square| shape.name(square)),
            turns: views.collect(),
            outcome: outcome.map(OutcomeView::from),
            last: None,
            table: None,
        };
        if let Some(turn) = board.undo() {
            view.last = Some(turn_view(board, &turn, true));
            // The turn was just undone, so it is legal and cannot fail.
            let _ = board.play(&turn);
        }
        view
    }
}

/// Returns the letters of the pieces in hand, White's and Black's, in upper case.
fn hands(definition: &Definition, held: &Held) -> [String; 2] {
    Color::BOTH.map(|color| {
        let letters = definition.piece_types().flat_map(|(piece_type, piece)| {
            let count = held[color.index()][piece_type.index()];
            std::iter::repeat_n(piece.letter, count.into())
        });
        letters.collect()
    })
}

/// A cache of the moves of a position's pieces on an empty board, by the square of the piece: all turns of a piece
/// share one entry.
type Marks = HashMap<Square, Vec<(Square, Mark)>>;

/// Plays a turn in any notation, describes the position after it, and takes the turn back.
pub(super) fn after(board: &mut Board, text: &str, engines: &Engines) -> Result<PositionView, RequestError> {
    let turn = board.parse_san(text)?;
    board.play(&turn)?;
    let mut view = PositionView::of(board);
    view.table = engines.table(board);
    board.undo();
    Ok(view)
}

/// Describes a legal turn of the position on the board. Unless `with_san` is set, [`TurnView::san`] contains coordinate
/// notation instead of algebraic notation.
pub(super) fn turn_view(board: &Board, turn: &Turn, with_san: bool) -> TurnView {
    turn_with_marks(board, turn, with_san, &mut Marks::new())
}

/// Describes a turn like [`turn_view`]. `marks` is a cache that several turns of a position share.
fn turn_with_marks(board: &Board, turn: &Turn, with_san: bool, marks: &mut Marks) -> TurnView {
    let definition = board.definition();
    let text = board.spell(turn);
    let squares = board
        .route(turn)
        .into_iter()
        .map(|square| definition.shape.name(square));
    let dropped = turn.first().dropped();
    let in_hand = dropped.map(|piece| format!("{}@", definition.piece(definition.held_as(piece)).letter));
    let dropped_promoted = dropped.filter(|piece| definition.is_dropped_promoted(*piece));
    TurnView {
        san: if with_san { board.san(turn) } else { text.clone() },
        text,
        squares: in_hand.into_iter().chain(squares).collect(),
        promotion: turn
            .promotion()
            .or(dropped_promoted)
            .map(|piece_type| definition.letter(piece_type, Color::White)),
        gated: turn
            .gated()
            .map(|piece_type| definition.letter(piece_type, Color::White)),
        mark: mark(board, turn, marks),
    }
}

/// Returns how the board marks the last square of a turn.
fn mark(board: &Board, turn: &Turn, marks: &mut Marks) -> Mark {
    match turn.first().kind() {
        _ if turn.is_capture() => Mark::Capture,
        MoveKind::Castling => Mark::First,
        MoveKind::Rare if turn.first().is_swap() => Mark::First,
        MoveKind::MultiStep | MoveKind::Drop => Mark::Quiet,
        _ => {
            let targets = marks.entry(turn.from()).or_insert_with(|| {
                let piece = board.piece_at(turn.from());
                piece.map_or_else(Vec::new, |piece| {
                    diagram::marks(board.definition(), piece.piece_type, piece.color, turn.from())
                })
            });
            let usual = targets.iter().find(|(square, _)| *square == turn.to());
            usual.map_or(Mark::Both, |(_, mark)| *mark)
        }
    }
}

/// Draws the position on the board, with its last turn highlighted, as SVG.
pub(super) fn picture(board: &Board, flipped: bool, arrows: &[String], size: u32) -> Result<String, DiagramError> {
    let mut diagram = Diagram::new(board.definition().clone(), &board.fen())?;
    diagram.flip(flipped);
    if let Some(last) = board.history().last() {
        let mut before = board.clone();
        before.undo();
        diagram.highlight_turn(&before.spell(last));
    }
    for arrow in arrows {
        diagram.add_arrow(arrow)?;
    }
    Ok(diagram.svg(size.clamp(8, 512)))
}
