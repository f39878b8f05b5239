//! The drawings of piece types, one SVG file each, on a field of 100 by 100 units.

macro_rules! drawings {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!($name, ".svg")))),*]
    };
}

/// All drawings, sorted by name: the name of the piece type, and the text of its SVG file.
pub const DRAWINGS: &[(&str, &str)] = drawings! {
    "alibaba" "alibuck" "amazon" "archbishop" "archduke" "baron" "bede" "bishop" "camel" "cannon" "chancellor"
    "charging-knight" "charging-rook" "colonel" "courier" "dabbabah" "duchess" "duke" "dybbuk" "eagle" "elephant"
    "elk" "emperor" "empress" "fad" "ferz" "fibnif" "gnu" "governor" "half-duck" "king" "knight" "lion" "man" "oberon"
    "pawn" "prince" "queen" "rook" "sail" "scout" "short-rook" "stockbroker" "unicorn" "waffle" "wazir" "woody-rook"
};
