//! The names of squares.

use super::Shape;
use crate::board::Square;

impl Shape {
    /// Returns the letter of a file: `a` for file 0.
    pub fn file_letter(file: u8) -> char {
        (b'a' + file) as char
    }

    /// Returns the letter of a level. Levels are counted from 0, and the last level is always `z`.
    pub fn level_letter(&self, level: u8) -> char {
        (b'z' + 1 - self.levels + level) as char
    }

    /// Returns the name of a square: the level's letter if there are several levels, the file's letter, and the rank's
    /// number.
    pub fn name(&self, square: Square) -> String {
        let file = Self::file_letter(self.file(square));
        let rank = self.rank(square) + 1;
        if self.levels == 1 {
            format!("{file}{rank}")
        } else {
            format!("{}{file}{rank}", self.level_letter(self.level(square)))
        }
    }

    /// Parses the name of a square; `None` if the board has no square with this name, or if it is a hole.
    pub fn parse(&self, name: &str) -> Option<Square> {
        self.parse_corner(name).filter(|square| !self.is_hole(*square))
    }

    /// Parses the name of a corner of a rectangle, which may be a hole; `None` if the text is not the name of a square,
    /// or if the square is off the board.
    pub fn parse_corner(&self, name: &str) -> Option<Square> {
        let mut letters = name.bytes();
        let level = match self.levels {
            1 => 0,
            _ => letters.next()? as i32 - self.level_letter(0) as i32,
        };
        let file = letters.next()? as i32 - b'a' as i32;
        let digits = name.get(name.len() - letters.len()..)?;
        let plain = !digits.starts_with('0') && digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
        let rank: i32 = if plain { digits.parse().ok()? } else { return None };
        self.square_or_hole(file, rank - 1, level)
    }

    /// Splits a lower-case text into the name of a square at its beginning and the rest; `None` if the text does not
    /// begin with the name of a square. The named square need not exist on the board.
    pub fn leading_name<'a>(&self, text: &'a str) -> Option<(&'a str, &'a str)> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
        let expected = if self.levels == 1 { 1 } else { 2 };
        (letters == expected && digits > 0).then(|| text.split_at(letters + digits))
    }

    /// Parses one or more names of squares, with or without commas between them; `None` for any other string.
    pub fn parse_several(&self, names: &str) -> Option<Vec<Square>> {
        let mut squares = Vec::new();
        let mut rest = names;
        while let Some((name, others)) = self.leading_name(rest) {
            squares.push(self.parse(name)?);
            rest = others.trim_start_matches(',');
        }
        (rest.is_empty() && !squares.is_empty()).then_some(squares)
    }
}
