//! What a turn is good for, in terms that a beginner knows.

use serde::Serialize;

use super::super::error::RequestError;
use super::wins::key;
use kurier_engine::session::Board;
use kurier_rules::board::Square;
use kurier_rules::position::{MoveKind, Piece, Turn};
use kurier_rules::rules::Color;

/// The value of a royal piece as an attacker, in centipawns. It is higher than that of any other piece, because a king
/// may not capture a defended piece.
const KING: i32 = 100_000;

/// What a turn does.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Merit {
    /// The turn is the only legal one.
    Only,
    /// The turn wins the game.
    Wins,
    /// The turn captures a piece.
    Captures,
    /// No piece of the opponent can capture the piece that has captured.
    Safely,
    /// The turn promotes a piece.
    Promotes,
    /// The turn gives check.
    Checks,
    /// The turn ends a check.
    Escapes,
    /// The turn castles.
    Castles,
    /// The piece that moves could have been captured with profit, and no longer can be.
    Rescues,
    /// Another piece of the player could have been captured with profit, and no longer can be.
    Guards,
    /// A piece of the opponent could be captured with profit at the next turn.
    Threatens,
}

/// One effect of a turn, with the piece that it concerns.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct MeritView {
    /// What the turn does.
    pub merit: Merit,
    /// The letter, as in a FEN, of the piece that is captured, rescued, guarded or threatened, or that results from a
    /// promotion. `None` if no piece in particular is concerned.
    pub piece: Option<char>,
    /// How the turn ends the game, such as `bare-king`; `None` unless it wins.
    pub end: Option<String>,
}

impl MeritView {
    /// Creates a merit that concerns `piece`, if any.
    fn new(merit: Merit, piece: Option<char>) -> Self {
        Self {
            merit,
            piece,
            end: None,
        }
    }
}

/// Returns the effects of a turn in any notation, the most important first. The list may be empty.
pub(in super::super) fn why(board: &Board, text: &str) -> Result<Vec<MeritView>, RequestError> {
    let turn = board.parse_san(text)?;
    let mut after = board.clone();
    after.play(&turn)?;
    Ok(merits(board, &turn, &after))
}

/// Returns the effects of a turn that leads from one position to another.
fn merits(board: &Board, turn: &Turn, after: &Board) -> Vec<MeritView> {
    let game = board.definition();
    let side = board.side();
    let letter = |piece: Piece| Some(game.letter(piece.piece_type, piece.color));
    let outcome = after.outcome();
    if let Some(outcome) = outcome.filter(|outcome| outcome.winner == Some(side)) {
        let end = Some(key(outcome.reason));
        return vec![MeritView {
            end,
            ..MeritView::new(Merit::Wins, None)
        }];
    }
    let mut merits = Vec::new();
    if board.turns().len() == 1 {
        merits.push(MeritView::new(Merit::Only, None));
    }
    let squares: Vec<Square> = game.shape.squares().collect();
    let taken = squares.iter().filter_map(|square| {
        let victim = board.piece_at(*square).filter(|piece| piece.color != side)?;
        let gone = after.piece_at(*square).is_none_or(|piece| piece.color == side);
        gone.then_some(victim)
    });
    merits.extend(taken.map(|victim| MeritView::new(Merit::Captures, letter(victim))));
    let to = turn.to();
    if turn.is_capture() && after.attackers(to, !side).is_empty() {
        merits.push(MeritView::new(Merit::Safely, None));
    }
    if let Some(piece_type) = turn.promotion() {
        merits.push(MeritView::new(Merit::Promotes, Some(game.letter(piece_type, side))));
    }
    if after.in_check() {
        merits.push(MeritView::new(Merit::Checks, None));
    }
    if board.in_check() {
        merits.push(MeritView::new(Merit::Escapes, None));
    }
    if turn.first().kind() == MoveKind::Castling {
        merits.push(MeritView::new(Merit::Castles, None));
    }
    let values = Values(board.piece_values());
    let hung = |square: &Square| values.hangs(board, *square).filter(|piece| piece.color == side);
    if let Some(piece) = hung(&turn.from()).filter(|_| values.hangs(after, to).is_none()) {
        merits.push(MeritView::new(Merit::Rescues, letter(piece)));
    }
    let stays = |square: &&Square| **square != turn.from() && after.piece_at(**square).is_some();
    let guarded = squares.iter().filter(stays);
    let guarded = guarded.filter_map(|square| hung(square).filter(|_| values.hangs(after, *square).is_none()));
    if let Some(piece) = guarded.max_by_key(|piece| values.of(*piece)) {
        merits.push(MeritView::new(Merit::Guards, letter(piece)));
    }
    let threatened = squares.iter().filter_map(|square| {
        let piece = values.hangs(after, *square).filter(|piece| piece.color != side)?;
        let is_new = values.hangs(board, *square).is_none_or(|before| before.color == side);
        is_new.then_some(piece)
    });
    if let Some(piece) = threatened.max_by_key(|piece| values.of(*piece)) {
        merits.push(MeritView::new(Merit::Threatens, letter(piece)));
    }
    merits
}

/// The values of the piece types, in centipawns.
struct Values(Vec<i32>);

impl Values {
    /// Returns the value of a piece.
    fn of(&self, piece: Piece) -> i32 {
        self.0.get(piece.piece_type.index()).copied().unwrap_or(0)
    }

    /// Returns the piece on a square if it could be captured with profit, judging by single captures: it is attacked,
    /// and is undefended or worth more than an attacker. Returns `None` for royal pieces, which are in check instead.
    fn hangs(&self, board: &Board, square: Square) -> Option<Piece> {
        let game = board.definition();
        let piece = board
            .piece_at(square)
            .filter(|piece| !game.piece(piece.piece_type).royal)?;
        let cost = |from: Square| {
            let attacker = board.piece_at(from)?;
            Some(if game.piece(attacker.piece_type).royal {
                KING
            } else {
                self.of(attacker)
            })
        };
        let attackers = |by: Color| board.attackers(square, by);
        let cheapest = attackers(!piece.color).into_iter().filter_map(cost).min()?;
        let defended = !attackers(piece.color).is_empty();
        (!defended || cheapest < self.of(piece)).then_some(piece)
    }
}
