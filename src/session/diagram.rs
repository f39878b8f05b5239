//! The board as text.

use crate::board::Shape;
use crate::position::Position;
use crate::rules::Color;

/// Draws the board with its coordinates: White at the bottom, levels side by side from the top one, holes blank.
/// Below it stands whose turn it is.
pub(super) fn draw<const W: usize>(position: &Position<W>) -> String {
    let shape = &position.variant().definition.shape;
    let width = 2 * usize::from(shape.files()) - 1;
    let files = spaced((0..shape.files()).map(|file| (b'a' + file) as char));

    let mut text = String::new();
    if shape.levels() > 1 {
        text += &line("", shape, |level| format!("{:^width$}", shape.level_letter(level)));
    }
    text += &line("", shape, |_| files.clone());
    for rank in (0..shape.ranks()).rev() {
        let row = |level| spaced((0..shape.files()).map(|file| letter(position, file, rank, level)));
        text += &line(&(rank + 1).to_string(), shape, row);
    }
    text += &line("", shape, |_| files.clone());
    text += match position.side() {
        Color::White => "\nWhite to move",
        Color::Black => "\nBlack to move",
    };
    text
}

/// One line through all levels, with the number of the rank on both sides.
fn line(rank: &str, shape: &Shape, part: impl Fn(u8) -> String) -> String {
    let parts: Vec<String> = (0..shape.levels()).map(part).collect();
    let line = format!("{rank:>2}  {}  {rank}", parts.join("    "));
    format!("{}\n", line.trim_end())
}

fn spaced(letters: impl Iterator<Item = char>) -> String {
    letters.map(String::from).collect::<Vec<_>>().join(" ")
}

/// What stands on a cell: the piece's letter, a dot, or a blank for a hole.
fn letter<const W: usize>(position: &Position<W>, file: u8, rank: u8, level: u8) -> char {
    let shape = &position.variant().definition.shape;
    let Some(square) = shape.square(file.into(), rank.into(), level.into()) else {
        return ' ';
    };
    position.piece_at(square).map_or('.', |piece| position.letter(piece))
}
