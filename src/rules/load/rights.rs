//! Castling and first-move privileges: which pieces of the array have them.

use std::collections::BTreeMap;

use toml::Spanned;

use crate::board::{Shape, Square};
use crate::rules::file::{CastlingSection, Table, Written};
use crate::rules::placement::Placement;
use crate::rules::source::Source;
use crate::rules::{Castling, Color, Definition, DefinitionError, Mode, PieceKind, PieceType, Way};

/// The most rights of a game, both sides together: they are the bits of a word.
const MAX_RIGHTS: usize = 32;

/// White's pieces of the array that have a first move; Black's must mirror them.
pub(super) fn privileged(
    source: Source<'_>,
    fen: &Spanned<String>,
    array: &Placement,
    shape: &Shape,
    pieces: &[PieceKind],
) -> Result<BTreeMap<Square, PieceType>, DefinitionError> {
    let mut all = BTreeMap::new();
    let mut files = Vec::new();
    for square in shape.squares() {
        let Some((kind, color)) = array[square.index()] else {
            continue;
        };
        let piece = &pieces[kind.index()];
        if piece.first_move.is_none() {
            continue;
        }
        if array[shape.mirror(square).index()] != Some((kind, !color)) {
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
            let letter = (b'a' + file) as char;
            let message = format!("expected at most one piece with a first move on a file, found two on {letter}");
            return Err(source.error_at(fen, message));
        }
        files.push(file);
        all.insert(square, kind);
    }
    if all.len() * 2 > MAX_RIGHTS {
        let message = format!("expected at most {} pieces a side with a first move", MAX_RIGHTS / 2);
        return Err(source.error_at(fen, message));
    }
    Ok(all)
}

/// The castlings, checked against the array.
pub(super) fn castlings(
    source: Source<'_>,
    sections: &Table<CastlingSection>,
    array: &Placement,
    shape: &Shape,
    king: PieceType,
    pieces: &[PieceKind],
) -> Result<Vec<Castling>, DefinitionError> {
    if let (Some((key, _)), Some(piece)) = (sections.0.first(), pieces.iter().find(|p| p.first_move.is_some())) {
        let message = format!("expected no castling where a piece ({}) has a first move", piece.name);
        return Err(source.error_at(key, message));
    }
    if let Some((key, _)) = sections.0.get(MAX_RIGHTS / 2) {
        return Err(source.error_at(key, format!("expected at most {} castlings", MAX_RIGHTS / 2)));
    }
    let reader = Reader {
        source,
        array,
        shape,
        king,
    };
    let mut all: Vec<Castling> = Vec::new();
    for (key, section) in &sections.0 {
        let castling = reader.castling(key, section)?;
        let plain = pieces[king.index()].movements.iter().any(|movement| {
            let way = Way::on(shape, Color::White, movement, castling.king.0);
            movement.mode != Mode::Capture && way.ends().contains(&castling.king.1)
        });
        if plain && !castling.written_to_partner {
            let message = "expected `written = \"partner\"`: the king can go there by a plain move";
            return Err(source.error_at(&section.king[1], message));
        }
        let alike = |other: &Castling| {
            let together = Color::BOTH
                .iter()
                .any(|color| other.is_for(*color) && castling.is_for(*color));
            together && (other.written() == castling.written() || other.letter == castling.letter)
        };
        if all.iter().any(alike) {
            let message = "expected a castling that is written in another way than the one before";
            return Err(source.error_at(key, message));
        }
        all.push(castling);
    }
    Ok(all)
}

struct Reader<'a> {
    source: Source<'a>,
    array: &'a Placement,
    shape: &'a Shape,
    king: PieceType,
}

impl Reader<'_> {
    fn castling(&self, key: &Spanned<String>, section: &CastlingSection) -> Result<Castling, DefinitionError> {
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
        let colors = Color::BOTH
            .into_iter()
            .filter(|color| only.is_none_or(|only| only == *color));
        let king = self.way(&section.king)?;
        let partner = self.way(&section.partner)?;
        if king.1 == partner.1 || king.0 == partner.0 {
            let message = "expected king and partner to start and to arrive on different cells";
            return Err(self.source.error_at(&section.partner[0], message));
        }
        if self.row(king.0) != self.row(partner.0) {
            let message = "expected the partner on the king's rank";
            return Err(self.source.error_at(&section.partner[0], message));
        }
        let mut partner_kinds = [self.king; 2];
        for color in colors {
            if self.standing(king.0, color) != Some((self.king, color)) {
                let message = "expected the cell where the king stands at the start (Black's mirrored)";
                return Err(self.source.error_at(&section.king[0], message));
            }
            match self.standing(partner.0, color) {
                Some((kind, owner)) if owner == color => partner_kinds[color.index()] = kind,
                _ => {
                    let message =
                        "expected a cell where a piece of the same side stands at the start (Black's mirrored)";
                    return Err(self.source.error_at(&section.partner[0], message));
                }
            }
        }
        Ok(Castling {
            letter,
            king,
            partner,
            partner_kinds,
            written_to_partner: section.written == Written::Partner,
            short: section.short,
            only,
        })
    }

    /// Two cells on one rank.
    fn way(&self, cells: &[Spanned<String>; 2]) -> Result<(Square, Square), DefinitionError> {
        let cell = |name: &Spanned<String>| {
            let cell = self.shape.parse(name.get_ref());
            cell.ok_or_else(|| {
                self.source.error_at(
                    name,
                    format!("expected a cell of the board, found `{}`", name.get_ref()),
                )
            })
        };
        let way = (cell(&cells[0])?, cell(&cells[1])?);
        if way.0 == way.1 {
            return Err(self
                .source
                .error_at(&cells[1], "expected another cell: both pieces move"));
        }
        match self.row(way.0) == self.row(way.1) {
            true => Ok(way),
            false => Err(self
                .source
                .error_at(&cells[1], "expected a cell of the same rank: castling goes sideways")),
        }
    }

    fn row(&self, square: Square) -> (u8, u8) {
        (self.shape.level(square), self.shape.rank(square))
    }

    /// What stands at the start on White's cell, or on Black's where White's is this one.
    fn standing(&self, square: Square, color: Color) -> Option<(PieceType, Color)> {
        let own = match color {
            Color::White => square,
            Color::Black => self.shape.mirror(square),
        };
        self.array[own.index()]
    }
}

/// Whether the third field of the start names rights that exist.
pub(super) fn check_letters(
    source: Source<'_>,
    fen: &Spanned<String>,
    definition: &Definition,
) -> Result<(), DefinitionError> {
    let mut fields = fen.get_ref().split(' ');
    let before: usize = fields.by_ref().take(2).map(|field| field.len() + 1).sum();
    let Some(rights) = fields.next().filter(|field| *field != "-") else {
        return Ok(());
    };
    let castlings = definition.castlings.iter().map(|castling| castling.letter);
    let files = definition
        .privileged
        .keys()
        .map(|square| (b'A' + definition.shape.file(*square)) as char);
    let known: Vec<char> = castlings.chain(files).collect();
    match rights
        .char_indices()
        .find(|(_, letter)| !known.contains(&letter.to_ascii_uppercase()))
    {
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
