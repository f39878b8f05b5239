//! Tunes parameters of the search by playing games. The method is simultaneous perturbation stochastic approximation,
//! SPSA (Spall, 1992).
//!
//! Each iteration perturbs all parameters a little, each up or down at random. The engine with the perturbed values
//! plays against the engine with the opposite perturbation, and the parameters move towards the winner: an iteration
//! needs only two players, whatever the number of parameters. Gains decay as Spall recommends. The constants specify
//! the gain and the perturbation at the end of the run, as in fishtest (the testing framework of Stockfish).

mod games;

use rand::Rng;
use serde::{Deserialize, Serialize};

pub use games::{Plan, SpsaError, declared, tune};

/// The exponent of the decay of gains (Spall's alpha).
const ALPHA: f64 = 0.602;
/// The exponent of the decay of perturbations (Spall's gamma).
const GAMMA: f64 = 0.101;
/// The stability constant, which damps the first steps, as a fraction of the planned iterations (Spall's A).
const STABILITY: f64 = 0.1;
/// The perturbation of a parameter at the end of the run, as a fraction of its range.
const PERTURBATION: f64 = 0.05;

/// A parameter of the search that a run tunes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name of the parameter, which is also the name of the engine's UCI option.
    pub name: String,
    /// The value of the parameter at the start of the run.
    pub start: f64,
    /// The current value of the parameter, not rounded.
    pub value: f64,
    /// The minimum allowed value of the parameter.
    pub min: f64,
    /// The maximum allowed value of the parameter.
    pub max: f64,
}

impl Parameter {
    /// Creates a parameter whose value is its default.
    pub fn new(name: &str, default: i32, min: i32, max: i32) -> Self {
        Self {
            name: name.to_owned(),
            start: default.into(),
            value: default.into(),
            min: min.into(),
            max: max.into(),
        }
    }

    /// Returns the perturbation at the end of the run: at least 0.5, so that the players' values differ after rounding.
    fn perturbation(&self) -> f64 {
        ((self.max - self.min) * PERTURBATION).max(0.5)
    }
}

/// The state of a run, which is saved after each iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The number of iterations done.
    pub done: u32,
    /// The number of iterations planned, on which gains and perturbations depend.
    pub planned: u32,
    /// The learning rate. Fishtest usually uses 0.002.
    pub rate: f64,
    /// The parameters that the run tunes.
    pub parameters: Vec<Parameter>,
}

/// A random perturbation: the signed amount by which each parameter is moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation(Vec<f64>);

impl Run {
    /// Returns the values of both players: all parameters moved by the perturbation, and by the opposite perturbation.
    /// Options are whole numbers, so the values are rounded. The rounding is stochastic, so that small perturbations
    /// take effect on average.
    pub fn players(&self, perturbation: &Perturbation, random: &mut impl Rng) -> [Vec<i32>; 2] {
        let threshold: f64 = random.random();
        [1.0, -1.0].map(|sign| {
            let moved = self.parameters.iter().zip(&perturbation.0);
            moved
                .map(|(parameter, by)| {
                    let value = (parameter.value + sign * by).clamp(parameter.min, parameter.max);
                    ((value + threshold).floor().clamp(parameter.min, parameter.max)) as i32
                })
                .collect()
        })
    }

    /// Returns a random perturbation for the next iteration.
    pub fn perturb(&self, random: &mut impl Rng) -> Perturbation {
        let growth = (f64::from(self.planned) / f64::from(self.done + 1)).powf(GAMMA);
        let by = |parameter: &Parameter| parameter.perturbation() * growth * if random.random() { 1.0 } else { -1.0 };
        Perturbation(self.parameters.iter().map(by).collect())
    }

    /// Moves the parameters towards the winner of an iteration. `result` is the number of wins minus the number of
    /// losses of the player with the perturbed values, the first that [`Self::players`] returns.
    pub fn update(&mut self, perturbation: &Perturbation, result: f64) {
        let planned = f64::from(self.planned);
        let late = STABILITY * planned;
        let iteration = f64::from(self.done + 1);
        for (parameter, by) in self.parameters.iter_mut().zip(&perturbation.0) {
            let end = parameter.perturbation();
            let gain = self.rate * end * end * ((late + planned) / (late + iteration)).powf(ALPHA);
            parameter.value = (parameter.value + gain / by * result).clamp(parameter.min, parameter.max);
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Simulates a run of noisy games that tunes two parameters, which start at 60 and 50. `quality` rates the values
    /// of both parameters; the difference of two ratings is the logit of the expected result.
    fn simulate(rate: f64, quality: impl Fn(&[i32]) -> f64) -> Run {
        let parameters = vec![Parameter::new("a", 60, 0, 100), Parameter::new("b", 50, 0, 100)];
        let mut run = Run {
            done: 0,
            planned: 3000,
            rate,
            parameters,
        };
        let mut random = ChaCha8Rng::seed_from_u64(7);
        while run.done < run.planned {
            let direction = run.perturb(&mut random);
            let [plus, minus] = run.players(&direction, &mut random);
            let expected = 1.0 / (1.0 + (quality(&minus) - quality(&plus)).exp());
            let result = if random.random_bool(expected) { 1.0 } else { -1.0 };
            run.update(&direction, result);
        }
        run
    }

    #[test]
    fn noisy_games_lead_to_the_best_values() {
        let square = |x: i32, best: i32| f64::from(x - best).powi(2);
        let run = simulate(0.02, |values| -(square(values[0], 30) + square(values[1], 80)) / 400.0);
        let [a, b] = [run.parameters[0].value, run.parameters[1].value];
        assert!((a - 30.0).abs() < 8.0 && (b - 80.0).abs() < 8.0, "{a} {b}");
    }

    #[test]
    fn values_stay_in_their_ranges() {
        let run = simulate(0.5, |values| f64::from(values[0] - values[1]));
        assert!(
            run.parameters
                .iter()
                .all(|parameter| (0.0..=100.0).contains(&parameter.value)),
            "{run:?}"
        );
        assert!(
            run.parameters[0].value > 90.0 && run.parameters[1].value < 10.0,
            "{run:?}"
        );
    }

    #[test]
    fn players_are_moved_to_opposite_sides() {
        let run = Run {
            done: 0,
            planned: 10,
            rate: 0.002,
            parameters: vec![Parameter::new("a", 50, 0, 100)],
        };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let direction = run.perturb(&mut random);
        let [plus, minus] = run.players(&direction, &mut random);
        assert!((plus[0] - 50) * (minus[0] - 50) < 0, "{plus:?} {minus:?}");
    }
}
