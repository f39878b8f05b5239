//! What the search for mates needs to know about the rules on the end of the game.

use kurier_rules::position::Position;
use kurier_rules::rules::{BareKing, Color, Ends, Fate, FlagTime, Stalemate};

/// The ways in which a game can end, as far as the search depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Endings {
    /// Whether only a checkmate wins, so that the last move must give check.
    pub only_checkmate: bool,
    /// Whether a turn of the winner may consist of several steps.
    pub chained: bool,
    /// Whether a repetition within reach may win or lose, so that results depend on the moves that led to a position.
    pub repetition_decides: bool,
    /// Whether a side may lose by its own move, whatever the position.
    loser_may_end: bool,
    /// Whether a side with a bare king has one move to bare the opponent's king, and loses otherwise.
    bare_king_answers: bool,
}

impl Endings {
    /// Collects the position's rules on the end of the game, for a search `moves` moves ahead.
    pub fn new<const W: usize>(position: &Position<W>, moves: u32) -> Self {
        let variant = position.variant();
        let (rules, ends) = (&variant.definition, &variant.definition.ends);
        // A position can recur after four plies at the earliest.
        let plies = 2 * moves as usize + position.moves_made().min(position.halfmoves() as usize);
        let within_reach = variant.repetitions.saturating_sub(1) <= plies / 4;
        let repetition_decides = !variant.repetition_draws && within_reach;
        Self {
            only_checkmate: ends.stalemate == Stalemate::Draw
                && ends.bare_king == BareKing::PlaysOn
                && ends.promotion_set.is_empty()
                && ends.checkmate == Fate::Loses
                && !ends.have_goals()
                && ends.points.is_none()
                && !repetition_decides
                && !rules.captures.chained
                && rules.blast.is_none(),
            chained: rules.captures.chained,
            repetition_decides,
            // A blast may leave the side that made the capture with a bare king.
            loser_may_end: repetition_decides
                || ends.points.is_some()
                || loser_may_end(ends)
                || rules.blast.is_some() && ends.bare_king != BareKing::PlaysOn,
            bare_king_answers: ends.bare_king == BareKing::LosesUnlessAnswered,
        }
    }

    /// Returns whether the next move of the attacker's opponent may end the game in the attacker's favour, either in
    /// this position or after one turn of the attacker. The result may be `true` although no move does so, but never
    /// `false` although a move does.
    pub fn loser_may_end<const W: usize>(&self, position: &Position<W>, attacker: Color) -> bool {
        let men = |color: Color| position.of_color(color).count();
        self.loser_may_end || self.bare_king_answers && men(attacker) == 2 && men(!attacker) <= 2
    }
}

/// Returns whether a player may lose with a move of its own. Rules about bare kings and repetition are not considered.
fn loser_may_end(ends: &Ends) -> bool {
    // The move may checkmate or stalemate the opponent, who wins as a result.
    ends.checkmate == Fate::Wins
        || matches!(ends.stalemate, Stalemate::Win | Stalemate::FewerWin | Stalemate::MoreWin)
        // The move may leave an enemy piece in a winning region, or change the number of pieces of a type that must not
        // die out.
        || ends.flags.iter().any(|flag| flag.time != FlagTime::AtOnce)
        || !ends.extinctions.is_empty()
        || ends.connections.iter().any(|row| row.fate == Fate::Loses)
}
