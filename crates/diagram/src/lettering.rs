//! A stroke font for letters and digits, so that diagrams need no installed font and look identical everywhere.

use std::fmt::Write;

/// The glyphs, one per line; the comment at the top of the file describes the columns.
const FONT: &str = include_str!("../data/stroke_font.tsv");
/// The height of a capital letter, in units of the font.
const CAPITAL: f64 = 14.0;
/// The space between two letters, in units of the font.
const GAP: f64 = 3.5;

/// A letter or digit of the stroke font.
struct Glyph {
    letter: char,
    /// The advance width, in units of the font.
    width: f64,
    /// SVG path data, from the glyph's upper left corner.
    strokes: &'static str,
}

impl Glyph {
    /// Parses a line of the font file; returns `None` if the line does not define a glyph.
    fn parse(line: &'static str) -> Option<Self> {
        let (letter, rest) = line.split_once('\t')?;
        let (width, strokes) = rest.split_once('\t')?;
        Some(Self {
            letter: letter.parse().ok()?,
            width: width.parse().ok()?,
            strokes,
        })
    }
}

/// Returns all glyphs, in the order of the font file.
fn glyphs() -> impl Iterator<Item = Glyph> {
    FONT.lines().filter_map(Glyph::parse)
}

/// Writes text centred on the point (`x`, `y`), as SVG paths. `height` is the height of a capital letter, and
/// `thickness` is the width of the strokes. The strokes inherit `color` from the SVG element around them. Characters
/// that are neither letters nor digits are skipped.
pub fn write(out: &mut String, text: &str, (x, y): (f64, f64), height: f64, thickness: f64) {
    let found: Vec<Glyph> = text
        .chars()
        .filter_map(|c| glyphs().find(|glyph| glyph.letter == c))
        .collect();
    let width = found.iter().map(|glyph| glyph.width + GAP).sum::<f64>() - GAP;
    let scale = height / CAPITAL;
    let top = y - height / 2.0;
    let mut left = x - width * scale / 2.0;
    for Glyph { width, strokes, .. } in found {
        let _ = write!(
            out,
            r#"<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="{:.2}" transform="translate({left:.1} {top:.1}) scale({scale:.3})" d="{strokes}"/>"#,
            thickness / scale
        );
        left += (width + GAP) * scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_font_is_a_glyph() {
        for line in FONT.lines().filter(|line| !line.starts_with('#')) {
            let glyph = Glyph::parse(line).expect(line);
            assert!(glyph.width > 0.0 && glyph.width < 20.0, "{line}");
            assert!(glyph.strokes.starts_with('M'), "{line}");
            let is_path_data = |c: char| "MLHVCSZ .-".contains(c) || c.is_ascii_digit();
            assert!(glyph.strokes.chars().all(is_path_data), "{line}");
        }
    }

    #[test]
    fn every_letter_and_digit_has_one_glyph() {
        for letter in ('0'..='9').chain('a'..='z').chain('A'..='Z') {
            assert_eq!(glyphs().filter(|glyph| glyph.letter == letter).count(), 1, "{letter}");
        }
        assert_eq!(glyphs().count(), 62);
    }
}
