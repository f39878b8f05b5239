//! Translates XBetza, the notation of Interactive Diagrams, to Kurier's notation. Most moves are spelled alike. This
//! file handles everything that differs: rules of pawns and kings for which Kurier's files have separate keys, and
//! other spellings.

use std::collections::BTreeSet;

use super::{brackets, directions};
use kurier_rules::rules::betza::{self, Modifier, Setting};
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
    /// The numbers of squares over which the piece castles, to the left and to the right as its player sees the board.
    pub castling: [Vec<u8>; 2],
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

/// The range `*`, which extends to the end of the piece's own half of the board.
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

impl Term {
    /// Returns whether the term captures, but not en passant, and could end on a square that a piece of the other side
    /// has just passed. A step straight forward could not, because it would begin on a square where that piece now
    /// stands or which that piece has also passed.
    fn reaches_passed_squares_without_e(&self) -> bool {
        let Self { modifiers, atom, .. } = self;
        let captures = modifiers.contains('c') || !modifiers.contains('m');
        let forward = atom == "W" && modifiers.trim_matches(['m', 'c']) == "f";
        captures && !modifiers.contains('e') && !forward && atom != "O"
    }
}

impl Moves {
    /// Parses the moves of a piece.
    ///
    /// # Errors
    /// Fails if a part of the notation is not understood, or if Kurier cannot express it; the error describes the
    /// reason.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut moves = Self::default();
        let terms = in_our_directions(terms(text)?)?;
        for term in &terms {
            moves.add(term)?;
        }
        // In Kurier, a piece that captures en passant does so with all of its captures.
        if moves.takes_en_passant && terms.iter().any(Term::reaches_passed_squares_without_e) {
            return Err("captures of which only some are possible en passant (`e`) are not supported".into());
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
                self.usual += &brackets::spelled(modifiers, atom)?;
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
        check_directions(term)?;
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
        let sides: &[usize] = match sorted(modifiers)[..] {
            ['i', 's'] => &[0, 1],
            ['i', 'l'] => &[0],
            ['i', 'r'] => &[1],
            _ => &[],
        };
        let (Ok(squares @ 1..), false) = (range.parse(), sides.is_empty()) else {
            let message = "of castling only `isO1`, `ilO2`, `irO3`, ... is supported: with the outermost piece";
            return Err(message.into());
        };
        for side in sides {
            self.castling[*side].push(squares);
        }
        Ok(())
    }

    /// Adds a term with `i` or `nn`: a first move, or a double step from any square after which the piece can be
    /// captured en passant.
    fn add_first(&mut self, term: &Term) -> Result<(), String> {
        let Term { modifiers, atom, range } = term;
        // The program that shows diagrams lets such a leap be taken en passant only if `n` follows `i`.
        let leaps = !["W", "F", "K", "R", "B", "Q"].contains(&atom.as_str());
        if leaps && modifiers.matches('n').count() == 1 && modifiers.find('n') < modifiers.find('i') {
            return Err("a lame first move that cannot be taken en passant (`n` before `i`) is not supported".into());
        }
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
    /// `rank`, 1 to `ranks` as the player counts them; 0 if there are no such steps.
    ///
    /// # Errors
    /// Fails if more than two steps are possible, but not two.
    pub fn longest_first_step(&self, rank: u8, ranks: u8) -> Result<u8, String> {
        let most = match self.first_steps {
            0 => 0,
            // All numbers of steps from two up to the largest are possible.
            steps if (steps + 0b100).is_power_of_two() => steps.ilog2() as u8,
            _ => return Err("a triple step without a double step is not supported".into()),
        };
        let to_middle = (ranks / 2).saturating_sub(rank);
        match self.first_to_middle && to_middle > 1 {
            true => Ok(most.max(to_middle)),
            false => Ok(most),
        }
    }

    /// Returns whether every ordinary and every first move leads forward, so that the piece never returns to a rank.
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

    /// Returns whether any move leads over pieces.
    pub fn hops(&self) -> bool {
        let over = |text: &str| {
            let terms = betza::parse(text, FLAT_BOARD).unwrap_or_default();
            let hopping = |term: &betza::Term| match term.modifier {
                Some(Modifier::Jumping | Modifier::Cannon | Modifier::Grasshopper) => true,
                // In a move of several legs, `p` belongs to one leg only.
                _ => term.legs > 1 && term.text.contains('p'),
            };
            terms.iter().any(hopping)
        };
        [&self.usual].into_iter().chain(&self.first).any(|part| over(part))
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

/// Returns the movements that `text` means in Kurier's notation; empty if it has a mistake.
fn movements(text: &str) -> Vec<Movement> {
    let terms = betza::parse(text, FLAT_BOARD).unwrap_or_default();
    terms.into_iter().flat_map(|term| term.movements).collect()
}

/// The leaps that atoms followed by `X` and by `Y` stand for; empty if the notation does not define one.
const FAR: [(&str, &str, &str); 9] = [
    ("W", "(4,0)", ""),
    ("F", "(4,1)", ""),
    ("D", "(5,0)", "(4,2)"),
    ("N", "(5,1)", "(4,3)"),
    ("A", "(5,2)", "(4,4)"),
    ("H", "(6,0)", ""),
    ("CL", "(6,1)", "(5,3)"),
    ("ZJ", "(6,2)", "(5,4)"),
    ("G", "(6,3)", ""),
];

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
            Some(suffix @ ('X' | 'Y')) => {
                let far = FAR
                    .iter()
                    .find(|(letters, ..)| atom.len() == 1 && letters.contains(&atom));
                let [x, y] = far.map_or([""; 2], |(_, x, y)| [x, y]);
                let vector = if *suffix == 'X' { x } else { y };
                if vector.is_empty() {
                    return Err(format!("`{atom}{suffix}` is not a known leap"));
                }
                (vector.to_owned(), true)
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

/// Checks that Kurier's notation gives the directions of a leap or slide the meaning that they have in diagrams.
fn check_directions(term: &Term) -> Result<(), String> {
    let Term { modifiers, atom, .. } = term;
    let letters = modifiers
        .chars()
        .filter(|letter| "fblrvshmc".contains(*letter))
        .collect();
    let alone = Term {
        modifiers: letters,
        atom: atom.clone(),
        range: String::new(),
    };
    let vectors = |text: &str| -> BTreeSet<(i8, i8)> {
        let all = movements(text).into_iter();
        all.map(|movement| (movement.vector.file, movement.vector.rank))
            .collect()
    };
    // The leap that goes farthest forward of all leaps without directions, or the one to the right if there are two.
    let leap = vectors(atom).into_iter().max_by_key(|(file, rank)| (*rank, *file));
    let theirs = leap.and_then(|leap| directions::leaps(&alone.modifiers, leap));
    let ours = vectors(&plain(&alone)?);
    match theirs {
        // A term that Kurier's notation does not have is refused later, with a more specific reason.
        Some(theirs) if !ours.is_empty() && theirs != ours => Err(format!(
            "the directions of `{modifiers}{atom}` mean something else in the program that shows diagrams"
        )),
        _ => Ok(()),
    }
}

/// Replaces the terms whose directions are spelled differently in Kurier's notation.
fn in_our_directions(terms: Vec<Term>) -> Result<Vec<Term>, String> {
    let mut all = Vec::new();
    for term in terms {
        for modifiers in directions::without_v(&term.modifiers) {
            let split = match term.atom.as_str() {
                "K" | "Q" => directions::split(&modifiers, &term.atom)?,
                _ => None,
            };
            let terms = split.unwrap_or_else(|| vec![(modifiers, term.atom.clone())]);
            all.extend(terms.into_iter().map(|(modifiers, atom)| Term {
                modifiers,
                atom,
                range: term.range.clone(),
            }));
        }
    }
    Ok(all)
}

/// Returns modifiers of an oblique leap with each doubled direction letter written once, unless another letter that
/// follows would then change its meaning.
fn without_doubled(modifiers: &str) -> String {
    let mut letters: Vec<char> = modifiers.chars().collect();
    let mut at = 0;
    while at + 1 < letters.len() {
        let others = match letters[at] {
            'f' | 'b' => "lrsh",
            'l' | 'r' => "fbvh",
            _ => "",
        };
        let alone = letters.get(at + 2).is_none_or(|next| !others.contains(*next));
        if !others.is_empty() && letters[at] == letters[at + 1] && alone {
            letters.remove(at);
        }
        at += 1;
    }
    letters.into_iter().collect()
}

/// Spells a term with a single leg in Kurier's notation.
fn plain(term: &Term) -> Result<String, String> {
    let Term { modifiers, atom, range } = term;
    let modifiers: String = modifiers.chars().filter(|letter| *letter != 'e').collect();
    let modifiers = match atom.as_str() {
        // Before an oblique leap, a doubled letter selects the two leaps that a single letter selects, too.
        "N" | "C" | "L" | "Z" | "J" => without_doubled(&modifiers),
        _ => modifiers,
    };
    let without_n = || modifiers.chars().filter(|letter| *letter != 'n').collect::<String>();
    let winding = modifiers.contains(['z', 'q']);
    match (atom.as_str(), range.as_str()) {
        // In Kurier's notation, zigzags and circles have no range, because they always continue to the edge.
        ("W" | "F", "") if winding => Err(format!(
            "a single step with `z` or `q` (`{modifiers}{atom}`) is not supported"
        )),
        ("W", "0") if winding => Ok(format!("{modifiers}R")),
        ("F", "0") if winding => Ok(format!("{modifiers}B")),
        ("N", "0") if winding => Ok(format!("{modifiers}N")),
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
        ("D" | "A" | "H" | "G", _) if modifiers.contains('j') && !range.is_empty() => {
            Err("repeated leaps that must jump (`j`) are not supported".into())
        }
        _ => Ok(format!("{modifiers}{atom}{range}")),
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
        assert!(Moves::read("fWfceFifmnD").is_ok());
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
            ("FyafsF", "FyafsF"),
            ("fcnH", "fafafcW"),
            ("fnW", "fW"),
            ("WW", "W0"),
            ("FX", "(4,1)"),
            ("zFFzWWqNN", "zBzRqN"),
            ("WXNYLX", "(4,0)(4,3)(6,1)"),
            ("ffNbbmCffbsN", "fNbmCfbsN"),
            ("rrllZ", "rlZ"),
            ("[F?R]v[W?B]", "t[FR]vt[WB]"),
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
        assert_eq!((king.usual.as_str(), king.castling), ("K", [vec![2, 3], vec![2, 3]]));
        let king = Moves::read("KimAimDimN").expect("a king");
        assert_eq!((king.usual.as_str(), king.first.join("")), ("K", "mAmDmN".to_owned()));
        assert!(Moves::read("KimN").expect("a king").first_are_leaps());
    }

    #[test]
    fn what_cannot_be_expressed_is_named() {
        for (text, part) in [
            ("KdU", "own side"),
            ("fmWfcFfmniD", "`n` before `i`"),
            ("fkR", "`k`"),
            ("KmcaK", "`c` without `m`"),
            ("W*", "half of the board"),
            ("(az)N", "parentheses"),
            ("isjO2", "castling"),
            ("O2", "castling"),
            ("[F?fsR?fsB]", "brackets"),
            ("[F?fR]", "brackets"),
            ("FY", "`FY` is not a known leap"),
            ("(4,1)X", "not a known leap"),
            ("jH", "must jump"),
            ("jDD", "must jump"),
            ("zF", "a single step"),
            ("tN", "not verified"),
            ("nnN", "`fmnnD`"),
            ("vfN", "mean something else"),
            ("fvmcB", "mean something else"),
            ("feF", "en passant"),
            ("fmWfceFscW", "only some are possible en passant"),
            ("f", "without an atom"),
            ("[F", "missing"),
            ("é", "not understood"),
            ("ffsN", "expected `f`"),
            ("P", "atom"),
        ] {
            let error = Moves::read(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
