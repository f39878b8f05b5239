//! The castlings of a random definition file.

use std::fmt::Write;

use super::letter;

/// Returns castlings as in chess: the king moves two squares towards a corner, and the rook jumps over it.
pub(super) fn castling(king_file: u8, files: u8) -> String {
    let king = letter(king_file);
    let mut text = String::new();
    for (name, corner, to, over) in [
        ('K', files - 1, king_file + 2, king_file + 1),
        ('Q', 0, king_file - 2, king_file - 1),
    ] {
        let (corner, to, over) = (letter(corner), letter(to), letter(over));
        let _ = write!(
            text,
            "[castling.{name}]\nking = [\"{king}1\", \"{to}1\"]\nrook = [\"{corner}1\", \"{over}1\"]\n"
        );
        let _ = writeln!(text, "short = {}", name == 'K');
    }
    text
}

/// Returns castlings whose length the player chooses: the king moves one square or more, up to the square next to the
/// corner, and the rook jumps over it.
pub(super) fn castling_of_several_lengths(king_file: u8, files: u8) -> String {
    let mut text = String::new();
    let right: Vec<u8> = (king_file + 1..files - 1).collect();
    let left: Vec<u8> = (1..king_file).rev().collect();
    for (name, corner, goals, back) in [('K', files - 1, right, -1), ('Q', 0, left, 1)] {
        let list = |first: u8, others: &[u8]| {
            let all = [&[first], others].concat();
            let names: Vec<String> = all.iter().map(|file| format!("\"{}1\"", letter(*file))).collect();
            names.join(", ")
        };
        let beside: Vec<u8> = goals.iter().map(|goal| goal.wrapping_add_signed(back)).collect();
        let mut written = vec!["\"king\""; goals.len()];
        written[0] = "\"rook\"";
        let _ = write!(
            text,
            "[castling.{name}]\nking = [{}]\nrook = [{}]\nwritten = [{}]\nshort = {}\n",
            list(king_file, &goals),
            list(corner, &beside),
            written.join(", "),
            name == 'K'
        );
    }
    text
}
