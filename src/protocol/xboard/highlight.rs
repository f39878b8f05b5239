//! Showing the user where a lifted piece may go: the `highlight` answer to `lift` and `put`.

use crate::board::Shape;
use crate::rules::Definition;

use super::notation::Notation;
use super::placement::Placement;

/// What the user has done with a piece so far: the squares that it has visited.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    path: Vec<String>,
}

impl Hand {
    /// The user lifts what stands on the square: a new piece, or the same one on its way.
    pub fn lift(&mut self, square: String) {
        if self.path.len() < 2 || self.path.last() != Some(&square) {
            self.path = vec![square];
        }
    }

    /// The user puts the piece down.
    pub fn put(&mut self, square: String) {
        if !self.path.is_empty() {
            self.path.push(square);
        }
    }

    /// Nothing is lifted.
    pub fn clear(&mut self) {
        self.path.clear();
    }

    /// The squares where the piece may go next, as a FEN of colours: yellow for a move, red for a capture, magenta for a
    /// promotion, cyan where the piece must go on.
    pub fn colours(&self, turns: &[String], notation: &Notation, definition: &Definition, fen: &str) -> String {
        let shape = &definition.shape;
        let board = Placement::read(fen, shape);
        let mut colours = vec![None; shape.area()];
        for turn in turns {
            let squares = notation.squares(turn);
            if !squares.starts_with(&self.path) {
                continue;
            }
            let Some(next) = squares.get(self.path.len()).and_then(|square| shape.parse(square)) else {
                continue;
            };
            let capture = board.as_ref().is_some_and(|board| board.at(next).is_some());
            let promotes = turn.ends_with(|c: char| c.is_ascii_lowercase());
            let colour = match (squares.len() > self.path.len() + 1, promotes, capture) {
                (true, ..) => 'C',
                (_, true, _) => 'M',
                (.., true) => 'R',
                _ => 'Y',
            };
            colours[next.index()] = Some(colour);
        }
        fen_of(&colours, shape)
    }

    /// The pieces that the piece may become on the square where it has been put, upper case; empty if it stays what it is.
    pub fn choices(&self, turns: &[String], notation: &Notation) -> String {
        turns
            .iter()
            .filter(|turn| notation.squares(turn) == self.path)
            .filter_map(|turn| turn.chars().next_back().filter(char::is_ascii_lowercase))
            .map(|letter| letter.to_ascii_uppercase())
            .collect()
    }
}

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
    fn empty_cells_are_counted() {
        let shape = Shape::new(12, 2, 1);
        let mut colours = vec![None; 24];
        assert_eq!(fen_of(&colours, &shape), "12/12");
        (colours[0], colours[13], colours[14]) = (Some('Y'), Some('R'), Some('R'));
        assert_eq!(fen_of(&colours, &shape), "1RR9/Y11");
    }
}
