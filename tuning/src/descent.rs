//! Going downhill: Adam (Kingma and Ba, 2015) with decay apart from the slope (AdamW: Loshchilov and Hutter, 2019) and
//! steps that get shorter as a cosine does.

const MOMENTUM: f32 = 0.9;

/// How to go.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The size of the first steps.
    pub rate: f32,
    /// The size of the last steps, as a part of that.
    pub last: f32,
    /// How slowly the squares of slopes are forgotten, 0 to 1.
    pub squares: f32,
    /// The part of each number that is lost in a step, times the step's size.
    pub decay: f32,
}

/// The state of a descent.
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    step: i32,
    steps: i32,
    pace: Pace,
}

impl Adam {
    /// A descent of so many steps.
    pub fn new(steps: u32, pace: Pace) -> Self {
        Self {
            mean: Vec::new(),
            square: Vec::new(),
            step: 0,
            steps: steps as i32,
            pace,
        }
    }

    /// One step down the slope: numbers and slope in the same order every time.
    pub fn step<'a>(&mut self, numbers: impl Iterator<Item = &'a mut f32>, slope: impl Iterator<Item = f32>) {
        let Pace {
            rate,
            last,
            squares,
            decay,
        } = self.pace;
        let done = self.step as f32 / self.steps.max(1) as f32;
        self.step += 1;
        let rate = rate * (last + (1.0 - last) * (1.0 + (done * std::f32::consts::PI).cos()) / 2.0);
        let (bias, bias_of_squares) = (1.0 - MOMENTUM.powi(self.step), 1.0 - squares.powi(self.step));
        for (i, (number, slope)) in numbers.zip(slope).enumerate() {
            if i == self.mean.len() {
                self.mean.push(0.0);
                self.square.push(0.0);
            }
            let (mean, square) = (&mut self.mean[i], &mut self.square[i]);
            *mean += (1.0 - MOMENTUM) * (slope - *mean);
            *square += (1.0 - squares) * (slope * slope - *square);
            let size = (*square / bias_of_squares).sqrt() + 1e-10;
            *number -= rate * (*mean / bias / size + decay * *number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_is_found() {
        let aim = [3.0, -2.0, 0.5, 1.5];
        let mut numbers = [0.0; 4];
        let pace = Pace {
            rate: 0.1,
            last: 0.02,
            squares: 0.99,
            decay: 0.0,
        };
        let mut descent = Adam::new(300, pace);
        for _ in 0..300 {
            let slope: Vec<f32> = numbers.iter().zip(aim).map(|(number, aim)| number - aim).collect();
            descent.step(numbers.iter_mut(), slope.into_iter());
        }
        for (found, aim) in numbers.into_iter().zip(aim) {
            assert!((found - aim).abs() < 0.05, "{found} {aim}");
        }
    }

    #[test]
    fn what_the_slope_does_not_want_decays() {
        let mut numbers = [1.0];
        let pace = Pace {
            rate: 0.1,
            last: 1.0,
            squares: 0.99,
            decay: 0.5,
        };
        let mut descent = Adam::new(10, pace);
        for _ in 0..10 {
            descent.step(numbers.iter_mut(), [0.0].into_iter());
        }
        assert!((numbers[0] - 0.95f32.powi(10)).abs() < 1e-4, "{numbers:?}");
    }
}
