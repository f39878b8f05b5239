//! How games end: first by a special win, then by checkmate or stalemate, then by a draw.

use super::Position;
use crate::rules::{BareKing, Color, Stalemate};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move has no move and is not in check: a draw or a loss, as the game has it.
    Stalemate,
    /// A player has nothing but the king.
    BareKing,
    /// The king has been captured in a chain of captures.
    KingTaken,
    /// A promotion has completed the set of pieces that wins.
    PromotionSet,
    /// The position has occurred three times.
    Repetition,
    /// Too many moves without a capture or a pawn move.
    MoveLimit,
    /// King against king.
    BareKings,
    /// Neither side can mate by any play.
    InsufficientMaterial,
}

impl Reason {
    /// Returns the reason, for people.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::BareKing => "bare king",
            Reason::KingTaken => "king taken",
            Reason::PromotionSet => "promoted set complete",
            Reason::Repetition => "threefold repetition",
            Reason::MoveLimit => "move limit",
            Reason::BareKings => "king against king",
            Reason::InsufficientMaterial => "insufficient material",
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who has won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Returns the points of a side: 1 for a win, a half for a draw.
    pub fn points(self, side: Color) -> f64 {
        match self.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

impl<const W: usize> Position<W> {
    /// Returns a win by a special rule of the game: a bare king, a captured king, a promoted set. Cheap; no moves are
    /// generated.
    #[inline]
    pub fn variant_end(&self) -> Option<Outcome> {
        let ends = &self.variant.definition.ends;
        let won = |winner, reason| {
            Some(Outcome {
                winner: Some(winner),
                reason,
            })
        };
        if self.variant.definition.captures.chained {
            for color in Color::BOTH {
                if self.king(color).is_none() {
                    return won(!color, Reason::KingTaken);
                }
            }
        }
        let us = self.side;
        match ends.bare_king {
            BareKing::PlaysOn => {}
            BareKing::Loses => {
                for color in Color::BOTH {
                    if self.is_bare(color) && !self.is_bare(!color) {
                        return won(!color, Reason::BareKing);
                    }
                }
            }
            BareKing::LosesUnlessAnswered => {
                if self.is_bare(!us) && !self.is_bare(us) {
                    return won(us, Reason::BareKing);
                }
                if self.is_bare(us) && self.of_color(!us).count() > 2 {
                    return won(!us, Reason::BareKing);
                }
            }
        }
        // A position set up with the set complete is not won: it takes a promotion.
        let set = &ends.promotion_set;
        if !set.is_empty()
            && self.has_promoted()
            && set
                .iter()
                .all(|(piece_type, least)| self.of(!us, *piece_type).count() >= *least as u32)
        {
            return won(!us, Reason::PromotionSet);
        }
        None
    }

    /// Returns whether the last move was a promotion: a piece left a square, and a piece of another type came.
    fn has_promoted(&self) -> bool {
        match self.changes() {
            [.., gone, came] => !gone.added && came.added && gone.piece.piece_type != came.piece.piece_type,
            _ => false,
        }
    }

    #[inline]
    fn is_bare(&self, color: Color) -> bool {
        !self.of_color(color).more_than_one()
    }

    /// Returns whether the player has lost by a bare king, in the middle of the other's turn.
    pub(super) fn is_bared(&self, color: Color) -> bool {
        self.is_bare(color)
            && match self.variant.definition.ends.bare_king {
                BareKing::PlaysOn => false,
                BareKing::Loses => true,
                BareKing::LosesUnlessAnswered => self.of_color(!color).count() > 2,
            }
    }

    /// Returns the end of the game if the side to move has no legal moves: checkmate or stalemate.
    pub fn no_legal_moves(&self) -> Outcome {
        let loss = Some(!self.side);
        if self.in_check() {
            return Outcome {
                winner: loss,
                reason: Reason::Checkmate,
            };
        }
        let winner = match self.variant.definition.ends.stalemate {
            Stalemate::Draw => None,
            Stalemate::Loss => loss,
        };
        Outcome {
            winner,
            reason: Reason::Stalemate,
        }
    }

    /// Returns a draw by repetition, by the move limit or by lack of pieces. To be asked after
    /// [`Position::variant_end`], and only if there is a legal move.
    ///
    /// `ply` is the number of moves since the root of a search: a position that occurs a second time within the
    /// search counts as a draw already. With 0 it has to occur three times.
    #[inline]
    pub fn drawn(&self, ply: usize) -> Option<Outcome> {
        let draw = |reason| Some(Outcome { winner: None, reason });
        if self.state.halfmoves >= 2 * self.variant.definition.ends.move_limit {
            return draw(Reason::MoveLimit);
        }
        if let Some(reason) = self.lacks_material() {
            return draw(reason);
        }
        self.is_repeated(ply).then_some(Outcome {
            winner: None,
            reason: Reason::Repetition,
        })
    }

    /// Returns the end of the game, if this is one.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.variant_end() {
            return Some(outcome);
        }
        if !self.can_move() {
            return Some(self.no_legal_moves());
        }
        self.drawn(0)
    }
}
