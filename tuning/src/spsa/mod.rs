//! Simultaneous perturbation stochastic approximation (Spall, 1992): tuning parameters of the search by games.
//!
//! In every iteration all parameters are moved a little, each up or down at random. The engine with the moved values
//! plays the one with the opposite ones, and the parameters follow the winner: two players, whatever the number of
//! parameters. The gains fall as Spall advises; steps are given for the end of the run, as in fishtest.

mod games;

use rand::Rng;
use serde::{Deserialize, Serialize};

pub use games::{Plan, SpsaError, declared, tune};

/// The exponent by which steps fall.
const ALPHA: f64 = 0.602;
/// The exponent by which perturbations fall.
const GAMMA: f64 = 0.101;
/// The part of the iterations that damps the first steps (Spall's A).
const STABILITY: f64 = 0.1;
/// The part of its range by which a parameter is perturbed at the end.
const PERTURBATION: f64 = 0.05;

/// A parameter that is being tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuned {
    /// The engine's option.
    pub name: String,
    /// Its value at the start of the run.
    pub start: f64,
    /// Its present value.
    pub value: f64,
    /// Its minimum.
    pub min: f64,
    /// Its maximum.
    pub max: f64,
}

impl Tuned {
    /// Creates a parameter at its default.
    pub fn new(name: &str, default: i32, min: i32, max: i32) -> Self {
        Self {
            name: name.to_owned(),
            start: default.into(),
            value: default.into(),
            min: min.into(),
            max: max.into(),
        }
    }

    /// Returns its perturbation at the end of the run, large enough to differ as a whole number.
    fn perturbation(&self) -> f64 {
        ((self.max - self.min) * PERTURBATION).max(0.5)
    }
}

/// A run, as it is kept between iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Iterations made.
    pub done: u32,
    /// Iterations planned: steps depend on it.
    pub planned: u32,
    /// The learning rate; fishtest's usual one is 0.002.
    pub rate: f64,
    /// The parameters.
    pub parameters: Vec<Tuned>,
}

/// A random direction: by how much each parameter is moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation(Vec<f64>);

impl Run {
    /// Returns the values of both players: all parameters moved by a perturbation, and by its opposite. They are
    /// rounded, as options are whole numbers; stochastically, so that small moves count on average.
    pub fn players(&self, perturbation: &Perturbation, random: &mut impl Rng) -> [Vec<i32>; 2] {
        let threshold: f64 = random.random();
        [1.0, -1.0].map(|sign| {
            let moved = self.parameters.iter().zip(&perturbation.0);
            moved
                .map(|(tuned, by)| {
                    let value = (tuned.value + sign * by).clamp(tuned.min, tuned.max);
                    ((value + threshold).floor().clamp(tuned.min, tuned.max)) as i32
                })
                .collect()
        })
    }

    /// Returns a random direction for the next iteration.
    pub fn perturb(&self, random: &mut impl Rng) -> Perturbation {
        let growth = (f64::from(self.planned) / f64::from(self.done + 1)).powf(GAMMA);
        let by = |tuned: &Tuned| tuned.perturbation() * growth * if random.random() { 1.0 } else { -1.0 };
        Perturbation(self.parameters.iter().map(by).collect())
    }

    /// Updates the parameters by a result: wins less losses of the player that was moved by the perturbation.
    pub fn update(&mut self, perturbation: &Perturbation, result: f64) {
        let planned = f64::from(self.planned);
        let late = STABILITY * planned;
        let iteration = f64::from(self.done + 1);
        for (tuned, by) in self.parameters.iter_mut().zip(&perturbation.0) {
            let end = tuned.perturbation();
            let gain = self.rate * end * end * ((late + planned) / (late + iteration)).powf(ALPHA);
            tuned.value = (tuned.value + gain / by * result).clamp(tuned.min, tuned.max);
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Returns two parameters with the best values 30 and 80, judged by noisy games.
    fn tuned(rate: f64, quality: impl Fn(&[i32]) -> f64) -> Run {
        let parameters = vec![Tuned::new("a", 60, 0, 100), Tuned::new("b", 50, 0, 100)];
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
        let run = tuned(0.02, |values| -(square(values[0], 30) + square(values[1], 80)) / 400.0);
        let [a, b] = [run.parameters[0].value, run.parameters[1].value];
        assert!((a - 30.0).abs() < 8.0 && (b - 80.0).abs() < 8.0, "{a} {b}");
    }

    #[test]
    fn values_stay_in_their_ranges() {
        let run = tuned(0.5, |values| f64::from(values[0] - values[1]));
        assert!(
            run.parameters.iter().all(|tuned| (0.0..=100.0).contains(&tuned.value)),
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
            parameters: vec![Tuned::new("a", 50, 0, 100)],
        };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let direction = run.perturb(&mut random);
        let [plus, minus] = run.players(&direction, &mut random);
        assert!((plus[0] - 50) * (minus[0] - 50) < 0, "{plus:?} {minus:?}");
    }
}
