//! Random definition files in which the two sides promote, step and capture en passant differently.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::board::{Board, rectangle};
use super::invent;

/// Returns the definition file of a random variant whose sides have different promotions, double steps from squares
/// instead of ranks, and captures en passant on some squares only.
pub fn with_sides(seed: u64) -> String {
    let text = invent(seed);
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let board = Board::of(&text);
    let steps = text.contains("double-step = ") && random.random_bool(0.8);
    let mut lines = Vec::new();
    for line in text.lines() {
        if let Some(letters) = line.strip_prefix("promotes-to = \"") {
            lines.push(line.to_owned());
            let letters: Vec<char> = letters.trim_end_matches('"').chars().collect();
            let count = random.random_range(1..=letters.len());
            let black: String = letters.choose_multiple(random, count).collect();
            lines.push(format!("promotes-to-black = \"{black}\""));
        } else if let Some(board) = board.as_ref().filter(|_| line.starts_with("double-step = ") && steps) {
            lines.push(format!("double-step-in = [{}]", start_squares(random, board)));
            if random.random_bool(0.5) {
                lines.push(format!("double-step-in-black = [{}]", start_squares(random, board)));
            }
        } else if let Some(board) = board
            .as_ref()
            .filter(|_| line == "en-passant = true" && random.random_bool(0.7))
        {
            lines.push(line.to_owned());
            lines.push(format!("en-passant-on = [{}]", rectangle(random, board)));
            match random.random_range(0..3) {
                0 => lines.push("en-passant-on-black = []".to_owned()),
                1 => lines.push(format!("en-passant-on-black = [{}]", rectangle(random, board))),
                _ => {}
            }
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// Returns squares on which neither side is too close to the last rank for a double step.
fn start_squares(random: &mut ChaCha8Rng, board: &Board<'_>) -> String {
    let squares = rectangle(random, board);
    let fits = |name: &&str| {
        let rank = name.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u8>();
        rank.is_ok_and(|rank| rank >= 3 && rank + 2 <= board.ranks())
    };
    let chosen: Vec<&str> = squares.split(", ").filter(fits).collect();
    chosen.join(", ")
}
