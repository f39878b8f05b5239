//! The moves of pieces that are defined by their names alone, as in the program that shows diagrams. Names that stand
//! for different moves in different games are left out, and so are `gryphon` and `griffon`, which that program takes
//! for a griffin without its first step.

/// Names of pieces in lower case, with their moves in the notation of diagrams.
const KNOWN: [(&str, &str); 45] = [
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("princess", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("marshal", "RN"),
    ("empress", "RN"),
    ("amazon", "QN"),
    ("cannon", "mRcpR"),
    ("pao", "mRcpR"),
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
    ("man", "K"),
    ("mann", "K"),
    ("lion", "KNADcaKmabKcabK"),
    ("nightrider", "NN"),
    ("grasshopper", "gQ"),
    ("wizard", "FC"),
    ("champion", "WAD"),
    ("griffin", "[F?fsR]"),
    ("manticore", "[W?fsB]"),
    ("aanca", "[W?fsB]"),
    ("rose", "qN"),
    ("mao", "afsW"),
    ("horse", "afsW"),
    ("advisor", "F"),
    ("lance", "fR"),
    ("copper", "vWfF"),
    ("silver", "FfW"),
    ("silvergeneral", "FfW"),
    ("gold", "WfF"),
    ("goldgeneral", "WfF"),
];

/// The moves of a king on boards with up to eight files, and on boards with more.
const KINGS: [&str; 2] = ["KisO2", "KisO3"];

/// Returns the moves of the piece with a name, ignoring case, on a board of `files` files; `None` if the name is not
/// known.
pub(super) fn moves(name: &str, files: u8) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    if name == "king" {
        return Some(KINGS[usize::from(files > 8)]);
    }
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, moves)| *moves)
}

#[cfg(test)]
mod tests {
    use crate::import::diagram::Diagrams;

    /// Translates a diagram. If it is refused, all its errors are joined by line breaks.
    fn translated(text: &str) -> Result<String, String> {
        let diagrams = Diagrams::read(text, "named.txt");
        let one = diagrams.translate("named").expect("a diagram");
        one.map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }

    #[test]
    fn a_king_without_moves_castles_as_far_as_the_board_is_wide() {
        let castling = |text: &str| {
            let text = translated(&format!("maxPromote=0 {text}")).expect("a translation");
            let lines = text
                .lines()
                .filter(|line| line.starts_with("king = ") || line.starts_with("rook = "));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(
            castling("rook::::a1,h1 king::::e1"),
            [
                "king = [\"e1\", \"g1\"]",
                "rook = [\"h1\", \"f1\"]",
                "king = [\"e1\", \"c1\"]",
                "rook = [\"a1\", \"d1\"]"
            ]
        );
        assert_eq!(
            castling("files=10 rook::::a1,j1 king::::f1"),
            [
                "king = [\"f1\", \"i1\"]",
                "rook = [\"j1\", \"h1\"]",
                "king = [\"f1\", \"c1\"]",
                "rook = [\"a1\", \"d1\"]"
            ]
        );
        // A king does not castle if it has no partner, if its partner is too near, or if the diagram gives it moves
        // without castling.
        assert!(castling("rook::::d2 king::::e1").is_empty());
        assert!(castling("rook::::d1 king::::e1").is_empty());
        assert!(castling("rook::::a1,h1 king::K::e1").is_empty());
        // A king that is not royal does not castle, while explicit castling of such a piece is refused.
        assert!(castling("royal=G rook::::a1,h1 king::::e1 general:G:K::e2").is_empty());
        assert!(translated("maxPromote=0 royal=G rook::::a1 king::KisO2::e1 general:G:K::e2").is_err());
        // If the outermost piece is not a rook, but a rook stands nearer, the partner is not clear.
        let unclear = translated("maxPromote=0 elephant::FA::a1 rook::::b1 king::::e1").expect_err("unclear");
        assert!(unclear.contains("castles is not clear"), "{unclear}");
    }

    #[test]
    fn names_stand_for_moves_unless_versions_or_games_differ() {
        for (name, moves) in [("Horse", "afsW"), ("goldgeneral", "WfF"), ("man", "K"), ("lance", "fR")] {
            let text = translated(&format!("maxPromote=0 {name}:X:::c2 king::K::e1")).expect(name);
            assert!(text.contains(&format!("move = \"{moves}\"")), "{text}");
        }
        for name in ["gryphon", "griffon", "elephant"] {
            let refusal = translated(&format!("maxPromote=0 {name}:X:::c2 king::K::e1")).expect_err(name);
            assert!(refusal.contains("are missing"), "{refusal}");
        }
    }
}
