//! Plots in one uniform style, as SVG: lines, dots, error bars and columns in a frame with two labelled axes.
//!
//! ```
//! use kurier_plots::{Ink, Plot};
//! let svg = Plot::new("epoch", "loss").line("training", Ink::Blue, vec![(1.0, 0.7), (2.0, 0.6)]).svg()?;
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), kurier_plots::PlotError>(())
//! ```

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// The width and height of a plot, in pixels.
const SIZE: (u32, u32) = (640, 400);
/// The space above and below the values, as a fraction of their range.
const MARGIN: f64 = 0.05;
/// The maximum number of decimals in the numbers on the axes.
const DECIMALS: usize = 3;

/// The average width of a letter in a legend, in pixels, estimated rather too large.
const LETTER: f64 = 6.37;
/// The distance between the lines of a legend, in pixels.
const LINE: f64 = 17.5;

/// The chart in which series are drawn.
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The drawing library failed; the text is its error.
#[derive(Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

/// The colour of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// The colour of the main series of a plot.
    Blue,
    /// The colour of a series that is compared with the main one.
    Red,
    /// The colour of a bound or a reference.
    Black,
}

impl Ink {
    /// Converts the colour to the drawing library's type.
    const fn rgb(self) -> RGBColor {
        match self {
            Self::Blue => RGBColor(44, 111, 173),
            Self::Red => RGBColor(179, 56, 44),
            Self::Black => RGBColor(40, 40, 40),
        }
    }
}

/// A series of a plot.
enum Series {
    Line {
        name: String,
        color: Ink,
        points: Vec<(f64, f64)>,
    },
    Dots(Ink, Vec<(f64, f64)>),
    Errors(Ink, Vec<[(f64, f64); 2]>),
    Columns(Ink, f64, Vec<(f64, f64)>),
}

impl Series {
    /// Returns the points between which the series lies.
    fn points(&self) -> Vec<(f64, f64)> {
        match self {
            Self::Line { points, .. } | Self::Dots(_, points) => points.clone(),
            Self::Errors(_, bars) => bars.concat(),
            Self::Columns(_, width, columns) => {
                let corners = columns.iter().flat_map(|(x, height)| [(*x, 0.0), (x + width, *height)]);
                corners.collect()
            }
        }
    }
}

/// A plot with labelled axes. The axes cover all series.
pub struct Plot {
    x: String,
    y: String,
    series: Vec<Series>,
}

impl Plot {
    /// Creates an empty plot. `x` and `y` are the labels of the axes.
    pub fn new(x: &str, y: &str) -> Self {
        Self {
            x: x.to_owned(),
            y: y.to_owned(),
            series: Vec::new(),
        }
    }

    /// Adds a line through points. A legend lists all lines that have a name.
    #[must_use]
    pub fn line(mut self, name: &str, color: Ink, points: Vec<(f64, f64)>) -> Self {
        self.series.push(Series::Line {
            name: name.to_owned(),
            color,
            points,
        });
        self
    }

    /// Adds a dot at each point.
    #[must_use]
    pub fn dots(mut self, color: Ink, points: Vec<(f64, f64)>) -> Self {
        self.series.push(Series::Dots(color, points));
        self
    }

    /// Adds error bars, each with its two ends.
    #[must_use]
    pub fn errors(mut self, color: Ink, bars: Vec<[(f64, f64); 2]>) -> Self {
        self.series.push(Series::Errors(color, bars));
        self
    }

    /// Adds columns that stand on the x axis, each with its left edge and its height. All have the width `width`.
    #[must_use]
    pub fn columns(mut self, color: Ink, width: f64, columns: Vec<(f64, f64)>) -> Self {
        self.series.push(Series::Columns(color, width, columns));
        self
    }

    /// Draws the plot.
    ///
    /// # Errors
    /// Fails if the drawing library fails.
    pub fn svg(&self) -> Result<String, PlotError> {
        self.draw().map_err(|error| PlotError(error.to_string()))
    }

    fn draw(&self) -> Result<String, Box<dyn std::error::Error>> {
        let points: Vec<(f64, f64)> = self.series.iter().flat_map(Series::points).collect();
        let (left, right) = range(points.iter().map(|point| point.0));
        let (low, high) = range(points.iter().map(|point| point.1));
        let margin = (high - low) * MARGIN;
        // Columns stand on the axis.
        let bottom = if low == 0.0 && high > 0.0 { 0.0 } else { low - margin };
        let mut picture = String::new();
        {
            let area = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
            area.fill(&WHITE)?;
            let mut chart = ChartBuilder::on(&area)
                .margin(12)
                .x_label_area_size(44)
                .y_label_area_size(64)
                .build_cartesian_2d(left..right, bottom..high + margin)?;
            chart
                .configure_mesh()
                .x_desc(&self.x)
                .y_desc(&self.y)
                .axis_desc_style(("sans-serif", 16))
                .label_style(("sans-serif", 14))
                .x_label_formatter(&|value| number(*value))
                .y_label_formatter(&|value| number(*value))
                .bold_line_style(RGBColor(228, 228, 228))
                .light_line_style(WHITE)
                .draw()?;
            for series in &self.series {
                draw_series(&mut chart, series)?;
            }
            draw_legend(&chart, &self.series)?;
            area.present()?;
        }
        Ok(picture)
    }
}

/// Draws a series into a chart.
fn draw_series(chart: &mut Chart, series: &Series) -> Result<(), Box<dyn std::error::Error>> {
    match series {
        Series::Line { color, points, .. } => {
            chart.draw_series(LineSeries::new(points.iter().copied(), color.rgb().stroke_width(2)))?;
        }
        Series::Dots(color, points) => {
            let dot = |place: &(f64, f64)| Circle::new(*place, 3, color.rgb().filled());
            chart.draw_series(points.iter().map(dot))?;
        }
        Series::Errors(color, bars) => {
            let bar = |ends: &[(f64, f64); 2]| PathElement::new(*ends, color.rgb());
            chart.draw_series(bars.iter().map(bar))?;
        }
        Series::Columns(color, width, columns) => {
            // A narrow gap separates the columns.
            let gap = width / 20.0;
            let column = |(x, height): &(f64, f64)| {
                let corners = [(x + gap, 0.0), (x + width - gap, *height)];
                Rectangle::new(corners, color.rgb().mix(0.8).filled())
            };
            chart.draw_series(columns.iter().map(column))?;
        }
    }
    Ok(())
}

/// Lists the lines that have a name in a box at the upper right. The drawing library has legends, too, but in
/// WebAssembly it measures their text with the document of a page, and a web worker has none.
fn draw_legend(chart: &Chart, series: &[Series]) -> Result<(), Box<dyn std::error::Error>> {
    let named = series.iter().filter_map(|series| match series {
        Series::Line { name, color, .. } if !name.is_empty() => Some((name.as_str(), color.rgb())),
        _ => None,
    });
    let named: Vec<(&str, RGBColor)> = named.collect();
    let Some(longest) = named.iter().map(|(name, _)| name.chars().count()).max() else {
        return Ok(());
    };
    let area = chart.plotting_area().strip_coord_spec();
    let width = pixels(LETTER * longest as f64) + 50;
    let height = pixels(LINE * (named.len() - 1) as f64) + 31;
    let (left, top) = (pixels(area.dim_in_pixel().0.into()) - width - 5, 5);
    let corners = [(left, top), (left + width, top + height)];
    area.draw(&Rectangle::new(corners, WHITE.mix(0.8).filled()))?;
    area.draw(&Rectangle::new(corners, BLACK.mix(0.3)))?;
    for (index, (name, color)) in named.into_iter().enumerate() {
        let y = top + 10 + pixels(LINE * index as f64);
        let sample = [(left + 10, y + 5), (left + 26, y + 5)];
        area.draw(&PathElement::new(sample, color.stroke_width(2)))?;
        area.draw(&Text::new(name, (left + 40, y), ("sans-serif", 14)))?;
    }
    Ok(())
}

/// Rounds a length to pixels.
fn pixels(length: f64) -> i32 {
    length.round() as i32
}

/// Returns the smallest and the largest of some values, widened to a range that is not empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    match (low.is_finite(), high > low) {
        (false, _) => (0.0, 1.0),
        (true, false) => (low, low + 1.0),
        (true, true) => (low, high),
    }
}

/// Formats a number on an axis without needless decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.DECIMALS$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all texts of a plot.
    fn texts(svg: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(svg).expect("XML");
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        texts
            .filter_map(|node| node.text())
            .map(|text| text.trim().to_owned())
            .collect()
    }

    #[test]
    fn a_plot_has_its_labels_and_names() {
        let plot = Plot::new("minutes", "Elo")
            .line("best", Ink::Blue, vec![(0.0, 0.0), (10.0, 40.0)])
            .line("", Ink::Black, vec![(0.0, 10.0), (10.0, 10.0)])
            .dots(Ink::Red, vec![(5.0, -10.0)])
            .errors(Ink::Red, vec![[(5.0, -20.0), (5.0, 0.0)]]);
        let texts = texts(&plot.svg().expect("a plot"));
        for text in ["minutes", "Elo", "best", "0", "10", "40", "-20"] {
            assert!(texts.iter().any(|found| found == text), "{text} is not in {texts:?}");
        }
    }

    #[test]
    fn columns_stand_on_the_axis() {
        let plot = Plot::new("plies", "games").columns(Ink::Blue, 20.0, vec![(0.0, 3.0), (20.0, 5.0)]);
        let svg = plot.svg().expect("a plot");
        let document = roxmltree::Document::parse(&svg).expect("XML");
        let bottoms: Vec<i32> = document
            .descendants()
            .filter(|node| node.has_tag_name("rect") && node.attribute("fill") == Some("#2C6FAD"))
            .filter_map(|node| {
                let read = |name| node.attribute(name)?.parse::<i32>().ok();
                Some(read("y")? + read("height")?)
            })
            .collect();
        assert_eq!(bottoms.len(), 2);
        assert_eq!(bottoms[0], bottoms[1]);
    }

    #[test]
    fn empty_and_flat_series_are_drawn() {
        for points in [vec![], vec![(1.0, 2.0)], vec![(f64::NAN, 1.0)]] {
            assert!(Plot::new("x", "y").line("a", Ink::Blue, points).svg().is_ok());
        }
    }

    #[test]
    fn numbers_have_no_needless_decimals() {
        assert_eq!(
            [0.0, -0.0, 1.5, 20.0, 0.125].map(number),
            ["0", "0", "1.5", "20", "0.125"]
        );
    }
}
