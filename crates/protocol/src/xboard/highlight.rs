//! Answers to `lift` and `put`: the squares to which a lifted piece can move and the pieces to which it can promote.

use kurier_engine::session::Board;
use kurier_rules::board::{Shape, Square};
use kurier_rules::position::Turn;
use kurier_rules::rules::Color;

/// The squares that the lifted piece has visited so far; empty if the user has lifted no piece.
#[derive(Clone, Debug, Default)]
pub struct LiftedPiece {
    path: Vec<Square>,
}

impl LiftedPiece {
    /// Picks up the piece on a square. If the lifted piece was put down on this square in the middle of its move, the
    /// move continues.
    pub fn lift(&mut self, square: Square) {
        if self.path.len() < 2 || self.path.last() != Some(&square) {
            self.path = vec![square];
        }
    }

    /// Puts the lifted piece down on a square, perhaps in the middle of its move.
    pub fn put(&mut self, square: Square) {
        if !self.path.is_empty() {
            self.path.push(square);
        }
    }

    /// Forgets the lifted piece.
    pub fn clear(&mut self) {
        self.path.clear();
    }

    /// Returns the next squares of the legal moves of the lifted piece, as a FEN with letters for colours: `Y` (yellow)
    /// for a move, `R` (red) for a capture, `M` (magenta) for a promotion, `C` (cyan) for a square where the move
    /// continues.
    pub fn colours(&self, board: &Board) -> String {
        let shape = &board.definition().shape;
        let mut colours = vec![None; shape.area()];
        for turn in board.turns() {
            let squares = board.route(&turn);
            if !squares.starts_with(&self.path) {
                continue;
            }
            let Some(next) = squares.get(self.path.len()) else {
                continue;
            };
            let promotes = turn.promotion().is_some();
            let colour = match (squares.len() > self.path.len() + 1, promotes, board.piece_at(*next)) {
                (true, ..) => 'C',
                (_, true, _) => 'M',
                (.., Some(_)) => 'R',
                _ => 'Y',
            };
            // If several moves go through a square, the colour that comes last in `YRMC` wins.
            let rank = |colour: char| "YRMC".find(colour);
            let known = &mut colours[next.index()];
            if known.is_none_or(|known| rank(known) < rank(colour)) {
                *known = Some(colour);
            }
        }
        fen_of(&colours, shape)
    }

    /// Returns the letters, in upper case, of the pieces to which the lifted piece can promote on the square where it
    /// was put down; empty if it cannot promote on this square.
    pub fn choices(&self, board: &Board) -> String {
        let mut turns = board.turns();
        turns.retain(|turn| board.route(turn) == self.path);
        let promotions = turns.iter().filter_map(Turn::promotion);
        let mut letters: Vec<char> = promotions
            .map(|piece| board.definition().letter(piece, Color::White))
            .collect();
        letters.sort_unstable();
        letters.into_iter().collect()
    }
}

/// Formats colours as the first field of a FEN.
fn fen_of(colours: &[Option<char>], shape: &Shape) -> String {
    let files = usize::from(shape.files());
    let rows = colours.chunks(files).rev().map(|row| {
        let mut text = String::new();
        for group in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match group[0] {
                Some(colour) => text.push(colour),
                None => text += &group.len().to_string(),
            }
        }
        text
    });
    rows.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_squares_are_counted() {
        let shape = Shape::new(12, 2, 1);
        let mut colours = vec![None; 24];
        assert_eq!(fen_of(&colours, &shape), "12/12");
        (colours[0], colours[13], colours[14]) = (Some('Y'), Some('R'), Some('R'));
        assert_eq!(fen_of(&colours, &shape), "1RR9/Y11");
    }
}
