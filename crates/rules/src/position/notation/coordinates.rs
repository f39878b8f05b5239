//! Turns in coordinate notation: the names of all squares of a turn, followed by the letter of the piece promoted to.
//!
//! The parser compares the squares of the text with the legal moves, step by step, without spelling the moves. If no
//! move fits, it examines the position further to report why. A move in two steps is spelled like a chain of two
//! captures. A pass is spelled by naming the square of the piece twice; the word `pass` is also read. A drop is the
//! letter of the piece, `@` and the square: `N@f3`, or `+P@e4` for a piece that is dropped promoted. A gated piece is
//! written like the piece of a promotion (`b1c3h`). If it is gated on the rook's square of a castling, its letter
//! follows the squares of the rook and the king (`h1e1h`).

use super::super::{Move, MoveKind, Outcome, Position, Turn};
use super::SanError;
use crate::board::width::compiled_natively;
use crate::board::{Shape, Square, same_ref};
use crate::rules::{PieceType, RightKind};

/// The reason why a string in coordinate notation names no legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TurnError {
    /// The text does not consist of the names of squares.
    #[error("not a move")]
    Syntax,
    /// The board has no square of this name.
    #[error("there is no square {0}")]
    Square(String),
    /// The game is over; holds its outcome.
    #[error("the game is over: {}", .0.reason.text())]
    Over(Outcome),
    /// The first square is empty.
    #[error("there is no piece on {0}")]
    Empty(String),
    /// The piece on the first square belongs to the opponent.
    #[error("the piece on {0} is the opponent's")]
    Opponent(String),
    /// The letter of the piece promoted to is missing, or is not one of `letters`.
    #[error("the {piece} is promoted to one of {letters}")]
    Promotion {
        /// The piece that moves.
        piece: String,
        /// The letters to choose from, separated by spaces.
        letters: String,
    },
    /// The text ends with the letter of a promotion, but the piece is not promoted there; holds the name of the piece.
    #[error("the {0} is not promoted there")]
    NoPromotion(String),
    /// The text ends with the letter of a piece that the move cannot gate; holds the name of the moving piece.
    #[error("the move of the {0} cannot put that piece on the square it leaves")]
    NoGating(String),
    /// The text ends before the chain of captures does; holds the spelling of a complete legal turn that begins like
    /// the text.
    #[error("it must continue capturing, for example {0}")]
    Unfinished(String),
    /// The text continues after the end of the turn; holds the spelling of the complete turn.
    #[error("it cannot continue capturing after {0}")]
    Overlong(String),
    /// The second square is occupied by a piece of the moving side.
    #[error("there is a piece of the same side on {0}")]
    Blocked(String),
    /// The first step is legal, but the chain of captures is not; holds the name of the piece.
    #[error("the {0} cannot capture like this")]
    Chain(String),
    /// The text is a drop, but the game has no piece with this letter that can be held in hand.
    #[error("there is no piece '{0}' to drop in this game")]
    NoDrop(String),
    /// The text is a drop, but the player holds no such piece; holds the name of the piece.
    #[error("there is no {0} in hand")]
    NotInHand(String),
    /// The text is a drop that is not legal.
    #[error("the {piece} cannot be dropped on {square}")]
    Drop {
        /// The name of the piece.
        piece: String,
        /// The name of the square.
        square: String,
    },
    /// The move is not a drop, but a drop is mandatory.
    #[error("a piece must be dropped")]
    DropObligatory,
    /// The move does not belong to the prelude, which must be played first; holds the moves that are legal now.
    #[error("the game begins with other moves, now {0}")]
    Prelude(String),
    /// The move captures nothing, but a capture is mandatory.
    #[error("a capture is obligatory")]
    CaptureObligatory,
    /// The piece does not move in this way.
    #[error("the {piece} cannot go from {from} to {to}")]
    Unreachable {
        /// The piece that should move.
        piece: String,
        /// The name of the square where the piece stands.
        from: String,
        /// The name of the square where the piece should go.
        to: String,
    },
    /// The capture is a trade that the rules forbid; holds the name of the capturing piece.
    #[error("the {0} may not capture there now: the rules forbid the trade")]
    ForbiddenTrade(String),
    /// The move would leave the king of the moving side in check.
    #[error("it would leave the king in check")]
    LeavesKingInCheck,
    /// The text is `pass`, but the turn cannot be passed, or several pieces can pass it.
    #[error("the turn cannot be passed")]
    NoPass,
    /// The text is `O-O` or `O-O-O`, but there is no legal castling to that side.
    #[error("there is no such castling here")]
    NoCastling,
    /// The text is `O-O` or `O-O-O`, but there are several castlings to that side; holds their spellings.
    #[error("it may be {0}")]
    SeveralCastlings(String),
}

/// The word that is read as a pass, in addition to the spelling that names a square twice.
pub(super) const PASS: &str = "pass";

impl TurnError {
    /// Returns whether the text is made of squares of this board, so that this error explains more than an error of the
    /// SAN parser.
    pub(super) fn is_telling(&self) -> bool {
        !matches!(
            self,
            Self::Syntax | Self::Square(_) | Self::NoCastling | Self::SeveralCastlings(_)
        )
    }
}

/// A text split into its parts: the names of at least two squares, which need not exist on the board, and the letter of
/// the promotion.
struct Text<'a> {
    names: Vec<&'a str>,
    promotion: Option<char>,
}

impl<'a> Text<'a> {
    /// Splits text in lower case; `None` if it does not consist of square names and an optional letter.
    fn split(shape: &Shape, text: &'a str) -> Option<Self> {
        let mut names = Vec::new();
        let mut rest = text;
        while let Some((name, others)) = shape.leading_name(rest) {
            names.push(name);
            rest = others;
        }
        let promotion = match rest.as_bytes() {
            [] => None,
            [letter @ b'a'..=b'z'] => Some(char::from(*letter)),
            _ => return None,
        };
        (names.len() > 1).then_some(Self { names, promotion })
    }

    fn squares(&self, shape: &Shape) -> Result<Vec<Square>, TurnError> {
        let parse = |name: &&str| shape.parse(name).ok_or_else(|| TurnError::Square((*name).to_owned()));
        self.names.iter().map(parse).collect()
    }
}

/// Parses a castling in lower case, with letters or zeros, and with or without check symbols (`+`, `#`). Returns `true`
/// for `o-o`, `false` for `o-o-o`, and `None` for any other text.
fn castling_side(text: &str) -> Option<bool> {
    match text.trim_end_matches(['+', '#']) {
        "o-o" | "0-0" => Some(true),
        "o-o-o" | "0-0-0" => Some(false),
        _ => None,
    }
}

impl<const W: usize> Position<W> {
    /// Returns the spelling of a legal turn in coordinate notation: one move, or all steps of a chain.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kurier_rules::position::Position;
    /// use kurier_rules::rules::{Catalogue, Variant};
    /// let definition = Catalogue::built_in().get("chess").unwrap();
    /// let position = Position::<1>::start(Arc::new(Variant::compile(definition)));
    /// let turn = position.parse_turn("g1f3").unwrap();
    /// assert_eq!(position.spell(&turn), "g1f3");
    /// ```
    pub fn spell(&self, turn: &Turn) -> String {
        self.spell_steps(turn.steps())
    }

    /// Returns the spelling of the first steps of a turn, which may be an unfinished chain.
    pub(super) fn spell_steps(&self, steps: &[Move]) -> String {
        let shape = &self.variant.definition.shape;
        if let Some(drop) = steps.first().and_then(|step| self.spell_drop(*step)) {
            return drop;
        }
        let origin = steps.first().map(|step| self.written_from(*step)).into_iter();
        let mut text: String = origin
            .chain(steps.iter().flat_map(|step| self.way(*step)))
            .map(|square| shape.name(square))
            .collect();
        if let Some(piece) = steps.last().and_then(|step| step.promoted().or(step.gated())) {
            text.push(self.promotion_letter(piece));
        }
        text
    }

    /// Returns the square that is written as the origin of a move: the rook's square if a castling gates a piece there.
    fn written_from(&self, m: Move) -> Square {
        let gate = self.gated_on(m).filter(|_| m.gates_on_rook());
        gate.map_or(m.from(), |(square, _)| square)
    }

    /// Returns the square that is written as the destination of a move. For some castlings this is the rook's square;
    /// if a castling gates a piece on the rook's square, it is the king's square.
    fn written_to(&self, m: Move) -> Square {
        match (m.kind(), self.variant.rights.get(m.right()).map(|right| &right.kind)) {
            (MoveKind::Castling, Some(RightKind::Castling { .. })) if m.gates_on_rook() => m.from(),
            (MoveKind::Castling, Some(RightKind::Castling { written, .. })) => *written,
            _ => m.to(),
        }
    }

    /// Returns the squares that are written after the origin of a move: the square where the first of two steps ends,
    /// if the move has two, and the destination.
    fn way(&self, m: Move) -> impl Iterator<Item = Square> {
        self.middle(m).into_iter().chain([self.written_to(m)])
    }

    fn promotion_letter(&self, piece: PieceType) -> char {
        self.variant.definition.piece(piece).letter.to_ascii_lowercase()
    }

    /// Returns the squares that a turn is spelled with, starting with its origin; a drop has only one square.
    pub fn route(&self, turn: &Turn) -> Vec<Square> {
        if turn.first().dropped().is_some() {
            return vec![turn.to()];
        }
        let steps = turn.steps().iter().flat_map(|step| self.way(*step));
        std::iter::once(self.written_from(turn.first())).chain(steps).collect()
    }

    /// Parses a legal turn in coordinate notation, in upper or lower case (`e7e8q`, `E7E8Q`), with or without `=`
    /// before the letter of a promotion. The letter is optional if there is only one choice; `+` also stands for the
    /// only choice (`b7b8+`), and so does `-`, which other programs write for a move that turns a promoted piece back.
    ///
    /// Programs write castling in several ways, all of which are accepted unless they name another turn: the king's
    /// destination (`e1g1`), the rook's square (`e1h1`), and `O-O` or `0-0-0`.
    ///
    /// # Errors
    /// Fails if the text names no legal turn; the error says why.
    pub fn parse_turn(&self, text: &str) -> Result<Turn, TurnError> {
        compiled_natively!(W, (position: &Position<W> = same_ref(self), text: &str = text) -> Result<Turn, TurnError> {
            position.find_turn(text)
        })
    }

    fn find_turn(&self, text: &str) -> Result<Turn, TurnError> {
        let text = text.trim().replace('=', "").to_ascii_lowercase();
        if let Some((piece, square)) = text.split_once('@') {
            return self.parse_drop(piece, square);
        }
        if text == PASS {
            return self.only_pass().ok_or(TurnError::NoPass);
        }
        if let Some(short) = castling_side(&text) {
            return self.castling_towards(short);
        }
        let shape = &self.variant.definition.shape;
        let (plain, promotes) = match text.strip_suffix(['+', '-']) {
            Some(plain) => (plain, true),
            None => (text.as_str(), false),
        };
        let mut text = Text::split(shape, plain).ok_or(TurnError::Syntax)?;
        let squares = text.squares(shape)?;
        if promotes {
            let piece = squares.first().and_then(|from| self.piece_at(*from));
            let only = piece.and_then(|piece| self.variant.definition.only_promotion(piece.piece_type));
            text.promotion = Some(self.promotion_letter(only.ok_or(TurnError::Syntax)?));
        }
        let found = self.turns_over(&squares);
        let letter = |turn: &Turn| turn.suffix().map(|piece| self.promotion_letter(piece));
        let exact = found.iter().position(|turn| letter(turn) == text.promotion);
        let chosen = match (exact, found.as_slice(), text.promotion) {
            (Some(exact), ..) => Some(exact),
            (None, [only], None) if only.gated().is_none() => Some(0),
            _ => None,
        };
        let castling = || match (found.is_empty(), text.promotion) {
            (true, None) => self.castling_over(&squares),
            _ => None,
        };
        match chosen {
            Some(index) => Ok(found[index].clone()),
            None => castling().ok_or_else(|| self.refusal(&text, &squares)),
        }
    }

    /// Returns the only legal pass; `None` if there is none or several, or if the game is over.
    pub(super) fn only_pass(&self) -> Option<Turn> {
        let mut passes = self.legal_moves();
        passes.retain(|m| m.is_pass());
        match passes[..] {
            [only] if self.variant_end().is_none() => Some(Turn::single(only)),
            _ => None,
        }
    }

    /// Finds the only legal castling to the king's side (`O-O`) if `short`, otherwise to the other side (`O-O-O`).
    fn castling_towards(&self, short: bool) -> Result<Turn, TurnError> {
        if let Some(outcome) = self.outcome().filter(|_| self.variant_end().is_some()) {
            return Err(TurnError::Over(outcome));
        }
        self.find_castling(short, None, None).map_err(|error| match error {
            SanError::Ambiguous(spellings) => TurnError::SeveralCastlings(spellings),
            _ => TurnError::NoCastling,
        })
    }

    /// Finds the only legal castling whose king stands on the first of two squares and whose king's destination or
    /// rook's square is the second; `None` if there is none or several.
    fn castling_over(&self, squares: &[Square]) -> Option<Turn> {
        let [from, to] = *squares else { return None };
        if self.variant_end().is_some() {
            return None;
        }
        let mut castlings = self.legal_moves();
        castlings.retain(|m| match self.castling(*m).filter(|_| m.gated().is_none()) {
            Some(RightKind::Castling { king, rook, .. }) => king.0 == from && (king.1 == to || rook.0 == to),
            _ => false,
        });
        match castlings.as_slice() {
            [only] => Some(Turn::single(*only)),
            _ => None,
        }
    }

    /// Returns the legal turns that are spelled with the squares `squares`. The turns differ only in the piece promoted
    /// to, or in the piece that is gated.
    fn turns_over(&self, squares: &[Square]) -> Vec<Turn> {
        let mut found = Vec::new();
        if self.variant_end().is_some() {
            return found;
        }
        let [from, to, ..] = *squares else { return found };
        let mut first = self.legal_moves();
        first.retain(|m| self.written_from(*m) == from && self.way(*m).next() == Some(to) && m.dropped().is_none());
        if !self.variant.definition.captures.chained {
            first.retain(|m| self.way(*m).eq(squares[1..].iter().copied()));
            found.extend(first.into_iter().map(Turn::single));
        } else if !first.is_empty() {
            let mut position = self.without_history();
            for m in first {
                position.follow(m, squares, &mut Vec::new(), &mut found);
            }
        }
        found
    }

    /// Makes a step of a chain, continues recursively with the steps over the remaining squares, and collects the
    /// complete turns in `found`.
    fn follow(&mut self, step: Move, squares: &[Square], begun: &mut Vec<Move>, found: &mut Vec<Turn>) {
        begun.push(step);
        self.make(step);
        match (self.chain(), squares.get(begun.len() + 1)) {
            (None, None) => found.extend(Turn::new(begun)),
            (Some(_), Some(to)) => {
                for m in self.legal_moves().into_iter().filter(|m| m.to() == *to) {
                    self.follow(m, squares, begun, found);
                }
            }
            _ => {}
        }
        self.unmake();
        begun.pop();
    }

    /// Returns the reason why no legal turn is spelled with the squares and the promotion in the text.
    fn refusal(&self, text: &Text<'_>, squares: &[Square]) -> TurnError {
        let definition = &self.variant.definition;
        let (from, to) = (squares[0], squares[1]);
        let name = |square: Square| definition.shape.name(square);
        let turns = self.turns();
        if let (true, Some(outcome)) = (turns.is_empty(), self.outcome()) {
            return TurnError::Over(outcome);
        }
        let mover = match self.piece_at(from) {
            None => return TurnError::Empty(name(from)),
            Some(piece) if piece.color != self.side() => return TurnError::Opponent(name(from)),
            Some(piece) => piece,
        };
        let piece = || definition.piece(mover.piece_type).name.clone();
        let same_route = turns.iter().filter(|turn| self.route(turn) == squares);
        let letters: Vec<String> = same_route
            .filter_map(|turn| Some(self.promotion_letter(turn.promotion()?).to_string()))
            .collect();
        if !letters.is_empty() {
            return TurnError::Promotion {
                piece: piece(),
                letters: letters.join(" "),
            };
        }
        // Moves in two steps are not chains: a piece that captures once need not capture again.
        let chains = || turns.iter().filter(|_| self.variant.doubles.is_none());
        if let Some(longer) = chains().find(|turn| self.route(turn).starts_with(squares)) {
            return match text.promotion {
                Some(_) if definition.has_gates() => TurnError::NoGating(piece()),
                Some(_) => TurnError::NoPromotion(piece()),
                None => TurnError::Unfinished(self.spell(longer)),
            };
        }
        if let Some(shorter) = chains().find(|turn| squares.starts_with(&self.route(turn))) {
            return TurnError::Overlong(self.spell(shorter));
        }
        let target = self.piece_at(to);
        if target.is_some_and(|target| target.color == mover.color) {
            return TurnError::Blocked(name(to));
        }
        if squares.len() > 2 && turns.iter().any(|turn| self.route(turn).starts_with(&squares[..2])) {
            return TurnError::Chain(piece());
        }
        if self.prelude_comes_first() {
            let legal: Vec<String> = turns.iter().map(|turn| self.spell(turn)).collect();
            return TurnError::Prelude(legal.join(" or "));
        }
        if turns.iter().all(|turn| turn.first().dropped().is_some()) {
            return TurnError::DropObligatory;
        }
        let only_captures = turns.iter().all(Turn::is_capture);
        if definition.captures.mandatory && only_captures && target.is_none() {
            return TurnError::CaptureObligatory;
        }
        let capture = Move::new(from, to, MoveKind::Capture);
        let trades = self.variant.trades.as_ref();
        if trades.is_some_and(|trades| self.is_legal_alone(capture) && self.is_forbidden_trade(trades, capture)) {
            return TurnError::ForbiddenTrade(piece());
        }
        if !self.reaches(from, to) {
            return TurnError::Unreachable {
                piece: piece(),
                from: name(from),
                to: name(to),
            };
        }
        TurnError::LeavesKingInCheck
    }

    /// Returns whether the piece on `from` could move to `to` if the safety of its king did not matter. Ignores
    /// multi-steps and privileged first moves without capture.
    fn reaches(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        let table = &self.variant.piece_tables[piece.color.index()][piece.piece_type.index()];
        let moves = match self.piece_at(to) {
            Some(_) => return self.attacks_from(from).contains(to),
            None => &table.quiet,
        };
        self.attacks(moves, from, self.occupied()).contains(to)
    }
}

#[cfg(test)]
mod tests;
