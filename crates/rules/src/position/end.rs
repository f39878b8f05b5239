//! Ends of games: special wins of a variant are tested first, then checkmate and stalemate, then draws.

use super::Position;
use crate::board::same_ref;
use crate::board::width::compiled_natively;
use crate::rules::{BareKing, Color};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move has no move and is not in check. The rules of the game decide whether this is a draw, a loss or
    /// a win. A position in which a side with one pawn could only promote it where it stands is a draw, too.
    Stalemate,
    /// A side has lost because only its king is left.
    BareKing,
    /// The king has been captured in a chain of captures, or by a blast.
    KingTaken,
    /// A promotion has completed a set of pieces that wins the game.
    PromotionSet,
    /// A side has reached a region that wins.
    Flag,
    /// A side has too few pieces of a type left, or too few pieces.
    Extinction,
    /// A side has given as many checks as win the game.
    ChecksGiven,
    /// A side has enough pieces in a row.
    Row,
    /// The current position has occurred three times, which is a draw.
    Repetition,
    /// The current position has occurred as often as the rules of the game require, in a game where that is not three
    /// times, or where repetition is not a draw.
    Repeated,
    /// The current position has been repeated by perpetual check, which loses.
    PerpetualCheck,
    /// The game's limit of moves without a capture or a pawn move has been reached.
    MoveLimit,
    /// A count that limits an endgame has been completed.
    Counted,
    /// Both sides have passed, one after the other.
    Passed,
    /// A side has left the kings facing each other.
    Facing,
    /// Only the two kings are left.
    BareKings,
    /// Neither side can checkmate by any sequence of legal moves.
    InsufficientMaterial,
}

impl Reason {
    /// Returns whether a position was repeated.
    pub fn is_repetition(self) -> bool {
        matches!(self, Reason::Repetition | Reason::Repeated | Reason::PerpetualCheck)
    }

    /// Returns the reason as English text, such as `threefold repetition`.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::BareKing => "bare king",
            Reason::KingTaken => "king taken",
            Reason::PromotionSet => "promoted set complete",
            Reason::Flag => "goal reached",
            Reason::Extinction => "pieces extinct",
            Reason::ChecksGiven => "checks given",
            Reason::Row => "pieces in a row",
            Reason::Repetition => "threefold repetition",
            Reason::Repeated => "repetition",
            Reason::PerpetualCheck => "perpetual check",
            Reason::MoveLimit => "move limit",
            Reason::Counted => "count completed",
            Reason::Passed => "both sides passed",
            Reason::Facing => "kings face each other",
            Reason::BareKings => "king against king",
            Reason::InsufficientMaterial => "insufficient material",
        }
    }
}

/// The end of a game: its winner, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that has won; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// Returns the result in PGN notation: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Returns the points that a side scores: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn points(self, side: Color) -> f64 {
        match self.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

impl<const W: usize> Position<W> {
    /// Returns the outcome if a special rule of the variant has decided the game: a bare king, a captured king, a
    /// promotion set or another goal than mate. Cheap, because it generates moves only in rare cases.
    #[inline]
    pub fn variant_end(&self) -> Option<Outcome> {
        match self.variant.special_ends {
            true => self.special_end(),
            false => None,
        }
    }

    /// Returns what [`Position::variant_end`] returns, in a game that has special rules of this kind.
    #[inline]
    fn special_end(&self) -> Option<Outcome> {
        let ends = &self.variant.definition.ends;
        let won = |winner, reason| {
            Some(Outcome {
                winner: Some(winner),
                reason,
            })
        };
        if self.variant.definition.captures.chained || self.variant.blast.is_some() {
            for color in Color::BOTH {
                if self.is_king_taken(color) {
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
        // The last move must have been a promotion: a position that is set up with the complete set is not won.
        let set = &ends.promotion_set;
        if !set.is_empty()
            && self.has_promoted()
            && set
                .iter()
                .all(|(piece_type, least)| self.of(!us, *piece_type).count() >= *least as u32)
        {
            return won(!us, Reason::PromotionSet);
        }
        if let Some(standing) = &self.variant.standing
            && self.can_only_promote(standing)
        {
            return Some(Outcome {
                winner: None,
                reason: Reason::Stalemate,
            });
        }
        let reached = self.variant.goals.as_ref().and_then(|goals| self.goal_reached(goals));
        match self.variant.moves_otherwise {
            false => reached,
            true => reached.or_else(|| self.ended_by_moves()),
        }
    }

    /// Returns whether the last move was a promotion: the last piece that it removed and the piece that it added have
    /// different types.
    pub(super) fn has_promoted(&self) -> bool {
        match self.changes() {
            [.., gone, came] => !gone.added && came.added && gone.piece.piece_type != came.piece.piece_type,
            _ => false,
        }
    }

    #[inline]
    fn is_bare(&self, color: Color) -> bool {
        !self.of_color(color).more_than_one()
    }

    /// Returns whether `color` has lost because the opponent's chain of captures, which need not be over, has left
    /// `color` only the king.
    pub(super) fn is_bared(&self, color: Color) -> bool {
        self.is_bare(color)
            && match self.variant.definition.ends.bare_king {
                BareKing::PlaysOn => false,
                BareKing::Loses => true,
                BareKing::LosesUnlessAnswered => self.of_color(!color).count() > 2,
            }
    }

    /// Returns the outcome, checkmate or stalemate, of a position in which the side to move has no legal move. The
    /// caller must ensure that there is none.
    pub fn no_legal_moves(&self) -> Outcome {
        let ends = &self.variant.definition.ends;
        let (fate, reason) = match self.in_check() {
            true => (ends.checkmate, Reason::Checkmate),
            false => {
                let [own, others] = [self.side, !self.side].map(|color| self.count_with_hand(color));
                (ends.stalemate.fate(own, others), Reason::Stalemate)
            }
        };
        Outcome {
            winner: fate.winner(self.side),
            reason,
        }
    }

    /// Returns the outcome if the game is over by repetition, by the move limit, by a count or by insufficient
    /// material: a draw, unless the rules decide such games by points or make a repetition a loss or a win. Call it
    /// only if [`Position::variant_end`] returns `None` and there is a legal move: mates and special wins take
    /// precedence.
    ///
    /// `ply` is the number of moves since the root of a search. A position that occurs for the second time after the
    /// root already counts; with `ply` 0 a position must occur as often as the rules require (three times in chess).
    #[inline]
    pub fn drawn(&self, ply: usize) -> Option<Outcome> {
        let draw = |reason| Some(Outcome { winner: None, reason });
        if self.state.halfmoves >= 2 * self.variant.definition.ends.move_limit {
            return Some(self.undecided(Reason::MoveLimit));
        }
        // Both are 0 where nothing is counted.
        if self.state.count > self.state.count_limit {
            return draw(Reason::Counted);
        }
        if let Some(reason) = self.lacks_material() {
            return draw(reason);
        }
        self.repeated_since(ply)
            .map(|distance| self.repetition_outcome(distance))
    }

    /// Returns the outcome of the game; `None` if the game continues.
    pub fn outcome(&self) -> Option<Outcome> {
        compiled_natively!(W, (position: &Position<W> = same_ref(self)) -> Option<Outcome> { position.find_outcome() })
    }

    fn find_outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.variant_end() {
            return Some(outcome);
        }
        if !self.can_move() {
            return Some(self.no_legal_moves());
        }
        self.drawn(0)
    }
}
