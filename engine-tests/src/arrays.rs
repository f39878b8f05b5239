//! Converts boards between arrays of letters, indexed by square, and the board field of a FEN.

use kurier_rules::board::Square;
use kurier_rules::rules::{Color, Definition};

/// Returns an empty board, indexed by square: spaces, and `*` for holes.
pub fn empty(definition: &Definition) -> Vec<char> {
    let holes = (0..definition.shape.area()).map(Square::new);
    holes
        .map(|square| if definition.shape.is_hole(square) { '*' } else { ' ' })
        .collect()
}

/// Returns the start position, indexed by square, with the letters of a FEN.
pub fn array_of(definition: &Definition) -> Vec<char> {
    let mut squares = empty(definition);
    for square in definition.shape.squares() {
        if let Some((piece_type, color)) = definition.array[square.index()] {
            squares[square.index()] = definition.letter(piece_type, color);
        }
    }
    squares
}

/// Returns the board field of a FEN for an array of letters.
pub fn board_field(definition: &Definition, squares: &[char]) -> String {
    let (files, ranks) = (definition.shape.files() as usize, definition.shape.ranks() as usize);
    let rank = |squares: &[char]| {
        let mut text = String::new();
        for run in squares.chunk_by(|a, b| a == b) {
            match run[0] {
                ' ' => text += &run.len().to_string(),
                _ => text.extend(run),
            }
        }
        text
    };
    let level = |squares: &[char]| squares.chunks(files).rev().map(rank).collect::<Vec<_>>().join("/");
    squares.chunks(files * ranks).map(level).collect::<Vec<_>>().join("|")
}

/// Returns the rights field of a FEN with every right of the game. Parsers ignore rights whose piece is not in place.
pub fn all_rights(definition: &Definition) -> String {
    let of = |color: Color| {
        let castlings = definition
            .castlings
            .iter()
            .filter(move |castling| castling.is_for(color));
        let files = definition
            .privileged
            .keys()
            .map(|square| (b'A' + definition.shape.file(*square)) as char);
        let letters = castlings.map(|castling| castling.letter).chain(files);
        letters.map(|letter| color.case(letter)).collect::<String>()
    };
    let both = Color::BOTH.map(of).concat();
    if both.is_empty() { "-".to_owned() } else { both }
}
