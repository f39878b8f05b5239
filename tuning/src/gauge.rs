//! Measures how well an evaluation ranks siblings: positions after alternatives to the moves of a game, see
//! [`crate::siblings`].
//!
//! The validation loss shows how well an evaluation predicts results, but a search needs to know which of many moves is
//! best. The loss of a network for three-dimensional chess was a third lower than the loss of the weights alone, yet
//! the network was 100 Elo weaker, because it ranked siblings worse.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use kurier_engine::eval::{EvalParams, Evaluation};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, Variant};
use kurier_rules::with_width;

use crate::archive::Game;
use crate::fit::model::sigmoid;
use crate::siblings::MAX_SIBLINGS;

/// The scale of the sigmoid in centipawns.
const K: f32 = 300.0;
/// The minimum number of siblings of a position. Positions with fewer siblings are skipped, because their ranking
/// reveals too little.
const FEWEST: usize = 4;

/// The comparison of an evaluation with the scores of searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gauge {
    /// The number of positions whose siblings are compared.
    pub groups: usize,
    /// The total number of siblings compared.
    pub siblings: usize,
    /// The agreement within each group of siblings: how well the moves of a position are ranked.
    pub within: Agreement,
    /// The agreement over all siblings as one group: how well unrelated positions are ranked.
    pub overall: Agreement,
}

/// The agreement of an evaluation with the scores of searches, both converted to expected results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agreement {
    /// The correlation, averaged over groups, from -1 to 1.
    pub correlation: f64,
    /// The root mean squared difference, from 0 to 1, after the evaluations and the scores of each group are shifted to
    /// the same mean.
    pub error: f64,
}

impl Display for Gauge {
    fn fmt(&self, text: &mut Formatter) -> fmt::Result {
        write!(
            text,
            "{} siblings of {} positions: {}; all together: {}",
            self.siblings, self.groups, self.within, self.overall
        )
    }
}

impl Display for Agreement {
    fn fmt(&self, text: &mut Formatter) -> fmt::Result {
        write!(text, "correlation {:.3}, error {:.4}", self.correlation, self.error)
    }
}

/// Compares an evaluation with the scores of siblings. Returns `None` if no position has at least four siblings.
pub fn gauge(definition: &Arc<Definition>, params: &Arc<EvalParams>, siblings: &[Game]) -> Option<Gauge> {
    with_width!(definition.shape, W => gauge_at::<W>(definition, params, siblings))
}

/// Implements [`gauge`] for one board width.
fn gauge_at<const W: usize>(
    definition: &Arc<Definition>,
    params: &Arc<EvalParams>,
    siblings: &[Game],
) -> Option<Gauge> {
    let variant = Arc::new(Variant::<W>::compile(definition.clone()));
    let evaluation = Evaluation::<W>::new(variant.clone(), params.clone());
    let mut groups: BTreeMap<u64, Vec<[f64; 2]>> = BTreeMap::new();
    for game in siblings {
        let (Some((_, score)), Ok(position)) = (game.turns.first(), Position::from_fen(variant.clone(), &game.fen))
        else {
            continue;
        };
        let pair = [evaluation.evaluate_from_scratch(&position), *score];
        groups
            .entry(game.index / MAX_SIBLINGS)
            .or_default()
            .push(pair.map(|score| sigmoid(score as f32, K).into()));
    }
    let groups: Vec<Vec<[f64; 2]>> = groups.into_values().filter(|group| group.len() >= FEWEST).collect();
    let siblings: usize = groups.iter().map(Vec::len).sum();
    let agreement = |groups: &[Vec<[f64; 2]>]| {
        let (correlations, errors): (Vec<f64>, Vec<f64>) = groups.iter().map(|group| compare(group)).unzip();
        Agreement {
            correlation: correlations.iter().sum::<f64>() / groups.len() as f64,
            error: (errors.iter().sum::<f64>() / siblings as f64).sqrt(),
        }
    };
    (siblings > 0).then(|| Gauge {
        groups: groups.len(),
        siblings,
        within: agreement(&groups),
        overall: agreement(&[groups.concat()]),
    })
}

/// Returns the correlation between the first and the second numbers of the pairs, and the sum of the squared
/// differences after the mean of the first and the mean of the second numbers are subtracted. The correlation is 0 if
/// the first or the second numbers are all equal.
fn compare(pairs: &[[f64; 2]]) -> (f64, f64) {
    let mean = [0, 1].map(|side| pairs.iter().map(|pair| pair[side]).sum::<f64>() / pairs.len() as f64);
    let [mut xx, mut xy, mut yy] = [0.0; 3];
    for [x, y] in pairs {
        let (x, y) = (x - mean[0], y - mean[1]);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    let correlation = if xx > 0.0 && yy > 0.0 {
        xy / (xx * yy).sqrt()
    } else {
        0.0
    };
    (correlation, xx + yy - 2.0 * xy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_order_has_correlation_one_and_opposite_order_minus_one() {
        let (correlation, error) = compare(&[[0.1, 0.3], [0.2, 0.4], [0.4, 0.6]]);
        assert!(
            (correlation - 1.0).abs() < 1e-9 && error.abs() < 1e-9,
            "{correlation} {error}"
        );
        let (correlation, error) = compare(&[[0.1, 0.6], [0.2, 0.5], [0.3, 0.4]]);
        assert!((correlation + 1.0).abs() < 1e-9 && error > 0.0, "{correlation} {error}");
        assert_eq!(compare(&[[0.5, 0.6], [0.5, 0.5]]).0, 0.0);
    }
}
