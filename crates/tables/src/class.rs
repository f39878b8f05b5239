//! Classes of endings: which pieces the two sides have.

use std::collections::BTreeSet;
use std::fmt::Write;

use kurier_rules::position::Piece;
use kurier_rules::rules::{Color, PieceType, Promotion, Rules};

use crate::TableError;

/// The largest number of pieces of a class, kings included.
pub const MAX_PIECES: usize = 7;

/// The pieces of an ending other than the kings: a list for White and a list for Black, each sorted by type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Class {
    sides: [Vec<PieceType>; 2],
}

/// The reason that is given if a game can have no tables because of its kings.
pub(crate) const NO_KINGS: &str = "tables need one king on each side, of the same kind";

/// Returns the type of the kings; `None` if a side has no king, or several, or if the kings differ.
pub(crate) fn king(rules: &Rules) -> Option<PieceType> {
    let [white, black] = Color::BOTH.map(|color| rules.king(color));
    white.filter(|_| white == black)
}

impl Class {
    /// Creates a class from the pieces other than the kings, in any order.
    pub fn new(white: Vec<PieceType>, black: Vec<PieceType>) -> Self {
        let mut sides = [white, black];
        sides.iter_mut().for_each(|side| side.sort_unstable());
        Self { sides }
    }

    /// Parses a name such as `KRvKN`: the letters of White's pieces, `v`, and the letters of Black's pieces.
    ///
    /// # Errors
    /// Fails if the name has another form, uses a letter that no piece has, does not have exactly one king on each
    /// side, or has more than [`MAX_PIECES`] pieces.
    pub fn parse(name: &str, rules: &Rules) -> Result<Self, TableError> {
        let bad = |problem: String| TableError::Name {
            name: name.to_owned(),
            problem,
        };
        let (white, black) = name
            .split_once('v')
            .ok_or_else(|| bad("expected two sides with 'v' between them, such as KRvKN".into()))?;
        let side = |letters: &str| {
            let mut pieces = Vec::new();
            for letter in letters.chars() {
                let piece = rules.piece_types().find(|(_, piece)| piece.letter == letter);
                pieces.push(
                    piece
                        .ok_or_else(|| bad(format!("no piece has the letter '{letter}'")))?
                        .0,
                );
            }
            let king = king(rules).ok_or_else(|| bad(NO_KINGS.into()))?;
            match pieces.iter().filter(|piece| **piece == king).count() {
                1 => Ok(pieces.into_iter().filter(|piece| *piece != king).collect()),
                kings => Err(bad(format!("a side has {kings} kings instead of one"))),
            }
        };
        let class = Self::new(side(white)?, side(black)?);
        match class.pieces() {
            0..=MAX_PIECES => Ok(class),
            _ => Err(bad(format!("more than {MAX_PIECES} pieces"))),
        }
    }

    /// Returns the name of the class, which [`Class::parse`] parses.
    pub fn name(&self, rules: &Rules) -> String {
        let king = king(rules).map_or('?', |king| rules.piece(king).letter);
        let mut name = String::new();
        for (side, pieces) in self.sides.iter().enumerate() {
            let letters: String = pieces.iter().map(|piece| rules.piece(*piece).letter).collect();
            let _ = write!(name, "{}{king}{letters}", if side == 0 { "" } else { "v" });
        }
        name
    }

    /// Returns the number of pieces, kings included.
    pub fn pieces(&self) -> usize {
        2 + self.sides[0].len() + self.sides[1].len()
    }

    /// Returns a side's pieces other than the king, sorted by type.
    pub fn side(&self, color: Color) -> &[PieceType] {
        &self.sides[color.index()]
    }

    /// Returns the class with the colours exchanged.
    pub fn exchanged(&self) -> Self {
        let [white, black] = self.sides.clone();
        Self { sides: [black, white] }
    }

    /// Returns whether this class, rather than the class with the colours exchanged, has the table if one table serves
    /// both. This is so if White has more pieces than Black, or equally many whose types come first in the game's file,
    /// or if both sides have equal pieces.
    pub(crate) fn leads(&self) -> bool {
        let [white, black] = &self.sides;
        white.len() > black.len() || white.len() == black.len() && white <= black
    }

    /// Returns all pieces of the class: those that count as pawns first, then the kings, then all others.
    pub(crate) fn slots(&self, rules: &Rules) -> Vec<Piece> {
        let mut slots = Vec::new();
        for color in Color::BOTH {
            let kinds = self.sides[color.index()].iter().copied().chain(king(rules));
            slots.extend(kinds.map(|piece_type| Piece { piece_type, color }));
        }
        let rank = |piece: &Piece| match rules.piece(piece.piece_type) {
            kind if kind.pawn => 0,
            kind if kind.royal => 1,
            _ => 2,
        };
        slots.sort_by_key(|piece| (rank(piece), piece.color.index(), piece.piece_type));
        slots
    }

    /// Returns, as bits, the types of the class and the king, and all types that they may become by promotions.
    pub(crate) fn closure(&self, rules: &Rules) -> u32 {
        let mut found = king(rules).map_or(0, |king| 1 << king.0);
        let mut waiting: Vec<PieceType> = self.sides.iter().flatten().copied().collect();
        waiting.extend(king(rules));
        while let Some(piece_type) = waiting.pop() {
            found |= 1 << piece_type.0;
            waiting.extend(
                promotions(rules, piece_type)
                    .into_iter()
                    .filter(|to| found >> to.0 & 1 == 0),
            );
        }
        found
    }

    /// Returns the classes that one turn may lead to, apart from the class itself. Some of them may be unreachable.
    pub(crate) fn successors(&self, rules: &Rules) -> BTreeSet<Self> {
        let mut found = BTreeSet::new();
        for mover in Color::BOTH {
            for own in self.after_promotion(mover, rules) {
                for enemy in self.after_captures(!mover, rules.captures.chained) {
                    let class = match mover {
                        Color::White => Self::new(own.clone(), enemy),
                        Color::Black => Self::new(enemy, own.clone()),
                    };
                    found.insert(class);
                }
            }
        }
        found.remove(self);
        found
    }

    /// Returns the pieces that a side may have after its own turn: all of its pieces, with at most one promoted.
    fn after_promotion(&self, color: Color, rules: &Rules) -> Vec<Vec<PieceType>> {
        let pieces = self.side(color);
        let mut all = vec![pieces.to_vec()];
        for (place, piece_type) in pieces.iter().enumerate() {
            for to in promotions(rules, *piece_type) {
                let mut promoted = pieces.to_vec();
                promoted[place] = to;
                all.push(promoted);
            }
        }
        all
    }

    /// Returns the pieces that a side may have after the other side's turn: all but at most one captured piece, or, if
    /// captures are `chained`, all but any number of captured pieces.
    fn after_captures(&self, color: Color, chained: bool) -> Vec<Vec<PieceType>> {
        let pieces = self.side(color);
        let subsets = (0..1_u32 << pieces.len()).filter(|taken| chained || taken.count_ones() <= 1);
        let left = |taken: u32| {
            let kept = (0..).zip(pieces).filter(|(place, _)| taken >> place & 1 == 0);
            kept.map(|(_, piece_type)| *piece_type).collect()
        };
        subsets.map(left).collect()
    }
}

/// Returns the piece types whose bits are set; see [`Class::closure`].
pub(crate) fn kinds(bits: u32) -> impl Iterator<Item = PieceType> {
    (0..PieceType::MAX as u8)
        .map(PieceType)
        .filter(move |piece_type| bits >> piece_type.0 & 1 != 0)
}

/// Returns the types that a piece may be promoted to, on any file.
pub(crate) fn promotions(rules: &Rules, piece_type: PieceType) -> Vec<PieceType> {
    let promotion = rules.piece(piece_type).promotion.as_ref();
    promotion.map(Promotion::all_types).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::Catalogue;

    use super::*;

    fn class(game: &str, name: &str) -> Result<String, String> {
        let game = Catalogue::built_in().get(game).expect("a built-in game");
        let class = Class::parse(name, &game).map_err(|error| error.to_string())?;
        Ok(class.name(&game))
    }

    #[test]
    fn names_are_read_and_written() {
        assert_eq!(class("chess", "KRvK").as_deref(), Ok("KRvK"));
        assert_eq!(class("chess", "QKRvNK").as_deref(), Ok("KRQvKN"));
        for name in ["", "K", "KR", "Kv", "vK", "KKvK", "KXvK", "krvk", "KvKvK", "KRRRRRvKR"] {
            assert!(class("chess", name).is_err(), "{name}");
        }
    }

    #[test]
    fn one_turn_captures_and_promotes() {
        let names = |game: &str, name: &str| -> Vec<String> {
            let game = Catalogue::built_in().get(game).expect("a built-in game");
            let class = Class::parse(name, &game).expect("a class");
            let mut names: Vec<_> = class.successors(&game).iter().map(|class| class.name(&game)).collect();
            names.sort();
            names
        };
        assert_eq!(names("chess", "KRvKN"), ["KRvK", "KvKN"]);
        assert_eq!(names("shatranj", "KPvKR"), ["KPvK", "KQvK", "KQvKR", "KvKR"]);
        assert_eq!(names("leap64-multi", "KRNvK"), ["KNvK", "KRvK", "KvK"]);
    }
}
