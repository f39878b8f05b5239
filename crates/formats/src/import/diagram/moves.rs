//! Translates XBetza, the notation of Interactive Diagrams, to Kurier's notation. Most moves are spelled alike. This
//! file handles all that differs: rules of pawns and kings for which Kurier's files have separate keys, and other
//! spellings.

use kurier_rules::rules::betza::{self, Setting};
use kurier_rules::rules::{Movement, PieceType, Reach};

/// The moves of a piece in Kurier's terms.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Moves {
    /// The ordinary moves, in Kurier's notation.
    pub usual: String,
    /// The moves that the piece makes as its first move only, in Kurier's notation, without `i`.
    pub first: Vec<String>,
    /// The numbers of plain steps straight forward that the first move may consist of, as bits: bit 2 stands for two
    /// steps.
    pub first_steps: u16,
    /// Whether the first move may consist of plain steps straight forward up to the middle of the board.
    pub first_to_middle: bool,
    /// Whether a first move other than plain steps straight forward allows an en passant capture.
    pub first_can_be_taken: bool,
    /// Whether the piece may step two squares straight forward from any square.
    pub steps_always: bool,
    /// Whether the piece captures en passant.
    pub takes_en_passant: bool,
    /// The numbers of squares over which the piece castles to both sides.
    pub castling: Vec<u8>,
}

/// Modifiers of XBetza that are not supported, and why.
const UNSUPPORTED: [(char, &str); 6] = [
    ('d', "no piece captures or swaps with one of its own side (`d`)"),
    (
        'k',
        "captures of nothing but kings (`k`) are supported only as `kR`, `kB` or `kQ`, also with `f`",
    ),
    ('u', "no piece is put on a square that another leaves (`u`)"),
    ('x', "no piece lends its moves to others (`x`)"),
    ('t', "`t` is not verified"),
    ('w', "`w` is not verified"),
];

/// The range `*`: as far as the own half of the board.
const OWN_HALF: &str = "*";

/// A term of the notation: modifiers, and what they apply to.
#[derive(Clone, Debug)]
struct Term {
    /// The lower-case letters before the atom.
    modifiers: String,
    /// The atom: a capital, a vector in parentheses, or legs in brackets.
    atom: String,
    /// The digits, the star, or `0` for a doubled letter, after the atom.
    range: String,
}

impl Moves {
    /// Parses the moves of a piece.
    ///
    /// # Errors
    /// A description of what is not understood or what Kurier cannot express.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut moves = Self::default();
        for term in terms(text)? {
            moves.add(&term)?;
        }
        for part in [&moves.usual].into_iter().chain(&moves.first) {
            if !part.is_empty() {
                betza::parse(part, FLAT_BOARD).map_err(|error| error.message)?;
            }
        }
        Ok(moves)
    }

    /// Adds a term.
    fn add(&mut self, term: &Term) -> Result<(), String> {
        let Term { modifiers, atom, range } = term;
        let has = |letter: char| modifiers.contains(letter);
        if let Some((_, why)) = UNSUPPORTED.iter().find(|(letter, _)| has(*letter)) {
            return Err((*why).to_owned());
        }
        match atom.as_str() {
            "O" => return self.castle(modifiers, range),
            "U" => return Err("no piece leaps everywhere (`U`)".into()),
            "I" => return Err("no piece imitates another (`I`)".into()),
            "W" | "R" if range == OWN_HALF && is_plain_first(modifiers) => {
                self.first_to_middle = true;
                return Ok(());
            }
            _ if range == OWN_HALF => {
                return Err("a range that depends on the half of the board (`*`) is supported only as `ifmnW*`".into());
            }
            _ if atom.starts_with('[') => {
                self.usual += &bracket(modifiers, atom)?;
                return Ok(());
            }
            _ => {}
        }
        if has('a') {
            if has('i') || has('e') || has('n') {
                return Err("moves of several legs are neither first moves nor lame".into());
            }
            self.usual += &format!("{modifiers}{atom}{range}");
            return Ok(());
        }
        if has('i') || modifiers.matches('n').count() > 1 {
            return self.add_first(term);
        }
        if has('e') {
            if !has('c') {
                return Err("captures en passant that are not captures otherwise are not supported".into());
            }
            self.takes_en_passant = true;
        }
        self.usual += &plain(term)?;
        Ok(())
    }

    /// Adds a castling.
    fn castle(&mut self, modifiers: &str, range: &str) -> Result<(), String> {
        match range.parse() {
            Ok(squares @ 2..) if sorted(modifiers) == ['i', 's'] => self.castling.push(squares),
            _ => return Err("of castling only `isO2`, `isO3`, ... is supported".into()),
        }
        Ok(())
    }

    /// Adds a term with `i` or `nn`: a first move, or steps from everywhere that can be taken en passant.
    fn add_first(&mut self, term: &Term) -> Result<(), String> {
        let Term { modifiers, atom, range } = term;
        let steps: u16 = match (atom.as_str(), range.parse::<u32>()) {
            ("D", Err(_)) if range.is_empty() => 1 << 2,
            ("H", Err(_)) if range.is_empty() => 1 << 3,
            ("W" | "R", Ok(most @ 2..=LONGEST_FIRST_STEP)) => (1 << (most + 1)) - (1 << 2),
            _ => 0,
        };
        match steps {
            1.. if is_plain_first(modifiers) => self.first_steps |= steps,
            0b100 if sorted(modifiers) == ['f', 'm', 'n', 'n'] => self.steps_always = true,
            _ if !modifiers.contains('i') => {
                return Err("of moves with `nn` only `fmnnD` is supported".into());
            }
            _ if modifiers.contains('e') => return Err("first moves that capture en passant are not supported".into()),
            _ => {
                self.first_can_be_taken |= modifiers.contains('n');
                let modifiers = modifiers.chars().filter(|letter| *letter != 'i').collect();
                self.first.push(plain(&Term {
                    modifiers,
                    ..term.clone()
                })?);
            }
        }
        Ok(())
    }

    /// Returns the maximum number of plain steps straight forward that the first move may consist of, from the rank
    /// `rank`, 1 to `ranks`, of the player's side; 0 if it has none.
    ///
    /// # Errors
    /// More steps are possible, but not two.
    pub fn longest_first_step(&self, rank: u8, ranks: u8) -> Result<u8, String> {
        let most = match self.first_steps {
            0 => 0,
            // All numbers of steps from two on, without a gap.
            steps if (steps + 0b100).is_power_of_two() => steps.ilog2() as u8,
            _ => return Err("a triple step without a double step is not supported".into()),
        };
        let to_middle = (ranks / 2).saturating_sub(rank);
        match self.first_to_middle && to_middle > 1 {
            true => Ok(most.max(to_middle)),
            false => Ok(most),
        }
    }

    /// Returns whether every ordinary and every first move leads forward, so that the piece never comes back to a rank.
    pub fn only_forward(&self) -> bool {
        let forward = |movement: &Movement| {
            let straight = matches!(movement.reach, Reach::Leap | Reach::Slide(_) | Reach::Lame);
            straight && movement.vector.rank > 0
        };
        let mut parts = [&self.usual].into_iter().chain(&self.first);
        parts.all(|part| movements(part).iter().all(forward))
    }

    /// Returns the number of last ranks on which a piece that only moves forward cannot move, 0 for other pieces.
    pub fn stuck_ranks(&self) -> u8 {
        let steps = movements(&self.usual).into_iter().map(|movement| movement.vector.rank);
        match self.only_forward() {
            true => steps.min().map_or(0, i8::unsigned_abs),
            false => 0,
        }
    }

    /// Returns whether all first moves are leaps.
    pub fn first_are_leaps(&self) -> bool {
        let leaps = |movement: &Movement| movement.reach == Reach::Leap;
        self.first.iter().all(|part| movements(part).iter().all(leaps))
    }
}

/// The maximum number of steps of a first move.
const LONGEST_FIRST_STEP: u32 = 14;

/// Returns the letters of a word in alphabetical order.
fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// Returns whether modifiers stand for plain steps straight forward as a first move.
fn is_plain_first(modifiers: &str) -> bool {
    sorted(modifiers) == ['f', 'i', 'm', 'n']
}

/// The setting in which the moves of a diagram's pieces are parsed in Kurier's notation: a flat board without zones.
pub(crate) const FLAT_BOARD: Setting = Setting {
    levels: false,
    opposed_levels: false,
    zones: false,
    piece_type: PieceType(0),
};

/// Returns the movements that a text in Kurier's notation stands for; none if the text has a mistake.
fn movements(text: &str) -> Vec<Movement> {
    let terms = betza::parse(text, FLAT_BOARD).unwrap_or_default();
    terms.into_iter().flat_map(|term| term.movements).collect()
}

/// Splits a notation into terms.
fn terms(text: &str) -> Result<Vec<Term>, String> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut all = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let taken = |from: usize, belongs: &dyn Fn(char) -> bool| -> String {
            letters[from..]
                .iter()
                .copied()
                .take_while(|letter| belongs(*letter))
                .collect()
        };
        let modifiers = taken(at, &|letter| letter.is_ascii_lowercase());
        at += modifiers.len();
        let atom = match letters.get(at) {
            None => return Err("it ends without an atom".into()),
            Some(open @ ('[' | '(')) => {
                let close = if *open == '[' { ']' } else { ')' };
                let inside = taken(at + 1, &|letter| letter != close);
                let whole = format!("{open}{inside}{close}");
                if letters.get(at + 1 + inside.chars().count()) != Some(&close) {
                    return Err(format!("`{close}` is missing"));
                }
                if *open == '(' && !inside.starts_with(|letter: char| letter.is_ascii_digit()) {
                    return Err("repeated groups in parentheses are not supported".into());
                }
                whole
            }
            Some(letter) if letter.is_ascii_uppercase() => letter.to_string(),
            Some(letter) => return Err(format!("`{letter}` is not understood")),
        };
        at += atom.chars().count();
        let (atom, lengthened) = match letters.get(at) {
            Some('X') if atom == "F" => ("(4,1)".to_owned(), true),
            Some(letter @ ('X' | 'Y')) => {
                return Err(format!("atoms that are lengthened by `{letter}` are not supported"));
            }
            _ => (atom, false),
        };
        at += usize::from(lengthened);
        let range = match letters.get(at) {
            Some('*') => OWN_HALF.to_owned(),
            Some(letter) if atom.len() == 1 && atom.starts_with(*letter) => "0".to_owned(),
            Some(letter) if letter.is_ascii_digit() => taken(at, &|letter| letter.is_ascii_digit()),
            _ => String::new(),
        };
        at += range.len();
        all.push(Term { modifiers, atom, range });
    }
    Ok(all)
}

/// Spells a term with a single leg in Kurier's notation.
fn plain(term: &Term) -> Result<String, String> {
    let Term { modifiers, atom, range } = term;
    let modifiers: String = modifiers.chars().filter(|letter| *letter != 'e').collect();
    let without_n = || modifiers.chars().filter(|letter| *letter != 'n').collect::<String>();
    match (atom.as_str(), range.as_str()) {
        // Nothing stands between neighbouring squares.
        ("W" | "F" | "K", "") if modifiers.contains('n') => Ok(format!("{}{atom}", without_n())),
        // A lame leap of three squares is spelled as three legs.
        ("H" | "G", "") if modifiers.contains('n') => {
            let (mode, directions): (String, String) = without_n().chars().partition(|letter| "mc".contains(*letter));
            let step = if atom == "H" { "W" } else { "F" };
            Ok(format!("{directions}afaf{mode}{step}"))
        }
        ("H" | "G", "") if modifiers.contains('j') => {
            Err("leaps of three squares that must jump (`j`) are not supported".into())
        }
        _ => Ok(format!("{modifiers}{atom}{range}")),
    }
}

/// Spells legs in brackets in Kurier's notation: a step, followed by a slide outwards.
fn bracket(modifiers: &str, legs: &str) -> Result<String, String> {
    let unsupported = || {
        "of legs in brackets only a step and slides outwards from there are supported, such as `[F?fsR]`, and the ship \
         `[F?fqR]`"
            .to_owned()
    };
    let inside = legs.trim_matches(['[', ']']);
    let parts: Vec<&str> = inside.split(['?', '-']).collect();
    let ([first, second], true) = (parts.as_slice(), modifiers.is_empty()) else {
        return Err(unsupported());
    };
    let stops = inside.contains('?');
    let (directions, atom) = first.split_at(first.len() - first.chars().next_back().map_or(0, char::len_utf8));
    let then = second.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let turn = &second[..second.len() - then.len()];
    let straight = matches!(atom, "W" | "D" | "H");
    let diagonal = matches!(atom, "F" | "A" | "G");
    let known = directions.chars().all(|letter| "fblrvs".contains(letter));
    let outwards = straight && then.starts_with('B') || diagonal && then.starts_with('R');
    if !known || !outwards {
        return Err(unsupported());
    }
    match (turn, stops) {
        ("fs", true) => Ok(format!("{directions}t[{atom}{then}]")),
        ("fs", false) if matches!(atom, "W" | "F") && then.len() == 1 => Ok(format!("{directions}yafs{atom}")),
        // A ship slides only along its file, which takes a different turn after each diagonal step.
        ("fq", true) if (directions, atom, then) == ("", "F", "R") => Ok("FfryaflFflyafrFbryafrFblyaflF".into()),
        _ => Err(unsupported()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual(text: &str) -> Result<String, String> {
        Moves::read(text).map(|moves| moves.usual)
    }

    #[test]
    fn pawns_in_any_order_are_recognised() {
        for text in ["fmWfceFifmnD", "ifmnDfmWfceF", "fceFifmnDfmW", "ifnmDfceFfmW"] {
            let moves = Moves::read(text).expect(text);
            assert!(
                moves.takes_en_passant && !moves.steps_always && moves.only_forward(),
                "{text}"
            );
            assert_eq!(moves.longest_first_step(2, 8), Ok(2), "{text}");
            assert_eq!(movements(&moves.usual).len(), 3, "{text}");
        }
        let metamachy = Moves::read("fmWfceFfmnnD").expect("a pawn");
        assert!(metamachy.steps_always && metamachy.takes_en_passant);
        let prince = Moves::read("KfmnnD").expect("a prince");
        assert!(prince.steps_always && !prince.takes_en_passant && !prince.only_forward());
        let triple = Moves::read("fmWfcFifmnDifmnH").expect("a pawn");
        assert_eq!(triple.longest_first_step(2, 8), Ok(3));
        let gap = Moves::read("fmWfcFifmnH").expect("a pawn");
        assert!(gap.longest_first_step(2, 8).is_err());
        for text in ["fmWfcFifmnW3", "fmWfcFifmnR3"] {
            let moves = Moves::read(text).expect(text);
            assert_eq!(moves.longest_first_step(2, 8), Ok(3), "{text}");
        }
        let wildebeest = Moves::read("ifmnW*fmWfceF").expect("a pawn");
        assert_eq!(wildebeest.longest_first_step(2, 10), Ok(3));
        assert_eq!(wildebeest.longest_first_step(3, 10), Ok(2));
        assert_eq!(wildebeest.longest_first_step(4, 10), Ok(0));
        let berolina = Moves::read("fmFfceWifmnA").expect("a pawn");
        assert_eq!(
            (berolina.first, berolina.first_can_be_taken),
            (vec!["fmnA".to_owned()], true)
        );
    }

    #[test]
    fn other_spellings_are_rewritten() {
        for (text, ours) in [
            ("[F?fsR]", "t[FR]"),
            ("[W?fsB]", "t[WB]"),
            ("[vW?fsB]", "vt[WB]"),
            ("[D?fsB]", "t[DB]"),
            ("[F-fsR]", "yafsF"),
            ("[F?fqR]", "FfryaflFflyafrFbryafrFblyaflF"),
            ("FyafsF", "FyafsF"),
            ("fcnH", "fafafcW"),
            ("fnW", "fW"),
            ("WW", "W0"),
            ("FX", "(4,1)"),
            ("(5,2)", "(5,2)"),
            ("N2 mRcpR", "N2mRcpR"),
            ("gQ", "gQ"),
        ] {
            assert_eq!(usual(text).as_deref(), Ok(ours), "{text}");
        }
    }

    #[test]
    fn castling_and_first_moves_are_separated() {
        let king = Moves::read("KisO2isO3").expect("a king");
        assert_eq!((king.usual.as_str(), king.castling), ("K", vec![2, 3]));
        let king = Moves::read("KimAimDimN").expect("a king");
        assert_eq!((king.usual.as_str(), king.first.join("")), ("K", "mAmDmN".to_owned()));
        assert!(Moves::read("KimN").expect("a king").first_are_leaps());
    }

    #[test]
    fn what_cannot_be_expressed_is_named() {
        for (text, part) in [
            ("KdU", "own side"),
            ("fkR", "`k`"),
            ("KmcaK", "`c` without `m`"),
            ("W*", "half of the board"),
            ("(az)N", "parentheses"),
            ("isO1", "castling"),
            ("O2", "castling"),
            ("[F?fsR?fsB]", "brackets"),
            ("[N?fsR]", "brackets"),
            ("[F?fR]", "brackets"),
            ("NX", "lengthened"),
            ("jH", "must jump"),
            ("tN", "not verified"),
            ("nnN", "`fmnnD`"),
            ("feF", "en passant"),
            ("f", "without an atom"),
            ("[F", "missing"),
            ("é", "not understood"),
            ("P", "atom"),
        ] {
            let error = Moves::read(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
