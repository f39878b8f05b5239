//! Random definition files in which pieces are gated: put from the hand on a square that another piece leaves.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::board::Board;
use super::with_hand;

/// Returns the definition file of a random variant in which first moves gate pieces from the hand. A variant on a board
/// with levels, with special first moves, or with a castling whose letter may also be the letter of a file, has a hand
/// but no gating.
pub fn with_gating(seed: u64) -> String {
    let text = with_hand(seed);
    let taken = text.contains("first = ") || text.contains("levels");
    let Some(board) = Board::of(&text).filter(|board| !taken && (board.files() < 11 || !text.contains("[castling")))
    else {
        return text;
    };
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let files: String = (0..board.files()).map(|file| char::from(b'A' + file)).collect();
    let word = ["only", "allowed"].choose(random).unwrap_or(&"only");
    let letters: Vec<char> = text
        .lines()
        .filter_map(|line| line.split_once(" = { name")?.0.chars().next())
        .filter(|letter| *letter != 'K')
        .collect();
    let held: String = (0..random.random_range(1..4))
        .filter_map(|_| letters.choose(random))
        .flat_map(|letter| [*letter, letter.to_ascii_lowercase()])
        .collect();
    let lines = text.lines().map(|line| match line {
        line if line.starts_with("start = ") => with_gates(line, &held, &files),
        "[hand]" => format!("[hand]\ngating = \"{word}\""),
        line if ["must-drop", "checks = ", "drops-evenly"]
            .iter()
            .any(|key| line.starts_with(key)) =>
        {
            String::new()
        }
        line if ["king = [", "rook = [", "written = ["]
            .iter()
            .any(|key| line.starts_with(key)) =>
        {
            one_length(line)
        }
        line => line.replace(", drops-evenly = true", ""),
    });
    lines.collect::<Vec<String>>().join("\n") + "\n"
}

/// Returns a line from the section of a castling without the values for the second length of the castling.
fn one_length(line: &str) -> String {
    let kept = if line.starts_with("written") { 1 } else { 2 };
    let Some((key, list)) = line.split_once(" = [") else {
        return line.to_owned();
    };
    let items: Vec<&str> = list.trim_end_matches(']').split(", ").take(kept).collect();
    format!("{key} = [{}]", items.join(", "))
}

/// Returns the line with the start position, with more pieces in hand and with the rights of all pieces on the first
/// ranks.
fn with_gates(line: &str, held: &str, files: &str) -> String {
    let Some((board, rest)) = line.split_once('[') else {
        return line.to_owned();
    };
    let rank = |text: &str, lower: bool| -> String {
        let mut file = 0;
        let mut letters = String::new();
        for letter in text.chars() {
            let own = letter.is_ascii_alphabetic() && letter.is_ascii_lowercase() == lower;
            if let Some(count) = letter.to_digit(10) {
                // An empty rank of a board of twelve files is a number with two digits. Its digits are read one by one,
                // which is harmless, because the rank has no pieces.
                file += count as usize;
                continue;
            }
            if own && !letter.eq_ignore_ascii_case(&'p') {
                letters.extend(files.chars().nth(file));
            }
            file += 1;
        }
        letters
    };
    let placement = board.rsplit('"').next().unwrap_or_default();
    let (last, first) = (placement.split('/').next(), placement.split('/').next_back());
    let white = rank(first.unwrap_or_default(), false);
    let black = rank(last.unwrap_or_default(), true).to_ascii_lowercase();
    let rest = rest.replacen(" w -", " w ", 1);
    let rest = rest.replacen(" w ", &format!(" w {white}{black}"), 1);
    format!("{board}[{held}{}", rest.replacen(" w  ", " w - ", 1))
}
