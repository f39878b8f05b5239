//! Going downhill: Adam (Kingma and Ba, 2015) with steps that get shorter as a cosine does.

use super::layout::Parameters;

const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.99;

/// The state of a descent.
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    step: i32,
    steps: i32,
    rate: f32,
}

impl Adam {
    /// A descent of so many steps, the first ones of about `rate`.
    pub fn new(steps: u32, rate: f32) -> Self {
        Self {
            mean: Vec::new(),
            square: Vec::new(),
            step: 0,
            steps: steps as i32,
            rate,
        }
    }

    /// One step down the slope.
    pub fn step(&mut self, parameters: &mut Parameters, slope: &Parameters) {
        let slope: Vec<f32> = numbers(slope).collect();
        self.mean.resize(slope.len(), 0.0);
        self.square.resize(slope.len(), 0.0);
        let done = self.step as f32 / self.steps.max(1) as f32;
        self.step += 1;
        let rate = self.rate * (0.02 + 0.98 * (1.0 + (done * std::f32::consts::PI).cos()) / 2.0);
        let (bias, bias_of_squares) = (1.0 - MOMENTUM.powi(self.step), 1.0 - SQUARES.powi(self.step));
        for (i, number) in numbers_mut(parameters).enumerate() {
            self.mean[i] += (1.0 - MOMENTUM) * (slope[i] - self.mean[i]);
            self.square[i] += (1.0 - SQUARES) * (slope[i] * slope[i] - self.square[i]);
            let size = (self.square[i] / bias_of_squares).sqrt() + 1e-10;
            *number -= rate * self.mean[i] / bias / size;
        }
    }
}

/// All numbers in a fixed order.
pub fn numbers(parameters: &Parameters) -> impl Iterator<Item = f32> {
    let factors = parameters.factors.iter().flatten();
    factors
        .chain(&parameters.king_attacks)
        .copied()
        .chain([parameters.tempo])
}

/// All numbers in the same order, to be changed.
pub fn numbers_mut(parameters: &mut Parameters) -> impl Iterator<Item = &mut f32> {
    let factors = parameters.factors.iter_mut().flatten();
    factors
        .chain(&mut parameters.king_attacks)
        .chain([&mut parameters.tempo])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_is_found() {
        let aim = [3.0, -2.0, 0.5, 1.5];
        let mut parameters = Parameters {
            factors: vec![[0.0; 2]],
            king_attacks: vec![0.0],
            tempo: 0.0,
        };
        let mut descent = Adam::new(300, 0.1);
        for _ in 0..300 {
            let mut slope = parameters.clone();
            numbers_mut(&mut slope)
                .zip(aim)
                .for_each(|(number, aim)| *number -= aim);
            descent.step(&mut parameters, &slope);
        }
        for (found, aim) in numbers(&parameters).zip(aim) {
            assert!((found - aim).abs() < 0.05, "{found} {aim}");
        }
    }
}
