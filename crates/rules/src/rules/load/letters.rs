//! Reads the letters of the pieces, the keys of `[pieces]`.

use std::collections::HashMap;

use toml::Spanned;

use crate::rules::file::{GameFile, Table};
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, PieceType};

/// The piece types by letter.
pub(super) struct Letters {
    piece_types: HashMap<char, PieceType>,
    /// The type of the royal piece.
    pub king: PieceType,
}

impl Letters {
    /// Reads the letters of the pieces. Exactly one piece must be royal.
    pub fn read(source: Source<'_>, game: &GameFile) -> Result<Self, DefinitionError> {
        let mut piece_types = HashMap::new();
        let mut kings = Vec::new();
        for (index, (key, piece)) in game.pieces.0.iter().enumerate() {
            let mut letters = key.get_ref().chars();
            let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next()) else {
                let message = format!(
                    "expected one capital from A to Z as the piece's letter, found `{}`",
                    key.get_ref()
                );
                return Err(source.error_at(key, message));
            };
            let piece_type = PieceType(index as u8);
            piece_types.insert(letter, piece_type);
            if piece.royal {
                kings.push((key, piece_type));
            }
        }
        match kings[..] {
            [(_, king)] => Ok(Self { piece_types, king }),
            [] => Err(source.error_at(&game.name, "expected one piece with `royal = true`, found none")),
            [_, (second, _), ..] => {
                Err(source.error_at(second, "expected one piece with `royal = true`, this is the second"))
            }
        }
    }

    /// Returns the piece type whose upper-case letter is `letter`; `None` if there is none.
    pub fn piece_type(&self, letter: char) -> Option<PieceType> {
        self.piece_types.get(&letter).copied()
    }

    /// Returns the piece type and colour of a letter in a FEN; `None` if no piece has the letter.
    pub fn piece(&self, letter: char) -> Option<(PieceType, Color)> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some((self.piece_type(letter.to_ascii_uppercase())?, color))
    }

    /// Reads a table of piece counts, each at least 1: `{ Q = 1, R = 2 }`.
    pub fn counts(
        &self,
        source: Source<'_>,
        table: &Table<Spanned<u8>>,
    ) -> Result<Vec<(PieceType, u8)>, DefinitionError> {
        let mut counts = Vec::new();
        for (letter, count) in &table.0 {
            let mut characters = letter.get_ref().chars();
            let piece_type = characters
                .next()
                .filter(|_| characters.next().is_none())
                .and_then(|c| self.piece_type(c));
            let piece_type = piece_type.ok_or_else(|| {
                source.error_at(
                    letter,
                    format!("expected the letter of a piece, found `{}`", letter.get_ref()),
                )
            })?;
            if *count.get_ref() == 0 {
                return Err(source.error_at(count, "expected at least 1"));
            }
            counts.push((piece_type, *count.get_ref()));
        }
        Ok(counts)
    }
}
