//! Draws the loss curves of a training run.

use kurier_plots::{Ink, Plot, PlotError};

use super::Trained;

/// Draws the losses by epoch as SVG: training, validation, and the classical evaluation alone.
///
/// # Errors
/// Fails if the drawing library returns an error.
pub fn plot(trained: &Trained) -> Result<String, PlotError> {
    let numbered = |losses: Vec<f64>| {
        let points = losses.into_iter().enumerate();
        points.map(|(epoch, loss)| (epoch as f64 + 1.0, loss)).collect()
    };
    let training = trained.epochs.iter().map(|epoch| epoch.training).collect();
    let validation = trained.epochs.iter().map(|epoch| epoch.validation).collect();
    let classical = vec![trained.classical; trained.epochs.len()];
    Plot::new("epoch", "loss")
        .line("training", Ink::Blue, numbered(training))
        .line("validation", Ink::Red, numbered(validation))
        .line("classical evaluation", Ink::Black, numbered(classical))
        .svg()
}
