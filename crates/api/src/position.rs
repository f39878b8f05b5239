//! A position as a board shows it.

use std::collections::HashMap;

use serde::Serialize;

use super::games::Games;
use super::reply::OutcomeView;
use super::request::PositionRef;
use kurier_diagram::{self as diagram, Diagram, Mark};
use kurier_engine::session::Board;
use kurier_rules::board::Square;
use kurier_rules::position::{MoveKind, Turn};
use kurier_rules::rules::Color;

/// The most turns that are also written in algebraic notation: where captures are chained there may be thousands.
const SAN_TURNS: usize = 600;

/// A turn.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct TurnView {
    /// In coordinates.
    pub text: String,
    /// In algebraic notation.
    pub san: String,
    /// The squares in the order in which a player points at them.
    pub squares: Vec<String>,
    /// What the piece is promoted to: the capital letter.
    pub promotion: Option<char>,
    /// How its last square is marked.
    pub mark: Mark,
}

/// A position.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PositionView {
    /// As FEN.
    pub fen: String,
    /// What stands on the squares, in the order of [`GameView::squares`](super::GameView::squares): letters as in a FEN, `.`
    /// where nothing stands.
    pub pieces: String,
    /// Whose turn it is.
    pub side: &'static str,
    /// The number of the full move.
    pub number: u32,
    /// The square of a king in check.
    pub check: Option<String>,
    /// The legal turns.
    pub turns: Vec<TurnView>,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeView>,
    /// The turn that led here; none at the beginning.
    pub last: Option<TurnView>,
}

/// The board of the last request: the next one mostly asks for a position near it.
#[derive(Default)]
pub(super) struct BoardCache(Option<(PositionRef, Board)>);

impl BoardCache {
    /// Returns the board of a position.
    pub fn board(&mut self, games: &Games, wanted: &PositionRef) -> Result<&mut Board, String> {
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
                board.set_up(wanted.fen.as_deref()).map_err(|error| error.to_string())?;
                board
            }
        };
        for text in &wanted.moves[board.history().len()..] {
            let turn = board.parse(text).map_err(|error| error.to_string())?;
            board.play(&turn).map_err(|error| error.to_string())?;
        }
        let (_, board) = self.0.insert((wanted.clone(), board));
        Ok(board)
    }
}

impl PositionView {
    /// Returns the position on a board, which is the same afterwards.
    pub fn of(board: &mut Board) -> Self {
        let definition = board.definition().clone();
        let shape = &definition.shape;
        let letter = |square: Square| {
            let piece = board.piece_at(square);
            piece.map_or('.', |piece| definition.letter(piece.piece_type, piece.color))
        };
        let side = board.side();
        let king = definition.letter(definition.king(), side);
        let check = board
            .in_check()
            .then(|| shape.squares().find(|square| letter(*square) == king));
        let outcome = board.outcome();
        let turns = match outcome {
            Some(_) => Vec::new(),
            None => board.turns(),
        };
        let with_san = turns.len() <= SAN_TURNS;
        let mut marks = Marks::new();
        let views = turns
            .iter()
            .map(|turn| turn_with_marks(board, turn, with_san, &mut marks));
        let mut view = Self {
            fen: board.fen(),
            pieces: shape.squares().map(letter).collect(),
            side: side.name(),
            number: board.fullmove(),
            check: check.flatten().map(|square| shape.name(square)),
            turns: views.collect(),
            outcome: outcome.map(OutcomeView::from),
            last: None,
        };
        if let Some(turn) = board.undo() {
            view.last = Some(turn_view(board, &turn, true));
            // It was legal there a moment ago.
            let _ = board.play(&turn);
        }
        view
    }
}

/// How the pieces of a position reach squares on an empty board, by where they stand: found once for all turns of a piece.
type Marks = HashMap<Square, Vec<(Square, Mark)>>;

/// Returns a legal turn of the position on the board.
pub(super) fn turn_view(board: &Board, turn: &Turn, with_san: bool) -> TurnView {
    turn_with_marks(board, turn, with_san, &mut Marks::new())
}

fn turn_with_marks(board: &Board, turn: &Turn, with_san: bool, marks: &mut Marks) -> TurnView {
    let definition = board.definition();
    let text = board.spell(turn);
    let squares = board.route(turn);
    TurnView {
        san: if with_san { board.san(turn) } else { text.clone() },
        text,
        squares: squares.iter().map(|square| definition.shape.name(*square)).collect(),
        promotion: turn
            .promotion()
            .map(|piece_type| definition.letter(piece_type, Color::White)),
        mark: mark(board, turn, marks),
    }
}

fn mark(board: &Board, turn: &Turn, marks: &mut Marks) -> Mark {
    match turn.first().kind() {
        _ if turn.is_capture() => Mark::Capture,
        MoveKind::Castling => Mark::First,
        MoveKind::MultiStep => Mark::Quiet,
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

/// Returns a picture of the position on the board, as SVG.
pub(super) fn picture(board: &Board, flipped: bool, arrows: &[String], size: u32) -> Result<String, String> {
    let picture = || {
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
    };
    picture().map_err(|error: diagram::DiagramError| error.to_string())
}
