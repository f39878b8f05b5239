//! Annotation symbols after moves, such as `!?` and `+-`, and null moves.

/// The annotation symbols that rate a move, with their numeric glyphs.
const ON_MOVES: [(&str, &str); 6] = [
    ("!", "$1"),
    ("?", "$2"),
    ("!!", "$3"),
    ("??", "$4"),
    ("!?", "$5"),
    ("?!", "$6"),
];

/// The annotation symbols that rate a position, with their numeric glyphs. A symbol comes before every symbol that is
/// its suffix: `++-` before `+-`.
const ON_POSITIONS: [(&str, &str); 24] = [
    ("\u{25a1}", "$7"),
    ("=", "$10"),
    ("\u{221e}", "$13"),
    ("+/=", "$14"),
    ("+=", "$14"),
    ("\u{2a72}", "$14"),
    ("=/+", "$15"),
    ("=+", "$15"),
    ("\u{2a71}", "$15"),
    ("+/-", "$16"),
    ("\u{b1}", "$16"),
    ("-/+", "$17"),
    ("\u{2213}", "$17"),
    ("++-", "$20"),
    ("+--", "$20"),
    ("--+", "$21"),
    ("-++", "$21"),
    ("+-", "$18"),
    ("+\u{2212}", "$18"),
    ("-+", "$19"),
    ("\u{2212}+", "$19"),
    ("\u{2a00}", "$22"),
    ("\u{2192}", "$40"),
    ("\u{21c6}", "$132"),
];

/// The spellings of a null move.
const NULL_MOVES: [&str; 2] = ["--", "Z0"];

/// Splits a move into the move itself and its annotation symbol, such as `!?`; the symbol is empty if there is none.
pub(super) fn split(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches(['!', '?']).len())
}

/// Splits a move into the move itself and the numeric glyph of an attached annotation symbol that rates the position,
/// if there is one. A single `=` is not such a symbol: it begins a promotion.
pub(super) fn split_position(text: &str) -> (&str, Option<&'static str>) {
    let attached = ON_POSITIONS.iter().filter(|(sign, _)| *sign != "=");
    let found = attached.filter_map(|(sign, glyph)| Some((text.strip_suffix(sign)?, Some(*glyph))));
    let mut moves = found.filter(|(text, _)| text.contains(char::is_alphanumeric));
    moves.next().unwrap_or((text, None))
}

/// Returns the glyph for an annotation symbol that is not attached to a move, or `None` for an unknown symbol. Symbols
/// that rate a move are glyphs themselves.
pub(super) fn glyph(sign: &str) -> Option<String> {
    let (rest, on_move) = split(sign);
    if rest.is_empty() && !on_move.is_empty() {
        return Some(on_move.to_owned());
    }
    let found = ON_POSITIONS.iter().find(|(known, _)| *known == sign);
    found.map(|(_, glyph)| (*glyph).to_owned())
}

/// Tests whether a glyph is an annotation symbol that the writer attaches to the move, such as `!?`.
pub(super) fn is_attached(glyph: &str) -> bool {
    !glyph.is_empty() && split(glyph).0.is_empty()
}

/// Returns the numeric glyph for an annotation symbol that rates a move; returns other glyphs unchanged.
pub(super) fn numeric(glyph: &str) -> &str {
    let found = ON_MOVES.iter().find(|(sign, _)| *sign == glyph);
    found.map_or(glyph, |(_, numeric)| numeric)
}

/// Tests whether a glyph rates a move, as an annotation symbol or as a number.
pub fn is_on_move(glyph: &str) -> bool {
    is_attached(glyph) || ON_MOVES.iter().any(|(_, numeric)| *numeric == glyph)
}

/// Tests whether a string is a glyph: an annotation symbol that rates a move, or `$` and a number.
pub fn is_glyph(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_attached(text) || text.strip_prefix('$').is_some_and(is_number)
}

/// Tests whether a string, with or without an annotation symbol, is a null move.
pub(super) fn is_null_move(text: &str) -> bool {
    NULL_MOVES.contains(&split(text).0)
}
