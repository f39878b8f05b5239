//! Random definition files in which the sides promote, step and capture en passant differently, the choice of promotion
//! depends on the square, and moves are counted in endgames.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::board::{Board, rectangle};
use super::invent;

/// Returns the definition file of a random variant whose sides have different promotions. Some promotions and captures
/// en passant are possible on some squares only, double steps begin on given squares instead of a rank, and a count of
/// moves draws endgames.
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
            if let Some(board) = board.as_ref().filter(|_| !text.contains("promotes-leaving = ")) {
                lines.extend(bound_choices(random, board, &letters));
            }
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
        } else if line == "[ends]" && !text.contains("chained = true") && random.random_bool(0.5) {
            lines.push(format!(
                "[ends]\n{}",
                counting(random, text.contains("en-passant = true"))
            ));
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the line that restricts some choices of promotion to certain squares, or `None` if none is restricted.
fn bound_choices(random: &mut ChaCha8Rng, board: &Board<'_>, letters: &[char]) -> Option<String> {
    let count = random.random_range(0..=letters.len());
    let bound: Vec<String> = letters
        .choose_multiple(random, count)
        .map(|letter| (letter, rectangle(random, board)))
        .filter(|(_, squares)| !squares.is_empty())
        .map(|(letter, squares)| format!("{letter} = [{squares}]"))
        .collect();
    (!bound.is_empty()).then(|| format!("promotes-to-in = {{ {} }}", bound.join(", ")))
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

/// Returns a key for a count that draws endgames soon.
fn counting(random: &mut ChaCha8Rng, en_passant: bool) -> String {
    let mut keys = Vec::new();
    if random.random_bool(0.6) {
        keys.push(format!("board = {}", random.random_range(1..=8)));
        if !en_passant && random.random_bool(0.4) {
            keys.push(format!("board-men = {}", random.random_range(2..=5)));
        }
    }
    let mut rows = vec![format!(
        "{{ pieces = \"*\", at-least = {}, moves = 4 }}",
        random.random_range(1..=5)
    )];
    if random.random_bool(0.5) {
        rows.push(format!("{{ pieces = \"K\", moves = {} }}", random.random_range(1..=5)));
    }
    keys.push(format!("alone = [{}]", rows.join(", ")));
    keys.push(format!("counts-men = {}", random.random_bool(0.5)));
    format!("counting = {{ {} }}", keys.join(", "))
}
