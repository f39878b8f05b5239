//! What a score is worth in points: how often the side with it wins, draws and loses.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::weights_file::rules;
use kurier_rules::rules::Definition;

/// The models that `tuning win-rate` fitted to games of the engine against itself, by the hash of the rules.
static FITTED: LazyLock<BTreeMap<String, WinRateModel>> = LazyLock::new(|| {
    // A test reads the file.
    toml::from_str(include_str!("fitted/win_rates.toml")).unwrap_or_default()
});

/// The chances of winning as a logistic curve of the score (Stockfish: `win_rate_model`). What is missing to certainty, for
/// both sides together, is the chance of a draw.
///
/// ```
/// use kurier_engine::eval::WinRateModel;
///
/// let model = WinRateModel { even: 300.0, spread: 200.0 };
/// let [win, draw, loss] = model.wdl(300);
/// assert_eq!(win, 500);
/// assert_eq!(win + draw + loss, 1000);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRateModel {
    /// The score that wins half of the games, in centipawns; 0 or more.
    pub even: f64,
    /// By how many centipawns more the odds of winning are e times as high.
    pub spread: f64,
}

impl WinRateModel {
    /// The mean of the fitted models, for games that have none.
    const GENERAL: Self = Self {
        even: 200.0,
        spread: 240.0,
    };

    /// Returns the model of a game.
    pub fn of(definition: &Definition) -> Self {
        FITTED.get(&Self::key(definition)).copied().unwrap_or(Self::GENERAL)
    }

    /// Returns the key of a game's line in the file.
    pub fn key(definition: &Definition) -> String {
        rules(definition)
    }

    /// Returns the chance of winning with a score in centipawns, 0 to 1.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.spread).exp())
    }

    /// Returns the chances of win, draw and loss with a score in centipawns, in permille.
    pub fn wdl(self, score: i32) -> [u32; 3] {
        let permille = |score: i32| (1000.0 * self.win(score.into())).round() as u32;
        let (win, loss) = (permille(score), permille(-score));
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn chances_add_up_and_are_symmetric() {
        let courier = Catalogue::built_in().get("courier").expect("a built-in game");
        for model in [WinRateModel::of(&courier), WinRateModel::GENERAL] {
            for score in [-40_000, -3000, -200, -1, 0, 1, 55, 150, 1000, 40_000] {
                let [win, draw, loss] = model.wdl(score);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(model.wdl(-score), [loss, draw, win]);
            }
        }
    }

    #[test]
    fn every_fitted_model_is_of_a_built_in_game() {
        let models: BTreeMap<String, WinRateModel> =
            toml::from_str(include_str!("fitted/win_rates.toml")).expect("a correct file");
        assert!(!models.is_empty());
        for (key, model) in models {
            let catalogue = Catalogue::built_in();
            assert!(catalogue.iter().any(|game| WinRateModel::key(game) == key), "{key}");
            assert!(model.even >= 0.0 && model.spread > 0.0, "{key}");
        }
    }
}
