//! A comparison as a page for the browser.

use kurier_plots::{Ink, Plot};
use kurier_rules::sanitize::escape_markup;

use super::parts::{document, figure, section, table};
use crate::comparison::{Comparison, Measure, Unit};
use crate::error::StudyError;

/// The number of measures, counted from the first, that are plotted if the values of a key are numbers.
const PLOTTED: usize = 5;

/// Returns the page of a comparison.
///
/// # Errors
/// Fails if a plot cannot be drawn.
pub fn comparison(comparison: &Comparison) -> Result<String, StudyError> {
    let first = &comparison.studies[0];
    let title = match &comparison.key {
        Some(key) => format!("{}: values of {key}", first.title),
        None => {
            let titles: Vec<&str> = comparison.studies.iter().map(|study| study.title.as_str()).collect();
            titles.join(" against ")
        }
    };
    let studies: Vec<String> = comparison
        .studies
        .iter()
        .map(|study| format!("{}: {} games, {} nodes a move", study.label, study.games, study.nodes))
        .collect();
    let remarks = comparison
        .verdict
        .iter()
        .map(|remark| format!("<li>{}</li>", escape_markup(remark)));
    let remarks: String = remarks.collect();
    let body = format!(
        "<h1>{}</h1>\n<p class=\"soft\">{}</p>\n<ul class=\"verdict\">{remarks}</ul>\n{}{}\
         <footer><p>A difference is printed bold if its 95 % interval does not contain 0. Of twenty differences that do \
         not exist, one is expected to look certain.</p></footer>",
        escape_markup(&title),
        escape_markup(&studies.join("; ")),
        plots(comparison)?,
        section("All measures", &measures(comparison))
    );
    Ok(document(&title, &body))
}

/// Returns plots of the most important measures by the values of the key, if these are numbers.
fn plots(comparison: &Comparison) -> Result<String, StudyError> {
    let values: Option<Vec<f64>> = comparison
        .studies
        .iter()
        .map(|study| study.label.parse().ok())
        .collect();
    let (Some(key), Some(values)) = (&comparison.key, values) else {
        return Ok(String::new());
    };
    let mut figures = String::new();
    for measure in comparison.measures.iter().take(PLOTTED) {
        let scale = if measure.unit == Unit::Share { 100.0 } else { 1.0 };
        let unit = if measure.unit == Unit::Share { ", %" } else { "" };
        let mut known: Vec<_> = values
            .iter()
            .zip(&measure.values)
            .filter_map(|(x, estimate)| Some((*x, (*estimate)?)))
            .collect();
        known.sort_by(|one, other| one.0.total_cmp(&other.0));
        let points: Vec<(f64, f64)> = known.iter().map(|(x, estimate)| (*x, scale * estimate.value)).collect();
        let errors = known
            .iter()
            .map(|(x, estimate)| [(*x, scale * estimate.low), (*x, scale * estimate.high)]);
        let plot = Plot::new(key, &format!("{}{unit}", measure.name))
            .line("", Ink::Blue, points.clone())
            .errors(Ink::Blue, errors.collect())
            .dots(Ink::Blue, points);
        figures += &figure(&plot.svg()?, &measure.name);
    }
    Ok(section("Plots", &format!("<div class=\"two\">{figures}</div>")))
}

/// Returns the table of all measures.
fn measures(comparison: &Comparison) -> String {
    let labels = comparison.studies.iter().map(|study| study.label.as_str());
    let headings: Vec<&str> = std::iter::once("measure").chain(labels).collect();
    let row = |measure: &Measure| {
        let cell = |place: usize| {
            let value = measure.values[place].map_or_else(|| "–".into(), |value| measure.shown(value));
            let difference = measure.differences[place].map_or_else(String::new, |difference| {
                let text = measure.difference_shown(difference);
                match measure.differs(place) {
                    true => format!("<br><b>{text}</b>"),
                    false => format!("<br><span class=\"soft\">{text}</span>"),
                }
            });
            value + &difference
        };
        let cells = (0..measure.values.len()).map(cell);
        std::iter::once(escape_markup(&measure.name)).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = comparison.measures.iter().map(row).collect();
    table(&headings, &rows)
}
