//! The PGN tag `Round`, which identifies a game of the schedule.

/// Returns the PGN tag `Round` of the game at `index` in the schedule: `PAIR.GAME`, both numbered from 1.
pub(crate) fn round_tag(index: usize) -> String {
    format!("{}.{}", index / 2 + 1, index % 2 + 1)
}

/// Parses a PGN tag `Round`. Returns the index of the game in the schedule, or `None` if the text has a different form.
pub(crate) fn index_of_round(text: &str) -> Option<usize> {
    let (pair, game) = text.split_once('.')?;
    let pair: usize = pair.parse().ok()?;
    let game: usize = game.parse().ok().filter(|game| (1..=2).contains(game))?;
    pair.checked_sub(1)?.checked_mul(2)?.checked_add(game - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_tags_identify_games() {
        assert_eq!(round_tag(0), "1.1");
        assert_eq!(round_tag(7), "4.2");
        assert!((0..50).all(|index| index_of_round(&round_tag(index)) == Some(index)));
        for text in ["", "?", "0.1", "3.0", "3.3", "3", "-1.1", "99999999999999999999.1"] {
            assert_eq!(index_of_round(text), None, "{text}");
        }
    }
}
