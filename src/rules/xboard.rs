//! What XBoard can be told about a game: moves in its own dialect of Betza notation, pictures, safe names.

use super::betza::{self, Modifier, Setting, Term};
use super::{Castling, Definition, Mode, MultiStep, PieceDefinition, PieceType};
use crate::board::Vector;

/// XBoard's pictures of pieces, in the order of its PIECETOCHAR table.
pub const PICTURES: [&str; 23] = [
    "Pawn",
    "Knight",
    "Bishop",
    "Rook",
    "Queen",
    "Ferz",
    "Elephant",
    "Archbishop",
    "Chancellor",
    "Wazir",
    "Man",
    "Cannon",
    "Nightrider",
    "CrownedBishop",
    "CrownedRook",
    "Grasshopper",
    "Silver",
    "Falcon",
    "Lance",
    "Cobra",
    "Unicorn",
    "Lion",
    "King",
];

/// The most files and ranks that XBoard shows.
const MAX_FILES: u8 = 16;
const MAX_RANKS: u8 = 15;

/// The picture of pawns, the only one whose piece XBoard lets promote.
const PAWN: u8 = 0;
/// The picture of the king.
const KING: u8 = PICTURES.len() as u8 - 1;

/// Names of XBoard's own games; one that begins like this and goes on with no letter is taken for it.
const OWN_NAMES: [&str; 36] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "shogi",
    "xiangqi",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "lion",
    "chu",
    "asean",
];

/// Words that XBoard looks for anywhere in a name.
const CAUGHT_WORDS: [&str; 15] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "frc",
];

impl Definition {
    /// The moves of a piece type for XBoard's `piece` command: modifiers in the order that XBoard reads, the double step
    /// and en passant of pawns, first moves (`i`), castling with the piece in the corner (`O`). It ignores `z`, so a
    /// crooked slider is spelled path by path.
    ///
    /// Castlings that `O` cannot express (with another piece than the outermost) and the conditions of a safe passage are
    /// left out. `None` if XBoard has no word for a move at all.
    pub fn xboard_betza(&self, piece_type: PieceType) -> Option<String> {
        let piece = self.piece(piece_type);
        if self.shape.levels() > 1 {
            return None;
        }
        let setting = Setting {
            levels: false,
            opposed_levels: false,
            zones: false,
            piece_type,
        };
        // Its words are for double steps from one rank, or without en passant.
        let one_rank = |long: &MultiStep| long.double().is_some_and(|(first, last)| first == last);
        if !piece.multi_step.iter().all(one_rank) {
            return None;
        }
        let en_passant = piece.multi_step.as_ref().is_some_and(|long| long.en_passant);
        let longest = self.shape.files().max(self.shape.ranks()) - 1;
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
            text += &self.castling_words()?;
        }
        Some(text)
    }

    /// Whether XBoard's board is large enough and it has a word for every move.
    pub(super) fn fits_xboard(&self) -> bool {
        let (files, ranks) = (self.shape.files(), self.shape.ranks());
        let room = files <= MAX_FILES && ranks <= MAX_RANKS && self.pieces.len() <= PICTURES.len();
        // XBoard knows neither promotion before the last rank nor promotion to lost pieces only.
        let usual = |piece: &PieceDefinition| {
            piece.promotion.is_none() || piece.promotion_rank + 1 == ranks && !piece.promotes_to_lost
        };
        // Nor does it castle in other ways on one side than on the other.
        let alike = self.castlings.iter().all(|castling| castling.only.is_none());
        room && alike
            && self.pieces.iter().all(usual)
            && self
                .piece_types()
                .all(|(piece_type, _)| self.xboard_betza(piece_type).is_some())
    }

    /// `None` where the king chooses how far it goes.
    fn castling_words(&self) -> Option<String> {
        let neighbours = self.castlings.iter().zip(self.castlings.iter().skip(1));
        if neighbours
            .into_iter()
            .any(|(one, other)| (one.letter, one.only) == (other.letter, other.only))
        {
            return None;
        }
        let steps: Vec<i8> = self
            .castlings
            .iter()
            .filter(|castling| castling.only.is_none())
            .filter_map(|castling| self.castling_steps(castling))
            .collect();
        Some(match steps[..] {
            [a, b] if a == -b => format!("isO{}", a.abs()),
            _ => steps
                .iter()
                .map(|step| format!("i{}O{}", if *step > 0 { 'r' } else { 'l' }, step.abs()))
                .collect(),
        })
    }

    /// How far the king goes, to the right if positive, if XBoard can castle like this: with the last piece of the
    /// rank before the edge or a hole, which arrives on the king's other side.
    fn castling_steps(&self, castling: &Castling) -> Option<i8> {
        let file = |square| self.shape.file(square) as i8;
        let (from, to) = (file(castling.king.0), file(castling.king.1));
        let steps = to - from;
        let beyond = self.shape.step(castling.rook.0, Vector::flat(steps.signum(), 0));
        (beyond.is_none() && file(castling.rook.1) == to - steps.signum()).then_some(steps)
    }
}

/// One term in XBoard's dialect: `prefix`, directions, mode, lameness, atom, range.
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
    Some(format!("{prefix}{}{mode}{modifier}{atom}{range}", term.directions))
}

/// The letter of the atom that a vector in brackets stands for.
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

/// A zigzag: for every length and both chiralities one move of so many legs, all but the last to empty squares
/// (`ma`, then the turn).
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

/// Why XBoard would take the name for one of its own games.
pub(super) fn name_trouble(name: &str) -> Option<String> {
    let own = OWN_NAMES.into_iter().find(|own| {
        let rest = name.strip_prefix(own);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    });
    let caught = CAUGHT_WORDS.into_iter().chain(["960"]).find(|word| name.contains(word));
    let wild = name
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'w' && pair[1].is_ascii_digit());
    match own.or(caught) {
        Some(word) => Some(format!("XBoard would take this name for its `{word}`")),
        None if wild => Some("XBoard would take this name for one of its wild games (`w` and a digit)".into()),
        None => None,
    }
}

/// The number of a picture, if this piece type may have it.
pub(super) fn picture(name: &str, royal: bool, pawn: bool) -> Result<u8, String> {
    let Some(index) = PICTURES.iter().position(|picture| *picture == name) else {
        return Err(format!("expected one of XBoard's pictures: {}", PICTURES.join(", ")));
    };
    let index = index as u8;
    match index {
        KING if !royal => Err("expected another picture: `King` is the royal piece's".into()),
        PAWN if !pawn => Err("expected another picture: `Pawn` is a pawn's".into()),
        _ if royal && index != KING => Err("expected `King`, or no picture, for the royal piece".into()),
        _ => Ok(index),
    }
}

/// Gives every piece type without a picture one that is free: by its role, by its name, or the next.
pub(super) fn assign_pictures(pieces: &mut [PieceDefinition]) {
    let mut taken: Vec<u8> = pieces.iter().filter_map(|piece| piece.picture).collect();
    for wish in [by_role, by_name, |_: &PieceDefinition| Some(PAWN + 1)] {
        for piece in pieces.iter_mut().filter(|piece| piece.picture.is_none()) {
            let Some(wanted) = wish(piece) else { continue };
            // Only the last wish looks further than its first choice.
            let last = if wanted == PAWN + 1 && by_name(piece) != Some(wanted) {
                KING - 1
            } else {
                wanted
            };
            piece.picture = (wanted..=last).find(|picture| !taken.contains(picture));
            taken.extend(piece.picture);
        }
    }
}

fn by_role(piece: &PieceDefinition) -> Option<u8> {
    match (piece.royal, piece.pawn) {
        (true, _) => Some(KING),
        (_, true) => Some(PAWN),
        _ => None,
    }
}

fn by_name(piece: &PieceDefinition) -> Option<u8> {
    let index = PICTURES
        .iter()
        .position(|picture| picture.eq_ignore_ascii_case(&piece.name))?;
    (1..KING).contains(&(index as u8)).then_some(index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    fn betza(game: &str, letter: char) -> Option<String> {
        let definition = Catalogue::built_in().get(game).expect(game);
        let (piece_type, _) = definition.piece_of_letter(letter).expect("a piece");
        definition.xboard_betza(piece_type)
    }

    #[test]
    fn moves_in_the_dialect_of_xboard() {
        for (game, letter, expected) in [
            ("column-courier", 'P', "fmWfcF"),
            ("de-la-dama", 'P', "fmWfcFifmnD"),
            ("leap", 'P', "fmWfceFifmnD"),
            ("de-la-dama", 'K', "KiNiAiD"),
            ("courierviii", 'E', "AmD"),
            ("courierviii", 'K', "KimD"),
            ("leap64", 'K', "KisO2"),
            ("leap", 'K', "KisO1"),
        ] {
            assert_eq!(betza(game, letter).as_deref(), Some(expected), "{game} {letter}");
        }
        assert_eq!(betza("courierleapale", 'K'), None);
    }

    #[test]
    fn zigzags_are_spelled_leg_by_leg() {
        let scout = betza("furious-courier", 'Z').expect("a spelling");
        assert!(scout.starts_with("FmalFmarFmalmarFmarmalFmalmarmalF"));
        assert_eq!(scout.matches('F').count(), 21);
        assert!(scout.ends_with("marmalmarmalmarmalmarmalmarmalF"));
    }

    #[test]
    fn names_that_xboard_would_mistake() {
        for name in [
            "courier8",
            "courier-dama",
            "my-normal-game",
            "chess960",
            "raw3",
            "suicide",
        ] {
            assert!(name_trouble(name).is_some(), "{name}");
        }
        for game in Catalogue::built_in()
            .iter()
            .filter(|game| game.xboard.playable && !game.xboard.native)
        {
            assert_eq!(name_trouble(&game.name), None);
        }
    }

    #[test]
    fn pictures_of_a_game_differ() {
        for game in Catalogue::built_in().iter().filter(|game| game.xboard.playable) {
            let mut pictures: Vec<u8> = game.pieces.iter().filter_map(|piece| piece.picture).collect();
            pictures.sort_unstable();
            pictures.dedup();
            assert_eq!(pictures.len(), game.pieces.len(), "{}", game.name);
            assert_eq!(game.piece(game.king()).picture, Some(KING));
        }
    }
}
