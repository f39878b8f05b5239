//! Random promotions.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::letter;

pub(super) fn promotion(random: &mut ChaCha8Rng, pieces: &[char], files: u8) -> String {
    if random.random_bool(0.3) {
        let by_file: String = (0..files).filter_map(|_| pieces.choose(random)).collect();
        return format!("promotes-by-file = \"{by_file}\"\n");
    }
    let count = random.random_range(1..=pieces.len());
    let choice: String = pieces.choose_multiple(random, count).collect();
    format!("promotes-to = \"{choice}\"\n")
}

/// Returns random keys for the squares of a flat board where pawns may and must be promoted; often an empty string.
pub(super) fn place_of_promotion(random: &mut ChaCha8Rng, files: u8, ranks: u8, holes: &[(u8, u8)]) -> String {
    // The king's file has no holes.
    let without_holes: Vec<u8> = (0..files)
        .filter(|file| holes.iter().all(|(other, _)| other != file))
        .collect();
    let open_file = |random: &mut ChaCha8Rng| letter(without_holes.choose(random).copied().unwrap_or(0));
    let first = random.random_range(ranks - 2..=ranks);
    let mut text = match random.random_range(0..6) {
        0 | 1 => format!("promotion-rank = {first}\n"),
        2 => {
            let (left, right) = (letter(0), open_file(random));
            format!("promotes-in = [\"{left}{first}-{right}{ranks}\"]\n")
        }
        3 => {
            let (white, black) = (open_file(random), open_file(random));
            format!(
                "promotes-in = [\"{white}{ranks}\", \"{white}{first}\"]\npromotes-in-black = [\"{black}1-{black}2\"]\n"
            )
        }
        _ => String::new(),
    };
    // Definitions are refused if a capture en passant could end where promotion is compulsory.
    text += &match random.random_range(0..4) {
        0 => "must-promote-from = \"never\"\n".to_owned(),
        1 => format!("must-promote-from = {ranks}\n"),
        2 if ranks > 5 => format!("must-promote-from = {}\n", ranks - 1),
        _ => String::new(),
    };
    if random.random_bool(0.15) {
        text += "promotes-leaving = \"captures\"\n";
    } else if random.random_bool(0.3) {
        text += "promotes-leaving = true\n";
        if random.random_bool(0.3) {
            text += "must-promote-leaving = true\n";
        }
    }
    text
}
