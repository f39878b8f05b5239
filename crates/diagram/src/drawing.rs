//! The drawings of the pieces: the SVG files in `pieces/`, embedded in the program.

use std::fmt;

use kurier_pieces::DRAWINGS;

use kurier_rules::rules::Definition;

/// The drawing of a piece type, in a square of 100 by 100 units.
///
/// A drawing inherits its colours from the SVG element around it: `fill` and `stroke` for bodies and outlines, `color`
/// for the details drawn on bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Drawing {
    name: &'static str,
    file: &'static str,
}

/// Alternative names of pieces, each with the name of its drawing.
const SYNONYMS: [(&str, &str); 16] = [
    ("alfil", "elephant"),
    ("cardinal", "archbishop"),
    ("chariot", "rook"),
    ("counsellor", "ferz"),
    ("fers", "ferz"),
    ("general", "ferz"),
    ("guard", "man"),
    ("horse", "knight"),
    ("marshal", "chancellor"),
    ("marshall", "chancellor"),
    ("princess", "archbishop"),
    ("raja", "king"),
    ("sage", "man"),
    ("shah", "king"),
    ("soldier", "pawn"),
    ("wildebeest", "gnu"),
];

impl Drawing {
    /// Returns all drawings, sorted by name.
    pub fn all() -> impl Iterator<Item = Drawing> {
        DRAWINGS.iter().map(|&(name, file)| Drawing { name, file })
    }

    /// Returns the drawing with this name or synonym, in upper or lower case; `None` if there is none. Blanks are read
    /// as hyphens: `Short Rook` is `short-rook`.
    pub fn named(name: &str) -> Option<Drawing> {
        let name = name.trim().to_ascii_lowercase().replace(' ', "-");
        let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == name);
        let name = synonym.map_or(name.as_str(), |(_, drawing)| drawing);
        Self::all().find(|drawing| drawing.name == name)
    }

    /// Returns the name of the drawing's file, without its extension.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns the content of the drawing's `svg` element.
    pub fn shapes(self) -> &'static str {
        let inside = self
            .file
            .split_once('>')
            .and_then(|(_, rest)| rest.rsplit_once("</svg>"));
        inside.map_or("", |(shapes, _)| shapes.trim())
    }
}

/// Returns the drawing of each piece type: the drawing that the game's file names or, if the file names none, the
/// drawing with the piece's name. An entry is `None` if no drawing is found or an earlier piece type already uses the
/// drawing; the piece is then shown as a letter, unless the game's file contains shapes for it.
pub(super) fn drawings(definition: &Definition) -> Vec<Option<Drawing>> {
    let mut chosen: Vec<Option<Drawing>> = Vec::new();
    for piece in &definition.pieces {
        let found = Drawing::named(piece.drawing.as_ref().unwrap_or(&piece.name));
        chosen.push(found.filter(|_| !chosen.contains(&found)));
    }
    chosen
}

/// Returns a human-readable warning for each drawing that a game's file names but that cannot be used.
pub fn lints(definition: &Definition) -> Vec<String> {
    let pieces = definition.pieces.iter().zip(drawings(definition));
    let wrong = pieces.filter_map(|(piece, chosen)| {
        let named = piece
            .drawing
            .as_ref()
            .filter(|_| chosen.is_none() && piece.shapes.is_none())?;
        let reason = match Drawing::named(named) {
            Some(_) => "another piece has this drawing".to_owned(),
            None => {
                let names: Vec<&str> = Drawing::all().map(|drawing| drawing.name()).collect();
                format!("expected one of the drawings: {}", names.join(", "))
            }
        };
        Some(format!(
            "the {} ({}) is not drawn as `{named}`: {reason}",
            piece.name, piece.letter
        ))
    });
    wrong.collect()
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn drawings_have_shapes_and_are_sorted() {
        assert!(Drawing::all().is_sorted_by_key(|drawing| drawing.name()));
        for drawing in Drawing::all() {
            let shapes = drawing.shapes();
            assert!(
                shapes.starts_with('<') && shapes.ends_with('>') && !shapes.contains("<svg"),
                "{drawing:?}: {shapes}"
            );
            assert_eq!(
                Drawing::named(&drawing.name().to_uppercase().replace('-', " ")),
                Some(drawing)
            );
        }
        for (synonym, drawing) in SYNONYMS {
            assert_eq!(Drawing::named(synonym).map(Drawing::name), Some(drawing));
        }
    }

    #[test]
    fn unusable_drawings_get_lints() {
        let text = include_str!("../../../variants/chess.toml").replacen("\"chess\"", "\"mine\"", 1);
        let game = |bishop: &str| {
            let drawn = format!("move = \"B\", drawing = \"{bishop}\"");
            let text = text.replacen("move = \"B\"", &drawn, 1);
            Catalogue::built_in().add(&text, "x.toml").expect("a correct file")
        };
        let of_bishop = |game: &Definition| {
            let (piece_type, _) = game.piece_of_letter('B').expect("the bishop");
            drawings(game)[piece_type.index()].map(Drawing::name)
        };
        let cannon = game("Cannon");
        assert_eq!((of_bishop(&cannon), lints(&cannon).len()), (Some("cannon"), 0));
        let wyvern = game("wyvern");
        assert_eq!(of_bishop(&wyvern), None);
        assert!(lints(&wyvern)[0].contains("expected one of the drawings: alibaba"));
        let knight = game("knight");
        let lints = lints(&knight);
        assert!(
            lints.len() == 1 && lints[0].contains("another piece has this drawing"),
            "{lints:?}"
        );
    }
}
