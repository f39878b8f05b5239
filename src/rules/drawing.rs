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
    "alibaba" "alibuck" "amazon" "archbishop" "archduke" "baron" "bishop" "camel" "cannon" "chancellor" "courier"
    "dabbabah" "duchess" "duke" "dybbuk" "eagle" "elephant" "elk" "emperor" "empress" "ferz" "gnu" "governor" "king"
    "knight" "lion" "man" "oberon" "pawn" "prince" "queen" "rook" "sail" "scout" "stockbroker" "unicorn" "wazir"
};

impl Drawing {
    /// All drawings, by name.
    pub fn all() -> &'static [Drawing] {
        DRAWINGS
    }

    /// The drawing of a name; its letters may be large or small.
    pub fn named(name: &str) -> Option<&'static Drawing> {
        DRAWINGS.iter().find(|drawing| drawing.name.eq_ignore_ascii_case(name))
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
                shapes.starts_with('<') && shapes.ends_with("/>"),
                "{drawing:?}: {shapes}"
            );
            assert_eq!(Drawing::named(&drawing.name().to_uppercase()), Some(drawing));
        }
    }
}
