//! The win rate model: how often a side with a given score wins, draws and loses.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::weights_file::rules;
use kurier_rules::rules::Definition;

/// The models that `tuning win-rate` fitted to self-play games, indexed by the hash of the rules.
static FITTED: LazyLock<BTreeMap<String, WinRateModel>> = LazyLock::new(|| {
    // Parsing cannot fail: a test parses the file.
    toml::from_str(include_str!("fitted/win_rates.toml")).unwrap_or_default()
});

/// The chance of winning as a logistic function of the score (Stockfish: `win_rate_model`). The chance of a draw is 1
/// minus both sides' chances of winning.
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
    /// The score, in centipawns, at which a side wins half of its games; not negative.
    pub even: f64,
    /// The increase in the score, in centipawns, that multiplies the odds of winning by e.
    pub spread: f64,
}

impl WinRateModel {
    /// The model for variants without a fit: roughly the mean of the fitted models.
    const GENERAL: Self = Self {
        even: 200.0,
        spread: 240.0,
    };

    /// Returns the model that was fitted for the rules of a variant, or a general model if there is none.
    pub fn of(definition: &Definition) -> Self {
        FITTED.get(&Self::key(definition)).copied().unwrap_or(Self::GENERAL)
    }

    /// Returns the key of a variant in the file of fitted models: the hash of its rules.
    pub fn key(definition: &Definition) -> String {
        rules(definition)
    }

    /// Returns the chance of winning, from 0 to 1, of a side whose score is `score` centipawns.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.spread).exp())
    }

    /// Returns the chances of a win, a draw and a loss, in permille, of a side whose score is `score` centipawns.
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
