//! What pieces look like: the drawings in `pieces/`, one SVG file each, embedded in the program.

use std::fmt;

/// The drawing of a kind of piece, on a field of 100 by 100 units.
///
/// It takes its colours from where it is placed: `fill` and `stroke` for bodies and outlines, `color` for what is drawn
/// upon bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Drawing {
    name: &'static str,
    file: &'static str,
}

macro_rules! drawings {
    ($($name:literal)*) => {
        &[$(Drawing { name: $name, file: include_str!(concat!("../../pieces/", $name, ".svg")) }),*]
    };
}

const DRAWINGS: &[Drawing] = drawings! {
    "alibaba" "alibuck" "amazon" "archbishop" "archduke" "baron" "bede" "bishop" "camel" "cannon" "chancellor"
    "charging-knight" "charging-rook" "colonel" "courier" "dabbabah" "duchess" "duke" "dybbuk" "eagle" "elephant"
    "elk" "emperor" "empress" "fad" "ferz" "fibnif" "gnu" "governor" "half-duck" "king" "knight" "lion" "man" "oberon"
    "pawn" "prince" "queen" "rook" "sail" "scout" "short-rook" "stockbroker" "unicorn" "waffle" "wazir" "woody-rook"
};

/// Other names of pieces that everybody takes for the same.
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
    /// All drawings, by name.
    pub fn all() -> &'static [Drawing] {
        DRAWINGS
    }

    /// The drawing of a name (`Short Rook` is `short-rook`), or of a synonym.
    pub fn named(name: &str) -> Option<&'static Drawing> {
        let name = name.trim().to_ascii_lowercase().replace(' ', "-");
        let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == name);
        let name = synonym.map_or(name.as_str(), |(_, drawing)| drawing);
        DRAWINGS.iter().find(|drawing| drawing.name == name)
    }

    /// The name: that of its file.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The shapes: SVG without the element around it.
    pub fn shapes(&self) -> &'static str {
        let inside = self
            .file
            .split_once('>')
            .and_then(|(_, rest)| rest.rsplit_once("</svg>"));
        inside.map_or("", |(shapes, _)| shapes.trim())
    }
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_has_shapes_and_a_place_in_the_order() {
        assert!(DRAWINGS.is_sorted_by_key(Drawing::name));
        for drawing in DRAWINGS {
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
}
