//! The command `edit`, which sets up the pieces of engines that lack `setboard`.

use kurier_rules::rules::Color;

/// Returns the pieces of one colour in the notation of `edit`, such as `Ka1`. `placement` is the first field of a FEN;
/// the board must have a single level.
pub(super) fn edit(placement: &str, color: Color) -> Vec<String> {
    let rows: Vec<&str> = placement.split('/').collect();
    let mut pieces = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        let mut file = 0u8;
        let mut gap = 0u8;
        for symbol in text.chars() {
            if let Some(digit) = symbol.to_digit(10) {
                gap = gap.saturating_mul(10).saturating_add(digit as u8);
                continue;
            }
            file = file.saturating_add(std::mem::take(&mut gap));
            if symbol.is_ascii_alphabetic() && symbol.is_ascii_uppercase() == (color == Color::White) {
                let letter = char::from(b'a'.saturating_add(file));
                pieces.push(format!("{}{letter}{}", symbol.to_ascii_uppercase(), rows.len() - row));
            }
            file = file.saturating_add(1);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_lists_the_pieces_of_a_colour() {
        let fen = "k10r/12/3P8/K11";
        assert_eq!(edit(fen, Color::White), ["Pd2", "Ka1"]);
        assert_eq!(edit(fen, Color::Black), ["Ka4", "Rl4"]);
    }
}
