//! Translation of moves to XBoard's dialect of Betza notation.

use std::collections::BTreeSet;

use kurier_rules::board::Vector;
use kurier_rules::rules::betza::{self, Modifier, Setting, Term};
use kurier_rules::rules::{Castling, Color, Definition, Mode, MultiStep, PieceType};

/// Direction modifiers whose meaning does not differ between XBoard's and Kurier's notation for any atom, the shortest
/// first.
const DIRECTIONS: [&str; 19] = [
    "", "f", "b", "l", "r", "v", "s", "fl", "fr", "bl", "br", "fs", "bs", "lv", "rv", "fh", "bh", "lh", "rh",
];
/// Direction modifiers that may select a single direction of an atom.
const SINGLE_DIRECTIONS: [&str; 12] = ["f", "b", "l", "r", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb"];

/// Returns the moves of a piece type of one side for XBoard's command `piece`; `None` if XBoard cannot express a move.
///
/// The modifiers are in the order that XBoard expects. The text includes the double step and en passant of pawns, first
/// moves (`i`) and castling with the piece in the corner (`O`). XBoard ignores `z`, so the paths of a crooked slider
/// are listed one by one. Directions are from the point of view of the piece's side, as in Kurier.
///
/// The result omits castlings that `O` cannot express (with a piece that is not the outermost one) and the rule that
/// the king must not pass through check.
pub fn moves(definition: &Definition, piece_type: PieceType, color: Color) -> Option<String> {
    let piece = definition.piece(piece_type);
    if definition.shape.levels() > 1 {
        return None;
    }
    let setting = Setting {
        levels: false,
        opposed_levels: false,
        zones: false,
        piece_type,
    };
    // XBoard can express only double steps from a single rank.
    let one_rank =
        |long: &MultiStep| long.double().is_some_and(|(first, last)| first == last) && long.en_passant_on.is_none();
    if !piece.multi_step.iter().all(one_rank) {
        return None;
    }
    let en_passant = piece.multi_step.as_ref().is_some_and(|long| long.en_passant);
    let longest = definition.shape.files().max(definition.shape.ranks()) - 1;
    let mut text = String::new();
    for term in betza::parse(&piece.betza, setting).ok()? {
        text += &write_term(&term, "", en_passant, longest)?;
    }
    if piece.multi_step.is_some() {
        text += "ifmnD";
    }
    if let Some(first) = &piece.first_move {
        for term in betza::parse(&first.betza, setting).ok()? {
            text += &write_term(&term, "i", false, longest)?;
        }
    }
    if piece.royal {
        text += &castling_words(definition, color)?;
    }
    Some(text)
}

/// Returns the castlings of the king in XBoard's dialect; `None` if the king can choose between several squares in one
/// direction.
fn castling_words(definition: &Definition, color: Color) -> Option<String> {
    let neighbours = definition.castlings.iter().zip(definition.castlings.iter().skip(1));
    if neighbours
        .into_iter()
        .any(|(one, other)| (one.letter, one.only) == (other.letter, other.only))
    {
        return None;
    }
    let steps: Vec<i8> = definition
        .castlings
        .iter()
        .filter(|castling| castling.is_for(color))
        .filter_map(|castling| castling_steps(definition, castling))
        // The steps are to the right as seen by White; for Black, right and left are exchanged.
        .map(|steps| if color == Color::White { steps } else { -steps })
        .collect();
    Some(match steps[..] {
        [a, b] if a == -b => format!("isO{}", a.abs()),
        _ => steps
            .iter()
            .map(|step| format!("i{}O{}", if *step > 0 { 'r' } else { 'l' }, step.abs()))
            .collect(),
    })
}

/// Returns how many files the king moves, positive to the right; `None` if XBoard cannot express the castling. XBoard
/// castles with the outermost piece of the rank (before the edge or a hole) and puts this piece next to the king, on
/// the king's other side.
fn castling_steps(definition: &Definition, castling: &Castling) -> Option<i8> {
    let file = |square| definition.shape.file(square) as i8;
    let (from, to) = (file(castling.king.0), file(castling.king.1));
    let steps = to - from;
    let beyond = definition.shape.step(castling.rook.0, Vector::flat(steps.signum(), 0));
    (beyond.is_none() && file(castling.rook.1) == to - steps.signum()).then_some(steps)
}

/// Returns one term in XBoard's dialect: `prefix`, directions, mode, modifier, atom and range. `en_passant` says
/// whether captures may be en passant, and `longest` is the maximum number of steps on the board. Returns `None` if
/// XBoard cannot express the term.
fn write_term(term: &Term, prefix: &str, en_passant: bool, longest: u8) -> Option<String> {
    let mode = match term.mode {
        Mode::Quiet => "m",
        Mode::Capture if en_passant => "ce",
        Mode::Capture => "c",
        Mode::Both => "",
    };
    let atom = match term.letter {
        Some(letter) => letter,
        None => letter_of(term)?,
    };
    let prefix = if term.initial { "i" } else { prefix };
    if !term.doubles.is_empty() {
        return double_term(term);
    }
    let modifier = match term.modifier {
        _ if term.around || term.legs > 1 => return None,
        None => "",
        Some(Modifier::Crooked) => {
            let step = if matches!(atom, 'B' | 'F') { 'F' } else { 'W' };
            return Some(crooked(mode, step, longest));
        }
        Some(Modifier::Lame) => "n",
        Some(Modifier::Cannon) => "p",
        Some(Modifier::Grasshopper) => "g",
        Some(Modifier::Circular | Modifier::Jumping | Modifier::Bent) => return None,
    };
    let range = match (atom, term.range) {
        ('R' | 'B' | 'Q', u8::MAX) => String::new(),
        (_, u8::MAX) => "0".into(),
        ('R' | 'B' | 'Q', steps) => steps.to_string(),
        (_, 1) => String::new(),
        (_, steps) => steps.to_string(),
    };
    let vectors: BTreeSet<Vector> = term.movements.iter().map(|movement| movement.vector).collect();
    let word = |atom: char, vectors: &BTreeSet<Vector>| {
        let directions = directions(atom, vectors)?;
        Some(format!("{prefix}{directions}{mode}{modifier}{atom}{range}"))
    };
    // Directions of K and Q exclude diagonals in XBoard (`bK` is one step straight back), while F and B are diagonal
    // themselves. Therefore K and Q with directions are split into W and F or R and B.
    let (straight, diagonal) = vectors.iter().partition(|step| step.file == 0 || step.rank == 0);
    match atom {
        'K' if !term.directions.is_empty() => Some(word('W', &straight)? + &word('F', &diagonal)?),
        'Q' if !term.directions.is_empty() => Some(word('R', &straight)? + &word('B', &diagonal)?),
        _ => word(atom, &vectors),
    }
}

/// Returns a term for moves of two steps in XBoard's dialect. If neither step is limited to some directions, XBoard
/// reads the term as Kurier does, so it is returned unchanged; otherwise, returns `None`.
fn double_term(term: &Term) -> Option<String> {
    let (_, second) = term.text.split_once('a')?;
    let plain = second.chars().all(|c| !matches!(c, 'f' | 'l' | 'r' | 's' | 'v'));
    (term.directions.is_empty() && plain).then(|| term.text.clone())
}

/// Returns direction modifiers that select the `wanted` steps of an atom in XBoard. The modifiers in the game's file
/// cannot be copied, because XBoard understands some modifiers differently: for example, it reads `fsF` as all of F.
fn directions(atom: char, wanted: &BTreeSet<Vector>) -> Option<String> {
    let setting = Setting {
        levels: false,
        opposed_levels: false,
        zones: false,
        piece_type: PieceType(0),
    };
    let steps = |letters: &str| -> Option<BTreeSet<Vector>> {
        let terms = betza::parse(&format!("{letters}{atom}"), setting).ok()?;
        let movements = terms.iter().flat_map(|term| &term.movements);
        Some(movements.map(|movement| movement.vector).collect())
    };
    if let Some(letters) = DIRECTIONS
        .iter()
        .find(|letters| steps(letters).as_ref() == Some(wanted))
    {
        return Some((*letters).to_owned());
    }
    let single = |step: &Vector| {
        let mut letters = SINGLE_DIRECTIONS.into_iter();
        letters.find(|letters| steps(letters).is_some_and(|steps| steps.len() == 1 && steps.contains(step)))
    };
    wanted.iter().map(single).collect()
}

/// Returns the letter of the atom for a term that is written as a vector, such as `(3,2)`; `None` if no letter stands
/// for the vector.
fn letter_of(term: &Term) -> Option<char> {
    let vector = term.movements.first()?.vector;
    let (a, b) = (vector.file.abs(), vector.rank.abs());
    Some(match (a.max(b), a.min(b)) {
        (1, 0) => 'W',
        (1, 1) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, 2) => 'A',
        (3, 0) => 'H',
        (3, 1) => 'C',
        (3, 2) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    })
}

/// Returns the paths of a crooked slider: for every length up to `longest`, one path that first bends to the left and
/// one path that first bends to the right. A path is a chain of legs (`ma` and the direction of the next bend), all of
/// which except the last lead to empty squares.
fn crooked(mode: &str, atom: char, longest: u8) -> String {
    let mut text = format!("{mode}{atom}");
    for legs in 2..=longest {
        for turns in [['l', 'r'], ['r', 'l']] {
            for turn in turns.iter().cycle().take(legs as usize - 1) {
                text.push_str("ma");
                text.push(*turn);
            }
            text.push_str(mode);
            text.push(atom);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    /// Returns the moves, in XBoard's dialect, of a white piece of a built-in game.
    fn betza(game: &str, letter: char) -> Option<String> {
        let definition = Catalogue::built_in().get(game).expect(game);
        let (piece_type, _) = definition.piece_of_letter(letter).expect("a piece");
        moves(&definition, piece_type, Color::White)
    }

    /// Returns the commands that define a variant of chess in which the knight moves as `knight` says, and `castling`
    /// replaces the castlings.
    fn lines_of(knight: &str, castling: &str) -> Vec<String> {
        let chess = include_str!("../../../../variants/chess.toml");
        let text =
            chess
                .replacen("\"chess\"", "\"mine\"", 1)
                .replacen("move = \"N\"", &format!("move = \"{knight}\""), 1);
        let (rules, _) = text.split_once("[xboard]").expect("a section");
        let (before, _) = rules.split_once("[castling.K]").expect("a castling");
        let rights = if castling.is_empty() { "-" } else { "KQkq" };
        let text = format!("{before}{castling}").replacen("KQkq", rights, 1);
        let game = Definition::parse(&text, "mine.toml").unwrap_or_else(|error| panic!("{error}\n{text}"));
        super::super::setup::lines(&game)
    }

    #[test]
    fn directions_are_spelled_as_xboard_reads_them() {
        for (ours, expected) in [
            ("lW", "lW"),
            ("flN", "flN"),
            ("fsF", "fF"),
            ("lrF", "F"),
            ("fvN", "vN"),
            ("lflbN", "lvN"),
            ("flfN", "fllfrfN"),
            ("flbrF", "flbrF"),
            ("lQ", "lRlB"),
            ("rc(3,2)", "rcZ"),
        ] {
            let lines = lines_of(ours, "");
            assert!(lines.contains(&format!("piece N& {expected}")), "{ours} {lines:?}");
        }
    }

    #[test]
    fn unequal_castlings_are_mirrored_for_black() {
        let castlings = "[castling.K]\nking = [\"e1\", \"g1\"]\nrook = [\"h1\", \"f1\"]\nshort = true\n\
                         [castling.Q]\nking = [\"e1\", \"b1\"]\nrook = [\"a1\", \"c1\"]\n";
        let lines = lines_of("N", castlings);
        for expected in ["piece K KirO2ilO3", "piece k KilO2irO3"] {
            assert!(lines.iter().any(|line| line == expected), "{lines:?}");
        }
    }

    #[test]
    fn moves_are_translated_to_the_dialect_of_xboard() {
        for (game, letter, expected) in [
            ("column-courier", 'P', "fmWfcF"),
            ("de-la-dama", 'P', "fmWfcFifmnD"),
            ("leap", 'P', "fmWfceFifmnD"),
            ("de-la-dama", 'K', "KiNiAiD"),
            ("courierviii", 'E', "AmD"),
            ("courierviii", 'K', "KimD"),
            ("leap64", 'K', "KisO2"),
            ("leap", 'K', "KisO1"),
            ("armies-nutters", 'G', "fsRbWbF"),
            ("armies-nutters", 'L', "fsRfhNK"),
        ] {
            assert_eq!(betza(game, letter).as_deref(), Some(expected), "{game} {letter}");
        }
        assert_eq!(betza("courierleapale", 'K'), None);
    }

    #[test]
    fn crooked_sliders_are_listed_path_by_path() {
        let scout = betza("furious-courier", 'Z').expect("a spelling");
        assert!(scout.starts_with("FmalFmarFmalmarFmarmalFmalmarmalF"));
        assert_eq!(scout.matches('F').count(), 21);
        assert!(scout.ends_with("marmalmarmalmarmalmarmalmarmalF"));
    }
}
