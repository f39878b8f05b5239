//! The moves of pieces that are defined by their names alone. Names that stand for different moves in different games
//! are left out.

/// Names of pieces in lower case, with their moves in the notation of diagrams.
const KNOWN: [(&str, &str); 37] = [
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "K"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("princess", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("marshal", "RN"),
    ("empress", "RN"),
    ("amazon", "QN"),
    ("cannon", "mRcpR"),
    ("vao", "mBcpB"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("ferz", "F"),
    ("fers", "F"),
    ("wazir", "W"),
    ("alfil", "A"),
    ("dabbaba", "D"),
    ("dabbabah", "D"),
    ("commoner", "K"),
    ("mann", "K"),
    ("lion", "KNADcaKmabKcabK"),
    ("nightrider", "NN"),
    ("grasshopper", "gQ"),
    ("wizard", "FC"),
    ("champion", "WAD"),
    ("gryphon", "[F?fsR]"),
    ("griffin", "[F?fsR]"),
    ("griffon", "[F?fsR]"),
    ("manticore", "[W?fsB]"),
    ("aanca", "[W?fsB]"),
    ("rose", "qN"),
];

/// Returns the moves of a piece, given its name in any case; `None` if the name is not known.
pub(super) fn moves(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, moves)| *moves)
}
