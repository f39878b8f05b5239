//! Diagrams as SVG.

use std::fmt::Write;

use super::drawing::{Drawing, drawings};
use super::layout::{Layout, SIDE};
use super::{Diagram, Mark, is_dark, lettering};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Color, Definition, PieceDefinition, PieceType};
use kurier_rules::sanitize::escape_markup;

const PAPER: &str = "#fbf6ea";
const INK: &str = "#5b4636";
const LIGHT: &str = "#f2e6cd";
const DARK: &str = "#c9ab85";
const HIGHLIGHT: &str = "#e8c547";
const MARK: &str = "#2f6f4f";
const CAPTURE: &str = "#b3382c";
const FIRST: &str = "#3a6ea5";
const ARROW: &str = "#2c6fad";

/// The size of a piece, as a fraction of its square.
const PIECE: f64 = 0.9;
/// The height of the coordinates' letters and digits, in units.
const COORDINATE: f64 = 23.0;

impl Diagram {
    /// Renders the diagram as SVG, with squares of `side` by `side` pixels.
    pub fn svg(&self, side: u32) -> String {
        let layout = self.layout();
        let (width, height) = layout.size();
        let (columns, rows) = self.pixels(side);
        let mut out = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{columns}" height="{rows}" viewBox="0 0 {width} {height}">"#
        );
        let _ = write!(out, "<title>{}</title>", escape_markup(&self.definition.title));
        out += &symbols(&self.definition);
        out += &board(&self.definition, &layout);
        for square in &self.highlights {
            let (x, y) = layout.corner(*square);
            let _ = write!(
                out,
                r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{HIGHLIGHT}" fill-opacity=".65"/>"#
            );
        }
        for square in self.definition.shape.squares() {
            if let Some((piece_type, color)) = self.piece_at(square) {
                let (x, y) = layout.corner(square);
                let inset = SIDE * (1.0 - PIECE) / 2.0;
                let _ = write!(
                    out,
                    r##"<use href="#{}" transform="translate({} {}) scale({PIECE})"/>"##,
                    self.definition.letter(piece_type, color),
                    x + inset,
                    y + inset
                );
            }
        }
        for (square, mark) in &self.marks {
            out += &mark_shape(middle(&layout, *square), *mark);
        }
        for (from, to) in &self.arrows {
            out += &arrow(middle(&layout, *from), middle(&layout, *to));
        }
        out += "</svg>\n";
        out
    }

    /// Returns the width and height of the picture in pixels, for squares of `side` by `side` pixels.
    pub(super) fn pixels(&self, side: u32) -> (u32, u32) {
        let (width, height) = self.layout().size();
        let pixels = |units: f64| (units * f64::from(side) / SIDE).ceil() as u32;
        (pixels(width), pixels(height))
    }

    fn layout(&self) -> Layout<'_> {
        Layout::new(&self.definition.shape, self.flipped)
    }
}

/// Returns the SVG `defs` element with all pieces of a game in both colours, 100 by 100 units each. The id of a piece
/// is its letter in a FEN.
pub fn symbols(definition: &Definition) -> String {
    let mut out = String::from("<defs>");
    for ((piece_type, piece), drawing) in definition.piece_types().zip(drawings(definition)) {
        for color in Color::BOTH {
            let _ = write!(
                out,
                r#"<g id="{}" {}>{}</g>"#,
                definition.letter(piece_type, color),
                style(color),
                shapes(piece, drawing)
            );
        }
    }
    out += "</defs>";
    out
}

/// Returns the SVG attributes that set the colours and the line style of a side's pieces.
fn style(color: Color) -> String {
    let (fill, stroke, ink) = match color {
        Color::White => ("#fffaf0", "#2a211a", "#2a211a"),
        Color::Black => ("#3a322c", "#15100c", "#fff4e0"),
    };
    format!(
        r#"fill="{fill}" stroke="{stroke}" color="{ink}" stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round""#
    )
}

/// Renders a piece alone as SVG, of 100 by 100 units, for boards that other programs draw. `piece_type` must belong to
/// the game.
pub fn piece_picture(definition: &Definition, piece_type: PieceType, color: Color) -> String {
    let shapes = piece_shapes(definition);
    let shapes = shapes.get(piece_type.index()).map_or("", String::as_str);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g {}>{shapes}</g></svg>"#,
        style(color)
    )
}

/// Returns the SVG shapes of each piece type, in a square of 100 by 100 units. The shapes inherit their colours from
/// the element in which they are placed.
pub fn piece_shapes(definition: &Definition) -> Vec<String> {
    let pieces = definition.pieces.iter().zip(drawings(definition));
    pieces.map(|(piece, drawing)| shapes(piece, drawing)).collect()
}

/// Returns the SVG shapes of a piece: its own from the game's file if it has any, otherwise its drawing, or a disc with
/// its letter if it has neither.
fn shapes(piece: &PieceDefinition, drawing: Option<Drawing>) -> String {
    if let Some(shapes) = &piece.shapes {
        return shapes.clone();
    }
    if let Some(drawing) = drawing {
        return drawing.shapes().to_owned();
    }
    let mut disc = String::from(r#"<circle cx="50" cy="50" r="42"/>"#);
    lettering::write(&mut disc, &piece.letter.to_string(), (50.0, 50.0), 44.0, 7.0);
    disc
}

/// Returns the SVG of the empty board: its squares, their coordinates, and the letters of its levels.
pub fn board(definition: &Definition, layout: &Layout<'_>) -> String {
    let shape = &definition.shape;
    // On boards with several levels there is room for coordinates on two sides only.
    let space = shape.levels() > 1;
    let (width, height) = layout.size();
    let mut out = format!(r#"<rect width="{width}" height="{height}" fill="{PAPER}"/>"#);
    for square in shape.squares() {
        let (x, y) = layout.corner(square);
        let fill = if is_dark(shape, square) { DARK } else { LIGHT };
        let _ = write!(
            out,
            r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>"#
        );
    }
    let _ = write!(out, r#"<g color="{INK}">"#);
    for level in 0..shape.levels() {
        let (x, y) = layout.level(level);
        let (wide, high) = (f64::from(shape.files()) * SIDE, f64::from(shape.ranks()) * SIDE);
        for file in 0..shape.files() {
            let letter = Shape::file_letter(file).to_string();
            let middle = x + layout.column(file) + SIDE / 2.0;
            lettering::write(
                &mut out,
                &letter,
                (middle, y + high + layout.strip() - 2.0),
                COORDINATE,
                3.0,
            );
            if !space {
                lettering::write(&mut out, &letter, (middle, y - layout.strip() - 2.0), COORDINATE, 3.0);
            }
        }
        for rank in 0..shape.ranks() {
            let number = (rank + 1).to_string();
            let middle = y + layout.row(rank) + SIDE / 2.0;
            lettering::write(&mut out, &number, (x - layout.strip(), middle), COORDINATE, 3.0);
            if !space {
                lettering::write(&mut out, &number, (x + wide + layout.strip(), middle), COORDINATE, 3.0);
            }
        }
        if space {
            let letter = shape.level_letter(level).to_string();
            lettering::write(&mut out, &letter, (x + wide / 2.0, y - layout.above()), 46.0, 7.0);
        }
    }
    out += "</g>";
    out
}

fn middle(layout: &Layout<'_>, square: Square) -> (f64, f64) {
    let (x, y) = layout.corner(square);
    (x + SIDE / 2.0, y + SIDE / 2.0)
}

/// Returns the SVG of the mark of a square: a disc if the piece can move to the square and capture on it, a ring if the
/// piece can only move, a cross if it can only capture, or a diamond if it can go to the square only as its first move.
fn mark_shape((x, y): (f64, f64), mark: Mark) -> String {
    match mark {
        Mark::Both => format!(r#"<circle cx="{x}" cy="{y}" r="16" fill="{MARK}" fill-opacity=".85"/>"#),
        Mark::Quiet => format!(
            r#"<circle cx="{x}" cy="{y}" r="14" fill="none" stroke="{MARK}" stroke-opacity=".85" stroke-width="8"/>"#
        ),
        Mark::Capture => format!(
            r#"<path d="M{} {}l30 30m0-30l-30 30" fill="none" stroke="{CAPTURE}" stroke-opacity=".9" stroke-width="9" stroke-linecap="round"/>"#,
            x - 15.0,
            y - 15.0
        ),
        Mark::First => format!(
            r#"<path d="M{x} {}l19 19l-19 19l-19-19z" fill="{FIRST}" fill-opacity=".85"/>"#,
            y - 19.0
        ),
    }
}

/// Returns the SVG of an arrow between two points; empty if the points are equal.
fn arrow((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    let length = (x2 - x1).hypot(y2 - y1);
    if length == 0.0 {
        return String::new();
    }
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let along = |by: f64, aside: f64| format!("{:.1} {:.1}", x1 + dx * by - dy * aside, y1 + dy * by + dx * aside);
    let neck = length - 38.0;
    format!(
        r#"<path d="M{} L{} L{} L{} L{} L{} L{} Z" fill="{ARROW}" fill-opacity=".75"/>"#,
        along(18.0, 8.0),
        along(neck, 8.0),
        along(neck, 24.0),
        along(length, 0.0),
        along(neck, -24.0),
        along(neck, -8.0),
        along(18.0, -8.0)
    )
}
