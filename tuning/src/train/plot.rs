//! Draws the loss curves of a training.

use plotters::prelude::*;

use super::Trained;

/// Draws the losses by epoch as SVG: training, validation, and the classical evaluation alone.
///
/// # Errors
/// The drawing library fails.
pub fn plot(trained: &Trained) -> Result<String, Box<dyn std::error::Error>> {
    let lines = [
        (
            "training",
            BLUE,
            trained.epochs.iter().map(|epoch| epoch.training).collect::<Vec<_>>(),
        ),
        (
            "validation",
            RED,
            trained.epochs.iter().map(|epoch| epoch.validation).collect(),
        ),
        (
            "classical evaluation",
            BLACK,
            vec![trained.classical; trained.epochs.len()],
        ),
    ];
    let all = lines.iter().flat_map(|(_, _, losses)| losses).copied();
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    let margin = (high - low).max(1e-6) / 20.0;
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (640, 400)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(1..trained.epochs.len().max(2), low - margin..high + margin)?;
        chart
            .configure_mesh()
            .x_desc("epoch")
            .y_desc("loss")
            .light_line_style(WHITE)
            .draw()?;
        for (name, color, losses) in lines {
            let points = losses.into_iter().enumerate().map(|(epoch, loss)| (epoch + 1, loss));
            chart
                .draw_series(LineSeries::new(points, &color))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .draw()?;
        area.present()?;
    }
    Ok(picture)
}
