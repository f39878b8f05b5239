//! AdamW: Adam (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter, 2019) and a learning rate with
//! cosine decay.

/// The decay of the running mean of gradients, from 0 to 1.
const BETA1: f32 = 0.9;
/// Keeps the denominator of an update above zero.
const EPSILON: f32 = 1e-10;

/// The hyperparameters of the optimizer.
#[derive(Clone, Copy, Debug)]
pub struct AdamW {
    /// The learning rate of the first step.
    pub lr: f32,
    /// The learning rate of the last step, as a fraction of `lr`.
    pub final_lr: f32,
    /// The decay of the running mean of squared gradients, from 0 to 1.
    pub beta2: f32,
    /// The weight decay: each step subtracts the product of the learning rate, this number and the parameter.
    pub weight_decay: f32,
}

/// An AdamW optimizer and its state.
pub struct Optimizer {
    /// The running mean of each parameter's gradient.
    mean: Vec<f32>,
    /// The running mean of each parameter's squared gradient.
    square: Vec<f32>,
    step: i32,
    steps: i32,
    config: AdamW,
}

impl Optimizer {
    /// Creates an optimizer whose learning rate decays over `steps` steps.
    pub fn new(steps: u32, config: AdamW) -> Self {
        Self {
            mean: Vec::new(),
            square: Vec::new(),
            step: 0,
            steps: steps as i32,
            config,
        }
    }

    /// Takes one step down the gradient. Every call must pass the parameters in the same order, and the gradient in the
    /// order of the parameters.
    pub fn step<'a>(&mut self, parameters: impl Iterator<Item = &'a mut f32>, gradient: impl Iterator<Item = f32>) {
        let AdamW {
            lr,
            final_lr,
            beta2,
            weight_decay,
        } = self.config;
        let progress = self.step as f32 / self.steps.max(1) as f32;
        self.step += 1;
        let lr = lr * (final_lr + (1.0 - final_lr) * (1.0 + (progress * std::f32::consts::PI).cos()) / 2.0);
        let (correction1, correction2) = (1.0 - BETA1.powi(self.step), 1.0 - beta2.powi(self.step));
        for (i, (parameter, gradient)) in parameters.zip(gradient).enumerate() {
            if i == self.mean.len() {
                self.mean.push(0.0);
                self.square.push(0.0);
            }
            let (mean, square) = (&mut self.mean[i], &mut self.square[i]);
            *mean += (1.0 - BETA1) * (gradient - *mean);
            *square += (1.0 - beta2) * (gradient * gradient - *square);
            let size = (*square / correction2).sqrt() + EPSILON;
            *parameter -= lr * (*mean / correction1 / size + weight_decay * *parameter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_is_found() {
        let target = [3.0, -2.0, 0.5, 1.5];
        let mut parameters = [0.0; 4];
        let config = AdamW {
            lr: 0.1,
            final_lr: 0.02,
            beta2: 0.99,
            weight_decay: 0.0,
        };
        let mut optimizer = Optimizer::new(300, config);
        for _ in 0..300 {
            let gradient: Vec<f32> = parameters
                .iter()
                .zip(target)
                .map(|(found, target)| found - target)
                .collect();
            optimizer.step(parameters.iter_mut(), gradient.into_iter());
        }
        for (found, target) in parameters.into_iter().zip(target) {
            assert!((found - target).abs() < 0.05, "{found} {target}");
        }
    }

    #[test]
    fn parameters_without_a_gradient_decay() {
        let mut parameters = [1.0];
        let config = AdamW {
            lr: 0.1,
            final_lr: 1.0,
            beta2: 0.99,
            weight_decay: 0.5,
        };
        let mut optimizer = Optimizer::new(10, config);
        for _ in 0..10 {
            optimizer.step(parameters.iter_mut(), [0.0].into_iter());
        }
        assert!((parameters[0] - 0.95f32.powi(10)).abs() < 1e-4, "{parameters:?}");
    }
}
