//! The parts of which pages are made.

use kurier_rules::sanitize::escape_markup;

use crate::interval::Estimate;

/// The style of all pages.
const STYLE: &str = include_str!("style.css");

/// Returns a complete HTML document. `body` is markup; `title` is plain text.
pub(super) fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape_markup(title)
    )
}

/// Returns a section with a heading.
pub(super) fn section(heading: &str, content: &str) -> String {
    format!("<section><h2>{}</h2>\n{content}\n</section>\n", escape_markup(heading))
}

/// Returns a card with a number.
pub(super) fn card(number: &str, words: &str) -> String {
    format!(
        "<div class=\"card\"><b>{}</b><span>{}</span></div>",
        escape_markup(number),
        escape_markup(words)
    )
}

/// Returns a picture with its caption.
pub(super) fn figure(svg: &str, caption: &str) -> String {
    format!(
        "<figure>{svg}<figcaption>{}</figcaption></figure>\n",
        escape_markup(caption)
    )
}

/// Returns a table. Cells are markup; headings are plain text.
pub(super) fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let heads: String = headings
        .iter()
        .map(|heading| format!("<th>{}</th>", escape_markup(heading)))
        .collect();
    let row = |cells: &Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<div class=\"scroll\"><table><thead><tr>{heads}</tr></thead><tbody>\n{rows}</tbody></table></div>\n")
}

/// Returns a bar that is filled to a share, from 0 to 1.
pub(super) fn bar(share: f64) -> String {
    let width = 100.0 * share.clamp(0.0, 1.0);
    format!("<span class=\"bar\"><i style=\"width:{width:.1}%\"></i></span>")
}

/// Returns a picture of an estimate and its interval on a line from 0 to `most`, and of a known value, if there is one.
pub(super) fn range(estimate: Estimate, known: Option<f64>, most: f64) -> String {
    let place = |value: f64| 2.0 + 124.0 * (value / most).clamp(0.0, 1.0);
    let (low, value, high) = (place(estimate.low), place(estimate.value), place(estimate.high));
    let known = known.map_or_else(String::new, |known| {
        let at = place(known);
        format!("<path d=\"M{at:.1} 2v14\" stroke=\"#b3382c\" stroke-width=\"2\"/>")
    });
    format!(
        "<svg class=\"range\" viewBox=\"0 0 128 18\"><path d=\"M2 9h124\" stroke=\"#e2d6c0\"/>\
         <path d=\"M{low:.1} 9H{high:.1}\" stroke=\"#2c6fad\" stroke-width=\"3\"/>{known}\
         <circle cx=\"{value:.1}\" cy=\"9\" r=\"4\" fill=\"#2c6fad\"/></svg>"
    )
}
