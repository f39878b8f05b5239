//! Ends of games by all rules except repetition, which would need the history of the game.

use std::cmp::Ordering;

use kurier_rules::position::Reason;
use kurier_rules::rules::{BareKing, Captured, Color, Fate, Gating, PieceType, Stalemate};

use super::Reference;

/// The end of a game: its winner (`None` for a draw) and the reason.
pub type End = (Option<Color>, Reason);

/// Returns the winner of a game in which a player meets this fate.
pub(super) fn winner(fate: Fate, player: Color) -> Option<Color> {
    match fate {
        Fate::Loses => Some(!player),
        Fate::Draws => None,
        Fate::Wins => Some(player),
    }
}

impl Reference {
    /// Returns how the game has ended, or `None` if it continues. Special wins come first, then mate and stalemate,
    /// then draws. `has_turn` says whether there is a legal turn; the caller passes it because it is expensive to find
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
        let taken = Color::BOTH.into_iter().find(|color| self.has_lost_king(*color));
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
        if loser.is_none() && self.can_only_promote() {
            return Some((None, Reason::Stalemate));
        }
        loser
            .map(|loser| (Some(!loser), Reason::BareKing))
            .or_else(|| self.goal())
            .or_else(|| (self.faced > 1).then(|| self.undecided(Reason::Facing)))
            .or_else(|| (self.passes > 1).then(|| self.undecided(Reason::Passed)))
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
        if self.in_check() {
            return (winner(self.definition.ends.checkmate, self.side), Reason::Checkmate);
        }
        let [own, others] = [self.side, !self.side].map(|color| self.count(color, |_| true));
        let stalemated = match (self.definition.ends.stalemate, own.cmp(&others)) {
            (Stalemate::Loss, _) => Fate::Loses,
            (Stalemate::Win, _) => Fate::Wins,
            (Stalemate::FewerWin, Ordering::Less) | (Stalemate::MoreWin, Ordering::Greater) => Fate::Wins,
            (Stalemate::FewerWin, Ordering::Greater) | (Stalemate::MoreWin, Ordering::Less) => Fate::Loses,
            (Stalemate::FewerWin | Stalemate::MoreWin, Ordering::Equal) | (Stalemate::Draw, _) => Fate::Draws,
        };
        (winner(stalemated, self.side), Reason::Stalemate)
    }

    fn draw(&self) -> Option<End> {
        if self.halfmoves >= 2 * u32::from(self.definition.ends.move_limit) {
            return Some(self.undecided(Reason::MoveLimit));
        }
        if self.count.is_some_and(|(count, limit)| count > limit) {
            return Some((None, Reason::Counted));
        }
        let ends = &self.definition.ends;
        let bare = |color: Color| {
            let alone = self.pieces(color).count() == 1 && !self.has_in_reserve(color);
            alone && self.definition.king(color).is_some()
        };
        let kings_play = !ends.flags.is_empty() || !ends.connections.is_empty() || ends.points.is_some();
        if Color::BOTH.into_iter().all(bare) && !kings_play {
            return Some((None, Reason::BareKings));
        }
        // If there are pieces in hand, or captured pieces may go there, either side may still mate.
        let no_drops = self.definition.hand.is_none_or(|hand| hand.captured == Captured::Lost)
            && !Color::BOTH.into_iter().any(|color| self.has_in_reserve(color));
        (no_drops && self.lacks_material()).then_some((None, Reason::InsufficientMaterial))
    }

    /// Returns a draw, or the winner by points in games in which points decide instead of a draw.
    fn undecided(&self, reason: Reason) -> End {
        let Some(points) = &self.definition.ends.points else {
            return (None, reason);
        };
        let [white, black] = Color::BOTH.map(|color| {
            let each = |piece: PieceType| {
                points
                    .pieces
                    .iter()
                    .find(|(other, _)| *other == piece)
                    .map_or(0, |(_, each)| *each)
            };
            let own: u32 = self.pieces(color).map(|(_, piece)| u32::from(each(piece))).sum();
            own + u32::from(points.extra[color as usize])
        });
        let winner = match white.cmp(&black) {
            Ordering::Greater => Some(Color::White),
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => points.ties,
        };
        (winner, reason)
    }

    /// Returns whether a player holds a piece in hand that can still enter the board.
    fn has_in_reserve(&self, color: Color) -> bool {
        let drops = self.definition.hand.is_none_or(|hand| hand.gating != Gating::Only);
        let comes_on = drops || self.gates.iter().any(|(owner, _)| *owner == color);
        comes_on && self.held.keys().any(|(owner, _)| *owner == color)
    }

    /// Returns the endgame's move count and its limit after the move that has just been made. `self` is the position
    /// after the move, but still has the old count and limit.
    pub(super) fn counted(&self) -> Option<(u32, u32)> {
        let rule = self.definition.ends.counting.as_ref()?;
        let men = |color: Color| self.pieces(color).count() as u32;
        let pawns = Color::BOTH
            .into_iter()
            .flat_map(|color| self.pieces(color))
            .filter(|(_, piece)| self.piece_type(*piece).pawn)
            .count();
        // The number of moves that a player may count, if any.
        let moves = |player: Color| -> Option<u32> {
            let strong: Vec<PieceType> = self.pieces(!player).map(|(_, piece)| piece).collect();
            if men(player) == 1 {
                let mut rows = rule.alone.iter().filter(|row| {
                    let wanted = |piece: &&PieceType| row.pieces.is_empty() || row.pieces.contains(piece);
                    strong.iter().filter(wanted).count() >= usize::from(row.at_least)
                });
                return rows.next().filter(|_| pawns == 0).map(|row| row.moves.into());
            }
            let weak = match rule.board_men {
                None => pawns == 0,
                Some(most) => men(player) <= most.into(),
            };
            (weak && rule.board > 0 && men(!player) > 1).then(|| rule.board.into())
        };
        let running = self.count.map(|(count, limit)| (count + 1, limit));
        let (mover, next) = (!self.side, self.side);
        let all = men(mover) + men(next);
        let took_pawn = self.captured.is_some_and(|piece| self.piece_type(piece).pawn);
        match (moves(mover), moves(next)) {
            (Some(moves), _) if rule.counts_men && took_pawn && men(mover) == 1 && pawns == 0 => {
                Some((2 * all - 1, 2 * moves))
            }
            (_, Some(moves)) => {
                let lone = men(next) == 1;
                let again = lone && (self.captured.is_some() || self.has_promoted);
                let first = if lone && rule.counts_men { 2 * all } else { 0 };
                running.filter(|_| !again).or(Some((first, 2 * moves)))
            }
            (_, None) => running,
        }
    }
}
