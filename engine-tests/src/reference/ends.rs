//! Ends of games by all rules except repetition, which would need the history of the game.

use kurier_rules::position::Reason;
use kurier_rules::rules::{BareKing, Color, Stalemate};

use super::Reference;

/// The winner, `None` for a draw, and the reason.
pub type End = (Option<Color>, Reason);

impl Reference {
    /// Returns how the game has ended, or `None` if it continues. Special wins come first, then mate and stalemate,
    /// then draws. `has_turn` is whether there is a legal turn; the caller passes it because it is expensive to find
    /// out.
    pub fn end(&self, has_turn: bool) -> Option<End> {
        let ordinary = || {
            if has_turn {
                self.draw()
            } else {
                Some(self.no_legal_moves())
            }
        };
        self.special_end().or_else(ordinary)
    }

    /// Returns the end of the game by a special rule of the variant, if there is one.
    pub(super) fn special_end(&self) -> Option<End> {
        let taken = Color::BOTH.into_iter().find(|color| self.king(*color).is_none());
        if let Some(loser) = taken {
            return Some((Some(!loser), Reason::KingTaken));
        }
        if self.has_promoted && self.promotion_set_complete(!self.side) {
            return Some((Some(!self.side), Reason::PromotionSet));
        }
        let count = |color| self.pieces(color).count();
        let loser = Color::BOTH.into_iter().find(|color| {
            let others = count(!*color);
            let bare = count(*color) == 1 && others > 1;
            bare && match self.definition.ends.bare_king {
                BareKing::PlaysOn => false,
                BareKing::Loses => true,
                BareKing::LosesUnlessAnswered => others > 2 || *color != self.side,
            }
        });
        loser.map(|loser| (Some(!loser), Reason::BareKing))
    }

    fn promotion_set_complete(&self, color: Color) -> bool {
        let set = &self.definition.ends.promotion_set;
        let has = |piece_type, wanted| self.pieces(color).filter(|(_, piece)| *piece == piece_type).count() >= wanted;
        !set.is_empty()
            && set
                .iter()
                .all(|(piece_type, wanted)| has(*piece_type, *wanted as usize))
    }

    /// Returns checkmate or stalemate, for a position without legal turns.
    fn no_legal_moves(&self) -> End {
        match (self.in_check(), self.definition.ends.stalemate) {
            (true, _) => (Some(!self.side), Reason::Checkmate),
            (false, Stalemate::Loss) => (Some(!self.side), Reason::Stalemate),
            (false, Stalemate::Draw) => (None, Reason::Stalemate),
        }
    }

    fn draw(&self) -> Option<End> {
        if self.halfmoves >= 2 * u32::from(self.definition.ends.move_limit) {
            return Some((None, Reason::MoveLimit));
        }
        let only_kings = Color::BOTH.into_iter().all(|color| self.pieces(color).count() == 1);
        if only_kings {
            return Some((None, Reason::BareKings));
        }
        self.lacks_material().then_some((None, Reason::InsufficientMaterial))
    }
}
