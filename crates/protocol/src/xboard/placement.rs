//! The letters of the pieces on a board, read from the first field of a FEN.

use kurier_rules::board::{Shape, Square};

/// The letter on every square of a board; `None` if the square is empty.
pub struct Placement(Vec<Option<char>>);

impl Placement {
    /// Parses the first field of a FEN, ignoring the pieces in hand. Returns `None` if the field does not fit the
    /// board.
    pub fn read(fen: &str, shape: &Shape) -> Option<Self> {
        let mut letters = vec![None; shape.area()];
        let field = fen.split_whitespace().next()?.split('[').next()?;
        let (files, ranks) = (usize::from(shape.files()), usize::from(shape.ranks()));
        for (level, plane) in field.split('|').enumerate() {
            for (row, text) in plane.split('/').enumerate() {
                let (mut file, mut run) = (0, 0);
                for c in text.chars() {
                    if let Some(digit) = c.to_digit(10) {
                        run = (run * 10 + digit as usize).min(files + 1);
                        continue;
                    }
                    // The marks of promoted pieces do not occupy a square.
                    if matches!(c, '~' | '+') {
                        continue;
                    }
                    file += std::mem::take(&mut run);
                    let on_board = file < files && row < ranks && level < usize::from(shape.levels());
                    let square = on_board.then(|| (level * ranks + ranks - 1 - row) * files + file)?;
                    letters[square] = (c != '*').then_some(c);
                    file += 1;
                }
            }
        }
        Some(Self(letters))
    }

    /// Returns the letter of the piece on a square, in upper case for White; `None` if the square is empty.
    pub fn at(&self, square: Square) -> Option<char> {
        self.0.get(square.index()).copied().flatten()
    }
}
