//! Skill levels: playing below full strength with fewer nodes and a noisy choice among the best turns.

use super::Score;
use super::root_move::RootMove;
use kurier_rules::random::SplitMix64;

/// The lowest Elo to which the playing strength can be limited.
pub const MIN_ELO: u32 = 500;
/// The highest Elo to which the playing strength can be limited.
pub const MAX_ELO: u32 = 2800;

/// The number of best turns from which an engine of limited strength chooses.
const LINES: usize = 5;

/// The handicaps that limit the engine's playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SkillLevel {
    /// The node limit of a search.
    pub nodes: u64,
    /// The maximum random amount added to a turn's score, in centipawns.
    pub noise: Score,
    /// The number of best turns from which the turn to play is chosen.
    pub lines: usize,
}

impl SkillLevel {
    /// Creates the skill level for a strength in Elo, clamped to [`MIN_ELO`] and [`MAX_ELO`]. The scale is a rule of
    /// thumb: the number of nodes doubles with every 140 Elo, and the noise decreases.
    pub fn new(elo: u32) -> Self {
        let elo = elo.clamp(MIN_ELO, MAX_ELO);
        let nodes = 40.0 * 2f64.powf(f64::from(elo - MIN_ELO) / 140.0);
        Self {
            nodes: nodes as u64,
            noise: ((MAX_ELO - elo) / 7) as Score,
            lines: LINES,
        }
    }

    /// Returns the index of the turn to play: the best of the first [`lines`](Self::lines) root moves after random
    /// noise is added to the scores. The root moves must be sorted, the best first.
    pub fn choose(&self, roots: &[RootMove], random: &mut SplitMix64) -> usize {
        let candidates = roots.iter().take(self.lines).map(RootMove::last_score).enumerate();
        candidates
            .map(|(index, score)| {
                (
                    score.saturating_add(random.below(self.noise as u64 + 1) as Score),
                    index,
                )
            })
            .max_by_key(|(score, index)| (*score, std::cmp::Reverse(*index)))
            .map_or(0, |(_, index)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::INFINITE;
    use super::*;
    use kurier_rules::position::{Move, Turn};

    fn roots(scores: &[Score]) -> Vec<RootMove> {
        let root = |score: &Score| {
            let mut root = RootMove::new(Turn::single(Move::NONE));
            root.score = *score;
            root
        };
        scores.iter().map(root).collect()
    }

    #[test]
    fn stronger_means_more_nodes_and_less_noise() {
        let (weak, strong) = (SkillLevel::new(0), SkillLevel::new(9999));
        assert!(weak.nodes < 100 && strong.nodes > 1_000_000);
        assert!(weak.noise > 300 && strong.noise == 0);
    }

    #[test]
    fn weak_levels_choose_among_close_turns_only() {
        let mut random = SplitMix64::new(1);
        let weak = SkillLevel::new(MIN_ELO);
        let near = roots(&[50, 40, 30, -INFINITE]);
        let chosen: std::collections::HashSet<_> = (0..200).map(|_| weak.choose(&near, &mut random)).collect();
        assert!(chosen.contains(&0) && chosen.contains(&1) && !chosen.contains(&3));
        let far = roots(&[900, -900]);
        assert!((0..200).all(|_| weak.choose(&far, &mut random) == 0));
        assert_eq!(SkillLevel::new(MAX_ELO).choose(&near, &mut random), 0);
        assert_eq!(weak.choose(&[], &mut random), 0);
    }
}
