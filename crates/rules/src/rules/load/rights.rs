//! Reads castlings, and checks them and the first moves against the pieces of the array.

use std::collections::BTreeMap;

use toml::Spanned;

use super::letters::Letters;
use crate::board::{Shape, Square};
use crate::rules::file::{CastlingSection, Table, Texts, Written, WrittenWords};
use crate::rules::path::own_square;
use crate::rules::piece::castles_as_king;
use crate::rules::source::Source;
use crate::rules::{Castling, Color, DefinitionError, Mode, Path, PieceDefinition, PieceType, Placement, Rules};

/// The error message for a list of squares without a destination.
const TOO_FEW: &str = "expected at least two squares: from where, and where to";

/// The maximum number of rights in a game, for both sides together. Rights are stored as bits of a 32-bit word.
pub(super) const MAX_RIGHTS: usize = 32;

/// Returns, by square, the types of White's pieces in the array that have a first move. Black's pieces must mirror
/// them.
pub(super) fn privileged(
    source: Source<'_>,
    fen: &Spanned<String>,
    array: &Placement,
    shape: &Shape,
    pieces: &[PieceDefinition],
) -> Result<BTreeMap<Square, PieceType>, DefinitionError> {
    let mut all = BTreeMap::new();
    let mut files = Vec::new();
    for square in shape.squares() {
        let Some((piece_type, color)) = array[square.index()] else {
            continue;
        };
        let piece = &pieces[piece_type.index()];
        if piece.first_move.is_none() {
            continue;
        }
        if array[shape.mirror(square).index()] != Some((piece_type, !color)) {
            let message = format!(
                "expected the {} on {} to have its like on {}, because of its first move",
                piece.name,
                shape.name(square),
                shape.name(shape.mirror(square))
            );
            return Err(source.error_at(fen, message));
        }
        if color == Color::Black {
            continue;
        }
        let file = shape.file(square);
        if files.contains(&file) {
            let letter = Shape::file_letter(file);
            let message = format!("expected at most one piece with a first move on a file, found two on {letter}");
            return Err(source.error_at(fen, message));
        }
        files.push(file);
        all.insert(square, piece_type);
    }
    if all.len() * 2 > MAX_RIGHTS {
        let message = format!("expected at most {} pieces a side with a first move", MAX_RIGHTS / 2);
        return Err(source.error_at(fen, message));
    }
    Ok(all)
}

/// Reads the castlings and checks them against the array.
pub(super) fn castlings(
    source: Source<'_>,
    sections: &Table<CastlingSection>,
    array: &Placement,
    shape: &Shape,
    pieces: &[PieceDefinition],
    dropped: Option<Dropped<'_>>,
) -> Result<Vec<Castling>, DefinitionError> {
    if let (Some((key, _)), Some(piece)) = (sections.0.first(), pieces.iter().find(|p| p.first_move.is_some())) {
        let message = format!("expected no castling where a piece ({}) has a first move", piece.name);
        return Err(source.error_at(key, message));
    }
    let reader = Reader {
        source,
        array,
        shape,
        pieces,
        dropped,
    };
    let mut all: Vec<Castling> = Vec::new();
    for (key, section) in &sections.0 {
        let lengths = reader.castlings(key, section)?;
        for (castling, target) in lengths.iter().zip(&section.king.get_ref()[1..]) {
            let plain = castling.king_types.iter().any(|king| {
                pieces[king.index()].movements.iter().any(|movement| {
                    let path = Path::on(shape, Color::White, movement, castling.king.0);
                    movement.mode != Mode::Capture && path.ends().contains(&castling.king.1)
                })
            });
            if plain && !castling.written_to_rook {
                let message = "expected `written = \"rook\"`: the king can go there by a plain move";
                return Err(source.error_at(target, message));
            }
        }
        let together = |one: &Castling, other: &Castling| {
            Color::BOTH
                .iter()
                .any(|color| one.is_for(*color) && other.is_for(*color))
        };
        let alike = |(number, one): (usize, &Castling)| {
            let own = lengths[..number].iter().any(|other| other.written() == one.written());
            let mut others = all.iter().filter(|other| together(one, other));
            own || others.any(|other| other.written() == one.written() || other.letter == one.letter)
        };
        if lengths.iter().enumerate().any(alike) {
            let message = "expected a castling that is written in another way than the one before";
            return Err(source.error_at(key, message));
        }
        all.extend(lengths);
        if all.len() > MAX_RIGHTS / 2 {
            let message = format!("expected at most {} castlings, each length counted", MAX_RIGHTS / 2);
            return Err(source.error_at(key, message));
        }
    }
    Ok(all)
}

struct Reader<'a> {
    source: Source<'a>,
    array: &'a Placement,
    shape: &'a Shape,
    pieces: &'a [PieceDefinition],
    dropped: Option<Dropped<'a>>,
}

/// The pieces that castle in a game where kings and rooks that have been dropped on their squares may castle.
#[derive(Clone, Copy)]
pub(super) struct Dropped<'a> {
    /// The types of the kings, by colour.
    pub kings: [Option<PieceType>; 2],
    /// The letters of the pieces.
    pub letters: &'a Letters,
}

impl Reader<'_> {
    /// Reads the castlings of a section, one for each destination of the king.
    fn castlings(&self, key: &Spanned<String>, section: &CastlingSection) -> Result<Vec<Castling>, DefinitionError> {
        let (letter, only) = match key.get_ref().split_once('-') {
            None => (key.get_ref().as_str(), None),
            Some((letter, "white")) => (letter, Some(Color::White)),
            Some((letter, "black")) => (letter, Some(Color::Black)),
            Some(_) => ("", None),
        };
        let mut letters = letter.chars();
        let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next()) else {
            let message = format!(
                "expected one capital as the letter in the FEN, perhaps with `-white` or `-black`, found `{}`",
                key.get_ref()
            );
            return Err(self.source.error_at(key, message));
        };
        if let Some(with) = section.with.as_ref().filter(|_| self.dropped.is_none()) {
            let message = "expected no `with` without `drops-castle`: it is the piece that stands there at the start";
            return Err(self.source.error_at(with, message));
        }
        let (king, rook) = (self.moves(&section.king)?, self.moves(&section.rook)?);
        if king.len() != rook.len() {
            let message = format!("expected {} squares, as many as for the king", king.len() + 1);
            return Err(self.source.error_at(&section.rook, message));
        }
        let (king_types, rook_types) = self.types(section, king[0].0, rook[0].0, only)?;
        let mut all = Vec::new();
        for (number, (king, rook)) in king.into_iter().zip(rook).enumerate() {
            if king.1 == rook.1 || king.0 == rook.0 {
                let message = "expected king and rook to start and to arrive on different squares";
                let wrong = if king.0 == rook.0 { 0 } else { number + 1 };
                return Err(self.source.error_at(&section.rook.get_ref()[wrong], message));
            }
            all.push(Castling {
                letter,
                king,
                rook,
                king_types,
                rook_types,
                written_to_rook: self.written(section, number)? == Written::Rook,
                short: section.short,
                only,
            });
        }
        Ok(all)
    }

    /// Returns how the castling with this number (from 0, in the order of the king's destinations) is written.
    fn written(&self, section: &CastlingSection, number: usize) -> Result<Written, DefinitionError> {
        let Some(words) = &section.written else {
            return Ok(Written::King);
        };
        let lengths = section.king.get_ref().len() - 1;
        match words.get_ref() {
            WrittenWords::All(written) => Ok(*written),
            WrittenWords::Each(each) if each.len() == lengths => Ok(each[number]),
            WrittenWords::Each(_) => {
                let message = format!("expected {lengths} words, one for each square that the king goes to");
                Err(self.source.error_at(words, message))
            }
        }
    }

    /// Returns the types of the king and of the piece that castles with it, by colour. For a side without royal pieces
    /// any piece may take the king's part.
    fn types(
        &self,
        section: &CastlingSection,
        king: Square,
        rook: Square,
        only: Option<Color>,
    ) -> Result<([PieceType; 2], [PieceType; 2]), DefinitionError> {
        let (king_square, rook_square) = (&section.king.get_ref()[0], &section.rook.get_ref()[0]);
        if self.row(king) != self.row(rook) {
            return Err(self
                .source
                .error_at(rook_square, "expected the rook on the king's rank"));
        }
        let (mut king_types, mut rook_types) = ([None; 2], [None; 2]);
        for color in Color::BOTH {
            if only.is_some_and(|only| only != color) {
                continue;
            }
            if let (None, Some(dropped)) = (self.piece_on(king, color), self.dropped) {
                let (king, rook) = self.dropped_types(section, dropped, color)?;
                (king_types[color.index()], rook_types[color.index()]) = (Some(king), Some(rook));
                continue;
            }
            match self.piece_on(king, color) {
                Some((piece_type, owner)) if owner == color && self.may_be_king(piece_type, color) => {
                    king_types[color.index()] = Some(piece_type);
                }
                _ => {
                    let message = "expected the square where the king stands at the start (Black's mirrored)";
                    return Err(self.source.error_at(king_square, message));
                }
            }
            match self.piece_on(rook, color) {
                Some((piece_type, owner)) if owner == color => {
                    rook_types[color.index()] = Some(piece_type);
                }
                _ => {
                    let message =
                        "expected a square where a piece of the same side stands at the start (Black's mirrored)";
                    return Err(self.source.error_at(rook_square, message));
                }
            }
        }
        // A colour without this castling gets the other colour's types.
        let both = |types: [Option<PieceType>; 2]| {
            types.map(|piece_type| piece_type.or(types[0]).or(types[1]).unwrap_or(PieceType(0)))
        };
        Ok((both(king_types), both(rook_types)))
    }

    /// Returns the types of the king and of the rook of a side that drops them.
    fn dropped_types(
        &self,
        section: &CastlingSection,
        dropped: Dropped<'_>,
        color: Color,
    ) -> Result<(PieceType, PieceType), DefinitionError> {
        let Some(king) = dropped.kings[color.index()] else {
            let message = format!("expected one king for {color:?}, which castles after it has been dropped");
            return Err(self.source.error_at(&section.king, message));
        };
        let Some(letter) = &section.with else {
            let message = "expected `with` too: the letter of the piece that castles after it has been dropped";
            return Err(self.source.error_at(&section.rook, message));
        };
        let mut types = dropped
            .letters
            .several(self.source, letter)?
            .unwrap_or_default()
            .into_iter();
        match (types.next(), types.next()) {
            (Some(rook), None) if rook != king => Ok((king, rook)),
            _ => Err(self
                .source
                .error_at(letter, "expected the letter of one piece, not of the king")),
        }
    }

    fn may_be_king(&self, piece_type: PieceType, color: Color) -> bool {
        let own = self.array.iter().flatten().filter(|(_, owner)| *owner == color);
        castles_as_king(self.pieces, piece_type, own.map(|(piece_type, _)| *piece_type))
    }

    /// Reads a list of squares on one rank, and returns the moves from the first square to each later square.
    fn moves(&self, squares: &Texts) -> Result<Vec<(Square, Square)>, DefinitionError> {
        let [first, others @ ..] = &squares.get_ref()[..] else {
            return Err(self.source.error_at(squares, TOO_FEW));
        };
        if others.is_empty() {
            return Err(self.source.error_at(squares, TOO_FEW));
        }
        let from = self.square(first)?;
        let mut moves = Vec::new();
        for name in others {
            let to = self.square(name)?;
            if from == to {
                return Err(self.source.error_at(name, "expected another square: both pieces move"));
            }
            if self.row(from) != self.row(to) {
                let message = "expected a square of the same rank: castling goes sideways";
                return Err(self.source.error_at(name, message));
            }
            moves.push((from, to));
        }
        Ok(moves)
    }

    fn square(&self, name: &Spanned<String>) -> Result<Square, DefinitionError> {
        let square = self.shape.parse(name.get_ref());
        square.ok_or_else(|| {
            let message = format!("expected a square of the board, found `{}`", name.get_ref());
            self.source.error_at(name, message)
        })
    }

    /// Returns the level and the rank of a square.
    fn row(&self, square: Square) -> (u8, u8) {
        (self.shape.level(square), self.shape.rank(square))
    }

    /// Returns the piece that stands at the start on `square` (for White) or on the mirrored square (for Black).
    fn piece_on(&self, square: Square, color: Color) -> Option<(PieceType, Color)> {
        self.array[own_square(self.shape, square, color).index()]
    }
}

/// Checks that the third field of the start names only rights that exist.
pub(super) fn check_letters(source: Source<'_>, fen: &Spanned<String>, rules: &Rules) -> Result<(), DefinitionError> {
    let mut fields = fen.get_ref().split(' ');
    let before: usize = fields.by_ref().take(2).map(|field| field.len() + 1).sum();
    let Some(rights) = fields.next().filter(|field| *field != "-") else {
        return Ok(());
    };
    // The letters in FEN order. The letter of a castling that only one side has is not a right of the other side.
    let letters = |color: Color| {
        let castlings = rules.castlings.iter().filter(move |castling| castling.is_for(color));
        let files = rules.privileged.keys();
        let files = files.map(|square| Color::White.case(Shape::file_letter(rules.shape.file(*square))));
        let gates = rules.gates(color).into_iter();
        let gates = gates.map(|square| Color::White.case(Shape::file_letter(rules.shape.file(square))));
        let letters = castlings.map(|castling| castling.letter).chain(files).chain(gates);
        letters.map(move |letter| color.case(letter))
    };
    let known: Vec<char> = Color::BOTH.into_iter().flat_map(letters).collect();
    match rights.char_indices().find(|(_, letter)| !known.contains(letter)) {
        None => Ok(()),
        Some((offset, letter)) => {
            let known: String = known.iter().collect();
            let expected = if known.is_empty() {
                "`-`".into()
            } else {
                format!("some of `{known}`")
            };
            let message = format!("expected {expected} as the rights, found `{letter}`");
            Err(source.error_in(fen, before + offset, message))
        }
    }
}
