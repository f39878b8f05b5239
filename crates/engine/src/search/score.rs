//! Scores: centipawns, with forced wins and losses at both ends of the range.

use kurier_rules::rules::Color;

/// A score in centipawns from the point of view of the side to move. A score of [`MATE_IN_MAX`] or more is a forced
/// win, and a score of `-MATE_IN_MAX` or less is a forced loss; see [`mate_in`].
pub type Score = i32;

/// The score of a game that is already won; the score of a win in `n` turns is `MATE - n`.
pub const MATE: Score = 32_000;

/// The minimum score of a forced win; scores of `-MATE_IN_MAX` and below are forced losses.
pub const MATE_IN_MAX: Score = MATE - 500;

/// The maximum score of a forced loss.
const MATED_IN_MAX: Score = -MATE_IN_MAX;

/// The score of a win according to endgame tables, from which the plies to the win are subtracted. It is lower than the
/// score of any forced win that the search finds itself.
pub(super) const TABLE_WIN: Score = MATE_IN_MAX - 1;

/// A bound greater than any score.
pub(super) const INFINITE: Score = 32_001;

/// The value that marks a missing score. It fits into the 16 bits that the transposition table has for a score.
pub(super) const NO_SCORE: Score = 32_002;

/// Returns the scores of a draw from the point of view of the side to move, indexed by the colour of that side. For the
/// side `searching`, a draw is worth `contempt` centipawns less than an even game.
pub(super) fn draw_scores(searching: Color, contempt: Score) -> [Score; 2] {
    let mut scores = [contempt; 2];
    scores[searching.index()] = -contempt;
    scores
}

/// Returns the number of full moves to the forced end of the game, negative if the side to move loses; `None` if the
/// score is not a forced win or loss. The number is 0 only if the game is over.
pub fn mate_in(score: Score) -> Option<i32> {
    let moves = (MATE - score.abs() + 1) / 2;
    (score.abs() >= MATE_IN_MAX).then_some(if score > 0 { moves } else { -moves })
}

/// Returns whether a score stands for a forced win or loss.
#[inline(always)]
pub(super) fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX
}

/// Clamps an evaluation to the range of scores that are neither forced losses nor forced wins.
#[inline(always)]
pub(super) fn clamp(score: Score) -> Score {
    score.clamp(-MATE_IN_MAX + 1, MATE_IN_MAX - 1)
}

/// Converts a score for storage in the table. Mate distances counted from the root become distances counted from the
/// node, which is `turns` turns from the root.
#[inline(always)]
pub(super) fn to_table(score: Score, turns: i32) -> Score {
    match score {
        NO_SCORE => score,
        MATE_IN_MAX.. => score + turns,
        i32::MIN..=MATED_IN_MAX => score - turns,
        _ => score,
    }
}

/// Converts a score from the table: the inverse of [`to_table`].
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
