//! Counts the results of games by winner and reason, and measures the lengths of games.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use kurier_rules::rules::Color;

use crate::archive::{Game, GameResult};

/// The statistics of a collection of games. Unfinished games count only in `games` and `unfinished`.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// The number of games.
    pub games: usize,
    /// The number of unfinished games.
    pub unfinished: usize,
    /// White's mean score, from 0 to 1, and its standard error.
    pub white: (f64, f64),
    /// The fraction of finished games that were drawn, from 0 to 1.
    pub draws: f64,
    /// The lengths of games in plies: first quartile, median, third quartile.
    pub plies: [usize; 3],
    /// The number of games by winner and reason, such as `White wins: checkmate`.
    pub reasons: BTreeMap<String, usize>,
}

impl Statistics {
    /// Computes the statistics of a collection of games.
    pub fn new(games: &[Game]) -> Self {
        let finished: Vec<&Game> = games
            .iter()
            .filter(|game| game.result != GameResult::Unfinished)
            .collect();
        let count = finished.len().max(1) as f64;
        let scores = || finished.iter().filter_map(|game| game.result.score());
        let mean = scores().sum::<f64>() / count;
        let variance = scores().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        let mut plies: Vec<usize> = finished.iter().map(|game| game.turns.len()).collect();
        plies.sort_unstable();
        let quarter = |n: usize| plies.get(plies.len() * n / 4).copied().unwrap_or(0);
        let mut reasons = BTreeMap::new();
        for game in &finished {
            let won = match game.result {
                GameResult::Win(Color::White) => "White wins",
                GameResult::Win(Color::Black) => "Black wins",
                _ => "draw",
            };
            *reasons.entry(format!("{won}: {}", game.reason)).or_insert(0) += 1;
        }
        Self {
            games: games.len(),
            unfinished: games.len() - finished.len(),
            white: (mean, (variance / count).sqrt()),
            draws: scores().filter(|score| *score == 0.5).count() as f64 / count,
            plies: [1, 2, 3].map(quarter),
            reasons,
        }
    }
}

impl Display for Statistics {
    fn fmt(&self, text: &mut Formatter) -> fmt::Result {
        let percent = |part: f64| part * 100.0;
        let [quarter, half, three] = self.plies;
        writeln!(text, "{} games, {} of them unfinished", self.games, self.unfinished)?;
        let (white, error) = self.white;
        writeln!(
            text,
            "White scores {:.1} % ± {:.1}",
            percent(white),
            percent(1.96 * error)
        )?;
        writeln!(text, "draws {:.1} %", percent(self.draws))?;
        writeln!(text, "plies {half}, half of the games {quarter} to {three}")?;
        for (reason, count) in &self.reasons {
            writeln!(text, "{count:>6} {reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted() {
        let game = |result, plies| Game {
            index: 0,
            fen: String::new(),
            result,
            reason: "mate".into(),
            turns: vec![("a1a2".into(), 0); plies],
        };
        let games = [
            game(GameResult::Win(Color::White), 10),
            game(GameResult::Win(Color::White), 20),
            game(GameResult::Win(Color::Black), 30),
            game(GameResult::Draw, 40),
            game(GameResult::Unfinished, 400),
        ];
        let statistics = Statistics::new(&games);
        assert_eq!((statistics.games, statistics.unfinished), (5, 1));
        assert!((statistics.white.0 - 0.625).abs() < 1e-9);
        assert!((statistics.draws - 0.25).abs() < 1e-9);
        assert_eq!(statistics.plies, [20, 30, 40]);
        assert_eq!(statistics.reasons["White wins: mate"], 2);
        assert!(Statistics::new(&[]).to_string().starts_with("0 games"));
    }
}
