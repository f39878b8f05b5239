//! Describes the rules of a game in words, so that readers notice mistakes in its file.

mod blast;
mod directions;
mod doubles;
mod game;
mod goals;
mod hand;
mod movement;
mod passing;
mod piece;
mod prelude;
mod promotion;
mod starts;
#[cfg(test)]
mod tests;

pub use game::of_game;
pub use piece::{about_piece, of_piece};
pub use starts::of_starts;

/// Joins words into a list, with `last` before the last word: `a`, `a or b`, `a, b or c`.
fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// Returns a string with its first letter in upper case.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Returns a number as a word if it is at most ten, otherwise in digits.
fn number(number: u8) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    WORDS
        .get(usize::from(number))
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Returns a number of squares in words: `one square`, `three squares`.
fn squares(count: u8) -> String {
    format!("{} square{}", number(count), if count == 1 { "" } else { "s" })
}
