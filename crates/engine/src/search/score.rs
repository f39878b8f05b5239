//! Scores: centipawns, with forced wins and losses at both ends of the range.

use kurier_rules::rules::Color;

/// Score in centipawns from the side to move; beyond ±[`MATE_IN_MAX`] it is a forced win or loss, see [`mate_in`].
pub type Score = i32;

/// The score of having won already; a win in `n` turns is `MATE - n`.
pub const MATE: Score = 32_000;

/// Scores from here up are forced wins, from its negative down forced losses.
pub const MATE_IN_MAX: Score = MATE - 500;

const MATED_IN_MAX: Score = -MATE_IN_MAX;

/// Above any score.
pub(super) const INFINITE: Score = 32_001;

/// No score; fits into 16 bits.
pub(super) const NO_SCORE: Score = 32_002;

/// Returns the scores of a draw for the side to move, by its color, if `searching` despises draws by so many
/// centipawns.
pub(super) fn draw_scores(searching: Color, contempt: Score) -> [Score; 2] {
    let mut scores = [contempt; 2];
    scores[searching.index()] = -contempt;
    scores
}

/// Full moves to the forced end of the game, negative if the side to move loses; `None` if the score is not that of a forced
/// end. 0 only if the game is over.
pub fn mate_in(score: Score) -> Option<i32> {
    let moves = (MATE - score.abs() + 1) / 2;
    (score.abs() >= MATE_IN_MAX).then_some(if score > 0 { moves } else { -moves })
}

/// Returns whether the score is a forced win or loss.
#[inline(always)]
pub(super) fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX
}

/// Clamps an evaluation between the forced losses and wins.
#[inline(always)]
pub(super) fn clamp(score: Score) -> Score {
    score.clamp(-MATE_IN_MAX + 1, MATE_IN_MAX - 1)
}

/// Returns a score as stored in the table: mate distances count from the node, not from the root.
#[inline(always)]
pub(super) fn to_table(score: Score, turns: i32) -> Score {
    match score {
        NO_SCORE => score,
        MATE_IN_MAX.. => score + turns,
        i32::MIN..=MATED_IN_MAX => score - turns,
        _ => score,
    }
}

/// Returns the opposite of [`to_table`].
#[inline(always)]
pub(super) fn from_table(score: Score, turns: i32) -> Score {
    match score {
        NO_SCORE => score,
        MATE_IN_MAX.. => score - turns,
        i32::MIN..=MATED_IN_MAX => score + turns,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_full_moves() {
        assert_eq!(mate_in(MATE - 1), Some(1));
        assert_eq!(mate_in(MATE - 3), Some(2));
        assert_eq!(mate_in(-(MATE - 2)), Some(-1));
        assert_eq!(mate_in(-(MATE - 4)), Some(-2));
        assert_eq!(mate_in(1234), None);
        assert_eq!(mate_in(-MATE_IN_MAX + 1), None);
    }

    #[test]
    fn the_table_counts_mate_distances_from_the_node() {
        for score in [MATE - 9, -(MATE - 9), 0, 57, -31_499] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(from_table(to_table(MATE - 9, 5), 3), MATE - 7);
    }
}
