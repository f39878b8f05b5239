//! Reads the letters of the pieces, the keys of `[pieces]`.

use std::collections::HashMap;

use toml::Spanned;

use crate::rules::file::{GameFile, Table};
use crate::rules::source::Source;
use crate::rules::{Color, DefinitionError, PieceType};

/// The piece types by letter.
pub(super) struct Letters {
    piece_types: HashMap<char, PieceType>,
    /// The types of the royal pieces.
    pub royal: Vec<PieceType>,
    /// By piece type: the letter of the piece's promotion, if there is exactly one choice.
    only_promotions: Vec<Option<char>>,
    /// Whether pieces are held in hand.
    pub hand: bool,
}

impl Letters {
    /// Reads the letters of the pieces.
    pub fn read(source: Source<'_>, game: &GameFile) -> Result<Self, DefinitionError> {
        let mut piece_types = HashMap::new();
        let mut royal = Vec::new();
        let mut only_promotions = Vec::new();
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
                royal.push(piece_type);
            }
            let choice = piece.promotes_to.as_ref().map(Spanned::get_ref);
            only_promotions.push(
                choice
                    .filter(|choice| choice.len() == 1)
                    .and_then(|choice| choice.chars().next()),
            );
        }
        Ok(Self {
            piece_types,
            royal,
            only_promotions,
            hand: game.hand.is_some(),
        })
    }

    /// Returns what a piece is promoted to, if there is one choice and pieces are held in hand.
    pub fn promoted(&self, piece_type: PieceType) -> Option<PieceType> {
        let letter = (*self.only_promotions.get(piece_type.index())?)?;
        self.piece_type(letter).filter(|_| self.hand)
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

    /// Reads the letter of a piece type at byte `offset` of a string.
    pub fn read_letter(
        &self,
        source: Source<'_>,
        text: &Spanned<String>,
        offset: usize,
        letter: char,
    ) -> Result<PieceType, DefinitionError> {
        self.piece_type(letter).ok_or_else(|| {
            let message = format!("expected the letter of a piece, found `{letter}`");
            source.error_in(text, offset, message)
        })
    }

    /// Reads the letters of one or more piece types; `None` for `*`, which stands for all.
    pub fn several(
        &self,
        source: Source<'_>,
        text: &Spanned<String>,
    ) -> Result<Option<Vec<PieceType>>, DefinitionError> {
        if text.get_ref() == "*" {
            return Ok(None);
        }
        let mut piece_types = Vec::new();
        for (offset, letter) in text.get_ref().char_indices() {
            let piece_type = self.read_letter(source, text, offset, letter)?;
            if piece_types.contains(&piece_type) {
                return Err(source.error_in(text, offset, format!("`{letter}` is given twice")));
            }
            piece_types.push(piece_type);
        }
        match piece_types.is_empty() {
            true => Err(source.error_at(text, "expected letters of pieces, or `*` for all")),
            false => Ok(Some(piece_types)),
        }
    }

    /// Reads the letters of piece types; `*` stands for all types. Without a text, returns an empty list.
    pub fn listed(
        &self,
        source: Source<'_>,
        text: Option<&Spanned<String>>,
    ) -> Result<Vec<PieceType>, DefinitionError> {
        let Some(text) = text else { return Ok(Vec::new()) };
        Ok(self.several(source, text)?.unwrap_or_else(|| self.all()))
    }

    /// Returns all piece types.
    pub fn all(&self) -> Vec<PieceType> {
        let mut all: Vec<PieceType> = self.piece_types.values().copied().collect();
        all.sort_unstable();
        all
    }

    /// Reads the key of a table whose keys are letters of pieces.
    pub fn letter_key(&self, source: Source<'_>, key: &Spanned<String>) -> Result<PieceType, DefinitionError> {
        let mut characters = key.get_ref().chars();
        let letter = characters.next().filter(|_| characters.next().is_none());
        letter.and_then(|letter| self.piece_type(letter)).ok_or_else(|| {
            let message = format!("expected the letter of a piece, found `{}`", key.get_ref());
            source.error_at(key, message)
        })
    }

    /// Reads a table of piece counts, each of which must be at least `least`: `{ Q = 1, R = 2 }`.
    pub fn counts(
        &self,
        source: Source<'_>,
        table: &Table<Spanned<u8>>,
        least: u8,
    ) -> Result<Vec<(PieceType, u8)>, DefinitionError> {
        let mut counts = Vec::new();
        for (letter, count) in &table.0 {
            let piece_type = self.letter_key(source, letter)?;
            if *count.get_ref() < least {
                return Err(source.error_at(count, format!("expected at least {least}")));
            }
            counts.push((piece_type, *count.get_ref()));
        }
        Ok(counts)
    }
}
