//! Draws the progress of a run.

use kurier_plots::{Ink, Plot, PlotError};

use super::State;
use super::state::Elo;

/// Draws the gains of the generations over time, in minutes, as SVG: a line for the best evaluation, with the error of
/// each generation's match, and a dot for each generation that was not taken.
///
/// # Errors
/// Fails if the drawing library returns an error.
pub(super) fn plot(state: &State) -> Result<String, PlotError> {
    let mut best = vec![(0.0, 0.0)];
    let mut errors = Vec::new();
    let mut refused = Vec::new();
    for generation in &state.generations {
        let (_, level) = best[best.len() - 1];
        let minutes = generation.end / 60.0;
        best.push((minutes, level));
        if let Some(Elo { difference, error }) = generation.elo() {
            let reached = level + difference;
            if generation.taken {
                best.push((minutes, reached));
                errors.push([(minutes, reached - error), (minutes, reached + error)]);
            } else {
                refused.push((minutes, reached));
            }
        }
    }
    Plot::new("minutes", "Elo gained")
        .line("", Ink::Blue, best)
        .errors(Ink::Blue, errors)
        .dots(Ink::Red, refused)
        .svg()
}
