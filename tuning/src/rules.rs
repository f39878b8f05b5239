//! Fits the coefficients of the evaluation from the rules ([`Coefficients`]) to the fitted weights of the built-in
//! games.
//!
//! Each quantity of the evaluation is a linear function of features of the rules, found by least squares in which every
//! family of games counts equally, with a weak pull towards the coefficients that were set by hand. A feature that the
//! coefficients set by hand do not use is added only if it improves the prediction of families that the fit has not
//! seen; to test this, each family is left out in turn. If the fitted coefficients predict the families left out worse
//! than the coefficients set by hand, the latter are kept.

use std::fmt::Write;
use std::sync::Arc;

use kurier_engine::eval::Weights;
use kurier_engine::eval::prior::{Coefficients, Number, Place, Quantity, numbers_of};
use kurier_rules::rules::Definition;

/// The strength of the pull towards the coefficients set by hand, as a fraction of the mean square of a feature.
const PULL: f64 = 0.02;
/// The fraction by which an added feature must lower the squared error on families left out.
const GAIN: f64 = 0.02;

/// An error in a list of families.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// A game has no fitted weights to learn from.
    #[error("there are no fitted weights for {0}")]
    NotFitted(String),
    /// There are too few families to leave one out.
    #[error("at least three families of games expected")]
    TooFew,
}

/// The sums that a least-squares fit needs, for one family, one quantity and one stage of the game.
#[derive(Clone, Debug)]
struct Moments {
    /// The means of products of two features.
    products: Vec<Vec<f64>>,
    /// The means of products of a feature and the fitted number.
    targets: Vec<f64>,
    /// The mean square of the fitted number.
    square: f64,
    /// The weight of the numbers that went into the sums; 0 if there were none.
    weight: f64,
}

/// The result of the fit for one quantity and one stage of the game.
struct Found {
    coefficients: Vec<f64>,
    /// The root mean square errors on families left out: first with the coefficients set by hand, then with fitted
    /// coefficients.
    errors: [f64; 2],
}

/// The fitted coefficients, with a report of their errors.
pub struct RulesFit {
    /// The coefficients, from all families.
    pub coefficients: Coefficients,
    /// A table of the errors on families left out, with a row for each quantity and stage.
    pub report: String,
}

/// Returns the families in a list of families, each as the names of its games. Lines that begin with `#` are comments.
pub fn families(list: &str) -> impl Iterator<Item = impl Iterator<Item = &str>> {
    let lines = list.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::split_whitespace)
}

/// Fits the coefficients to the fitted weights of families of games.
///
/// # Errors
/// Fails if there are fewer than three families, or if a game has no fitted weights.
pub fn fit(families: &[Vec<Arc<Definition>>]) -> Result<RulesFit, RulesError> {
    if families.len() < 3 {
        return Err(RulesError::TooFew);
    }
    let games = families.iter().map(|family| family.iter().map(Game::new).collect());
    let families: Vec<Vec<Game>> = games.collect::<Result<_, _>>()?;
    let mut coefficients = Coefficients::first().clone();
    let mut report = String::from("root mean square errors on families left out, by hand and fitted\n");
    for quantity in Quantity::all() {
        for stage in stages(quantity) {
            let moments: Vec<Moments> = families
                .iter()
                .map(|family| Moments::new(family, quantity, *stage))
                .collect();
            let first = Coefficients::first().get(quantity)[*stage].to_vec();
            let Some(found) = search(&moments, &first) else {
                continue;
            };
            for (feature, value) in found.coefficients.iter().enumerate() {
                // Three significant digits are far more than the data determines.
                let digits = 10f64.powi(3 - value.abs().max(1e-3).log10().ceil() as i32);
                coefficients.set(quantity, *stage, feature, (value * digits).round() / digits);
            }
            let name = ["middlegame", "endgame"][*stage];
            let [before, after] = found.errors;
            // Writing to a string cannot fail.
            let _ = writeln!(report, "{:<24} {name:<10} {before:>8.3} {after:>8.3}", quantity.name());
        }
        if quantity == Quantity::Tempo {
            let tempo = coefficients.get(quantity)[0].to_vec();
            for (feature, value) in tempo.iter().enumerate() {
                coefficients.set(quantity, 1, feature, *value);
            }
        }
    }
    Ok(RulesFit { coefficients, report })
}

/// Returns the stages in which a quantity counts: middlegame (0), endgame (1).
fn stages(quantity: Quantity) -> &'static [usize] {
    match quantity {
        Quantity::Tempo | Quantity::KingAttack => &[0],
        Quantity::Shared(term) if term.is_endgame_only() => &[1],
        _ => &[0, 1],
    }
}

/// A game with the weights to learn from.
struct Game {
    definition: Arc<Definition>,
    numbers: Vec<Number>,
    fitted: Weights,
    /// The weights that the fit started from.
    start: Weights,
}

impl Game {
    fn new(definition: &Arc<Definition>) -> Result<Self, RulesError> {
        let fitted = Weights::fitted(definition).ok_or_else(|| RulesError::NotFitted(definition.name.clone()))?;
        Ok(Self {
            numbers: numbers_of(definition),
            fitted,
            start: Coefficients::first().weights(definition),
            definition: definition.clone(),
        })
    }

    /// Returns the weight of a number in the fit: lower for squares where a king seldom stands in the middlegame, and 0
    /// for a term that the games did not change and for a pawn on the first or last rank.
    fn weight(&self, number: &Number, stage: usize) -> f64 {
        let shape = &self.definition.shape;
        match (number.place, number.quantity) {
            (Place::Shared(_), _) if number.place.get(&self.fitted) == number.place.get(&self.start) => 0.0,
            (Place::Square(_, at), Quantity::PawnSquare) => {
                let advance = shape.advance(at);
                f64::from(u8::from(advance > 0 && advance < shape.farthest()))
            }
            (Place::Square(_, at), Quantity::KingSquare) if stage == 0 => f64::from(1 + shape.advance(at)).powi(-2),
            _ => 1.0,
        }
    }
}

impl Moments {
    /// Computes the sums over the games of a family. Every game counts equally.
    fn new(family: &[Game], quantity: Quantity, stage: usize) -> Self {
        let count = quantity.features().len();
        let mut sums = Self {
            products: vec![vec![0.0; count]; count],
            targets: vec![0.0; count],
            square: 0.0,
            weight: 0.0,
        };
        for game in family {
            let numbers = || game.numbers.iter().filter(|number| number.quantity == quantity);
            let total: f64 = numbers().map(|number| game.weight(number, stage)).sum();
            for number in numbers().filter(|_| total > 0.0) {
                let weight = game.weight(number, stage) / total;
                let pair = number.place.get(&game.fitted);
                let target = f64::from([pair.mid, pair.end][stage]) / number.unit[stage];
                let features = number.features()[stage];
                for (row, feature) in sums.products.iter_mut().zip(features) {
                    row.iter_mut()
                        .zip(features)
                        .for_each(|(sum, other)| *sum += weight * feature * other);
                }
                sums.targets
                    .iter_mut()
                    .zip(features)
                    .for_each(|(sum, feature)| *sum += weight * feature * target);
                sums.square += weight * target * target;
            }
            sums.weight += f64::from(u8::from(total > 0.0));
        }
        sums.scale(1.0 / sums.weight.max(1.0));
        sums
    }

    fn scale(&mut self, by: f64) {
        let products = self.products.iter_mut().flatten();
        products.chain(&mut self.targets).for_each(|sum| *sum *= by);
        self.square *= by;
    }

    /// Returns the mean squared error of `coefficients` on the family.
    fn error(&self, coefficients: &[f64]) -> f64 {
        let mut error = self.square;
        for (number, coefficient) in coefficients.iter().enumerate() {
            let product: f64 = std::iter::zip(&self.products[number], coefficients)
                .map(|(sum, by)| sum * by)
                .sum();
            error += coefficient * (product - 2.0 * self.targets[number]);
        }
        error.max(0.0)
    }
}

/// Chooses the features and fits their coefficients. Returns `None` if no family has numbers of the quantity.
fn search(families: &[Moments], first: &[f64]) -> Option<Found> {
    let families: Vec<&Moments> = families.iter().filter(|family| family.weight > 0.0).collect();
    if families.is_empty() {
        return None;
    }
    let mut used: Vec<bool> = first.iter().map(|coefficient| *coefficient != 0.0).collect();
    let mut error = left_out(&families, first, &used);
    loop {
        let unused = (0..used.len()).filter(|feature| !used[*feature]);
        let tried = unused.map(|feature| {
            let mut more = used.clone();
            more[feature] = true;
            (left_out(&families, first, &more), more)
        });
        match tried.min_by(|(a, _), (b, _)| a.total_cmp(b)) {
            Some((better, more)) if better < error * (1.0 - GAIN) => (error, used) = (better, more),
            _ => break,
        }
    }
    let by_hand = families.iter().map(|family| family.error(first)).sum::<f64>();
    let root = |sum: f64| (sum / families.len() as f64).sqrt();
    let coefficients = if error < by_hand {
        solve(&families, first, &used)
    } else {
        first.to_vec()
    };
    Some(Found {
        coefficients,
        errors: [root(by_hand), root(error)],
    })
}

/// Returns the sum, over all families, of the squared error on the family of coefficients that are fitted to all other
/// families.
fn left_out(families: &[&Moments], first: &[f64], used: &[bool]) -> f64 {
    let error = |left_out: usize| {
        let others: Vec<&Moments> = (0..families.len())
            .filter(|family| *family != left_out)
            .map(|family| families[family])
            .collect();
        families[left_out].error(&solve(&others, first, used))
    };
    (0..families.len()).map(error).sum()
}

/// Solves the least-squares problem over families for the used features, with a pull towards `first`.
fn solve(families: &[&Moments], first: &[f64], used: &[bool]) -> Vec<f64> {
    let columns: Vec<usize> = (0..used.len()).filter(|feature| used[*feature]).collect();
    let mut rows: Vec<Vec<f64>> = columns
        .iter()
        .map(|row| {
            let sum = |of: &dyn Fn(&Moments) -> f64| families.iter().map(|family| of(family)).sum::<f64>();
            let pull = PULL * sum(&|family| family.products[*row][*row]) + 1e-9;
            let products = columns.iter().map(|column| {
                let diagonal = if column == row { pull } else { 0.0 };
                sum(&|family| family.products[*row][*column]) + diagonal
            });
            let target = sum(&|family| family.targets[*row]) + pull * first[*row];
            products.chain([target]).collect()
        })
        .collect();
    eliminate(&mut rows);
    let mut coefficients = vec![0.0; used.len()];
    for (row, column) in rows.iter().zip(&columns) {
        coefficients[*column] = row[columns.len()];
    }
    coefficients
}

/// Solves linear equations, given as rows with the right-hand side last, by elimination. The matrix is symmetric and
/// positive definite, so no pivoting is necessary. The solution replaces the right-hand sides.
fn eliminate(rows: &mut [Vec<f64>]) {
    for pivot in 0..rows.len() {
        let head = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|number| *number /= head);
        let row = rows[pivot].clone();
        for other in (0..rows.len()).filter(|other| *other != pivot) {
            let factor = rows[other][pivot];
            rows[other]
                .iter_mut()
                .zip(&row)
                .for_each(|(number, by)| *number -= factor * by);
        }
    }
}
